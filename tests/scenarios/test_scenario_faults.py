"""What is wrong with a scenario file or one scenario of it, and what is said of it."""

from __future__ import annotations

from textwrap import dedent
from typing import TYPE_CHECKING

import pytest

from basra_rules.errors import ScenarioFileError
from basra_rules.profile.family import read_family
from basra_rules.scenarios.outcome import Outcome, Status
from basra_rules.scenarios.reading import read_scenarios
from basra_rules.scenarios.report import render_outcome
from basra_rules.scenarios.running import Runner

if TYPE_CHECKING:
    from pathlib import Path

DECK = " ".join(f"{rank}{suit}" for suit in "CDHS" for rank in ("A", *map(str, range(2, 11)), "J", "Q", "K"))


def run(folder: Path, scenario: str, *, profile: str = "egyptian") -> Outcome:
    """Run one scenario, given as the lines under its name."""
    path = folder / "some.yaml"
    lines = "".join(f"    {line}\n" for line in dedent(scenario).strip().splitlines())
    path.write_text(f"scenarios:\n  - name: some scenario\n{lines}", encoding="utf-8")
    (read,) = read_scenarios(path).scenarios
    return Runner(read_family(profile)).run(read)


ERRORS = {
    "a card twice on the floor": (
        'floor: 3♣ 3C\nplays: ["8♥"]\nexpect: {legal: []}',
        "card-twice",
        "3♣ stands there twice",
    ),
    "a card on the floor and played": (
        'floor: 8♥\nplays: ["8♥"]\nexpect: {legal: []}',
        "card-twice",
        "on the floor and as play 1",
    ),
    "a card in the hand and played": (
        'floor: 3♥\nhand: 8♥\nplays: ["8♥"]\nexpect: {legal: []}',
        "card-twice",
        "in the hand and as play 1",
    ),
    "no card": ('floor: 3♣ 1D\nplays: ["8♥"]\nexpect: {legal: []}', "notation", "`1D` is no card"),
    "no play": ('floor: 3♣\nplays: ["8♥ 3♣"]\nexpect: {legal: []}', "notation", "a play is one card"),
    "an impossible play before the last": (
        'floor: 3♣ 8♣\nplays: ["8♥", "9♥"]\nexpect: {legal: []}',
        "impossible-play",
        "play 1, 8♥, is impossible",
    ),
    "an unknown key": ('flor: 3♣\nplays: ["8♥"]\nexpect: {legal: []}', "unknown-key", "did you mean `floor`?"),
    "an unknown expectation": ('floor: 3♣\nplays: ["8♥"]\nexpect: {leagl: []}', "unknown-key", "did you mean `legal`?"),
    "an expectation of nothing": ('floor: 3♣\nplays: ["8♥"]\nexpect: {}', "expects-nothing", "expects nothing"),
    "no expectation": ('floor: 3♣\nplays: ["8♥"]', "missing-key", "lacks `expect`"),
    "no plays": ("floor: 3♣\nexpect: {legal: []}", "missing-key", "no plays"),
    "nothing to run": ("expect: {legal: []}", "missing-key", "says nothing of what is played"),
    "two kinds": (
        "score: {sides: [{cards: 1}, {cards: 2}]}\nmatch: {deals: [[1, 2]]}\nexpect: {over: false}",
        "conflict",
        "of one kind",
    ),
    "an expectation of another kind": (
        'floor: 3♣\nplays: ["8♥"]\nexpect: {winner: 1}',
        "conflict",
        "can't be expected",
    ),
    "an unknown option": (
        'options: {targt: 1}\nfloor: 3♣\nplays: ["8♥"]\nexpect: {legal: []}',
        "unknown-option",
        "`target`?",
    ),
    "an unknown choice": (
        'options: {target: 1}\nfloor: 3♣\nplays: ["8♥"]\nexpect: {legal: []}',
        "unknown-choice",
        "`101`",
    ),
    "a stock without a card": (
        f'opening: {{stock: "{DECK[3:]}"}}\nexpect: {{turn: 1}}',
        "incomplete-stock",
        "it lacks 1 card",
    ),
    "a stock with a card twice": (
        f'opening: {{stock: "{DECK} AC"}}\nexpect: {{turn: 1}}',
        "card-twice",
        "A♣ stands there twice",
    ),
    "three players where two or four play": (
        f'opening: {{players: 3, stock: "{DECK}"}}\nexpect: {{turn: 1}}',
        "cannot-run",
        "3",
    ),
    "a dealer who is not there": (
        f'opening: {{dealer: 3, stock: "{DECK}"}}\nexpect: {{turn: 1}}',
        "out-of-range",
        "no seat 3",
    ),
    "more cards named than captured": (
        "score: {sides: [{cards: 1, with: A♣ 2♣}, {cards: 3}]}\nexpect: {points: [0, 0]}",
        "too-many-cards",
        "captured 1 in all, but 2 are named",
    ),
    "a card of a list twice": (
        "score: {sides: [{cards: 2, with: [A♣, 2♣ AC]}, {cards: 3}]}\nexpect: {points: [0, 0]}",
        "card-twice",
        "A♣ stands there twice",
    ),
    "a hand after the last card": (
        'floor: 3♣\nhand: 8♥\nplays: ["3♥ x 3♣"]\nlast_card: true\nexpect: {points: 0}',
        "conflict",
        "no card is left after the last card of a deal",
    ),
    "the last card of a deal that is told from its start": (
        f'opening: {{stock: "{DECK}"}}\nlast_card: true\nexpect: {{turn: 1}}',
        "conflict",
        "`last_card` does not go with `opening`",
    ),
    "a last card that is no truth": (
        'floor: 3♣\nplays: ["3♥ x 3♣"]\nlast_card: 3♥\nexpect: {points: 0}',
        "wrong-type",
        "true",
    ),
    "a card captured twice": (
        "score: {sides: [{cards: 1, with: A♣}, {cards: 3, with: A♣}]}\nexpect: {points: [0, 0]}",
        "card-twice",
        "two sides captured A♣",
    ),
    "a deal after the end": (
        "match: {deals: [[101, 0], [5, 5]]}\nexpect: {over: true}",
        "match-over",
        "over before deal 2",
    ),
    "sides that come and go": (
        "match: {deals: [[1, 0], [5, 5, 5]]}\nexpect: {over: true}",
        "conflict",
        "3 sides",
    ),
    "an unknown bonus": (
        'floor: 3♣\nplays: ["3♥ x 3♣"]\nexpect: {bonuses: [bsra]}',
        "unknown-name",
        "did you mean `basra`?",
    ),
    "one side only": (
        "score: {sides: [{cards: 27}]}\nexpect: {points: [1]}",
        "empty",
        "has 1 where at least 2 are needed",
    ),
    "places for cards that were not kept off": (
        f'opening: {{stock: "{DECK}", places: [3, 4, 5, 6, 7]}}\nexpect: {{turn: 1}}',
        "conflict",
        "kept off the floor",
    ),
    "a number for a play": ("floor: 3♣\nplays: [8]\nexpect: {legal: []}", "notation", "`8` is no card"),
    "a floor of nothing": ('floor:\nplays: ["8♥"]\nexpect: {legal: []}', "wrong-type", "no cards at all"),
}


