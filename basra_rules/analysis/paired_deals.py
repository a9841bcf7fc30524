"""The same deals under two rule sets: how often they are scored differently, and by how much.

The policy is random: a card of the hand, then one of its distinct legal outcomes, each as likely as any other.
Both deals of a pair have the same stock, the same places of buried cards and, turn by turn, the same random
numbers; so they part only where the rules do, and far fewer deals are needed than with separate ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from random import Random
from typing import TYPE_CHECKING

from basra_rules.analysis.score_parting import common_players
from basra_rules.cards import cards_of
from basra_rules.engine.captures import find_captures, nth_capture
from basra_rules.engine.deal import play, start_deal, table_of
from basra_rules.engine.legality import may_trail
from basra_rules.engine.scoring import score_deal
from basra_rules.engine.state import Action, Dealt, Seat
from basra_rules.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from basra_rules.cards import Card
    from basra_rules.engine.state import DealState, Table
    from basra_rules.exact import Number
    from basra_rules.rules.model import Rules

POLICY = "random"
_Z = 1.959964  # two-sided 95 %


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate with its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class PairedDeals:
    """What so many pairs of deals show.

    `share`: how many of the deals are scored differently for some side, from 0 to 1.  `points`: how many
    points more all sides together have under the first rules, a deal.  `gap`: the difference of one side's
    points between the two, in either direction, on average.
    """

    deals: int
    players: int
    policy: str
    seed: int
    share: Interval
    points: Interval
    gap: Interval


def play_pairs(one: Rules, other: Rules, deals: int, seed: int) -> PairedDeals:
    """Return what pairs of deals under two rule sets show.

    Raises:
        UsageError: no number of players suits both rule sets.
    """
    players = common_players(one, other)
    if players is None:
        raise UsageError("no number of players suits both, so no deals can be compared")
    different = 0
    more: list[float] = []
    gaps: list[float] = []
    for number in range(deals):
        results = [_deal(rules, players, Random(f"{seed} {number}")) for rules in (one, other)]
        different += results[0] != results[1]
        more.append(float(sum(results[0]) - sum(results[1])))
        apart = [abs(a - b) for a, b in zip(*results, strict=True)]
        gaps.append(float(Fraction(sum(apart)) / len(apart)))
    return PairedDeals(deals, players, POLICY, seed, share_of(different, deals), mean_of(more), mean_of(gaps))


def _deal(rules: Rules, players: int, chance: Random) -> tuple[Number, ...]:
    """Return the points of one deal, by side; a void deal gives none."""
    # the whole deck is shuffled, and cards that these rules play without left out of it
    stock = tuple(card for card in _shuffled(chance) if rules.deck >> card & 1)
    buried = [chance.random() for _ in range(len(stock))]
    dealer = Seat(chance.randrange(players))
    state = _start(rules, players, dealer, stock, buried)
    while not state.over:
        state = play(rules, state, _choose(rules, state, chance.random(), chance.random())).state
    return score_deal(rules, state, tuple(0 for _ in rules.scoring.awards)).points


def _shuffled(chance: Random) -> Sequence[Card]:
    cards = list(cards_of((1 << 52) - 1))
    chance.shuffle(cards)
    return cards


def _start(rules: Rules, players: int, dealer: Seat, stock: tuple[Card, ...], buried: Sequence[float]) -> DealState:
    step = start_deal(rules, players, dealer, stock)
    kept_off = sum(len(event.kept_off) for event in step.events if isinstance(event, Dealt))
    if not kept_off:
        return step.state
    left = len(step.state.stock) - kept_off
    places = [1 + int(buried[number] * (left + number)) if left + number else 0 for number in range(kept_off)]
    return start_deal(rules, players, dealer, stock, places).state


def _choose(rules: Rules, state: DealState, which_card: float, which_outcome: float) -> Action:
    table = table_of(state)
    counts = [(card, _count(rules, table, card)) for card in cards_of(state.hands[state.turn])]
    playable = [pair for pair in counts if pair[1]]
    card, outcomes = playable[int(which_card * len(playable))]
    number = int(which_outcome * outcomes)
    trails = may_trail(rules, table, card)
    if trails and number == 0:
        return Action(card)
    return Action(card, nth_capture(rules, table, card, number - trails))


def _count(rules: Rules, table: Table, card: Card) -> int:
    return find_captures(rules, table, card, cap=1).total + may_trail(rules, table, card)


# Estimates


def share_of(number: int, of: int) -> Interval:
    """Return a share with Wilson's interval."""
    if not of:
        return Interval(0.0, 0.0, 1.0)
    share = number / of
    scale = 1 + _Z**2 / of
    middle = (share + _Z**2 / (2 * of)) / scale
    half = _Z * sqrt(share * (1 - share) / of + _Z**2 / (4 * of**2)) / scale
    return Interval(share, max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half)))


def mean_of(values: Sequence[float]) -> Interval:
    """Return a mean with its interval by the normal distribution."""
    number = len(values)
    if not number:
        return Interval(0.0, 0.0, 0.0)
    mean = sum(values) / number
    variance = sum((value - mean) ** 2 for value in values) / max(number - 1, 1)
    half = _Z * sqrt(variance / number)
    return Interval(mean, mean - half, mean + half)
