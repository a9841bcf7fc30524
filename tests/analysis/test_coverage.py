from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from basra_rules.analysis.coverage import Count, Subject, measure
from basra_rules.analysis.coverage_report import coverage_as_json, render_coverage
from basra_rules.analysis.snippets import PASTE
from basra_rules.analysis.witnesses import body_of
from basra_rules.profile.family import read_family
from basra_rules.profile.loading import given_choices
from basra_rules.resources import profile_names
from tests.analysis.scenario_texts import ONE_SCENARIO, reference, scenario_file

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("name", profile_names())
def test_the_reference_scenarios_show_everything(name: str) -> None:
    coverage = measure(read_family(name), (), [reference(name)])
    assert [one.message for one in coverage.missing] == []
    assert coverage.total.percent == 100
    assert coverage.total.total > 15


def test_nothing_is_rounded_up() -> None:
    assert Count(199, 200).percent == 99
    assert Count(9999, 10000).percent == 99
    assert Count(200, 200).percent == 100


@pytest.mark.parametrize("name", ["egyptian", "ethiopian", "lebanese", "pasur", "russian", "yemeni"])
def test_what_is_pasted_shows_what_was_missing(name: str, tmp_path: Path) -> None:
    family = read_family(name)
    before = measure(family)
    assert before.total.seen == 0
    assert before.total.percent == 0
    found = [one.scenario for one in before.missing if one.scenario]
    assert len(found) == len(before.missing)
    after = measure(family, (), [scenario_file(tmp_path, *found)])
    assert after.scenarios == len(found)
    assert [one.message for one in after.missing] == []


def test_a_choice_that_no_scenario_runs_with_comes_with_one_in_which_it_decides() -> None:
    missing = {one.message: one.scenario or "" for one in measure(read_family("egyptian")).missing}
    assert "options: {groups: maximal}\n  floor: A♣ 2♣ 3♣\n" in missing["no scenario runs with groups=maximal"]
    assert "illegal: true" in missing["no scenario runs with groups=maximal"]
    assert "match: {deals: [[120, 0]]}" in missing["no scenario runs with target=121"]


@pytest.mark.parametrize(
    ("house", "shares"),
    [
        ("scoring: {leftover: nobody, awards: {clubs: CLUBS}}", [6, 6]),
        ("seats: {players: [3], sides: solo}\ndealing: {packet: 4}\nscoring: {awards: {clubs: CLUBS}}", [6, 6, 1]),
    ],
)
def test_an_odd_number_of_cards_is_tied_for_where_cards_are_left_or_three_share(
    tmp_path: Path, house: str, shares: list[int]
) -> None:
    clubs = "{counts: ♣, at_least: most, points: 7, if_nobody: each}"
    path = tmp_path / "teta.yaml"
    path.write_text(f"format: 1\nname: teta\nextends: egyptian\n{house.replace('CLUBS', clubs)}\n", encoding="utf-8")
    coverage = measure(read_family(path))
    assert not any("clubs" in one for one in coverage.impossible)
    missing = {one.message: one.scenario or "" for one in coverage.missing}
    told = missing["in no scenario is scoring.awards.clubs left to `if_nobody`"]
    assert [int(line.split("cards: ")[1].split(",")[0]) for line in told.splitlines() if "cards: " in line] == shares


def test_a_scenario_shows_parts_true_and_parts_false(tmp_path: Path) -> None:
    coverage = measure(read_family("egyptian"), (), [scenario_file(tmp_path, ONE_SCENARIO)])
    messages = [one.message for one in coverage.missing]
    assert "no scenario finds `sweep` in bonuses.basra.when false" in messages
    assert "no scenario finds `sweep` in bonuses.basra.when true" not in messages
    assert "in no scenario is bonuses.basra left unscored by a capture" in messages
    assert "no scenario uses capture.ways.sum" not in messages
    assert "no scenario uses capture.ways.match" in messages
    assert "no scenario runs with target=121" in messages
    assert "no scenario runs with target=101" not in messages
    assert "in no scenario is scoring.awards.majority won" in messages
    assert "no match has equal highest scores at the target" in messages


