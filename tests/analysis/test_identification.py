from __future__ import annotations

import os
from collections import Counter
from typing import TYPE_CHECKING

import pytest
import typer
from typer.testing import CliRunner

from basra_rules.analysis.agreement import rank, render_ranking
from basra_rules.analysis.candidates import Candidate, shipped_candidates
from basra_rules.analysis.contrast import is_proved_same
from basra_rules.analysis.identification import Interview
from basra_rules.analysis.overriding import find_overrides, render_house
from basra_rules.analysis.questions import SOMETHING_ELSE, PlayQuestion, every_question
from basra_rules.cards import parse_cards
from basra_rules.cli.identify import identify
from basra_rules.cli.identifying import render_identification
from basra_rules.profile.family import read_family
from basra_rules.profile.loading import load_profile, resolve_profile
from basra_rules.resources import profile_names
from basra_rules.rules.compiling import compile_rules
from tests.analysis.scenario_texts import reference, scenario_file
from tests.cli.running import basra

if TYPE_CHECKING:
    from pathlib import Path

    from basra_rules.analysis.runs import Combination

WITH_OPTIONS = profile_names() if os.environ.get("BASRA_THOROUGH") else ("egyptian", "pisti", "syrian-homsi")


@pytest.fixture(scope="module")
def candidates() -> tuple[Candidate, ...]:
    return shipped_candidates()


def truthful(candidates: tuple[Candidate, ...], name: str, made: Combination = ()) -> Interview:
    table = next(one for one in candidates if one.name == name)
    interview = Interview(candidates)
    while (question := interview.next_question()) is not None:
        interview.answer(question, table.answer(question, made))
    return interview


@pytest.mark.parametrize("name", profile_names())
def test_a_table_that_answers_truthfully_finds_its_profile_within_ten_questions(
    candidates: tuple[Candidate, ...], name: str
) -> None:
    interview = truthful(candidates, name)
    result = interview.result()
    assert len(interview.history) <= 10
    assert result.choices == {}
    assert all(one.fits for one in result.evidence)
    for found in (result.name, *result.others):
        assert found == name or is_proved_same(load_profile(found), load_profile(name))


def assert_found(candidates: tuple[Candidate, ...], name: str, made: Combination) -> None:
    result = truthful(candidates, name, made).result()
    by_name = {one.name: one for one in candidates}
    found = by_name[result.name].ruleset_of(tuple(result.choices.items())).profile
    meant = by_name[name].ruleset_of(made).profile
    same = (result.name, dict(result.choices)) == (name, dict(made))
    assert same or is_proved_same(found, meant), (result.name, dict(result.choices))
    assert result.open_options == ()
    assert result.overrides == ()
    assert all(one.fits for one in result.evidence)


@pytest.mark.parametrize("name", WITH_OPTIONS)
def test_each_choice_of_an_option_is_found_too(candidates: tuple[Candidate, ...], name: str) -> None:
    for made in next(one for one in candidates if one.name == name).single_choices:
        assert_found(candidates, name, made)


@pytest.mark.parametrize(
    "made",
    [
        (("groups", "maximal"), ("target", "121")),
        (("court_match", "one"), ("groups", "maximal"), ("lone_jack", "triple")),
    ],
)
def test_several_choices_at_once_are_found_too(candidates: tuple[Candidate, ...], made: Combination) -> None:
    assert_found(candidates, "egyptian", made)


def test_every_choice_of_an_option_can_be_asked_for(candidates: tuple[Candidate, ...]) -> None:
    for one in candidates:
        for made in one.single_choices:
            assert any(one.answer(question) != one.answer(question, made) for question in every_question()), made


def test_an_option_that_nobody_knows_stays_open_and_says_so(candidates: tuple[Candidate, ...]) -> None:
    table = candidates[0]
    interview = Interview(candidates)
    while (question := interview.next_question()) is not None:
        interview.answer(question, None if "match.target" in question.keys else table.answer(question))
    result = interview.result()
    assert [(one.name, one.why, one.choices) for one in result.open_options] == [
        ("target", "you didn't know", ("101", "121"))
    ]
    assert "target (points that end the match): you didn't know; 101 by default, or else `121`" in (
        render_identification(result)
    )


