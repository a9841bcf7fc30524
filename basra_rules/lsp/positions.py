"""From characters to the lines and columns of the protocol, and back.

The protocol counts columns in the units of an encoding that editor and server agree on, most often UTF-16.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lsprotocol.types import Position, PositionEncodingKind, Range

if TYPE_CHECKING:
    from basra_rules.errors import SourceFile, Span


@dataclass(frozen=True, slots=True)
class Ruler:
    """Measures columns in the units of one encoding."""

    encoding: str = PositionEncodingKind.Utf16

    def position(self, source: SourceFile, at: int) -> Position:
        """Return the line and column of character number `at`."""
        at = max(0, min(at, len(source.text)))
        line = source.line_of(at)
        before = source.text[source.line_start(line) : at]
        return Position(line - 1, sum(map(self._units, before)))

    def range(self, span: Span) -> Range:
        """Return where a span stands."""
        return Range(self.position(span.source, span.start), self.position(span.source, span.end))

    def character(self, source: SourceFile, position: Position) -> int:
        """Return the number of the character at a position; behind the end of a line, that end."""
        if position.line < 0:
            return 0
        if position.line >= source.line_count:
            return len(source.text)
        start = source.line_start(position.line + 1)
        units = position.character
        line = source.line_text(position.line + 1)
        for place, character in enumerate(line):
            if units <= 0:
                return start + place
            units -= self._units(character)
        return start + len(line)

    def _units(self, character: str) -> int:
        if self.encoding == PositionEncodingKind.Utf32:
            return 1
        if self.encoding == PositionEncodingKind.Utf8:
            return len(character.encode("utf-8", "surrogatepass"))
        return 2 if ord(character) > 0xFFFF else 1
