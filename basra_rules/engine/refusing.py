"""Why a set of cards can't be captured: the first thing that is wrong with it, in a sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from basra_rules.cards import RANKS, cards_of_rank, format_cards, iterate
from basra_rules.engine.captures import can_capture, make_offer
from basra_rules.engine.layout import applying_ways, way_situation
from basra_rules.engine.state import Illegal, Refusal
from basra_rules.exact import exact, format_number

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from basra_rules.cards import Card, CardSet
    from basra_rules.engine.captures import Offer
    from basra_rules.engine.state import TableLike
    from basra_rules.exact import Number
    from basra_rules.rules.model import Clause, Grouping, Pick, Rules, Ways, Whole


@dataclass(frozen=True, slots=True)
class _Attempt:
    """A set that `card` may not capture, and all that decides about it."""

    rules: Rules
    table: TableLike
    card: Card
    captured: CardSet
    ways: Ways
    offer: Offer


def explain_refusal(rules: Rules, table: TableLike, card: Card, captured: CardSet) -> Illegal:
    """Return why `card` may not capture exactly `captured`; it may not.

    Source: `capture.ways`, `capture.groups`.
    """
    ways = applying_ways(rules.capture.ways[card], way_situation(table, card))
    attempt = _Attempt(rules, table, card, captured, ways, make_offer(rules, table, card))
    for complain in _COMPLAINTS:
        illegal = complain(attempt)
        if illegal is not None:
            return illegal
    return _not_groups(attempt)


def _not_on_floor(attempt: _Attempt) -> Illegal | None:
    missing = attempt.captured & ~attempt.table.face_up
    if not missing:
        return None
    # which cards lie face down is nobody's to know, so the sentence is the same for all
    place = "among the open cards" if attempt.table.hidden else "on the floor"
    return Illegal(Refusal.NOT_ON_FLOOR, f"{_are(missing)} not {place}", where=missing)


def _cannot_capture(attempt: _Attempt) -> Illegal | None:
    """Complain of cards that the played one takes in no way."""
    outside = attempt.captured & ~(attempt.offer.base | attempt.offer.rest)
    if not outside:
        return None
    rule = _first_clause(attempt.ways)
    if not can_capture(attempt.rules, attempt.table, attempt.card):
        message = f"{attempt.card} can take nothing on this floor"
        return Illegal(Refusal.CANNOT_CAPTURE, message, rule, attempt.captured)
    message = f"{attempt.card} can't take {format_cards(outside)}"
    return Illegal(Refusal.NOT_CAPTURABLE, message, rule, outside)


def _leaves_behind(attempt: _Attempt) -> Illegal | None:
    for way in attempt.ways.wholes:
        left = way.cards & attempt.offer.base & ~attempt.captured
        if left:
            message = f"{attempt.card} takes {_describe_whole(attempt, way)}: {_are(left)} left behind"
            return Illegal(Refusal.LEAVES_BEHIND, message, way.clause, left)
    return None


def _takes_one(attempt: _Attempt) -> Illegal | None:
    """Complain where a pick is not made, or is made more than once with cards that only picks take."""
    picks = attempt.ways.picks
    bare = attempt.captured & ~attempt.offer.base & ~_groupable(attempt.offer)
    for way in picks:
        choice = way.cards & attempt.offer.rest
        if choice and (not choice & attempt.captured or (bare & choice).bit_count() > len(picks)):
            message = f"{attempt.card} takes one of {format_cards(choice)}, and no more"
            return Illegal(Refusal.TAKES_ONE, message, way.clause, choice)
    return None


def _not_maximal(attempt: _Attempt) -> Illegal | None:
    if not attempt.offer.is_legal(attempt.captured):
        return None
    more = attempt.offer.larger(attempt.captured) & ~attempt.captured
    message = f"as much as goes together must be taken: also {format_cards(more)}"
    return Illegal(Refusal.NOT_MAXIMAL, message, attempt.rules.capture.groups_clause, more)


_COMPLAINTS: tuple[Callable[[_Attempt], Illegal | None], ...] = (
    _not_on_floor,
    _cannot_capture,
    _leaves_behind,
    _takes_one,
    _not_maximal,
)


def _not_groups(attempt: _Attempt) -> Illegal:
    """Complain of the cards beyond those taken whole: they don't make the groups."""
    cards = attempt.captured & ~attempt.offer.base & _groupable(attempt.offer)
    groupings = [way for way in attempt.ways.groupings if way.total > 0]
    if not cards or not groupings:
        choices = [way.cards & attempt.offer.rest for way in attempt.ways.picks]
        message = f"{attempt.card} takes one of " + " and one of ".join(map(format_cards, filter(None, choices)))
        return Illegal(Refusal.TAKES_ONE, message, _first_clause(attempt.ways), attempt.captured)
    total = exact(sum(attempt.rules.tables.values[card] or 0 for card in iterate(cards)))
    message = f"{format_cards(cards)} {_what_is_wrong(groupings, cards.bit_count(), total)}"
    return Illegal(Refusal.NO_SUCH_GROUPS, message, groupings[0].clause, cards)


def _what_is_wrong(groupings: Sequence[Grouping], number: int, total: Number) -> str:
    """Return the end of a sentence about so many cards that come to `total`: "is 7, not 8"."""
    wanted = " or ".join(dict.fromkeys(format_number(way.total) for way in groupings))
    fewest = min(way.smallest for way in groupings)
    if number < fewest:
        return f"is too little: a group has at least {fewest} cards"
    if all(way.single for way in groupings) and len(groupings) == 1 and total > groupings[0].total:
        return f"is {format_number(total)}, and only one group of {wanted} may be taken"
    if any(total % way.total == 0 for way in groupings):
        return f"is {format_number(total)}, but does not part into groups of {wanted}"
    return f"is {format_number(total)}, not {wanted}"


def _groupable(offer: Offer) -> CardSet:
    """Return the cards that some group may take."""
    classes = offer.layout.classes
    return offer.rest & sum(one.cards for one in classes if one.value)


def _describe_whole(attempt: _Attempt, way: Whole) -> str:
    cards = way.cards & attempt.rules.deck
    if cards == attempt.rules.deck:
        return "the whole floor"
    for rank in RANKS:
        if cards == cards_of_rank(rank) & attempt.rules.deck:
            return f"every {_RANK_WORDS[rank]}"
    return f"all of {format_cards(cards & attempt.offer.base)}"


def _first_clause(ways: Ways) -> Clause | None:
    every: tuple[Whole | Pick | Grouping, ...] = (*ways.wholes, *ways.picks, *ways.groupings)
    return every[0].clause if every else None


def _are(cards: CardSet) -> str:
    return f"{format_cards(cards)} {'is' if cards.bit_count() == 1 else 'are'}"


_WORDS = ("ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king")
_RANK_WORDS = dict(zip(RANKS, _WORDS, strict=True))
