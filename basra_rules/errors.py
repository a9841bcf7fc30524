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

import re
from bisect import bisect_right
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING

from basra_rules.columns import NARROWEST, around, beside, carets, wrap
from basra_rules.nearness import is_surely, nearest

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

    def line_start(self, line: int) -> int:
        """Return the place where line number `line` (1-based) starts."""
        return _line_starts(self.text)[line - 1]

    def line_of(self, at: int) -> int:
        """Return the number (1-based) of the line that holds the place `at`."""
        return bisect_right(_line_starts(self.text), at)

    @property
    def line_count(self) -> int:
        """Return how many lines there are; behind a last line break stands one more."""
        return len(_line_starts(self.text))


_LINE_BREAK = re.compile(r"\r\n?|\n")


@lru_cache(maxsize=64)
def _line_starts(text: str) -> tuple[int, ...]:
    return (0, *(match.end() for match in _LINE_BREAK.finditer(text)))


@dataclass(frozen=True, slots=True)
class Span:
    """The characters `start` up to, not including, `end` of a source text."""

    source: SourceFile
    start: int
    end: int

    @property
    def line(self) -> int:
        """Return the 1-based line on which the span starts."""
        return self.source.line_of(self.start)

    @property
    def column(self) -> int:
        """Return the 1-based column at which the span starts."""
        return self.start - _line_starts(self.source.text)[self.line - 1] + 1

    @property
    def end_line(self) -> int:
        """Return the 1-based line on which the span ends."""
        return Span(self.source, self.end, self.end).line

    @property
    def end_column(self) -> int:
        """Return the 1-based column behind the last character of the span."""
        return Span(self.source, self.end, self.end).column

    @property
    def text(self) -> str:
        """Return the characters that the span covers."""
        return self.source.text[self.start : self.end]

    def __str__(self) -> str:
        return f"{self.source.name}:{self.line}:{self.column}"


