"""What findings say: where to look, and what to do."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from basra_rules.analysis.linting import lint_profile
from basra_rules.profile.family import read_family
from basra_rules.profile.loading import given_choices, resolve_profile

if TYPE_CHECKING:
    from basra_rules.errors import Diagnostic

OPTION = "options: {target: {about: how long, sets: match.target, choices: [5, 101]}}"
AT_ONCE = f"{OPTION}\nseats: {{players: [2, 3]}}\nscoring: {{awards: {{majority: {{points: 16, if_nobody: each}}}}}}"


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def find(code: str, said: str, parent: str = "egyptian") -> list[Diagnostic]:
    """Return the findings of a code about a house that says this."""
    family = read_family(write("house", said, parent))
    return [one for one in lint_profile(resolve_profile(family), family) if one.code == code]


def write(name: str, said: str, parent: str = "egyptian") -> Path:
    path = Path(f"{name}.yaml")
    path.write_text(f"format: 1\nname: {name}\nextends: {parent}\n{said}\n", encoding="utf-8")
    return path


def test_a_target_that_the_file_chooses_is_told_with_its_line() -> None:
    (own,) = find("target-reached-at-once", f"{AT_ONCE}\nchoose:\n  target: 5")
    assert own.notes[0] == "chosen at house.yaml:8: `choose: {target: 5}`"
    write("above", AT_ONCE)
    (inherited,) = find("target-reached-at-once", "choose:\n  target: 5", "./above.yaml")
    assert inherited.span is not None
    assert inherited.span.source.name == "above.yaml"
    assert "chosen at house.yaml:5: `choose: {target: 5}`" in inherited.notes


def test_a_target_that_the_file_writes_is_chosen_nowhere() -> None:
    (found,) = find("target-reached-at-once", "match: {target: 1}")
    assert not [note for note in found.notes if "chosen" in note]


def test_points_that_no_decimal_writes_are_told_by_what_they_exceed() -> None:
    (found,) = find("target-reached-at-once", f"{AT_ONCE}\nchoose: {{target: 5}}")
    halves, thirds = found.notes[1:]
    assert halves.endswith("29 points to 2 sides, so one of them has 14½ or more")
    assert thirds.endswith("29 points to 3 sides, so one of them has more than 9")


def test_a_file_whose_bonus_is_worth_nothing_is_told_so_where_it_stands() -> None:
    table = "deck: {tables: {w: {J: 3, Q: 3, K: 3}}}"
    bonus = "bonuses: {t: {when: card is (J or Q or K) and sweep, points: card.w - 3}}"
    (found,) = find("changes-nothing", f"{table}\n{bonus}")
    assert found.span is not None
    assert (found.span.text, found.span.line) == ("t", 5)
    assert found.notes[0].endswith("for it: `deck.tables`, `bonuses.t`")
    assert found.notes[1].startswith("`bonuses.t` gives 0 points")


def test_a_file_that_says_nothing_of_the_rules_is_pointed_at_by_its_parent() -> None:
    (found,) = find("changes-nothing", "title: House")
    assert found.span is not None
    assert (found.span.text, found.notes) == ("egyptian", ("every rule is the same, and so are the options",))


@pytest.mark.parametrize(
    "said",
    ["match: {target: 101}", "choose: {target: 101}", "bonuses: {basra: {when: card is not (7♦ or J) and sweep}}"],
)
def test_what_is_said_already_may_be_deleted(said: str) -> None:
    (found,) = find("override-equal", said)
    assert found.label.endswith("it may be deleted")


NEVER = "bonuses: {{x: {{when: {}, points: 3}}}}"


@pytest.mark.parametrize(
    ("parent", "condition"),
    [
        ("egyptian", "previous.trailed and previous.floor_count == 0 and floor.count == 2 and card is A"),
        ("pisti", "previous.trailed and previous.floor_count > floor.count"),
        ("pisti", "not previous.trailed and previous.floor_count == 3 and card is A"),  # a capture leaves nothing
        ("egyptian", "sweep and floor.count > count"),
        ("egyptian", "count > floor.count and card is 10"),
        ("egyptian", "floor.sum > 200 and floor.numeric and card is K"),
    ],
)
def test_what_counts_and_history_exclude_never_holds(parent: str, condition: str) -> None:
    (found,) = find("never-holds", NEVER.format(condition), parent)
    assert found.label == "no play makes this true"


@pytest.mark.parametrize(
    "condition",
    [
        "previous.trailed and previous.floor_count == 1 and floor.count == 2 and card is A",
        "not previous.trailed and previous.floor_count == 3 and card is A",  # the floor keeps what is not taken
        "card is 2 and count == 3 and previous.trailed",
        "sweep and floor.count == count and count > 2",
    ],
)
def test_what_may_come_about_is_not_said_never_to_hold(condition: str) -> None:
    assert find("never-holds", NEVER.format(condition)) == []


def test_the_parts_that_clash_are_named() -> None:
    (found,) = find("never-holds", NEVER.format("sweep and card is 10 and any captured is 10 and sum == 9"))
    assert found.notes[0] == "`card is 10` and `sum == 9` are never true together"


def test_parts_that_may_not_be_left_out_together_say_so() -> None:
    condition = "sweep and count == 1 and card is not J and previous.trailed and previous.floor_count == 0"
    found = find("part-decides-nothing", NEVER.format(condition), "pisti")
    assert len(found) > 1
    assert all("leave out one, and check again" in one.notes[0] for one in found)


@pytest.mark.parametrize(
    ("inside", "idle"),
    [
        ("groups >= 1 or total <= 12", ["`total <= 12`"]),
        ("groups >= 1 and total <= 12", ["`groups >= 1`"]),
        ("groups >= 2 and total <= 12", []),
    ],
)
def test_a_part_inside_equal_groups_is_asked_for_too(inside: str, idle: list[str]) -> None:
    found = find("part-decides-nothing", NEVER.format(f"card is 7♦ and equal_groups({inside})"))
    assert [one.message.split(" decides")[0] for one in found] == idle


def test_a_bonus_covered_by_what_the_file_itself_chooses_is_found() -> None:
    jacks = "bonuses: {jacks: {when: card is J and all captured is J, points: 20}}"
    (found,) = find("always-covered", f"{jacks}\nchoose: {{lone_jack: triple}}")
    assert "`lone_jack` never scores alone" in found.message
    assert find("always-covered", jacks) == []  # without the choice a lone jack scores nothing else


def test_an_award_that_is_switched_off_is_not_to_be_deleted() -> None:
    assert find("rule-without-effect", "scoring: {awards: {majority: {points: 0}}}", "pisti") == []
    assert find("rule-without-effect", "dealing: {keep_off_floor: {top: none}}", "pisti") == []


def test_what_never_scores_is_not_reported_again_for_what_it_replaces() -> None:
    changes = "bonuses: {x: {when: card is 10 and any captured is 10 and sum == 9, points: 3, instead_of: basra}}"
    assert find("rule-without-effect", changes) == []


def test_what_is_offered_for_another_value_exists() -> None:
    changes = "seats: {players: [3], sides: solo}\nremove: [options.sides]"
    (found,) = find("override-equal", changes, "yemeni")
    assert not any("choose:" in note for note in found.notes)


def test_who_gets_the_rest_makes_no_difference_where_there_is_none() -> None:
    option = "options: {last: {about: who gets them, sets: dealing.remainder, choices: [last_capturer, dealer]}}"
    assert [one.span and one.span.text for one in find("option-without-effect", option)] == ["last"]


def test_packets_that_come_out_even_are_named() -> None:
    (found,) = find("packet-does-not-divide", "dealing: {packet: 5}\nseats: {players: [2, 4]}")
    assert found.notes[-1] == "packets of `1`, `2`, `3`, `4`, `6` or `12` come out even"
    (found,) = find("packet-does-not-divide", "deck: {without: 2♠}\nseats: {players: [3]}")
    assert found.notes[-1] == "a deck of `40` or `52` cards would come out even"


def test_packets_that_fail_for_more_players_than_the_parent_s_are_the_file_s_own() -> None:
    (found,) = find("packet-does-not-divide", "deck: {without: K or Q or 2}", "palestinian")
    assert any("with 2 players" in note for note in found.notes)


def test_a_caller_s_choice_does_not_change_what_the_file_says() -> None:
    family = read_family(write("house", "match: {target: 151}"))
    profile = resolve_profile(family, given_choices({"target": 101}))
    assert lint_profile(profile, family) == ()


def test_a_condition_that_rightly_says_less_than_the_inherited_one_is_no_finding() -> None:
    without = "deck: {without: J}\nremove: [capture.ways.jack]\n"
    assert find("override-equal", f"{without}bonuses: {{sur: {{when: sweep}}}}", "pasur") == []
    (same,) = find("override-equal", "bonuses: {sur: {when: card is not J and sweep}}", "pasur")
    assert "as good as the inherited" in same.message
