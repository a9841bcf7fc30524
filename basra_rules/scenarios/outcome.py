"""What became of a scenario: passed, failed with what differed, or could not run."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from basra_rules.errors import Diagnostic, Span
    from basra_rules.rules.model import Clause
    from basra_rules.scenarios.reading import ReadScenario


class Status(StrEnum):
    """How a scenario ended."""

    PASSED = "passed"
    FAILED = "failed"
    ERROR = "error"


SCENARIO_CODES = {
    Status.FAILED: ("scenario-failed", "a scenario expects something else than the rules make of it"),
    Status.ERROR: ("scenario-error", "a scenario could not run"),
}
"""The codes of scenarios that did not pass, with what they mean."""


@dataclass(frozen=True, slots=True)
class Deciding:
    """A rule that decided, and what it made of the situation: a line for each of its parts."""

    clause: Clause
    verdict: str
    parts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Difference:
    """One expectation that did not hold, in words, with the place where it was written."""

    key: str
    expected: str
    actual: str
    span: Span
    rules: tuple[Deciding, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of one scenario.

    `drawn` shows the situation before the last play, line by line.
    """

    scenario: ReadScenario
    status: Status
    drawn: tuple[str, ...] = ()
    differences: tuple[Difference, ...] = ()
    faults: tuple[Diagnostic, ...] = ()
