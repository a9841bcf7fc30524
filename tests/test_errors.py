from __future__ import annotations

import pytest

from basra_rules.errors import (
    BasraError,
    Diagnostic,
    DiagnosticsError,
    NotationError,
    Severity,
    SourceFile,
    Span,
    did_you_mean,
    one_of,
    render_diagnostic,
    sorted_diagnostics,
)
from basra_rules.nearness import nearest


def _marked(text: str, marked: str, label: str = "here", name: str = "h.yaml") -> Diagnostic:
    start = text.index(marked)
    return Diagnostic("code", "message", Span(SourceFile(name, text), start, start + len(marked)), label)


def _drawn(text: str, marked: str) -> list[str]:
    """Return the line shown and the line with the caret, without their gutter."""
    return [line.partition("|")[2][1:] for line in render_diagnostic(_marked(text, marked)).split("\n")[3:]]


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_lines_and_columns_start_at_one_whatever_ends_the_lines(ending: str) -> None:
    text = ending.join(["ab", "", "♦😀x"])
    span = Span(SourceFile("h.yaml", text), text.index("x"), text.index("x") + 1)
    assert (span.line, span.column, span.text, str(span)) == (3, 3, "x", "h.yaml:3:3")
    assert [span.source.line_text(line) for line in range(5)] == ["", "ab", "", "♦😀x", ""]
    assert span.source.line_start(3) == text.index("♦")


def test_a_place_at_the_end_of_the_text_is_behind_its_last_line() -> None:
    assert str(Span(SourceFile("h.yaml", "a\n"), 2, 2)) == "h.yaml:2:1"
    assert str(Span(SourceFile("h.yaml", "a"), 1, 1)) == "h.yaml:1:2"
    assert str(Span(SourceFile("h.yaml", ""), 0, 0)) == "h.yaml:1:1"


def test_a_diagnostic_is_rendered_with_all_its_parts() -> None:
    text = "\n" * 13 + '    when: "card is 7♦ and numerc and sum <= 10"\n'
    start = text.index("numerc")
    diagnostic = Diagnostic(
        "unknown-name",
        "unknown name `numerc`",
        Span(SourceFile("house/teta.yaml", text), start, start + 6),
        "did you mean `numeric`?",
        ("inherited by: house/teta-kids.yaml",),
        "`basra explain unknown-name`",
    )
    assert render_diagnostic(diagnostic) == (
        "error[unknown-name]: unknown name `numerc`\n"
        "  --> house/teta.yaml:14:27\n"
        "   |\n"
        '14 |     when: "card is 7♦ and numerc and sum <= 10"\n'
        "   |                           ^^^^^^ did you mean `numeric`?\n"
        "   = inherited by: house/teta-kids.yaml\n"
        "   = help: `basra explain unknown-name`"
    )


def test_a_warning_says_so() -> None:
    diagnostic = Diagnostic("code", "message", severity=Severity.WARNING)
    assert render_diagnostic(diagnostic) == "warning[code]: message"
    assert not diagnostic.is_error
    assert Diagnostic("code", "message").is_error


def test_a_diagnostic_without_a_place_keeps_its_other_parts() -> None:
    diagnostic = Diagnostic("code", "message", None, "label", ("note",), "do this")
    assert render_diagnostic(diagnostic) == "error[code]: message\n = label\n = note\n = help: do this"


def test_the_caret_stands_under_what_is_marked() -> None:
    assert _drawn("ab cd ef", "cd") == ["ab cd ef", "   ^^ here"]


def test_tabs_stay_tabs_above_and_below() -> None:
    assert _drawn("\ta\tbc", "bc") == ["\ta\tbc", "\t \t^^ here"]


def test_wide_characters_take_two_columns() -> None:
    assert _drawn("漢字😀 xy", "xy") == ["漢字😀 xy", "       ^^ here"]
    assert _drawn("x 漢字 y", "漢字") == ["x 漢字 y", "  ^^^^ here"]
    assert _drawn("ｘ x", "ｘ") == ["ｘ x", "^^ here"]


def test_combining_characters_take_no_column() -> None:
    assert _drawn("e\u0301te\u0301 xy", "xy") == ["e\u0301te\u0301 xy", "    ^^ here"]
    assert _drawn("بَسْرَة xy", "xy") == ["بَسْرَة xy", "     ^^ here"]
    assert _drawn("7♦\ufe0f x", "x") == ["7♦\ufe0f x", "   ^ here"]


