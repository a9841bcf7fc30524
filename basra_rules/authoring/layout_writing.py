"""From layout to text: two spaces a level, brackets as they stand, comments in their column where it is free."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from typing import TYPE_CHECKING

from basra_rules.authoring.layout import BLANK, Alias, Collection, Document, Item, Note, Scalar, Value, needs_lines
from basra_rules.errors import DiagnosticsError, SourceFile
from basra_rules.source.nodes import ListNode, MapNode, Node, ScalarNode, Style
from basra_rules.source.parsing import read_nodes

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

WIDTH = 120
_STEP = 2
_BEHIND = 2
_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f]")


def write_layout(document: Document) -> str:
    """Return the text of a file."""
    marker = ["---"] if document.is_marked else []
    lines = [*marker, *document.head, *_collection_lines(document.root, 0)]
    return "\n".join(line.rstrip(" ") if line.isspace() else line for line in lines) + "\n"


def _collection_lines(collection: Collection, indent: int) -> Iterator[str]:
    if not collection.items:
        yield from _flow_lines("", collection, indent)
    for group in _neighbours(collection.items, indent):
        is_aligned = len(group) > 1 and all(item.is_aligned for item in group)
        width = max(len(_key_text(item)) for item in group) if is_aligned else 0
        for item in group:
            yield from _indented(item.before, indent)
            yield from _item_lines(item, indent, width)
    yield from _indented(collection.end, indent)


def _neighbours(items: Iterable[Item], indent: int) -> Iterator[list[Item]]:
    """Yield runs of items that take one line each, with nothing between them."""
    group: list[Item] = []
    was_short = False
    for item in items:
        is_short = _is_short(item, indent)
        if group and (item.before or not is_short or not was_short):
            yield group
            group = []
        group.append(item)
        was_short = is_short
    if group:
        yield group


def _is_short(item: Item, indent: int) -> bool:
    is_block = isinstance(item.value, Collection) and bool(item.value.items) and not item.value.is_flow
    return not is_block and len(list(_item_lines(item, indent, 0))) == 1


def _indented(lines: Iterable[str], indent: int) -> Iterator[str]:
    return (" " * indent + line if line != BLANK else "" for line in lines)


def _key_text(item: Item) -> str:
    if item.key is None:
        return "-"
    anchor = f"&{item.key.anchor} " if isinstance(item.key, Scalar) and item.key.anchor else ""
    return f"*{item.key.name} :" if isinstance(item.key, Alias) else f"{anchor}{_key(item.key)}:"


def _key(key: Scalar) -> str:
    return key.text if key.style == "" and not key.lines else quoted(key.text, key.style)


def _item_lines(item: Item, indent: int, width: int) -> Iterator[str]:
    """Yield the lines of an item; `width` is that of the widest key among those aligned with it."""
    head = " " * indent + _key_text(item)
    value = item.value
    anchor = f" &{value.anchor}" if not isinstance(value, Alias) and value.anchor else ""
    if isinstance(value, Collection) and value.items and _stands_in_lines(item, value, head + anchor, indent):
        if item.key is None and not anchor and not item.opening:
            yield from _inside_dash(value, indent)
        else:
            yield _with_note(head + anchor, item.opening)
            yield from _collection_lines(value, indent + _STEP)
        yield from _indented([item.behind.text] if item.behind else [], indent + _STEP)
        return
    head = head.ljust(indent + width) + anchor + " "
    lines = list(_value_lines(head, value, indent))
    place = 0 if isinstance(value, Scalar) and value.is_block else len(lines) - 1
    lines[place] = _with_note(lines[place], item.behind)
    yield from lines
    yield from _indented(value.end if isinstance(value, Collection) else (), indent)


def _stands_in_lines(item: Item, value: Collection, head: str, indent: int) -> bool:
    """Tell whether a collection is written in lines of its own: as it stood, or because brackets can't hold it."""
    if not value.is_flow or item.opening or needs_lines(value):
        return True
    return value.is_spread and max(map(len, _flow_lines(f"{head} ", value, indent))) > WIDTH


def _inside_dash(value: Collection, indent: int) -> Iterator[str]:
    """Yield the lines of a block that starts on the line of its dash; comments above its first item go above that."""
    first, *others = _collection_lines(_headless(value), indent + _STEP)
    yield from _indented(value.items[0].before, indent)
    yield " " * indent + "- " + first[indent + _STEP :]
    yield from others


