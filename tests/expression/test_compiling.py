"""What compiled conditions, numbers and patterns say of hand-picked situations."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from basra_rules.cards import CARDS, FULL_DECK, Rank, card_set, cards_of, parse_card, parse_cards
from basra_rules.errors import InvariantError
from basra_rules.expression.compiling import compile_amount, compile_condition, compile_pattern
from basra_rules.expression.parsing import parse_amount, parse_condition, parse_pattern
from basra_rules.expression.situation import DeckTables, Situation, deck_tables
from basra_rules.source.nodes import scalar_from_text

if TYPE_CHECKING:
    from basra_rules.exact import Number

PIPS = {rank: number for number, rank in enumerate(Rank, start=1) if number <= 10}
WORTH: dict[Rank, Number] = {Rank.JACK: Fraction(25, 2), Rank.QUEEN: 3, Rank.KING: 4}
DECK = deck_tables(
    tuple(PIPS.get(card.rank) for card in CARDS),
    {"worth": tuple(WORTH.get(card.rank, PIPS.get(card.rank, 0)) for card in CARDS)},
)
HALVES = deck_tables(tuple(Fraction(PIPS.get(card.rank, 0), 2) for card in CARDS))


def play(text: str, floor: str = "", **other: bool | int) -> Situation:
    """Return the play `7♦ x 3♣ 5♦` on a floor that also holds `floor`, whose last card is the top."""
    card, _, captured = text.partition(" x ")
    taken = parse_cards(captured)
    cards = (*taken, *parse_cards(floor))
    return Situation(
        parse_card(card),
        card_set(taken),
        card_set(cards),
        cards[-1] if cards else None,
        bool(other.get("previous_trailed", False)),
        int(other.get("previous_floor_count", 0)),
        bool(other.get("last_card", False)),
    )


def holds(text: str, situation: Situation, deck: DeckTables = DECK) -> bool:
    test = compile_condition(parse_condition(scalar_from_text(text)), deck, situation.card)
    return test(situation) if callable(test) else test


def amount(text: str, situation: Situation, deck: DeckTables = DECK) -> Number:
    compiled = compile_amount(parse_amount(scalar_from_text(text)), deck, situation.card)
    return compiled(situation) if callable(compiled) else compiled


# The bonuses of the known profiles, situation by situation

BASRA = "sweep and card is not (J or 7♦)"
SEVEN = "card is 7♦ and numeric and sum <= 10"
LONE_JACK = "sweep and count == 1 and card is J and all captured is J"
YEMENI = """card is 7♦ and
  ((numeric and sum < 10)
   or all captured is (10 or Q or K)
   or equal_groups(groups >= 2 and total < 10))"""
ETHIOPIAN = "card is 7♦ and equal_groups(groups >= 1 and total <= 10)"
TRAILED = "sweep and card is not J and previous.trailed and previous.floor_count == 1 and numeric and sum == card.value"


@pytest.mark.parametrize(
    ("text", "situation", "value"),
    [
        (BASRA, play("8♥ x 3♣ 5♦"), True),
        (BASRA, play("8♥ x 3♣ 5♦", "K♠"), False),
        (BASRA, play("J♥ x 3♣ 5♦"), False),
        (BASRA, play("7♦ x 3♣ 4♦"), False),
        (BASRA, play("7♥ x 3♣ 4♦"), True),
        ("sweep and card is not J", play("7♦ x 3♣ 4♦"), True),
        ("sweep and card is 7♦", play("7♦ x K♠ Q♥"), True),
        (SEVEN, play("7♦ x 3♣ 4♦"), True),
        (SEVEN, play("7♦ x 3♣ 7♥"), True),
        (SEVEN, play("7♦ x 4♣ 7♥"), False),
        (SEVEN, play("7♦ x 7♣ 3♥ 4♥"), False),
        (SEVEN, play("7♦ x 3♣ K♥"), False),
        (SEVEN, play("7♥ x 3♣ 4♦"), False),
        ("card is 7♦ and numeric and sum ≤12", play("7♦ x 4♣ 8♥"), True),
        (LONE_JACK, play("J♥ x J♠"), True),
        (LONE_JACK, play("J♥ x J♠", "3♣"), False),
        (LONE_JACK, play("J♥ x J♠ J♣"), False),
        (LONE_JACK, play("J♥ x 3♣"), False),
        (LONE_JACK, play("Q♥ x J♠"), False),
        ("sweep and count == 1 and all captured is card.rank", play("8♥ x 8♣"), True),
        ("sweep and count == 1 and all captured is card.rank", play("8♥ x 3♣"), False),
        ("sweep and count == 1 and all captured is card.rank", play("8♥ x 8♣ 8♦"), False),
        (TRAILED, play("8♥ x 3♣ 5♦", previous_trailed=True, previous_floor_count=1), True),
        (TRAILED, play("8♥ x 3♣ 5♦", previous_trailed=False, previous_floor_count=1), False),
        (TRAILED, play("8♥ x 3♣ 5♦", previous_trailed=True, previous_floor_count=2), False),
        (TRAILED, play("8♥ x 8♦ 3♣ 5♦", previous_trailed=True, previous_floor_count=1), False),
        (TRAILED, play("K♥ x K♠", previous_trailed=True, previous_floor_count=1), False),
        (YEMENI, play("7♦ x 4♣ 5♥"), True),
        (YEMENI, play("7♦ x 4♣ 6♥"), False),
        (YEMENI, play("7♦ x 10♣ K♥ Q♥"), True),
        (YEMENI, play("7♦ x 10♣ J♥"), False),
        (YEMENI, play("7♦ x 9♣ 4♥ 5♥"), True),
        (YEMENI, play("7♦ x 9♣ 9♥ 4♥ 5♥ K♠"), False),
        (YEMENI, play("7♥ x 4♣ 5♥"), False),
        (ETHIOPIAN, play("7♦ x 10♣"), True),
        (ETHIOPIAN, play("7♦ x 7♣ 10♥"), False),
        (ETHIOPIAN, play("7♦ x 10♣ 3♥ 7♥"), True),
        (ETHIOPIAN, play("7♦ x 8♣ 3♥"), False),
        ("floor.count == 1 and all floor is 7♦", play("8♥", "7♦"), True),
        ("floor.count == 1 and all floor is 7♦", play("8♥", "7♥"), False),
        ("floor.count == 1 and all floor is 7♦", play("8♥", "7♦ 7♥"), False),
        ("floor.top is card.rank", play("8♥", "3♣ 8♣"), True),
        ("floor.top is card.rank", play("8♥", "8♣ 3♣"), False),
    ],
)
def test_the_known_bonuses_and_ways_hold_where_they_should(text: str, situation: Situation, value: bool) -> None:
    assert holds(text, situation) is value


# The edges of every name

NOTHING = play("8♥")


@pytest.mark.parametrize(
    ("text", "situation", "value"),
    [
        ("sweep", NOTHING, False),
        ("sweep", play("8♥ x 3♣"), True),
        ("sweep", play("8♥", "3♣"), False),
        ("numeric", NOTHING, True),
        ("numeric", play("8♥ x 3♣"), True),
        ("numeric", play("8♥ x 3♣ J♣"), False),
        ("numeric", play("8♥ x 3♣", "J♣"), True),
        ("floor.numeric", play("8♥ x 3♣", "J♣"), False),
        ("floor.numeric", play("8♥ x 3♣", "4♣"), True),
        ("floor.numeric", NOTHING, True),
        ("all captured is J", NOTHING, True),
        ("any captured is any", NOTHING, False),
        ("all floor is none", NOTHING, True),
        ("all floor is none", play("8♥", "3♣"), False),
        ("any floor is any", NOTHING, False),
        ("all captured is not J", NOTHING, True),
        ("any captured is not J", NOTHING, False),
        ("any captured is not J", play("8♥ x J♣"), False),
        ("any captured is not J", play("8♥ x J♣ 3♣"), True),
        ("all captured is not J", play("8♥ x J♣ 3♣"), False),
        ("not all captured is J", play("8♥ x J♣ 3♣"), True),
        ("any floor is J", play("8♥ x 3♣", "J♣"), True),
        ("any captured is J", play("8♥ x 3♣", "J♣"), False),
        ("all captured is numeric", play("8♥ x 3♣ 5♣"), True),
        ("all captured is numeric", play("8♥ x 3♣ K♣"), False),
        ("floor.top is any", NOTHING, False),
        ("floor.top is not J", NOTHING, False),
        ("not floor.top is J", NOTHING, True),
        ("floor.top is none", play("8♥", "3♣"), False),
        ("floor.top is not J", play("8♥", "J♣ 3♣"), True),
        ("floor.top is not J", play("8♥", "3♣ J♣"), False),
        ("previous.trailed", NOTHING, False),
        ("previous.trailed", play("8♥", previous_trailed=True), True),
        ("previous.floor_count == 0", NOTHING, True),
        ("last_card", NOTHING, False),
        ("last_card", play("8♥", last_card=True), True),
        ("card is 8", NOTHING, True),
        ("card is not 8", NOTHING, False),
        ("card is card.rank", NOTHING, True),
        ("card is (♥ and not 8)", NOTHING, False),
        ("sum == 0", NOTHING, True),
        ("sum == 3", play("8♥ x 3♣ K♣ J♣"), True),
        ("count == 3", play("8♥ x 3♣ K♣ J♣"), True),
        ("floor.sum == 12", play("8♥ x 3♣ K♣", "9♥"), True),
        ("floor.count == 3", play("8♥ x 3♣ K♣", "9♥"), True),
        ("card.value == 0", play("K♥ x K♣"), True),
        ("1 < sum < 20", play("8♥ x A♣"), False),
        ("1 < sum < 20", play("8♥ x 3♣ 5♣"), True),
        ("1 < sum < 20", play("J♥ x 10♣ 10♥ 10♦ 10♠ K♣"), False),
        ("20 > sum > 1", play("8♥ x 3♣ 5♣"), True),
        ("3 == sum == count", play("J♥ x A♣ A♥ A♦"), True),
        ("3 == sum == count", play("J♥ x 3♣"), False),
        ("sum != 3 != count", play("J♥ x A♣ A♥ A♦"), False),
        ("sum >= 3 and sum <= 3", play("8♥ x 3♣"), True),
        ("sum > 3 or sum < 3", play("8♥ x 3♣"), False),
        ("equal_groups(groups >= 1)", NOTHING, False),
        ("equal_groups(groups == 1 and total == 8)", play("8♥ x 3♣ 5♦"), True),
        ("equal_groups(groups >= 1)", play("8♥ x 3♣ K♦"), False),
        ("equal_groups(groups == 2 and total == 8)", play("8♥ x 3♣ 5♦ 8♣"), True),
        ("equal_groups(groups == 2)", play("8♥ x 3♣ 4♦ 8♣"), False),
        ("equal_groups(groups == 2)", play("8♥ x 3♣ 4♦ 8♣ 2♣"), False),
        ("equal_groups(not groups == 1)", play("8♥ x 3♣ 5♦ 8♣"), True),
        ("equal_groups(groups * total == 16 and 1 < groups < 5)", play("8♥ x 3♣ 5♦ 8♣"), True),
        ("equal_groups(2 < 1)", play("8♥ x 3♣"), False),
        ("equal_groups(1 < 2)", play("8♥ x 3♣"), True),
    ],
)
def test_every_name_means_what_the_vocabulary_says(text: str, situation: Situation, value: bool) -> None:
    assert holds(text, situation) is value


@pytest.mark.parametrize(
    ("text", "situation", "value"),
    [
        ("2 * card.worth", play("J♦ x J♣"), 25),
        ("2 * card.worth", play("8♦ x 8♣"), 16),
        ("card.worth", play("J♦ x J♣"), Fraction(25, 2)),
        ("11 - card.value", play("4♦"), 7),
        ("11 - card.value", play("K♦"), 11),
        ("sum - 2 * count", play("8♥ x 3♣ 5♣"), 4),
        ("-sum", play("8♥ x 3♣ 5♣"), -8),
        ("0.5 * sum", play("8♥ x 3♣ 5♣"), 4),
        ("0.5 * sum", play("8♥ x 4♣ 5♣"), Fraction(9, 2)),
        ("10 - -floor.count", play("8♥ x 4♣ 5♣"), 12),
        ("previous.floor_count + 0.25", play("8♥", previous_floor_count=3), Fraction(13, 4)),
        ("2 + 3 * 4 - 5", NOTHING, 9),
        ("(2 + 3) * -4", NOTHING, -20),
    ],
)
def test_numbers_are_exact(text: str, situation: Situation, value: Number) -> None:
    result = amount(text, situation)
    assert result == value
    assert type(result) is type(value)


def test_sums_of_fractions_are_whole_where_they_can_be() -> None:
    result = amount("sum", play("8♥ x 3♣ 5♣"), HALVES)
    assert (result, type(result)) == (4, int)
    assert amount("sum", play("8♥ x 3♣ 4♣"), HALVES) == Fraction(7, 2)
    assert holds("equal_groups(groups == 2 and total == 2.5)", play("8♥ x 5♣ 5♦"), HALVES)


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("J", "J♣ J♦ J♥ J♠"),
        ("7♦", "7♦"),
        ("10 and (♣ or ♦)", "10♣ 10♦"),
        ("none", ""),
        ("card.rank", "8♣ 8♦ 8♥ 8♠"),
        ("not (card.rank or numeric) and ♠", "J♠ Q♠ K♠"),
        ("A or 7♦ or none", "A♣ A♦ A♥ A♠ 7♦"),
    ],
)
def test_patterns_are_the_cards_that_match(text: str, cards: str) -> None:
    tree = parse_pattern(scalar_from_text(text))
    assert cards_of(compile_pattern(tree, DECK, parse_card("8♥"))) == parse_cards(cards)


def test_patterns_of_all_cards_and_of_the_numeric_ones() -> None:
    assert compile_pattern(parse_pattern(scalar_from_text("any")), DECK, None) == FULL_DECK
    numeric = compile_pattern(parse_pattern(scalar_from_text("numeric")), DECK, None)
    assert {card.rank for card in cards_of(numeric)} == set(PIPS)
    assert compile_pattern(parse_pattern(scalar_from_text("not numeric")), DECK, None) == FULL_DECK & ~numeric


@pytest.mark.parametrize(
    ("text", "card", "value"),
    [
        ("card is J and sweep", "8♥", False),
        ("card is J or sweep", "J♥", True),
        ("not (card is J and sweep)", "8♥", True),
        ("card.value > 3 or count > 2", "8♥", True),
        ("card.worth * 2 == 25", "J♥", True),
        ("3 < card.value < sum and card is ♥", "2♥", False),
        ("card is not (J or 7♦)", "8♥", True),
        ("all captured is any", "8♥", True),
        ("any captured is none", "8♥", False),
        ("floor.top is none", "8♥", False),
        ("any floor is not any", "8♥", False),
        ("all floor is not none", "8♥", True),
    ],
)
def test_what_the_card_settles_is_settled_beforehand(text: str, card: str, value: bool) -> None:
    assert compile_condition(parse_condition(scalar_from_text(text)), DECK, parse_card(card)) is value


def test_a_deck_of_numeric_cards_settles_numeric() -> None:
    for text in ("numeric", "floor.numeric"):
        assert compile_condition(parse_condition(scalar_from_text(text)), HALVES, CARDS[0]) is True


def test_numbers_that_the_card_settles_are_plain_numbers() -> None:
    assert compile_amount(parse_amount(scalar_from_text("2 * card.worth")), DECK, parse_card("J♥")) == 25
    assert callable(compile_amount(parse_amount(scalar_from_text("2 * sum")), DECK, parse_card("J♥")))


@pytest.mark.parametrize(
    "text",
    ["numerc", "smu < 3", "card.wrth > 1", "card is facecard", "groups > 1", "equal_groups(sum > 1)"],
)
def test_what_was_not_checked_is_our_own_fault(text: str) -> None:
    situation = play("8♥ x 3♣")
    with pytest.raises(InvariantError, match="was not checked"):
        holds(text, situation)


def test_a_pattern_of_the_played_card_needs_one() -> None:
    with pytest.raises(InvariantError, match="was not checked"):
        compile_pattern(parse_pattern(scalar_from_text("card.rank")), DECK, None)