@dataclass(frozen=True, slots=True)
class Edit:
    """A change of a text: the characters of a span are replaced; where the span is empty, `text` is put in."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Fix:
    """A way to mend a fault.

    `title` is an imperative sentence, such as "write `numeric`".  A fix is `certain` where no other is
    possible, so that a program may apply it unasked; the others are offered by editors.
    """

    title: str
    edits: tuple[Edit, ...]
    certain: bool = False


def write(span: Span, text: str, *, certain: bool) -> Fix:
    """Return the fix that puts `text` where `span` is."""
    return Fix(f"write `{text.strip()}`", (Edit(span, text),), certain)


def delete(*spans: Span, certain: bool) -> Fix:
    """Return the fix that deletes what stands at `spans`, and has nothing in its place."""
    what = "".join(span.text for span in spans).strip()
    title = f"delete `{what}`" if what.isprintable() and what else "delete it"
    return Fix(title, tuple(Edit(span, "") for span in spans), certain)


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
    fixes: tuple[Fix, ...] = ()

    @property
    def is_error(self) -> bool:
        """Tell whether the file can't be used because of it."""
        return self.severity is Severity.ERROR

    def mended_by(self, *fixes: Fix | None) -> Diagnostic:
        """Return the same with these fixes; None is none."""
        return replace(self, fixes=(*self.fixes, *(fix for fix in fixes if fix is not None)))


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


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return "did you mean `…`?", or the list of what exists, ready for a label."""
    names = sorted(known)
    match = nearest(name, names)
    if match is not None:
        return f"did you mean `{match}`?"
    if not names:
        return ""
    return "expected " + one_of(names)


@dataclass(frozen=True, slots=True)
class Meant:
    """What is said of a name that does not exist: the label, the notes and the fixes of its message."""

    label: str
    notes: tuple[str, ...] = ()
    fixes: tuple[Fix, ...] = ()


def name_meant(span: Span, name: str, known: Iterable[str], listing: str = "") -> Meant:
    """Return what to say of the unknown `name`, whose characters stand at `span`.

    Where the label names the nearest, `listing` (such as "the keys here are") starts a note with all names.
    """
    names = tuple(dict.fromkeys(known))
    match = nearest(name, names)
    label = did_you_mean(name, names)
    if match is None:
        return Meant(label)
    notes = (f"{listing} {one_of(names)}",) if listing else ()
    return Meant(label, notes, (write(span, match, certain=is_surely(name, match, names)),))


def one_of(names: Sequence[str]) -> str:
    """Return `names` as a list for a sentence: "`a`, `b` or `c`"."""
    quoted = [f"`{name}`" for name in names]
    return quoted[0] if len(quoted) == 1 else ", ".join(quoted[:-1]) + " or " + quoted[-1]


def render_diagnostic(diagnostic: Diagnostic, width: int | None = None) -> str:
    """Return `diagnostic` as people read it: headline, place, excerpt with caret, notes, help.

    In a terminal, its lines have at most `width` columns, but for those of scenarios, which are to be pasted.
    """
    lines = wrap(f"{diagnostic.severity}[{diagnostic.code}]: {diagnostic.message}", width, _GOES_ON)
    margin = " "
    if diagnostic.span is not None:
        lines += _excerpt(diagnostic.span, diagnostic.label, width)
        margin = " " * (len(str(diagnostic.span.line)) + 1)
    elif diagnostic.label:
        lines += _told(" = ", diagnostic.label, width)
    for note in diagnostic.notes:
        lines += _told(f"{margin}= ", note, width)
    if diagnostic.help:
        lines += _told(f"{margin}= help: ", diagnostic.help, width)
    return "\n".join(lines)


_GOES_ON = 4
_WIDEST_EXCERPT = 160


def _told(head: str, text: str, width: int | None) -> list[str]:
    """Return what follows `head`, its first line wrapped: those behind it are a scenario, and stay."""
    first, *scenario = text.split("\n")
    return [*wrap(head + first, width, len(head)), *scenario]


def _excerpt(span: Span, label: str, width: int | None) -> list[str]:
    number = str(span.line)
    gutter = " " * len(number)
    text = _visible(span.source.line_text(span.line))
    before = min(span.column - 1, len(text))
    after = before + min(max(span.end - span.start, 1), max(len(text) - before, 1))
    room = None if width is None else max(width, NARROWEST) - len(gutter) - 3
    if room is not None:
        text, before, after = around(text, before, after, room)
    elif len(text) > _WIDEST_EXCERPT:
        text, before, after = _window(text, before, after)
    return [
        f"{gutter}--> {span}",
        f"{gutter} |",
        f"{number} | {text}".rstrip(),
        *(f"{gutter} | {line}" for line in beside(carets(text, before, after), label, room)),
    ]


def _window(text: str, before: int, after: int) -> tuple[str, int, int]:
    """Return the part of a long line around its character number `before`, and the places in it of what is marked."""
    cut = max(0, min(before - _WIDEST_EXCERPT // 2, len(text) - _WIDEST_EXCERPT))
    head = "…" if cut else ""
    tail = "…" if cut + _WIDEST_EXCERPT < len(text) else ""
    shown, start = head + text[cut : cut + _WIDEST_EXCERPT] + tail, before - cut + len(head)
    return shown, start, min(after - before + start, max(len(shown) - 1, start + 1))


INVISIBLE = re.compile(
    # control characters but tab and line breaks, the next-line character, the soft hyphen
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad"
    # joiners, fillers and blanks that have no width or no ink; line and paragraph separators; directions of writing
    r"\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164"
    # variation selectors, the byte order mark, annotation marks
    r"\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb"
    # halves of characters, and numbers that are no characters
    r"\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff"
    # format characters of hieroglyphs, shorthand and music; tags and further variation selectors
    r"\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
    + "".join(f"\\U{plane:04x}fffe\\U{plane:04x}ffff" for plane in range(1, 17))
    # a variation selector is fine where it belongs, behind a suit: it chooses text or picture
    + r"](?<![♣♦♥♠][\ufe0e\ufe0f])"
)
"""Matches a character that readers can't see and that therefore no file may hold."""


def _visible(text: str) -> str:
    shown = INVISIBLE.sub("\N{REPLACEMENT CHARACTER}", text)
    if shown.isprintable():
        return shown
    return "".join(ch if ch.isprintable() or ch == "\t" else "\N{REPLACEMENT CHARACTER}" for ch in shown)


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

    `start` and `end` are the faulty characters within `text`, `meant` what was probably meant by them; what is to be
    `left_out` stands for nothing.
    """

    def __init__(  # noqa: PLR0913 - a place has two ends
        self, message: str, text: str, start: int, end: int, meant: str = "", *, left_out: bool = False
    ) -> None:
        super().__init__(message)
        self.message = message
        self.text = text
        self.start = start
        self.end = end
        self.meant = meant
        self.left_out = left_out

    @property
    def label(self) -> str:
        """Return what to say under the caret."""
        if self.left_out:
            return "leave it out"
        return f"write `{self.meant}`" if self.meant else ""


class UsageError(BasraError):
    """The caller asked for something that does not exist: an option, a number of players."""


class InvariantError(BasraError):
    """A fault of this program itself, never of its user."""
