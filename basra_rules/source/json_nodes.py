"""Values of JSON as nodes, and back: what other programs say is read like a file of ours."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeAlias

from basra_rules.source.nodes import Entry, ListNode, MapNode, Node, ScalarNode, Style, scalar_from_text

if TYPE_CHECKING:
    from basra_rules.exact import Number

Json: TypeAlias = Any
"""What JSON can say: texts, numbers, truths, null, lists and mappings of them."""


class Digits(str):
    """A number as JSON writes it, digit for digit."""

    __slots__ = ()


def json_line(value: Json) -> str:
    """Return a value as one line of JSON."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def as_node(value: Json, name: str) -> Node:
    """Return a value as a node; `name` is what faults in it are said to stand in."""
    if isinstance(value, dict):
        entries = tuple(Entry(scalar_from_text(key, name), as_node(inner, name)) for key, inner in value.items())
        return MapNode(entries, scalar_from_text(json_line(value), name).span)
    if isinstance(value, list):
        items = tuple(as_node(inner, name) for inner in value)
        return ListNode(items, scalar_from_text(json_line(value), name).span)
    if isinstance(value, str) and not isinstance(value, Digits):
        return scalar_from_text(value, name, Style.QUOTED)
    return scalar_from_text(value if isinstance(value, str) else json.dumps(value), name)


def as_json(node: Node) -> Json:
    """Return what a node says: numbers as numbers, as YAML's core rules have it."""
    if isinstance(node, MapNode):
        return {entry.key.text: as_json(entry.value) for entry in node}
    if isinstance(node, ListNode):
        return [as_json(item) for item in node]
    assert isinstance(node, ScalarNode)
    return number_as_json(node.value) if isinstance(node.value, Fraction) else node.value


def number_as_json(number: Number) -> int | float:
    """Return an exact number as JSON writes it; with the few digits that files may have, nothing is lost."""
    return number if isinstance(number, int) else float(number)
