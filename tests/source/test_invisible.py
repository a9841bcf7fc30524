from __future__ import annotations

import sys
import unicodedata

import pytest

from basra_rules.errors import INVISIBLE, DiagnosticsError, SourceFile, render_diagnostic
from basra_rules.source.invisible import MOST_REPORTED, name_character, refuse_invisible

# Format characters with ink of their own: signs that stand around a number in Arabic, Syriac and Kaithi.
WITH_INK = {*range(0x600, 0x606), 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD}


def test_every_control_and_format_character_is_refused_but_tab_line_breaks_and_those_with_ink() -> None:
    allowed = {
        code
        for code in range(sys.maxunicode + 1)
        if unicodedata.category(chr(code)) in ("Cc", "Cf", "Cs", "Zl", "Zp") and not INVISIBLE.search(chr(code))
    }
    assert allowed == {9, 10, 13} | WITH_INK


def test_no_character_with_ink_and_no_ordinary_space_is_refused() -> None:
    refused = {unicodedata.category(chr(code)) for code in range(sys.maxunicode + 1) if INVISIBLE.search(chr(code))} - {
        "Cc",
        "Cf",
        "Cs",
        "Zl",
        "Zp",
    }
    assert refused == {"Cn", "Lo", "Mn", "So"}  # unassigned, fillers, variation selectors, the blank of braille
    for character in "\u00a0\u202f\u3000é́♦😀س漢\ue000":
        assert not INVISIBLE.search(character)


@pytest.mark.parametrize(
    "character",
    "\u200b\u200c\u200d\u200e\u200f\u202e\u2066\u00ad\u0085\u2028\u2029\ufeff\u3164\u115f\u2800\ufe00\U000e0041\U000e0100\ud800\ufffe\U0001ffff",
)
def test_a_character_that_nobody_sees_is_refused(character: str) -> None:
    with pytest.raises(DiagnosticsError) as caught:
        refuse_invisible(SourceFile("house.yaml", f"name: a{character}b\n"))
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code == "invisible-character"
    assert f"U+{ord(character):04X}" in diagnostic.message
    assert diagnostic.span is not None
    assert (diagnostic.span.line, diagnostic.span.column) == (1, 8)


@pytest.mark.parametrize("suit", "♣♦♥♠")
@pytest.mark.parametrize("selector", "\ufe0e\ufe0f")
def test_a_variation_selector_is_fine_behind_a_suit_and_nowhere_else(suit: str, selector: str) -> None:
    refuse_invisible(SourceFile("house.yaml", f"7{suit}{selector}"))
    for text in (f"7{selector}", f"{selector}{suit}", f"{suit}{selector}{selector}"):
        with pytest.raises(DiagnosticsError):
            refuse_invisible(SourceFile("house.yaml", text))


@pytest.mark.parametrize(
    ("character", "name"),
    [
        ("\u202e", "U+202E RIGHT-TO-LEFT OVERRIDE"),
        ("\u200b", "U+200B ZERO WIDTH SPACE"),
        ("\u00ad", "U+00AD SOFT HYPHEN"),
        ("\0", "U+0000 NULL"),
        ("\x1b", "U+001B ESCAPE"),
        ("\x01", "U+0001 CONTROL CHARACTER"),
        ("\x85", "U+0085 NEXT LINE"),
        ("\ufeff", "U+FEFF BYTE ORDER MARK"),
        ("\ud800", "U+D800 HALF A CHARACTER"),
        ("\uffff", "U+FFFF NO CHARACTER"),
        ("\U000e0041", "U+E0041 TAG LATIN CAPITAL LETTER A"),
        ("：", "U+FF1A FULLWIDTH COLON"),
        ("\ue000", "U+E000"),
    ],
)
def test_characters_are_named(character: str, name: str) -> None:
    assert name_character(character) == name


def test_the_excerpt_shows_where_nothing_is_to_be_seen() -> None:
    with pytest.raises(DiagnosticsError) as caught:
        refuse_invisible(SourceFile("house.yaml", "when: card\u202e is 7♦\ufe0f\n"))
    assert render_diagnostic(caught.value.diagnostics[0]) == (
        "error[invisible-character]: an invisible character stands here: U+202E RIGHT-TO-LEFT OVERRIDE\n"
        " --> house.yaml:1:11\n"
        "  |\n"
        "1 | when: card� is 7♦\ufe0f\n"
        "  |           ^ delete it"
    )


def test_each_occurrence_is_reported_up_to_ten() -> None:
    with pytest.raises(DiagnosticsError) as caught:
        refuse_invisible(SourceFile("house.yaml", "a\u200b\n" * 25))
    lines = [one.span.line for one in caught.value.diagnostics if one.span]
    assert lines == list(range(1, MOST_REPORTED + 1))
