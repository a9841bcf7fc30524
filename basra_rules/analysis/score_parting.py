"""Where two profiles part in the count: captured cards, awards, and the end of a match."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from basra_rules.analysis.scores import (
    can_be_captured,
    counts_all,
    match_scenario,
    play_deals,
    shared_out,
    shares_of,
    tallies_for,
    tally_scenario,
    with_rest,
)
from basra_rules.analysis.telling_scores import sides_of
from basra_rules.cards import cards_of
from basra_rules.engine.scoring import Tally, score_tallies
from basra_rules.exact import format_number

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from basra_rules.cards import CardSet
    from basra_rules.exact import Number
    from basra_rules.rules.model import Award, Rules

_MOST_CARDS = 3


@dataclass(frozen=True, slots=True)
class CountParting:
    """What is counted, what each side's rules make of it, and the same as scenarios that each passes."""

    rule: str
    what: str
    one: str
    other: str
    scenarios: tuple[str, str]


def count_partings(one: Rules, other: Rules) -> Iterator[CountParting]:
    """Yield situations that two rule sets count differently, at least one for each rule that differs so."""
    sides = common_sides(one, other)
    if sides is not None:
        yield from _cards_parting(one, other, sides)
        yield from _awards_parting(one, other, sides)
        yield from _match_parting(one, other, sides)


def common_players(one: Rules, other: Rules) -> int | None:
    """Return the smallest number of players that both allow and that makes equally many sides, if any."""
    both = sorted(set(one.seats.players) & set(other.seats.players))
    return next((players for players in both if one.seats.sides(players) == other.seats.sides(players)), None)


def common_sides(one: Rules, other: Rules) -> int | None:
    """Return how many sides the smallest common number of players makes."""
    players = common_players(one, other)
    return None if players is None else one.seats.sides(players)


def _cards_parting(one: Rules, other: Rules, sides: int) -> Iterator[CountParting]:
    deck = cards_of(one.deck & other.deck)
    differing = [card for card in deck if one.scoring.cards[card] != other.scoring.cards[card]]
    seen: set[tuple[Number, Number]] = set()
    for card in differing:
        pair = one.scoring.cards[card], other.scoring.cards[card]
        if pair not in seen and len(seen) < _MOST_CARDS:
            seen.add(pair)
            # the side with this card has every card, so that no award stays open
            tallies = (Tally(len(deck), 1 << card), *[Tally(0)] * (sides - 1))
            alike = [str(like) for like in differing if _pair(one, other, like) == pair]
            what = f"{card} is captured" if len(alike) == 1 else f"{card} is captured (so with {' '.join(alike[1:])})"
            scenarios = (tally_scenario(one, tallies, what), tally_scenario(other, tallies, what))
            words = [f"{format_number(points)} for it" for points in pair]
            yield CountParting("scoring.cards", what, words[0], words[1], scenarios)


def _pair(one: Rules, other: Rules, card: int) -> tuple[Number, Number]:
    return one.scoring.cards[card], other.scoring.cards[card]


def _awards_parting(one: Rules, other: Rules, sides: int) -> Iterator[CountParting]:
    names = dict.fromkeys(award.name for rules in (one, other) for award in rules.scoring.awards)
    deck = one.deck & other.deck
    more = sorted(set(sides_of(one)) & set(sides_of(other)) - {sides})
    for name in names:
        found = [(rules, award) for rules in (one, other) for award in rules.scoring.awards if award.name == name]
        shown: set[tuple[str, str]] = set()
        for shares, tallies in _telling_tallies(found, deck, (sides, *more)):
            if not can_be_captured(deck, tallies):
                continue
            what = " and ".join(map(str, shares)) + f" cards for `{name}`"
            told = _told(f"scoring.awards.{name}", what, (one, other), tallies)
            if told.one != told.other and (told.one, told.other) not in shown:
                shown.add((told.one, told.other))
                yield told
            if len(shown) > 1:
                break


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
    one, other = (_result_words(rules, tallies) for rules in both)
    scenarios = (tally_scenario(both[0], tallies, what), tally_scenario(both[1], tallies, what))
    return CountParting(rule, what, one, other, scenarios)


def _result_words(rules: Rules, tallies: Sequence[Tally]) -> str:
    result = score_tallies(rules, tallies, tuple(0 for _ in rules.scoring.awards))
    if result.void:
        return "void, dealt again"
    points = " – ".join(format_number(points) for points in result.points)
    carried = sum(result.carries)
    return points + (f", {format_number(carried)} carried on" if carried else "")


# The end of a match


def _match_parting(one: Rules, other: Rules, sides: int) -> Iterator[CountParting]:
    """Yield a match in which only one target is reached, and one in which both are reached by equal scores."""
    low, high = sorted((one.match.target, other.match.target))
    nothing = (0,) * (sides - 1)
    asked: list[tuple[str, str, tuple[tuple[Number, ...], ...]]] = [
        ("match.target", f"a side has {format_number(low)}", ((low, *nothing),)),
        ("match", f"a side has {format_number(high)}", ((high, *nothing),)),
        ("match.tie", f"{format_number(high)} each", ((high, high, *nothing[1:]),)),
        ("match.tie", f"{format_number(high)} each, twice", ((high, high, *nothing[1:]),) * 2),
    ]
    shown: set[str] = set()
    for rule, what, deals in asked:
        told = [_match_words(rules, sides, deals) for rules in (one, other)]
        if told[0] != told[1] and rule not in shown and "match" not in shown:
            shown.add(rule)
            scenarios = (match_scenario(one, sides, deals, what), match_scenario(other, sides, deals, what))
            yield CountParting(rule, what, told[0], told[1], scenarios)


def _match_words(rules: Rules, sides: int, deals: Sequence[tuple[Number, ...]]) -> str:
    match = play_deals(rules, sides, deals)
    if not match.over:
        return "the match goes on"
    return "a draw" if match.winner is None else f"side {match.winner} has won"
