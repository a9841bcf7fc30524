from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from basra_rules.cards import card_set, parse_card, parse_cards
from basra_rules.tui.commands import (
    AskFor,
    AskWhy,
    Leave,
    NotUnderstood,
    PlayCard,
    PlayExactly,
    Redraw,
    is_leaving,
    parse_command,
)

HAND = parse_cards("8♥ 7♦ J♣ 10♠")


@pytest.mark.parametrize(
    ("line", "card"),
    [
        ("1", "8♥"),
        (" 4 \r\n", "10♠"),
        ("8h", "8♥"),
        ("8♥", "8♥"),
        ("TS", "10♠"),
        ("j", "J♣"),
        ("Jack", "J♣"),
        ("7 of diamonds", "7♦"),
        ("jack clubs", "J♣"),
        ("٢", "7♦"),
        ("5c", "5♣"),
    ],
)
def test_a_card_is_played_by_number_by_name_or_by_a_rank_that_leaves_no_doubt(line: str, card: str) -> None:
    assert parse_command(line, HAND) == PlayCard(parse_card(card))


@pytest.mark.parametrize("line", ["8h x 3c 5d", "8♥ x 3♣ 5♦", "8H X 5D, 3C", "8h × 3c 5d"])
def test_a_whole_play_names_what_it_takes(line: str) -> None:
    assert parse_command(line, HAND) == PlayExactly(parse_card("8♥"), card_set(parse_cards("3♣ 5♦")))


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("?", AskWhy(None)),
        ("why", AskWhy(None)),
        ("? 8h", AskWhy(parse_card("8♥"))),
        ("?2", AskWhy(parse_card("7♦"))),
        ("why 8h x 3c", AskWhy(parse_card("8♥"), card_set(parse_cards("3♣")))),
        ("help", AskFor("help")),
        ("RULES", AskFor("rules")),
        ("score", AskFor("score")),
        ("quit", Leave()),
        ("", Redraw()),
        ("\x1b\x00", Redraw()),
    ],
)
def test_words_ask_for_pages_reasons_and_the_end(line: str, command: object) -> None:
    assert parse_command(line, HAND) == command


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("5", "the cards of your hand have the numbers 1 to 4"),
        ("8", "for the card itself type its whole name, `8h`"),
        ("0", "1 to 4"),
        ("9" * 5000, "the cards of your hand have the numbers 1 to 4"),
        ("q", "`quit` leaves the match"),
        ("k", "no king is in your hand"),
        ("halp", "did you mean `help`?"),
        ("9x", "`9x` is no card"),
        ("8h 3c", "a play is one card"),
        ("8h x", "what is captured is missing"),
        ("\x1b[A", "is no card"),
        ("? zz", "`zz` is no card"),
    ],
)
def test_what_is_not_understood_gets_a_kind_answer(line: str, answer: str) -> None:
    command = parse_command(line, HAND)
    assert isinstance(command, NotUnderstood)
    assert answer in command.answer


def test_q_alone_neither_quits_nor_plays_the_queen() -> None:
    command = parse_command("q", parse_cards("Q♣ 8♥"))
    assert command == NotUnderstood("`quit` leaves the match; to play a queen type `qc`")
    assert parse_command("queen", parse_cards("Q♣ 8♥")) == PlayCard(parse_card("Q♣"))


def test_a_rank_held_twice_asks_for_the_whole_name() -> None:
    command = parse_command("j", parse_cards("J♣ J♥"))
    assert command == NotUnderstood("you have 2 cards of the rank J; type `jc` or `jh`")


@given(st.text())
def test_any_text_is_some_command(line: str) -> None:
    parse_command(line, HAND)
    is_leaving(line)


@given(st.text(alphabet="?xX 0123456789ajqkcdhs♣♦♥♠of,\x1b\u200f"))
def test_any_text_of_the_usual_keys_is_some_command(line: str) -> None:
    parse_command(line, HAND)
