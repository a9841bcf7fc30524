from __future__ import annotations

from fractions import Fraction

import pytest

from basra_rules.errors import SourceFile, Span
from basra_rules.exact import Number, parse_number
from basra_rules.source.nodes import (
    Entry,
    ListNode,
    MapNode,
    ScalarNode,
    Style,
    describe,
    scalar_from_text,
    shorten,
)


@pytest.mark.parametrize(
    ("text", "value", "kind"),
    [
        ("", None, "null"),
        ("~", None, "null"),
        ("null", None, "null"),
        ("Null", None, "null"),
        ("NULL", None, "null"),
        ("nULL", "nULL", "text"),
        ("true", True, "truth"),
        ("True", True, "truth"),
        ("TRUE", True, "truth"),
        ("false", False, "truth"),
        ("False", False, "truth"),
        ("FALSE", False, "truth"),
        ("tRUE", "tRUE", "text"),
        ("no", "no", "text"),
        ("yes", "yes", "text"),
        ("on", "on", "text"),
        ("off", "off", "text"),
        ("y", "y", "text"),
        ("N", "N", "text"),
        ("0", 0, "number"),
        ("7", 7, "number"),
        ("010", 10, "number"),
        ("08", 8, "number"),
        ("-3", -3, "number"),
        ("+4", 4, "number"),
        ("-0", 0, "number"),
        ("12.50", Fraction(25, 2), "number"),
        ("12.000", 12, "number"),
        ("12.", 12, "number"),
        (".5", Fraction(1, 2), "number"),
        ("-.125", Fraction(-1, 8), "number"),
        ("999999999", 999_999_999, "number"),
        ("1_000", "1_000", "text"),
        ("21:10", "21:10", "text"),
        ("1,5", "1,5", "text"),
        ("1 000", "1 000", "text"),
        ("0b101", "0b101", "text"),
        ("١٠", "١٠", "text"),
        ("12e", "12e", "text"),
        ("--3", "--3", "text"),
        ("2026-01-01", "2026-01-01", "text"),
        ("=", "=", "text"),
        ("<<", "<<", "text"),
        ("7♦", "7♦", "text"),
    ],
)
def test_plain_text_has_the_value_that_the_core_rules_give_it(text: str, value: object, kind: str) -> None:
    node = scalar_from_text(text)
    assert node.value == value
    assert type(node.value) is type(value)
    assert node.kind == kind


@pytest.mark.parametrize(
    "text",
    ["0x1f", "0o17", "1e3", "1E-3", "1.5e+3", ".inf", "-.Inf", "+.INF", ".nan", ".NaN", "1234567890", "1.0001", "-1e3"],
)
def test_a_number_in_a_form_that_is_refused_is_text_that_looks_numeric(text: str) -> None:
    node = scalar_from_text(text)
    assert node.value == text
    assert node.looks_numeric


@pytest.mark.parametrize("text", ["7", "010", "-3", "12.50", ".5", "12.", "+4"])
def test_a_number_looks_numeric(text: str) -> None:
    assert scalar_from_text(text).looks_numeric


@pytest.mark.parametrize(
    "text",
    [
        "",
        "~",
        "no",
        "true",
        "21:10",
        "1_000",
        "0x",
        "0o8",
        ".",
        "e3",
        "1e",
        "inf",
        "nan",
        "-.nan",
        "7♦",
        "10♦",
        "-",
        "+",
    ],
)
def test_other_text_does_not_look_numeric(text: str) -> None:
    assert not scalar_from_text(text).looks_numeric


@pytest.mark.parametrize(
    "text", ["7", "010", "-3", "12.50", "1e3", "0x1f", "no", ".5", "12.", ".", "", "+", "1234567890"]
)
def test_numbers_are_the_same_in_files_and_in_expressions(text: str) -> None:
    value = scalar_from_text(text).value
    number: Number | None = value if isinstance(value, int | Fraction) else None
    assert parse_number(text) == number


@pytest.mark.parametrize("style", [Style.QUOTED, Style.BLOCK])
@pytest.mark.parametrize("text", ["", "7", "true", "~", "null", "1e3"])
def test_quoted_and_block_text_is_always_text(text: str, style: Style) -> None:
    node = scalar_from_text(text, style=style)
    assert node.value == text
    assert node.kind == "text"
    assert not node.looks_numeric


def test_a_scalar_of_its_own_spans_its_own_source() -> None:
    node = scalar_from_text("card is 7♦", name="<option>")
    assert str(node.span) == "<option>:1:1"
    assert node.span_of(8, 10).text == "7♦"


def test_scalars_are_equal_wherever_they_stand() -> None:
    source = SourceFile("a", "10 10")
    assert ScalarNode("10", Style.PLAIN, Span(source, 0, 2)) == ScalarNode("10", Style.PLAIN, Span(source, 3, 5))
    assert scalar_from_text("10") != scalar_from_text("10", style=Style.QUOTED)


def test_span_of_follows_the_offsets() -> None:
    source = SourceFile("a", "ab\n  cd")
    node = ScalarNode("ab cd", Style.PLAIN, Span(source, 0, 7), (0, 1, 2, 5, 6))
    assert node.span_of(3, 5).text == "cd"
    assert node.span_of(1, 4).text == "b\n  c"
    assert node.span_of(2, 2).text == "\n"
    assert (node.span_of(5, 5).start, node.span_of(5, 5).end) == (7, 7)


def test_span_of_an_empty_quoted_text_is_its_quotes() -> None:
    source = SourceFile("a", 'x: ""')
    node = ScalarNode("", Style.QUOTED, Span(source, 3, 5), range(4, 4))
    assert node.span_of(0, 0).text == '""'


def _mapping() -> MapNode:
    source = SourceFile("a", "{a: 1, b: 2}")
    entries = (Entry(scalar_from_text("a"), scalar_from_text("1")), Entry(scalar_from_text("b"), scalar_from_text("2")))
    return MapNode(entries, Span(source, 0, 12))


def test_a_mapping_is_asked_by_key() -> None:
    mapping = _mapping()
    assert mapping.keys == ("a", "b")
    assert len(mapping) == len(list(mapping)) == 2
    assert mapping.get("b") == scalar_from_text("2")
    assert mapping.get("c") is None
    assert mapping.entry("a") == mapping.entries[0]
    assert mapping.entry("c") is None
    assert mapping.span_of_key("a") == mapping.entries[0].key.span
    assert mapping.span_of_key("c") == mapping.span


def test_a_list_has_a_length_and_an_order() -> None:
    node = ListNode((scalar_from_text("a"), scalar_from_text("b")), _mapping().span)
    assert len(node) == 2
    assert [item.text for item in node if isinstance(item, ScalarNode)] == ["a", "b"]


def test_nodes_are_described_in_words() -> None:
    assert describe(_mapping()) == "a mapping"
    assert describe(ListNode((), _mapping().span)) == "a list"
    assert describe(scalar_from_text("~")) == "nothing (null)"
    assert describe(scalar_from_text("", style=Style.QUOTED)) == "an empty text"
    assert describe(scalar_from_text("no")) == "the text `no`"
    assert describe(scalar_from_text("010")) == "the number `010`"
    assert describe(scalar_from_text("True")) == "the truth `True`"


def test_long_text_is_shortened_to_one_line() -> None:
    assert shorten("a\n  b") == "a b"
    assert shorten("x" * 41) == "x" * 39 + "…"
    assert shorten("x" * 40) == "x" * 40
    assert shorten("abcdef", 3) == "ab…"