def test_what_is_missing_is_placed_and_comes_with_a_scenario(tmp_path: Path) -> None:
    coverage = measure(read_family("egyptian"), (), [scenario_file(tmp_path, ONE_SCENARIO)])
    text = render_coverage(coverage)
    assert "profiles/egyptian.yaml:37: no scenario finds `sweep` in bonuses.basra.when false" in text
    assert "    - name: " in text
    data = coverage_as_json(coverage)
    assert data["counts"]["total"]["seen"] == coverage.total.seen
    assert all(one["file"] == "profiles/egyptian.yaml" for one in data["missing"])


HOUSE = """format: 1
name: house
extends: egyptian
bonuses:
  house: {when: %s, points: 5}
"""
FORMATS = [
    "sweep and 1 < count < 3 and not (card is Q)",
    ">-\n    sweep\n    and 1 < count\n    < 3\n    and not (card is Q)",
]


def test_how_a_file_is_formatted_makes_no_difference(tmp_path: Path) -> None:
    counts = []
    for number, text in enumerate(FORMATS):
        path = tmp_path / f"house{number}.yaml"
        written = (
            HOUSE % text
            if number == 0
            else HOUSE.replace("{when: %s, points: 5}", f"\n    when: {text}\n    points: 5")
        )
        path.write_text(
            written.replace("    sweep\n", "      sweep\n")
            .replace("\n    and", "\n      and")
            .replace("\n    <", "\n      <"),
            encoding="utf-8",
        )
        coverage = measure(read_family(path), (), [reference("egyptian")])
        counts.append((coverage.counts, [one.message for one in coverage.missing]))
    assert counts[0] == counts[1]


def test_what_no_play_can_show_is_not_missing(tmp_path: Path) -> None:
    path = tmp_path / "house.yaml"
    path.write_text(HOUSE % "sweep and count >= 1", encoding="utf-8")
    coverage = measure(read_family(path), (), [reference("egyptian")])
    assert [one.message for one in coverage.missing if "count" in one.message] == []
    assert "`count >= 1` in bonuses.house.when is never false" in coverage.impossible


def test_a_bonus_that_is_off_is_not_missing() -> None:
    coverage = measure(read_family("bastra"), (), [reference("bastra")])
    assert coverage.impossible == ("bonuses.lone_jack is off: it is worth 0 under every choice",)


def test_scenarios_that_can_not_run_show_nothing(tmp_path: Path) -> None:
    impossible = ONE_SCENARIO.replace("9♥ x 4♣ 5♦", '9♥ x 4♣ 5♦", "5♦')
    assert measure(read_family("egyptian"), (), [scenario_file(tmp_path, impossible)]).scenarios == 0


def test_choices_of_the_caller_count() -> None:
    coverage = measure(read_family("egyptian"), given_choices({"target": 121}), [])
    assert "no scenario runs with target=121" in [one.message for one in coverage.missing]


def house(folder: Path, text: str, parent: str = "egyptian") -> Path:
    path = folder / "house.yaml"
    path.write_text(f"format: 1\nname: house\nextends: {parent}\n{text}\n", encoding="utf-8")
    return path


def test_whether_it_is_the_last_card_can_be_seen_both_ways(tmp_path: Path) -> None:
    path = house(tmp_path, "bonuses: {last: {when: sweep and last_card, points: 5}}")
    family = read_family(path)
    found = {one.message: one.scenario or "" for one in measure(family).missing}
    shown = found["no scenario finds `last_card` in bonuses.last.when true"]
    assert "  last_card: true" in shown.splitlines()
    other = found["no scenario finds `last_card` in bonuses.last.when false"]
    after = measure(family, (), [scenario_file(tmp_path, shown, other)])
    assert not [one.message for one in after.missing if "last_card" in one.message]


IDLE_WAYS = {
    "no_card": (
        "deck: {without: 2}\ncapture: {ways: {twos: {played: 2, takes: K}}}",
        "capture.ways.twos never applies: no card of the deck is `2`",
    ),
    "nothing_in_the_deck": (
        "deck: {without: 2}\ncapture: {ways: {twos: {played: K, takes: 2}}}",
        "capture.ways.twos never applies: the deck has nothing for it to take",
    ),
    "nothing_under_its_condition": (
        "capture: {ways: {twos: {played: K, when: floor.count == 0, takes: 2}}}",
        "capture.ways.twos never applies: where `floor.count == 0` holds, there is nothing for it to take",
    ),
}


