"""Scenarios on which two rule sets part that capture alike: what a deal or a match comes to, how it is dealt."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import TYPE_CHECKING

from basra_rules.analysis.openings import find_deal_apart, opening_scenario
from basra_rules.analysis.scores import (
    can_be_captured,
    match_scenario,
    play_deals,
    score_with,
    shares_of,
    tallies_for,
    tally_scenario,
    with_rest,
)
from basra_rules.cards import card_set, cards_of
from basra_rules.engine.scoring import Tally
from basra_rules.exact import exact

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from basra_rules.exact import Number
    from basra_rules.rules.model import Rules

_CARRIES = (0, 7)


@dataclass(frozen=True, slots=True)
class Areas:
    """Where two rule sets may part."""

    dealing: bool
    scoring: bool
    match: bool


def parting_scenario(one: Rules, other: Rules, name: str, areas: Areas) -> str | None:
    """Return a scenario that the first rule set passes and the other does not, or None where none was found."""
    found = _scoring_scenario(one, other, name) if areas.scoring else None
    if found is None and areas.match:
        found = _match_scenario(one, other, name)
    if found is None and (areas.dealing or areas.scoring):
        deal = find_deal_apart(one, other)
        found = None if deal is None else opening_scenario(one, *deal, name)
    return found


def sides_of(rules: Rules) -> tuple[int, ...]:
    """Return how many sides there may be, the fewest first."""
    return tuple(sorted({rules.seats.sides(players) for players in rules.seats.players}))


# Scoring


def _scoring_scenario(one: Rules, other: Rules, name: str) -> str | None:
    for sides in sides_of(one):
        for tallies in filter(partial(can_be_captured, one.deck), _tallies(one, sides)):
            for carry in _CARRIES:
                here, there = _scored(one, tallies, carry), _scored(other, tallies, carry)
                if here != there:
                    only_void = there is not None and here is not None and here[:2] == there[:2]
                    more = ("void: false",) if only_void and here and not here[2] else ()
                    return tally_scenario(one, tallies, name, carry, more)
    return None


def _scored(rules: Rules, tallies: Sequence[Tally], carry: Number) -> tuple[object, object, bool] | None:
    if len(tallies) not in sides_of(rules):
        return None
    result = score_with(rules, tallies, carry)
    return result.points, sum(result.carries), result.void


def _tallies(rules: Rules, sides: int) -> Iterator[tuple[Tally, ...]]:
    """Yield what sides may bring to the count, the plainest first."""
    deck = rules.deck.bit_count()
    half = deck // 2
    nothing = (Tally(0),) * (sides - 2)
    for first in (deck - deck // 3, half + 1, half, half - 1, 0, *range(deck + 1)):
        yield (Tally(first), Tally(deck - first), *nothing)
    for card in cards_of(rules.deck):
        yield (Tally(half + 2, 1 << card), Tally(deck - half - 2), *nothing)
    for award in rules.scoring.awards:
        counted = cards_of(award.counts & rules.deck)
        for first in range(len(counted) + 1):
            mine, yours = counted[:first], counted[first:]
            most = min(max(half, len(mine)), deck - len(yours))
            yield (Tally(most, card_set(mine)), Tally(deck - most, card_set(yours)), *nothing)
        for shares in shares_of(rules, award, sides):
            shared = tallies_for(rules, award, shares)
            yield from (shared, with_rest(rules, award, shared))
    for start in range(2):
        some = card_set(cards_of(rules.deck)[start:half])
        yield (Tally(some.bit_count(), some), Tally(deck - some.bit_count(), rules.deck & ~some), *nothing)


# Matches


def _match_scenario(one: Rules, other: Rules, name: str) -> str | None:
    both = set(sides_of(one)) & set(sides_of(other))
    for sides in sorted(both):
        for deals in _matches(one, other, sides):
            for number in range(1, len(deals) + 1):
                here, there = (play_deals(rules, sides, deals[:number]) for rules in (one, other))
                if (here.over, here.winner) != (there.over, there.winner):
                    return match_scenario(one, sides, deals[:number], name)
                if here.over:
                    break
    return None


def _matches(one: Rules, other: Rules, sides: int) -> Iterator[tuple[tuple[Number, ...], ...]]:
    numbers = (one.match.target, other.match.target, one.match.target + one.match.extend)
    targets = tuple(dict.fromkeys(exact(number + step) for number in numbers for step in (0, -1, 1)))
    rest: tuple[Number, ...] = (0,) * (sides - 2)
    for target in targets:
        yield ((target, 0, *rest),)
    for target in targets:
        yield ((target, target, *rest),)
    for target, more in product(targets, (1, 5, 10, 20, 30, 50, *targets)):
        yield ((target, target, *rest), (more, 0, *rest))
    for target in targets:
        yield ((target, 0, *rest), (0, target, *rest))
