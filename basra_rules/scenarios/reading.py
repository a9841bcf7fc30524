"""From a scenario file to scenarios: a fault in one scenario is that scenario's, not the file's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from pydantic import ValidationError

from basra_rules.errors import (
    Diagnostic,
    DiagnosticsError,
    ScenarioFileError,
    Span,
    one_of,
    sorted_diagnostics,
)
from basra_rules.profile.fields import Area
from basra_rules.profile.locating import locate_errors
from basra_rules.profile.options import Choice
from basra_rules.scenarios.file_faults import file_faults, not_indented_faults
from basra_rules.scenarios.model import Expect, Scenario
from basra_rules.source.nodes import ListNode, MapNode, Node, ScalarNode, describe
from basra_rules.source.parsing import read_nodes
from basra_rules.source.reading import SCENARIO_LIMIT, read_file

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from basra_rules.errors import SourceFile
    from basra_rules.source.reading import Reader

Part = TypeVar("Part", bound=Area)

FILE_KEYS = {
    "profile": "the profile whose rules are meant: a shipped profile's name, or a path",
    "options": "choices of the profile's options, for all scenarios of the file",
    "source": "where the rules are written, for scenarios that name no source themselves",
    "scenarios": "what must hold, a list of situations",
}
"""The keys of a scenario file, with their meanings."""

_ALWAYS = {"name", "source", "options", "expect"}
_LAST_PLAY = {"legal", "illegal", "takes", "floor", "points", "bonuses"}
KINDS: dict[str, tuple[set[str], set[str]]] = {
    "floor": ({"floor", "hand", "plays", "last_card"}, _LAST_PLAY),
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


def read_scenarios(path: Path, name: str | None = None, read: Reader = read_file) -> ScenarioFile:
    """Return the scenarios of a file.

    Raises:
        ScenarioFileError: the file can't be read, or is no mapping with a list of scenarios.
    """
    try:
        source = read(path, SCENARIO_LIMIT, name)
    except DiagnosticsError as error:
        raise ScenarioFileError(error.diagnostics) from None
    return scenarios_of(path, source)


def scenarios_of(path: Path, source: SourceFile) -> ScenarioFile:
    """Return the scenarios of a text that is, or is to be, the file at `path`.

    Raises:
        ScenarioFileError: the text is no mapping with a list of scenarios.
    """
    try:
        document = read_nodes(source)
    except DiagnosticsError as error:
        raise ScenarioFileError(error.diagnostics) from None
    faults = tuple(file_faults(document, FILE_KEYS))
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


def _read_scenario(item: Node, number: int, document: MapNode) -> ReadScenario:
    if not isinstance(item, MapNode):
        fault = Diagnostic("wrong-type", f"a scenario is a mapping, this is {describe(item)}", item.span)
        return ReadScenario(f"scenario {number}", MapNode((), item.span), None, (fault,))
    unindented = tuple(not_indented_faults(item))
    named = item.get("name")
    name = named.text if isinstance(named, ScalarNode) and named.text else f"scenario {number}"
    if unindented:
        return ReadScenario(name, item, None, unindented)
    try:
        scenario = validated(Scenario, item)
    except ScenarioFileError as error:
        return ReadScenario(name, item, None, error.diagnostics)
    read = ReadScenario(name, item, scenario, sorted_diagnostics(_scenario_faults(item, scenario)))
    source = document.get("source")
    if scenario.source is None and isinstance(source, ScalarNode):
        return ReadScenario(name, item, scenario.model_copy(update={"source": source.text}), read.faults)
    return read


def validated(model: type[Part], node: MapNode) -> Part:
    """Return a scenario, or a part of one, as a mapping says it; not yet whether its keys go together.

    Raises:
        ScenarioFileError: with every fault found.
    """
    try:
        return model.model_validate(node)
    except ValidationError as error:
        raise ScenarioFileError(locate_errors(error, node, model)) from None


def kind_of(scenario: Scenario) -> str:
    """Return the key that tells the kind of a scenario: floor, opening, score or match."""
    return next((kind for kind in reversed(KINDS) if getattr(scenario, kind) is not None), "floor")


def _scenario_faults(node: MapNode, scenario: Scenario) -> Iterator[Diagnostic]:
    kind = kind_of(scenario)
    allowed, expected = KINDS[kind]
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
    if all(getattr(scenario, one) is None for one in KINDS):
        message = "the scenario says nothing of what is played or counted"
        yield Diagnostic("missing-key", message, node.span_of_key("name"), f"expected {one_of(tuple(KINDS))}")
    elif kind == "floor" and not scenario.plays:
        message = "the scenario has a floor, but no plays"
        yield Diagnostic("missing-key", message, node.span_of_key("floor"), 'expected `plays: ["8♥"]` beside it')
    elif kind == "floor" and scenario.last_card and scenario.hand:
        message = "no card is left after the last card of a deal, and `hand` gives the rest of the hand"
        yield Diagnostic("conflict", message, node.span_of_key("last_card"), "leave out one of the two")
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
