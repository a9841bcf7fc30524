"""Right texts and the trees they give: precedence, spellings, spans, and every expression of the known profiles."""

from __future__ import annotations

from fractions import Fraction

import pytest

from basra_rules.cards import Rank, Suit, parse_card
from basra_rules.errors import SourceFile, Span
from basra_rules.expression.checking import Scope, check_amount, check_condition, check_pattern
from basra_rules.expression.parsing import parse_amount, parse_condition, parse_pattern
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
from basra_rules.source.nodes import scalar_from_text

ANYWHERE = Span(SourceFile("", ""), 0, 0)  # spans do not compare
SWEEP, NUMERIC, LAST = (Flag(name, ANYWHERE) for name in ("sweep", "numeric", "last_card"))
J, Q, SEVEN = (RankPattern(rank, ANYWHERE) for rank in (Rank.JACK, Rank.QUEEN, Rank.SEVEN))
SEVEN_OF_DIAMONDS = CardPattern(parse_card("7♦"), ANYWHERE)
SUM, COUNT, VALUE = (NumberName(name, ANYWHERE) for name in ("sum", "count", "card.value"))


def condition(text: str) -> Condition:
    return parse_condition(scalar_from_text(text))


def amount(text: str) -> NumberTree:
    return parse_amount(scalar_from_text(text))


def pattern(text: str) -> Pattern:
    return parse_pattern(scalar_from_text(text))


def number(value: int | Fraction) -> Literal:
    return Literal(value, ANYWHERE)


def both(*parts: Condition) -> And:
    return And(parts, ANYWHERE)


def either(*parts: Condition) -> Or:
    return Or(parts, ANYWHERE)


def opposite(part: Condition) -> Not:
    return Not(part, ANYWHERE)


def compare(left: NumberTree, sign: str, right: NumberTree) -> Compared:
    return Compared((left, right), (Comparison(sign),), ANYWHERE)


def calculate(left: NumberTree, sign: str, right: NumberTree) -> Arithmetic:
    return Arithmetic(Operator(sign), left, right, ANYWHERE)


def card_is(what: Pattern, *, negated: bool = False) -> CardIs:
    return CardIs(SingleCard.PLAYED, what, ANYWHERE, negated)


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("sweep or numeric and last_card", either(SWEEP, both(NUMERIC, LAST))),
        ("sweep and numeric or last_card", either(both(SWEEP, NUMERIC), LAST)),
        ("(sweep or numeric) and last_card", both(either(SWEEP, NUMERIC), LAST)),
        ("sweep and (numeric and last_card)", both(SWEEP, both(NUMERIC, LAST))),
        ("sweep or numeric or last_card", either(SWEEP, NUMERIC, LAST)),
        ("not sweep and numeric", both(opposite(SWEEP), NUMERIC)),
        ("not sweep or numeric", either(opposite(SWEEP), NUMERIC)),
        ("not (sweep or numeric)", opposite(either(SWEEP, NUMERIC))),
        ("not not sweep", opposite(opposite(SWEEP))),
        ("not sum <= 10", opposite(compare(SUM, "<=", number(10)))),
        ("not card is J and sweep", both(opposite(card_is(J)), SWEEP)),
        ("not card is not J", opposite(card_is(J, negated=True))),
        ("sweep and not count == 1", both(SWEEP, opposite(compare(COUNT, "==", number(1))))),
        ("((sweep))", SWEEP),
    ],
)
def test_or_binds_loosest_then_and_then_not_then_comparisons(text: str, tree: Condition) -> None:
    assert condition(text) == tree


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("1 + 2 * 3", calculate(number(1), "+", calculate(number(2), "*", number(3)))),
        ("1 * 2 + 3", calculate(calculate(number(1), "*", number(2)), "+", number(3))),
        ("(1 + 2) * 3", calculate(calculate(number(1), "+", number(2)), "*", number(3))),
        ("1 - 2 - 3", calculate(calculate(number(1), "-", number(2)), "-", number(3))),
        ("1 - (2 - 3)", calculate(number(1), "-", calculate(number(2), "-", number(3)))),
        ("-1 * 2", calculate(Negated(number(1), ANYWHERE), "*", number(2))),
        ("2 * -1", calculate(number(2), "*", Negated(number(1), ANYWHERE))),
        ("-(1 * 2)", Negated(calculate(number(1), "*", number(2)), ANYWHERE)),
        ("1--1", calculate(number(1), "-", Negated(number(1), ANYWHERE))),
        ("11 - card.value", calculate(number(11), "-", VALUE)),
        ("12.5", number(Fraction(25, 2))),
        ("2.0", number(2)),
        ("010", number(10)),
        (".5", number(Fraction(1, 2))),
        ("5.", number(5)),
        ("+5", number(5)),
        (" +.5 ", number(Fraction(1, 2))),
        ("0.125", number(Fraction(1, 8))),
        ("123456.789", number(Fraction(123456789, 1000))),
    ],
)
def test_sums_bind_looser_than_products_and_these_than_the_sign(text: str, tree: NumberTree) -> None:
    assert amount(text) == tree


