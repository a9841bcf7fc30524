"""Characters that readers can't see, found and named before anything is parsed."""

from __future__ import annotations

import re
import unicodedata
from itertools import islice

from basra_rules.errors import INVISIBLE, Diagnostic, DiagnosticsError, Edit, Fix, SourceFile, Span

MOST_REPORTED = 10
STRANGE_SPACE = re.compile(r"[^\S \t\r\n]")
"""Matches a space that looks like the ordinary one and is none, such as the no-break space."""

_JOINING = "\v\f\x1c\x1d\x1e\x85\u2028\u2029\u200c\u200d\u2060"
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
    fault = Diagnostic("invisible-character", message, span, "delete it, or type a space")
    return fault.mended_by(Fix("write an ordinary space", (Edit(span, " "),), certain=True))


def _invisible(span: Span) -> Diagnostic:
    message = f"an invisible character stands here: {name_character(span.text)}"
    fault = Diagnostic("invisible-character", message, span, "delete it")
    return fault.mended_by(delete_invisible(span, span.text))


def delete_invisible(span: Span, character: str) -> Fix:
    """Return the fix that deletes a character; it is not certain where it joins or parts what stands beside it."""
    return Fix(f"delete {name_character(character)}", (Edit(span, ""),), certain=character not in _JOINING)


def name_character(character: str) -> str:
    """Return what `character` is called, as `U+202E RIGHT-TO-LEFT OVERRIDE`."""
    name = _UNNAMED.get(character) or unicodedata.name(
        character, _UNNAMED_KINDS.get(unicodedata.category(character), "")
    )
    return f"U+{ord(character):04X} {name}".rstrip()
