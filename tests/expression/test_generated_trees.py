"""Properties that hold of every tree: printing and parsing, meaning, types, explanations.

The meaning is that of a second, naive evaluator, which is written here over lists of cards and
shares nothing with the compiler.
"""

from __future__ import annotations

import operator
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st

from basra_rules.cards import CARDS, RANKS, SUITS, Card, card_set, cards_of
from basra_rules.errors import SourceFile, Span
from basra_rules.expression.checking import Scope, check_amount, check_condition, check_pattern
from basra_rules.expression.compiling import compile_amount, compile_condition, compile_pattern
from basra_rules.expression.explaining import Explanation, explain
from basra_rules.expression.features import names_used, reads_only_floor_set
from basra_rules.expression.parsing import parse_amount, parse_condition, parse_pattern
from basra_rules.expression.printing import print_expression
from basra_rules.expression.situation import Situation, deck_tables
from basra_rules.expression.tree import (
    And,
    AndPattern,
    Arithmetic,
    CardIs,
    CardPattern,
    CardsAre,
    Compared,
    Comparison,
    Condition,
    EqualGroups,
    Flag,
    Literal,
    NamedPattern,
    Negated,
    Not,
    NotPattern,
    NumberName,
    NumberTree,
    Operator,
    Or,
    OrPattern,
    Pattern,
    Quantifier,
    RankPattern,
    SingleCard,
    Subject,
    SuitPattern,
)
from basra_rules.expression.vocabulary import Kind, names_of
from basra_rules.source.nodes import scalar_from_text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from basra_rules.exact import Number

SPAN = Span(SourceFile("", ""), 0, 0)
VALUES: dict[str, Number] = {"A": 1, "2": 2, "3": 3, "4": Fraction(1, 2), "5": 5, "6": 6, "7": 7, "J": 11}
WORTH: dict[str, Number] = {"J": Fraction(25, 2), "7": 3, "A": -1}
DECK = deck_tables(
    tuple(VALUES.get(card.rank) for card in CARDS), {"worth": tuple(WORTH.get(card.rank, 0) for card in CARDS)}
)

PATIENT = settings(deadline=None)  # how fast it is, is not the question here
THOROUGH = settings(deadline=None, max_examples=300)

# Trees


def extend_pattern(parts: st.SearchStrategy[Pattern]) -> st.SearchStrategy[Pattern]:
    several = st.lists(parts, min_size=2, max_size=3).map(tuple)
    return st.one_of(
        parts.map(lambda part: NotPattern(part, SPAN)),
        several.map(lambda parts: AndPattern(parts, SPAN)),
        several.map(lambda parts: OrPattern(parts, SPAN)),
    )


PATTERNS: st.SearchStrategy[Pattern] = st.recursive(
    st.one_of(
        st.sampled_from(RANKS).map(lambda rank: RankPattern(rank, SPAN)),
        st.sampled_from(SUITS).map(lambda suit: SuitPattern(suit, SPAN)),
        st.sampled_from(CARDS).map(lambda card: CardPattern(card, SPAN)),
        st.sampled_from(names_of(Kind.PATTERN)).map(lambda entry: NamedPattern(entry.name, SPAN)),
    ),
    extend_pattern,
    max_leaves=6,
)
LITERALS = st.one_of(
    st.integers(0, 20),
    st.integers(0, 999_999_999),
    st.integers(0, 99_999).map(lambda number: number if number % 1000 == 0 else Fraction(number, 1000)),
).map(lambda value: Literal(value if isinstance(value, int) or value.denominator > 1 else int(value), SPAN))


def numbers(names: Sequence[str]) -> st.SearchStrategy[NumberTree]:
    def extend(parts: st.SearchStrategy[NumberTree]) -> st.SearchStrategy[NumberTree]:
        return st.one_of(
            parts.map(lambda part: Negated(part, SPAN)),
            st.builds(Arithmetic, st.sampled_from(Operator), parts, parts, st.just(SPAN)),
        )

    leaves = st.one_of(LITERALS, st.sampled_from(names).map(lambda name: NumberName(name, SPAN)))
    return st.recursive(leaves, extend, max_leaves=5)


