"""What fits into the columns of a terminal."""

from __future__ import annotations

import pytest

from basra_rules.columns import around, beside, carets, cells, wrap

PROSE = (
    "every rule is the same, `extends: egyptian` or not: 七七七 and سبعة and e\u0301 take what room they take, no more"
)
LINE = (
    "bonuses: {a: {when: card is 7♦ and sweep, label: 七七七七七七七七 and cafe\u0301 cafe\u0301}, "
    "b: {when: sweep, pionts: 5}}"
)


@pytest.mark.parametrize("width", [40, 50, 60, 70, 90])
def test_prose_fits_its_width_and_says_the_same(width: int) -> None:
    first, *rest = wrap(f"  = help: {PROSE}", width, 10)
    assert rest
    assert max(map(cells, (first, *rest))) <= width
    assert all(line.startswith(" " * 10) and line[10] != " " for line in rest)
    assert " ".join((first, *(line.strip() for line in rest))) == f"  = help: {PROSE}"


def test_prose_that_fits_or_goes_to_no_terminal_stays() -> None:
    assert wrap(PROSE, None) == [PROSE]
    assert wrap(PROSE, cells(PROSE)) == [PROSE]


def test_what_stands_in_backticks_stays_together_where_it_fits() -> None:
    said = "if it is meant so, write this: `allow: {gap: the reason}`, or mend it"
    assert "    `allow: {gap: the reason}`, or mend it" in wrap(said, 50, 4)
    assert wrap(f"say `{'a b ' * 30}c`", 40)[0] == "say `a b a b a b a b a b a b a b a b a b"


def test_a_word_is_not_broken_and_blanks_between_words_stay() -> None:
    assert wrap(f"expected  {'x' * 60} or so", 40, 2) == ["expected", "  " + "x" * 60, "  or so"]
    assert wrap(f"    actual    some {'more ' * 10}", 40, 4)[0].startswith("    actual    some")


@pytest.mark.parametrize("room", [36, 50, 77])
@pytest.mark.parametrize("marked", ["bonuses", "7♦", "七", "and cafe\u0301", "\u0301", "pionts", "}}", ""])
def test_of_a_long_line_the_part_around_the_mark_is_shown(marked: str, room: int) -> None:
    start = LINE.index(marked) if marked else len(LINE)
    shown, left, right = around(LINE, start, start + max(1, len(marked)), room)
    assert cells(shown) <= room
    assert shown[left:right] == marked
    assert cells(carets(shown, left, right)) <= room
    assert shown.strip("…") in LINE
    assert shown.startswith("…") is not LINE.startswith(shown[:5])
    assert shown.endswith("…") is not LINE.endswith(shown[-5:])


def test_of_a_mark_that_is_too_long_its_beginning_is_shown() -> None:
    shown, left, right = around(LINE, 20, len(LINE), 40)
    assert cells(shown) <= 40
    assert shown[left:right].startswith("card is 7♦")
    assert right == len(shown) - 1


def test_a_tab_takes_one_column_where_a_line_is_cut() -> None:
    assert around("a\tb", 0, 1, 40) == ("a\tb", 0, 1)
    assert "\t" not in around("a\t" + "b " * 30, 0, 1, 40)[0]


def test_carets_stand_below_wide_and_combining_characters() -> None:
    assert carets("七a", 1, 2) == "  ^"
    assert carets("七a", 0, 1) == "^^"
    assert carets("e\u0301a", 1, 2) == "^"
    assert carets("e\u0301a", 2, 3) == " ^"


def test_a_label_goes_below_its_carets_where_nothing_is_left_beside_them() -> None:
    assert beside("  ^^", "here", 40) == ["  ^^ here"]
    assert beside("  ^^", "here " * 9 + "!", None) == ["  ^^ " + "here " * 9 + "!"]
    assert beside("  ^^", "here " * 8 + "!", 40) == ["  ^^ here here here here here here here", "     here !"]
    assert beside(" " * 36 + "^", "did you mean it?", 40) == [" " * 36 + "^", " " * 24 + "did you mean it?"]
    assert beside("  " + "^" * 38, "mean it?", 40) == ["  " + "^" * 38, "  mean it?"]
