"""From a scenario file to scenarios: a fault in one scenario is that scenario's, not the file's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydantic import ValidationError

from basra_rules.errors import (
    Diagnostic,
    DiagnosticsError,
    ScenarioFileError,
    Span,
    did_you_mean,
    nearest,
    one_of,
    sorted_diagnostics,
)
from basra_rules.profile.locating import locate_errors
from basra_rules.profile.options import Choice
from basra_rules.scenarios.model import Expect, Scenario
from basra_rules.source.nodes import ListNode, MapNode, Node, ScalarNode, describe, shorten
from basra_rules.source.parsing import read_nodes
from basra_rules.source.reading import SCENARIO_LIMIT, read_file

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

FILE_KEYS = ("profile", "options", "source", "scenarios")
_ALWAYS = {"name", "source", "options", "expect"}
_LAST_PLAY = {"legal", "illegal", "takes", "floor", "points", "bonuses"}
_KINDS: dict[str, tuple[set[str], set[str]]] = {
    "floor": ({"floor", "hand", "plays"}, _LAST_PLAY),
    "opening": (
        {"opening", "plays"},
        _LAST_PLAY | {"hands", "leader", "turn", "packets", "captured", "leftover", "next_dealer", "carry", "void"},
    ),
    "score": ({"score"}, {"points", "carry", "void"}),
    "match": ({"match"}, {"over", "winner"}),
}
"""By the key that tells a scenario's kind: the keys it may have, and what it may expect."""


@dataclass(frozen=True, slots=True)
class ReadScenario:
    """One scenario of a file, or what keeps it from being one."""

    name: str
    node: MapNode
    scenario: Scenario | None
    faults: tuple[Diagnostic, ...] = ()

    @property
    def span(self) -> Span:
        """Return where the scenario stands: at its name, if it has one."""
        named = self.node.get("name")
        return self.node.span if named is None else named.span

    @property
    def source(self) -> str:
        """Return the source that the scenario cites."""
        return (self.scenario.source or "") if self.scenario else ""

    def expectation(self, key: str) -> Span:
        """Return where the expectation `key` was written."""
        expect = self.node.get("expect")
        found = expect.entry(key) if isinstance(expect, MapNode) else None
        return self.span if found is None else found.key.span

    def choices(self) -> tuple[Choice, ...]:
        """Return the choices that the scenario itself makes."""
        return choices_in(self.node.get("options"), self.name)


@dataclass(frozen=True, slots=True)
class ScenarioFile:
    """A file of scenarios: the profile it names, if it does, its choices, and the scenarios in order."""

    path: Path
    profile: ScalarNode | None
    choices: tuple[Choice, ...]
    scenarios: tuple[ReadScenario, ...]


def read_scenarios(path: Path, name: str | None = None) -> ScenarioFile:
    """Return the scenarios of a file.

    Raises:
        ScenarioFileError: the file can't be read, or is no mapping with a list of scenarios.
    """
    try:
        document = read_nodes(read_file(path, SCENARIO_LIMIT, name))
    except DiagnosticsError as error:
        raise ScenarioFileError(error.diagnostics) from None
    faults = tuple(_file_faults(document))
    if faults:
        raise ScenarioFileError(faults)
    assert isinstance(document, MapNode)
    listed = document.get("scenarios")
    assert isinstance(listed, ListNode)
    profile = document.get("profile")
    return ScenarioFile(
        path,
        profile if isinstance(profile, ScalarNode) else None,
        choices_in(document.get("options"), path.name),
        tuple(_read_scenario(item, number, document) for number, item in enumerate(listed, 1)),
    )


def choices_in(node: Node | None, by: str) -> tuple[Choice, ...]:
    """Return the choices that a mapping of options makes."""
    entries = node.entries if isinstance(node, MapNode) else ()
    return tuple(Choice(entry.key, entry.value, by) for entry in entries if isinstance(entry.value, ScalarNode))


