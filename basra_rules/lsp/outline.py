"""What a text in the middle of being typed seems to say: its mappings and lists, as far as they show.

The reader of `source` refuses what is no YAML; an editor asks most often just then.  This one goes by indentation
and brackets, never refuses, and is used for nothing but questions of where one is.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

Path = tuple[str, ...]

LONGEST_TEXT = 1024 * 1024
"""Longer texts have no outline: reading them would take longer than anybody waits for an answer while typing."""
_DEEPEST = 64

_KEY = re.compile(
    r"""(?P<key>"[^"\n]*"|'[^'\n]*'|[^\s#"'\[\]{},&*!|>%@`][^\n#:"'{}\[\],]*?)[ \t]*(?P<colon>:)(?=[ \t\r\n]|\Z)"""
)
_FLOW_KEY = re.compile(r"""(?P<key>"[^"\n]*"|'[^'\n]*'|[^\s#"'\[\]{},:][^\n#:"'{}\[\],]*?)[ \t]*(?P<colon>:)(?!\S)""")
_QUOTED = {'"': re.compile(r'"(?:[^"\\\n]|\\.)*"'), "'": re.compile(r"'(?:[^'\n]|'')*'")}
_PLAIN = re.compile(r"[^\n]*?(?=[ \t]+#|[ \t\r]*(?:\n|\Z))")
_FLOW_PLAIN = re.compile(r"[^\n,\[\]{}]*?(?=[ \t]+#|[ \t\r]*(?:[\n,\[\]{}]|\Z))")
_GAP = re.compile(r"[ \t]*(?:#[^\n]*)?")
_BLANKS = re.compile(r"[ \t\r\n]*")
_MARKER = re.compile(r"(?:---|\.\.\.)[ \t\r]*(?:\n|\Z)")
_CLOSING = frozenset("]}")


@dataclass(slots=True)
class Leaf:
    """A text, with its quotes if it has any: where it stands."""

    start: int
    end: int


@dataclass(slots=True)
class Twig:
    """One entry: a key with its value, or an item of a list, whose key is its number.

    `colon` is None as long as none is typed; `end` is where the entry ends at the latest.
    """

    key: str
    start: int
    key_end: int
    colon: int | None
    value: Branch | Leaf | None = None
    end: int = 0


@dataclass(slots=True)
class Branch:
    """A mapping or a list; `column` is where its keys stand, or -1 between brackets, which may not be closed yet."""

    is_list: bool
    column: int
    start: int
    end: int = 0
    entries: list[Twig] = field(default_factory=list)
    is_closed: bool = False

    @property
    def in_brackets(self) -> bool:
        """Tell whether it stands between brackets."""
        return self.column < 0

    def entry(self, key: str) -> Twig | None:
        """Return the entry of a key."""
        return next((one for one in self.entries if one.key == key), None)

    def at(self, path: Path) -> Twig | None:
        """Return the entry at a path below this mapping."""
        branch: Branch | Leaf | None = self
        found = None
        for key in path:
            found = branch.entry(key) if isinstance(branch, Branch) else None
            if found is None:
                return None
            branch = found.value
        return found


@lru_cache(maxsize=32)
def outline(text: str) -> Branch:
    """Return what a text seems to say, a mapping at the top; nothing of a text that is too long."""
    root = _Reader(text if len(text) <= LONGEST_TEXT else "").document()
    _settle_ends(root)
    return root


def _settle_ends(branch: Branch) -> None:
    """Let every entry end where the next one starts, at the latest, and with the mapping that it is in."""
    following = [*(entry.start for entry in branch.entries[1:]), branch.end]
    for entry, limit in zip(branch.entries, following, strict=False):  # an empty one has no ends to settle
        entry.end = min(entry.end, limit)
        if isinstance(entry.value, Branch):
            entry.value.end = min(entry.value.end, entry.end)
            _settle_ends(entry.value)


def walk(branch: Branch, path: Path = ()) -> Iterator[tuple[Branch, Path]]:
    """Yield every mapping and list with the path at which it stands, outer ones first."""
    yield branch, path
    for entry in branch.entries:
        if isinstance(entry.value, Branch):
            yield from walk(entry.value, (*path, entry.key))


def unquoted(text: str) -> str:
    """Return a key or value without the quotes around it."""
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'" else text


class _Reader:
    """Reads a text line by line, and between brackets sign by sign."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.open: list[Branch] = [Branch(is_list=False, column=0, start=0, end=len(text))]

    def document(self) -> Branch:
        at = 0
        while at < len(self.text):
            gap = _GAP.match(self.text, at)
            content = gap.end() if gap else at
            if content >= len(self.text) or self.text[content] in "\r\n" or _MARKER.match(self.text, at):
                at = self.next_line(content)
            else:
                indented = len(self.text[at:content].expandtabs(1))
                at = self.next_line(self.content(content, indented))
        return self.open[0]

    def next_line(self, at: int) -> int:
        end = self.text.find("\n", at)
        return len(self.text) if end < 0 else end + 1

    def content(self, at: int, column: int) -> int:
        """Read what starts in a column of a line; return where it ends."""
        is_item = self.text[at] == "-" and self.text[at + 1 : at + 2] in ("", " ", "\t", "\r", "\n")
        self.leave(column, is_item)
        if not is_item and self.continues(at, column):
            return self.end_of_line(at)
        branch = self.enter(at, column, is_item)
        if is_item:
            return self.item(branch, at, column)
        match = _KEY.match(self.text, at)
        if match is None:
            return self.half_key(branch, at)
        entry = Twig(unquoted(match["key"]), at, match.end("key"), match.start("colon"), end=len(self.text))
        branch.entries.append(entry)
        return self.value_behind(entry, match.end(), column)

    def leave(self, column: int, is_item: bool) -> None:
        """Close the mappings and lists that a line in this column stands outside of."""
        while len(self.open) > 1 and (
            self.open[-1].column > column or (self.open[-1].column == column and self.open[-1].is_list and not is_item)
        ):
            self.open.pop()

    def continues(self, at: int, column: int) -> bool:
        """Tell whether a line goes on with the text above it, and if so, make it part of that."""
        entries = self.open[-1].entries
        last = entries[-1] if entries else None
        if last is None or not isinstance(last.value, Leaf) or column <= self.open[-1].column:
            return False
        if self.text[last.value.start] in "\"'" or _KEY.match(self.text, at):
            return False
        last.value.end = self.end_of_line(at)
        return True

    def enter(self, at: int, column: int, is_item: bool) -> Branch:
        """Return the mapping or list that a line in this column belongs to, opening it where it is new."""
        here = self.open[-1]
        if not here.entries and len(self.open) == 1:
            here.column, here.is_list = column, is_item
            return here
        starts_list = is_item and not here.is_list and here.column == column
        if (column > here.column or starts_list) and here.entries and len(self.open) < _DEEPEST:
            parent = here.entries[-1]
            branch = Branch(is_list=is_item, column=column, start=at, end=len(self.text))
            parent.value = branch
            self.open.append(branch)
            return branch
        return here

    def item(self, branch: Branch, at: int, column: int) -> int:
        entry = Twig(str(len(branch.entries)), at, at, at, end=len(self.text))
        branch.entries.append(entry)
        inner = at + 1
        while self.text[inner : inner + 1] in (" ", "\t"):
            inner += 1
        if self.text[inner : inner + 1] in ("", "\r", "\n", "#"):
            return inner
        starts_mapping = _KEY.match(self.text, inner) or self.text[inner : inner + 2] == "- "
        if starts_mapping and self.text[inner] not in "{[" and len(self.open) < _DEEPEST:
            return self.content(inner, column + inner - at)
        return self.value_behind(entry, inner, column)

    def half_key(self, branch: Branch, at: int) -> int:
        """Read a line without a colon: a key that is still being typed."""
        end = self.end_of_line(at)
        branch.entries.append(Twig(unquoted(self.text[at:end]), at, end, None, end=len(self.text)))
        return end

    def value_behind(self, entry: Twig, at: int, column: int) -> int:
        gap = _GAP.match(self.text, at)
        start = gap.end() if gap else at
        if start >= len(self.text) or self.text[start] in "\r\n":
            return start
        entry.value, end = self.value(start, column)
        return end

    def value(self, at: int, column: int) -> tuple[Branch | Leaf, int]:
        mark = self.text[at]
        if mark in "{[":
            branch = self.brackets(at, column, 1)
            return branch, branch.end
        if mark in "|>":
            end = self.end_of_block(self.next_line(at), column)
        elif mark in _QUOTED:
            end = self.end_of_quotes(at, column)
        else:
            end = self.end_of_line(at)
        return Leaf(at, end), end

    def end_of_line(self, at: int) -> int:
        match = _PLAIN.match(self.text, at)
        return match.end() if match else at

    def end_of_block(self, at: int, column: int) -> int:
        """Return where the lines end that are indented further than a column."""
        end = at
        while at < len(self.text):
            after = self.next_line(at)
            line = self.text[at:after]
            if line.strip():
                if len(line) - len(line.lstrip(" ")) <= column:
                    break
                end = at + len(line.rstrip())
            at = after
        return max(end - (end > 0 and self.text[end - 1 : end] == "\n"), 0)

    def end_of_quotes(self, at: int, column: int) -> int:
        """Return where a text in quotes ends; where they are not closed, its line."""
        mark = self.text[at]
        match = _QUOTED[mark].match(self.text, at)
        if match:
            return match.end()
        block = self.end_of_block(self.next_line(at), column)
        closing = self.text.find(mark, at + 1, block)
        return closing + 1 if closing >= 0 else self.end_of_line(at)

    def brackets(self, at: int, column: int, depth: int) -> Branch:
        """Read up to the closing bracket, or to the line where it is clear that it is missing."""
        branch = Branch(is_list=self.text[at] == "[", column=-1, start=at, end=len(self.text))
        at += 1
        while True:
            at, is_cut = self.gap_in_brackets(at, column)
            if is_cut or at >= len(self.text):
                branch.end = at
                break
            mark = self.text[at]
            if mark in _CLOSING:
                branch.end, branch.is_closed = at + 1, True
                break
            at = at + 1 if mark == "," else self.entry_in_brackets(branch, at, column, depth)
            if mark == "," and branch.entries:
                branch.entries[-1].end = min(branch.entries[-1].end, at - 1)
        for entry in branch.entries:
            entry.end = min(entry.end, branch.end - branch.is_closed)
        return branch

    def gap_in_brackets(self, at: int, column: int) -> tuple[int, bool]:
        """Return where the next sign stands, and whether a line ended before that can't belong in these brackets."""
        while True:
            gap = _GAP.match(self.text, at)
            here = gap.end() if gap else at
            if here >= len(self.text) or self.text[here] not in "\r\n":
                return here, False
            blanks = _BLANKS.match(self.text, here)
            start = blanks.end() if blanks else here
            following = self.text[start : start + 1]
            indented = start - (self.text.rfind("\n", 0, start) + 1)
            if not following or (indented <= column and following not in _CLOSING):
                return here, True
            at = start

    def entry_in_brackets(self, branch: Branch, at: int, column: int, depth: int) -> int:
        last = branch.entries[-1] if branch.entries else None
        if last is not None and last.end == len(self.text) and isinstance(last.value, Leaf):
            last.value.end = self.token(at)  # a text over several lines
            return max(last.value.end, at + 1)
        match = None if branch.is_list else _FLOW_KEY.match(self.text, at)
        if match is None and not branch.is_list:
            end = max(self.token(at), at + 1)
            branch.entries.append(Twig(unquoted(self.text[at:end]), at, end, None, end=len(self.text)))
            return end
        key, key_end = (unquoted(match["key"]), match.end("key")) if match else (str(len(branch.entries)), at)
        entry = Twig(key, at, key_end, match.start("colon") if match else at, end=len(self.text))
        branch.entries.append(entry)
        return self.value_in_brackets(entry, match.end() if match else at, column, depth)

    def value_in_brackets(self, entry: Twig, at: int, column: int, depth: int) -> int:
        start, is_cut = self.gap_in_brackets(at, column)
        if is_cut or start >= len(self.text) or self.text[start] in ",]}":
            return at if is_cut else start
        if self.text[start] in "{[" and depth < _DEEPEST:
            entry.value = self.brackets(start, column, depth + 1)
            return entry.value.end
        end = max(self.token(start), start + 1)
        entry.value = Leaf(start, end)
        return end

    def token(self, at: int) -> int:
        """Return where a text between brackets ends, on its line."""
        quoted = _QUOTED[self.text[at]].match(self.text, at) if self.text[at] in _QUOTED else None
        match = quoted or _FLOW_PLAIN.match(self.text, at)
        return match.end() if match else at
