"""One truth: what the kernel plays is what the readable engine makes of the same stock, places and plays."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from basra_rules.analysis.checking import check_everything
from basra_rules.cards import CARDS, card_set, parse_card, parse_cards
from basra_rules.engine.captures import find_captures, is_capture
from basra_rules.engine.state import Table
from basra_rules.errors import ProfileError, UsageError
from basra_rules.profile.loading import load_profile
from basra_rules.rules.compiling import compile_rules
from basra_rules.scenarios.outcome import Status
from basra_rules.simulation.agreement import MOST_LISTED, find_disagreement, make_record
from basra_rules.simulation.kernel import places
from basra_rules.simulation.kernel.captures import choose, count_captures, nth_capture
from basra_rules.simulation.tables import compile_table
from basra_rules.simulation.worktable import Way
from tests.properties.random_profiles import profile_texts
from tests.simulation.games import FASTEST, every_choice, house_rules, needs_compiler, shipped

if TYPE_CHECKING:
    from pathlib import Path

    from basra_rules.rules.model import Rules

POLICIES = (places.RANDOM, places.GREEDY)
CHOICES = list(every_choice())
NAMES = [f"{name} {options or ''}" for name, options in CHOICES]


def hold_deals(rules: Rules, deals: int, seed: int = 5, way: Way = FASTEST) -> None:
    """Let the kernel play deals, and the readable engine go over them."""
    for players in rules.seats.players:
        try:
            table = compile_table(rules, players)
        except UsageError:
            continue  # the rules refuse cards that can't be shared out
        for policy in POLICIES:
            for number in range(deals):
                record = make_record(rules, table, seed, number, policy, way)
                problem = find_disagreement(rules, table, record, policy)
                assert problem is None, f"{problem}\n{record.as_scenario(problem or '')}"


@pytest.mark.parametrize(("name", "options"), CHOICES, ids=NAMES)
def test_the_kernel_plays_every_profile_and_choice_as_the_engine_does(name: str, options: dict[str, str]) -> None:
    hold_deals(compile_rules(load_profile(name, dict(options))), deals=8 if not options else 3)


@given(text=profile_texts(), seed=st.integers(0, 2**40))
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
def test_the_kernel_plays_random_profiles_as_the_engine_does(
    text: str, seed: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("profiles") / "random.yaml"
    path.write_text(text, encoding="utf-8")
    try:
        rules = compile_rules(load_profile(path))
    except ProfileError:
        return  # two of its parts do not go together
    hold_deals(rules, deals=2, seed=seed)


HOUSES = {
    "twenty cards on the opening floor": "dealing: {floor: 20, keep_off_floor: none}",
    "a floor too large for the kernel": "dealing: {floor: 40, keep_off_floor: none}\nseats: {players: [2]}",
    "the same, and only the largest sets": "dealing: {floor: 28, keep_off_floor: none}\n"
    "capture: {groups: maximal}\nseats: {players: [2]}",
    "halves as capture values": "deck: {capture_values: {A: 0.5, J: 1.5}}\nbonuses: {basra: {points: 0.25 * sum}}",
    "every value another one": "deck: {capture_values: {2♣: 2.001, 3♦: 123456.789}}",
    "looking back": "bonuses: {basra: {when: previous.trailed and previous.floor_count < 3 and not sweep}}",
    "instead of": "bonuses: {two: {when: count == 2, points: 1, instead_of: basra}, "
    "three: {when: count >= 2, points: 3, instead_of: two}}",
    "equal groups": "bonuses: {basra: {when: equal_groups(1 < groups <= 3 and total != 7), points: 3 - count}}",
    "ways that look back": "capture: {ways: {sum: {when: not previous.trailed}, match: {when: floor.count < 4}}}",
    "more ways with conditions than the kernel has room for": "capture: {ways: {"
    + ", ".join(
        f"way{number}: {{played: 10, when: floor.count > {number}, takes: {number + 2}}}" for number in range(9)
    )
    + "}}",
    "points that compiled numbers can't hold": "bonuses: {basra: {points: 999999999 * sum * sum * count}}",
    "redeals, and one dealer": "dealing: {redeal: {J: 1, ♦: 3}, next_dealer: same, leader: dealer}",
    "an award for several, and a carry that waits": "scoring: {awards: {ten: {counts: any, at_least: 20, points: 7, "
    "if_nobody: carry}}}",
    "packets that do not divide": "dealing: {packet: 5, remainder: dealer}\nscoring: {leftover: dealer}",
}


@pytest.mark.parametrize("text", HOUSES.values(), ids=HOUSES.keys())
def test_the_kernel_plays_house_rules_as_the_engine_does(text: str, tmp_path: Path) -> None:
    hold_deals(house_rules(tmp_path, text), deals=2)


def test_piles_with_hidden_cards_and_conditions_on_the_top_agree(tmp_path: Path) -> None:
    text = "bonuses: {pisti: {when: floor.top is (J or ♠) or last_card}}\ndealing: {hidden: 2}"
    hold_deals(house_rules(tmp_path, text, "pisti"), deals=6)


@needs_compiler
@pytest.mark.parametrize("name", ["egyptian", "pisti", "pasur", "yemeni", "russian"])
def test_the_kernel_plays_the_same_deals_compiled_and_interpreted(name: str) -> None:
    rules = shipped(name)
    for players in rules.seats.players:
        table = compile_table(rules, players)
        for policy in POLICIES:
            for number in range(4):
                compiled = make_record(rules, table, 9, number, policy, Way.COMPILED)
                assert compiled == make_record(rules, table, 9, number, policy, Way.INTERPRETED)


# Floors made by hand: what a card may take, as the kernel's tables count and list it

FLOORS = (
    "",
    "A♣",
    "5♣ 5♦",
    "A♣ 2♣ 3♣ 4♣ 5♣",
    "A♣ A♦ A♥ A♠ 2♣ 2♦ 2♥ 2♠ 3♣ 3♦",
    "A♣ 2♣ 3♣ 4♣ 5♣ 6♣ 7♣ 8♣ 9♣ 10♣",
    "9♣ A♣ 9♦ A♦ 8♣ 2♣ 8♦ 2♦ 7♣ 3♣ 7♥ 3♦",
    "5♣ 5♦ 5♥ 5♠ 4♣ 4♦ 4♥ 4♠ 3♣ 3♦ 3♥ 3♠ 2♣ 2♦ 2♥ 2♠",
    "J♣ Q♣ K♣ 10♣ 6♥ 4♥ K♦ Q♦",
)


@pytest.mark.parametrize("floor", FLOORS)
@pytest.mark.parametrize(("name", "options"), [("egyptian", {}), ("egyptian", {"groups": "maximal"}), ("pasur", {})])
def test_the_kernel_sees_the_same_captures_on_floors_made_by_hand(
    name: str, options: dict[str, str], floor: str
) -> None:
    rules = compile_rules(load_profile(name, dict(options)))
    table = compile_table(rules, 2)
    cards = parse_cards(floor)
    for card in CARDS:
        if card not in cards:
            expected = find_captures(rules, Table(cards), card, cap=MOST_LISTED)
            total, sets = kernel_captures(table.words, table.work_size, int(card), card_set(cards))
            assert total == expected.total
            assert total > MOST_LISTED or set(sets) == set(expected.sets)


def kernel_captures(words: tuple[int, ...], size: int, card: int, floor: int) -> tuple[int, list[int]]:
    rules, work = list(words), [0] * size
    plan = places.PLANS + places.PLAN_SIZE * card
    must = floor & rules[plan + places.MUST]
    may = floor & rules[plan + places.MAY] & ~must
    total = count_captures(rules, work, plan, must, may)
    assert not work[places.TOO_LARGE]
    listed = range(total if total <= MOST_LISTED else 0)
    return total, [nth_capture(rules, work, plan, must, may, number) for number in listed]


def test_a_floor_too_large_for_the_tables_is_reported_and_nothing_is_written_past() -> None:
    table = compile_table(shipped("egyptian"), 2)
    work = [0] * table.work_size
    floor = card_set(card for card in CARDS if card < 4 * 9)
    plan = places.PLANS + places.PLAN_SIZE * int(parse_card("10♦"))
    work += [-7] * 100
    assert count_captures(list(table.words), work, plan, 0, floor) == 0
    assert work[places.TOO_LARGE] == 1
    assert work[table.work_size :] == [-7] * 100


@pytest.mark.parametrize("kind", ["egyptian", "pasur", "maximal", "halves", "one of a rank", "russian"])
def test_chance_takes_the_sets_by_their_numbers(kind: str, tmp_path: Path) -> None:
    made = {
        "maximal": "capture: {groups: maximal}",
        "halves": "deck: {capture_values: {A: 0.5}}",
        "one of a rank": "capture: {ways: {match: {played: numeric, takes: card.rank, how_many: one}}}",
    }
    rules = house_rules(tmp_path, made[kind]) if kind in made else shipped(kind)
    table = compile_table(rules, 2)
    words, work = list(table.words), [0] * table.work_size
    random = Random(kind)
    for _ in range(150):
        card, *floor = random.sample(range(40), random.randint(2, 15))
        plan = places.PLANS + places.PLAN_SIZE * card
        must = card_set(map(CARDS.__getitem__, floor)) & words[plan + places.MUST]
        may = card_set(map(CARDS.__getitem__, floor)) & words[plan + places.MAY] & ~must
        total = count_captures(words, work, plan, must, may)
        sets = [nth_capture(words, work, plan, must, may, number) for number in range(total)]
        for trail in range(2):
            for number in range(min(total + trail, 40)):
                chance = ((number << 32) + (1 << 31)) // (total + trail)  # the middle of what stands for this number
                taken = choose(words, work, plan, must, may, trail, chance)
                assert taken == (sets[number] if number < total else 0)


@pytest.mark.parametrize("number", range(8))
def test_a_floor_of_more_cards_than_a_table_holds_is_counted_by_value(number: int) -> None:
    rules = shipped("egyptian")
    table = compile_table(rules, 2)
    words, work = list(table.words), [0] * table.work_size
    ten = parse_card("10♦")
    cards = [CARDS[card] for card in Random(number).sample(range(4 * 9), 17 + number // 4)]
    floor, plan = card_set(cards), places.PLANS + places.PLAN_SIZE * int(ten)
    total = count_captures(words, work, plan, 0, floor)
    assert not work[places.TOO_LARGE]
    assert total == find_captures(rules, Table(tuple(cards)), ten, cap=1).total
    numbers = sorted(Random(number).sample(range(total), 40))
    sets = {nth_capture(words, work, plan, 0, floor, number) for number in numbers}
    assert len(sets) == 40
    assert all(is_capture(rules, Table(tuple(cards)), ten, captured) for captured in sets)


# A disagreement tells how to see it oneself


def test_a_record_replays_as_a_scenario_of_the_readable_engine(tmp_path: Path) -> None:
    rules = shipped("egyptian")
    record = make_record(rules, compile_table(rules, 2), 3, 1, places.RANDOM, FASTEST)
    path = tmp_path / "record.yaml"
    path.write_text("scenarios:\n" + record.as_scenario("replayed"), encoding="utf-8")
    report = check_everything("egyptian", (path,), {})
    assert [outcome.status for outcome in report.outcomes] == [Status.PASSED]


def test_a_wrong_capture_is_noticed() -> None:
    rules = shipped("egyptian")
    table = compile_table(rules, 2)
    record = make_record(rules, table, 3, 1, places.RANDOM, FASTEST)
    number, made = next((number, made) for number, made in enumerate(record.plays) if made.captured)
    wrong = (*record.plays[:number], replace(made, captured=0), *record.plays[number + 1 :])
    problem = find_disagreement(rules, table, replace(record, plays=wrong), places.RANDOM)
    assert problem is not None
    assert f"play {number + 1}" in problem
    assert "the rules refuse it" in problem


def test_wrong_points_are_noticed() -> None:
    rules = shipped("egyptian")
    table = compile_table(rules, 2)
    record = make_record(rules, table, 3, 1, places.RANDOM, FASTEST)
    problem = find_disagreement(rules, table, replace(record, points=(1, 2)), places.RANDOM)
    assert problem is not None
    assert problem.startswith("points (1, 2)")
