from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from basra_rules.cards import (
    CARDS,
    FULL_DECK,
    RANKS,
    SUITS,
    Card,
    Rank,
    Suit,
    card_set,
    cards_of,
    cards_of_rank,
    cards_of_suit,
    format_cards,
    format_play,
    is_card,
    iterate,
    parse_card,
    parse_cards,
    parse_play,
    spell_cards,
)
from basra_rules.errors import NotationError

LETTERS = {Suit.CLUBS: "C", Suit.DIAMONDS: "D", Suit.HEARTS: "H", Suit.SPADES: "S"}
some_cards = st.lists(st.sampled_from(CARDS), unique=True)


def _refusal(text: str) -> tuple[str, int, int]:
    with pytest.raises(NotationError) as caught:
        parse_play(text)
    error = caught.value
    assert error.text == text
    return error.message, error.start, error.end


def test_the_deck_has_every_rank_in_every_suit_once() -> None:
    assert len(CARDS) == 52
    assert {(card.rank, card.suit) for card in CARDS} == {(rank, suit) for rank in RANKS for suit in SUITS}
    assert [int(card) for card in CARDS] == list(range(52))
    assert card_set(CARDS) == FULL_DECK


def test_a_card_prints_as_its_name() -> None:
    seven = parse_card("7♦")
    assert (str(seven), repr(seven), f"{seven:>4}", f"{seven}") == ("7♦", "7♦", "  7♦", "7♦")
    assert (seven.rank, seven.suit) == (Rank.SEVEN, Suit.DIAMONDS)


@pytest.mark.parametrize("card", CARDS)
def test_every_spelling_of_a_card_is_read(card: Card) -> None:
    ranks = {card.rank.value, card.rank.value.lower()} | ({"T", "t"} if card.rank is Rank.TEN else set())
    letter = LETTERS[card.suit]
    endings = {card.suit.value, letter, letter.lower(), f"{card.suit}\ufe0e", f"{card.suit}\ufe0f"}
    for spelling in (rank + ending for rank in ranks for ending in endings):
        for text in (spelling, f" {spelling}\n"):
            assert is_card(text)
            assert parse_card(text) is card


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "7",
        "♦",
        "♦7",
        "1♦",
        "11♦",
        "0♦",
        "7♦♦",
        "7 ♦",
        "7x",
        "Z♦",
        "D7",
        "7D\ufe0f",
        "7♦\ufe0f\ufe0f",
        "7\ufe0f♦",
        "７♦",
        "٧♦",
        "7ſ",
        "7♢",
        "7◆",
        "7🂡",
        "joker",
        "7♦ 8♦",
        "\ufe0f",
        "1O♦",
        "7\u200b♦",
    ],
)
def test_what_is_no_card_is_refused(text: str) -> None:
    assert not is_card(text)
    with pytest.raises(NotationError) as caught:
        parse_card(text)
    assert (caught.value.start, caught.value.end) == (0, len(text))
    assert caught.value.message.isprintable()


def test_a_word_that_is_no_card_is_told_what_a_card_is() -> None:
    expected = "a card is a rank (A, 2 to 10, J, Q, K) and a suit (♣ ♦ ♥ ♠, or C D H S)"
    assert _refusal("11♦")[0] == f"`11♦` is no card; {expected}"
    assert _refusal("7\u200b♦")[0] == f"`7U+200B♦` is no card; {expected}"
    assert _refusal("y" * 100)[0] == f"`{'y' * 20}` is no card; {expected}"
    with pytest.raises(NotationError, match=r"^a card is missing$"):
        parse_card(" ")


@pytest.mark.parametrize(
    "text", ["3♣ 5♦ K♠", "3C 5d ks", "3♣,5♦,K♠", " 3♣ ,  5♦\n\tK♠ ", "3♣\ufe0f 5♦\ufe0e K♠", "3♣\u00a05♦ K♠"]
)
def test_a_set_is_read_in_its_order(text: str) -> None:
    assert format_cards(parse_cards(text)) == "3♣ 5♦ K♠"


def test_no_cards_are_an_empty_set() -> None:
    assert parse_cards("") == parse_cards("  ") == ()


@pytest.mark.parametrize(
    ("text", "message", "start", "end"),
    [
        ("3♣ 5♦ 3C", "3♣ stands there twice", 6, 8),
        ("10♦ T♦", "10♦ stands there twice", 4, 6),
        ("3♣ 5x K♠", "`5x` is no card; an x for a capture has a space on either side", 3, 5),
        ("3♣,, 55", "`55` is no card; a card is a rank (A, 2 to 10, J, Q, K) and a suit (♣ ♦ ♥ ♠, or C D H S)", 5, 7),
    ],
)
def test_a_fault_in_a_set_is_pointed_at(text: str, message: str, start: int, end: int) -> None:
    with pytest.raises(NotationError) as caught:
        parse_cards(text)
    error = caught.value
    assert (error.message, error.text, error.start, error.end) == (message, text, start, end)


