"""Fields that hold expressions: parsed, and their names checked against what can be seen there.

The validation context is an `ExpressionContext`: the names of the deck's tables, and the trees of
nodes read before (the nodes of a profile are shared between its options' choices).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Annotated, Any, TypeAlias, TypeVar

from pydantic import ValidationInfo
from pydantic_core import PydanticCustomError

from basra_rules.errors import Diagnostic, DiagnosticsError, Fix, name_meant
from basra_rules.exact import Number
from basra_rules.expression.checking import Scope, check_amount, check_condition, check_pattern
from basra_rules.expression.parsing import parse_amount, parse_condition, parse_pattern
from basra_rules.expression.tree import Condition, NumberTree, Pattern
from basra_rules.profile.fields import (
    NUMBER,
    POSITIVE,
    Read,
    fault,
    number,
    positive,
    scalar,
    whole_number,
    wrong,
    wrong_type,
)
from basra_rules.source.keys import mapping_meant
from basra_rules.source.nodes import ListNode, MapNode, Node, ScalarNode, shorten
from basra_rules.source.text_edits import joined_by_or

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ExpressionContext:
    """What expressions are checked against, and the trees read so far, by the identity of their nodes.

    A node is kept beside its tree, so that no other can take its identity.
    """

    tables: tuple[str, ...] = ()
    trees: dict[tuple[int, str], tuple[ScalarNode, Any]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PatternField:
    """A pattern as written, and its tree."""

    tree: Pattern
    node: ScalarNode


@dataclass(frozen=True, slots=True)
class ConditionField:
    """A condition as written, and its tree."""

    tree: Condition
    node: ScalarNode


@dataclass(frozen=True, slots=True)
class AmountField:
    """A number or an expression for one, as written, and its tree."""

    tree: NumberTree
    node: ScalarNode


class Form(StrEnum):
    """What an expression comes to."""

    PATTERN = "pattern"
    CONDITION = "condition"
    AMOUNT = "amount"


@dataclass(frozen=True, eq=False)
class ReadExpression(Read):
    """The annotation of an expression: what it comes to, and what it can see; a pattern of the deck sees nothing."""

    form: Form = Form.PATTERN
    scope: Scope | None = None


@dataclass(frozen=True, slots=True)
class _Kind:
    """A kind of expression in one scope: how it is parsed and checked, and what was expected where it fails."""

    make: Callable[[Any, ScalarNode], Any]
    parse: Callable[[ScalarNode], Any]
    check: Callable[[Any, tuple[str, ...]], tuple[Diagnostic, ...]]
    expected: str
    scope: Scope | None

    def read(self, node: object, info: ValidationInfo) -> Any:
        """Return the field that a node writes."""
        if isinstance(node, ListNode):
            raise wrong_type(node, self.expected, *self._instead_of_list(node))
        found = scalar(node, self.expected)
        context = info.context if isinstance(info.context, ExpressionContext) else ExpressionContext()
        key = (id(found), f"{self.scope} {self.expected} {context.tables}")
        if key not in context.trees:
            context.trees[key] = (found, self._checked(found, context.tables))
        return self.make(context.trees[key][1], found)

    def _instead_of_list(self, node: ListNode) -> tuple[str, *tuple[Fix | None, ...]]:
        if self.make is not PatternField:
            return ("",)
        return "several are joined by `or`: `J or 7♦`", joined_by_or(node)

    def _checked(self, found: ScalarNode, tables: tuple[str, ...]) -> Any:
        try:
            tree = self.parse(found)
        except DiagnosticsError as error:
            raise fault(error.diagnostics) from None
        faults = self.check(tree, tables)
        if faults:
            raise fault(faults)
        return tree


def _pattern_kind(scope: Scope | None) -> _Kind:
    expected = "a card pattern, such as `J or 7♦`"
    return _Kind(PatternField, parse_pattern, lambda tree, _: check_pattern(tree, scope), expected, scope)


def _condition_kind(scope: Scope) -> _Kind:
    expected = "a condition, such as `sweep and count == 1`"
    return _Kind(
        ConditionField, parse_condition, lambda tree, tables: check_condition(tree, scope, tables), expected, scope
    )


def _amount_kind(scope: Scope) -> _Kind:
    expected = "a number, or an expression such as `2 * card.value`"
    return _Kind(AmountField, parse_amount, lambda tree, tables: check_amount(tree, scope, tables), expected, scope)


_EXPRESSION_SCHEMA = {"type": ["string", "number"]}
_DECK_PATTERN = _pattern_kind(None)
_FLOOR_PATTERN = _pattern_kind(Scope.FLOOR)
_CARD_AMOUNT = _amount_kind(Scope.CARD)


def _pattern(scope: Scope | None) -> ReadExpression:
    return ReadExpression(_pattern_kind(scope).read, _EXPRESSION_SCHEMA, "pattern", Form.PATTERN, scope)


def _condition(scope: Scope, sees: str) -> ReadExpression:
    read = _condition_kind(scope).read
    return ReadExpression(read, {"type": "string"}, f"condition; sees {sees}", Form.CONDITION, scope)


def _amount(kind: _Kind, sees: str) -> ReadExpression:
    words = f"number or expression; sees {sees}"
    return ReadExpression(kind.read, _EXPRESSION_SCHEMA, words, Form.AMOUNT, kind.scope)


DeckPattern: TypeAlias = Annotated[PatternField, _pattern(None)]
PlayedPattern: TypeAlias = Annotated[PatternField, _pattern(Scope.CARD)]
FloorCondition: TypeAlias = Annotated[ConditionField, _condition(Scope.FLOOR, "the floor")]
PlayCondition: TypeAlias = Annotated[ConditionField, _condition(Scope.PLAY, "the play")]
CardAmount: TypeAlias = Annotated[AmountField, _amount(_CARD_AMOUNT, "the played card")]
PlayAmount: TypeAlias = Annotated[AmountField, _amount(_amount_kind(Scope.PLAY), "the play")]


def deck_pattern(node: object, info: ValidationInfo) -> PatternField:
    """Return a pattern of the deck's cards, where no card is being played."""
    read: PatternField = _DECK_PATTERN.read(node, info)
    return read


