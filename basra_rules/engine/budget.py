"""What a deal distributes apart from bonuses and what was carried into it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from basra_rules.cards import iterate
from basra_rules.engine.scoring import give_award
from basra_rules.exact import exact

if TYPE_CHECKING:
    from collections.abc import Iterator

    from basra_rules.engine.state import AwardResult
    from basra_rules.exact import Number
    from basra_rules.rules.model import Award, Rules


@dataclass(frozen=True, slots=True)
class Budget:
    """The points that all sides get together in a deal: of cards, and of awards at least and at most."""

    cards: Number
    awards_low: Number
    awards_high: Number


def compute_budget(rules: Rules, players: int) -> Budget:
    """Return what a deal distributes if every card is captured.

    An award that is carried on counts: it is given, if later.  A void deal is none.
    """
    sides = rules.seats.sides(players)
    sums = [_award_sums(rules, award, sides) for award in rules.scoring.awards]
    return Budget(
        cards=exact(sum(rules.scoring.cards[card] for card in iterate(rules.deck))),
        awards_low=exact(sum(min(possible, default=0) for possible in sums)),
        awards_high=exact(sum(max(possible, default=0) for possible in sums)),
    )


def least_given(rules: Rules, players: int) -> Number:
    """Return what every deal gives to all sides together, apart from bonuses, if every card is captured.

    What an award carries on is not given by this deal.
    """
    sides = rules.seats.sides(players)
    awards = ((sum(result.points) for result in _award_results(rules, award, sides)) for award in rules.scoring.awards)
    return exact(compute_budget(rules, players).cards + sum(min(given, default=0) for given in awards))


def _award_sums(rules: Rules, award: Award, sides: int) -> set[Number]:
    """Return what an award may give in all, over every way of sharing out the cards that it counts."""
    return {sum(result.points) + result.carry for result in _award_results(rules, award, sides)}


def _award_results(rules: Rules, award: Award, sides: int) -> Iterator[AwardResult]:
    """Return what becomes of an award, over every way of sharing out the cards that it counts, if the deal counts."""
    counted = (rules.deck & award.counts).bit_count()
    results = (give_award(award, shares, 0) for shares in _shares(counted, sides, counted))
    return (result for result in results if result is not None)


def _shares(cards: int, sides: int, most: int) -> Iterator[tuple[int, ...]]:
    """Yield the ways of sharing out `cards`, the largest share first and none above `most`."""
    if sides == 1:
        if cards <= most:
            yield (cards,)
        return
    for first in range(min(cards, most), -1, -1):
        for others in _shares(cards - first, sides - 1, first):
            yield (first, *others)