@pytest.mark.parametrize(
    ("parent", "changes"),
    [
        ("egyptian", {"bonuses.lone_jack.points": "15", "match.target": "77"}),
        ("bastra", {"bonuses.basra.points": "12", "capture.obligation": "none", "dealing.packet": "6"}),
    ],
)
def test_rules_of_a_house_s_own_are_found_as_changes(
    candidates: tuple[Candidate, ...], tmp_path: Path, parent: str, changes: dict[str, str]
) -> None:
    path = tmp_path / "own.yaml"
    path.write_text(render_house("own", parent, (), tuple(changes.items())), encoding="utf-8")
    rules = compile_rules(resolve_profile(read_family(path)))
    interview = Interview(candidates)
    while (question := interview.next_question()) is not None:
        interview.answer(question, question.answer(rules))
    result = interview.result()
    assert (result.name, dict(result.overrides)) == (parent, changes)
    assert all(one.fits for one in result.evidence)


@pytest.mark.parametrize(
    ("asked", "said", "found"),
    [
        ("clearly the most cards", "25", ("scoring.awards.majority.points", "25")),
        ("captured 5♥", "5", ("scoring.cards.5♥", "5")),
        ("captured A♣", "3", ("scoring.cards.A", "3")),
        ("equally many points", "the target rises by 35", ("match.tie", "{extend: 35}")),
        ("left on the floor", "the dealer", ("scoring.leftover", "dealer")),
        ("left on the floor", SOMETHING_ELSE, None),
    ],
)
def test_an_answer_is_traced_to_the_one_key_behind_it(asked: str, said: str, found: tuple[str, str] | None) -> None:
    question = next(one for one in every_question() if asked in one.text)
    assert find_overrides("egyptian", (), [(question, said)]) == ((found,) if found else ())


def test_what_split_the_same_profiles_by_the_same_rule_is_not_asked_again(candidates: tuple[Candidate, ...]) -> None:
    asked = []
    two = [one for one in candidates if one.name in ("egyptian", "egyptian-wiki")]
    interview = Interview(two)
    while (question := interview.next_question()) is not None:
        asked.append((question.topic, two[0].answer(question) == two[1].answer(question)))
        interview.answer(question, None)
    parting = [topic for topic, same in asked if not same]
    assert len(parting) == len(set(parting)) > 1


def test_an_answer_of_ones_own_is_read_as_rules_would_answer(candidates: tuple[Candidate, ...]) -> None:
    play = PlayQuestion(parse_cards("3♣ 5♣"), parse_cards("8♠")[0])
    assert play.parse_answer("5♣ 3♣ 10") == candidates[0].answer(play)
    assert play.parse_answer("3c 5c 12 or stays") == "it takes 3♣ 5♣ and scores 12; or stays there"
    assert play.parse_answer("nothing") == "it takes nothing and stays there"
    assert [play.parse_answer(said) for said in ("9♣ 10", "10", "what", "")] == [None] * 4
    target = next(one for one in every_question() if "match.target" in one.keys)
    assert (target.parse_answer("77"), target.parse_answer("many")) == ("77", None)


def test_the_runner_up_would_have_answered_otherwise(candidates: tuple[Candidate, ...]) -> None:
    result = truthful(candidates, "lebanese").result()
    assert result.runner_up is not None
    assert result.against
    assert all(one.expected != one.answer for one in result.against)


def test_a_table_that_knows_nothing_is_asked_no_more_than_ten_questions(candidates: tuple[Candidate, ...]) -> None:
    interview = Interview(candidates)
    asked = []
    while (question := interview.next_question()) is not None:
        asked.append(question)
        interview.answer(question, None)
    assert len(asked) == len(set(asked)) == 10
    assert max(Counter(one.topic for one in asked).values()) <= 2
    assert interview.answers == []


def test_a_question_that_nobody_can_answer_is_made_up_for_by_others(candidates: tuple[Candidate, ...]) -> None:
    table = next(one for one in candidates if one.name == "yemeni")
    interview = Interview(candidates)
    while (question := interview.next_question()) is not None:
        interview.answer(question, None if len(interview.history) == 1 else table.answer(question))
    assert interview.result().name == "yemeni"


def test_back_takes_the_last_answer_back(candidates: tuple[Candidate, ...]) -> None:
    interview = Interview(candidates)
    first = interview.next_question()
    assert first is not None
    interview.answer(first, interview.choices_for(first)[0])
    assert interview.next_question() != first
    assert interview.back()
    assert interview.next_question() == first
    assert not interview.back()


def test_every_question_reads_as_one(candidates: tuple[Candidate, ...]) -> None:
    texts = [one.text for one in every_question()]
    assert len(texts) == len(set(texts))
    assert all(text.endswith("?") for text in texts)
    assert all(candidates[0].answer(one) for one in every_question())


@pytest.mark.parametrize("name", ["egyptian", "russian"])
def test_the_reference_scenarios_rank_their_profile_first(name: str) -> None:
    ranking = rank([reference(name)])
    assert (ranking[0].name, ranking[0].choices) == (name, ())
    assert ranking[0].passed == ranking[0].total
    assert [one.passed for one in ranking] == sorted((one.passed for one in ranking), reverse=True)
    assert {one.name for one in ranking} == set(profile_names())