def compared(terms: st.SearchStrategy[NumberTree]) -> st.SearchStrategy[Condition]:
    def build(parts: list[NumberTree]) -> st.SearchStrategy[Condition]:
        signs = st.lists(st.sampled_from(Comparison), min_size=len(parts) - 1, max_size=len(parts) - 1)
        return signs.map(lambda chosen: Compared(tuple(parts), tuple(chosen), SPAN))

    return st.lists(terms, min_size=2, max_size=3).flatmap(build)


def conditions(leaves: st.SearchStrategy[Condition], max_leaves: int) -> st.SearchStrategy[Condition]:
    def extend(parts: st.SearchStrategy[Condition]) -> st.SearchStrategy[Condition]:
        several = st.lists(parts, min_size=2, max_size=3).map(tuple)
        return st.one_of(
            parts.map(lambda part: Not(part, SPAN)),
            several.map(lambda parts: And(parts, SPAN)),
            several.map(lambda parts: Or(parts, SPAN)),
        )

    return st.recursive(leaves, extend, max_leaves=max_leaves)


AMOUNTS = numbers([*(entry.name for entry in names_of(Kind.NUMBER)), "card.worth"])
GROUP_CONDITIONS = conditions(compared(numbers(["groups", "total"])), 3)
CONDITIONS = conditions(
    st.one_of(
        compared(AMOUNTS),
        st.sampled_from(names_of(Kind.TRUTH)).map(lambda entry: Flag(entry.name, SPAN)),
        st.builds(CardIs, st.sampled_from(SingleCard), PATTERNS, st.just(SPAN), st.booleans()),
        st.builds(
            CardsAre, st.sampled_from(Quantifier), st.sampled_from(Subject), PATTERNS, st.just(SPAN), st.booleans()
        ),
        GROUP_CONDITIONS.map(lambda condition: EqualGroups(condition, SPAN)),
    ),
    6,
)


@st.composite
def situations(draw: st.DrawFn) -> Situation:
    few = st.sampled_from([card for card in CARDS if card.rank in ("A", "2", "3", "4", "7", "J", "K")])
    card, *floor = draw(st.lists(few, min_size=1, max_size=6, unique=True))
    captured = draw(st.lists(st.sampled_from(floor), unique=True)) if floor else []
    return Situation(
        card,
        card_set(draw(st.sampled_from([captured, floor, []]))),
        card_set(floor),
        draw(st.sampled_from([None, floor[-1]])) if floor else None,
        draw(st.booleans()),
        draw(st.integers(0, 4)),
        draw(st.booleans()),
    )


# The naive evaluator: cards as texts, sets as lists, no folding

