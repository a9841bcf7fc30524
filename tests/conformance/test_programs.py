"""Programs with faults: each fault is told with the scenario it concerns, and nothing is waited for without end."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

import pytest

from basra_rules.conformance.asking import Conversation
from basra_rules.conformance.trying import Trier
from basra_rules.errors import DiagnosticsError, UsageError
from basra_rules.profile.family import read_family
from tests.conformance.programs import attempt, house, program, verdicts
from tests.profile.writing import child, write

if TYPE_CHECKING:
    from pathlib import Path


def test_a_program_that_answers_rightly_passes(tmp_path: Path) -> None:
    trial = attempt(tmp_path, program(tmp_path, "right(number)"))
    assert verdicts(trial) == ["passed", "passed", "passed"]
    assert [one.number for one in trial.tried] == [1, 2, 3]
    assert [one.report for one in trial.tried] == ["", "", ""]


def test_a_wrong_answer_is_told_as_check_tells_it(tmp_path: Path) -> None:
    trial = attempt(tmp_path, program(tmp_path, "RIGHT[1]['points'] = 10\nright(number)"))
    assert verdicts(trial) == ["failed", "passed", "passed"]
    report = trial.tried[0].report
    assert report.startswith("failed: one (source: S0)\n  --> ")
    assert "floor  [3♣] [5♦] [K♠]" in report
    assert "    expected  0\n    actual    10" in report
    assert "rule `bonuses.basra`" in report


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("answers={'legal': [], 'points': 0}", "actual    nothing"),
        ("answers={'legal': [['3♣', '5♦'], []], 'points': 0}", "actual    3♣ 5♦, trail"),
        ("answers={'points': 0}", "actual    the program does not say"),
        ("answers={'legal': [['3♣', '5♦']], 'points': 0.001}", "actual    0.001"),
    ],
)
def test_what_differs_fails(tmp_path: Path, answer: str, told: str) -> None:
    trial = attempt(tmp_path, program(tmp_path, f"say(number, {answer}) if number == 1 else right(number)"))
    assert verdicts(trial) == ["failed", "passed", "passed"]
    assert told in trial.tried[0].report


@pytest.mark.parametrize(
    ("answering", "told"),
    [
        ("write('hello')", "what it wrote is no answer: no JSON: `hello`"),
        ("write('')", "no JSON"),
        ("write('[' * 100000)", "no JSON"),
        ("write('[1, 2]')", "no object of JSON"),
        ('write(\'{"id": 2, "id": 2, "answers": {}}\')', "a key stands twice"),
        ("write('{\"answers\": {}}')", "lacks its `id`"),
        ('write(\'{"id": "2", "answers": {}}\')', "lacks its `id`"),
        ('write(\'{"id": \' + "9" * 5000 + \', "answers": {}}\')', "lacks its `id`"),
        ('write(\'{"id": 2.0, "answers": {}}\')', "lacks its `id`"),
        ("say(number)", "it has nothing but its `id`"),
        ("say(number, answer={})", "it has `answer`; an answer has"),
        ("say(number, answers=[])", "it has `answers`; an answer has"),
        ("say(number, answers={}, error='x')", "it has `answers`, `error`; an answer has"),
        ("say(number, error='out of memory')", "out of memory"),
        ("say(number, answers={'legal': [], 'pints': 3})", "`pints` was not asked for"),
        ("say(number, answers={'legal': '3♣', 'points': 3})", "expected a list"),
        ("say(number, answers={'legal': [['3♣', '1♦']], 'points': 3})", "`1♦` is no card"),
        ("say(number, answers={'legal': [], 'points': 'ten'})", "expected a number"),
        ("say(number, answers={'legal': [], 'points': 1e99})", "expected a number"),
        ("say(number, answers={'legal': [], 'points': float('nan')})", "expected a number"),
        ("say(number, answers={'legal': None, 'points': None})", "expected a list"),
        ("sys.stdout.buffer.write(b'\\xff\\xfe\\n'); sys.stdout.flush()", "no JSON"),
    ],
)
def test_a_line_that_is_no_answer_is_an_error_of_its_scenario(tmp_path: Path, answering: str, told: str) -> None:
    command = program(tmp_path, f"if number == 2:\n    {answering}\nelse:\n    right(number)")
    trial = attempt(tmp_path, command)
    assert verdicts(trial) == ["passed", "error", "passed"]
    assert trial.tried[1].report.startswith("error: two\n  --> ")
    assert told in trial.tried[1].report


def test_what_is_not_supported_is_counted_apart(tmp_path: Path) -> None:
    answering = """\
        if number == 1:
            say(number, answers={"legal": [["3♣", "5♦"]]}, unsupported=["points"])
        elif number == 2:
            say(number, answers={"legal": []}, unsupported=["points"])
        else:
            say(number, unsupported="matches")
    """
    trial = attempt(tmp_path, program(tmp_path, answering))
    assert verdicts(trial) == ["partly", "failed", "unsupported"]
    assert trial.tried[0].report.endswith("\n  unsupported: points")
    assert trial.tried[2].report.endswith("\n  matches")


def test_to_support_nothing_of_what_is_wanted_is_to_support_nothing(tmp_path: Path) -> None:
    trial = attempt(tmp_path, program(tmp_path, "say(number, answers={}, unsupported=request['wanted'])"))
    assert verdicts(trial) == ["unsupported"] * 3


def test_a_program_that_ends_is_started_again_and_its_last_words_are_told(tmp_path: Path) -> None:
    answering = """\
        if number == 2:
            sys.stderr.write("division by zero\\n")
            sys.exit(3)
        right(number)
    """
    trial = attempt(tmp_path, program(tmp_path, answering))
    assert verdicts(trial) == ["passed", "error", "passed"]
    assert "the program ended, with exit code 3, after it wrote on standard error:" in trial.tried[1].report
    assert "division by zero" in trial.tried[1].report


def test_a_program_that_is_killed_is_told_apart(tmp_path: Path) -> None:
    trial = attempt(tmp_path, program(tmp_path, "os.kill(os.getpid(), 9) if number == 2 else right(number)"))
    assert "the program ended, by signal 9" in trial.tried[1].report


def test_a_program_that_falls_silent_once_is_started_again(tmp_path: Path) -> None:
    start = time.monotonic()
    trial = attempt(tmp_path, program(tmp_path, "time.sleep(600) if number == 2 else right(number)"), limit=1)
    assert verdicts(trial) == ["passed", "error", "passed"]
    assert "no answer within 2 s" in trial.tried[1].report
    assert time.monotonic() - start < 30


def test_a_program_that_stays_silent_is_given_up(tmp_path: Path) -> None:
    start = time.monotonic()
    trial = attempt(tmp_path, [sys.executable, "-S", "-c", "import time; time.sleep(600)"], limit=0.3)
    assert verdicts(trial) == ["error"] * 3
    assert "the program was greeted: no answer within 0.6 s" in trial.tried[0].report
    assert time.monotonic() - start < 30


def test_a_program_that_always_fails_is_not_asked_for_ever(tmp_path: Path) -> None:
    family = read_family(
        house(tmp_path, "scenarios:\n" + "  - {name: a, match: {deals: [[1, 2]]}, expect: {over: false}}\n" * 40)
    )
    with Conversation(program(tmp_path, "sys.exit(1)"), 10) as conversation:
        trial = Trier(conversation).try_profile("house", family)
    assert verdicts(trial) == ["error"] * 40
    assert "not asked, for the program failed again and again: the program ended" in trial.tried[-1].report
    assert "not asked" not in trial.tried[0].report


def test_a_late_answer_is_told_from_none(tmp_path: Path) -> None:
    answering = "time.sleep(1.4 if number == 2 else 0)\nright(number)"
    trial = attempt(tmp_path, program(tmp_path, answering), limit=1)
    assert verdicts(trial) == ["passed", "error", "passed"]
    assert "later than the 1 s allowed" in trial.tried[1].report


@pytest.mark.parametrize("twice", [1, 2, 3])
def test_a_second_answer_is_an_error_of_the_scenario_that_it_answers(tmp_path: Path, twice: int) -> None:
    trial = attempt(tmp_path, program(tmp_path, f"right(number)\nif number == {twice}: right(number)"))
    assert verdicts(trial) == ["error" if number == twice else "passed" for number in (1, 2, 3)]
    assert trial.tried[twice - 1].report.endswith("answered again, out of turn")


def test_an_answer_to_what_was_not_asked_is_an_error_of_the_scenario_that_was(tmp_path: Path) -> None:
    trial = attempt(tmp_path, program(tmp_path, "if number == 2: right(3)\nright(number)"))
    assert verdicts(trial) == ["passed", "error", "passed"]
    assert trial.tried[1].report.endswith("answered request 3, which was not asked")


def test_chatter_before_an_answer_does_not_shift_the_answers_that_follow(tmp_path: Path) -> None:
    trial = attempt(tmp_path, program(tmp_path, "if number == 1: write('thinking')\nright(number)"))
    assert verdicts(trial) == ["error", "passed", "passed"]


def test_a_program_that_talks_without_end_is_ended(tmp_path: Path) -> None:
    for answering in ("while True: right(1)", "while True: sys.stdout.write('x' * 65536)"):
        trial = attempt(tmp_path, program(tmp_path, f"if number > 1: {answering}\n" if "x" in answering else answering))
        assert "error" in verdicts(trial)


def test_a_program_that_does_not_read_is_not_waited_for_without_end(tmp_path: Path) -> None:
    names = "\n".join(f"  # {'x' * 1000}" for _ in range(200))
    path = house(tmp_path)
    write(tmp_path, path.with_name("house.scenarios.yaml").read_text(encoding="utf-8") + names, "house.scenarios.yaml")
    sleeper = [
        sys.executable,
        "-S",
        "-c",
        'import time; print(\'{"id": 0, "protocol": 1}\', flush=True); time.sleep(600)',
    ]
    trial = attempt(tmp_path, sleeper, limit=0.5)
    assert set(verdicts(trial)) == {"error"}


def test_what_the_program_started_is_ended_with_it(tmp_path: Path) -> None:
    if sys.platform == "win32":
        pytest.skip("groups of processes")
    start = time.monotonic()
    trial = attempt(tmp_path, ["sh", "-c", "sleep 600; true"], limit=0.3)
    assert set(verdicts(trial)) == {"error"}
    assert time.monotonic() - start < 30


@pytest.mark.parametrize(
    ("greeting", "told"),
    [
        ("say(0, protocol=2)", "it speaks the protocol 2, this is 1"),
        ("say(0, unsupported='greetings')", "its answer says no `protocol`"),
        ("write('ready')", "no JSON: `ready`"),
        ("sys.exit()", "the program ended, with exit code 0"),
    ],
)
def test_a_program_that_greets_otherwise_is_not_asked(tmp_path: Path, greeting: str, told: str) -> None:
    trial = attempt(tmp_path, program(tmp_path, "right(number)", greeting))
    assert verdicts(trial) == ["error"] * 3
    assert f"the program was greeted: {told}" in trial.tried[0].report.replace("what it wrote is no answer: ", "")


def test_a_program_that_does_not_exist_can_not_be_started(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="`/nowhere/at/all` can't be started: No such file"):
        attempt(tmp_path, ["/nowhere/at/all"])
    with pytest.raises(UsageError, match="can't be started"):
        attempt(tmp_path, ["a\0b"])


def test_a_scenario_that_can_not_run_is_not_asked(tmp_path: Path) -> None:
    broken = "scenarios:\n  - {name: broken, floor: 3♣ 3♣, plays: [8♥], expect: {points: 0}}\n"
    with Conversation(program(tmp_path, "sys.exit(1)"), 10) as conversation:
        trial = Trier(conversation).try_profile("house", read_family(house(tmp_path, broken)))
    assert verdicts(trial) == ["error"]
    assert "card-twice" in trial.tried[0].report


def test_scenarios_that_can_not_be_used_are_a_fault_of_theirs(tmp_path: Path) -> None:
    write(tmp_path, "scenarios: []", "house.scenarios.yaml")
    with Conversation(["unused"], 10) as conversation, pytest.raises(DiagnosticsError, match="is empty"):
        Trier(conversation).try_profile("house", read_family(write(tmp_path, child(""))))
