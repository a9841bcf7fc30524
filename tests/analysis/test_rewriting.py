from __future__ import annotations

import pytest

from basra_rules.analysis.rewriting import rewrites
from basra_rules.expression.parsing import parse_amount, parse_condition, parse_pattern
from basra_rules.expression.printing import print_expression
from basra_rules.source.nodes import scalar_from_text


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("sum <= 10", {"sum < 10", "sum == 10", "sum >= 10", "sum <= 9", "sum <= 11"}),
        ("sweep", {"not sweep"}),
        ("not sweep", {"sweep", "not not sweep"}),
        (
            "sweep and numeric",
            {"sweep or numeric", "sweep", "numeric", "not sweep and numeric", "sweep and not numeric"},
        ),
        ("card is J", {"card is not J", "card is (J or Q)"}),
        ("all captured is 7♦", {"not all captured is 7♦", "any captured is 7♦", "all captured is 7"}),
        ("equal_groups(total < 10)", {"not equal_groups(total < 10)"}),
    ],
)
def test_a_condition_is_changed_in_each_of_its_parts(text: str, changed: set[str]) -> None:
    found = {print_expression(one.tree) for one in rewrites(parse_condition(scalar_from_text(text)))}
    assert changed <= found
    assert text not in found


def test_a_pattern_shrinks_and_grows() -> None:
    found = {print_expression(one.tree) for one in rewrites(parse_pattern(scalar_from_text("J or 7♦")))}
    assert found == {"J", "7♦", "J or Q or 7♦", "J or 7"}


def test_an_amount_shifts_by_one_and_its_operator_changes() -> None:
    found = {print_expression(one.tree) for one in rewrites(parse_amount(scalar_from_text("2 * card.value")))}
    assert found == {"2 + card.value", "1 * card.value", "3 * card.value"}


@pytest.mark.parametrize(
    ("text", "other", "question"),
    [
        ("sum <= 10", "sum < 10", "whether a total of exactly 10 counts"),
        ("sum <= 10", "sum <= 9", "whether a total of exactly 10 counts"),
        ("sum <= 10", "sum <= 11", "whether a total of exactly 11 counts"),
        ("sum < 10", "sum < 9", "whether a total of exactly 9 counts"),
        ("sum < 10", "sum < 11", "whether a total of exactly 10 counts"),
        ("sum >= 10", "sum >= 9", "whether a total of exactly 9 counts"),
        ("sum >= 10", "sum >= 11", "whether a total of exactly 10 counts"),
        ("sum > 10", "sum > 9", "whether a total of exactly 10 counts"),
        ("sum > 10", "sum > 11", "whether a total of exactly 11 counts"),
        ("10 >= sum", "11 >= sum", "whether a total of exactly 11 counts"),
        ("count == 1", "count != 1", "whether a capture of exactly 1 card counts"),
    ],
)
def test_the_question_names_the_number_that_is_in_doubt(text: str, other: str, question: str) -> None:
    found = {
        print_expression(one.tree): one.question
        for one in reversed([*rewrites(parse_condition(scalar_from_text(text)))])
    }
    assert found[other] == question


def test_a_pattern_never_names_the_same_cards_twice() -> None:
    found = {print_expression(one.tree) for one in rewrites(parse_pattern(scalar_from_text("Q or K")))}
    assert found == {"Q", "K", "Q or K or A"}
