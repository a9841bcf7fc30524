"""Located nodes: what a YAML file says, and where it says it.

Three kinds: a scalar, a mapping (in the order written) and a list.  A scalar keeps its text, how
it was quoted, and for every character of its text the place in the file that it came from, so
that a fault inside an expression points into the file, through quotes, escapes and folded lines.
Values are typed by the YAML 1.2 core rules: `no` is text, `010` is ten.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias

from basra_rules.errors import SourceFile, Span
from basra_rules.exact import Number, parse_number

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


class Style(StrEnum):
    """How a scalar is written."""

    PLAIN = "plain"
    QUOTED = "quoted"
    BLOCK = "block"


@dataclass(frozen=True, slots=True)
class ScalarNode:
    """Text, or a number, truth or null; equal when text and style are, wherever it stands.

    `offsets` holds, for each character of `text`, its place in the source; None where the text
    stands in the source as it is, from `span.start` on.
    """

    text: str
    style: Style
    span: Span = field(compare=False)
    offsets: Sequence[int] | None = field(default=None, compare=False, repr=False)

    def span_of(self, start: int, end: int) -> Span:
        """Return where the characters `start` up to `end` of the text stand in the file."""
        if self.offsets is None:
            return Span(self.span.source, self.span.start + start, self.span.start + end)
        if not self.offsets:
            return self.span
        last = len(self.offsets)
        first = self.offsets[min(start, last - 1)] + (1 if start >= last else 0)
        final = self.offsets[min(max(end, start + 1), last) - 1] + 1
        return Span(self.span.source, first, max(final, first))

    def all_of(self, start: int, end: int) -> Span:
        """Return all that writes the characters `start` up to `end`, to the last sign of an escape, for an edit."""
        if self.offsets is None or not self.offsets:
            return self.span_of(start, end) if self.offsets is None else self.text_span
        after = self.offsets[end] if end < len(self.offsets) else self.text_span.end
        first = self.offsets[start] if start < len(self.offsets) else self.text_span.end
        return Span(self.span.source, first, max(first, after))

    @property
    def text_span(self) -> Span:
        """Return where the text is written, without its quotes."""
        quotes = self.style is Style.QUOTED and self.span.text[:1] in ("'", '"')
        return Span(self.span.source, self.span.start + quotes, self.span.end - quotes)

    @property
    def kind(self) -> str:
        """Return what the value is, in words: text, number, truth or null."""
        value = self.value
        if value is None:
            return "null"
        if isinstance(value, bool):
            return "truth"
        return "text" if isinstance(value, str) else "number"

    @property
    def value(self) -> str | Number | bool | None:
        """Return the value by the core rules; quoted and block scalars are always text."""
        if self.style is not Style.PLAIN:
            return self.text
        if self.text in _NULLS:
            return None
        if self.text in _TRUTHS:
            return _TRUTHS[self.text]
        number = parse_number(self.text)
        return self.text if number is None else number

    @property
    def looks_numeric(self) -> bool:
        """Tell whether YAML would see a number here, also one in a form that is refused."""
        return self.style is Style.PLAIN and bool(_CORE_NUMBER.fullmatch(self.text))


_NULLS = frozenset({"", "~", "null", "Null", "NULL"})
_TRUTHS = {word: word.lower() == "true" for word in ("true", "True", "TRUE", "false", "False", "FALSE")}
_CORE_NUMBER = re.compile(
    r"[-+]?(?:[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+|(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|\.(?:inf|Inf|INF))"
    r"|\.(?:nan|NaN|NAN)"
)


@dataclass(frozen=True, slots=True)
class Entry:
    """One key of a mapping with its value, and the values it replaced, the oldest first."""

    key: ScalarNode
    value: Node
    overridden: tuple[Node, ...] = field(default=(), compare=False, repr=False)

    @property
    def stands_alone(self) -> bool:
        """Tell whether the key stands in { } with neither colon nor value, as `b` does in `{a: 1, b}`."""
        value, place = self.value, self.key.span
        is_empty = isinstance(value, ScalarNode) and value.style is Style.PLAIN and not value.text
        return is_empty and bool(_COMMA_OR_BRACKET.match(place.source.text, place.end))


_COMMA_OR_BRACKET = re.compile(r"\s*[,}]")


@dataclass(frozen=True, slots=True)
class MapNode:
    """A mapping; no key stands in it twice."""

    entries: tuple[Entry, ...]
    span: Span = field(compare=False)

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)

    @property
    def keys(self) -> tuple[str, ...]:
        """Return the keys as written, in order."""
        return tuple(entry.key.text for entry in self.entries)

    def entry(self, key: str) -> Entry | None:
        """Return the entry whose key is written `key`."""
        return next((entry for entry in self.entries if entry.key.text == key), None)

    def span_of_key(self, key: str) -> Span:
        """Return where `key` is written; the mapping's own place where it is not."""
        entry = self.entry(key)
        return self.span if entry is None else entry.key.span

    def get(self, key: str) -> Node | None:
        """Return the value under `key`."""
        entry = self.entry(key)
        return None if entry is None else entry.value


@dataclass(frozen=True, slots=True)
class ListNode:
    """A list."""

    items: tuple[Node, ...]
    span: Span = field(compare=False)

    def __iter__(self) -> Iterator[Node]:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)


Node: TypeAlias = ScalarNode | MapNode | ListNode


def describe(node: Node) -> str:
    """Return what `node` is, for "expected …, found …"."""
    if isinstance(node, MapNode):
        return "a mapping"
    if isinstance(node, ListNode):
        return "a list"
    if node.kind == "null":
        return "nothing (null)"
    if node.kind == "text":
        return "an empty text" if not node.text else f"the text `{shorten(node.text)}`"
    return f"the {node.kind} `{node.text}`"


def shorten(text: str, width: int = 40) -> str:
    """Return `text` on one line, cut to `width` characters."""
    line = " ".join(text.split())
    return line if len(line) <= width else line[: width - 1] + "…"


def scalar_from_text(text: str, name: str = "<expression>", style: Style = Style.PLAIN) -> ScalarNode:
    """Return `text` as a node of its own little source, for text that comes from no file."""
    source = SourceFile(name, text)
    return ScalarNode(text, style, Span(source, 0, len(text)))
