"""Where two profiles part in the count: captured cards, awards, and the end of a match.

What a rule does is told by exchanging it alone for the other's.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from basra_rules.analysis.count_parting import CountParting
from basra_rules.analysis.exchanging import AWARDS, CARDS, exchanged
from basra_rules.analysis.match_parting import match_partings
from basra_rules.analysis.scores import (
    can_be_captured,
    counts_all,
    score_with,
    shared_out,
    shares_of,
    tallies_for,
    tally_scenario,
    with_rest,
)
from basra_rules.analysis.telling_scores import sides_of
from basra_rules.cards import cards_of, format_cards
from basra_rules.engine.scoring import Tally, score_tallies
from basra_rules.exact import format_number

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from basra_rules.cards import Card, CardSet
    from basra_rules.exact import Number
    from basra_rules.rules.model import Award, Rules

_MOST_CARDS = 3


def count_partings(one: Rules, other: Rules, rules: Sequence[str]) -> Iterator[CountParting]:
    """Yield what two rule sets count differently, at least one situation for each of the rules in question."""
    sides = common_sides(one, other)
    if sides is not None:
        if CARDS in rules:
            yield from _cards_parting(one, other, sides)
        for rule in rules:
            if rule.startswith(AWARDS):
                yield from _award_parting((one, other), sides, rule)
        yield from match_partings(one, other, sides, rules)


def common_players(one: Rules, other: Rules) -> int | None:
    """Return the smallest number of players that both allow and that makes equally many sides, if any."""
    return next(iter(players_with_equal_sides(one, other)), None)


def players_with_equal_sides(one: Rules, other: Rules) -> list[int]:
    """Return the numbers of players that both allow and that make equally many sides, the fewest first."""
    both = sorted(set(one.seats.players) & set(other.seats.players))
    return [players for players in both if one.seats.sides(players) == other.seats.sides(players)]


def common_sides(one: Rules, other: Rules) -> int | None:
    """Return how many sides the smallest common number of players makes."""
    players = common_players(one, other)
    return None if players is None else one.seats.sides(players)


def _cards_parting(one: Rules, other: Rules, sides: int) -> Iterator[CountParting]:
    deck = cards_of(one.deck & other.deck)
    differing = [card for card in deck if one.scoring.cards[card] != other.scoring.cards[card]]
    pairs: dict[tuple[Number, Number], list[Card]] = {}
    for card in differing:
        pairs.setdefault(_pair(one, other, card), []).append(card)
    for pair, alike in list(pairs.items())[:_MOST_CARDS]:
        what = f"{alike[0]} is captured" + (f" (so with {format_cards(alike[1:])})" if alike[1:] else "")
        words = [f"{format_number(points)} for it" for points in pair]
        # the side with this card has every card, so that no award stays open
        every = (Tally(len(deck), 1 << alike[0]), *[Tally(0)] * (sides - 1))
        alone = (Tally(1, 1 << alike[0]), Tally(len(deck) - 1), *[Tally(0)] * (sides - 2))
        for tallies in (every, alone):
            told = _told(CARDS, what, (one, other), tallies)
            if told.one != told.other:
                yield replace(told, one=words[0], other=words[1])
                break


def _pair(one: Rules, other: Rules, card: int) -> tuple[Number, Number]:
    return one.scoring.cards[card], other.scoring.cards[card]


def _award_parting(both: tuple[Rules, Rules], sides: int, rule: str) -> Iterator[CountParting]:
    """Yield up to two shares of the cards that an award counts, for which it goes elsewhere."""
    name = rule.removeprefix(AWARDS)
    changed = exchanged(both[0], both[1], rule), exchanged(both[1], both[0], rule)
    found = [(rules, award) for rules in both for award in rules.scoring.awards if award.name == name]
    deck = both[0].deck & both[1].deck
    more = sorted(set(sides_of(both[0])) & set(sides_of(both[1])) - {sides})
    shown: set[tuple[str, str]] = set()
    for shares, tallies in _telling_tallies(found, deck, (sides, *more)):
        if not can_be_captured(deck, tallies) or not _decides(both, changed, tallies):
            continue
        told = _told(rule, _what(found, shares, tallies), both, tallies)
        if told.one != told.other and (told.one, told.other) not in shown:
            shown.add((told.one, told.other))
            yield told
        if len(shown) > 1:
            return


def _decides(both: tuple[Rules, Rules], changed: tuple[Rules, Rules], tallies: Sequence[Tally]) -> bool:
    """Tell whether a count comes out otherwise by one rule alone."""
    return any(
        _result_words(mine, tallies) != _result_words(theirs, tallies)
        for mine, theirs in zip(both, changed, strict=True)
    )


def _what(found: Sequence[tuple[Rules, Award]], shares: Sequence[int], tallies: Sequence[Tally]) -> str:
    """Return in words how many cards each side has for an award, and how many others."""
    _, award = found[0]
    counted = " and ".join(map(str, shares))
    if all(counts_all(*one) for one in found):
        return f"{counted} cards for `{award.label}`"
    others = [tally.cards - share for tally, share in zip(tallies, shares, strict=True)]
    beside = f", beside {' and '.join(map(str, others))} others" if any(others) else ""
    return f"{counted} cards for `{award.label}`{beside}"


def _telling_tallies(
    found: Sequence[tuple[Rules, Award]], deck: CardSet, sides: Sequence[int]
) -> Iterator[tuple[tuple[int, ...], tuple[Tally, ...]]]:
    """Yield shares of the cards that an award counts, and what sides bring to the count so: also with the rest."""
    rules, award = found[0]
    every = all(counts_all(*one) for one in found)
    for shares in _telling_shares(deck, [one for _, one in found], sides[0]):
        yield shares, tuple(map(Tally, shares)) if every else shared_out(cards_of(award.counts & deck), shares)
    for number in sides:
        for shares in shares_of(rules, award, number):
            tallies = tallies_for(rules, award, shares)
            yield shares, tallies
            yield shares, with_rest(rules, award, tallies)


def _telling_shares(deck: CardSet, awards: Sequence[Award], sides: int) -> Iterator[tuple[int, ...]]:
    """Yield shares of the cards an award counts: just more than half, equal, and around every number it asks for."""
    for award in awards:
        counted = (award.counts & deck).bit_count()
        numbers = [one.at_least for one in awards if one.at_least is not None]
        firsts = [counted // 2 + 1, (counted + sides - 1) // sides, *numbers, *(number - 1 for number in numbers)]
        for first in firsts:
            rest = max(counted - first, 0)
            yield first, *(rest // (sides - 1) + (place < rest % (sides - 1)) for place in range(sides - 1))


def _told(rule: str, what: str, both: tuple[Rules, Rules], tallies: Sequence[Tally]) -> CountParting:
    words = [_result_words(rules, tallies) for rules in both]
    scenarios = [tally_scenario(rules, tallies, what, more=_unless_void(rules, tallies)) for rules in both]
    return CountParting((rule,), what, words[0], words[1], (scenarios[0], scenarios[1]))


def _unless_void(rules: Rules, tallies: Sequence[Tally]) -> tuple[str, ...]:
    """Return what tells a count from that of a void deal, which comes to the same points."""
    return () if score_with(rules, tallies).void else ("void: false",)


def _result_words(rules: Rules, tallies: Sequence[Tally]) -> str:
    result = score_tallies(rules, tallies, tuple(0 for _ in rules.scoring.awards))
    if result.void:
        return "void, dealt again"
    points = " – ".join(format_number(points) for points in result.points)
    carried = sum(result.carries)
    return points + (f", {format_number(carried)} carried on" if carried else "")
