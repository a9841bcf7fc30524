from __future__ import annotations

import json
import os
from functools import cache
from typing import TYPE_CHECKING

import pytest
import typer
from typer.testing import CliRunner

from basra_rules.analysis.apart import tell_plays_apart
from basra_rules.analysis.effort import Effort
from basra_rules.analysis.mutants import mutants_of
from basra_rules.analysis.mutation import Alike, Mutation, mutate
from basra_rules.analysis.mutation_report import by_rule, mutation_as_json, render_mutation, rule_of
from basra_rules.analysis.runs import Bench
from basra_rules.analysis.snippets import PASTE
from basra_rules.cli.mutate import mutate as command
from basra_rules.profile.family import read_family
from basra_rules.profile.loading import given_choices, load_profile, resolve_profile
from basra_rules.resources import profile_names
from tests.analysis.scenario_texts import ONE_SCENARIO, reference, scenario_file

if TYPE_CHECKING:
    from pathlib import Path

    from basra_rules.profile.family import Family


EVERY = profile_names() if os.environ.get("BASRA_THOROUGH") else ("egyptian", "russian", "palestinian", "pisti")
"""The profiles whose mutants are run: each takes some seconds, and continuous integration runs them all."""


@cache
def of_reference(name: str) -> Mutation:
    return mutate(read_family(name), (), [reference(name)], size=3)


@pytest.mark.parametrize("name", EVERY)
def test_the_scenarios_of_a_shipped_profile_notice_every_change_that_can_be_told(name: str) -> None:
    mutation = of_reference(name)
    assert [(one.mutant.sentence, one.scenario) for one in mutation.survivors] == []
    assert mutation.unused == ()
    assert len(mutation.killed) > 70


@pytest.mark.parametrize("name", ["egyptian", "pisti"])
def test_what_would_notice_a_survivor_does_notice_it(name: str, tmp_path: Path) -> None:
    family = read_family(name)
    before = mutate(family, (), [], size=2)
    assert len(before.survivors) > 20
    pasted = scenario_file(tmp_path, *(one.scenario for one in before.survivors), name="pasted.yaml")
    after = mutate(family, (), [pasted], size=2)
    assert after.unused == ()  # the profile itself passes all that was pasted
    assert [one.mutant.change for one in after.survivors] == []


def test_survivors_are_told_in_sentences_with_the_situation(tmp_path: Path) -> None:
    scenarios = reference("egyptian").path.read_text(encoding="utf-8").split("\n  - name: ")[1:]
    kept = [f"- name: {one}" for one in scenarios if "7♦ x" not in one]
    file = scenario_file(tmp_path, *(one.replace("\n  ", "\n") for one in kept))
    mutation = mutate(read_family("egyptian"), (), [file], size=3)
    text = render_mutation(mutation)
    assert "nothing checks whether a total of exactly 10 counts (profiles/egyptian.yaml:" in text
    assert "`card is 7♦ and numeric and sum <= 10` → `card is 7♦ and numeric and sum < 10`" in text
    survivor = next(one for one in mutation.survivors if "sum < 10" in one.mutant.now)
    assert 'plays: ["7♦ x' in survivor.scenario
    assert "points: 10" in survivor.scenario


def test_changes_that_no_situation_tells_apart_are_recognised() -> None:
    alike = {one.mutant.change: (one.is_equal, one.size) for one in of_reference("egyptian").alike}
    assert alike["capture.ways.sum.smallest: (not said) → `1`"] == (False, 3)
    assert alike["dealing.remainder: `last_capturer` → `dealer`"] == (True, None)  # nothing is left over
    assert alike["capture.ways.match.played: `numeric` → `numeric or J`"] == (True, None)
    assert not any("Q or K or K" in change for change in alike)


def test_what_an_option_turns_on_is_changed_under_that_option() -> None:
    killed = {one.change for one in of_reference("egyptian").killed}
    condition = "sweep and count == 1 and card is J and all captured is J"
    assert f"bonuses.lone_jack.when: `{condition}` → `sweep and card is J and all captured is J`" in killed


def test_every_option_is_toggled_and_every_change_comes_once() -> None:
    mutants = list(mutants_of(load_profile("egyptian")))
    assert len({one.change for one in mutants}) == len(mutants)
    assert {one.option for one in mutants} - {""} == set(load_profile("egyptian").options)


