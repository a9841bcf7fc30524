from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import typer
from typer.testing import CliRunner

from basra_rules.analysis.agreement import rank, render_ranking
from basra_rules.analysis.contrast import is_proved_same
from basra_rules.analysis.identification import Candidate, Interview, shipped_candidates
from basra_rules.analysis.questions import every_question
from basra_rules.cli.identify import identify
from basra_rules.profile.loading import load_profile
from basra_rules.resources import profile_names
from tests.analysis.scenario_texts import reference, scenario_file

if TYPE_CHECKING:
    from pathlib import Path

    from basra_rules.analysis.runs import Combination


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


@pytest.mark.parametrize(
    ("name", "option", "choice"),
    [
        ("egyptian", "target", "121"),
        ("egyptian", "lone_jack", "triple"),
        ("egyptian", "court_match", "one"),
        ("bastra", "tie", "draw"),
        ("syrian", "packet", "6"),
    ],
)
def test_a_choice_of_an_option_is_found_too(
    candidates: tuple[Candidate, ...], name: str, option: str, choice: str
) -> None:
    interview = truthful(candidates, name, ((option, choice),))
    result = interview.result()
    assert (result.name, dict(result.choices)) == (name, {option: choice})
    assert all(one.fits for one in result.evidence)


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
