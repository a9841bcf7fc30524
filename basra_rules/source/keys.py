"""Slips about keys that YAML takes for something else without a word: a space too few, a comma too many."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from basra_rules.errors import Diagnostic, Edit, Fix, Span, write
from basra_rules.source.invisible import STRANGE_SPACE, strange_space
from basra_rules.source.line_slips import ODD_COLONS
from basra_rules.source.lines import line_at
from basra_rules.source.nodes import ListNode, MapNode, ScalarNode, Style, shorten
from basra_rules.source.text_edits import dashes_to_keys, insert, put_in_quotes

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from basra_rules.source.nodes import Entry, Node

_GLUED = re.compile(r"(?P<key>[\w.-]+):(?P<value>\S.*)", re.DOTALL)
_KEY_LINE = re.compile(
    r"^[ \t]*(?P<key>[\w.-]+)(?P<sign>[ \t]*=[ \t]*|[ \t]+|:)(?P<value>[^\s:=].*?)[ \t]*$", re.MULTILINE
)
_OTHER_COLON = re.compile(rf"(?P<key>[\w.-]+)\s*(?P<sign>[{ODD_COLONS}])\s*(?P<value>[^\s].*)")
_COLON = re.compile(r"\s*:")
_CARDS = re.compile(r"\s*(?:10|[2-9AJQKT])?[♣♦♥♠]?\s*|\s*(?:10|[2-9AJQKT])[CDHS]\s*")
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
    colon = key.span_of(match.end("key"), match.end("key") + 1)
    fault = Diagnostic("yaml-syntax", "a space is missing after this colon", colon, label)
    sure = match["value"][0] in "[{" or not _COLON.match(colon.source.text, key.span.end)
    return fault.mended_by(insert("write a space after it", colon.source, colon.end, " ", certain=sure))


def _parted(key: ScalarNode, match: re.Match[str]) -> str:
    """Return what was meant: up to the end of the line where a bracket opens, which is so only in a block."""
    value = match["value"]
    if value[0] in "[{":
        source, place = key.span.source, key.span_of(match.start("value"), match.start("value") + 1)
        value = source.line_text(place.line)[place.column - 1 :]
    return f"{match['key']}: {shorten(value)}"


def mapping_meant(node: ScalarNode | ListNode, known: Collection[str] = ()) -> tuple[str, *tuple[Fix | None, ...]]:
    """Return the help for a text or list where a mapping belongs, which may be nothing, and the fix.

    `known` are the keys that may stand there, where they are fixed.
    """
    if isinstance(node, ScalarNode):
        return hint_glued(node) or _hint_no_colon(node, known), _part_keys(node, known)
    named = [item.get("name") for item in node if isinstance(item, MapNode)]
    first = named[0] if named and all(named) and len(named) == len(node) else None
    if isinstance(first, ScalarNode):
        name = shorten(first.text)
        return f"the names are the keys of a mapping: `{name}:` instead of `- name: {name}`", None
    return "a mapping has keys, each with a colon, and no dashes", dashes_to_keys(node)


def hint_glued(node: ScalarNode) -> str:
    """Return what to write instead of `target:5`, a text that was meant as a key and its value; nothing for others."""
    match = _GLUED.fullmatch(node.text)
    if match is None or STRANGE_SPACE.match(match["value"]):
        return ""
    return f"a space is missing after the colon: `{match['key']}: {shorten(match['value'])}`"


def _hint_no_colon(node: ScalarNode, known: Collection[str]) -> str:
    """Return the same for `target = 5`, and for `target 5` where `target` is a key."""
    match = _KEY_LINE.match(node.text)
    if match is None or ("=" not in match["sign"] and match["key"] not in known):
        return ""
    what = "a key ends with a colon" if "=" in match["sign"] else "a colon is missing"
    return f"{what}: `{match['key']}: {shorten(match['value'])}`"


def _part_keys(node: ScalarNode, known: Collection[str]) -> Fix | None:
    """Return the fix for lines meant as keys and values: colons with a space, and braces beside the key above."""
    span = node.span
    lines = list(_KEY_LINE.finditer(span.text))
    told = all(line["sign"].strip() or line["key"] in known for line in lines)
    if not lines or not told or node.style is not Style.PLAIN or len(lines) < len(span.text.splitlines()):
        return None
    if STRANGE_SPACE.search(span.text):
        return None
    if line_at(span.source, span.start).text[: span.column - 1].strip():
        return write(span, f"{{{lines[0]['key']}: {lines[0]['value']}}}", certain=True) if len(lines) == 1 else None
    places = [Span(span.source, span.start + line.start("sign"), span.start + line.end("sign")) for line in lines]
    return Fix("write `: ` after the key", tuple(Edit(one, ": ") for one in places), certain=True)


def comma_hint(entry: Entry) -> str:
    """Return what is probably wrong with a key in { } that stands there without a colon; nothing for other keys."""
    if not entry.stands_alone:
        return ""
    if _parts_digits(entry):
        return "in { } a comma starts a new key; decimals have a point, as in `12.5`, and thousands have no mark"
    match = _KEY_LINE.fullmatch(entry.key.text) or _OTHER_COLON.fullmatch(entry.key.text)
    if match and match["sign"].strip():
        return f"a key ends with a colon: `{match['key']}: {match['value']}`"
    if _comma_before(entry) is None:
        return f"a key needs a colon and a value: `{shorten(entry.key.text)}: …`"
    return "in { } a comma starts a new key: put a text with a comma in quotes; patterns are joined by `or`"


def mend_comma(before: Entry | None, alone: Sequence[Entry]) -> tuple[Fix, ...]:
    """Return the fixes for keys that stand alone, one after the other, behind the entry whose value they belong to."""
    match = _KEY_LINE.fullmatch(alone[0].key.text) or _OTHER_COLON.fullmatch(alone[0].key.text)
    if match and match["sign"].strip() and len(alone) == 1:
        return (write(alone[0].key.span, f"{match['key']}: {match['value']}", certain=True),)
    commas = [comma for entry in alone if (comma := _comma_before(entry)) is not None]
    if before is None or not alone or len(commas) < len(alone):
        return ()
    if _parts_digits(alone[0]):
        key = alone[0].key.text
        fix = write(commas[0], ".", certain=len(key) != len("000") and len(alone) == 1)
        return (replace(fix, title="write a point"),)
    span = Span(commas[0].source, before.value.span.start, alone[-1].key.span.end)
    cards = all(_CARDS.fullmatch(word) for word in span.text.split(","))
    joined = Fix("join them with `or`", tuple(Edit(comma, " or") for comma in commas), certain=cards)
    return (joined, put_in_quotes(span, certain=False)) if cards else (put_in_quotes(span, certain=False), joined)


def _parts_digits(entry: Entry) -> bool:
    start = entry.key.span.start
    return bool(_DIGITS_AND_COMMA.match(entry.key.span.source.text, start - 2))


def _comma_before(entry: Entry) -> Span | None:
    """Return the comma that stands before a key, if one does."""
    source, at = entry.key.span.source, entry.key.span.start
    while at and source.text[at - 1].isspace():
        at -= 1
    return Span(source, at - 1, at) if source.text[at - 1 : at] == "," else None


_PARTED_BY_SEMICOLONS = re.compile(r"[\w.-]+(?:\s*;\s*[\w.-]+)+")


def semicolon_faults(node: Node) -> Iterator[Diagnostic]:
    """Yield a diagnostic for each item of a list that is several, with semicolons between them: `[2; 4]`."""
    if isinstance(node, MapNode):
        for entry in node:
            yield from semicolon_faults(entry.value)
    for item in node if isinstance(node, ListNode) else ():
        if isinstance(item, ScalarNode) and item.style is Style.PLAIN and _PARTED_BY_SEMICOLONS.fullmatch(item.text):
            right = ", ".join(part.strip() for part in item.text.split(";"))
            fault = Diagnostic("yaml-syntax", "`;` is no comma to YAML", item.span, f"write `{right}`")
            yield fault.mended_by(write(item.text_span, right, certain=True))
        else:
            yield from semicolon_faults(item)
