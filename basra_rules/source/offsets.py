"""Where each character of a decoded scalar stands in the file.

YAML drops indentation, folds lines, doubles quotes and has escapes, so the text of a scalar is
seldom the text of the file.  The way back is worked out from both, and only when somebody asks.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice
from typing import TYPE_CHECKING, overload

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_BREAK = re.compile(r"\r\n?|\n")
_LINE = re.compile(r"([^\r\n]*)(\r\n?|\n|\Z)")
_BLOCK_HEADER = re.compile(r"[|>][^\r\n]*(?:\r\n?|\n|\Z)")
_INDENTATION = re.compile(r"(?:[ ]*[\r\n])*([ ]*)")
_LINE_FEEDS = re.compile(r"\n+")
_BLANKS = r"[ \t\r\n]+"
_PIECES = {
    "plain": re.compile(rf"{_BLANKS}|[^ \t\r\n]+"),
    "'": re.compile(rf"{_BLANKS}|(?P<escape>'')|[^ \t\r\n']+"),
    '"': re.compile(
        rf"{_BLANKS}|(?P<joined>\\(?:\r\n?|\n)[ \t\r\n]*)"
        r"|(?P<escape>\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.))|[^ \t\r\n\\]+"
    ),
}


class Offsets(Sequence[int]):
    """For each character of the scalar `decoded`, its place in `text`, where `start` to `end` write it."""

    __slots__ = ("_decoded", "_end", "_places", "_start", "_text")

    def __init__(self, text: str, start: int, end: int, decoded: str) -> None:
        self._text = text
        self._start = start
        self._end = end
        self._decoded = decoded
        self._places: tuple[int, ...] | None = None

    def __len__(self) -> int:
        return len(self._decoded)

    @overload
    def __getitem__(self, index: int) -> int: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[int, ...]: ...
    def __getitem__(self, index: int | slice) -> int | tuple[int, ...]:
        if self._places is None:
            self._places = tuple(islice(self._locate(), len(self._decoded)))
        return self._places[index]

    def _locate(self) -> Iterator[int]:
        mark = self._text[self._start]
        if mark in "|>":
            return self._locate_block()
        if mark in "'\"":
            return _flow_places(_PIECES[mark].finditer(self._text, self._start + 1, self._end - 1))
        return _flow_places(_PIECES["plain"].finditer(self._text, self._start, self._end))

    def _locate_block(self) -> Iterator[int]:
        header = _BLOCK_HEADER.match(self._text, self._start)
        start = self._start if header is None else header.end()
        lines = ((line.group(1), line.end(1)) for line in _LINE.finditer(self._text, start))
        ink = len(self._decoded) - len(self._decoded.lstrip(" \n"))
        if self._text[self._start] == "|" or ink == len(self._decoded):  # lines of blanks are never folded
            return _literal_places(lines, self._decoded)
        more_indented = ink - self._decoded.rfind("\n", 0, ink) - 1
        return _folded_places(lines, self._decoded, _column_of_ink(self._text, start) - more_indented)


def _flow_places(pieces: Iterable[re.Match[str]]) -> Iterator[int]:
    """Yield places for a plain or quoted scalar: runs of blanks, escapes and everything else."""
    for piece in pieces:
        breaks = [match.start() for match in _BREAK.finditer(piece.string, *piece.span())]
        if piece.lastgroup == "joined":  # the break behind a backslash is dropped
            yield from breaks[1:]
        elif piece.lastgroup == "escape":
            yield piece.start()
        elif breaks:  # one break folds to a space, of several the first is dropped
            yield from breaks[1:] or breaks
        else:
            yield from range(*piece.span())


def _column_of_ink(text: str, start: int) -> int:
    """Return how many blanks stand before the first line with ink from `start` on."""
    blanks = _INDENTATION.match(text, start)
    return len(blanks.group(1)) if blanks else 0


def _literal_places(lines: Iterable[tuple[str, int]], decoded: str) -> Iterator[int]:
    """Yield places for a literal block: each line is a line of the file without its indentation."""
    for content, (_, end) in zip(decoded.split("\n"), lines, strict=False):
        yield from range(end - len(content), end + 1)


def _folded_places(lines: Iterable[tuple[str, int]], decoded: str, indentation: int) -> Iterator[int]:
    """Yield places for a folded block: lines as in a literal one, with fewer breaks between them."""
    body = decoded.rstrip("\n")
    at = 0
    breaks: list[int] = []
    for line, end in lines:
        content = line[indentation:]
        if content and at < len(body):
            feeds = _LINE_FEEDS.match(decoded, at)
            newlines = len(feeds.group()) if feeds else 0
            yield from breaks[len(breaks) - newlines :] if newlines else breaks[: min(at, 1)]
            yield from range(end - len(content), end)
            at += (newlines or min(at, 1)) + len(content)
            breaks = []
        breaks.append(end)
        if at >= len(body) and len(breaks) >= len(decoded) - len(body):
            break
    yield from breaks