@pytest.mark.parametrize("title", ERRORS)
def test_a_faulty_scenario_could_not_run_and_says_why(title: str, tmp_path: Path) -> None:
    text, code, says = ERRORS[title]
    outcome = run(tmp_path, text)
    report = render_outcome(outcome)
    assert outcome.status is Status.ERROR, report
    assert [fault.code for fault in outcome.faults] == [code], report
    assert says in report
    assert "some.yaml:" in report


def test_a_card_that_the_deck_lacks_is_an_error(tmp_path: Path) -> None:
    house = tmp_path / "house.yaml"
    house.write_text("format: 1\nname: house\nextends: egyptian\ndeck: {without: 2}\n", encoding="utf-8")
    outcome = run(tmp_path, 'floor: 2♣\nplays: ["8♥"]\nexpect: {legal: []}', profile=str(house))
    assert [fault.code for fault in outcome.faults] == ["not-in-deck"]


FILES = {
    "no mapping": ("- name: x\n", "wrong-type"),
    "no scenarios": ("profile: egyptian\n", "missing-key"),
    "scenarios that are no list": ("scenarios: {name: x}\n", "wrong-type"),
    "an empty list": ("scenarios: []\n", "empty"),
    "an unknown key": ("scenaris: []\nscenarios: [{name: x}]\n", "unknown-key"),
    "a YAML slip": ("scenarios: [\n", "yaml-syntax"),
}


