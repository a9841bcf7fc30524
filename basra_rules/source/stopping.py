"""Where the YAML parser stopped, and what stands around that place."""

from __future__ import annotations

import re
from dataclasses import dataclass

from basra_rules.errors import Diagnostic, SourceFile, Span
from basra_rules.source.lines import Line, line_at

CODE = "yaml-syntax"
_WORD = re.compile(r"[^\s,:\[\]{}]+|.?")


@dataclass(frozen=True, slots=True)
class Slip:
    """Where the parser stopped (`at`), where what it was reading began, and its latest complete scalar or bracket."""

    source: SourceFile
    at: int
    began: int | None
    latest: tuple[int, int]

    @property
    def text(self) -> str:
        """Return the whole text."""
        return self.source.text

    @property
    def character(self) -> str:
        """Return the character at which the parser stopped; nothing at the end of the file."""
        return self.text[self.at : self.at + 1]

    @property
    def opener(self) -> str:
        """Return the first character of what the parser was reading."""
        return "" if self.began is None or self.began == self.at else self.text[self.began]

    @property
    def line(self) -> Line:
        """Return the line where the parser stopped."""
        return line_at(self.source, self.at)

    @property
    def before(self) -> str:
        """Return what stands before that place on its line."""
        return self.text[self.line.start : self.at]

    @property
    def is_at_end(self) -> bool:
        """Tell whether nothing follows but blanks."""
        return not self.text[self.at :].strip()

    def fault(self, message: str, start: int, end: int, label: str = "", advice: str = "") -> Diagnostic:
        """Return the diagnostic about the characters `start` up to `end`."""
        return Diagnostic(CODE, message, self.span(start, end), label, help=advice)

    def fault_here(self, message: str, label: str = "", advice: str = "") -> Diagnostic:
        """Return the diagnostic about the word at which the parser stopped."""
        word = self.word
        return self.fault(message, word.start, word.end, label, advice)

    @property
    def word(self) -> Span:
        """Return the word at which the parser stopped."""
        word = _WORD.match(self.text, self.at)
        return self.span(self.at, word.end() if word else self.at)

    def span(self, start: int, end: int) -> Span:
        """Return the characters `start` up to `end`."""
        return Span(self.source, start, end)