@pytest.mark.parametrize("name", IDLE_WAYS)
def test_a_way_that_is_never_used_says_why(name: str, tmp_path: Path) -> None:
    text, said = IDLE_WAYS[name]
    assert said in measure(read_family(house(tmp_path, text)), (), [reference("egyptian")]).impossible


def test_a_way_that_nothing_else_reads_is_found_on_a_floor_of_its_own(tmp_path: Path) -> None:
    text = """capture: {ways: {three: {played: 9, groups_of: 30, smallest: 4}}}
remove: [bonuses.seven_of_diamonds, bonuses.lone_jack, options.lone_jack]"""
    family = read_family(house(tmp_path, text))
    coverage = measure(family)
    shown = next(one.scenario or "" for one in coverage.missing if one.key == "capture.ways.three")
    after = measure(family, (), [scenario_file(tmp_path, shown)])
    assert "no scenario uses capture.ways.three" not in {one.message for one in after.missing}


def test_a_way_that_a_choice_gives_something_to_take_is_shown_under_that_choice(tmp_path: Path) -> None:
    text = """capture: {ways: {face: {played: K, takes: none}}}
options:
  face: {about: what a king takes besides, sets: capture.ways.face.takes, choices: [none, A]}"""
    missing = measure(read_family(house(tmp_path, text))).missing
    shown = next(one.scenario or "" for one in missing if one.key == "capture.ways.face")
    assert "  options: {face: A}" in shown.splitlines()


def test_lines_of_the_report_are_no_longer_than_the_terminal(tmp_path: Path) -> None:
    coverage = measure(read_family("lebanese"), (), [scenario_file(tmp_path, ONE_SCENARIO)])
    assert max(map(len, render_coverage(coverage).splitlines())) > 100
    assert max(map(len, render_coverage(coverage, 80).splitlines())) <= 80


HARD = {
    "a_capture_after_a_trail": "bonuses: {z: {when: card is 2 and count == 3 and previous.trailed, points: 2}}",
    "on_a_large_floor": (
        "bonuses: {z: {when: card is Q and count == 1 and any floor is 9 and previous.trailed and floor.count == 6, "
        "points: 3}}"
    ),
    "a_part_that_the_card_settles": "bonuses: {z: {when: card is A and count >= 5, points: 4}}",
    "an_award_of_an_odd_number": (
        "scoring: {awards: {diamonds: {counts: ♦, at_least: most, points: 5, if_nobody: nobody}}}"
    ),
    "a_bonus_of_an_option": (
        "options: {o: {about: whether z counts, choices: {no_z: {}, z: "
        "{bonuses: {z: {when: card is 2 and count == 3 and previous.trailed, points: 2}}}}}}"
    ),
}


@pytest.mark.parametrize("name", [*HARD, "pisti", "russian", "syrian-homsi"])
def test_what_there_is_to_see_does_not_hang_on_the_scenarios(name: str, tmp_path: Path) -> None:
    family = read_family(house(tmp_path, HARD[name]) if name in HARD else name)
    shown = [reference("egyptian" if name in HARD else name)]
    bare, own = measure(family), measure(family, (), shown)
    pasted = measure(family, (), [scenario_file(tmp_path, *(one.scenario for one in bare.missing if one.scenario))])
    totals = [{subject: count.total for subject, count in one.counts.items()} for one in (bare, own, pasted)]
    assert totals[0] == totals[1] == totals[2]
    assert {one.message for one in pasted.missing} == {one.message for one in bare.missing if not one.scenario}


@pytest.mark.parametrize("name", ["a_capture_after_a_trail", "on_a_large_floor"])
def test_a_bonus_that_is_hard_to_score_is_missing_with_a_play_that_scores_it(name: str, tmp_path: Path) -> None:
    coverage = measure(read_family(house(tmp_path, HARD[name])), (), [reference("egyptian")])
    missing = {one.message: one.scenario or "" for one in coverage.missing}
    assert "bonuses: [z]" in missing["in no scenario is bonuses.z scored"]
    assert not any("bonuses.z" in one for one in coverage.impossible)