@pytest.mark.parametrize("cross", ["x", "X", "×"])
def test_a_capture_is_read_with_any_cross(cross: str) -> None:
    card, captured = parse_play(f" 8h  {cross} 3♣, 5♦ ")
    assert str(card) == "8♥"
    assert format_cards(captured) == "3♣ 5♦"


def test_a_card_alone_is_a_trail() -> None:
    assert parse_play("8♥") == (parse_card("8♥"), 0)


PLAY = "a play is one card, or `8♥ x 3♣ 5♦`: the card, an x and what it captures"
GLUED = "is no card; an x for a capture has a space on either side"


@pytest.mark.parametrize(
    ("text", "message", "start", "end"),
    [
        ("", PLAY, 0, 0),
        ("8♥ 3♣", PLAY, 0, 5),
        ("x 3♣", "one card stands before the x", 0, 1),
        ("  x", "one card stands before the x", 2, 3),
        ("8♥ 9♥ x 3♣", "one card stands before the x", 0, 6),
        ("8♥ x", "what is captured is missing after the x", 3, 4),
        ("8♥ ×  ", "what is captured is missing after the x", 3, 4),
        ("8♥ x 8♥", "8♥ stands there twice", 5, 7),
        ("8♥ x 3♣ 3♣", "3♣ stands there twice", 8, 10),
        ("8♥ x 3♣ x 5♦", "one x is enough: all that is captured stands behind it", 8, 9),
        ("8♥x3♣", f"`8♥x3♣` {GLUED}", 0, 5),
        ("8♥ x3♣", f"`x3♣` {GLUED}", 3, 6),
        ("8♥ ×3♣", f"`×3♣` {GLUED}", 3, 6),
        ("8 x 3♣", "`8` is no card; a card is a rank (A, 2 to 10, J, Q, K) and a suit (♣ ♦ ♥ ♠, or C D H S)", 0, 1),
    ],
)
def test_a_fault_in_a_play_is_pointed_at(text: str, message: str, start: int, end: int) -> None:
    assert _refusal(text) == (message, start, end)


@given(some_cards)
def test_sets_of_cards_go_to_bits_and_back(cards: list[Card]) -> None:
    assert cards_of(card_set(cards)) == tuple(sorted(cards)) == tuple(iterate(card_set(cards)))


@given(some_cards)
def test_written_cards_are_read_back(cards: list[Card]) -> None:
    assert parse_cards(format_cards(cards)) == tuple(cards)
    assert card_set(parse_cards(format_cards(card_set(cards)))) == card_set(cards)


@given(some_cards.filter(bool))
def test_written_plays_are_read_back(cards: list[Card]) -> None:
    card, *captured = cards
    assert parse_play(format_play(card, card_set(captured))) == (card, card_set(captured))


def test_ranks_and_suits_are_sets_too() -> None:
    assert format_cards(cards_of_rank(Rank.JACK)) == "J♣ J♦ J♥ J♠"
    assert format_cards(cards_of_suit(Suit.DIAMONDS)) == "A♦ 2♦ 3♦ 4♦ 5♦ 6♦ 7♦ 8♦ 9♦ 10♦ J♦ Q♦ K♦"
    assert sum(map(cards_of_rank, RANKS)) == sum(map(cards_of_suit, SUITS)) == FULL_DECK


_JUNK = st.text(st.sampled_from("8♥10T3♣dD xX×,\ufe0f \u200b\n") | st.characters(), max_size=20)


@given(_JUNK)
def test_any_text_is_a_play_or_a_notation_error_inside_it(text: str) -> None:
    try:
        card, captured = parse_play(text)
    except NotationError as refusal:
        error = refusal
    else:
        assert not captured >> card & 1
        assert parse_play(format_play(card, captured)) == (card, captured)
        return
    assert error.text == text
    assert 0 <= error.start <= error.end <= len(text)
    assert error.message.isprintable()


@given(_JUNK)
def test_any_text_is_cards_or_a_notation_error(text: str) -> None:
    try:
        cards = parse_cards(text)
    except NotationError as refusal:
        cards = parse_cards(text[: refusal.start])
    assert len(set(cards)) == len(cards)


@pytest.mark.parametrize(
    ("written", "spelled"),
    [
        ("8H x 3c, 5D", "8♥ x 3♣ 5♦"),
        ("8♥ × TD", "8♥ x 10♦"),
        ("7♦\N{VARIATION SELECTOR-15}  K♠", "7♦  K♠"),
        ("A♠\n 10s", "A♠\n 10♠"),
        ("nine of hearts", "nine of hearts"),
        ("", ""),
    ],
)
def test_cards_and_plays_have_one_spelling(written: str, spelled: str) -> None:
    assert spell_cards(written) == spelled
