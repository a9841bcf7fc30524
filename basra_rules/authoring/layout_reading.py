"""From text to layout, by the events of ruamel.yaml's round-trip parser.

ruamel tells how everything is written; comments are what stands between its events.  Its own way of keeping
them ties a comment to the value before it, which is lost where keys change places, and drops those in brackets.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import deque
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.events import (
    AliasEvent,
    CollectionEndEvent,
    CollectionStartEvent,
    DocumentStartEvent,
    MappingStartEvent,
    NodeEvent,
    ScalarEvent,
    StreamStartEvent,
)

from basra_rules.authoring.layout import BLANK, Alias, Collection, Document, Item, Note, Scalar, Value
from basra_rules.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ruamel.yaml.events import Event

_COMMENT_OR_ANCHOR = re.compile(r"[&*][^\s,\[\]{}]+|#[^\n]*")
_PROPERTIES = re.compile(r"&[^\s,\[\]{}]+\s*")
_HEADER = re.compile(r"[|>][-+0-9]*[ \t]*(?P<comment>#[^\n]*)?")
_DASH = re.compile(r"-(?=\s)")


@dataclass(frozen=True, slots=True)
class _Comment:
    """A comment and its place: line and column count from 0."""

    text: str
    start: int
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class _Placed:
    """An item of a block, and what tells whether its value is aligned with its neighbours'."""

    item: Item
    on_one_line: bool
    gap: int
    column: int


def read_layout(text: str) -> Document:
    """Return the layout of a file's text, with line feeds as its only line breaks.

    Raises:
        UsageError: the parser does not understand the text.
    """
    return _Reader(text).document()