COMPARE: dict[str, Callable[[Number, Number], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}


def rank_of(card: str) -> str:
    return card[:-1]


def fits(tree: Pattern, card: str, played: str) -> bool:
    if isinstance(tree, RankPattern):
        return rank_of(card) == tree.rank
    if isinstance(tree, SuitPattern):
        return card[-1] == tree.suit
    if isinstance(tree, CardPattern):
        return card == str(tree.card)
    if isinstance(tree, NotPattern):
        return not fits(tree.operand, card, played)
    if isinstance(tree, AndPattern):
        return all(fits(part, card, played) for part in tree.parts)
    if isinstance(tree, OrPattern):
        return any(fits(part, card, played) for part in tree.parts)
    known = {
        "numeric": rank_of(card) in VALUES,
        "any": True,
        "none": False,
        "card.rank": rank_of(card) == rank_of(played),
    }
    return known[tree.name]


class Naive:
    def __init__(self, situation: Situation) -> None:
        self.card = str(situation.card)
        self.captured = [str(card) for card in CARDS if situation.captured >> card & 1]
        self.floor = [str(card) for card in CARDS if situation.floor >> card & 1]
        self.top = None if situation.top is None else str(situation.top)
        self.situation = situation
        self.bound: dict[str, Number] = {}

    def values(self, cards: list[str]) -> list[Number]:
        return [VALUES[rank_of(card)] for card in cards if rank_of(card) in VALUES]

    def number(self, tree: NumberTree) -> Number:
        if isinstance(tree, Literal):
            return tree.value
        if isinstance(tree, Negated):
            return -self.number(tree.operand)
        if isinstance(tree, Arithmetic):
            left, right = self.number(tree.left), self.number(tree.right)
            return {"+": left + right, "-": left - right, "*": left * right}[tree.operator]
        if tree.name in self.bound:
            return self.bound[tree.name]
        known: dict[str, Number] = {
            "sum": sum(self.values(self.captured)),
            "count": len(self.captured),
            "floor.sum": sum(self.values(self.floor)),
            "floor.count": len(self.floor),
            "previous.floor_count": self.situation.previous_floor_count,
            "card.value": VALUES.get(rank_of(self.card), 0),
            "card.worth": WORTH.get(rank_of(self.card), 0),
        }
        return known[tree.name]

    def flag(self, name: str) -> bool:
        known = {
            "sweep": bool(self.floor) and self.floor == self.captured,
            "numeric": len(self.values(self.captured)) == len(self.captured),
            "floor.numeric": len(self.values(self.floor)) == len(self.floor),
            "previous.trailed": self.situation.previous_trailed,
            "last_card": self.situation.last_card,
        }
        return known[name]

    def holds(self, tree: Condition) -> bool:
        if isinstance(tree, And):
            return all(self.holds(part) for part in tree.parts)
        if isinstance(tree, Or):
            return any(self.holds(part) for part in tree.parts)
        if isinstance(tree, Not):
            return not self.holds(tree.operand)
        if isinstance(tree, Flag):
            return self.flag(tree.name)
        if isinstance(tree, Compared):
            terms = [self.number(term) for term in tree.terms]
            return all(
                COMPARE[sign](left, right)
                for left, sign, right in zip(terms, tree.comparisons, terms[1:], strict=False)
            )
        if isinstance(tree, EqualGroups):
            return self.parts_into_groups(tree.condition)
        pattern = NotPattern(tree.pattern, SPAN) if tree.negated else tree.pattern
        if isinstance(tree, CardIs):
            card = self.card if tree.subject is SingleCard.PLAYED else self.top
            return card is not None and fits(pattern, card, self.card)
        cards = self.captured if tree.subject is Subject.CAPTURED else self.floor
        some_or_every = all if tree.quantifier is Quantifier.ALL else any
        return some_or_every([fits(pattern, card, self.card) for card in cards])

    def parts_into_groups(self, condition: Condition) -> bool:
        """Try every assignment of the captured cards to groups."""
        values = self.values(self.captured)
        if not self.flag("numeric"):
            return False
        for groups in range(1, len(values) + 1):
            for places in product(range(groups), repeat=len(values)):
                totals = {
                    sum(value for value, at in zip(values, places, strict=True) if at == group)
                    for group in range(groups)
                }
                if len(set(places)) == groups and len(totals) == 1:
                    self.bound = {"groups": groups, "total": totals.pop()}
                    holds = self.holds(condition)
                    self.bound = {}
                    if holds:
                        return True
                    break
        return False


# The properties


@PATIENT
@given(CONDITIONS)
def test_a_printed_condition_parses_to_the_same_tree(tree: Condition) -> None:
    assert parse_condition(scalar_from_text(print_expression(tree))) == tree


@PATIENT
@given(AMOUNTS)
def test_a_printed_number_parses_to_the_same_tree(tree: NumberTree) -> None:
    assert parse_amount(scalar_from_text(print_expression(tree))) == tree


@PATIENT
@given(PATTERNS)
def test_a_printed_pattern_parses_to_the_same_tree(tree: Pattern) -> None:
    assert parse_pattern(scalar_from_text(print_expression(tree))) == tree


@PATIENT
@given(CONDITIONS)
def test_no_pair_of_brackets_is_printed_in_vain(tree: Condition) -> None:
    """Taking out any pair of brackets changes the tree, or leaves no expression."""
    text = print_expression(tree)
    opened: list[int] = []
    for place, character in enumerate(text):
        if character == "(":
            opened.append(place)
        elif character == ")":
            start = opened.pop()
            if text[:start].endswith("equal_groups"):
                continue
            shorter = f"{text[:start]} {text[start + 1 : place]} {text[place + 1 :]}"
            try:
                other = parse_condition(scalar_from_text(shorter))
            except Exception:  # noqa: S112 - whatever is wrong with it, the brackets were needed
                continue
            assert other != tree, shorter


@THOROUGH
@given(CONDITIONS, situations())
def test_a_compiled_condition_says_what_the_naive_evaluator_says(tree: Condition, situation: Situation) -> None:
    test = compile_condition(tree, DECK, situation.card)
    value = test(situation) if callable(test) else test
    assert value is Naive(situation).holds(tree)


@THOROUGH
@given(AMOUNTS, situations())
def test_a_compiled_number_is_what_the_naive_evaluator_finds(tree: NumberTree, situation: Situation) -> None:
    compiled = compile_amount(tree, DECK, situation.card)
    value = compiled(situation) if callable(compiled) else compiled
    assert value == Naive(situation).number(tree)
    assert isinstance(value, int) or value.denominator > 1


@PATIENT
@given(PATTERNS, st.sampled_from(CARDS))
def test_a_compiled_pattern_holds_the_cards_that_fit(tree: Pattern, played: Card) -> None:
    matching = cards_of(compile_pattern(tree, DECK, played))
    assert matching == tuple(card for card in CARDS if fits(tree, str(card), str(played)))


@PATIENT
@given(CONDITIONS, AMOUNTS, PATTERNS)
def test_trees_of_known_names_have_no_faults(condition: Condition, amount: NumberTree, pattern: Pattern) -> None:
    assert check_condition(condition, Scope.PLAY, ("worth",)) == ()
    assert check_amount(amount, Scope.PLAY, ("worth",)) == ()
    assert check_pattern(pattern, Scope.CARD) == ()


@PATIENT
@given(CONDITIONS, situations(), st.data())
def test_what_reads_only_the_floor_set_is_deaf_to_the_rest(
    tree: Condition, situation: Situation, data: st.DataObject
) -> None:
    if not reads_only_floor_set(tree):
        return
    other = data.draw(situations())
    changed = Situation(
        situation.card,
        other.captured,
        situation.floor,
        other.top,
        other.previous_trailed,
        other.previous_floor_count,
        other.last_card,
    )
    test = compile_condition(tree, DECK, situation.card)
    if callable(test):
        assert test(situation) is test(changed)


@PATIENT
@given(CONDITIONS)
def test_what_uses_no_captured_cards_is_fine_for_a_way(tree: Condition) -> None:
    beyond = {"captured", "sweep", "sum", "count", "equal_groups", "last_card"}
    faults = check_condition(tree, Scope.FLOOR, ("worth",))
    if faults:
        assert names_used(tree) & (beyond | {"numeric"})
    else:
        assert not names_used(tree) & beyond


@PATIENT
@given(CONDITIONS, situations())
def test_an_explanation_agrees_with_its_parts(tree: Condition, situation: Situation) -> None:
    explanation = explain(tree, DECK, situation)
    naive = Naive(situation)
    assert explanation.value is naive.holds(tree)
    assert explanation.text == print_expression(tree)
    check_parts(tree, explanation)


def check_parts(tree: Condition, explanation: Explanation) -> None:
    values = [part.value for part in explanation.parts]
    if isinstance(tree, And):
        assert explanation.value is all(values)
    elif isinstance(tree, Or | EqualGroups):
        assert explanation.value is any(values)
    elif isinstance(tree, Not):
        assert explanation.value is not values[0]
    if isinstance(tree, And | Or):
        for part, explained in zip(tree.parts, explanation.parts, strict=True):
            check_parts(part, explained)