def test_what_is_neither_found_nor_refuted_is_missing(tmp_path: Path) -> None:
    text = "bonuses: {z: {when: card is 2 and equal_groups(groups >= 14 and total == 2), points: 4}}"
    coverage = measure(read_family(house(tmp_path, text)), (), [reference("egyptian")])
    part = "`equal_groups(groups >= 14 and total == 2)` in bonuses.z.when"
    undecided = [one for one in coverage.missing if one.message.startswith(f"no scenario finds {part} true; ")]
    assert [one.scenario for one in undecided] == [None]
    assert undecided[0].message.endswith("no play was found in which it is, and it is not proved that there is none")
    assert coverage.total.percent < 100


def test_arithmetic_of_counts_proves_what_can_not_be(tmp_path: Path) -> None:
    text = """capture: {ways: {sneak: {played: 9, takes: 8,
  when: previous.trailed and previous.floor_count == 0 and floor.count == 2}}}"""
    coverage = measure(read_family(house(tmp_path, text)), (), [reference("egyptian")])
    condition = "`previous.trailed and previous.floor_count == 0 and floor.count == 2`"
    assert f"{condition} in capture.ways.sneak.when is never true" in coverage.impossible
    assert any(one.startswith("capture.ways.sneak never applies") for one in coverage.impossible)
    assert not any(one.message.startswith(f"no scenario finds {condition}") for one in coverage.missing)


def test_an_award_is_not_shown_by_a_count_that_leaves_its_cards_aside(tmp_path: Path) -> None:
    family = read_family(house(tmp_path, HARD["an_award_of_an_odd_number"]))
    aside = "- {name: the majority, score: {sides: [{cards: 27}, {cards: 25}]}, expect: {points: [30, 0]}}"
    messages = [one.message for one in measure(family, (), [scenario_file(tmp_path, aside)]).missing]
    assert "in no scenario is scoring.awards.diamonds left to `if_nobody`" in messages
    assert "in no scenario is scoring.awards.majority won" not in messages


def test_a_way_is_shown_on_the_smallest_floor(tmp_path: Path) -> None:
    missing = measure(read_family(house(tmp_path, "match: {games_to_win: 2}"))).missing
    shown = {one.key: one.scenario or "" for one in missing if one.subject is Subject.WAY}
    assert '  floor: A♣ A♦\n  plays: ["2♣ x A♣ A♦"]' in shown["capture.ways.sum"]
    floors = [line for one in missing for line in (one.scenario or "").splitlines() if line.startswith("  floor:")]
    assert max(len(line.split()) for line in floors) <= 4


def test_a_part_is_shown_by_the_smallest_play_of_any_card(tmp_path: Path) -> None:
    text = "bonuses: {first: {when: card is 10♣ and sum > 40, points: 4}}"
    missing = {one.message: one.scenario or "" for one in measure(read_family(house(tmp_path, text))).missing}
    shown = missing["no scenario finds `sum > 40` in bonuses.first.when true"]
    floor = next(line for line in shown.splitlines() if line.startswith("  floor:"))
    assert len(floor.split()) == 1 + 5


def test_a_scenario_is_printed_once_below_all_that_it_shows() -> None:
    coverage = measure(read_family("egyptian"))
    lines = render_coverage(coverage).splitlines()
    assert lines[0] == PASTE
    bodies = {body_of(one.scenario or "") for one in coverage.missing}
    assert sum(line.startswith("    - name:") for line in lines) == len(bodies) < len(coverage.missing)
    assert all(sum(one.message in line for line in lines) >= 1 for one in coverage.missing)
    assert len(coverage_as_json(coverage)["missing"]) == len(coverage.missing)


def test_what_is_printed_in_a_narrow_terminal_can_be_pasted(tmp_path: Path) -> None:
    family = read_family("lebanese")
    text = render_coverage(measure(family), 60)
    assert max(map(len, text.splitlines())) <= 60
    scenarios = [
        "- name:" + block.partition("    - name:")[2] for block in text.split("\n\n") if "    - name:" in block
    ]
    assert scenarios
    written = scenario_file(tmp_path, *(one.replace("\n    ", "\n") for one in scenarios))
    assert [one.message for one in measure(family, (), [written]).missing] == []


def test_nothing_is_to_be_pasted_where_nothing_is_missing() -> None:
    assert PASTE not in render_coverage(measure(read_family("pisti"), (), [reference("pisti")]))
