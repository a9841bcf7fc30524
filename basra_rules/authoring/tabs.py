"""Tabs where YAML allows them and ruamel.yaml does not: written as what they come to, so that nothing changes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from basra_rules.source.nodes import ListNode, MapNode, ScalarNode, Style
from basra_rules.source.parsing import read_nodes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from basra_rules.errors import SourceFile, Span
    from basra_rules.source.nodes import Node

_ANCHOR_COMMENT_OR_TAB = re.compile(r"[&*][^\s,\[\]{}]+|#[^\n]*|\t")
_HEADER = re.compile(r"[|>][^\n]*")


def without_tabs(source: SourceFile) -> str:
    """Return a text without tabs between its words and in its texts without quotes; all others stay.

    The text has no fault, and line feeds as its only line breaks.  A tab between words becomes one space, so that
    columns stay; a text that has one in it is put in quotes.
    """
    if "\t" not in source.text:
        return source.text
    parts: list[str] = []
    at = 0
    for span, node in sorted({node.span: node for node in _scalars(read_nodes(source))}.items(), key=_start):
        parts += (_spaced(source.text[at : span.start]), _text_of(node))
        at = max(at, span.end)
    return "".join([*parts, _spaced(source.text[at:])])


def _start(placed: tuple[Span, ScalarNode]) -> int:
    return placed[0].start


def _scalars(node: Node) -> Iterator[ScalarNode]:
    if isinstance(node, ScalarNode):
        yield node
    elif isinstance(node, MapNode):
        for entry in node:
            yield entry.key
            yield from _scalars(entry.value)
    elif isinstance(node, ListNode):
        for item in node:
            yield from _scalars(item)


def _spaced(between: str) -> str:
    return _ANCHOR_COMMENT_OR_TAB.sub(lambda match: " " if match[0] == "\t" else match[0], between)


def _text_of(node: ScalarNode) -> str:
    """Return how a scalar is written without tabs that ruamel does not read."""
    written = node.span.text
    if node.style is Style.BLOCK:
        return _HEADER.sub(lambda header: _spaced(header[0]), written, count=1)
    if node.style is not Style.PLAIN or "\t" not in written:
        return written
    if "\t" not in node.text:
        return written.replace("\t", " ")  # where a text goes on in the next line, blanks do not count
    escaped = node.text.replace("\\", r"\\").replace('"', r"\"").replace("\t", r"\t")
    return f'"{escaped}"'