def floor_pattern(node: object, info: ValidationInfo) -> PatternField:
    """Return a pattern of floor cards, which may speak of the played card."""
    read: PatternField = _FLOOR_PATTERN.read(node, info)
    return read


# Mappings by pattern


@dataclass(frozen=True, eq=False)
class PatternKeyed:
    """The mark of a mapping whose keys are card patterns: there, keys compare by meaning; `entry` reads a value."""

    entry: Read


@dataclass(frozen=True, slots=True)
class PatternNumber:
    """One entry of a mapping from patterns to numbers."""

    pattern: PatternField
    value: Number


@dataclass(frozen=True, slots=True)
class PatternAmount:
    """One entry of a mapping from patterns to numbers or expressions."""

    pattern: PatternField
    amount: AmountField


def _pattern_entries(node: object, info: ValidationInfo, make: Callable[[PatternField, Node], T]) -> tuple[T, ...]:
    if not isinstance(node, MapNode):
        assert isinstance(node, ScalarNode | ListNode)
        raise wrong_type(node, "a mapping from card patterns to numbers, such as `{J: 10}`", *mapping_meant(node))
    made: list[T] = []
    faults: list[Diagnostic] = []
    for entry in node:
        try:
            made.append(make(deck_pattern(entry.key, info), entry.value))
        except PydanticCustomError as error:
            faults += (error.context or {})["diagnostics"]
    if faults:
        raise fault(faults)
    return tuple(made)


def _pattern_numbers(node: object, info: ValidationInfo, read: Callable[[object], Number]) -> tuple[PatternNumber, ...]:
    return _pattern_entries(node, info, lambda pattern, value: PatternNumber(pattern, read(value)))


def _pattern_amounts(node: object, info: ValidationInfo) -> tuple[PatternAmount, ...]:
    return _pattern_entries(node, info, lambda pattern, value: PatternAmount(pattern, _CARD_AMOUNT.read(value, info)))


def _by_pattern(function: Callable[[Any, ValidationInfo], Any], entry: Read) -> tuple[Read, PatternKeyed]:
    """Return the marks of a mapping from card patterns to what `entry` reads."""
    schema = {"type": "object", "additionalProperties": dict(entry.schema)}
    return Read(function, schema, f"mapping from pattern to {entry.takes}"), PatternKeyed(entry)


def _positive_numbers(node: object, info: ValidationInfo) -> tuple[PatternNumber, ...]:
    return _pattern_numbers(node, info, positive)


_POSITIVE_READ, _POSITIVE_KEYED = _by_pattern(_positive_numbers, POSITIVE)
PositiveByPattern: TypeAlias = Annotated[tuple[PatternNumber, ...], _POSITIVE_READ, _POSITIVE_KEYED]


_FEW_CARDS = whole_number(1, 40)


def _count_numbers(node: object, info: ValidationInfo) -> tuple[PatternNumber, ...]:
    return _pattern_numbers(node, info, lambda value: _FEW_CARDS.function(value, info))


_COUNT_READ, _COUNT_KEYED = _by_pattern(_count_numbers, _FEW_CARDS)
CountByPattern: TypeAlias = Annotated[tuple[PatternNumber, ...], _COUNT_READ, _COUNT_KEYED]
_AMOUNT_READ, _AMOUNT_KEYED = _by_pattern(_pattern_amounts, _amount(_CARD_AMOUNT, "the card"))
AmountByPattern: TypeAlias = Annotated[tuple[PatternAmount, ...], _AMOUNT_READ, _AMOUNT_KEYED]


@dataclass(frozen=True, slots=True)
class NamedTable:
    """A number for every card: those of `starts_from`, changed by `changes`; 0 elsewhere."""

    starts_from: str | None
    changes: tuple[PatternNumber, ...]


FROM = "from"
CAPTURE_VALUES = "capture_values"


def _table(node: object, info: ValidationInfo) -> NamedTable:
    if not isinstance(node, MapNode):
        assert isinstance(node, ScalarNode | ListNode)
        raise wrong_type(node, "a mapping from card patterns to numbers, such as `{J: 10}`", *mapping_meant(node))
    start = node.get(FROM)
    if start is not None:
        found = scalar(start, f"`{CAPTURE_VALUES}`")
        if found.text != CAPTURE_VALUES:
            meant = name_meant(found.text_span, found.text, (CAPTURE_VALUES,))
            raise wrong("unknown-word", f"unknown word `{shorten(found.text)}`", found.span, meant.label, *meant.fixes)
    changes = MapNode(tuple(entry for entry in node if entry.key.text != FROM), node.span)
    return NamedTable(None if start is None else CAPTURE_VALUES, _pattern_numbers(changes, info, number))


_FROM_SCHEMA = {"enum": [CAPTURE_VALUES], "description": "the table starts as the capture values"}
_TABLE_READ, _TABLE_KEYED = _by_pattern(_table, NUMBER)
_TABLE_SCHEMA = {**_TABLE_READ.schema, "properties": {FROM: _FROM_SCHEMA}}
TableByPattern: TypeAlias = Annotated[NamedTable, replace(_TABLE_READ, schema=_TABLE_SCHEMA), _TABLE_KEYED]
