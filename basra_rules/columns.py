"""What fits into the columns of a terminal: how wide characters are, prose in lines, long lines around a mark."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

NARROWEST = 40
"""For a narrower terminal, lines are made as for one of so many columns."""

_TAB = 8
_PIECE = re.compile(r"( *)((?:`[^`]*`|[^ ])+)")


def cells(text: str) -> int:
    """Return how many columns `text` takes."""
    return sum(map(_cells, text))


def _cells(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "FW" else 1


def wrap(text: str, width: int | None, indent: int = 0) -> list[str]:
    """Return prose as lines of at most `width` columns, all but the first indented; None: as it is.

    What stands in backticks stays together where it fits into a line.  A word is never broken.
    """
    if width is None or cells(text) <= max(width, NARROWEST):
        return [text]
    width = max(width, NARROWEST)
    lines, line = [], ""
    for gap, piece in _pieces(text, width - indent):
        if line and cells(line + gap + piece) > width:
            lines.append(line)
            line = " " * indent + piece
        else:
            line += gap + piece
    return [*lines, line]


def _pieces(text: str, room: int) -> Iterator[tuple[str, str]]:
    """Yield what stays together, and the blanks before it."""
    for gap, piece in _PIECE.findall(text):
        first, *rest = [piece] if cells(piece) <= room else piece.split(" ")
        yield gap, first
        yield from ((" ", one) for one in rest)


def around(text: str, start: int, end: int, room: int) -> tuple[str, int, int]:
    """Return the part of a line around its characters `start` up to `end`, and where these are in it.

    It has at most `room` columns, `…` where it is cut, and the beginning of what is marked, if not all of it.
    """
    if cells(text) + text.count("\t") * (_TAB - 1) + (start >= len(text)) <= room:
        return text, start, end
    text = text.replace("\t", " ")  # which takes whatever a terminal likes
    left, right = _stretch(text, start, end, room - 2)
    head, tail = "…" if left else "", "…" if right < len(text) else ""
    moved = len(head) - left
    return head + text[left:right] + tail, start + moved, max(min(end, right), start + 1) + moved


def _stretch(text: str, start: int, end: int, room: int) -> tuple[int, int]:
    """Return the two ends of what is shown: of the mark what fits, and as much before as behind it."""
    right = _reach(text[start:end], room) + start
    spare = room - cells(text[start:right])
    left = start - _reach(text[:start][::-1], spare // 2)
    right += _reach(text[right:], room - cells(text[left:right]))
    left -= _reach(text[:left][::-1], room - cells(text[left:right]))
    while left < start and not _cells(text[left]):  # it stands on a character that is cut off
        left += 1
    return left, right


def _reach(text: str, room: int) -> int:
    """Return how many of the first characters of `text` fit."""
    for number, character in enumerate(text):
        room -= _cells(character)
        if room < 0:
            return number
    return len(text)


def carets(shown: str, start: int, end: int) -> str:
    """Return the line below `shown` that marks its characters `start` up to `end`, as a terminal aligns them."""
    pad = "".join("\t" if character == "\t" else " " * _cells(character) for character in shown[:start])
    width = cells(shown[start:end])
    if not width and start < len(shown):  # a mark that stands on the character before it
        pad = pad[:-1]
    return pad + "^" * max(1, width)


def beside(mark: str, label: str, room: int | None) -> list[str]:
    """Return a line of carets with their label beside them, or below them where there is no room; None: there is."""
    line = f"{mark} {label}".rstrip()
    if room is None or cells(line) <= room:
        return [line]
    if room - len(mark) >= NARROWEST // 2:
        return wrap(line, room, len(mark) + 1)
    indent = min(len(mark) - len(mark.lstrip()), max(0, room - cells(label)))
    return [mark, *wrap(" " * indent + label, room, indent)]
