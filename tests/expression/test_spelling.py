"""How expressions are spelled: one form of words and signs, the author's lines and helpful brackets."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from basra_rules.expression.parsing import parse_amount, parse_condition, parse_pattern
from basra_rules.expression.printing import print_expression
from basra_rules.expression.spelling import spell_expression
from basra_rules.source.nodes import scalar_from_text


@pytest.mark.parametrize(
    ("written", "spelled"),
    [
        ("card is 7D and numeric and sum≤10", "card is 7♦ and numeric and sum <= 10"),
        ("card is 7♦\N{VARIATION SELECTOR-16}", "card is 7♦"),
        ("T or tD or ♦\N{VARIATION SELECTOR-15}", "10 or 10♦ or ♦"),
        ("1<sum<20", "1 < sum < 20"),
        ("2*card.worth", "2 * card.worth"),
        ("-  (card.value)+1", "-card.value + 1"),
        ("1 - -2", "1 - -2"),
        ("equal_groups ((groups >= 2) and total<10)", "equal_groups(groups >= 2 and total < 10)"),
        ("+5", "+5"),
        ("010", "010"),
        ("7.50", "7.50"),
    ],
)
def test_words_and_signs_have_one_spelling(written: str, spelled: str) -> None:
    assert spell_expression(written) == spelled


@pytest.mark.parametrize(
    ("written", "spelled"),
    [
        ("(sweep)", "sweep"),
        ("((sweep and count == 1))", "sweep and count == 1"),
        ("card is (J)", "card is J"),
        ("(sum <= 40) and (card is J)", "sum <= 40 and card is J"),
    ],
)
def test_brackets_that_say_nothing_go(written: str, spelled: str) -> None:
    assert spell_expression(written) == spelled


@pytest.mark.parametrize(
    "text",
    [
        "card is not (J or 7♦)",
        "not (Q or K)",
        "(numeric and sum < 10) or sweep",
        "(sum + 1) * 2 < 30",
        "3 - (2 - 1) < sum",
        "not (sum < 10)",
    ],
)
def test_brackets_that_group_or_help_the_eye_stay(text: str) -> None:
    assert spell_expression(text) == text


def test_line_breaks_and_their_indentation_stay() -> None:
    text = "card is 7D and\n  ((numeric and sum < 10)  \n   or sweep)"
    assert spell_expression(text) == "card is 7♦ and\n  ((numeric and sum < 10)\n   or sweep)"


@pytest.mark.parametrize("text", ["", "card is J or", "$$", "sum =< 3", "floor"])
def test_what_is_no_expression_stays(text: str) -> None:
    assert spell_expression(text) == text


CONDITIONS = st.sampled_from(["sweep", "numeric", "sum <= 10", "card is J", "any floor is (J or 7♦)", "count == 1"])
AMOUNTS = st.sampled_from(["2", "card.value", "sum", "1.5"])
PATTERNS = st.sampled_from(["J", "7♦", "♣", "numeric", "10", "any"])


def combined(leaves: st.SearchStrategy[str], signs: list[str], prefix: str) -> st.SearchStrategy[str]:
    def grow(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        joined = st.tuples(inner, st.sampled_from(signs), inner).map(
            lambda parts: f"({parts[0]}){parts[1]}({parts[2]})"
        )
        return joined | inner.map(lambda text: f"{prefix}({text})") | inner.map(lambda text: f"( {text} )")

    return st.recursive(leaves, grow, max_leaves=8)


@settings(deadline=None)
@given(combined(CONDITIONS, [" and ", " or ", "  and\n  "], "not "))
def test_a_condition_means_the_same_in_its_spelling_which_is_final(text: str) -> None:
    spelled = spell_expression(text)
    assert parse_condition(scalar_from_text(spelled)) == parse_condition(scalar_from_text(text))
    assert spell_expression(spelled) == spelled


@settings(deadline=None)
@given(combined(AMOUNTS, [" + ", "-", " * "], "-"))
def test_an_amount_means_the_same_in_its_spelling_which_is_final(text: str) -> None:
    spelled = spell_expression(text)
    assert parse_amount(scalar_from_text(spelled)) == parse_amount(scalar_from_text(text))
    assert spell_expression(spelled) == spelled


@settings(deadline=None)
@given(combined(PATTERNS, [" or ", " and "], "not "))
def test_a_pattern_means_the_same_in_its_spelling_which_is_final(text: str) -> None:
    spelled = spell_expression(text)
    assert parse_pattern(scalar_from_text(spelled)) == parse_pattern(scalar_from_text(text))
    assert spell_expression(spelled) == spelled


@settings(deadline=None)
@given(combined(CONDITIONS, [" and ", " or "], "not "))
def test_what_is_printed_from_a_tree_is_in_its_spelling(text: str) -> None:
    printed = print_expression(parse_condition(scalar_from_text(text)))
    assert spell_expression(printed) == printed
