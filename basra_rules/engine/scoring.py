"""What a finished deal comes to: card points, bonuses and awards for each side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from basra_rules.cards import iterate
from basra_rules.engine.state import AwardResult, DealResult
from basra_rules.exact import exact
from basra_rules.profile.vocabulary import IfNobody

if TYPE_CHECKING:
    from collections.abc import Sequence

    from basra_rules.cards import CardSet
    from basra_rules.engine.state import DealState
    from basra_rules.exact import Number
    from basra_rules.rules.model import Award, Rules


@dataclass(frozen=True, slots=True)
class Tally:
    """What one side brings to the count.

    `cards` is how many cards it captured, `known` those of them that are known: all after a deal, in a
    scenario those that matter.
    """

    cards: int
    known: CardSet = 0
    bonuses: Number = 0


def score_deal(rules: Rules, state: DealState, carries: Sequence[Number]) -> DealResult:
    """Return what a finished deal comes to; `carries` has what each award is worth besides."""
    if state.void:
        return _void_result(rules, [Tally(0) for _ in state.captured], carries)
    tallies = [
        Tally(captured.bit_count(), captured, points)
        for captured, points in zip(state.captured, state.points, strict=True)
    ]
    return score_tallies(rules, tallies, carries)


def score_tallies(rules: Rules, tallies: Sequence[Tally], carries: Sequence[Number]) -> DealResult:
    """Return what a deal comes to, from what each side brings; a void deal gives nothing and leaves the carries.

    Source: S0 §6, G14, `scoring`.
    """
    awarded = [
        give_award(award, _count(rules, award, tallies), carry)
        for award, carry in zip(rules.scoring.awards, carries, strict=True)
    ]
    if None in awarded:
        return _void_result(rules, tallies, carries)
    awards = tuple(result for result in awarded if result is not None)
    cards = tuple(_card_points(rules, tally.known) for tally in tallies)
    bonuses = tuple(tally.bonuses for tally in tallies)
    points = tuple(
        exact(cards[side] + bonuses[side] + sum(award.points[side] for award in awards)) for side in range(len(tallies))
    )
    return DealResult(points, cards, bonuses, awards, tuple(award.carry for award in awards), void=False)


def _card_points(rules: Rules, cards: CardSet) -> Number:
    return exact(sum(rules.scoring.cards[card] for card in iterate(cards)))


def _count(rules: Rules, award: Award, tallies: Sequence[Tally]) -> tuple[int, ...]:
    """Return how many cards of the award's kind each side has; where every card counts, all it captured."""
    if not rules.deck & ~award.counts:
        return tuple(tally.cards for tally in tallies)
    return tuple((tally.known & award.counts).bit_count() for tally in tallies)


def give_award(award: Award, counted: tuple[int, ...], carry: Number) -> AwardResult | None:
    """Return who gets the award where each side has counted so many; None: the deal is void.

    Source: G14, `scoring.awards`.
    """
    best = max(counted)
    leaders = [side for side, count in enumerate(counted) if count == best]
    if award.at_least is None:
        winners = leaders if len(leaders) == 1 else []
    else:
        winners = [side for side, count in enumerate(counted) if count >= award.at_least]
    if winners:
        return _result(award, counted, winners, carry)
    match award.if_nobody:
        case IfNobody.EACH:
            return _result(award, counted, leaders if len(leaders) > 1 else [], carry)
        case IfNobody.CARRY:
            return AwardResult(award.name, counted, (0,) * len(counted), exact(carry + award.points))
        case IfNobody.REPLAY:
            return None
        case IfNobody.NOBODY:
            return _result(award, counted, [], carry)


def _result(award: Award, counted: tuple[int, ...], winners: Sequence[int], carry: Number) -> AwardResult:
    """Return the award given to all `winners`; what was carried waits until one side wins alone."""
    alone = len(winners) == 1
    given = exact(award.points + carry) if alone else award.points
    points = tuple(given if side in winners else 0 for side in range(len(counted)))
    return AwardResult(award.name, counted, points, 0 if alone else carry)


def _void_result(rules: Rules, tallies: Sequence[Tally], carries: Sequence[Number]) -> DealResult:
    nothing: tuple[Number, ...] = (0,) * len(tallies)
    awards = tuple(
        AwardResult(award.name, _count(rules, award, tallies), nothing, carry)
        for award, carry in zip(rules.scoring.awards, carries, strict=True)
    )
    return DealResult(nothing, nothing, nothing, awards, tuple(carries), void=True)
