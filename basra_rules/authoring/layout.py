"""How a file is laid out: besides what it says, its comments, blank lines, quotes and brackets.

The form in which files are put in order and written; what they mean is told by `source` alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

BLANK = ""
"""A blank line among the lines before something."""


@dataclass(frozen=True, slots=True)
class Note:
    """A comment behind something, and the column where it starts, counted from 0."""

    text: str
    column: int = 0


@dataclass(frozen=True, slots=True)
class Scalar:
    """A text and how it is written: `style` is empty, a quote, `|` or `>`.

    `lines` are those of a text that stands on several: of a block its own, without their indentation, of
    others the parts between line breaks.
    """

    text: str
    style: str = ""
    lines: tuple[str, ...] = ()
    anchor: str = ""

    @property
    def is_block(self) -> bool:
        """Tell whether the text stands in a block of lines."""
        return self.style in ("|", ">")


@dataclass(frozen=True, slots=True)
class Alias:
    """A repetition of what an anchor names."""

    name: str


@dataclass(frozen=True, slots=True)
class Collection:
    """A mapping or list; `is_flow` in brackets, `is_spread` where those are on different lines.

    `end` are the comments behind its last item.
    """

    items: tuple[Item, ...]
    is_map: bool
    is_flow: bool = False
    is_spread: bool = False
    anchor: str = ""
    end: tuple[str, ...] = ()

    def item(self, key: str) -> Item | None:
        """Return the item under a key."""
        return next((item for item in self.items if isinstance(item.key, Scalar) and item.key.text == key), None)


Value: TypeAlias = Scalar | Alias | Collection


@dataclass(frozen=True, slots=True)
class Item:
    """One entry of a mapping or list.

    `before` are the comments and blank lines above it, `opening` the comment behind a key whose value starts
    below, `behind` the one behind the value.  `is_aligned` says that the values of its neighbours start in one column,
    `starts_line` that it is the first on its line, in brackets.
    """

    key: Scalar | Alias | None
    value: Value
    before: tuple[str, ...] = ()
    opening: Note | None = None
    behind: Note | None = None
    is_aligned: bool = False
    starts_line: bool = False

    @property
    def name(self) -> str:
        """Return the key's text; nothing in a list."""
        return self.key.text if isinstance(self.key, Scalar) else ""


@dataclass(frozen=True, slots=True)
class Document:
    """A whole file: the comments at its head, and what stands below; `is_marked` by a line `---`.

    `comments` are all of them, in order, wherever they stand.
    """

    head: tuple[str, ...]
    root: Collection
    is_marked: bool = False
    comments: tuple[str, ...] = ()


def needs_lines(value: Value) -> bool:
    """Tell whether a value can't stand on one line: comments stand in it, or a text of several lines."""
    if isinstance(value, Scalar):
        return len(value.lines) > 1
    if isinstance(value, Alias):
        return False
    return bool(value.end) or any(
        any(item.before) or item.opening or item.behind or needs_lines(item.value) for item in value.items
    )


def has_aliases(value: Value) -> bool:
    """Tell whether a value repeats another that stands before it."""
    if isinstance(value, Collection):
        return any(isinstance(item.key, Alias) or has_aliases(item.value) for item in value.items)
    return isinstance(value, Alias)
