"""Edits applied to a text, and the way back: where in the old text the nodes of the new one stand."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING

from basra_rules.errors import InvariantError, SourceFile, Span
from basra_rules.source.nodes import Entry, ListNode, MapNode, Node, ScalarNode

if TYPE_CHECKING:
    from collections.abc import Iterable

    from basra_rules.errors import Edit


@dataclass(frozen=True, slots=True)
class _Stretch:
    """Characters of the new text from `start` on: the old one's from `old` on, or put in for all up to `old_end`."""

    start: int
    old: int
    old_end: int
    is_kept: bool


@dataclass(frozen=True, slots=True)
class Edited:
    """A text with edits made, and where its characters stood before."""

    source: SourceFile
    before: SourceFile
    stretches: tuple[_Stretch, ...]

    def place(self, at: int) -> int:
        """Return where the character number `at` of the new text stood; of one put in, where that was done."""
        stretch = self._stretch(at)
        return stretch.old + (at - stretch.start if stretch.is_kept else 0)

    def _stretch(self, at: int) -> _Stretch:
        return self.stretches[bisect_right(self.stretches, at, key=lambda one: one.start) - 1]

    def locate(self, node: Node) -> Node:
        """Return a node of the new text with its places in the old one."""
        if isinstance(node, ScalarNode):
            return self._scalar(node)
        if isinstance(node, ListNode):
            return ListNode(tuple(map(self.locate, node)), self._span(node.span))
        return MapNode(tuple(self._entry(entry) for entry in node), self._span(node.span))

    def _entry(self, entry: Entry) -> Entry:
        return Entry(self._scalar(entry.key), self.locate(entry.value))

    def _scalar(self, node: ScalarNode) -> ScalarNode:
        start = node.span.start
        offsets = range(start, start + len(node.text)) if node.offsets is None else node.offsets
        return ScalarNode(node.text, node.style, self._span(node.span), tuple(map(self.place, offsets)))

    def _span(self, span: Span) -> Span:
        start = self.place(span.start)
        if span.end <= span.start:
            return Span(self.before, start, start)
        last = self._stretch(span.end - 1)
        end = last.old + span.end - last.start if last.is_kept else last.old_end
        return Span(self.before, start, max(start, end))


def apply_edits(source: SourceFile, edits: Iterable[Edit]) -> Edited:
    """Return the text with edits made; one that is named twice is made once.

    Raises:
        InvariantError: two edits overlap.
    """
    parts: list[str] = []
    stretches: list[_Stretch] = []
    at = length = 0
    ordered = sorted(dict.fromkeys(edits), key=lambda edit: (edit.span.start, edit.span.end))
    for edit in ordered:
        if edit.span.start < at:
            raise InvariantError(f"two edits overlap at {edit.span}")
        start, end = edit.span.start, edit.span.end
        stretches.append(_Stretch(length, at, start, is_kept=True))
        stretches.append(_Stretch(length + start - at, start, end, is_kept=False))
        parts += [source.text[at:start], edit.text]
        length += start - at + len(edit.text)
        at = end
    stretches.append(_Stretch(length, at, len(source.text), is_kept=True))
    parts.append(source.text[at:])
    return Edited(SourceFile(source.name, "".join(parts)), source, tuple(stretches))