class _Reader:
    """Builds the layout, event by event, and gives each comment its place on the way."""

    def __init__(self, text: str) -> None:
        self.text = text
        try:
            events = list(YAML(typ="rt", pure=True).parse(text))
        except YAMLError as error:
            mark = error.problem_mark if isinstance(error, MarkedYAMLError) else None
            where = f"line {mark.line + 1}" if mark else "something"
            raise UsageError(f"{where} is written in a way that can't be kept") from None
        self.events = deque(events)
        self.starts = [0, *(match.end() for match in re.finditer("\n", text))]
        self.comments = deque(self.find_comments(events))
        self.line = -1  # the last line that said something

    def find_comments(self, events: Iterable[Event]) -> Iterator[_Comment]:
        at = 0
        for event in events:
            if isinstance(event, ScalarEvent | AliasEvent):
                yield from self.comments_between(at, event.start_mark.index)
                at = event.end_mark.index
                if getattr(event, "style", None) in ("|", ">"):
                    yield from self.header_comment(event)
        yield from self.comments_between(at, len(self.text))

    def comments_between(self, start: int, end: int) -> Iterator[_Comment]:
        for match in _COMMENT_OR_ANCHOR.finditer(self.text, start, end):
            if match[0].startswith("#"):
                yield self.comment(match[0], match.start())

    def header_comment(self, event: Event) -> Iterator[_Comment]:
        header = _HEADER.match(self.text, self.skip_anchor(event.start_mark.index))
        if header and header["comment"]:
            yield self.comment(header["comment"], header.start("comment"))

    def comment(self, text: str, start: int) -> _Comment:
        return _Comment(text.rstrip(), start, self.line_of(start), self.column_of(start))

    def line_of(self, at: int) -> int:
        return bisect_right(self.starts, at) - 1

    def column_of(self, at: int) -> int:
        return at - self.starts[self.line_of(at)]

    def skip_anchor(self, at: int) -> int:
        anchor = _PROPERTIES.match(self.text, at)
        return anchor.end() if anchor else at

    # The document

    def document(self) -> Document:
        comments = tuple(comment.text for comment in self.comments)
        is_marked = False
        while isinstance(self.events[0], StreamStartEvent | DocumentStartEvent):
            is_marked = is_marked or bool(getattr(self.events.popleft(), "explicit", False))
        first = self.events[0]
        if not isinstance(first, CollectionStartEvent):
            raise UsageError("the file is neither a mapping nor a list")
        root, head = self.root(first)
        root = replace(root, end=(*root.end, *self.comment_lines(len(self.text), 0)))  # those below a line `...`
        return Document(head, root, is_marked, comments)

    def root(self, first: CollectionStartEvent) -> tuple[Collection, tuple[str, ...]]:
        """Return the root, and the comments at the head of the file, which stay there whatever comes first.

        Below a head that a blank line ends, further comments right above the first key are that key's own.
        """
        if first.flow_style:
            head = self.lines_before(first.start_mark.index)
            return self.collection(-1), _trimmed(head)
        root = self.collection(-1)
        if not root.items:
            return root, ()
        item = root.items[0]
        blanks = [place for place, line in enumerate(item.before) if line == BLANK]
        end = blanks[-1] + 1 if blanks else len(item.before)
        return replace(root, items=(replace(item, before=item.before[end:]), *root.items[1:])), item.before[:end]

    def value(self, floor: int) -> Value:
        event = self.events[0]
        if isinstance(event, CollectionStartEvent):
            return self.collection(floor)
        self.events.popleft()
        return self.leaf(event)

    def leaf(self, event: Event) -> Scalar | Alias:
        assert isinstance(event, NodeEvent)
        self.line = self.line_of(event.end_mark.index)
        if isinstance(event, AliasEvent):
            return Alias(event.anchor or "")
        assert isinstance(event, ScalarEvent)
        style, text = event.style or "", event.value
        raw = self.text[self.skip_anchor(event.start_mark.index) : event.end_mark.index]
        lines: tuple[str, ...] = ()
        if style in ("|", ">"):
            style, lines = _block(style, raw, text)
            self.line = self.line_of(event.start_mark.index) + max(1, len(lines))
        elif "\n" in raw.strip():
            lines = tuple(line.strip(" \t") for line in raw.strip().split("\n"))
        return Scalar(text, style, lines, event.anchor or "")

    # Mappings and lists

    def collection(self, floor: int) -> Collection:
        event = self.events.popleft()
        assert isinstance(event, CollectionStartEvent)
        is_map, is_flow = isinstance(event, MappingStartEvent), bool(event.flow_style)
        indent = self.indent(event, is_map)
        placed: list[_Placed] = []
        while not isinstance(self.events[0], CollectionEndEvent):
            starts_line = self.line_of(self.events[0].start_mark.index) > self.line
            one = self.map_item(indent) if is_map else self.list_item(indent)
            placed.append(replace(one, item=replace(one.item, starts_line=starts_line)))
        ended = self.events.popleft()
        end = self.flow_end(ended) if is_flow else self.block_end(ended, indent, floor)
        is_spread = is_flow and self.line_of(event.start_mark.index) != self.line_of(ended.start_mark.index)
        items = [one.item for one in placed] if is_flow or not is_map else _aligned(placed)
        if items:
            items[0] = replace(items[0], before=_without_blanks(items[0].before))
        return Collection(tuple(items), is_map, is_flow, is_spread, event.anchor or "", end)

    def indent(self, event: CollectionStartEvent, is_map: bool) -> int:
        """Return the column in which the items of a block start."""
        at = self.skip_anchor(event.start_mark.index)
        if not is_map and not event.flow_style and (dash := _DASH.search(self.text, at)):
            at = dash.start()
        elif is_map and isinstance(self.events[0], NodeEvent):
            at = self.events[0].start_mark.index
        return self.column_of(at)

    def map_item(self, indent: int) -> _Placed:
        event = self.events.popleft()
        before = self.lines_before(event.start_mark.index)
        key = self.leaf(event)
        placed = self.list_item(indent, opening_line=self.line, key_end=event.end_mark.index)
        item = placed.item
        return replace(placed, item=replace(item, key=key, before=(*before, *_without_blanks(item.before))))

    def list_item(self, indent: int, opening_line: int | None = None, key_end: int = 0) -> _Placed:
        """Read a value, of a list or behind a key, and the comments around it."""
        event = self.events[0]
        start = event.start_mark.index
        is_block = isinstance(event, CollectionStartEvent) and not event.flow_style
        opening = self.opening(opening_line, event)
        before: tuple[str, ...] = ()
        if not is_block:
            before = self.lines_before(start)
        elif opening_line is None:  # what stands between the dash and the first key is that key's
            before = self.lines_before(self.dash_before(start, indent))
        if isinstance(event, CollectionStartEvent) and event.flow_style and opening is None:
            opening = self.opening(self.line_of(start), self.events[1])
        value = self.value(indent)
        behind = None if is_block else self.behind()
        item = Item(None, value, before, None, behind)
        if opening is not None:
            item = _with_opening(item, opening, in_list=opening_line is None)
        on_one_line = not is_block and self.line == (self.line_of(start) if opening_line is None else opening_line)
        return _Placed(item, on_one_line, start - key_end - 1, self.column_of(start))

    def dash_before(self, start: int, indent: int) -> int:
        """Return where the dash stands of the item whose value starts there."""
        lines = range(max(self.line, 0), self.line_of(start) + 1)
        dashes = (self.starts[line] + indent for line in lines if self.is_dash(self.starts[line], indent))
        return max((dash for dash in dashes if dash < start), default=start)

    def is_dash(self, line_start: int, indent: int) -> bool:
        dash = line_start + indent
        return "#" not in self.text[line_start:dash] and bool(_DASH.match(self.text, dash))

    def opening(self, line: int | None, event: Event) -> Note | None:
        """Return the comment on a line, before what the event starts."""
        if line is None or not self.comments:
            return None
        comment = self.comments[0]
        if comment.line != line or comment.start >= event.start_mark.index:
            return None
        self.comments.popleft()
        return Note(comment.text, comment.column)

    def behind(self) -> Note | None:
        """Return the comment behind a value, on the line where it ended or a block of lines was announced."""
        following = self.events[0]
        comment = self.comments[0] if self.comments else None
        if comment is None or comment.line > self.line or comment.start >= following.start_mark.index:
            return None
        self.comments.popleft()
        return Note(comment.text, comment.column)

    def lines_before(self, at: int) -> tuple[str, ...]:
        """Return the comments and blank lines up to a place."""
        lines = list(self.comment_lines(at, -1))
        line = self.line_of(at)
        if line - self.line > 1:
            lines.append(BLANK)
        self.line = max(line, self.line)
        return tuple(lines)

    def comment_lines(self, at: int, indent: int) -> Iterator[str]:
        """Yield the comments up to a place that are indented at least so far, with the blank lines before them."""
        while self.comments and self.comments[0].start < at and self.comments[0].column >= indent:
            comment = self.comments.popleft()
            if comment.line - self.line > 1:
                yield BLANK
            yield comment.text
            self.line = comment.line

    def flow_end(self, ended: Event) -> tuple[str, ...]:
        lines = _trimmed(self.lines_before(ended.start_mark.index))
        self.line = self.line_of(ended.start_mark.index)
        return lines

    def block_end(self, ended: Event, indent: int, floor: int) -> tuple[str, ...]:
        return tuple(self.comment_lines(ended.start_mark.index, indent)) if indent > floor else ()