def test_a_mark_on_a_combining_character_stands_under_its_letter() -> None:
    assert _drawn("ae\u0301b", "\u0301") == ["ae\u0301b", " ^ here"]


@pytest.mark.parametrize(
    "character", ["\u202e", "\u200b", "\x1b", "\x00", "\u3164", "\ufe0f", "\ud800", "\u2028", "\u00a0"]
)
def test_what_can_not_be_seen_shows_as_a_replacement_character(character: str) -> None:
    assert _drawn(f"ab{character}cd", character) == ["ab�cd", "  ^ here"]
    assert _drawn(f"ab{character}cd", "cd") == ["ab�cd", "   ^^ here"]


def test_a_mark_over_several_lines_ends_with_the_first() -> None:
    assert _drawn("ab\ncd", "b\nc") == ["ab", " ^ here"]


def test_a_mark_of_no_width_and_one_behind_the_line_get_one_caret() -> None:
    source = SourceFile("h.yaml", "ab\n")
    for start, caret in ((0, "^"), (2, "  ^")):
        lines = render_diagnostic(Diagnostic("code", "message", Span(source, start, start))).split("\n")
        assert lines[3:] == ["1 | ab", f"  | {caret}"]


@pytest.mark.parametrize("place", [0, 1, 70, 80, 81, 500, 918, 919, 920, 998, 999])
def test_a_long_line_is_cut_around_the_mark(place: int) -> None:
    text = "x" * place + "!" + "x" * (999 - place)
    shown, caret = _drawn(text, "!")
    assert shown[caret.index("^")] == "!"
    assert caret.count("^") == 1
    assert len(shown.replace("…", "")) == 160
    assert shown.startswith("…") is (place > 80)
    assert shown.endswith("…") is (place < 920)


def test_a_long_mark_ends_with_what_is_shown() -> None:
    shown, caret = _drawn("ab " + "y" * 1000, "y" * 1000)
    assert shown == "ab " + "y" * 157 + "…"
    assert caret == "   " + "^" * 157 + " here"


def test_diagnostics_are_sorted_by_place_and_each_is_kept_once() -> None:
    text = "ab\ncd\n"
    later, sooner = _marked(text, "d"), _marked(text, "b")
    other = _marked(text, "a", name="a.yaml")
    nowhere = Diagnostic("code", "message")
    assert sorted_diagnostics([later, sooner, other, later, nowhere]) == (nowhere, other, sooner, later)


def test_an_error_of_diagnostics_says_them_all() -> None:
    error = DiagnosticsError([_marked("ab", "b"), _marked("ab", "a")])
    assert [one.span.start for one in error.diagnostics if one.span] == [0, 1]
    assert str(error) == "\n\n".join(render_diagnostic(one) for one in error.diagnostics)
    assert isinstance(error, BasraError)


def test_a_notation_error_keeps_text_and_place() -> None:
    error = NotationError("no card", "8♥ xx", 3, 5)
    assert (error.message, error.text[error.start : error.end], str(error)) == ("no card", "xx", "no card")


@pytest.mark.parametrize(
    ("name", "match"),
    [
        ("numerc", "numeric"),
        ("Numeric", "numeric"),
        ("FLOOR-COUNT", "floor_count"),
        ("floor_cuont", "floor_count"),
        ("sum", "sum"),
        ("zzz", None),
        ("", None),
    ],
)
def test_the_nearest_name_is_found(name: str, match: str | None) -> None:
    assert nearest(name, ["sum", "numeric", "floor_count", "count"]) == match


def test_nothing_is_near_when_nothing_is_known() -> None:
    assert nearest("sum", []) is None
    assert did_you_mean("sum", []) == ""


def test_names_that_differ_in_case_alone_are_told_apart() -> None:
    assert nearest("a", ["A", "a"]) in ("A", "a")
    assert nearest("j", ["J"]) == "J"


def test_a_hint_names_the_nearest_or_lists_all() -> None:
    assert did_you_mean("numerc", ["sum", "numeric"]) == "did you mean `numeric`?"
    assert did_you_mean("zzz", ["sum", "numeric"]) == "expected `numeric` or `sum`"


def test_names_are_listed_as_in_a_sentence() -> None:
    assert one_of(["a"]) == "`a`"
    assert one_of(["a", "b"]) == "`a` or `b`"
    assert one_of(["a", "b", "c"]) == "`a`, `b` or `c`"
