"""What is made of the totals."""

from __future__ import annotations

from collections import Counter
from math import isclose
from statistics import mean, stdev
from typing import TYPE_CHECKING

import pytest

from basra_rules.cli.histograms import histogram
from basra_rules.errors import UsageError
from basra_rules.simulation.agreement import find_disagreement, record_deal
from basra_rules.simulation.comparing import Comparison
from basra_rules.simulation.kernel import places
from basra_rules.simulation.simulating import Crew, Request, Simulator, simulate
from basra_rules.simulation.statistics import Bin, estimate, share_of, summarise
from basra_rules.simulation.student import reach_95
from basra_rules.simulation.tables import compile_table
from basra_rules.simulation.worktable import Way, Worktable
from tests.simulation.games import FASTEST, house_rules, shipped

if TYPE_CHECKING:
    from pathlib import Path


def known(number: float | None) -> float:
    assert number is not None
    return number


def test_an_estimate_is_the_mean_with_the_spread_of_the_sample() -> None:
    sample = [3.0, 5.0, 10.0, 2.0]
    found = estimate(sum(sample), sum(one * one for one in sample), 4)
    assert isclose(found.mean, mean(sample))
    assert isclose(known(found.spread), stdev(sample))
    assert isclose(known(found.half_width), 3.182446 * stdev(sample) / 2, rel_tol=1e-6)
    assert estimate(0, 0, 0).mean == 0


def test_one_deal_has_no_interval() -> None:
    found = estimate(7, 49, 1)
    assert (found.mean, found.spread, found.half_width) == (7, None, None)


@pytest.mark.parametrize(
    ("freedom", "reach"),
    [(1, 12.7062), (2, 4.3027), (5, 2.5706), (10, 2.2281), (30, 2.0423), (100, 1.984), (200, 1.9719)],
)
def test_intervals_of_few_deals_reach_as_far_as_the_printed_tables_say(freedom: int, reach: float) -> None:
    assert isclose(reach_95(freedom), reach, abs_tol=0.00006)


def test_the_interval_of_a_share_says_something_of_what_never_happened() -> None:
    share = share_of(5, 100)
    assert share.value == 0.05
    assert isclose(share.low, 0.0215, abs_tol=0.0005)
    assert isclose(share.high, 0.1118, abs_tol=0.0005)
    assert share_of(0, 10).low == 0.0
    assert share_of(0, 10).high > 0.2
    assert share_of(0, 0).high == 1.0


def test_a_summary_agrees_with_the_points_of_every_deal() -> None:
    simulator = Simulator(shipped("egyptian"), Request(2, 120), Crew(chunk=50), keep_points=True)
    points = [point for chunk in simulator.advance(120) for point in chunk.points]
    found = summarise(simulator.simulation)
    for side, one in enumerate(found.points):
        own = points[side::2]
        assert isclose(one.mean, mean(own))
        assert isclose(known(one.spread), stdev(own))
    # the seat after the dealer leads, and the first dealer sits at 0
    leads = [points[2 * deal + (deal + 1) % 2] - points[2 * deal + deal % 2] for deal in range(120)]
    assert isclose(found.lead.mean, mean(leads))
    assert isclose(known(found.lead.spread), stdev(leads))
    assert found.ties.value == sum(points[at] == points[at + 1] for at in range(0, 240, 2)) / 120
    assert isclose(sum(source.points for source in found.sources), sum(one.mean for one in found.points))
    assert isclose(sum(source.share or 0 for source in found.sources), 1)
    assert {one.low: one.times for one in found.histogram} == Counter(points)
    assert isclose(sum(found.cards), 52)
    assert found.matches is None


def test_a_bonus_is_counted_as_often_as_it_scores() -> None:
    found = summarise(simulate(shipped("egyptian"), Request(2, 200)))
    basra = next(source for source in found.sources if source.name == "basra")
    assert basra.times is not None
    assert isclose(basra.points, 10 * basra.times)


def test_fractions_of_points_are_counted_exactly(tmp_path: Path) -> None:
    rules = house_rules(tmp_path, "scoring: {cards: {A: 0.25}, awards: {majority: {points: 0.5, if_nobody: nobody}}}")
    found = summarise(simulate(rules, Request(2, 50)))
    assert next(source.points for source in found.sources if source.name == "cards") == 13 - 3


def test_matches_are_summarised() -> None:
    found = summarise(simulate(shipped("egyptian"), Request(2, 40, matches=True, policy=places.GREEDY))).matches
    assert found is not None
    assert found.wins is not None
    assert found.length is not None
    assert isclose(sum(one.value for one in found.wins), 1)
    assert sum(one.times for one in found.lengths) == 40
    assert isclose(found.length.mean, sum((one.low or 0) * one.times for one in found.lengths) / 40)