def test_choices_of_the_caller_are_those_that_are_changed() -> None:
    mutants = [one.change for one in mutants_of(load_profile("egyptian", {"target": 121}))]
    assert "match.target: `121` → `120`" in mutants
    mutation = mutate(read_family("egyptian"), given_choices({"target": 121}), [reference("egyptian")], size=1)
    assert "match.target: `121` → `122`" in {one.change for one in mutation.killed}


def test_the_command_exits_with_1_where_a_change_survives(tmp_path: Path) -> None:
    app = typer.Typer()
    app.command()(command)
    file = scenario_file(tmp_path, ONE_SCENARIO)
    outcome = CliRunner().invoke(app, ["russian", str(file.path), "--size", "1", "--format", "json"])
    assert outcome.exit_code == 1
    told = json.loads(outcome.stdout)
    assert told["survived"] == len(told["survivors"]) > 0
    assert told["unused"] == ["one"]  # a sum scores nothing in that profile
    outcome = CliRunner().invoke(app, ["russian", "--size", "1"])
    assert outcome.exit_code == 0
    assert "0 survive" in outcome.stdout


def test_the_command_says_what_keeps_a_scenario_from_running(tmp_path: Path) -> None:
    app = typer.Typer()
    app.command()(command)
    file = scenario_file(tmp_path, "- {name: one, floor: Z, plays: [A♣], expect: {points: 0}}")
    outcome = CliRunner().invoke(app, ["russian", str(file.path), "--size", "1"])
    assert outcome.exit_code == 1
    assert "`Z` is no card" in outcome.stderr


def written(folder: Path, name: str, rules: str) -> Family:
    path = folder / f"{name}.yaml"
    path.write_text(f"format: 1\nname: {name}\nextends: egyptian\n{rules}\n", encoding="utf-8")
    return read_family(path)


def test_who_must_capture_with_another_card_of_the_hand_is_told_at_one_card(tmp_path: Path) -> None:
    mutation = mutate(written(tmp_path, "teta", ""), (), [], size=2)
    told = {one.mutant.change: one.scenario for one in mutation.survivors}
    assert "hand: " in told["capture.obligation: `played_card` → `hand`"]
    assert mutation.undecided == ()


def test_what_shows_on_large_floors_only_is_looked_for_as_far_as_when_profiles_are_compared(tmp_path: Path) -> None:
    said = 'bonuses: {three: {when: "card is Q and equal_groups(groups GROUPS and total <= 5)", points: 5}}'
    values = "deck: {capture_values: {Q: 12}}"
    one, other = (
        Bench(written(tmp_path, name, f"{values}\n{said.replace('GROUPS', sign)}")).ruleset(())
        for name, sign in (("teta", ">= 3"), ("gedo", "== 3"))
    )
    assert one is not None
    assert other is not None
    told = tell_plays_apart((one, other), "how many groups count", 1, 1, Effort())
    assert told.scenario is not None
    assert not told.is_proved


def test_a_change_of_which_not_all_was_tried_is_not_said_to_make_no_difference() -> None:
    mutant = next(iter(mutants_of(load_profile("egyptian"))))
    assert not Alike(mutant, is_equal=False, size=2).is_decided(4)
    assert Alike(mutant, is_equal=False, size=4).is_decided(4)
    assert Alike(mutant, is_equal=False, size=2, is_proved=True).is_decided(4)
    undecided = (Alike(mutant, is_equal=False, size=2),)
    mutation = Mutation("teta", (), (), (), undecided, 0, 0, ())
    assert mutation.exit_code == 0
    assert "1 not decided" in render_mutation(mutation)


def test_where_the_effort_does_not_last_nothing_is_said_of_floors_that_were_not_tried(tmp_path: Path) -> None:
    one, other = (
        Bench(written(tmp_path, name, f"bonuses: {{late: {{when: {when}, points: 5}}}}")).ruleset(())
        for name, when in (("teta", "count >= 3"), ("gedo", "count == 3"))
    )
    assert one is not None
    assert other is not None
    assert tell_plays_apart((one, other), "three or more", 4, 1, Effort()).scenario is not None
    told = tell_plays_apart((one, other), "three or more", 4, 1, Effort(3))
    assert (told.scenario, told.size, told.is_proved) == (None, 1, False)


def test_what_becomes_of_an_award_that_two_of_three_tie_for_is_told(tmp_path: Path) -> None:
    award = "{counts: ♦, at_least: most, points: 3, if_nobody: each}"
    aces = "{counts: A, at_least: 3, points: 2, if_nobody: replay}"
    house = f"scoring: {{leftover: nobody, awards: {{diamonds: {award}, aces: {aces}}}}}"
    mutation = mutate(written(tmp_path, "teta", house), (), [], size=1)
    told = {one.mutant.change for one in mutation.survivors}
    assert {f"scoring.awards.diamonds.if_nobody: `each` → `{word}`" for word in ("nobody", "carry", "replay")} <= told


