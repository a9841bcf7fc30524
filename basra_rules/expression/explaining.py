"""Why an expression has the value that it has: the value of every part of it.

Each part is compiled and asked by itself, so that an explanation can't say anything else than the
rules do.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from basra_rules.exact import plain_number
from basra_rules.expression.compiling import compile_amount, compile_condition, group_values, holds_for_groups
from basra_rules.expression.partition import can_part, common_total
from basra_rules.expression.printing import print_expression
from basra_rules.expression.tree import (
    And,
    Arithmetic,
    CardIs,
    CardsAre,
    Compared,
    EqualGroups,
    Flag,
    Literal,
    Negated,
    Not,
    NumberName,
    Or,
)

if TYPE_CHECKING:
    from basra_rules.errors import Span
    from basra_rules.exact import Number
    from basra_rules.expression.situation import DeckTables, Situation
    from basra_rules.expression.tree import Condition, NumberTree


@dataclass(frozen=True, slots=True)
class Explanation:
    """A part of an expression, as canonical text, with its value and the parts that it follows from.

    Numbers that are written out are no parts.  The parts of `equal_groups(…)` are the ways in
    which the captured cards can be parted, each with whether the condition holds for it.
    """

    text: str
    value: bool | Number
    span: Span
    parts: tuple[Explanation, ...] = ()


def explain(tree: Condition | NumberTree, deck: DeckTables, situation: Situation) -> Explanation:
    """Return what every part of `tree` says of `situation`."""
    value = _value(tree, deck, situation)
    parts = _partings(tree, deck, situation) if isinstance(tree, EqualGroups) else _parts(tree, deck, situation)
    return Explanation(print_expression(tree), value, tree.span, parts)


def _value(tree: Condition | NumberTree, deck: DeckTables, situation: Situation) -> bool | Number:
    if isinstance(tree, Literal | NumberName | Negated | Arithmetic):
        amount = compile_amount(tree, deck, situation.card)
        return amount(situation) if callable(amount) else amount
    test = compile_condition(tree, deck, situation.card)
    return test(situation) if callable(test) else test


def _parts(tree: Condition | NumberTree, deck: DeckTables, situation: Situation) -> tuple[Explanation, ...]:
    return tuple(explain(part, deck, situation) for part in _children(tree) if not isinstance(part, Literal))


def _children(tree: Condition | NumberTree) -> tuple[Condition | NumberTree, ...]:
    if isinstance(tree, And | Or):
        return tree.parts
    if isinstance(tree, Not | Negated):
        return (tree.operand,)
    if isinstance(tree, Compared):
        return tree.terms
    if isinstance(tree, Arithmetic):
        return (tree.left, tree.right)
    assert isinstance(tree, Literal | NumberName | Flag | CardIs | CardsAre | EqualGroups)
    return ()


def _partings(tree: EqualGroups, deck: DeckTables, situation: Situation) -> tuple[Explanation, ...]:
    values = group_values(deck, situation.captured)
    parts = []
    for groups in range(1, len(values) + 1):
        total = common_total(values, groups)
        if can_part(values, groups):
            text = f"groups = {groups}, total = {plain_number(total)}"
            holds = holds_for_groups(tree.condition, deck, situation.card, groups, total)
            parts.append(Explanation(text, holds, tree.span))
    return tuple(parts)
