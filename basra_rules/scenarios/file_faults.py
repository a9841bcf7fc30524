"""What is wrong with a scenario file before any scenario is read: its keys, its list, lines that belong deeper."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from basra_rules.errors import Diagnostic, Edit, Fix, Span
from basra_rules.nearness import nearest
from basra_rules.profile.locating import unknown_key
from basra_rules.profile.nulls import indent_below, not_indented
from basra_rules.profile.schema import known_keys
from basra_rules.scenarios.model import Scenario
from basra_rules.source.keys import mapping_meant
from basra_rules.source.lines import line_at
from basra_rules.source.nodes import ListNode, MapNode, Node, ScalarNode, describe
from basra_rules.source.text_edits import indent_entries, insert, line_break, make_list_of, place

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from basra_rules.source.nodes import Entry

_LISTED = "scenarios"


def file_faults(document: Node, known: Collection[str]) -> Iterator[Diagnostic]:
    """Yield what keeps a document from being a scenario file, whose keys are the `known`."""
    if not isinstance(document, MapNode):
        fix = _name_the_list(document)
        message = f"a scenario file is a mapping with `{_LISTED}`, this is {describe(document)}"
        label = f"expected `{_LISTED}:` above the list" if fix else f"expected `{_LISTED}:` and a list"
        yield Diagnostic("wrong-type", message, document.span, label).mended_by(fix)
        return
    lone = [entry for entry in document if entry.key.text in known_keys((), Scenario) and entry.key.text not in known]
    for entry in document:
        if entry.key.text not in known and entry not in lone:
            yield unknown_key(entry.key, known)
    if lone:
        yield _lone_scenario(document, lone)
    yield from _list_faults(document, known, is_told=bool(lone))
    for key, kinds in (("profile", ScalarNode), ("source", ScalarNode), ("options", MapNode)):
        node = document.get(key)
        if node is not None and not isinstance(node, kinds):
            expected = "a mapping of choices" if key == "options" else "a text"
            fault = Diagnostic("wrong-type", f"expected {expected}, found {describe(node)}", node.span)
            meant = mapping_meant(node) if key == "options" and not isinstance(node, MapNode) else ("",)
            yield replace(fault, help=meant[0]).mended_by(*meant[1:])


def _list_faults(document: MapNode, known: Collection[str], *, is_told: bool) -> Iterator[Diagnostic]:
    """Yield what is wrong with the list itself; that it is missing may have been told otherwise."""
    listed = document.get(_LISTED)
    misspelt = any(key not in known and nearest(key, known) == _LISTED for key in document.keys)
    if listed is None and not is_told and not misspelt:
        start = Span(document.span.source, document.span.start, document.span.start + 1)
        yield Diagnostic("missing-key", f"the file lacks `{_LISTED}`", start, f"expected `{_LISTED}:` and a list")
    elif isinstance(listed, ListNode) and not listed.items:
        yield Diagnostic("empty", "the list of scenarios is empty", listed.span, "expected at least one")
    elif listed is not None and not isinstance(listed, ListNode):
        message = f"expected a list of scenarios, found {describe(listed)}"
        fault = Diagnostic("wrong-type", message, listed.span, "each starts with `- name: …`")
        one = isinstance(listed, MapNode) and "expect" in listed.keys
        yield fault.mended_by(make_list_of(listed) if one and isinstance(listed, MapNode) else None)


def _name_the_list(document: Node) -> Fix | None:
    """Return the fix that puts `scenarios:` above a list of them."""
    if not isinstance(document, ListNode) or not all(isinstance(item, MapNode) for item in document):
        return None
    source = document.span.source
    text = f"{_LISTED}:{line_break(source)}"
    start = document.span.start
    if document.span.text.startswith("["):
        return insert(f"write `{_LISTED}:` before it", source, start, f"{_LISTED}: ", certain=True)
    return insert(f"write `{_LISTED}:` above it", source, line_at(source, start).start, text, certain=True)


def _lone_scenario(document: MapNode, keys: Sequence[Entry]) -> Diagnostic:
    """Return the fault of a scenario whose keys stand in the file itself, and not in its list."""
    first, source = keys[0].key.span, keys[0].key.span.source
    message = f"`{keys[0].key.text}` is a key of a scenario, and stands outside of `{_LISTED}`"
    fault = Diagnostic("unknown-key", message, first, f"each scenario is an item of `{_LISTED}`, behind `- `")
    if document.get(_LISTED) is not None or tuple(keys) != document.entries[-len(keys) :]:
        return fault
    title = f"make it an item of `{_LISTED}`"
    deeper = indent_entries(keys, title, certain=True)
    edits = [replace(edit, text=2 * edit.text) for edit in deeper.edits if edit.span.start != first.start]
    head = Edit(place(source, first.start), f"{_LISTED}:{line_break(source)}  - ")
    return fault.mended_by(Fix(title, (head, *edits), certain=first.column == 1))


def not_indented_faults(scenario: MapNode) -> Iterator[Diagnostic]:
    """Yield the keys of a scenario that have no value because what belongs in them stands beside them."""
    for number, entry in enumerate(scenario.entries):
        is_empty = isinstance(entry.value, ScalarNode) and entry.value.kind == "null"
        below = not_indented(scenario.entries[number + 1 :], (entry,), Scenario) if is_empty else ()
        if below:
            yield indent_below(entry, below)
