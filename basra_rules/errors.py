"""Places in source text, diagnostics about them, and the tree of exceptions.

    BasraError
    ├── DiagnosticsError        one or more faults in a file, each with its place
    │   ├── ProfileError        a profile (or one of its parents) can't be used
    │   └── ScenarioFileError   a scenario file can't be used
    ├── NotationError           text that should name a card, a set or a play does not
    ├── IllegalAction           the rules refuse a play
    ├── UsageError              the caller asked for something that does not exist
    └── InvariantError          a fault of this program itself

A fault that a person wrote is a value, a `Diagnostic`; checks collect them all and one exception
is raised at the edge.  Positions are counted in characters (code points); lines and columns are
1-based, as editors show them.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from difflib import get_close_matches
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


class Severity(StrEnum):
    """How bad a finding is; only an error makes a file unusable."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A text and the name under which people know it (a path as they wrote it, or `<option>`)."""

    name: str
    text: str = field(repr=False)

    def line_text(self, line: int) -> str:
        """Return line number `line` (1-based) without its line break."""
        starts = _line_starts(self.text)
        if not 1 <= line <= len(starts):
            return ""
        end = starts[line] if line < len(starts) else len(self.text)
        return self.text[starts[line - 1] : end].rstrip("\r\n")


@lru_cache(maxsize=64)
def _line_starts(text: str) -> tuple[int, ...]:
    starts = [0]
    at = text.find("\n")
    while at >= 0:
        starts.append(at + 1)
        at = text.find("\n", at + 1)
    return tuple(starts)


@dataclass(frozen=True, slots=True)
class Span:
    """The characters `start` up to, not including, `end` of a source text."""

    source: SourceFile
    start: int
    end: int

    @property
    def line(self) -> int:
        """Return the 1-based line on which the span starts."""
        return bisect_right(_line_starts(self.source.text), self.start)

    @property
    def column(self) -> int:
        """Return the 1-based column at which the span starts."""
        return self.start - _line_starts(self.source.text)[self.line - 1] + 1

    @property
    def text(self) -> str:
        """Return the characters that the span covers."""
        return self.source.text[self.start : self.end]

    def __str__(self) -> str:
        return f"{self.source.name}:{self.line}:{self.column}"


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One fault, at one place, with one cause.

    `message` starts without a capital and ends without a stop; text of the user's stands in
    backticks.  `label` is printed under the caret, `notes` below the excerpt, `help` last.
    """

    code: str
    message: str
    span: Span | None = None
    label: str = ""
    notes: tuple[str, ...] = ()
    help: str = ""
    severity: Severity = Severity.ERROR

    @property
    def is_error(self) -> bool:
        """Tell whether the file can't be used because of it."""
        return self.severity is Severity.ERROR


def sorted_diagnostics(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Return `diagnostics` in reading order (file, place, code), each only once."""

    def place(diagnostic: Diagnostic) -> tuple[str, int, str, str]:
        span = diagnostic.span
        return (
            span.source.name if span else "",
            span.start if span else -1,
            diagnostic.code,
            diagnostic.message,
        )

    return tuple(sorted(dict.fromkeys(diagnostics), key=place))


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Return the name of `known` that `name` was most likely meant to be, if any is near."""
    candidates = sorted(known)
    by_folded = {candidate.casefold(): candidate for candidate in reversed(candidates)}
    folded = name.casefold().replace("-", "_")
    for key, candidate in by_folded.items():
        if key.replace("-", "_") == folded:
            return candidate
    close = get_close_matches(name.casefold(), by_folded, n=1, cutoff=0.6)
    return by_folded[close[0]] if close else None


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return "did you mean `…`?", or the list of what exists, ready for a label."""
    names = sorted(known)
    match = nearest(name, names)
    if match is not None:
        return f"did you mean `{match}`?"
    if not names:
        return ""
    return "expected " + one_of(names)


def one_of(names: Sequence[str]) -> str:
    """Return `names` as a list for a sentence: "`a`, `b` or `c`"."""
    quoted = [f"`{name}`" for name in names]
    return quoted[0] if len(quoted) == 1 else ", ".join(quoted[:-1]) + " or " + quoted[-1]


def render_diagnostic(diagnostic: Diagnostic) -> str:
    """Return `diagnostic` as people read it: headline, place, excerpt with caret, notes, help."""
    lines = [f"{diagnostic.severity}[{diagnostic.code}]: {diagnostic.message}"]
    margin = " "
    if diagnostic.span is not None:
        excerpt = _excerpt(diagnostic.span, diagnostic.label)
        margin = " " * (len(str(diagnostic.span.line)) + 1)
        lines += excerpt
    elif diagnostic.label:
        lines.append(f"  = {diagnostic.label}")
    lines += [f"{margin}= {note}" for note in diagnostic.notes]
    if diagnostic.help:
        lines.append(f"{margin}= help: {diagnostic.help}")
    return "\n".join(lines)


_WIDEST_EXCERPT = 160


def _excerpt(span: Span, label: str) -> list[str]:
    number = str(span.line)
    gutter = " " * len(number)
    text = span.source.line_text(span.line)
    before = span.column - 1
    width = max(1, min(span.end, span.start + len(text) - before) - span.start)
    if len(text) > _WIDEST_EXCERPT:
        cut = max(0, before - _WIDEST_EXCERPT // 2)
        text = ("…" if cut else "") + text[cut : cut + _WIDEST_EXCERPT] + "…"
        before = before - cut + (1 if cut else 0)
        width = min(width, max(1, len(text) - before))
    shown = "".join(_visible(character) for character in text)
    pad = "".join("\t" if character == "\t" else " " for character in text[:before])
    return [
        f"{gutter}--> {span}",
        f"{gutter} |",
        f"{number} | {shown}",
        f"{gutter} | {pad}{'^' * width} {label}".rstrip(),
    ]


def _visible(character: str) -> str:
    return character if character.isprintable() or character == "\t" else "\N{REPLACEMENT CHARACTER}"


class BasraError(Exception):
    """Anything that this package raises on purpose."""


class DiagnosticsError(BasraError):
    """Faults in a file that a person wrote; `diagnostics` holds them in reading order."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = sorted_diagnostics(diagnostics)
        super().__init__("\n\n".join(render_diagnostic(one) for one in self.diagnostics))


class ProfileError(DiagnosticsError):
    """A profile, or a parent of it, can't be used."""


class ScenarioFileError(DiagnosticsError):
    """A scenario file can't be used at all."""


class NotationError(BasraError):
    """Text that should name a card, a set of cards or a play does not.

    `start` and `end` are the faulty characters within `text`.
    """

    def __init__(self, message: str, text: str, start: int, end: int) -> None:
        super().__init__(message)
        self.message = message
        self.text = text
        self.start = start
        self.end = end


class UsageError(BasraError):
    """The caller asked for something that does not exist: an option, a number of players."""


class InvariantError(BasraError):
    """A fault of this program itself, never of its user."""
