"""Text to located nodes, straight from the events of the YAML parser.

What could grow without bounds is refused while the events come in: depth, aliases that repeat
one another.  Faults that leave the structure clear are collected and raised together.
"""

from __future__ import annotations

import gc
import re
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn

import yaml

from basra_rules.errors import INVISIBLE, Diagnostic, DiagnosticsError, SourceFile, Span, delete, write
from basra_rules.nearness import is_surely, nearest
from basra_rules.source import loaders
from basra_rules.source.invisible import (
    STRANGE_SPACE,
    delete_invisible,
    name_character,
    refuse_invisible,
    strange_space,
)
from basra_rules.source.keys import explain_glued
from basra_rules.source.nodes import Entry, ListNode, MapNode, Node, ScalarNode, Style, describe, shorten
from basra_rules.source.offsets import Offsets
from basra_rules.source.slips import explain_escape, explain_slip
from basra_rules.source.stopping import Slip
from basra_rules.source.text_edits import keep_one, put_in_quotes

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

DEPTH_LIMIT = 64
ALIAS_LIMIT = 64 * 1024
EVENT_LIMIT = 2_000_000
MOST_FAULTS = 20

_STYLES = {
    None: Style.PLAIN,
    "": Style.PLAIN,
    "'": Style.QUOTED,
    '"': Style.QUOTED,
    "|": Style.BLOCK,
    ">": Style.BLOCK,
}
_PROPERTIES = re.compile(r"(?:[&!][^\s,\[\]{}]*+[ \t]*+(?:(?:(?<=[ \t])#[^\r\n]*+)?(?:\r\n?|\n)[ \t]*+)*+)*+")
_TOO_MANY_BRACKETS = re.compile(rf"\s*(?:[^\s\[{{]+\s+)?(?:[\[{{]\s*){{{DEPTH_LIMIT}}}[\[{{]")
_COLON = re.compile(r"\s*:")
_TAG = re.compile(r"(?:&\S+\s+)?(![^\s,\[\]{}]*)")


def read_nodes(source: SourceFile) -> Node:
    """Return what the YAML text of `source` says.

    Raises:
        DiagnosticsError: it is no YAML, or uses parts of YAML that profiles and scenarios do without.
    """
    refuse_invisible(source)
    with _collector_paused():
        return _Builder(source).document()


