"""Text to trees: conditions, numbers and patterns as the profile's scalars write them.

A fault is one `Diagnostic` at its place in the file, worded for the author of the profile.  What
names exist and what they may be used for is asked later, by `checking`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from lark import Lark, Tree, UnexpectedInput, UnexpectedToken

from basra_rules.errors import Diagnostic, DiagnosticsError
from basra_rules.exact import parse_number
from basra_rules.expression.building import Builder
from basra_rules.expression.checking import check_condition
from basra_rules.expression.limits import MAX_LEVELS, TOO_DEEP, find_limit_fault
from basra_rules.expression.misfits import Wanted
from basra_rules.expression.slips import find_slip
from basra_rules.expression.syntax_faults import Missing, syntax_fault
from basra_rules.expression.tree import Literal
from basra_rules.expression.vocabulary import Scope
from basra_rules.resources import grammar_text
from basra_rules.source.nodes import scalar_from_text

if TYPE_CHECKING:
    from basra_rules.expression.parts import Part
    from basra_rules.expression.tree import Condition, NumberTree, Pattern
    from basra_rules.source.nodes import ScalarNode

# A level of brackets holds at most an `or`, an `and` and itself, or a sum, a product and itself; only
# long chains of operations make a tree deeper than this, and no tree within it exhausts the stack.
_DEEPEST_TREE = 3 * MAX_LEVELS + 8


def parse_condition(scalar: ScalarNode) -> Condition:
    """Return the condition that `scalar` writes.

    Raises:
        DiagnosticsError: it writes none; exactly one diagnostic.
    """
    return Builder(scalar).condition(_parse(scalar, Wanted.CONDITION))


def parse_amount(scalar: ScalarNode) -> NumberTree:
    """Return the number that `scalar` writes; a number by itself may have a plus, as elsewhere in a profile.

    Raises:
        DiagnosticsError: it writes none; exactly one diagnostic.
    """
    text = scalar.text.strip()
    value = parse_number(text) if text.startswith("+") else None
    if value is not None:
        return Literal(value, scalar.span)
    return Builder(scalar).number(_parse(scalar, Wanted.NUMBER))


def parse_pattern(scalar: ScalarNode) -> Pattern:
    """Return the pattern that `scalar` writes.

    Raises:
        DiagnosticsError: it writes none; exactly one diagnostic.
    """
    return Builder(scalar).pattern(_parse(scalar, Wanted.PATTERN))


@dataclass(frozen=True, slots=True)
class Word:
    """A word or sign of an expression: its kind in the grammar, its text and its place."""

    kind: str
    text: str
    start: int
    end: int


def words_of(text: str) -> tuple[Word, ...]:
    """Return the words and signs of an expression; none where some of the text is neither."""
    try:
        tokens = tuple(_parser().lex(text))
    except UnexpectedInput:
        return ()
    return tuple(Word(token.type, str(token), token.start_pos or 0, token.end_pos or 0) for token in tokens)


@cache
def _parser() -> Lark:
    return Lark(grammar_text(), parser="lalr", lexer="basic", propagate_positions=True)


def _parse(scalar: ScalarNode, wanted: Wanted) -> Part:
    fault = find_limit_fault(scalar) or find_slip(scalar, pattern=wanted is Wanted.PATTERN)
    if fault:
        raise DiagnosticsError([fault])
    try:
        tree: Part = _parser().parse(scalar.text)
    except UnexpectedInput as error:
        raise DiagnosticsError([_syntax_fault(scalar, error, wanted)]) from None
    too_deep = _find_depth(scalar, tree)
    if too_deep:
        raise DiagnosticsError([too_deep])
    return tree


def _syntax_fault(scalar: ScalarNode, error: UnexpectedInput, wanted: Wanted) -> Diagnostic:
    position = error.pos_in_stream
    if isinstance(error, UnexpectedToken) and error.token.type == "$END":
        position = None  # lark points at the last token instead
    state: Any = error.interactive_parser  # lark leaves its methods untyped
    missing = Missing.OPERAND if "NUMBER" in state.choices() else Missing.OPERATOR
    return syntax_fault(scalar, position, missing, wanted, lambda text: _reads(text, wanted))


def _reads(text: str, wanted: Wanted) -> bool:
    """Tell whether a text is an expression of the kind that is wanted, whatever its names."""
    scalar = scalar_from_text(text)
    try:
        tree: Part = _parser().parse(text)
        if _find_depth(scalar, tree):
            return False
        builder = Builder(scalar)
        if wanted is Wanted.CONDITION:
            found = check_condition(builder.condition(tree), Scope.PLAY, ())
            return all(one.code != "name-out-of-scope" for one in found)
        _ = builder.number(tree) if wanted is Wanted.NUMBER else builder.pattern(tree)
    except (UnexpectedInput, DiagnosticsError):
        return False
    return True


def _find_depth(scalar: ScalarNode, tree: Part) -> Diagnostic | None:
    """Measure the tree without recursion, so that what follows may recurse."""
    waiting: list[tuple[Part, int]] = [(tree, 1)]
    while waiting:
        part, depth = waiting.pop()
        if not isinstance(part, Tree):
            continue
        if depth > _DEEPEST_TREE:
            message = "too many operations stand one inside the other"
            span = scalar.span_of(part.meta.start_pos, part.meta.end_pos)
            return Diagnostic(TOO_DEEP, message, span, "write this with fewer operations in a row")
        waiting += [(child, depth + 1) for child in part.children]
    return None
