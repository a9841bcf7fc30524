"""Trees to text: canonical, with as few brackets as parsing needs to give the same tree again."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, TypeAlias

from basra_rules.exact import plain_number
from basra_rules.expression.tree import (
    And,
    AndPattern,
    Arithmetic,
    CardIs,
    CardPattern,
    CardsAre,
    Compared,
    EqualGroups,
    Flag,
    Literal,
    NamedPattern,
    Negated,
    Not,
    NotPattern,
    NumberName,
    Operator,
    Or,
    OrPattern,
    RankPattern,
    SuitPattern,
)
from basra_rules.expression.vocabulary import EQUAL_GROUPS

if TYPE_CHECKING:
    from basra_rules.expression.tree import Tree


_Atom: TypeAlias = Literal | Flag | NumberName | NamedPattern | EqualGroups | RankPattern | SuitPattern | CardPattern


class _Binding(IntEnum):
    """How tightly a part holds together, the loosest first, as in the grammar."""

    OR = 1
    AND = 2
    NOT = 3
    RELATION = 4
    SUM = 5
    PRODUCT = 6
    SIGN = 7
    ATOM = 8


def print_expression(tree: Tree) -> str:
    """Return `tree` as text; parsing it gives an equal tree."""
    return _print(tree)[0]


def _within(tree: Tree, binding: _Binding) -> str:
    """Return `tree` as a part of something that holds what binds at least as tightly as `binding`."""
    text, own = _print(tree)
    return text if own >= binding else f"({text})"


def _print(tree: Tree) -> tuple[str, _Binding]:
    if isinstance(tree, Or | OrPattern):
        return " or ".join(_within(part, _Binding.AND) for part in tree.parts), _Binding.OR
    if isinstance(tree, And | AndPattern):
        return " and ".join(_within(part, _Binding.NOT) for part in tree.parts), _Binding.AND
    if isinstance(tree, Not | NotPattern):
        return f"not {_within(tree.operand, _Binding.NOT)}", _Binding.NOT
    if isinstance(tree, Compared):
        return _print_compared(tree), _Binding.RELATION
    if isinstance(tree, CardIs | CardsAre):
        return _print_statement(tree), _Binding.RELATION
    if isinstance(tree, Arithmetic):
        return _print_arithmetic(tree)
    if isinstance(tree, Negated):
        return f"-{_within(tree.operand, _Binding.SIGN)}", _Binding.SIGN
    return _print_atom(tree), _Binding.ATOM


def _print_compared(tree: Compared) -> str:
    first, *others = (_within(term, _Binding.SUM) for term in tree.terms)
    return first + "".join(f" {sign} {term}" for sign, term in zip(tree.comparisons, others, strict=True))


def _print_statement(tree: CardIs | CardsAre) -> str:
    subject = f"{tree.quantifier} {tree.subject}" if isinstance(tree, CardsAre) else str(tree.subject)
    verb = "is not" if tree.negated else "is"
    return f"{subject} {verb} {_within(tree.pattern, _Binding.ATOM)}"


def _print_arithmetic(tree: Arithmetic) -> tuple[str, _Binding]:
    own = _Binding.PRODUCT if tree.operator is Operator.TIMES else _Binding.SUM
    right = _within(tree.right, _Binding(own + 1))  # a - (b - c) keeps its brackets
    return f"{_within(tree.left, own)} {tree.operator} {right}", own


def _print_atom(tree: _Atom) -> str:
    if isinstance(tree, Literal):
        return plain_number(tree.value)
    if isinstance(tree, Flag | NumberName | NamedPattern):
        return tree.name
    if isinstance(tree, EqualGroups):
        return f"{EQUAL_GROUPS}({_print(tree.condition)[0]})"
    if isinstance(tree, RankPattern):
        return str(tree.rank)
    if isinstance(tree, CardPattern):
        return str(tree.card)
    return str(tree.suit)
