"""Lines of a YAML text as people see them: indentation, key, value."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from basra_rules.errors import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from basra_rules.errors import SourceFile

_KEY = re.compile(
    r"""[ ]*(?:-[ ]+)*(?P<key>[^\s#"'\[\]{},&*!|>%@`-][^#:"']*?|"[^"]*"|'[^']*')[ ]*:(?:[ \t]+(?P<value>[^\s#].*)?|$)"""
)
_COMMENT = re.compile(r"\s+#.*")
_FARTHEST = 10_000


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a text: its number, the place where it starts, and what it says."""

    number: int
    start: int
    text: str

    @property
    def indentation(self) -> int:
        """Return how many spaces it starts with."""
        return len(self.text) - len(self.text.lstrip(" "))

    @property
    def is_blank(self) -> bool:
        """Tell whether it says nothing: blank, or a comment."""
        return not self.text.strip() or self.text.lstrip().startswith("#")

    @property
    def key(self) -> re.Match[str] | None:
        """Return the match of a `key` and perhaps a `value` at its start, if it has the form of one."""
        return _KEY.match(self.text)


def line_at(source: SourceFile, at: int) -> Line:
    """Return the line that holds the place `at`."""
    return _line(source, Span(source, at, at).line)


def _line(source: SourceFile, number: int) -> Line:
    return Line(number, source.line_start(number), source.line_text(number))


def value_of(line: Line, source: SourceFile) -> Span | None:
    """Return where the value of a line's key stands, without its comment; None where it has none."""
    key = line.key
    if key is None or not key["value"]:
        return None
    start = line.start + key.start("value")
    return Span(source, start, start + len(without_comment(key["value"])))


def without_comment(text: str) -> str:
    """Return what a line or its end says, without a comment behind it."""
    return _COMMENT.sub("", text).rstrip()


def all_lines(source: SourceFile) -> Iterator[Line]:
    """Yield the lines of a text, the first first."""
    last = Span(source, len(source.text), len(source.text)).line
    return (_line(source, number) for number in range(1, last + 1))


def lines_above(source: SourceFile, line: Line) -> Iterator[Line]:
    """Yield the lines above `line` that say something, the nearest first, and not too many."""
    numbers = islice(range(line.number - 1, 0, -1), _FARTHEST)
    return (above for above in (_line(source, number) for number in numbers) if not above.is_blank)


def line_above(source: SourceFile, line: Line) -> Line | None:
    """Return the nearest line above `line` that says something."""
    return next(lines_above(source, line), None)


def line_below(source: SourceFile, line: Line) -> Line | None:
    """Return the nearest line below `line` that says something."""
    return next((one for one in all_lines(source) if one.number > line.number and not one.is_blank), None)


def levels_above(source: SourceFile, line: Line) -> list[int]:
    """Return how far the lines are indented that `line` could continue, the least first."""
    levels: list[int] = []
    for above in lines_above(source, line):
        key = above.key
        for level in (key.start("key") if key else above.indentation, above.indentation):
            if not levels or level < levels[0]:
                levels.insert(0, level)
        if levels[0] == 0:
            break
    return levels