def test_an_award_that_nobody_can_win_is_left_alone(tmp_path: Path) -> None:
    award = "{counts: A, at_least: NUMBER, points: 2, if_nobody: nobody}"
    for number, is_changed in ((4, True), (5, False)):
        house = f"scoring: {{awards: {{aces: {award.replace('NUMBER', str(number))}}}}}"
        profile = resolve_profile(written(tmp_path, "teta", house))
        assert any(one.key.startswith("scoring.awards.aces") for one in mutants_of(profile)) is is_changed


def test_what_a_file_says_itself_comes_before_what_it_inherits(tmp_path: Path) -> None:
    path = tmp_path / "teta.yaml"
    house = "bonuses: {seven_of_diamonds: {when: card is 7♦ and numeric and sum <= 12}}"
    path.write_text(f"format: 1\nname: teta\nextends: egyptian\n{house}\n", encoding="utf-8")
    survivors = mutate(read_family(path), (), [], size=2).survivors
    files = [one.place.source.name for one in survivors if one.place]
    assert files == sorted(files, key=lambda name: name != str(path))
    assert files[0] == str(path) != files[-1]
    assert "nothing checks whether a total of exactly 12 counts" in {one.mutant.sentence for one in survivors[:20]}


LAST = "bonuses: {basra: {when: sweep and card is not (J or 7♦) and not last_card}}"


def test_what_asks_for_the_last_card_is_shown_by_a_scenario_that_says_so(tmp_path: Path) -> None:
    path = tmp_path / "house.yaml"
    path.write_text(f"format: 1\nname: house\nextends: egyptian\n{LAST}\n", encoding="utf-8")
    family = read_family(path)
    before = mutate(family, (), [], size=1)
    condition = "sweep and card is not (J or 7♦)"
    dropped = next(one for one in before.survivors if one.mutant.now == f"`{condition}`")
    assert "  last_card: true" in dropped.scenario.splitlines()
    after = mutate(family, (), [scenario_file(tmp_path, dropped.scenario)], size=1)
    assert dropped.mutant.change in {one.change for one in after.killed}


def test_changes_that_survive_are_counted_by_rule_and_the_first_are_told(tmp_path: Path) -> None:
    path = tmp_path / "teta.yaml"
    house = "bonuses: {seven_of_diamonds: {when: card is 7♦ and numeric and sum <= 12}}"
    path.write_text(f"format: 1\nname: teta\nextends: egyptian\n{house}\n", encoding="utf-8")
    mutation = mutate(read_family(path), (), [], size=1)
    number = len(mutation.survivors)
    lines = render_mutation(mutation, most=20).splitlines()
    assert lines.count(PASTE) == 1
    assert lines[0] == f"{number} changes that no scenario notices:"
    own = len(by_rule(mutation.survivors)["bonuses.seven_of_diamonds"])
    assert lines[1].split() == ["bonuses.seven_of_diamonds", str(own)]
    assert sum(line.startswith("nothing checks") for line in lines) == 20
    assert f"{number - 20} more: `--all` shows every one with its scenario" in lines
    every = render_mutation(mutation).splitlines()
    assert sum(line.startswith("nothing checks") for line in every) == number
    assert not any("--all" in line for line in every)
    assert len(mutation_as_json(mutation)["survivors"]) == number


def test_lines_are_no_longer_than_the_terminal(tmp_path: Path) -> None:
    mutation = mutate(read_family("egyptian"), (), [scenario_file(tmp_path, ONE_SCENARIO)], size=1)
    assert max(map(len, render_mutation(mutation).splitlines())) > 120
    for width in (80, 120):
        text = render_mutation(mutation, None, width)
        assert max(map(len, text.splitlines())) <= width
        assert text.split() == render_mutation(mutation).split()


@pytest.mark.parametrize(
    ("key", "rule"),
    [
        ("bonuses.basra.when", "bonuses.basra"),
        ("capture.ways.sum.smallest", "capture.ways.sum"),
        ("capture.groups", "capture.groups"),
        ("scoring.awards.majority.points", "scoring.awards.majority"),
        ("scoring.cards.10♦", "scoring.cards"),
        ("match.tie.extend", "match.tie"),
    ],
)
def test_a_change_belongs_to_a_rule(key: str, rule: str) -> None:
    assert rule_of(key) == rule
