"""Every text of faults.txt is refused with exactly one diagnostic, worded as it stands there."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from basra_rules.errors import Diagnostic, DiagnosticsError
from basra_rules.expression.parsing import parse_amount, parse_condition, parse_pattern
from basra_rules.expression.slips import find_slip
from basra_rules.source.nodes import ScalarNode, Style, scalar_from_text

if TYPE_CHECKING:
    from collections.abc import Callable

PARSERS: dict[str, Callable[[ScalarNode], object]] = {
    "condition": parse_condition,
    "amount": parse_amount,
    "pattern": parse_pattern,
}
CASES = [
    block
    for block in Path(__file__).with_name("faults.txt").read_text(encoding="utf-8").strip().split("\n\n")
    if not block.startswith("#")
]


def fault(kind: str, scalar: ScalarNode) -> Diagnostic:
    with pytest.raises(DiagnosticsError) as caught:
        PARSERS[kind](scalar)
    (only,) = caught.value.diagnostics
    return only


def answer(kind: str, text: str) -> str:
    found = fault(kind, scalar_from_text(text))
    assert found.span is not None
    caret = " " * (len(kind) + 2 + found.span.start) + "^" * max(1, found.span.end - found.span.start)
    return "\n".join([f"{kind}: {text}", caret, f"  {found.code}: {found.message}", f"  {found.label}"])


@pytest.mark.parametrize("case", CASES, ids=[case.split("\n")[0] for case in CASES])
def test_a_fault_is_answered_with_its_place_its_cause_and_the_fix(case: str) -> None:
    kind, _, text = case.split("\n", maxsplit=1)[0].partition(": ")
    assert answer(kind, text) == case


def test_faults_txt_has_all_its_cases_once() -> None:
    assert len(CASES) > 200
    assert len({case.split("\n")[0] for case in CASES}) == len(CASES)


@pytest.mark.parametrize("case", CASES, ids=[case.split("\n")[0] for case in CASES])
def test_no_message_speaks_of_the_parser(case: str) -> None:
    _, _, *said = case.split("\n")
    for word in ("NAME", "$END", "Token", "COMPARISON", "RPAR", "disjunction", "lark", "terminal"):
        assert word not in "".join(said)


@pytest.mark.parametrize(
    "text",
    [
        "card is 7♦ and numeric and sum <= 10",
        "numeric and sum ≤10",
        "card.king < 3 and card.x != card.true_worth",
        "♦ or 7♦ or J",
        "7d and KS or th and as",
        "1.5 * -card.value >= 0.125 == sum",
        "any floor is not (not (A or T) and any)",
    ],
)
def test_nothing_that_is_right_is_taken_for_a_slip(text: str) -> None:
    assert find_slip(scalar_from_text(text)) is None


def test_the_first_of_two_slips_is_answered() -> None:
    found = fault("condition", scalar_from_text("sweep OR numeric && sum =< 3"))
    assert (found.message, found.label) == ("`OR` is written small", "write `or`")


def test_the_end_of_the_text_is_where_something_is_missing_not_the_blanks_after_it() -> None:
    found = fault("condition", scalar_from_text("sweep and \n"))
    assert found.span is not None
    assert (found.span.start, found.span.end) == (9, 9)


def test_a_place_is_told_in_the_file_not_in_the_text() -> None:
    """The text `card is J or Q` as a double-quoted scalar, whose second `J` is written as an escape."""
    file = 'when: "card is \\x4A or Q"'
    text = "card is J or Q"
    offsets = (*range(7, 15), 15, *range(19, 24))
    source = scalar_from_text(file, "house.yaml")
    scalar = ScalarNode(text, Style.QUOTED, source.span_of(6, len(file)), offsets)
    found = fault("condition", scalar)
    assert found.span is not None
    assert (found.span.text, found.span.start, str(found.span)) == ("Q", 23, "house.yaml:1:24")


def test_a_place_at_the_end_of_a_folded_text_is_after_its_last_character() -> None:
    file = "when: >-\n  sweep\n  and\nnext: 1"
    offsets = (*range(11, 16), 16, *range(19, 22))
    source = scalar_from_text(file, "house.yaml")
    found = fault("condition", ScalarNode("sweep and", Style.BLOCK, source.span_of(6, 22), offsets))
    assert found.span is not None
    assert (found.span.start, found.span.line, found.span.column) == (22, 3, 6)


PIECES = (
    "and or not is all any none card floor captured floor.top card.rank card.value sum count sweep numeric groups "
    "equal_groups equal_groups( ( ) < <= == != + - * 1 7 10 12.5 J T 7♦ 7D ♠ ♠7 ♦️ && | ! = , . : x if true ' \" "
    "AND Sum foo карта К ７ − é \u200d \n 1e3 ½ ∧ 12 _ @ 1_0 J|Q"
)
WORDS = st.sampled_from(PIECES.split(" "))


@settings(deadline=None, max_examples=500)
@given(st.one_of(st.lists(WORDS, max_size=12).map(" ".join), st.lists(WORDS, max_size=8).map("".join), st.text()))
def test_any_text_is_an_expression_or_has_one_fault_within_it(text: str) -> None:
    for parse in PARSERS.values():
        try:
            parse(scalar_from_text(text))
        except DiagnosticsError as error:
            (only,) = error.diagnostics
            assert only.span is not None
            assert 0 <= only.span.start <= only.span.end <= len(text)
            assert only.message
            assert only.label
