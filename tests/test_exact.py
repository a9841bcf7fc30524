from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from basra_rules.exact import (
    NUMBER_RULE,
    Number,
    exact,
    format_number,
    parse_number,
    parse_place,
    parse_shown,
    plain_number,
)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0", 0),
        ("7", 7),
        ("010", 10),
        ("-3", -3),
        ("+4", 4),
        ("12.50", Fraction(25, 2)),
        ("12.0", 12),
        ("12.", 12),
        (".5", Fraction(1, 2)),
        ("-.5", Fraction(-1, 2)),
        ("0.125", Fraction(1, 8)),
        ("999999999", 999_999_999),
        ("-999999.999", Fraction(-999_999_999, 1000)),
    ],
)
def test_numbers_are_exact(text: str, value: Number) -> None:
    parsed = parse_number(text)
    assert parsed == value
    assert type(parsed) is type(value)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "-",
        "+",
        ".",
        "-.",
        "1e3",
        "0x1f",
        "0o7",
        ".inf",
        "nan",
        "1_000",
        "1,5",
        "1.2345",
        "1234567890",
        "1 ",
        " 1",
        "--1",
        "1/2",
        "٣",
        "²",
        "½",
        "1.2.3",
        "0.0000000001",
        "1\n",
        "12345678.12",
    ],
)
def test_what_is_no_number_is_none(text: str) -> None:
    assert parse_number(text) is None


def test_the_rule_is_told_in_words() -> None:
    assert NUMBER_RULE == "a number has at most 9 digits and 3 decimals, and no exponent"


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (0, "0"),
        (-7, "-7"),
        (Fraction(4, 2), "2"),
        (Fraction(1, 2), "½"),
        (Fraction(-1, 2), "-½"),
        (Fraction(5, 2), "2½"),
        (Fraction(1, 4), "¼"),
        (Fraction(-7, 4), "-1¾"),
        (Fraction(1, 8), "0.125"),
        (Fraction(-13, 10), "-1.3"),
        (Fraction(1, 3), "1/3"),
        (Fraction(-1, 3), "-1/3"),
    ],
)
def test_numbers_are_shown_as_people_write_them(value: Number, shown: str) -> None:
    assert format_number(value) == shown


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (12, "12"),
        (Fraction(25, 2), "12.5"),
        (Fraction(-1, 4), "-0.25"),
        (Fraction(1, 1000), "0.001"),
        (Fraction(1, 3), "1/3"),
        (Fraction(3, 1), "3"),
    ],
)
def test_numbers_are_written_in_ascii(value: Number, shown: str) -> None:
    assert plain_number(value) == shown


def test_a_whole_fraction_becomes_an_integer() -> None:
    assert type(exact(Fraction(6, 3))) is int
    assert exact(Fraction(1, 3)) == Fraction(1, 3)
    assert exact(5) == 5


@pytest.mark.parametrize(("text", "place"), [("0", 0), ("12", 12), ("٣", 3), ("999999999", 999999999)])
def test_a_place_in_a_list_is_read(text: str, place: int) -> None:
    assert parse_place(text) == place


@pytest.mark.parametrize("text", ["", "-1", "+1", "1.0", "²", "1 ", "x", "1000000000", "9" * 5000])
def test_what_is_no_place_in_any_list_is_none(text: str) -> None:
    assert parse_place(text) is None


@pytest.mark.parametrize(
    "value", [Fraction(1, 2), Fraction(-1, 2), Fraction(29, 2), Fraction(-29, 4), 7, 0, Fraction(1, 8)]
)
def test_what_is_shown_is_read_back(value: Number) -> None:
    assert parse_shown(format_number(value)) == value


@pytest.mark.parametrize("text", ["", "x½", "½½", "1.2½", "1½1", "9" * 5000, f"{'9' * 5000}½"])
def test_what_nobody_would_show_as_a_number_is_none(text: str) -> None:
    assert parse_shown(text) is None


@given(st.integers(-999_999_999, 999_999_999), st.integers(0, 3))
def test_what_is_written_is_read_back(digits: int, decimals: int) -> None:
    value = exact(Fraction(digits, 10**decimals))
    assert parse_number(plain_number(value)) == value


@given(st.text(max_size=15) | st.from_regex(r"[-+]?[0-9]{0,6}\.?[0-9]{0,5}", fullmatch=True))
def test_any_text_is_a_number_or_none(text: str) -> None:
    value = parse_number(text)
    assert value is None or value == Fraction(text.strip())
