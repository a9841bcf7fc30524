"""Programs to be tried, each with a fault of its own: a few lines of Python around what answers rightly."""

from __future__ import annotations

import sys
from textwrap import dedent, indent
from typing import TYPE_CHECKING

from basra_rules.conformance.asking import Conversation
from basra_rules.conformance.trying import Trial, Trier, settled
from basra_rules.profile.family import read_family
from tests.profile.writing import child, write

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

NAMES = ("one", "two", "three")
SCENARIOS = """\
scenarios:
  - name: one
    source: S0
    floor: 3♣ 5♦ K♠
    plays: ["8♥ x 3♣ 5♦"]
    expect: {legal: [3♣ 5♦], points: 0}
  - name: two
    floor: 3♣ 5♦
    plays: ["8♥ x 3♣ 5♦"]
    expect: {legal: [3♣ 5♦], points: 10}
  - name: three
    match: {deals: [[60, 58], [44, 51]]}
    expect: {over: true, winner: 1}
"""
_RIGHT = """\
import json, sys, time, os

RIGHT = {
    1: {"legal": [["3♣", "5♦"]], "points": 0},
    2: {"legal": ["5D 3C"], "points": 10.0},
    3: {"over": True, "winner": 1},
}

def write(text):
    sys.stdout.write(text + "\\n")
    sys.stdout.flush()

def say(number, **said):
    write(json.dumps({"id": number, **said}))

def greet(number):
    say(number, protocol=1, program="test 1")

def right(number):
    say(number, answers=RIGHT[number])

for line in sys.stdin:
    request = json.loads(line)
    number = request["id"]
"""


def program(folder: Path, answering: str, greeting: str = "greet(number)") -> list[str]:
    """Return the command of a program that answers scenario `number` as these lines say."""
    path = folder / "program.py"
    loop = f"if number == 0:\n{indent(greeting, '    ')}\n    continue\n{dedent(answering)}"
    path.write_text(_RIGHT + indent(loop, "    ") + "\n", encoding="utf-8")
    return [sys.executable, "-S", "-E", "-X", "utf8", str(path)]


def house(folder: Path, scenarios: str = SCENARIOS) -> Path:
    """Write a profile with scenarios and return its path."""
    write(folder, scenarios, "house.scenarios.yaml")
    return write(folder, child(""))


def attempt(folder: Path, command: Sequence[str], limit: float = 10) -> Trial:
    """Try a program on the three scenarios."""
    family = read_family(house(folder))
    with Conversation(command, limit) as conversation:
        trial = Trier(conversation).try_profile("house", family)
    return settled(trial, conversation.strays)


def verdicts(trial: Trial) -> list[str]:
    """Return what came of each scenario, in order."""
    return [one.verdict.value for one in trial.tried]
