"""Trees to functions: conditions, numbers and patterns, specialised to one played card.

Whatever depends on the played card alone is worked out here, once; what remains is a closure that
looks at a `Situation`.  A condition or number in which nothing remains becomes a plain value.

The meaning of the language is this module's: every other reader of trees (`explaining`, the tests
of whether a profile makes sense) asks what is compiled here.  Evaluating never raises.

- Of no cards, `all … is` holds and `any … is` does not; `floor.top is` does not hold without a top.
- `is not PATTERN` says `is (not PATTERN)`: of the floor's top, so of every card and of some card.
- A card without a capture value adds nothing to a sum; a table that leaves a card out gives it 0.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from typing import TYPE_CHECKING, TypeAlias

from basra_rules.cards import FULL_DECK, cards_of_rank, cards_of_suit, iterate
from basra_rules.errors import InvariantError
from basra_rules.exact import exact
from basra_rules.expression.partition import can_part, common_total
from basra_rules.expression.tree import (
    And,
    AndPattern,
    CardIs,
    CardPattern,
    CardsAre,
    Compared,
    Comparison,
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
    Quantifier,
    RankPattern,
    SingleCard,
    Subject,
    SuitPattern,
)
from basra_rules.expression.vocabulary import TABLE_PREFIX

if TYPE_CHECKING:
    from basra_rules.cards import Card, CardSet
    from basra_rules.exact import Number
    from basra_rules.expression.situation import DeckTables, Situation
    from basra_rules.expression.tree import Condition, NumberTree, Pattern

Test: TypeAlias = Callable[["Situation"], bool]
Amount: TypeAlias = Callable[["Situation"], "Number"]

_COMPARE: Mapping[Comparison, Callable[[Number, Number], bool]] = {
    Comparison.LESS: operator.lt,
    Comparison.AT_MOST: operator.le,
    Comparison.MORE: operator.gt,
    Comparison.AT_LEAST: operator.ge,
    Comparison.EQUAL: operator.eq,
    Comparison.DIFFERENT: operator.ne,
}
_CALCULATE: Mapping[Operator, Callable[[Number, Number], Number]] = {
    Operator.PLUS: operator.add,
    Operator.MINUS: operator.sub,
    Operator.TIMES: operator.mul,
}


def compile_condition(tree: Condition, deck: DeckTables, card: Card) -> Test | bool:
    """Return the condition as it stands when `card` is played: a function, or its value where settled."""
    return _Compiler(deck, card).condition(tree)


def compile_amount(tree: NumberTree, deck: DeckTables, card: Card) -> Amount | Number:
    """Return the number as it stands when `card` is played: a function, or its value where settled."""
    return _Compiler(deck, card).number(tree)


def compile_pattern(tree: Pattern, deck: DeckTables, card: Card | None) -> CardSet:
    """Return the cards that match when `card` is played; None where no card is being played."""
    if isinstance(tree, RankPattern):
        return cards_of_rank(tree.rank)
    if isinstance(tree, SuitPattern):
        return cards_of_suit(tree.suit)
    if isinstance(tree, CardPattern):
        return 1 << tree.card
    if isinstance(tree, NamedPattern):
        return _named_pattern(tree.name, deck, card)
    if isinstance(tree, NotPattern):
        return FULL_DECK & ~compile_pattern(tree.operand, deck, card)
    cards = FULL_DECK if isinstance(tree, AndPattern) else 0
    for part in tree.parts:
        matching = compile_pattern(part, deck, card)
        cards = cards & matching if isinstance(tree, AndPattern) else cards | matching
    return cards


def _named_pattern(name: str, deck: DeckTables, card: Card | None) -> CardSet:
    match name:
        case "numeric":
            return deck.numeric
        case "any":
            return FULL_DECK
        case "none":
            return 0
        case "card.rank" if card is not None:
            return cards_of_rank(card.rank)
    raise InvariantError(f"the pattern `{name}` was not checked")


def holds_for_groups(condition: Condition, deck: DeckTables, card: Card, groups: int, total: Number) -> bool:
    """Tell whether what stands inside `equal_groups` holds for that many groups with that total."""
    settled = _Compiler(deck, card, {"groups": groups, "total": total}).condition(condition)
    if not isinstance(settled, bool):
        raise InvariantError("a condition on groups was not checked")
    return settled


class _Compiler:
    """Compiles for one deck and one played card; `bound` are names that have a value besides."""

    def __init__(self, deck: DeckTables, card: Card, bound: Mapping[str, Number] | None = None) -> None:
        self._deck = deck
        self._card = card
        self._bound = bound or {}

    def condition(self, tree: Condition) -> Test | bool:
        """Return `tree` as a function of the situation, or its value."""
        if isinstance(tree, And):
            return _all_of([self.condition(part) for part in tree.parts])
        if isinstance(tree, Or):
            return _any_of([self.condition(part) for part in tree.parts])
        if isinstance(tree, Not):
            return _opposite(self.condition(tree.operand))
        if isinstance(tree, Compared):
            terms = [self.number(term) for term in tree.terms]
            pairs = zip(terms, tree.comparisons, terms[1:], strict=False)
            return _all_of([_compare(left, comparison, right) for left, comparison, right in pairs])
        if isinstance(tree, EqualGroups):
            return self._equal_groups(tree.condition)
        if isinstance(tree, Flag):
            return self._flag(tree.name)
        wanted = compile_pattern(tree.pattern, self._deck, self._card)
        if tree.negated:
            wanted = FULL_DECK & ~wanted
        return self._card_is(tree, wanted) if isinstance(tree, CardIs) else _cards_are(tree, wanted)

    def _card_is(self, tree: CardIs, wanted: CardSet) -> Test | bool:
        if tree.subject is SingleCard.PLAYED:
            return bool(wanted >> self._card & 1)
        if not wanted:
            return False
        return lambda situation: situation.top is not None and wanted >> situation.top & 1 == 1

    def _flag(self, name: str) -> Test | bool:
        other = FULL_DECK & ~self._deck.numeric
        match name:
            case "sweep":
                return lambda situation: situation.captured == situation.floor != 0
            case "numeric":
                return (lambda situation: not situation.captured & other) if other else True
            case "floor.numeric":
                return (lambda situation: not situation.floor & other) if other else True
            case "previous.trailed":
                return lambda situation: situation.previous_trailed
            case "last_card":
                return lambda situation: situation.last_card
        raise InvariantError(f"the name `{name}` was not checked")

    def number(self, tree: NumberTree) -> Amount | Number:
        """Return `tree` as a function of the situation, or its value."""
        if isinstance(tree, Literal):
            return tree.value
        if isinstance(tree, NumberName):
            return self._number_name(tree.name)
        if isinstance(tree, Negated):
            return _calculate(0, Operator.MINUS, self.number(tree.operand))
        return _calculate(self.number(tree.left), tree.operator, self.number(tree.right))

    def _number_name(self, name: str) -> Amount | Number:
        if name in self._bound:
            return self._bound[name]
        match name:
            case "sum":
                captured_sum = _sum_of(self._deck.values)
                return lambda situation: captured_sum(situation.captured)
            case "count":
                return lambda situation: situation.captured.bit_count()
            case "floor.sum":
                floor_sum = _sum_of(self._deck.values)
                return lambda situation: floor_sum(situation.floor)
            case "floor.count":
                return lambda situation: situation.floor.bit_count()
            case "previous.floor_count":
                return lambda situation: situation.previous_floor_count
            case "card.value":
                return self._deck.values[self._card] or 0
        table = self._deck.tables.get(name.removeprefix(TABLE_PREFIX))
        if table is None or not name.startswith(TABLE_PREFIX):
            raise InvariantError(f"the name `{name}` was not checked")
        return table[self._card]

    def _equal_groups(self, condition: Condition) -> Test:
        deck, card = self._deck, self._card

        @cache
        def suits(groups: int, total: Number) -> bool:
            return holds_for_groups(condition, deck, card, groups, total)

        @lru_cache(maxsize=4096)
        def holds(captured: CardSet) -> bool:
            values = group_values(deck, captured)
            return any(
                suits(groups, common_total(values, groups)) and can_part(values, groups)
                for groups in range(1, len(values) + 1)
            )

        return lambda situation: holds(situation.captured)


def group_values(deck: DeckTables, captured: CardSet) -> tuple[Number, ...]:
    """Return the values that `equal_groups` parts: none unless every captured card has one."""
    values = [deck.values[card] for card in iterate(captured)]
    numeric = tuple(value for value in values if value is not None)
    return numeric if len(numeric) == len(values) else ()


@lru_cache(maxsize=8)
def _sum_of(values: tuple[Number | None, ...]) -> Callable[[CardSet], Number]:
    """Return the function that adds up the capture values of a set of cards."""
    worth = tuple(value or 0 for value in values)

    @lru_cache(maxsize=1 << 14)
    def total(cards: CardSet) -> Number:
        return exact(sum(worth[card] for card in iterate(cards)))

    return total


def _cards_are(tree: CardsAre, wanted: CardSet) -> Test | bool:
    other = FULL_DECK & ~wanted
    match tree.quantifier, tree.subject:
        case Quantifier.ALL, Subject.CAPTURED:
            return (lambda situation: not situation.captured & other) if other else True
        case Quantifier.ALL, Subject.FLOOR:
            return (lambda situation: not situation.floor & other) if other else True
        case Quantifier.ANY, Subject.CAPTURED:
            return (lambda situation: situation.captured & wanted != 0) if wanted else False
    return (lambda situation: situation.floor & wanted != 0) if wanted else False


def _compare(left: Amount | Number, comparison: Comparison, right: Amount | Number) -> Test | bool:
    compare = _COMPARE[comparison]
    if callable(left):
        if callable(right):
            return lambda situation: compare(left(situation), right(situation))
        return lambda situation: compare(left(situation), right)
    if callable(right):
        return lambda situation: compare(left, right(situation))
    return compare(left, right)


def _calculate(left: Amount | Number, sign: Operator, right: Amount | Number) -> Amount | Number:
    calculate = _CALCULATE[sign]
    if callable(left):
        if callable(right):
            return lambda situation: exact(calculate(left(situation), right(situation)))
        return lambda situation: exact(calculate(left(situation), right))
    if callable(right):
        return lambda situation: exact(calculate(left, right(situation)))
    return exact(calculate(left, right))


def _opposite(test: Test | bool) -> Test | bool:
    return not test if isinstance(test, bool) else lambda situation: not test(situation)


def _all_of(parts: list[Test | bool]) -> Test | bool:
    if any(part is False for part in parts):
        return False
    tests = tuple(part for part in parts if not isinstance(part, bool))
    match tests:
        case ():
            return True
        case (only,):
            return only
        case (first, second):
            return lambda situation: first(situation) and second(situation)
        case (first, second, third):
            return lambda situation: first(situation) and second(situation) and third(situation)

    def every(situation: Situation) -> bool:
        for test in tests:  # noqa: SIM110 - all() over a generator takes twice the time
            if not test(situation):
                return False
        return True

    return every


def _any_of(parts: list[Test | bool]) -> Test | bool:
    if any(part is True for part in parts):
        return True
    tests = tuple(part for part in parts if not isinstance(part, bool))
    match tests:
        case ():
            return False
        case (only,):
            return only
        case (first, second):
            return lambda situation: first(situation) or second(situation)

    def some(situation: Situation) -> bool:
        for test in tests:  # noqa: SIM110 - any() over a generator takes twice the time
            if test(situation):
                return True
        return False

    return some
