"""Slips about keys that YAML takes for something else without a word: a space too few, a comma too many."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from basra_rules.errors import Diagnostic
from basra_rules.source.invisible import STRANGE_SPACE, strange_space
from basra_rules.source.nodes import shorten

if TYPE_CHECKING:
    from basra_rules.errors import Span
    from basra_rules.source.nodes import Entry, ScalarNode

_GLUED = re.compile(r"(?P<key>[\w.-]+):(?P<value>\S.*)", re.DOTALL)
_DIGITS_AND_COMMA = re.compile(r"[0-9],[0-9]")


def explain_glued(key: ScalarNode) -> Diagnostic | None:
    """Return the fault of a key without quotes that swallowed a colon, as `match:{target` does, or a strange space."""
    if found := STRANGE_SPACE.search(key.text):
        inside = 0 < found.start() < len(key.text) - 1  # one at an end has been noted with the text
        return strange_space(key.span_of(*found.span()), found[0]) if inside else None
    match = _GLUED.match(key.text)
    if match is None:
        return None
    label = f"write `{_parted(key, match)}`"
    return Diagnostic("yaml-syntax", "a space is missing after this colon", _colon(key, match), label)


def _colon(key: ScalarNode, match: re.Match[str]) -> Span:
    return key.span_of(match.end("key"), match.end("key") + 1)


def _parted(key: ScalarNode, match: re.Match[str]) -> str:
    """Return what was meant: up to the end of the line where a bracket opens, which is so only in a block."""
    value = match["value"]
    if value[0] in "[{":
        source, place = key.span.source, key.span_of(match.start("value"), match.start("value") + 1)
        value = source.line_text(place.line)[place.column - 1 :]
    return f"{match['key']}: {shorten(value)}"


def hint_glued(node: ScalarNode) -> str:
    """Return what to write instead of `target:5`, a text that was meant as a key and its value; nothing for others."""
    match = _GLUED.fullmatch(node.text)
    if match is None or STRANGE_SPACE.match(match["value"]):
        return ""
    return f"a space is missing after the colon: `{match['key']}: {shorten(match['value'])}`"


def comma_hint(entry: Entry) -> str:
    """Return what is probably wrong with a key in { } that stands there without a colon; nothing for other keys."""
    if not entry.stands_alone:
        return ""
    text, start = entry.key.span.source.text, entry.key.span.start
    if _DIGITS_AND_COMMA.match(text, start - 2):
        return "in { } a comma starts a new key; decimals have a point, as in `12.5`, and thousands have no mark"
    before = start
    while before and text[before - 1].isspace():
        before -= 1
    if text[before - 1 : before] != ",":
        return f"a key needs a colon and a value: `{shorten(entry.key.text)}: …`"
    return "in { } a comma starts a new key: put a text with a comma in quotes; patterns are joined by `or`"
