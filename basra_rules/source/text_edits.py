"""Edits of a YAML text that change one thing and leave the rest as it stands, comments too."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from basra_rules.errors import Edit, Fix, Span, write
from basra_rules.exact import parse_place
from basra_rules.source.lines import all_lines, line_at, line_below
from basra_rules.source.nodes import ListNode, MapNode, ScalarNode, Style, shorten

if TYPE_CHECKING:
    from collections.abc import Sequence

    from basra_rules.errors import SourceFile
    from basra_rules.source.nodes import Entry, Node

STEP = 2
"""By how many spaces one level is indented where the file does not say."""

_COMMENT = re.compile(r"(?:^|\s)#")
_ANCHOR = re.compile(r"(?:^|[\s\[{,])&")
_AFTER = re.compile(r"[ \t]*(?P<comma>,?)[ \t]*(?P<comment>#[^\r\n]*)?(?P<end>\r\n?|\n|\Z)?")
_COMMA_BEFORE = re.compile(r",\s*\Z")
_SAFE_IN_BRACKETS = re.compile(r"[^\s,\[\]{}#&*!|>'\"%@`:?-](?:[^,\[\]{}#:\r\n]*[^\s,\[\]{}#:])?")


def place(source: SourceFile, at: int) -> Span:
    """Return the place `at`, where nothing stands yet."""
    return Span(source, at, at)


def insert(title: str, source: SourceFile, at: int, text: str, *, certain: bool) -> Fix:
    """Return the fix that puts `text` in at one place."""
    return Fix(title, (Edit(place(source, at), text),), certain)


def indent_line(span: Span, indentation: int, *, certain: bool) -> Fix:
    """Return the fix that indents the line on which `span` starts by so many spaces."""
    line = line_at(span.source, span.start)
    blanks = Span(span.source, line.start, line.start + len(line.text) - len(line.text.lstrip()))
    return Fix(f"indent it by {indentation}", (Edit(blanks, " " * indentation),), certain)


def quoted(text: str) -> str:
    """Return `text` in quotes, in those that it does not hold where that can be."""
    if '"' in text and "'" not in text:
        return f"'{text}'"
    return '"' + text.replace("\\", r"\\").replace('"', r"\"") + '"'


def put_in_quotes(span: Span, *, certain: bool) -> Fix:
    """Return the fix that puts quotes around what stands at `span`."""
    return Fix("put it in quotes", (Edit(span, quoted(span.text)),), certain)


def put_in_brackets(node: ScalarNode) -> tuple[Fix, ...]:
    """Return the fixes that make a list of a text: of its numbers, where it joins some, or else of one item."""
    numbers = _NUMBER.findall(node.text)
    if _JOINED_NUMBERS.fullmatch(node.text):
        return (_list_of(node, f"[{', '.join(numbers)}]", certain=True),)
    low, high = map(parse_place, numbers) if _RANGE.fullmatch(node.text) else (None, None)
    if low is not None and high is not None and low < high:
        every = map(str, range(low, min(high, low + 50) + 1))
        lists = tuple(dict.fromkeys(f"[{', '.join(one)}]" for one in (every, numbers)))
        return tuple(_list_of(node, one, certain=len(lists) == 1) for one in lists)
    words = _ITEM_ENDS.split(node.text.strip(" ,;"))
    if len(words) > 1 and all(_ONE_WORD.fullmatch(word) for word in words):
        return (_list_of(node, f"[{', '.join(words)}]", certain=True),)
    if node.style is Style.PLAIN and _SAFE_IN_BRACKETS.fullmatch(node.span.text):
        return (_list_of(node, f"[{node.text}]", certain=True),)
    text = node.span.text if node.style is Style.QUOTED else quoted(node.text)
    return (_list_of(node, f"[{text}]", certain=True),)


def _list_of(node: ScalarNode, text: str, *, certain: bool) -> Fix:
    return Fix(f"write `{shorten(text)}`", (Edit(node.span, text),), certain)


_NUMBER = re.compile(r"[0-9]+")
_JOINED_NUMBERS = re.compile(r"[0-9]+(?:(?:\s*(?:[,;/&]|\bor\b|\band\b)\s*|\s+)[0-9]+)*")
_ITEM_ENDS = re.compile(r"\s*[,;]\s*")
_ONE_WORD = re.compile(r"[\w.♣♦♥♠-]+")
_RANGE = re.compile(r"[0-9]+\s*(?:-|–|\.\.+|\bto\b)\s*[0-9]+")


def dashes_to_keys(listed: ListNode) -> Fix | None:
    """Return the fix that makes a mapping of a list whose items are mappings of one key; None for other lists."""
    keys = [item.keys[0] for item in listed if isinstance(item, MapNode) and len(item) == 1]
    if not keys or len(keys) < len(listed) or len(set(keys)) < len(keys):
        return None
    title, source = "write it as a mapping", listed.span.source
    if _is_flow(listed):
        ends = (
            Span(source, listed.span.start, listed.span.start + 1),
            Span(source, listed.span.end - 1, listed.span.end),
        )
        braced = any(_is_flow(item) for item in listed if isinstance(item, MapNode))
        return None if braced else Fix(title, (Edit(ends[0], "{"), Edit(ends[1], "}")), certain=True)
    dashes = [source.text.rfind("-", 0, item.span.start) for item in listed]
    return Fix(title, tuple(Edit(Span(source, at, at + 1), " ") for at in dashes), certain=True)


def make_list_of(mapping: MapNode) -> Fix:
    """Return the fix that makes a mapping the one item of a list."""
    title, source = "write it as an item of a list", mapping.span.source
    start, end = mapping.span.start, mapping.span.end
    if _is_flow(mapping):
        return Fix(title, (Edit(place(source, start), "["), Edit(place(source, end), "]")), certain=True)
    inner = indent_entries(mapping.entries, title, certain=True)
    dash = Edit(place(source, source.line_start(mapping.span.line)), _indentation(source, start) + "- ")
    rest = [edit for edit in inner.edits if edit.span.start != dash.span.start]
    gone = Span(source, dash.span.start, start)
    return Fix(title, (Edit(gone, dash.text), *rest), certain=True)


def joined_by_or(listed: ListNode) -> Fix | None:
    """Return the fix that joins the texts of a list by `or`, as patterns are; None where some are no texts."""
    texts = [item.text for item in listed if isinstance(item, ScalarNode) and item.text]
    if not texts or len(texts) < len(listed) or not _is_flow(listed):
        return None
    return write(listed.span, " or ".join(texts), certain=True)


# Entries and items


def delete_path(document: MapNode, chain: Sequence[Entry], title: str, *, certain: bool) -> Fix | None:
    """Return the fix that deletes the last entry of a chain of keys, and each above it that would be empty.

    None where that can't be done by deleting lines, or what stands between brackets; it is not certain where a
    comment would go with it.
    """
    level = len(chain) - 1
    while level > 0:
        above = chain[level - 1].value
        if not isinstance(above, MapNode) or len(above) > 1:
            break
        level -= 1
    parent = chain[level - 1].value if level else document
    span = _span_of_entry(parent, chain[level]) if isinstance(parent, MapNode) else None
    if span is None or _ANCHOR.search(span.text):
        return None
    return Fix(title, (Edit(span, ""),), certain and not _COMMENT.search(span.text))


def delete_entry(mapping: MapNode, entry: Entry, title: str, *, certain: bool) -> Fix | None:
    """Return the fix that deletes an entry of a mapping which has others."""
    return delete_path(mapping, (entry,), title, certain=certain)


def keep_one(mapping: MapNode, first: Entry, second: Entry) -> tuple[Fix | None, ...]:
    """Return the fixes for a key that stands in a mapping twice; another key may have been meant by either."""
    titled = ((second, "delete this one"), (first, "delete the first"))
    return tuple(delete_entry(mapping, entry, title, certain=False) for entry, title in titled)


def indent_entries(entries: Sequence[Entry], title: str, *, certain: bool) -> Fix:
    """Return the fix that indents entries by a step, with all that belongs to them."""
    edits = []
    for entry in entries:
        source = entry.key.span.source
        first, last = entry.key.span.line, max(entry.key.span.line, place(source, entry.value.span.end).line)
        edits += [
            Edit(place(source, source.line_start(number)), " " * STEP)
            for number in range(first, last + 1)
            if source.line_text(number).strip()
        ]
    return Fix(title, tuple(edits), certain)


def move_out(entry: Entry, column: int) -> Fix | None:
    """Return the fix that moves a block of lines out to a column; it is certain where no line below belongs with it.

    None where the entry does not stand on lines of its own.
    """
    source, at = entry.key.span.source, entry.key.span.start
    first = line_at(source, at)
    last = line_at(source, max(at, entry.value.span.end))
    by = at - first.start - column
    if first.text[: at - first.start].strip() or by <= 0 or entry.value.span.start < at:
        return None
    lines = [one for one in all_lines(source) if first.number <= one.number <= last.number and one.text.strip()]
    if any(one.indentation < by for one in lines):
        return None
    edits = tuple(Edit(Span(source, one.start, one.start + by), "") for one in lines)
    below = line_below(source, last)
    return Fix(f"indent it by {column}", edits, below is None or below.indentation <= column)


def delete_item(listed: ListNode, item: Node, title: str, *, certain: bool) -> Fix | None:
    """Return the fix that deletes an item of a list in brackets; None for other lists."""
    if not _is_flow(listed):
        return None
    return Fix(title, (Edit(_with_comma(item.span, item.span), ""),), certain)


def _is_flow(node: MapNode | ListNode) -> bool:
    return node.span.text[:1] in ("{", "[")


def _span_of_entry(mapping: MapNode, entry: Entry) -> Span | None:
    """Return all that goes with an entry: its lines, or its part between brackets."""
    first, last = entry.key.span, entry.value.span
    if last.source is not first.source or last.start < first.end:
        return None  # the value is an alias of what stands elsewhere
    if _is_flow(mapping):
        return _with_comma(first, last)
    source, line = first.source, line_at(first.source, first.start)
    after = _AFTER.match(source.text, last.end)
    if source.text[line.start : first.start].strip() or after is None or after["end"] is None:
        return None  # the first key of a list's item, or something else on the line
    return Span(source, line.start, after.end())


def _with_comma(first: Span, last: Span) -> Span:
    """Return what stands from one place to another between brackets, with the comma that goes with it."""
    text, end = first.source.text, last.end
    after = _AFTER.match(text, end)
    if after is not None and after["comma"]:
        return Span(first.source, first.start, after.start("comment") if after["comment"] else after.end())
    before = _COMMA_BEFORE.search(text, 0, first.start)
    return Span(first.source, before.start() if before else first.start, end)


# Adding


def add_entry(document: MapNode, text: str, title: str, *, after: str = "", certain: bool) -> Fix:
    """Return the fix that adds the entry `text` to a mapping: behind the key `after`, or else at its start."""
    source = document.span.source
    if _is_flow(document):
        return insert(title, source, document.span.start + 1, f"{text}, ", certain=certain)
    entry = document.entry(after)
    if entry is None or entry.value.span.start < entry.key.span.end:
        start = document.span.start
        return insert(title, source, start, f"{text}{line_break(source)}{_indentation(source, start)}", certain=certain)
    line = line_at(source, entry.value.span.end)
    indentation = _indentation(source, entry.key.span.start)
    return insert(
        title, source, line.start + len(line.text), f"{line_break(source)}{indentation}{text}", certain=certain
    )


def _indentation(source: SourceFile, at: int) -> str:
    return " " * (at - line_at(source, at).start)


def line_break(source: SourceFile) -> str:
    """Return how lines end in a text."""
    found = re.search(r"\r\n?|\n", source.text)
    return found[0] if found else "\n"


def add_item(listed: ListNode, text: str, title: str, *, certain: bool) -> Fix | None:
    """Return the fix that adds an item at the end of a list in brackets; None for other lists."""
    if not _is_flow(listed):
        return None
    at = listed.items[-1].span.end if listed.items else listed.span.start + 1
    return insert(title, listed.span.source, at, f", {text}" if listed.items else text, certain=certain)
