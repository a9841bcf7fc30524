"""Intervals of means of what is 0 most of the time."""

from __future__ import annotations

from math import isclose, sqrt
from random import Random
from statistics import mean, stdev
from typing import TYPE_CHECKING

import pytest

from basra_rules.simulation.kernel import places
from basra_rules.simulation.mean_intervals import Mean, Moments, mean_of
from basra_rules.simulation.simulating import Request
from basra_rules.simulation.single_deals import SingleDeals
from basra_rules.simulation.statistics import share_of
from basra_rules.simulation.student import reach_95
from tests.simulation.games import FASTEST, shipped

if TYPE_CHECKING:
    from collections.abc import Sequence


def found_in(numbers: Sequence[int], scale: int = 1) -> Mean:
    above, below = Moments(), Moments()
    for number in numbers:
        (above if number > 0 else below).add(abs(number))
    return mean_of(above, below, len(numbers), scale)


def known(number: float | None) -> float:
    assert number is not None
    return number


def test_nothing_but_0_leaves_open_how_large_a_number_may_be() -> None:
    assert found_in([0] * 5000) == Mean(0.0, None, None)
    assert found_in([10]) == Mean(10.0, None, None)


def test_many_events_have_the_usual_interval() -> None:
    chance = Random(1)
    numbers = [chance.choice((-30, -10, 0, 20, 25)) for _ in range(4000)]
    found = found_in(numbers, scale=2)
    half = reach_95(3999) * stdev(numbers) / sqrt(4000) / 2
    assert isclose(found.value, mean(numbers) / 2)
    assert isclose(found.value - known(found.low), half, rel_tol=0.02)
    assert isclose(known(found.high) - found.value, half, rel_tol=0.02)


def test_events_of_one_size_have_the_interval_of_their_share() -> None:
    found, share = found_in([10] * 3 + [0] * 1997), share_of(3, 2000)
    assert isclose(known(found.low), 10 * share.low, rel_tol=0.01)
    assert isclose(known(found.high), 10 * share.high, rel_tol=0.01)


def test_a_difference_turned_round_has_its_interval_turned_round() -> None:
    chance = Random(2)
    numbers = [chance.choice((0, 0, 0, 0, 5, 10, -30)) for _ in range(300)]
    here, there = found_in(numbers), found_in([-one for one in numbers])
    assert isclose(known(here.low), -known(there.high))
    assert isclose(known(here.high), -known(there.low))


@pytest.mark.parametrize(
    ("events", "share"),
    [((10,), 0.01), ((10, 20, 30), 0.02), ((10, -10), 0.04), ((30, -5, -5), 0.03), ((10, -20), 1.0), ((7,), 0.5)],
)
def test_about_95_of_100_intervals_hold_the_mean(events: Sequence[int], share: float) -> None:
    chance = Random(3)
    times, count = 500, 600
    held = 0
    for _ in range(times):
        found = found_in([chance.choice(events) if chance.random() < share else 0 for _ in range(count)])
        held += found.low is None or found.low <= share * mean(events) <= known(found.high)
    assert 0.925 < held / times < 0.985


def test_single_deals_carry_nothing_from_one_to_the_next() -> None:
    request = Request(2, 150, 1, places.RANDOM)
    deals = SingleDeals(shipped("egyptian"), request, FASTEST)
    played = [deals.play(number) for number in range(150)]
    assert [deals.play(number) for number in reversed(range(150))] == played[::-1]
    assert {carried for _, carried in played} == {0, 30 * deals.scale}
