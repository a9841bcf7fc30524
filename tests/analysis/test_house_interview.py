"""What an interview finds of rules that a house has of its own, and what it says of those that it does not find."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import typer
from typer.testing import CliRunner

from basra_rules.analysis.candidates import Candidate, shipped_candidates
from basra_rules.analysis.checklist import ALL_SO, Checklist
from basra_rules.analysis.contrast import is_proved_same
from basra_rules.analysis.facts import facts, house_facts
from basra_rules.analysis.house_changes import changes_behind
from basra_rules.analysis.identification import Interview
from basra_rules.analysis.overriding import find_overrides, render_house
from basra_rules.analysis.questions import SOMETHING_ELSE, PlayQuestion, every_question
from basra_rules.cards import parse_card, parse_cards
from basra_rules.cli import identifying
from basra_rules.cli.identify import identify
from basra_rules.cli.identifying import render_identification
from basra_rules.profile.loading import load_profile
from basra_rules.rules.compiling import compile_rules

if TYPE_CHECKING:
    from pathlib import Path

    from basra_rules.analysis.identified import Identification
    from basra_rules.rules.model import Rules

ONE_RULE = [
    "dealing: {packet: 6}",
    "dealing: {floor: 0}",
    "dealing: {refill: after_play}",
    "dealing: {leader: dealer}",
    "capture: {obligation: hand}",
    "capture: {obligation: none}",
    "capture: {ways: {sum: {sets: one}}}",
    "capture: {ways: {sum: {smallest: 3}}}",
    "capture: {ways: {own: {played: K, takes: Q}}}",
    "scoring: {leftover: dealer}",
    "scoring: {awards: {majority: {points: 25}}}",
    "scoring: {awards: {majority: {if_nobody: each}}}",
    "scoring: {awards: {majority: {if_nobody: replay}}}",
    "scoring: {cards: {J: 0, 10♦: 5, 5♥: 0.5}}",
    "match: {target: 77}",
    "match: {tie: draw}",
    "match: {tie: {extend: 20}}",
    "match: {games_to_win: 2}",
    "seats: {players: [2, 3, 4]}",
    "seats: {players: [2, 3, 4], sides: solo}",
]


@pytest.fixture(scope="module")
def candidates() -> tuple[Candidate, ...]:
    return shipped_candidates()


def house(folder: Path, rules: str, parent: str = "egyptian") -> Path:
    path = folder / "house.yaml"
    path.write_text(f"format: 1\nname: house\nextends: {parent}\n{rules}\n", encoding="utf-8")
    return path


def truthful(candidates: tuple[Candidate, ...], rules: Rules) -> Interview:
    interview = Interview(candidates)
    while (question := interview.next_question()) is not None:
        interview.answer(question, question.answer(rules))
    assert len(interview.history) <= 10
    return interview


def written(folder: Path, result: Identification) -> Path:
    path = folder / "found.yaml"
    path.write_text(render_house("found", result.name, tuple(result.choices.items()), result.overrides), "utf-8")
    return path


@pytest.mark.parametrize("own", ONE_RULE)
def test_a_house_that_has_one_rule_of_its_own_is_found_with_it(
    candidates: tuple[Candidate, ...], tmp_path: Path, own: str
) -> None:
    meant = compile_rules(load_profile(house(tmp_path, own)))
    result = truthful(candidates, meant).result()
    assert result.name == "egyptian"
    assert result.unwritten == ()
    found = compile_rules(load_profile(written(tmp_path, result)))
    assert [one.text for one in every_question() if one.answer(found) != one.answer(meant)] == []


@pytest.mark.parametrize(
    ("parent", "own", "found"),
    [
        ("lebanese", "remove: [capture.ways.courts]", ("remove", "[capture.ways.courts]")),
        (
            "palestinian",
            "capture: {ways: {sevens: {played: 7♦, takes: floor}}}",
            ("capture.ways.7_takes_all", "{played: 7♦, takes: floor}"),
        ),
        ("pisti", "dealing: {hidden: 2}", ("dealing.hidden", "2")),
    ],
)
def test_what_other_games_are_changed_in_is_found_too(
    candidates: tuple[Candidate, ...], tmp_path: Path, parent: str, own: str, found: tuple[str, str]
) -> None:
    meant = load_profile(house(tmp_path, own, parent))
    result = truthful(candidates, compile_rules(meant)).result()
    assert (result.name, result.overrides) == (parent, (found,))
    assert is_proved_same(load_profile(written(tmp_path, result)), meant)


def test_rules_of_several_options_at_once_are_told_apart(candidates: tuple[Candidate, ...]) -> None:
    russian = next(one for one in candidates if one.name == "russian")
    made = (("premiums", "every_suit"), ("card_points", "premiums_only"))
    result = truthful(candidates, russian.ruleset_of(made).rules).result()
    assert (result.name, dict(result.choices)) == ("russian", dict(made))
    assert result.open_options == ()


def test_what_no_simple_rule_gives_is_told_and_listed(candidates: tuple[Candidate, ...], tmp_path: Path) -> None:
    own = (
        "deck: {tables: {worth: {from: capture_values, Q: 12.5, K: 13}}}\n"
        "bonuses: {basra: {points: 2 * card.worth - 0.5 * count}}"
    )
    result = truthful(candidates, compile_rules(load_profile(house(tmp_path, own)))).result()
    assert result.overrides == ()
    assert len(result.unwritten) >= 2
    assert set(result.clashing) == set(result.unwritten)
    text = render_identification(result)
    assert f"egyptian; not in it: {len(result.unwritten)} answers of yours" in text
    assert "which is NOT in these rules" in text
    assert "scores 14½" in text.split("NOT in these rules")[1]


def test_no_change_is_written_that_misses_another_answer() -> None:
    queens = PlayQuestion(parse_cards("Q♣ Q♦"), parse_card("Q♠"))
    eights = PlayQuestion(parse_cards("3♣ 5♣ 8♣"), parse_card("8♠"))
    told = (queens, "it takes Q♣ Q♦ and scores 24")
    other = (eights, "it takes 3♣ 5♣ 8♣ and scores 14½; or 8♣ and scores nothing at once")
    assert find_overrides("egyptian", (), [told]) == (("bonuses.basra.points", "24"),)
    assert find_overrides("egyptian", (), [other]) == (("bonuses.basra.points", "14.5"),)
    assert find_overrides("egyptian", (), [told, other]) == ()


def test_no_key_is_changed_inside_one_that_is_changed_as_a_whole() -> None:
    one = PlayQuestion(parse_cards("Q♣"), parse_card("K♠"))
    two = PlayQuestion(parse_cards("Q♣ Q♦"), parse_card("K♠"))
    told = (one, "it takes Q♣ and scores 10")
    assert find_overrides("egyptian", (), [told]) == (("capture.ways.k_takes_q", "{played: K, takes: Q}"),)
    picks = (two, "it takes Q♣ and scores nothing at once; or Q♦ and scores nothing at once")
    assert find_overrides("egyptian", (), [told, picks]) == ()


def test_a_new_total_is_guessed_and_called_a_guess(candidates: tuple[Candidate, ...], tmp_path: Path) -> None:
    own = "capture: {ways: {sum: {groups_of: 11 - card.value, smallest: 1}}}"
    meant = load_profile(house(tmp_path, own))
    result = truthful(candidates, compile_rules(meant)).result()
    assert is_proved_same(load_profile(written(tmp_path, result)), meant)
    assert dict(result.guessed) == dict(result.overrides)
    assert "Guessed from your answers" in render_identification(result)


def test_what_was_not_asked_is_told_with_what_the_profile_says(candidates: tuple[Candidate, ...]) -> None:
    interview = Interview(candidates)
    first = interview.next_question()
    assert first is not None
    interview.answer(first, interview.choices_for(first)[0])
    result = interview.result()
    assert ("cards that a player gets at a time", "4") in result.unasked
    assert len(result.unasked) > 10
    text = render_identification(result)
    assert f"Not asked or not known, so taken from {result.name}: " in text
    assert "cards that a player gets at a time (4); " in text


def test_after_a_whole_list_is_confirmed_nothing_was_left_out(candidates: tuple[Candidate, ...]) -> None:
    interview = truthful(candidates, candidates[0].ruleset.rules)
    assert [said for one, said in interview.history if isinstance(one, Checklist)] == [ALL_SO, ALL_SO]
    assert interview.result().unasked == ()


def test_who_does_not_know_a_list_is_asked_its_questions_one_by_one(candidates: tuple[Candidate, ...]) -> None:
    interview = Interview(candidates)
    while (question := interview.next_question()) is not None:
        is_list = isinstance(question, Checklist)
        interview.answer(question, None if is_list else candidates[0].answer(question))
    assert len(interview.history) == 10
    place = next(place for place, (one, _) in enumerate(interview.history) if isinstance(one, Checklist))
    after = [one for one, _ in interview.history[place + 1 :]]
    order = [house_facts().index(one) for one in after if one in facts()]
    assert len(order) == len(after) >= 3
    assert order == sorted(order)


def test_a_list_names_what_is_otherwise_and_asks_for_it_next(candidates: tuple[Candidate, ...]) -> None:
    interview = Interview(candidates)
    while not isinstance(question := interview.next_question(), Checklist):
        assert question is not None
        interview.answer(question, candidates[0].answer(question))
    choices = interview.choices_for(question)
    assert choices[0] == ALL_SO
    leftover = next(one for one in choices if one.startswith("who gets the cards left"))
    interview.answer(question, leftover)
    following = interview.next_question()
    assert following is not None
    assert following.text == "Who gets the cards left on the floor at the end of a deal?"
    assert interview.answers == interview.history[:-1]  # it says nothing by itself
    assert question.parse_answer("2") is None
    assert question.in_full(leftover) == leftover


def test_something_else_than_a_list_says_is_told_as_not_written(candidates: tuple[Candidate, ...]) -> None:
    interview = Interview(candidates)
    while (question := interview.next_question()) is not None:
        is_list = isinstance(question, Checklist)
        interview.answer(question, SOMETHING_ELSE if is_list else candidates[0].answer(question))
    assert {one.answer for one in interview.result().unwritten} == {SOMETHING_ELSE}


@pytest.mark.parametrize(
    ("label", "told", "answer"),
    [
        ("how many may play", "2, 3", "2 or 3"),
        ("how many may play", "two", None),
        ("equally many points at the end of the match", "40", "the target rises by 40"),
        ("equally many points at the end of the match", "a lot", None),
        ("what captured cards count", "a 1, 10D 3½", "A 1, 10♦ 3½"),
        ("what captured cards count", "2 1, 2♣ 3", "2♣ 3, 2♦ 1, 2♥ 1, 2♠ 1"),
        ("what captured cards count", "nothing", "nothing"),
        ("what captured cards count", "jacks", None),
        ("points for the most cards", "½", "½"),
        ("who gets the cards left on the floor at the end", "7", None),
    ],
)
def test_answers_of_ones_own_are_read_as_rules_would_say_them(label: str, told: str, answer: str | None) -> None:
    question = next(one for one in house_facts() if one.label == label)
    assert question.parse_answer(told) == answer


def test_a_change_of_one_key_is_tried_before_changes_of_two(candidates: tuple[Candidate, ...]) -> None:
    rules = candidates[0].ruleset.rules
    question = next(one for one in house_facts() if one.label == "points for the most cards")
    lengths = [len(one) for one in changes_behind(question, "20", rules)]
    assert lengths == sorted(lengths)


def run(*arguments: str, answers: str = "") -> tuple[int, str]:
    app = typer.Typer()
    app.command()(identify)
    outcome = CliRunner().invoke(app, list(arguments), input=answers)
    return outcome.exit_code, outcome.stdout


def number_of(interview: Interview, said: str) -> str:
    question = interview.next_question()
    assert question is not None
    return str((*interview.choices_for(question), SOMETHING_ELSE).index(said) + 1)


def test_answers_that_no_rules_give_together_are_pointed_out_at_once(candidates: tuple[Candidate, ...]) -> None:
    queens, eights = (PlayQuestion(parse_cards(lie), parse_card(card)) for lie, card in _CLASHING)
    interview = Interview(candidates)
    interview.answer(queens, "it takes Q♣ Q♦ and scores 24")
    assert list(interview.clashing_with_last()) == []
    interview.answer(eights, "it takes 3♣ 5♣ 8♣ and scores 15; or 8♣ and scores nothing at once")
    assert [one.question for one in interview.clashing_with_last()] == [queens.text]


def test_words_that_exclude_each_other_are_pointed_out_too(candidates: tuple[Candidate, ...]) -> None:
    queens = PlayQuestion(parse_cards("Q♣ Q♦"), parse_card("Q♠"))
    obliged = next(one for one in house_facts() if one.keys == ("capture.obligation",))
    interview = Interview(candidates)
    interview.answer(queens, "it takes Q♣ Q♦ and scores 10; or stays there")
    interview.answer(obliged, "yes")
    assert list(interview.clashing_with_last()) == []
    interview.back()
    interview.answer(obliged, "no")
    assert [one.question for one in interview.clashing_with_last()] == [queens.text]


@pytest.mark.parametrize("name", ["egyptian", "russian", "pasur"])
def test_truthful_answers_never_clash(candidates: tuple[Candidate, ...], name: str) -> None:
    table = next(one for one in candidates if one.name == name)
    interview = Interview(candidates)
    while (question := interview.next_question()) is not None:
        interview.answer(question, table.answer(question))
        assert list(interview.clashing_with_last()) == []


_CLASHING = (("Q♣ Q♦", "Q♠"), ("3♣ 5♣ 8♣", "8♠"))


def test_a_clash_is_told_in_the_interview(
    capsys: pytest.CaptureFixture[str], candidates: tuple[Candidate, ...]
) -> None:
    interview = Interview(candidates)
    for (lie, card), said in zip(_CLASHING, ("Q♣ Q♦ and scores 24", "3♣ 5♣ 8♣ and scores 15"), strict=True):
        interview.answer(PlayQuestion(parse_cards(lie), parse_card(card)), f"it takes {said}")
    last, _ = interview.history.pop()
    interview.answer(last, "it takes 3♣ 5♣ 8♣ and scores 15; or 8♣ and scores nothing at once")
    identifying._point_out(interview)
    told = capsys.readouterr().out
    assert "No rules that are known here give both this answer and: On the floor: Q♣ Q♦." in told
    assert "`back` asks it again" in told


def test_numbers_of_thousands_of_digits_are_no_choice() -> None:
    code, said = run(answers=f"{'9' * 5000}\n1\nquit\n")
    assert code == 0
    assert "That is none of 1 to " in said
    assert "You play " in said
    code, said = run(answers=f"{number_of(Interview(), SOMETHING_ELSE)}\nQ♣ {'9' * 5000}\n\nquit\n")
    assert code == 0
    assert "That can't be read." in said


@pytest.mark.parametrize("name", ["there.yaml", "ours.txt", "\u0623.yaml", "nowhere/ours.yaml"])
def test_a_file_that_cannot_be_written_is_refused_before_anything_is_asked(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    if name == "there.yaml":
        path.write_text("mine", encoding="utf-8")
    code, said = run("--write", str(path), answers="1\nquit\n")
    assert code != 0
    assert "Which Basra" not in said
    code, said = run("no such scenarios.yaml", "--write", str(path))
    assert code != 0
    assert not path.exists() or path.read_text(encoding="utf-8") == "mine"


def test_lines_end_between_words_where_the_terminal_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(identifying, "terminal_width", lambda: 60)
    code, said = run(answers="1\n1\n1\n1\n1\n1\n1\n1\n1\n1\n")
    assert code == 0
    assert max(map(len, said.split("\n"))) <= 60
    assert "no such\n       play" in said


def test_the_file_says_what_is_not_in_it(tmp_path: Path) -> None:
    path = tmp_path / "ours.yaml"
    other = number_of(Interview(), SOMETHING_ELSE)
    code, said = run("--write", str(path), answers=f"{other}\n\n1\n1\n1\nquit\n")
    assert code == 0, said
    text = path.read_text(encoding="utf-8")
    assert (
        "# NOT in this file, as no rule was found that gives these answers together with the others:\n#   On " in text
    )
    assert "# Not asked or not known, so taken from " in text
    assert all(len(line) <= 102 for line in text.splitlines())
    assert load_profile(path).name == "ours"
