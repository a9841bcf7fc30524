"""Texts that are not even parsed: empty, too long, too deep, with invisible characters."""

from __future__ import annotations

import time

import pytest

from basra_rules.cards import CARDS
from basra_rules.errors import Diagnostic, DiagnosticsError
from basra_rules.expression.compiling import compile_condition
from basra_rules.expression.limits import MAX_CHARACTERS, MAX_LEVELS
from basra_rules.expression.parsing import parse_amount, parse_condition, parse_pattern
from basra_rules.expression.printing import print_expression
from basra_rules.expression.situation import Situation, deck_tables
from basra_rules.source.nodes import scalar_from_text


def fault(text: str) -> Diagnostic:
    with pytest.raises(DiagnosticsError) as caught:
        parse_condition(scalar_from_text(text))
    (only,) = caught.value.diagnostics
    assert only.span is not None
    return only


def span_of(found: Diagnostic) -> tuple[int, int]:
    assert found.span is not None
    return found.span.start, found.span.end


@pytest.mark.parametrize("text", ["", " ", "\n", " \t\r\n "])
@pytest.mark.parametrize("parse", [parse_condition, parse_amount, parse_pattern])
def test_an_empty_text_is_refused(parse: object, text: str) -> None:
    assert callable(parse)
    with pytest.raises(DiagnosticsError) as caught:
        parse(scalar_from_text(text))
    (only,) = caught.value.diagnostics
    assert (only.code, only.message, only.label) == (
        "expression-empty",
        "nothing is written here",
        "an expression is expected",
    )


def test_two_thousand_characters_are_parsed_and_one_more_is_refused() -> None:
    longest = "sweep" + " " * (MAX_CHARACTERS - 5)
    assert print_expression(parse_condition(scalar_from_text(longest))) == "sweep"
    found = fault(longest + " ")
    assert found.code == "expression-too-long"
    assert found.message == "this expression has 2,001 characters; at most 2,000 are allowed"
    assert span_of(found) == (2000, 2001)


@pytest.mark.parametrize(
    ("opening", "closing"),
    [("(", ")"), ("not ", ""), ("not(", ")"), ("sweep and (numeric or ", ")")],
    ids=["brackets", "not", "not with brackets", "brackets in conditions"],
)
def test_sixty_four_levels_are_parsed_and_one_more_is_refused(opening: str, closing: str) -> None:
    levels = opening.count("(") + opening.count("not")
    deepest = MAX_LEVELS // levels
    text = opening * deepest + "sweep" + closing * deepest
    tree = parse_condition(scalar_from_text(text))
    assert parse_condition(scalar_from_text(print_expression(tree))) == tree
    found = fault(opening * (deepest + 1) + "sweep" + closing * (deepest + 1))
    assert found.code == "expression-too-deep"
    assert found.message == "this expression is nested more than 64 levels deep"


def test_the_caret_of_a_deep_nest_is_under_the_first_bracket_too_many() -> None:
    assert span_of(fault("(" * 65 + "sweep" + ")" * 65)) == (64, 65)


@pytest.mark.parametrize(
    "text",
    [
        "(" * 10_000,
        "(" * 10_000 + "sweep" + ")" * 10_000,
        "(" * 1_990,
        ")" * 1_990,
        "not " * 450 + "sweep",
        "-" * 1_900 + "1 < 2",
        "- " * 900 + "1 < 2",
        "1" + "+1" * 950 + " < 2",
        "1" + "*1" * 950 + " < 2",
        "(" * 60 + "1" + "+1+1+1+1+1+1+1+1+1+1+1+1)" * 60 + " < 2",
        "card is " + "(" * 1_000 + "J" + ")" * 990,
        "equal_groups(" * 120,
        "all " * 400,
        "a." * 900,
        "1 " * 900,
        "J|" * 900,
        '"' * 1_900,
    ],
    ids=lambda text: text[:20],
)
def test_hostile_texts_are_refused_at_once(text: str) -> None:
    started = time.process_time()
    found = fault(text)
    assert found.code in ("expression-too-long", "expression-too-deep", "expression-syntax")
    assert time.process_time() - started < 1


def test_a_long_chain_of_operations_is_too_deep_a_tree() -> None:
    found = fault("count > " + "1 + " * 250 + "1")
    assert (found.code, found.message) == ("expression-too-deep", "too many operations stand one inside the other")


def test_long_flat_texts_are_parsed_and_compiled() -> None:
    """Chains that are no nesting, as long as the limits let them be, exhaust no stack anywhere."""
    chain = " or ".join(["card is K and count > 1"] * 70)
    total = "1" + " + 1" * 190 + " == 191"
    signs = "-" * 60 + "(" + "1" + " + 1 * 2" * 90 + ") < 0"
    for text, value in ((chain, True), (total, True), (signs, False)):
        tree = parse_condition(scalar_from_text(text))
        assert parse_condition(scalar_from_text(print_expression(tree))) == tree
        test = compile_condition(tree, deck_tables((1,) * 52), CARDS[-1])
        assert (test(Situation(CARDS[-1], 3, 3)) if callable(test) else test) is value


@pytest.mark.parametrize(
    ("character", "name"),
    [
        ("\u200b", "U+200B ZERO WIDTH SPACE"),
        ("\u200d", "U+200D ZERO WIDTH JOINER"),
        ("\u200e", "U+200E LEFT-TO-RIGHT MARK"),
        ("\u200f", "U+200F RIGHT-TO-LEFT MARK"),
        ("\u202e", "U+202E RIGHT-TO-LEFT OVERRIDE"),
        ("\u2066", "U+2066 LEFT-TO-RIGHT ISOLATE"),
        ("\u00a0", "U+00A0 NO-BREAK SPACE"),
        ("\u3000", "U+3000 IDEOGRAPHIC SPACE"),
        ("\u00ad", "U+00AD SOFT HYPHEN"),
        ("\ufeff", "U+FEFF BYTE ORDER MARK"),
        ("\u2028", "U+2028 LINE SEPARATOR"),
        ("\u3164", "U+3164 HANGUL FILLER"),
        ("\ufe0f", "U+FE0F VARIATION SELECTOR-16"),
        ("\U000e0041", "U+E0041 TAG LATIN CAPITAL LETTER A"),
        ("\x00", "U+0000 NULL"),
        ("\x07", "U+0007 BELL"),
        ("\x0b", "U+000B LINE TABULATION"),
        ("\x85", "U+0085 NEXT LINE"),
    ],
)
def test_an_invisible_character_is_named_and_refused(character: str, name: str) -> None:
    found = fault(f"card is (J or{character}7♦)")
    assert found.code == "invisible-character"
    assert found.message == f"an invisible character stands here: {name}"
    assert span_of(found) == (13, 14)


@pytest.mark.parametrize("mark", ["\ufe0e", "\ufe0f"])
def test_a_suit_may_carry_one_variation_selector(mark: str) -> None:
    plain, marked = "card is (7♦ or ♠)", f"card is (7♦{mark} or ♠{mark})"
    assert parse_condition(scalar_from_text(marked)) == parse_condition(scalar_from_text(plain))
    assert fault(f"card is 7♦{mark}{mark}").code == "invisible-character"
    assert fault(f"card is J{mark}").code == "invisible-character"


def test_blanks_and_line_breaks_are_plain_space() -> None:
    assert parse_condition(scalar_from_text("sweep\n\tand\r\n  numeric")) == parse_condition(
        scalar_from_text("sweep and numeric")
    )
