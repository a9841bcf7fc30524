"""Trees of expressions to programs for the kernel, specialised to one played card.

Whatever is settled beforehand is asked of `expression.compiling`, which alone says what the language
means.  What is left becomes operations on whole numbers: every number has a denominator, known
beforehand, and bounds, so that it is known too whether compiled arithmetic could overflow.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce
from math import lcm
from operator import and_, or_
from typing import TYPE_CHECKING

from basra_rules.cards import FULL_DECK
from basra_rules.errors import InvariantError
from basra_rules.expression.compiling import compile_amount, compile_condition, compile_pattern
from basra_rules.expression.features import names_used
from basra_rules.expression.tree import (
    And,
    Arithmetic,
    CardIs,
    CardsAre,
    Compared,
    Comparison,
    EqualGroups,
    Flag,
    Literal,
    Negated,
    Not,
    NumberName,
    Operator,
    Or,
    Quantifier,
    SingleCard,
    Subject,
)
from basra_rules.simulation.kernel import places

if TYPE_CHECKING:
    from basra_rules.cards import Card, CardSet
    from basra_rules.exact import Number
    from basra_rules.expression.situation import DeckTables
    from basra_rules.expression.tree import Condition, NumberTree

LARGEST = 1 << 62
"""What compiled arithmetic must stay below."""

_BOUND = {"groups", "total"}
_FLAGS = {"previous.trailed": (places.TRAILED,), "last_card": (places.LOAD, places.LAST_CARD)}
_SETS = {
    "sum": places.TAKEN,
    "count": places.TAKEN,
    "floor.sum": places.FLOOR,
    "floor.count": places.FLOOR,
    "numeric": places.TAKEN,
    "floor.numeric": places.FLOOR,
    Subject.CAPTURED: places.TAKEN,
    Subject.FLOOR: places.FLOOR,
}
_COMPARE = {
    Comparison.LESS: (places.LESS, False, False),
    Comparison.AT_MOST: (places.AT_MOST, False, False),
    Comparison.MORE: (places.LESS, True, False),
    Comparison.AT_LEAST: (places.AT_MOST, True, False),
    Comparison.EQUAL: (places.EQUAL, False, False),
    Comparison.DIFFERENT: (places.EQUAL, False, True),
}
_CALCULATE = {Operator.PLUS: places.ADD, Operator.MINUS: places.SUBTRACT, Operator.TIMES: places.MULTIPLY}


def _effort(tree: Condition) -> int:
    """Return about how long it takes to see whether the condition holds."""
    if isinstance(tree, EqualGroups):
        return 1000
    if isinstance(tree, And | Or):
        return sum(_effort(part) for part in tree.parts)
    if isinstance(tree, Not):
        return 1 + _effort(tree.operand)
    if isinstance(tree, Compared):
        return 3 * len(tree.comparisons)
    return 1


@dataclass(frozen=True, slots=True)
class Range:
    """A number on the stack: its denominator, and the bounds of what stands there."""

    denominator: int
    low: int
    high: int


@dataclass(slots=True)
class ProgramWriter:
    """Writes programs for one played card to the end of `words`.

    `sweep` is what is known of the play: whether it sweeps the floor; None where nothing is captured yet.
    `value_scale` is what capture values are multiplied by in the tables.
    `widest` is the greatest number that can come up on the way.
    """

    words: list[int]
    deck: DeckTables
    card: Card
    value_scale: int
    sweep: bool | None = None
    widest: int = 0
    _depth: int = field(default=0, init=False)

    # conditions

    def settled(self, tree: Condition) -> bool | None:
        """Return what the condition comes to where that is known, or None."""
        if isinstance(tree, And | Or):
            parts = [self.settled(part) for part in tree.parts]
            decisive = isinstance(tree, Or)
            if decisive in parts:
                return decisive
            return None if None in parts else not decisive
        if isinstance(tree, Not):
            inner = self.settled(tree.operand)
            return None if inner is None else not inner
        if isinstance(tree, Flag) and tree.name == "sweep":
            return self.sweep
        if isinstance(tree, EqualGroups) or names_used(tree) & _BOUND:
            return None
        found = compile_condition(tree, self.deck, self.card)
        return found if isinstance(found, bool) else None

    def excluded(self, tree: Condition) -> CardSet:
        """Return cards of which one is enough to make the condition false.

        One that is captured; or, where nothing is captured yet, one on the floor.
        """
        if self.settled(tree) is False:
            return FULL_DECK
        if isinstance(tree, And):
            return reduce(or_, (self.excluded(part) for part in tree.parts))
        if isinstance(tree, Or):
            return reduce(and_, (self.excluded(part) for part in tree.parts))
        captured = self.sweep is not None
        if isinstance(tree, CardsAre) and tree.quantifier is Quantifier.ALL:
            return FULL_DECK & ~self._wanted(tree) if captured or tree.subject is Subject.FLOOR else 0
        named = tree.name if isinstance(tree, Flag) else ""
        if named == "floor.numeric" or (captured and (named == "numeric" or isinstance(tree, EqualGroups))):
            return FULL_DECK & ~self.deck.numeric
        return 0

    def condition(self, tree: Condition) -> None:
        """Write the condition: it leaves 1 or 0 on the stack."""
        settled = self.settled(tree)
        if settled is not None:
            self._write(places.PUSH, int(settled), grows=1)
        elif isinstance(tree, And | Or):
            self._joined(tree)
        elif isinstance(tree, Not):
            self.condition(tree.operand)
            self._write(places.NOT)
        elif isinstance(tree, Compared):
            self._compared(tree)
        elif isinstance(tree, EqualGroups):
            self._equal_groups(tree.condition)
        elif isinstance(tree, Flag):
            self._flag(tree.name)
        elif isinstance(tree, CardIs):
            self._card_is(tree)
        else:
            self._cards_are(tree)

    def _joined(self, tree: And | Or) -> None:
        keep = places.KEEP_FALSE if isinstance(tree, And) else places.KEEP_TRUE
        # the order changes nothing but the time: what is quickly seen comes first
        parts = sorted((part for part in tree.parts if self.settled(part) is None), key=_effort)
        holes = []
        for number, part in enumerate(parts):
            if number:
                holes.append(self._jump(keep, grows=-1))
            self.condition(part)
        self._fill(holes)

    def _compared(self, tree: Compared) -> None:
        holes = []
        pairs = list(zip(tree.terms, tree.comparisons, tree.terms[1:], strict=False))
        for number, (left, comparison, right) in enumerate(pairs):
            if number:
                holes.append(self._jump(places.KEEP_FALSE, grows=-1))
            operation, swapped, opposite = _COMPARE[comparison]
            first, second = (right, left) if swapped else (left, right)
            self._in_common(first, second)
            self._write(operation, grows=-1)
            if opposite:
                self._write(places.NOT)
        self._fill(holes)

    def _flag(self, name: str) -> None:
        if name in _FLAGS:
            self._write(*_FLAGS[name], grows=1)
        elif name in {"numeric", "floor.numeric"}:
            self._write(places.NONE_IN, _SETS[name], FULL_DECK & ~self.deck.numeric, grows=1)
        else:
            raise InvariantError(f"the name `{name}` says nothing of a play")

    def _card_is(self, tree: CardIs) -> None:
        if tree.subject is not SingleCard.TOP:
            raise InvariantError("the played card is known beforehand")
        self.words[places.LOGS] = 1
        self._write(places.TOP_IN, self._wanted(tree), grows=1)

    def _cards_are(self, tree: CardsAre) -> None:
        wanted = self._wanted(tree)
        if tree.quantifier is Quantifier.ALL:
            self._write(places.NONE_IN, _SETS[tree.subject], FULL_DECK & ~wanted, grows=1)
        else:
            self._write(places.SOME_IN, _SETS[tree.subject], wanted, grows=1)

    def _wanted(self, tree: CardIs | CardsAre) -> int:
        wanted = compile_pattern(tree.pattern, self.deck, self.card)
        return FULL_DECK & ~wanted if tree.negated else wanted

    def _equal_groups(self, condition: Condition) -> None:
        """Write a loop over the numbers of groups that have a common total, until one fits."""
        self._write(places.PUSH, 0, grows=1)
        self._store(places.GROUPS)
        start = len(self.words)
        exit_hole = self._jump(places.NEXT_GROUPS)
        self.condition(condition)
        self._back(start)
        self._write(places.CAN_PART, grows=1)
        self._back(start)
        self._write(places.PUSH, 1, grows=1)
        self._fill([exit_hole])

    # numbers

    def number(self, tree: NumberTree) -> Range:
        """Write the number; return what stands on the stack."""
        if not names_used(tree) & _BOUND:
            amount = compile_amount(tree, self.deck, self.card)
            if not callable(amount):
                return self._constant(amount)
        if isinstance(tree, NumberName):
            return self._number_name(tree.name)
        if isinstance(tree, Negated):
            return self._calculated(Literal(0, tree.span), Operator.MINUS, tree.operand)
        if isinstance(tree, Arithmetic):
            return self._calculated(tree.left, tree.operator, tree.right)
        raise InvariantError("a literal is known beforehand")

    def _constant(self, amount: Number) -> Range:
        value = Fraction(amount)
        self._write(places.PUSH, value.numerator, grows=1)
        return self._noted(Range(value.denominator, value.numerator, value.numerator))

    def _number_name(self, name: str) -> Range:
        most = sum(int((value or 0) * self.value_scale) for value in self.deck.values)
        if name in {"sum", "floor.sum"}:
            self._write(places.SUM_OF, _SETS[name], grows=1)
            return self._noted(Range(self.value_scale, 0, most))
        if name == "total":
            self._write(places.LOAD, places.TOTAL, grows=1)
            return self._noted(Range(self.value_scale, 0, most))
        if name == "groups":
            self._write(places.LOAD, places.GROUPS, grows=1)
        elif name == "previous.floor_count":
            self._write(places.FORMER_COUNT, grows=1)
        elif name in {"count", "floor.count"}:
            self._write(places.COUNT_OF, _SETS[name], grows=1)
        else:
            raise InvariantError(f"the name `{name}` says nothing of a play")
        return self._noted(Range(1, 0, 52))

    def _calculated(self, left: NumberTree, operator: Operator, right: NumberTree) -> Range:
        if operator is Operator.TIMES:
            first, second = self.number(left), self.number(right)
            denominator = first.denominator * second.denominator
            ends = [one * other for one in (first.low, first.high) for other in (second.low, second.high)]
        else:
            first, second = self._in_common(left, right)
            denominator = first.denominator
            sign = 1 if operator is Operator.PLUS else -1
            ends = [one + sign * other for one in (first.low, first.high) for other in (second.low, second.high)]
        self._write(_CALCULATE[operator], grows=-1)
        return self._noted(Range(denominator, min(ends), max(ends)))

    def _in_common(self, left: NumberTree, right: NumberTree) -> tuple[Range, Range]:
        """Write both numbers on one denominator."""
        common = lcm(self._denominator(left), self._denominator(right))
        return self.scaled(left, common), self.scaled(right, common)

    def _denominator(self, tree: NumberTree) -> int:
        scratch = ProgramWriter([], self.deck, self.card, self.value_scale, self.sweep)
        return scratch.number(tree).denominator

    def scaled(self, tree: NumberTree, denominator: int) -> Range:
        """Write the number on this denominator, a multiple of its own."""
        found = self.number(tree)
        factor = denominator // found.denominator
        if factor == 1:
            return found
        self._write(places.PUSH, factor, grows=1)
        self._write(places.MULTIPLY, grows=-1)
        return self._noted(Range(denominator, found.low * factor, found.high * factor))

    # bonuses

    def whole(self, number: int) -> Range:
        """Write a whole number."""
        return self._constant(number)

    def hold(self, bonus: int) -> None:
        """Take the points from the stack as those of a bonus."""
        self._write(places.HOLD, bonus, grows=-1)

    def skip_unless(self) -> int:
        """Write a jump that is taken unless the condition on the stack holds; return its hole."""
        return self._jump(places.SKIP_UNLESS, grows=-1)

    def land(self, hole: int) -> None:
        """Let a jump lead to here."""
        self._fill([hole])

    def end(self) -> None:
        """End the program."""
        self._write(places.END)

    # words

    def _write(self, *words: int, grows: int = 0) -> None:
        self.words.extend(words)
        self._depth += grows
        if self._depth > places.STACK_SIZE:
            raise InvariantError("an expression is nested deeper than the stack of the kernel")

    def _jump(self, operation: int, grows: int = 0) -> int:
        self._write(operation, 0, grows=grows)
        return len(self.words) - 1

    def _back(self, start: int) -> None:
        self._write(places.SKIP_UNLESS, start, grows=-1)

    def _store(self, place: int) -> None:
        self._write(places.STORE, place, grows=-1)

    def _fill(self, holes: list[int]) -> None:
        for hole in holes:
            self.words[hole] = len(self.words)

    def _noted(self, found: Range) -> Range:
        self.widest = max(self.widest, abs(found.low), abs(found.high))
        return found