@pytest.mark.parametrize("title", FILES)
def test_a_file_that_is_no_list_of_scenarios_is_refused(title: str, tmp_path: Path) -> None:
    text, code = FILES[title]
    path = tmp_path / "some.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ScenarioFileError) as caught:
        read_scenarios(path)
    assert [fault.code for fault in caught.value.diagnostics] == [code]


def test_a_failure_shows_floor_expected_actual_rule_and_line(tmp_path: Path) -> None:
    outcome = run(tmp_path, 'floor: 3♣ 5♦ K♠\nplays: ["8♥ x 3♣ 5♦"]\nexpect: {points: 10, floor: ""}')
    report = render_outcome(outcome)
    assert outcome.status is Status.FAILED
    assert "floor  [3♣] [5♦] [K♠]" in report
    assert "play   8♥ x 3♣ 5♦" in report
    assert "points, expected in line 5:\n    expected  10\n    actual    0" in report
    assert "floor, expected in line 5:\n    expected  empty\n    actual    K♠" in report
    assert "rule `bonuses.basra` (profiles/egyptian.yaml:" in report
    assert "source S0 §4: does not score" in report
    assert "sweep: no" in report


def test_a_failure_of_a_refused_play_names_the_rule_that_refuses_it(tmp_path: Path) -> None:
    outcome = run(tmp_path, 'floor: 8♣ 3♣\nplays: ["8♥"]\nexpect: {takes: ""}')
    report = render_outcome(outcome)
    assert outcome.status is Status.FAILED
    assert "refused: " in report
    assert "rule `capture.obligation`" in report


def test_a_refused_play_is_told_where_it_explains_what_else_differs(tmp_path: Path) -> None:
    outcome = run(tmp_path, f'opening: {{stock: "{DECK}"}}\nplays: ["KS"]\nexpect: {{turn: 0}}')
    report = render_outcome(outcome)
    assert outcome.status is Status.FAILED
    assert "refused K♠ is not in the hand" in report


def test_a_card_that_takes_nothing_is_written_as_an_empty_list(tmp_path: Path) -> None:
    report = render_outcome(run(tmp_path, 'floor: 3♣\nplays: ["8♥"]\nexpect: {legal: [""]}'))
    assert "`legal: []`" in report


def test_a_match_that_ends_otherwise_names_its_rules(tmp_path: Path) -> None:
    report = render_outcome(run(tmp_path, "match: {deals: [[50, 40]]}\nexpect: {over: true}"))
    assert "rule `match.target` (profiles/egyptian.yaml:" in report


def test_the_scenarios_own_options_win(tmp_path: Path) -> None:
    text = 'options: {lone_jack: triple}\nfloor: J♣\nplays: ["J♥ x J♣"]\nexpect: {points: 30, bonuses: [lone_jack]}'
    assert run(tmp_path, text).status is Status.PASSED


def test_a_draw_is_expected_as_null(tmp_path: Path) -> None:
    text = "options: {tie: draw}\nmatch: {deals: [[100, 100]]}\nexpect: {over: true, winner: null}"
    assert run(tmp_path, text, profile="bastra").status is Status.PASSED


def test_json_is_a_scenario_file_too(tmp_path: Path) -> None:
    path = tmp_path / "some.json"
    path.write_text(
        '{"scenarios": [{"name": "x", "floor": ["3♣", "5♦"], "plays": ["8♥ x 3♣ 5♦"], "expect": {"points": 10}}]}',
        encoding="utf-8",
    )
    (read,) = read_scenarios(path).scenarios
    assert Runner(read_family("egyptian")).run(read).status is Status.PASSED


def test_a_side_that_captures_more_than_the_deck_could_not_run(tmp_path: Path) -> None:
    text = "score: {sides: [{cards: %d}, {cards: 0}]}\nexpect: {carry: 0}"
    assert run(tmp_path, text % 44, profile="palestinian").status is Status.PASSED
    outcome = run(tmp_path, text % 45, profile="palestinian")
    assert [fault.code for fault in outcome.faults] == ["too-many-cards"]
    assert run(tmp_path, text % 45).status is Status.PASSED