def _file_faults(document: Node) -> Iterator[Diagnostic]:
    if not isinstance(document, MapNode):
        message = f"a scenario file is a mapping with `scenarios`, this is {describe(document)}"
        yield Diagnostic("wrong-type", message, document.span, "expected `scenarios:` and a list")
        return
    for entry in document:
        if entry.key.text not in FILE_KEYS:
            label = did_you_mean(entry.key.text, FILE_KEYS)
            listed = (f"the keys here are {one_of(FILE_KEYS)}",) if nearest(entry.key.text, FILE_KEYS) else ()
            yield Diagnostic("unknown-key", f"unknown key `{shorten(entry.key.text)}`", entry.key.span, label, listed)
    listed_scenarios = document.get("scenarios")
    if listed_scenarios is None:
        if not any(nearest(key, FILE_KEYS) == "scenarios" for key in document.keys):  # a misspelt key was told above
            start = Span(document.span.source, document.span.start, document.span.start + 1)
            yield Diagnostic("missing-key", "the file lacks `scenarios`", start, "expected `scenarios:` and a list")
    elif not isinstance(listed_scenarios, ListNode):
        message = f"expected a list of scenarios, found {describe(listed_scenarios)}"
        yield Diagnostic("wrong-type", message, listed_scenarios.span, "each starts with `- name: …`")
    elif not listed_scenarios.items:
        yield Diagnostic("empty", "the list of scenarios is empty", listed_scenarios.span, "expected at least one")
    for key, kinds in (("profile", ScalarNode), ("source", ScalarNode), ("options", MapNode)):
        node = document.get(key)
        if node is not None and not isinstance(node, kinds):
            expected = "a mapping of choices" if key == "options" else "a text"
            yield Diagnostic("wrong-type", f"expected {expected}, found {describe(node)}", node.span)


def _read_scenario(item: Node, number: int, document: MapNode) -> ReadScenario:
    if not isinstance(item, MapNode):
        fault = Diagnostic("wrong-type", f"a scenario is a mapping, this is {describe(item)}", item.span)
        return ReadScenario(f"scenario {number}", MapNode((), item.span), None, (fault,))
    named = item.get("name")
    name = named.text if isinstance(named, ScalarNode) and named.text else f"scenario {number}"
    try:
        scenario = Scenario.model_validate(item)
    except ValidationError as error:
        return ReadScenario(name, item, None, sorted_diagnostics(locate_errors(error, item, Scenario)))
    read = ReadScenario(name, item, scenario, sorted_diagnostics(_scenario_faults(item, scenario)))
    source = document.get("source")
    if scenario.source is None and isinstance(source, ScalarNode):
        return ReadScenario(name, item, scenario.model_copy(update={"source": source.text}), read.faults)
    return read


def kind_of(scenario: Scenario) -> str:
    """Return the key that tells the kind of a scenario: floor, opening, score or match."""
    return next((kind for kind in reversed(_KINDS) if getattr(scenario, kind) is not None), "floor")


def _scenario_faults(node: MapNode, scenario: Scenario) -> Iterator[Diagnostic]:
    kind = kind_of(scenario)
    allowed, expected = _KINDS[kind]
    given = [entry for entry in node if entry.key.text not in allowed | _ALWAYS]
    for entry in given[:1]:
        message = f"`{entry.key.text}` does not go with `{kind}`: a scenario is of one kind"
        yield Diagnostic("conflict", message, entry.key.span, f"expected {one_of(sorted(allowed))}")
    expect = node.get("expect")
    assert isinstance(expect, MapNode)
    if not len(expect):
        label = f"expected any of {one_of(sorted(expected))}"
        yield Diagnostic("expects-nothing", "the scenario expects nothing", node.span_of_key("expect"), label)
    for entry in expect if not given else ():
        if entry.key.text not in expected:
            message = f"`{entry.key.text}` can't be expected of a scenario with `{kind}`"
            yield Diagnostic("conflict", message, entry.key.span, f"expected {one_of(sorted(expected))}")
    if not given:
        yield from _lacking(node, scenario, kind)


def _lacking(node: MapNode, scenario: Scenario, kind: str) -> Iterator[Diagnostic]:
    if all(getattr(scenario, one) is None for one in _KINDS):
        message = "the scenario says nothing of what is played or counted"
        yield Diagnostic("missing-key", message, node.span_of_key("name"), f"expected {one_of(tuple(_KINDS))}")
    elif kind == "floor" and not scenario.plays:
        message = "the scenario has a floor, but no plays"
        yield Diagnostic("missing-key", message, node.span_of_key("floor"), 'expected `plays: ["8♥"]` beside it')
    elif kind == "opening" and not scenario.plays:
        for key in sorted({"legal", "illegal", "takes", "bonuses"} & _given(scenario.expect)):
            message = f"`{key}` speaks of the last play, and nothing is played"
            expect = node.get("expect")
            assert isinstance(expect, MapNode)
            yield Diagnostic("conflict", message, expect.span_of_key(key), "expected plays")


def _given(expect: Expect) -> set[str]:
    return set(expect.model_fields_set)


def given_expectations(scenario: Scenario) -> Sequence[str]:
    """Return the keys that a scenario expects something of, in the order of the model."""
    given = _given(scenario.expect)
    return [key for key in Expect.model_fields if key in given]
