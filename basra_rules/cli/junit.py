"""JUnit's form of a test report, as the schemas in use agree on it: those of Jenkins, Ant and pytest."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from xml.etree import ElementTree

from basra_rules.version import __version__


class Kind(StrEnum):
    """Why a case did not pass."""

    FAILURE = "failure"
    ERROR = "error"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class Problem:
    """What became of a case that did not pass: a line, and all that there is to say."""

    kind: Kind
    message: str
    text: str


@dataclass(frozen=True, slots=True)
class Case:
    """One test: its name, how long it took, and what was wrong, if anything was."""

    name: str
    seconds: float = 0
    problem: Problem | None = None


@dataclass(frozen=True, slots=True)
class Suite:
    """The tests of one profile."""

    name: str
    cases: tuple[Case, ...]

    def count(self, kind: Kind) -> int:
        """Return how many cases ended so."""
        return sum(case.problem is not None and case.problem.kind is kind for case in self.cases)


def render_suites(suites: Sequence[Suite]) -> str:
    """Return suites as a document; characters that XML can't write become `�`."""
    root = ElementTree.Element("testsuites")
    for number, suite in enumerate(suites):
        _add_suite(root, suite, number)
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(root, encoding="unicode")


def _add_suite(root: ElementTree.Element, suite: Suite, number: int) -> None:
    attributes = {
        "name": suite.name,
        "package": suite.name,
        "id": str(number),
        "tests": str(len(suite.cases)),
        "failures": str(suite.count(Kind.FAILURE)),
        "errors": str(suite.count(Kind.ERROR)),
        "skipped": str(suite.count(Kind.SKIPPED)),
        "time": _decimal(sum(case.seconds for case in suite.cases)),
        "timestamp": datetime.now().astimezone().strftime("%Y-%m-%dT%H:%M:%S"),
        "hostname": "localhost",  # a report tells nothing of the machine
    }
    element = _child(root, "testsuite", attributes)
    properties = _child(element, "properties", {})
    _child(properties, "property", {"name": "basra", "value": __version__})
    for case in suite.cases:
        _add_case(element, suite, case)
    _child(element, "system-out", {})
    _child(element, "system-err", {})


def _add_case(suite: ElementTree.Element, owner: Suite, case: Case) -> None:
    attributes = {"classname": owner.name, "name": case.name, "time": _decimal(case.seconds)}
    element = _child(suite, "testcase", attributes)
    if case.problem is not None:
        kind = case.problem.kind
        # one of the schemas lets what was skipped say nothing but its text
        attributes = {} if kind is Kind.SKIPPED else {"type": kind.value, "message": case.problem.message}
        _child(element, kind.value, attributes).text = _writable(case.problem.text)


def _child(parent: ElementTree.Element, name: str, attributes: dict[str, str]) -> ElementTree.Element:
    return ElementTree.SubElement(parent, name, {key: _writable(value) for key, value in attributes.items()})


def _decimal(seconds: float) -> str:
    return f"{seconds:.6f}"


_UNWRITABLE = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def _writable(text: str) -> str:
    return _UNWRITABLE.sub("\N{REPLACEMENT CHARACTER}", text)
