from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from basra_rules.cards import CARDS
from basra_rules.tui.ink import Letters, can_show_suits, clean, paint


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("7♦ takes 3♣ · +10 basra", "7D takes 3C | +10 basra"),
        ("12½ and ½", "12.5 and 0.5"),
        ("¾ of −2¼", "0.75 of -2.25"),
        ("Pişti — déjà vu", "Pisti - deja vu"),
        ("sum ≤ 10", "sum <= 10"),
        ("باصرة", "?????"),
    ],
)
def test_ascii_has_a_spelling_for_everything(text: str, written: str) -> None:
    assert clean(text, Letters.ASCII) == written


@given(st.text())
def test_ascii_is_ascii_and_never_controls_the_terminal(text: str) -> None:
    written = clean(text, Letters.ASCII)
    assert written.isascii()
    assert written.isprintable()


@given(st.text())
def test_unicode_never_controls_the_terminal(text: str) -> None:
    assert "\x1b" not in clean(text, Letters.UNICODE)
    assert "\n" not in clean(text, Letters.UNICODE)


def test_cards_stay_left_to_right_beside_a_right_to_left_label() -> None:
    written = clean("7♦ takes 3♣ · +10 باصرة", Letters.UNICODE)
    assert "\u200e7♦\u200e" in written
    assert "\u200e3♣\u200e" in written
    assert cell_len(written) == cell_len("7♦ takes 3♣ · +10 باصرة")


def test_nothing_is_added_where_all_runs_left_to_right() -> None:
    assert clean("7♦ takes 3♣", Letters.UNICODE) == "7♦ takes 3♣"


@pytest.mark.parametrize("letters", Letters)
def test_the_four_suits_have_four_colours(letters: Letters) -> None:
    styles = {str(paint(clean(str(card), letters)).spans[0].style) for card in CARDS}
    assert styles == {"bold green", "bold bright_blue", "bold red", "bold"}


def test_points_are_bold_and_words_are_not_taken_for_cards() -> None:
    painted = paint("AS A 2D GAME +10 basra")
    assert [painted.plain[span.start : span.end] for span in painted.spans] == ["AS", "2D", "+10 basra"]


@pytest.mark.parametrize(("encoding", "can"), [("utf-8", True), ("ascii", False), ("latin-1", False), (None, False)])
def test_an_output_that_can_not_carry_suits_is_known(encoding: str | None, can: bool) -> None:
    assert can_show_suits(encoding) is can