def _headless(value: Collection) -> Collection:
    first = value.items[0]
    bare = Item(first.key, first.value, (), first.opening, first.behind, first.is_aligned)
    return Collection((bare, *value.items[1:]), value.is_map, value.is_flow, value.is_spread, value.anchor, value.end)


def _with_note(line: str, note: Note | None) -> str:
    if note is None:
        return line
    line = line.rstrip(" ")
    return line.ljust(note.column if len(line) < note.column else len(line) + _BEHIND) + note.text


def _value_lines(head: str, value: Value, indent: int) -> Iterator[str]:
    if isinstance(value, Alias):
        yield f"{head}*{value.name}"
    elif isinstance(value, Collection):
        yield from _flow_lines(head, value, indent)
    elif value.is_block:
        ends = len(value.text) - len(value.text.rstrip("\n"))
        first = next((line for line in value.lines if line), "")
        yield head + value.style + (str(_STEP) if first.startswith(" ") else "") + ("-", "", "+")[min(ends, 2)]
        yield from _indented(value.lines, indent + _STEP)
    elif len(value.lines) > 1:
        yield head + value.lines[0]
        yield from _indented(value.lines[1:], indent + _STEP)
    else:
        yield head + flow_text(value)


# Brackets


def _flow_lines(head: str, collection: Collection, indent: int) -> Iterator[str]:
    """Yield what stands in brackets: on one line as it stood on one, else on as few as it needs."""
    line = head + flow_text(collection)
    if not collection.is_spread or len(line) <= WIDTH:
        yield line
        return
    opening, closing = "{}" if collection.is_map else "[]"
    parts = [_flow_item(item) + "," for item in collection.items]
    parts[-1] = parts[-1][:-1] + closing
    breaks = [item.starts_line for item in collection.items]
    lines = list(_filled(head + opening, parts, breaks, indent))
    yield from lines if max(map(len, lines)) <= WIDTH else _filled(head + opening, parts, [], indent)


def _filled(line: str, parts: Sequence[str], breaks: Sequence[bool], indent: int) -> Iterator[str]:
    """Yield lines of parts: broken where the author broke them, or else where they are full."""
    start = line
    for place, part in enumerate(parts):
        longer = f"{line} {part}" if line is not start else line + part
        is_full = breaks[place] if breaks else len(longer) > WIDTH
        if is_full and place:
            yield line
            longer = " " * (indent + _STEP) + part
        line = longer
    yield line


def flow_text(value: Value) -> str:
    """Return a value on one line."""
    if isinstance(value, Alias):
        return f"*{value.name}"
    if isinstance(value, Scalar):
        return value.text if value.style == "" and "\n" not in value.text else quoted(value.text, value.style)
    inner = ", ".join(map(_flow_item, value.items))
    return f"{{{inner}}}" if value.is_map else f"[{inner}]"


def _flow_item(item: Item) -> str:
    anchor = f"&{item.value.anchor} " if not isinstance(item.value, Alias) and item.value.anchor else ""
    text = anchor + flow_text(item.value)
    return text if item.key is None else f"{_key_text(item)} {text}"


# Quotes


def quoted(text: str, style: str = '"') -> str:
    """Return a text in quotes: double ones, but where it holds such or a backslash."""
    is_literal = style == "'" and "\\" in text
    if ('"' in text or is_literal) and not _CONTROLS.search(text):
        return "'" + text.replace("'", "''") + "'"
    return json.dumps(text, ensure_ascii=False)


@lru_cache(maxsize=4096)
def is_plain(text: str, *, in_flow: bool, as_key: bool) -> bool:
    """Tell whether a text without quotes is read as the same text."""
    written = f"{text}: 0" if as_key else text
    written = (f"{{{written}}}" if as_key else f"[{written}]") if in_flow else (written if as_key else f"a: {written}")
    try:
        node = read_nodes(SourceFile("", written))
    except DiagnosticsError:
        return False
    found = _only(node, as_key=as_key)
    return found is not None and found.style is Style.PLAIN and found.text == text


def _only(node: Node, *, as_key: bool) -> ScalarNode | None:
    """Return the one key or value of a collection."""
    parts: Sequence[Node] = ()
    if isinstance(node, ListNode):
        parts = node.items
    elif isinstance(node, MapNode):
        parts = [entry.key if as_key else entry.value for entry in node]
    return parts[0] if len(parts) == 1 and isinstance(parts[0], ScalarNode) else None
