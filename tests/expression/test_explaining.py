"""Explanations: every part with its value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra_rules.cards import CARDS, card_set, parse_card, parse_cards
from basra_rules.expression.explaining import Explanation, explain
from basra_rules.expression.parsing import parse_amount, parse_condition
from basra_rules.expression.situation import Situation, deck_tables
from basra_rules.source.nodes import scalar_from_text

if TYPE_CHECKING:
    from collections.abc import Iterator

DECK = deck_tables(tuple(int(card.rank) if card.rank.isdigit() else None for card in CARDS))
SITUATION = Situation(
    parse_card("7♦"), card_set(parse_cards("3♣ 4♦ 7♥")), card_set(parse_cards("3♣ 4♦ 7♥ K♠")), parse_card("K♠")
)


def lines(explanation: Explanation, indent: str = "") -> Iterator[str]:
    yield f"{indent}{explanation.text}: {explanation.value}"
    for part in explanation.parts:
        yield from lines(part, indent + "  ")


def explained(text: str) -> list[str]:
    return list(lines(explain(parse_condition(scalar_from_text(text)), DECK, SITUATION)))


def test_every_part_is_told_with_its_value_also_behind_one_that_fails() -> None:
    assert explained("sweep and (card is not (J or 7♦)) and numeric and sum ≤10 and not any captured is 4") == [
        "sweep and card is not (J or 7♦) and numeric and sum <= 10 and not any captured is 4: False",
        "  sweep: False",
        "  card is not (J or 7♦): False",
        "  numeric: True",
        "  sum <= 10: False",
        "    sum: 14",
        "  not any captured is 4: False",
        "    any captured is 4: True",
    ]


def test_terms_of_comparisons_are_told_down_to_the_names() -> None:
    assert explained("1 < 2 * (sum - card.value) != -floor.count") == [
        "1 < 2 * (sum - card.value) != -floor.count: True",
        "  2 * (sum - card.value): 14",
        "    sum - card.value: 7",
        "      sum: 14",
        "      card.value: 7",
        "  -floor.count: -4",
        "    floor.count: 4",
    ]


def test_groups_are_told_by_the_ways_of_making_them() -> None:
    assert explained("equal_groups(groups >= 2 and total < 10)") == [
        "equal_groups(groups >= 2 and total < 10): True",
        "  groups = 1, total = 14: False",
        "  groups = 2, total = 7: True",
    ]


def test_groups_of_cards_without_value_have_no_ways() -> None:
    situation = Situation(parse_card("7♦"), card_set(parse_cards("3♣ K♦")), 0)
    tree = parse_condition(scalar_from_text("equal_groups(groups >= 1)"))
    assert list(lines(explain(tree, DECK, situation))) == ["equal_groups(groups >= 1): False"]


def test_numbers_are_explained_too() -> None:
    tree = parse_amount(scalar_from_text("10 + 2 * count"))
    assert list(lines(explain(tree, DECK, SITUATION))) == ["10 + 2 * count: 16", "  2 * count: 6", "    count: 3"]


def test_a_part_points_to_where_it_is_written() -> None:
    explanation = explain(parse_condition(scalar_from_text("sweep or (sum  ≤ 10)")), DECK, SITUATION)
    assert [part.span.text for part in explanation.parts] == ["sweep", "sum  ≤ 10"]
