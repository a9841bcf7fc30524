"""Which choices together agree best with scenario files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from basra_rules.analysis.agreement import rank, render_ranking
from basra_rules.profile.loading import load_profile
from basra_rules.scenarios.belonging import scenario_files
from tests.analysis.scenario_texts import scenario_file
from tests.cli.running import basra

if TYPE_CHECKING:
    from pathlib import Path

FOUR_OPTIONS = """
- {name: triple, floor: J♣, plays: [J♥ x J♣], expect: {points: 30}}
- {name: one queen, floor: Q♣ Q♦, plays: [Q♥ x Q♣], expect: {legal: [Q♣, Q♦]}}
- {name: maximal, floor: A♣ A♦ 2♣, plays: [2♦ x A♣ A♦ 2♣], expect: {legal: [A♣ A♦ 2♣]}}
- {name: target, match: {deals: [[101, 0]]}, expect: {over: false}}
"""
ALL_FOUR = {"target": "121", "groups": "maximal", "court_match": "one", "lone_jack": "triple"}
NEEDS_TWO = """
- name: a queen for a queen, then a jack for a jack
  floor: Q♣ Q♦ J♣
  plays: [Q♥ x Q♣, Q♠ x Q♦, J♥ x J♣]
  expect: {points: 30}
"""


def test_choices_of_several_options_are_combined(tmp_path: Path) -> None:
    best, second = rank([scenario_file(tmp_path, FOUR_OPTIONS)])[:2]
    assert (best.name, dict(best.choices)) == ("egyptian", ALL_FOUR)
    assert best.passed == best.total == 4
    assert second.passed < 4


def test_two_choices_of_which_neither_alone_helps_are_found(tmp_path: Path) -> None:
    best = rank([scenario_file(tmp_path, NEEDS_TWO)])[0]
    assert dict(best.choices) == {"court_match": "one", "lone_jack": "triple"}
    assert best.passed == 1


@pytest.mark.parametrize("own", ["{target: 121}", "{target: 101}"])
def test_a_scenario_keeps_the_choices_that_it_makes(tmp_path: Path, own: str) -> None:
    told = FOUR_OPTIONS.replace("match: {", f"options: {own}, match: {{")
    best = rank([scenario_file(tmp_path, told)])[0]
    assert dict(best.choices) == {key: value for key, value in ALL_FOUR.items() if key != "target"}
    assert best.passed == (4 if "121" in own else 3)


def test_no_choice_is_named_that_makes_no_scenario_pass(tmp_path: Path) -> None:
    told = FOUR_OPTIONS.split("- {name: maximal", maxsplit=1)[0]
    best = rank([scenario_file(tmp_path, told)])[0]
    assert dict(best.choices) == {"court_match": "one", "lone_jack": "triple"}
    assert render_ranking((best,)) == "1. egyptian with court_match=one, lone_jack=triple: 2 of 2 agree (100 %)"


def test_a_scenario_whose_name_has_several_lines_is_one_comment(tmp_path: Path) -> None:
    path = tmp_path / "theirs.yaml"
    odd = '- {name: "two\\n\\nextends: lines", floor: J♣, plays: [J♥ x J♣], expect: {points: 77}}'
    done = basra("identify", str(scenario_file(tmp_path, FOUR_OPTIONS, odd).path), "--write", str(path))
    assert done.returncode == 0, done.stderr
    assert path.read_text(encoding="utf-8").endswith("\n# disagrees with the scenario: two extends: lines\n")


def test_the_combination_is_written(tmp_path: Path) -> None:
    path = tmp_path / "theirs.yaml"
    done = basra("identify", str(scenario_file(tmp_path, FOUR_OPTIONS).path), "--write", str(path))
    assert done.returncode == 0, done.stderr
    made = {option: one.choice for option, one in load_profile(path).origins.choices.items()}
    assert made == ALL_FOUR


def test_choices_count_as_they_do_for_check(tmp_path: Path) -> None:
    told = """
- {name: as the file chooses, floor: J♠, plays: [J♥ x J♠], expect: {points: 20}}
- {name: as it chooses itself, floor: J♠, options: {lone_jack: none}, plays: [J♥ x J♠], expect: {points: 0}}
"""
    path = tmp_path / "chosen.scenarios.yaml"
    path.write_text(f"options: {{lone_jack: double}}\nscenarios:{told}", encoding="utf-8")
    ranking = rank(scenario_files((path,)))
    passed = {one.label: (one.passed, one.ran) for one in ranking}
    assert passed["egyptian"] == (2, 2)
    assert passed["egyptian with lone_jack=triple"] == (1, 2)
    assert passed["pisti"] == (0, 0)  # it has no such option


def test_all_that_tie_are_named(tmp_path: Path) -> None:
    told = "\n- {name: odd, floor: J♠, plays: [J♥ x J♠], expect: {points: 10}}\n" + FOUR_OPTIONS.lstrip()
    ranking = rank([scenario_file(tmp_path, told)])
    text = render_ranking(ranking)
    last = [one for one in ranking if one.passed == ranking[7].passed]
    assert all(one.label in text for one in last)