def test_matches_that_are_all_broken_off_have_no_means(tmp_path: Path) -> None:
    rules = house_rules(tmp_path, "match: {target: 1000000}")
    found = summarise(simulate(rules, Request(2, 1, matches=True), way=FASTEST)).matches
    assert found is not None
    assert (found.unfinished, found.limit) == (1, 1000)
    assert (found.wins, found.leader_wins, found.length) == (None, None, None)


def test_a_comparison_of_rules_with_themselves_finds_nothing() -> None:
    comparison = Comparison(shipped("egyptian"), shipped("egyptian"), Request(2, 60), Crew(chunk=25))
    assert sum(comparison.advance(60)) == 60
    found = comparison.difference()
    assert [one.mean for one in found.points] == [0, 0]
    assert (found.together.mean, found.gap.mean, found.changed.value) == (0, 0, 0)


def test_a_comparison_pairs_the_same_deals(tmp_path: Path) -> None:
    other = house_rules(tmp_path, "scoring: {cards: {A: 1.5}}")
    comparison = Comparison(shipped("egyptian"), other, Request(2, 90), Crew(chunk=40))
    for _ in comparison.advance(90):
        pass
    found = comparison.difference()
    assert isclose(sum(one.mean for one in found.points), 2)  # half a point for each of four aces
    assert all(known(one.spread) < 1 for one in found.points)  # far less than points spread themselves
    assert isclose(found.together.mean, 2)
    assert isclose(found.gap.mean, 1)
    assert found.changed.value == 1


@pytest.mark.parametrize("way", [Way.INTERPRETED, FASTEST])
def test_rules_with_different_decks_play_with_the_same_cards(way: Way) -> None:
    small, large = shipped("palestinian"), shipped("jordanian-court")
    found = []
    for rules in (small, large):
        worktable = Worktable(compile_table(rules, 2, large.deck), 7, matches=False, deals=1, way=way)
        found.append([record_deal(worktable, number, places.RANDOM, rules) for number in range(6)])
    for one, other in zip(*found, strict=True):
        assert one.stock == tuple(card for card in other.stock if small.deck >> card & 1)
        assert find_disagreement(small, compile_table(small, 2), one, places.RANDOM) is None


def test_what_is_played_by_other_sides_cannot_be_compared(tmp_path: Path) -> None:
    other = house_rules(tmp_path, "seats: {sides: solo}")
    with pytest.raises(UsageError, match="2 sides play by one, 4 by the other"):
        Comparison(shipped("egyptian"), other, Request(4, 1), Crew())


@pytest.mark.parametrize("points", [1_000_000, -1_000_000])
def test_points_far_out_are_counted_near_their_place(tmp_path: Path, points: int) -> None:
    rules = house_rules(tmp_path, f"bonuses: {{basra: {{points: {points}}}}}")
    simulator = Simulator(rules, Request(2, 300), keep_points=True)
    scores = [score for chunk in simulator.advance(300) for score in chunk.points]
    bins = summarise(simulator.simulation).histogram
    for one in bins:
        assert one.low is not None
        assert one.high is not None
        assert one.times == sum(one.low <= score <= one.high for score in scores)
        assert one.high - one.low <= max(abs(one.low), abs(one.high)) / 8
    assert sum(one.times for one in bins) == 600


def test_an_open_end_of_a_histogram_says_so() -> None:
    lines = histogram([Bin(None, -9, 1), Bin(0, 0, 3), Bin(7, None, 1)], 80)
    assert [line.split("█")[0].split("▏")[0].strip() for line in lines] == ["fewer than 0", "0", "7 and more"]


def test_finely_divided_points_are_still_compiled(tmp_path: Path) -> None:
    rules = house_rules(tmp_path, "scoring: {cards: {A: 0.125, J: 0.001}}\nmatch: {target: 0.001}")
    assert compile_table(rules, 2).fits


def test_there_are_no_shares_where_points_are_taken_away(tmp_path: Path) -> None:
    found = summarise(simulate(house_rules(tmp_path, "scoring: {cards: {K: -20}}"), Request(2, 20)))
    assert {source.share for source in found.sources} == {None}


def bins_of(*times: int) -> list[Bin]:
    return [Bin(value, value, number) for value, number in enumerate(times) if number]


def test_a_histogram_has_a_bar_for_each_range() -> None:
    lines = histogram([Bin(0, 0, 4), Bin(1, 1, 8)], 80)
    assert [line.split() for line in lines] == [["0", "█" * 20, "33.3", "%"], ["1", "█" * 40, "66.7", "%"]]
    assert len(histogram(bins_of(*[1] * 500), 80)) == 12
    assert histogram([], 80) == ["  none"]


def test_a_histogram_gives_few_rows_to_few_deals_far_out() -> None:
    lines = histogram([*bins_of(*[1000] * 24), Bin(10_000, 10_100, 1)], 80)
    assert lines[-1].split()[:3] == ["10,000", "and", "more"]
    assert len(lines) == 13
    lines = histogram([Bin(0, 0, 9), Bin(5000, 5000, 1)], 60)
    assert len(lines) == 3
    assert all(len(line) <= 60 for line in lines)