@contextmanager
def _collector_paused() -> Iterator[None]:
    """Keep the garbage collector from walking the growing tree again and again; nodes make no cycles."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


@dataclass(frozen=True, slots=True)
class _Anchored:
    """A node that aliases may repeat, and how much text it stands for, repetitions included."""

    node: Node
    size: int


class _Builder:
    """Builds the nodes of one document, event by event."""

    def __init__(self, source: SourceFile) -> None:
        self.source = source
        self.loader = loaders.LOADER(source.text)
        self.faults: list[Diagnostic] = []
        self.anchors: dict[str, _Anchored | None] = {}  # None while the anchored node is being built
        self.events = 0
        self.repeated = 0  # characters that aliases stand for
        self.latest = (0, 0)  # where the latest scalar, alias or closing bracket stands

    def document(self) -> Node:
        self.next_event()
        event = self.next_event()
        if type(event) is yaml.StreamEndEvent:
            self.refuse("empty-file", "the file says nothing", self.span(0, 0))
        root = self.node(self.next_event(), 1)
        if isinstance(root, ScalarNode) and root.style is Style.PLAIN and not root.text:
            self.refuse("empty-file", "the file says nothing", root.span)
        self.next_event()
        event = self.next_event()
        if type(event) is yaml.DocumentStartEvent:
            self.refuse_second(self.place(event))
        if self.faults:
            raise DiagnosticsError(self.faults)
        return root

    def next_event(self) -> Any:
        self.events += 1
        if self.events > EVENT_LIMIT:
            self.refuse("too-large", f"the file holds more than {EVENT_LIMIT:,} values", self.span(*self.latest))
        try:
            return self.loader.get_event()
        except yaml.MarkedYAMLError as error:
            mark, context = error.problem_mark, error.context_mark
            at = mark.index if mark else 0
            self.check_brackets(at)
            slip = Slip(self.source, at, context.index if context else None, self.latest)
            raise DiagnosticsError([explain_slip(slip)]) from None

    def check_brackets(self, at: int) -> None:
        """Refuse brackets nested so deep that the parser gave up before it told of the first."""
        brackets = _TOO_MANY_BRACKETS.match(self.source.text, self.latest[1], at)
        if brackets:
            self.check_depth(DEPTH_LIMIT + 1, brackets.end() - 1)

    def node(self, event: Any, depth: int) -> Node:
        kind = type(event)
        if kind is yaml.ScalarEvent and event.anchor is None and event.tag is None:
            return self.scalar(event, event.start_mark.index)
        if kind is yaml.AliasEvent:
            return self.alias(event, depth)
        start = self.start(event)
        if event.anchor is not None:
            self.open_anchor(event.anchor, event.start_mark.index)
        repeated = self.repeated
        node = self.scalar(event, start) if kind is yaml.ScalarEvent else self.collection(event, start, depth)
        if event.anchor is not None:
            self.anchors[event.anchor] = _Anchored(node, self.latest[1] - start + self.repeated - repeated)
        return node

    def start(self, event: Any) -> int:
        """Return where the node itself starts, behind its anchor; a tag is a fault."""
        start: int = event.start_mark.index
        if event.tag is not None:
            self.fault_tag(start)
        if event.anchor is not None or event.tag is not None:
            properties = _PROPERTIES.match(self.source.text, start)
            return properties.end() if properties else start
        return start

    def scalar(self, event: Any, start: int) -> ScalarNode:
        end: int = event.end_mark.index
        text: str = event.value
        style = _STYLES[event.style]
        source = self.source.text
        offsets: Sequence[int] | None = None
        if style is Style.PLAIN:
            if not text:
                start = end = self.place_of_nothing(end)
            if source[start : start + len(text)] != text:
                offsets = Offsets(source, start, end, text)
        elif style is Style.QUOTED and source[start + 1 : end - 1] == text:
            offsets = range(start + 1, end - 1)
        else:
            if style is Style.BLOCK:
                end = start + len(source[start:end].rstrip())
            offsets = Offsets(source, start, end, text)
        self.latest = (start, end)
        node = ScalarNode(text, style, Span(self.source, start, end), offsets)
        if event.style == '"' and type(offsets) is Offsets:
            self.check_escapes(node)
        elif style is Style.PLAIN and not text.isascii():
            self.check_ends(node)
        return node

    def place_of_nothing(self, end: int) -> int:
        """Return where a value is missing: behind its colon, however far the parser looked for it."""
        colon = _COLON.match(self.source.text, self.latest[1], end)
        return colon.end() if colon else end

    def collection(self, event: Any, start: int, depth: int) -> Node:
        self.check_depth(depth, start)
        return self.mapping(start, depth) if type(event) is yaml.MappingStartEvent else self.sequence(start, depth)

    def sequence(self, start: int, depth: int) -> ListNode:
        items: list[Node] = []
        while type(event := self.next_event()) is not yaml.SequenceEndEvent:
            items.append(self.node(event, depth + 1))
        return ListNode(tuple(items), self.close(event, start))

    def mapping(self, start: int, depth: int) -> MapNode:
        entries: dict[str, Entry] = {}
        repeated: list[Entry] = []
        while type(event := self.next_event()) is not yaml.MappingEndEvent:
            key = self.node(event, depth + 1)
            place = self.latest
            value = self.node(self.next_event(), depth + 1)
            if not isinstance(key, ScalarNode):
                span = self.span(key.span.start, max(place[1], key.span.start + 1))
                self.fault("key-not-scalar", f"{describe(key)} can't be a key", span, "a key is a word or a number")
            elif key.text in entries:
                repeated.append(Entry(key, value))
            elif self.is_sound_key(key):
                entries[key.text] = Entry(key, value)
        node = MapNode(tuple(entries.values()), self.close(event, start))
        for entry in repeated:
            self.note(_repeated_key(node, entries[entry.key.text], entry))
        return node

    def close(self, end: Any, start: int) -> Span:
        """Return where a collection stands: up to its bracket, or to the last thing in it."""
        if end.end_mark.index > end.start_mark.index:
            self.latest = (end.start_mark.index, end.end_mark.index)
        return self.span(start, max(start, self.latest[1]))

    def is_sound_key(self, key: ScalarNode) -> bool:
        if key.style is Style.PLAIN and key.text == "<<":
            advice = "name what the file builds on with `extends`, or write the keys out"
            self.fault("merge-key", "`<<` does not merge mappings here", key.span, advice=advice)
        elif key.style is Style.PLAIN and (slip := explain_glued(key)):
            self.note(slip)
        elif key.style is Style.PLAIN and not key.text:
            colon = max(0, self.source.text.rfind(":", key.span.start - 1, key.span.start))
            span = self.span(colon, colon + 1) if colon else key.span
            self.fault("yaml-syntax", "a key is missing before the colon", span)
        else:
            return True
        return False

    def check_depth(self, depth: int, start: int) -> None:
        if depth > DEPTH_LIMIT:
            message = f"lists and mappings are nested more than {DEPTH_LIMIT} deep"
            self.refuse("too-deep", message, self.span(start, start + 1))

    def check_escapes(self, node: ScalarNode) -> None:
        """Refuse characters that nobody would see in a message, though the escape shows them in the file."""
        for match in INVISIBLE.finditer(node.text):
            span = node.span_of(*match.span())
            if "\ud800" <= match.group() <= "\udfff":
                raise DiagnosticsError([explain_escape(self.source, span.start)])
            message = f"this escape writes an invisible character: {name_character(match.group())}"
            fault = Diagnostic("invisible-character", message, span)
            self.note(fault.mended_by(delete_invisible(span, match.group())))

    def check_ends(self, node: ScalarNode) -> None:
        """Refuse a space around a text without quotes that looks like the ordinary one; YAML takes it for a letter."""
        for at in dict.fromkeys((0, len(node.text) - 1)):
            if STRANGE_SPACE.match(node.text, at):
                self.note(strange_space(node.span_of(at, at + 1), node.text[at]))

    def open_anchor(self, name: str, start: int) -> None:
        if name in self.anchors:
            message = f"the anchor `&{name}` stands in the file twice"
            self.fault("repeated-anchor", message, self.span(start, start + len(name) + 1))
        self.anchors[name] = None

    def alias(self, event: Any, depth: int) -> Node:
        span = self.place(event)
        self.latest = (span.start, span.end)
        if event.anchor not in self.anchors:
            self.note(_unknown_alias(span, event.anchor, self.anchors))
            return ScalarNode("", Style.PLAIN, span)
        anchored = self.anchors[event.anchor]
        if anchored is None:
            self.refuse("alias-bomb", f"`*{event.anchor}` repeats what it stands in, without end", span)
        self.repeated += anchored.size
        if self.repeated > max(ALIAS_LIMIT, len(self.source.text)):
            self.refuse("alias-bomb", "aliases repeat far more text than the file holds", span)
        self.check_depth(depth + _height(anchored.node) - 1, span.start)
        return anchored.node

    def fault_tag(self, start: int) -> None:
        match = _TAG.match(self.source.text, start)
        span = self.span(*match.span(1)) if match else self.span(start, start + 1)
        label = "a text that starts with `!` needs quotes; in an expression, write `not`"
        label = "delete it" if span.text.startswith("!!") else label
        fault = Diagnostic("tag", f"`{shorten(span.text)}` is a YAML tag, and tags are refused", span, label)
        self.note(fault.mended_by(delete(span, certain=False)))

    def place(self, event: Any) -> Span:
        return self.span(event.start_mark.index, event.end_mark.index)

    def span(self, start: int, end: int) -> Span:
        return Span(self.source, start, end)

    def fault(  # noqa: PLR0913 - the parts of a diagnostic
        self, code: str, message: str, span: Span, label: str = "", *, notes: tuple[str, ...] = (), advice: str = ""
    ) -> None:
        """Note a fault that leaves the structure clear."""
        self.note(Diagnostic(code, message, span, label, notes, advice))

    def note(self, fault: Diagnostic) -> None:
        self.faults.append(fault)
        if len(self.faults) == MOST_FAULTS:
            raise DiagnosticsError(self.faults)

    def refuse_second(self, span: Span) -> NoReturn:
        message = "a second document starts here, and a file holds one"
        fault = Diagnostic("several-documents", message, span, "what follows goes into a file of its own")
        raise DiagnosticsError([*self.faults, fault.mended_by(delete(span, certain=False))])

    def refuse(self, code: str, message: str, span: Span) -> NoReturn:
        """Give up, with the faults noted so far."""
        raise DiagnosticsError([*self.faults, Diagnostic(code, message, span)])


def _repeated_key(mapping: MapNode, first: Entry, entry: Entry) -> Diagnostic:
    name = shorten(entry.key.text)
    note = f"the first `{name}` stands at {first.key.span}"
    both = isinstance(first.value, MapNode) and isinstance(entry.value, MapNode)
    advice = f"put what stands under it under the first `{name}`" if both else "keep one of the two"
    message = f"the key `{name}` stands here twice"
    fault = Diagnostic("repeated-key", message, entry.key.span, "the second", (note,), advice)
    return fault.mended_by(*keep_one(mapping, first, entry))


def _unknown_alias(span: Span, name: str, anchors: Collection[str]) -> Diagnostic:
    match = nearest(name, anchors)
    label = f"did you mean `*{match}`?" if match else "a text that starts with `*` needs quotes"
    fault = Diagnostic("unknown-alias", f"no anchor `&{name}` stands before this", span, label)
    if match is None:
        return fault.mended_by(put_in_quotes(span, certain=False))
    return fault.mended_by(write(span, f"*{match}", certain=is_surely(name, match, anchors)))


def _height(node: Node) -> int:
    """Return how many lists and mappings are nested in `node`, itself included."""
    if isinstance(node, ScalarNode):
        return 0
    if isinstance(node, ListNode):
        return 1 + max(map(_height, node.items), default=0)
    return 1 + max((max(_height(entry.key), _height(entry.value)) for entry in node.entries), default=0)
