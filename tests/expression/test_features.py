"""What expressions look at."""

from __future__ import annotations

import pytest

from basra_rules.expression.features import features_read, names_used, needs_sweep, reads_only_floor_set
from basra_rules.expression.parsing import parse_amount, parse_condition, parse_pattern
from basra_rules.expression.vocabulary import Reads
from basra_rules.source.nodes import scalar_from_text


def test_every_name_is_found_wherever_it_stands() -> None:
    text = """not sweep and 1 < -(sum + card.worth) or equal_groups(groups > 1)
              or all floor is (numeric or not card.rank) or floor.top is any"""
    assert names_used(parse_condition(scalar_from_text(text))) == {
        "sweep",
        "sum",
        "card.worth",
        "equal_groups",
        "groups",
        "floor",
        "numeric",
        "card.rank",
        "floor.top",
        "any",
    }


@pytest.mark.parametrize(
    ("text", "reads"),
    [
        ("card is J", {Reads.CARD}),
        ("card.worth > 2", {Reads.CARD}),
        ("all floor is J", {Reads.FLOOR}),
        ("all floor is card.rank", {Reads.FLOOR, Reads.CARD}),
        ("floor.top is numeric", {Reads.TOP}),
        ("numeric", {Reads.CAPTURED}),
        ("equal_groups(groups > 1)", {Reads.CAPTURED}),
        ("previous.trailed and previous.floor_count == 1", {Reads.HISTORY}),
        ("last_card", {Reads.END}),
        ("1 < 2", set()),
    ],
)
def test_names_tell_what_of_a_situation_is_read(text: str, reads: set[Reads]) -> None:
    assert features_read(parse_condition(scalar_from_text(text))) == reads


@pytest.mark.parametrize(
    ("text", "only_floor_set"),
    [
        ("floor.count == 1 and all floor is 7♦", True),
        ("floor.sum > 3 or floor.numeric and card is not J", True),
        ("any floor is card.rank and card.value < card.worth", True),
        ("floor.top is card.rank", False),
        ("floor.count == 1 and previous.trailed", False),
        ("floor.count < previous.floor_count", False),
        ("numeric", False),
        ("last_card or floor.count == 1", False),
    ],
)
def test_ways_that_ask_only_which_cards_lie_on_the_floor_are_known(text: str, only_floor_set: bool) -> None:
    assert reads_only_floor_set(parse_condition(scalar_from_text(text))) is only_floor_set


@pytest.mark.parametrize(
    ("text", "plainly"),
    [
        ("sweep", True),
        ("sweep and count == 1 and card is J", True),
        ("(sweep and numeric) or (sweep and sum < 3)", True),
        ("sweep or numeric", False),
        ("not sweep", False),
        ("numeric", False),
    ],
)
def test_a_condition_that_only_a_sweep_meets_is_known(text: str, plainly: bool) -> None:
    assert needs_sweep(parse_condition(scalar_from_text(text))) is plainly


def test_patterns_and_numbers_have_names_too() -> None:
    assert names_used(parse_pattern(scalar_from_text("J or not card.rank"))) == {"card.rank"}
    assert names_used(parse_amount(scalar_from_text("2 * card.worth"))) == {"card.worth"}
