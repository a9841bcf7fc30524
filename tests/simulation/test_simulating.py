"""Many deals: the same numbers whoever plays them, in whatever stretches."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from basra_rules.engine.match import add_deal, start_match
from basra_rules.engine.state import DealResult, Seat
from basra_rules.errors import UsageError
from basra_rules.profile.loading import load_profile
from basra_rules.rules.compiling import compile_rules
from basra_rules.simulation.agreement import record_deal
from basra_rules.simulation.kernel import places
from basra_rules.simulation.kernel.running import add_to_match, start_number
from basra_rules.simulation.simulating import Crew, Request, Simulator, local_crew, simulate
from basra_rules.simulation.tables import compile_table
from basra_rules.simulation.worktable import Way, Worktable
from tests.simulation.games import FASTEST, every_choice, house_rules, needs_compiler, shipped

if TYPE_CHECKING:
    from pathlib import Path

    from basra_rules.rules.model import Rules
    from basra_rules.simulation.simulating import Simulation

NEVER_SETTLED = "scoring: {awards: {majority: {at_least: 50}}}"
SHARED = "scoring: {awards: {majority: {at_least: 20}}}"


def result_of(simulation: Simulation) -> tuple[object, ...]:
    return simulation.totals, simulation.carries, simulation.checksum


@pytest.mark.parametrize(("text", "chunk"), [("", 1), ("", 7), (NEVER_SETTLED, 50), (NEVER_SETTLED, 90), (SHARED, 9)])
def test_the_result_does_not_depend_on_stretches_and_the_carry_passes_between_them(
    text: str, chunk: int, tmp_path: Path
) -> None:
    rules = house_rules(tmp_path, text)
    request = Request(2, 200, seed=3)
    whole = simulate(rules, request, Crew(chunk=200))
    assert any(whole.carries) == bool(text == NEVER_SETTLED)
    assert result_of(simulate(rules, request, Crew(chunk=chunk))) == result_of(whole)


def test_the_points_with_what_is_carried_are_those_that_the_engine_counts() -> None:
    rules = shipped("egyptian")
    table = compile_table(rules, 2)
    simulator = Simulator(rules, Request(2, 150, seed=11), Crew(chunk=10), keep_points=True)
    points = [point for chunk in simulator.advance(150) for point in chunk.points]
    carry = 0
    for number in range(150):
        record = record_deal(Worktable(table, 11, matches=False, deals=1, way=FASTEST), number, places.RANDOM, rules)
        settled = not any(record.carries)
        expected = [
            int(one) + (carry if settled and cards.bit_count() > 26 else 0)
            for one, cards in zip(record.points, record.captured, strict=True)
        ]
        assert points[2 * number : 2 * number + 2] == expected
        carry = 0 if settled else carry + 30
    assert simulator.simulation.carries == (carry,)


def test_threads_and_processes_change_nothing() -> None:
    rules = shipped("russian")
    request = Request(4, 300, seed=8)
    alone = simulate(rules, request)
    with ThreadPoolExecutor(3) as threads:
        assert result_of(simulate(rules, request, Crew(threads, 3, chunk=40))) == result_of(alone)
    with local_crew(2, Way.INTERPRETED) as crew:
        assert isinstance(crew.executor, ProcessPoolExecutor)
        assert result_of(simulate(rules, request, crew)) == result_of(alone)


@needs_compiler
@pytest.mark.parametrize(("name", "options"), list(every_choice()), ids=str)
def test_compiled_and_interpreted_give_the_same_checksums(name: str, options: dict[str, str]) -> None:
    rules = compile_rules(load_profile(name, dict(options)))
    for policy in (places.RANDOM, places.GREEDY):
        for players in rules.seats.players:
            request = Request(players, 25, seed=2, policy=policy)
            compiled, interpreted = (simulate(rules, request, way=way) for way in Way)
            assert result_of(compiled) == result_of(interpreted)


def test_a_floor_too_large_for_the_kernel_is_played_by_the_readable_engine_wherever_it_comes_up(
    tmp_path: Path,
) -> None:
    rules = house_rules(tmp_path, "dealing: {floor: 32, keep_off_floor: none}\nseats: {players: [2]}")
    request = Request(2, 8, seed=5)
    alone = simulate(rules, request)
    assert alone.deals == 8
    assert alone.totals[places.T_PLAYS] == 8 * 20
    with ThreadPoolExecutor(2) as threads:
        assert result_of(simulate(rules, request, Crew(threads, 2, chunk=3))) == result_of(alone)


def test_another_seed_deals_other_cards() -> None:
    rules = shipped("egyptian")
    assert simulate(rules, Request(2, 20, seed=1)).checksum != simulate(rules, Request(2, 20, seed=2)).checksum


def test_a_void_deal_is_dealt_again_and_counts_nothing() -> None:
    found = simulate(shipped("russian"), Request(2, 400, seed=1))
    assert found.deals == 400
    assert found.totals[places.T_VOIDS] > 0
    assert found.totals[places.T_PLAYS] == 52 * (400 + found.totals[places.T_VOIDS])
    assert sum(found.totals[places.T_POINTS : places.T_POINTS + 2]) == 299 * 400 + found.totals[-1]


def test_rules_by_which_every_deal_is_void_are_refused(tmp_path: Path) -> None:
    rules = house_rules(tmp_path, "scoring: {awards: {majority: {at_least: 52, if_nobody: replay}}}")
    with pytest.raises(UsageError, match="void 1000 times in a row"):
        simulate(rules, Request(2, 1))


def test_a_number_of_players_that_the_rules_do_not_know_is_refused() -> None:
    with pytest.raises(UsageError, match="not for 3"):
        simulate(shipped("egyptian"), Request(3, 1))


# Matches

TIES = ("tie: another_deal", "tie: draw", "tie: {extend: 20}", "tie: draw, games_to_win: 2", "games_to_win: 3")


@pytest.mark.parametrize("tie", TIES)
def test_a_match_is_counted_as_the_engine_counts_it(tie: str, tmp_path: Path) -> None:
    rules = house_rules(tmp_path, f"match: {{target: 50, {tie}}}")
    for number in range(12):
        hold_match(rules, number)


def hold_match(rules: Rules, number: int) -> None:
    """Let kernel and engine count the same scores, often equal ones, until one of them ends the match."""
    table = compile_table(rules, 2)
    words, work, totals = list(table.words), [0] * table.work_size, [0] * table.totals_size
    work[places.MATCHES], work[places.NUMBER] = 1, number
    start_number(words, work)
    match = start_match(rules, 2, Seat(number % 2))
    deals = 0
    while not match.over:
        scores = ((7 * number + 5 * deals) % 4 * 10, (3 * number + 2 * deals) % 4 * 10)
        if deals > 20:
            scores = (60, 0)
        work[places.SCORE : places.SCORE + 2] = scores
        over = add_to_match(words, work, totals)
        match = add_deal(rules, match, DealResult(scores, (0, 0), (0, 0), (), (0,), void=False))
        deals += 1
        assert over == match.over
        if not over:
            assert tuple(work[places.MATCH_SCORE : places.MATCH_SCORE + 2]) == match.scores
            assert work[places.RAISED_TARGET] == match.target
            assert work[places.DEALER] == match.dealer
    assert totals[places.T_LENGTHS] == match.deals
    assert totals[places.T_DRAWS] == (match.winner is None)
    assert match.winner is None or totals[places.T_WINS + match.winner] == 1


def test_matches_end_and_somebody_wins_them() -> None:
    found = simulate(shipped("egyptian"), Request(2, 60, seed=4, policy=places.GREEDY, matches=True), Crew(chunk=7))
    assert result_of(found) == result_of(
        simulate(shipped("egyptian"), Request(2, 60, seed=4, policy=places.GREEDY, matches=True))
    )
    assert found.totals[places.T_MATCHES] == 60
    assert sum(found.totals[places.T_WINS : places.T_WINS + 2]) == 60
    assert found.totals[places.T_LENGTHS] == found.deals


def test_a_match_that_cannot_end_is_broken_off(tmp_path: Path) -> None:
    text = (
        "dealing: {packet: 1, floor: 40, keep_off_floor: none}\n"
        "scoring: {cards: {A: 0, J: 0, 2♣: 0, 10♦: 0}, awards: {majority: {points: 0}}}\n"
        "bonuses: {basra: {points: 0}, seven_of_diamonds: {points: 0}}"
    )
    rules = house_rules(tmp_path, text)
    found = simulate(rules, Request(2, 1, matches=True))
    assert found.totals[places.T_UNFINISHED] == 1
    assert found.deals == places.MOST_MATCH_DEALS


def test_points_in_halves_are_exact() -> None:
    table = compile_table(shipped("syrian"), 2)
    assert table.scale == 1  # twice 12½ is whole
    assert Fraction(1, table.scale) == 1


def test_memory_does_not_grow_with_the_deals() -> None:
    simulator = Simulator(shipped("egyptian"), Request(2, 10_000), Crew(chunk=20))
    chunks = simulator.advance(60)
    assert next(chunks).points == ()
    assert simulator.simulation.numbers == 20
