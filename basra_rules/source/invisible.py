"""Characters that readers can't see, found and named before anything is parsed."""

from __future__ import annotations

import re
import unicodedata
from itertools import islice

from basra_rules.errors import INVISIBLE, Diagnostic, DiagnosticsError, SourceFile, Span

MOST_REPORTED = 10
STRANGE_SPACE = re.compile(r"[^\S \t\r\n]")
"""Matches a space that looks like the ordinary one and is none, such as the no-break space."""

_UNNAMED = {
    "\0": "NULL",
    "\a": "BELL",
    "\b": "BACKSPACE",
    "\v": "LINE TABULATION",
    "\f": "FORM FEED",
    "\x1b": "ESCAPE",
    "\x7f": "DELETE",
    "\x85": "NEXT LINE",
    "\ufeff": "BYTE ORDER MARK",
}
_UNNAMED_KINDS = {"Cc": "CONTROL CHARACTER", "Cs": "HALF A CHARACTER", "Cn": "NO CHARACTER"}


def refuse_invisible(source: SourceFile) -> None:
    """Raise `DiagnosticsError` where the text holds characters that can't be seen: the first ten of them."""
    matches = list(islice(INVISIBLE.finditer(source.text), MOST_REPORTED))
    if matches:
        raise DiagnosticsError(_invisible(Span(source, *match.span())) for match in matches)


def strange_space(span: Span, character: str) -> Diagnostic:
    """Return the fault of `character`, a space that is not the ordinary one, where spaces count."""
    message = f"an invisible character stands here: {name_character(character)}"
    return Diagnostic("invisible-character", message, span, "delete it, or type a space")


def _invisible(span: Span) -> Diagnostic:
    message = f"an invisible character stands here: {name_character(span.text)}"
    return Diagnostic("invisible-character", message, span, "delete it")


def name_character(character: str) -> str:
    """Return what `character` is called, as `U+202E RIGHT-TO-LEFT OVERRIDE`."""
    name = _UNNAMED.get(character) or unicodedata.name(
        character, _UNNAMED_KINDS.get(unicodedata.category(character), "")
    )
    return f"U+{ord(character):04X} {name}".rstrip()
