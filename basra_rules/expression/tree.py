"""The tree of an expression: conditions, numbers and patterns, each knowing where it stands.

Two trees are equal when they say the same, wherever they were written: spans do not compare.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from basra_rules.cards import Card, Rank, Suit
    from basra_rules.errors import Span
    from basra_rules.exact import Number


class Comparison(StrEnum):
    """The six comparisons."""

    LESS = "<"
    AT_MOST = "<="
    MORE = ">"
    AT_LEAST = ">="
    EQUAL = "=="
    DIFFERENT = "!="


class Operator(StrEnum):
    """The three operations on numbers."""

    PLUS = "+"
    MINUS = "-"
    TIMES = "*"


class Quantifier(StrEnum):
    """How many cards of a set a statement is about."""

    ALL = "all"
    ANY = "any"


class Subject(StrEnum):
    """The set of cards that a quantified statement is about."""

    CAPTURED = "captured"
    FLOOR = "floor"


class SingleCard(StrEnum):
    """The one card that `… is PATTERN` is about."""

    PLAYED = "card"
    TOP = "floor.top"


# Patterns: true or false of one card


@dataclass(frozen=True, slots=True)
class RankPattern:
    """Every card of a rank: `J`, `10`."""

    rank: Rank
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class SuitPattern:
    """Every card of a suit: `♣`."""

    suit: Suit
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class CardPattern:
    """One card: `7♦`."""

    card: Card
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class NamedPattern:
    """`numeric`, `any`, `none` or `card.rank` (the rank of the played card)."""

    name: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class NotPattern:
    """Every card that the operand does not match."""

    operand: Pattern
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class AndPattern:
    """Every card that all parts match; at least two parts."""

    parts: tuple[Pattern, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class OrPattern:
    """Every card that some part matches; at least two parts."""

    parts: tuple[Pattern, ...]
    span: Span = field(compare=False)


Pattern: TypeAlias = RankPattern | SuitPattern | CardPattern | NamedPattern | NotPattern | AndPattern | OrPattern


# Numbers


@dataclass(frozen=True, slots=True)
class Literal:
    """A number as written."""

    value: Number
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class NumberName:
    """A number of the situation, by its name: `sum`, `floor.count`, `card.value`, `card.worth`."""

    name: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Negated:
    """`- operand`."""

    operand: NumberTree
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """`left operator right`."""

    operator: Operator
    left: NumberTree
    right: NumberTree
    span: Span = field(compare=False)


NumberTree: TypeAlias = Literal | NumberName | Negated | Arithmetic


# Conditions


@dataclass(frozen=True, slots=True)
class Flag:
    """A truth of the situation, by its name: `sweep`, `numeric`, `previous.trailed`."""

    name: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class CardIs:
    """`card is PATTERN`, `floor.top is PATTERN` (false where there is no such card)."""

    subject: SingleCard
    pattern: Pattern
    span: Span = field(compare=False)
    negated: bool = False


@dataclass(frozen=True, slots=True)
class CardsAre:
    """`all captured is PATTERN`, `any floor is PATTERN`; of no cards, all are and none is."""

    quantifier: Quantifier
    subject: Subject
    pattern: Pattern
    span: Span = field(compare=False)
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Compared:
    """`first < second <= third`: every neighbouring pair compares so."""

    terms: tuple[NumberTree, ...]
    comparisons: tuple[Comparison, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class EqualGroups:
    """The captured cards can be parted into equal groups such that `condition` holds."""

    condition: Condition
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Not:
    """The operand does not hold."""

    operand: Condition
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class And:
    """Every part holds; at least two parts."""

    parts: tuple[Condition, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Or:
    """Some part holds; at least two parts."""

    parts: tuple[Condition, ...]
    span: Span = field(compare=False)


Condition: TypeAlias = Flag | CardIs | CardsAre | Compared | EqualGroups | Not | And | Or
Tree: TypeAlias = Condition | NumberTree | Pattern