@pytest.mark.parametrize("text", ["<", "<=", ">", ">=", "==", "!="])
def test_each_comparison_is_its_own(text: str) -> None:
    assert condition(f"sum {text} 3") == compare(SUM, text, number(3))


@pytest.mark.parametrize(("sign", "ascii_sign"), [("≤", "<="), ("≥", ">="), ("≠", "!=")])
def test_mathematical_signs_are_accepted(sign: str, ascii_sign: str) -> None:
    assert condition(f"numeric and sum {sign}10") == condition(f"numeric and sum {ascii_sign} 10")


def test_a_chain_of_comparisons_is_one_statement() -> None:
    signs = (Comparison.LESS, Comparison.AT_MOST)
    assert condition("1 < sum <= 20") == Compared((number(1), SUM, number(20)), signs, ANYWHERE)


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("J", J),
        ("A", RankPattern(Rank.ACE, ANYWHERE)),
        ("2", RankPattern(Rank.TWO, ANYWHERE)),
        ("10", RankPattern(Rank.TEN, ANYWHERE)),
        ("T", RankPattern(Rank.TEN, ANYWHERE)),
        ("♣", SuitPattern(Suit.CLUBS, ANYWHERE)),
        ("7♦", SEVEN_OF_DIAMONDS),
        ("7D", SEVEN_OF_DIAMONDS),
        ("7d", SEVEN_OF_DIAMONDS),
        ("T♦", CardPattern(parse_card("10♦"), ANYWHERE)),
        ("10h", CardPattern(parse_card("10♥"), ANYWHERE)),
        ("numeric", NamedPattern("numeric", ANYWHERE)),
        ("any", NamedPattern("any", ANYWHERE)),
        ("none", NamedPattern("none", ANYWHERE)),
        ("card.rank", NamedPattern("card.rank", ANYWHERE)),
        ("J or 7♦", OrPattern((J, SEVEN_OF_DIAMONDS), ANYWHERE)),
        ("not (Q or J)", NotPattern(OrPattern((Q, J), ANYWHERE), ANYWHERE)),
        ("not Q or J", OrPattern((NotPattern(Q, ANYWHERE), J), ANYWHERE)),
        ("J or 7 and ♣", OrPattern((J, AndPattern((SEVEN, SuitPattern(Suit.CLUBS, ANYWHERE)), ANYWHERE)), ANYWHERE)),
    ],
)
def test_patterns_speak_of_one_card(text: str, tree: Pattern) -> None:
    assert pattern(text) == tree
    assert condition(f"card is ({text})") == card_is(tree)


@pytest.mark.parametrize("text", ["J", "7", "10", "♣", "7♦", "numeric", "any", "none", "card.rank", "(J or Q)"])
def test_after_is_stands_one_pattern_or_several_in_brackets(text: str) -> None:
    assert condition(f"card is {text}") == card_is(pattern(text))
    assert condition(f"card is not {text}") == card_is(pattern(text), negated=True)
    assert condition(f"card is not ({text}) and sweep") == both(card_is(pattern(text), negated=True), SWEEP)


def test_is_asks_about_four_subjects() -> None:
    assert condition("floor.top is J") == CardIs(SingleCard.TOP, J, ANYWHERE)
    for quantifier in Quantifier:
        for subject in Subject:
            text = f"{quantifier} {subject} is J"
            assert condition(text) == CardsAre(quantifier, subject, J, ANYWHERE)


def test_groups_are_a_condition_within_a_condition() -> None:
    groups = NumberName("groups", ANYWHERE)
    assert condition("equal_groups (groups >= 2)") == EqualGroups(compare(groups, ">=", number(2)), ANYWHERE)


