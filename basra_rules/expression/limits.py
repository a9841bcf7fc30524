"""What an expression's text must keep to before it is parsed: not empty, not huge, nothing invisible.

Everything here takes time in proportion to the text and needs no stack, whatever is written.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from basra_rules.errors import INVISIBLE, Diagnostic
from basra_rules.source.invisible import STRANGE_SPACE, strange_space

if TYPE_CHECKING:
    from basra_rules.source.nodes import ScalarNode

MAX_CHARACTERS = 2_000
MAX_LEVELS = 64
TOO_DEEP = "expression-too-deep"

_LEVELS = re.compile(r"[()]|-|\bnot\b|[^\s()-]+")


def find_limit_fault(scalar: ScalarNode) -> Diagnostic | None:
    """Return what keeps the text from being parsed at all, if anything does."""
    return _find_empty(scalar) or _find_excess(scalar) or _find_invisible(scalar) or _find_depth(scalar)


def _find_empty(scalar: ScalarNode) -> Diagnostic | None:
    if scalar.text.strip():
        return None
    return Diagnostic("expression-empty", "nothing is written here", scalar.span, "an expression is expected")


def _find_excess(scalar: ScalarNode) -> Diagnostic | None:
    length = len(scalar.text)
    if length <= MAX_CHARACTERS:
        return None
    return Diagnostic(
        "expression-too-long",
        f"this expression has {length:,} characters; at most {MAX_CHARACTERS:,} are allowed",
        scalar.span_of(MAX_CHARACTERS, MAX_CHARACTERS + 1),
        "the first character too many",
    )


def _find_invisible(scalar: ScalarNode) -> Diagnostic | None:
    found = INVISIBLE.search(scalar.text) or STRANGE_SPACE.search(scalar.text)
    if found is None:
        return None
    return strange_space(scalar.span_of(*found.span()), found[0])


def _find_depth(scalar: ScalarNode) -> Diagnostic | None:
    """Count brackets, `not` and signs that are open at once."""
    open_brackets = [0]  # the level inside each bracket that is open; outside all of them 0
    level = 0
    for piece in _LEVELS.finditer(scalar.text):
        word = piece[0]
        if word in ("(", "-", "not"):
            level += 1
            if level > MAX_LEVELS:
                message = f"this expression is nested more than {MAX_LEVELS} levels deep"
                return Diagnostic(TOO_DEEP, message, scalar.span_of(*piece.span()), "one level too many")
        if word == "(":
            open_brackets.append(level)
            continue
        if word == ")" and len(open_brackets) > 1:
            open_brackets.pop()
        if word not in ("-", "not"):  # an operand: the chain of signs before it is over
            level = open_brackets[-1]
    return None