def _with_opening(item: Item, opening: Note, *, in_list: bool) -> Item:
    """Return an item with the comment behind its key; where it can't be written there, it goes behind or above."""
    value = item.value
    if not (isinstance(value, Collection) and value.items) and item.behind is None:
        return replace(item, behind=opening)
    if in_list or not isinstance(value, Collection) or not value.items:
        return replace(item, before=(*item.before, opening.text))
    return replace(item, opening=opening)


def _block(style: str, raw: str, text: str) -> tuple[str, tuple[str, ...]]:
    """Return the style and the lines of a block; one with an indentation of its own becomes a literal one."""
    header, _, body = raw.partition("\n")
    header = header.partition("#")[0].strip()
    if any(mark.isdigit() for mark in header):
        return "|", tuple(text.rstrip("\n").split("\n")) + ("",) * (len(text) - len(text.rstrip("\n")) - 1)
    lines = body.split("\n")
    first = next((line for line in lines if line.strip(" ")), "")
    indent = len(first) - len(first.lstrip(" "))
    kept = [line[indent:] for line in lines]
    while kept and not kept[-1]:
        kept.pop()
    ends = len(text) - len(text.rstrip("\n"))
    return style, (*kept, *[""] * (ends - 1))


def _aligned(placed: Sequence[_Placed]) -> list[Item]:
    """Return the items of a block, marked where the values of neighbours start in one column on purpose."""
    items: list[Item] = []
    for group in _neighbours(placed):
        is_meant = len({one.column for one in group}) == 1 and any(one.gap > 1 for one in group)
        items += [replace(one.item, is_aligned=is_meant and len(group) > 1) for one in group]
    return items


def _neighbours(placed: Sequence[_Placed]) -> Iterator[list[_Placed]]:
    """Yield runs of items that stand on one line each, with nothing between them."""
    group: list[_Placed] = []
    for one in placed:
        if group and (one.item.before or not one.on_one_line or not group[-1].on_one_line):
            yield group
            group = []
        group.append(one)
    if group:
        yield group


def _without_blanks(lines: Sequence[str]) -> tuple[str, ...]:
    """Return lines without blank ones at their start."""
    first = next((place for place, line in enumerate(lines) if line != BLANK), len(lines))
    return tuple(lines[first:])


def _trimmed(lines: Sequence[str]) -> tuple[str, ...]:
    """Return lines without blank ones at either end."""
    return _without_blanks(_without_blanks(lines)[::-1])[::-1]