def test_ties_are_named() -> None:
    ranking = rank([reference("palestinian")])
    assert {one.label for one in ranking if one.passed == ranking[0].passed} >= {"palestinian", "jordanian"}
    assert "1. palestinian: " in render_ranking(ranking)
    assert "1. jordanian: " in render_ranking(ranking)
    assert "(tied)" in render_ranking(ranking)


def test_single_choices_are_ranked_too(tmp_path: Path) -> None:
    scenario = '- name: double\n  floor: J♣\n  plays: ["J♥ x J♣"]\n  expect: {points: 30, bonuses: [lone_jack]}'
    best = rank([scenario_file(tmp_path, scenario)])[:2]
    assert {one.label for one in best} <= {"egyptian with lone_jack=triple", "egyptian-wiki with lone_jack=triple"}
    assert all(one.passed == 1 for one in best)


def run(*arguments: str, answers: str = "") -> tuple[int, str]:
    app = typer.Typer()
    app.command()(identify)
    outcome = CliRunner().invoke(app, list(arguments), input=answers)
    return outcome.exit_code, outcome.stdout


def test_the_end_of_the_input_ends_the_interview_kindly() -> None:
    code, said = run()
    assert code == 0
    assert "Nothing was answered" in said
    code, said = run(answers="?\nnonsense\n1\n")
    assert code == 0
    assert "That is none of 1 to" in said
    assert "You play " in said


def test_the_answer_is_written_as_a_house_file(tmp_path: Path, candidates: tuple[Candidate, ...]) -> None:
    table = next(one for one in candidates if one.name == "egyptian")
    made = (("target", "121"),)
    interview = truthful(candidates, "egyptian", made)
    replayed = Interview(candidates)
    answers = []
    for question, _ in interview.history:
        answers.append(str(replayed.choices_for(question).index(table.answer(question, made)) + 1))
        replayed.answer(question, table.answer(question, made))
    path = tmp_path / "ours.yaml"
    code, said = run("--write", str(path), answers="\n".join(answers) + "\n")
    assert code == 0, said
    profile = load_profile(path)
    assert (profile.name, profile.origins.parents, profile.match.target) == ("ours", ("egyptian",), 121)
    assert run("--write", str(path), answers="1\n")[0] != 0  # it is never written over


def test_scenario_files_can_be_written_as_a_house_file(tmp_path: Path) -> None:
    path = tmp_path / "theirs.yaml"
    code, said = run(str(reference("lebanese").path), "--write", str(path))
    assert code == 0
    assert said.startswith("1. lebanese: ")
    assert load_profile(path).origins.parents[0] == "lebanese"


def test_what_happens_instead_is_written_down(tmp_path: Path, candidates: tuple[Candidate, ...]) -> None:
    question = Interview(candidates).next_question()
    assert question is not None
    other = str(len(Interview(candidates).choices_for(question)) + 1)
    path = tmp_path / "ours.yaml"
    code, said = run("--write", str(path), answers=f"\n{other}\nwhat\nQ♣ Q♦ 12\nquit\n")
    assert code == 0, said
    assert "That is no answer." in said
    assert "That can't be read." in said
    assert load_profile(path).bonuses["basra"].points.node.text == "12"


def test_where_nothing_agrees_no_profile_is_named_and_nothing_is_written(
    tmp_path: Path, candidates: tuple[Candidate, ...]
) -> None:
    question = Interview(candidates).next_question()
    assert question is not None
    other = len(Interview(candidates).choices_for(question)) + 1
    code, said = run("--write", str(tmp_path / "ours.yaml"), answers=f"{other}\n\nquit\n")
    assert code == 0
    assert "None of the profiles agrees" in said
    assert "You play Egyptian" not in said
    assert not list(tmp_path.iterdir())


def test_scenarios_that_cannot_run_are_faults(tmp_path: Path) -> None:
    bad = "- {name: x, floor: Z, plays: [A], expect: {points: q}}"
    outcome = basra("identify", str(scenario_file(tmp_path, bad).path))
    assert (outcome.returncode, outcome.stdout) == (2, "")
    assert "`Z` is no card" in outcome.stderr
    good = "- {name: y, floor: J♣, plays: [J♥ x J♣], expect: {points: 30}}"
    outcome = basra("identify", str(scenario_file(tmp_path, f"{bad}\n{good}").path))
    assert outcome.returncode == 0
    assert "1 of 1 agree" in outcome.stdout
    assert "1 scenario with faults left out" in outcome.stderr