def test_words_end_where_letters_do() -> None:
    assert condition("sweep and(numeric)or not(last_card)") == condition("sweep and numeric or not last_card")
    assert condition("orsweep or notice") == either(Flag("orsweep", ANYWHERE), Flag("notice", ANYWHERE))


def test_unknown_names_are_left_to_the_checker() -> None:
    assert condition("numerc") == Flag("numerc", ANYWHERE)
    assert condition("smu < 3") == compare(NumberName("smu", ANYWHERE), "<", number(3))
    assert pattern("jocker") == NamedPattern("jocker", ANYWHERE)


def test_every_part_knows_where_it_stands() -> None:
    text = "sweep and card is not (J or 7♦) or -2 * (sum) < 10"
    tree = condition(text)
    assert isinstance(tree, Or)
    first, second = tree.parts
    assert isinstance(first, And)
    assert isinstance(second, Compared)
    statement = first.parts[1]
    assert isinstance(statement, CardIs)
    product = second.terms[0]
    assert isinstance(product, Arithmetic)
    assert tree.span.text == text
    assert first.span.text == "sweep and card is not (J or 7♦)"
    assert statement.span.text == "card is not (J or 7♦)"
    assert statement.pattern.span.text == "J or 7♦"
    assert second.span.text == "-2 * (sum) < 10"
    assert product.span.text == "-2 * (sum)"
    assert (product.left.span.text, product.right.span.text) == ("-2", "sum")


# Every expression that the known profiles use, by what it sees

YEMENI = """card is 7♦ and
  ((numeric and sum < 10)
   or all captured is (10 or Q or K)
   or equal_groups(groups >= 2 and total < 10))
"""
BONUS_CONDITIONS = [
    YEMENI,
    "sweep and card is not J",
    "sweep and count == 1 and card is J and all captured is J",
    "sweep and card is not (J or 7♦)",
    "card is 7♦ and numeric and sum <= 10",
    "card is 7♦ and equal_groups(groups >= 1 and total <= 10)",
    "sweep and count == 1 and all captured is card.rank",
    "sweep and card is not J and previous.trailed and previous.floor_count == 1 and numeric and sum == card.value",
    "sweep and card is 7♦",
    "sweep and count == 1 and card is not J",
    "card is 7♦ and numeric and sum <= 12",
]
WAY_CONDITIONS = ["floor.count == 1 and all floor is 7♦", "floor.top is card.rank"]
CARD_AMOUNTS = ["card.value", "11 - card.value", "0", "1", "2", "3", "10", "12.5", "-5"]
BONUS_AMOUNTS = ["2 * card.worth", "10", "20", "30"]
PLAYED_PATTERNS = ["numeric", "J", "J or 7♦", "Q or K", "not J", "7♦", "K", "7"]
TAKEN_PATTERNS = ["card.rank", "Q", "K", "not (Q or K)", "numeric"]
DECK_PATTERNS = ["none", "K or Q", "any", "♣", "A", "2♣", "10♦", "2", "10", "J or 7♦"]


@pytest.mark.parametrize("text", BONUS_CONDITIONS)
def test_conditions_of_bonuses_are_fine(text: str) -> None:
    assert check_condition(condition(text), Scope.PLAY, ()) == ()


@pytest.mark.parametrize("text", WAY_CONDITIONS)
def test_conditions_of_ways_are_fine(text: str) -> None:
    assert check_condition(condition(text), Scope.FLOOR, ()) == ()


@pytest.mark.parametrize("text", CARD_AMOUNTS)
def test_numbers_of_a_card_are_fine(text: str) -> None:
    assert check_amount(amount(text), Scope.CARD, ()) == ()


@pytest.mark.parametrize("text", BONUS_AMOUNTS)
def test_points_of_bonuses_are_fine(text: str) -> None:
    assert check_amount(amount(text), Scope.PLAY, ("worth",)) == ()


@pytest.mark.parametrize("text", PLAYED_PATTERNS + DECK_PATTERNS)
def test_patterns_without_a_played_card_are_fine(text: str) -> None:
    assert check_pattern(pattern(text), None) == ()


@pytest.mark.parametrize("text", TAKEN_PATTERNS)
def test_patterns_of_a_way_are_fine(text: str) -> None:
    assert check_pattern(pattern(text), Scope.FLOOR) == ()
