"""How a deal opens: packets, the floor, cards kept off it, and what can not be dealt."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from basra_rules.cards import FULL_DECK, format_cards, parse_card, parse_cards
from basra_rules.engine.deal import start_deal
from basra_rules.engine.scoring import score_deal
from basra_rules.engine.state import (
    Seat,
)
from basra_rules.errors import UsageError
from basra_rules.profile.vocabulary import KeptOff, Leader, Remainder
from tests.engine.hand_made import EGYPTIAN, JACKS, PILE, USUAL_DEALING, cards
from tests.engine.playing_out import (
    check_conserved,
    opening,
    short,
    stock_from,
)

if TYPE_CHECKING:
    from basra_rules.cards import Card


TOP = "A♣ A♦ A♥ A♠ 2♣ 2♦ 2♥ 2♠ 3♣ 3♦ 3♥ 3♠"


def test_packets_go_to_the_seat_after_the_dealer_first_then_the_floor_is_laid() -> None:
    state = opening(EGYPTIAN, TOP)
    assert state.hands == (cards("2♣ 2♦ 2♥ 2♠"), cards("A♣ A♦ A♥ A♠"))
    assert format_cards(state.floor) == "3♣ 3♦ 3♥ 3♠"
    assert len(state.stock) == 40
    assert state.packets == (4,)


def test_packets_may_be_dealt_one_card_at_a_time() -> None:
    dealing = replace(USUAL_DEALING, singly=True)
    state = opening(replace(EGYPTIAN, dealing=dealing), TOP)
    assert state.hands == (cards("A♦ A♠ 2♦ 2♠"), cards("A♣ A♥ 2♣ 2♥"))


@pytest.mark.parametrize(("leader", "turn"), [(Leader.AFTER_DEALER, 0), (Leader.DEALER, 2)])
def test_the_leader_is_the_dealer_or_the_seat_after(leader: Leader, turn: int) -> None:
    dealing = replace(USUAL_DEALING, leader=leader)
    assert opening(replace(EGYPTIAN, dealing=dealing), TOP, players=3, dealer=2).turn == turn


def test_cards_kept_off_the_floor_are_replaced_from_the_top_again_and_again() -> None:
    state = opening(EGYPTIAN, TOP[:23] + " 3♣ J♣ 3♦ 7♦ J♦ 3♥ 3♠")
    assert format_cards(state.floor) == "3♣ 3♦ 3♥ 3♠"
    assert state.stock[-3:] == parse_cards("J♣ 7♦ J♦")
    assert len(state.stock) == 40


def test_cards_kept_off_the_floor_go_back_where_the_places_say() -> None:
    state = opening(EGYPTIAN, TOP[:23] + " 3♣ J♣ 3♦ 7♦ 3♥ 3♠", places=[17, 1])
    assert state.stock.index(parse_card("7♦")) == 1
    assert state.stock.index(parse_card("J♣")) == 18


def test_a_missing_place_means_the_bottom() -> None:
    state = opening(EGYPTIAN, TOP[:23] + " 3♣ J♣ 3♦ 7♦ 3♥ 3♠", places=[17])
    assert state.stock.index(parse_card("J♣")) == 17
    assert state.stock[-1] == parse_card("7♦")


@pytest.mark.parametrize("place", [0, -1, 40])
def test_a_card_kept_off_goes_neither_on_top_nor_beyond_the_stock(place: int) -> None:
    with pytest.raises(UsageError, match=rf"J♣ can't go below {place} stock cards: choose from 1 to 39"):
        opening(EGYPTIAN, TOP[:23] + " 3♣ J♣ 3♦ 3♥ 3♠", places=[place])


def test_where_they_go_to_the_bottom_places_do_not_matter() -> None:
    dealing = replace(USUAL_DEALING, kept_off_go=KeptOff.BOTTOM)
    state = opening(replace(EGYPTIAN, dealing=dealing), TOP[:23] + " 3♣ J♣ 3♦ 3♥ 3♠", places=[3])
    assert state.stock[-1] == parse_card("J♣")


def test_only_the_top_card_may_be_kept_off() -> None:
    state = opening(PILE, TOP[:23] + " J♣ 3♦ 3♥ J♦ 4♣")
    assert format_cards(state.floor) == "J♣ 3♦ 3♥ 4♣"
    assert (state.hidden, state.stock[-1]) == (3, parse_card("J♦"))


def test_so_many_cards_of_a_kind_on_the_floor_make_the_deal_void() -> None:
    game = replace(EGYPTIAN, dealing=replace(USUAL_DEALING, redeal=((JACKS, 2),)))
    state = opening(game, TOP[:23] + " 3♣ J♣ J♦ 3♥")
    assert (state.void, state.over, format_cards(state.floor)) == (True, True, "3♣ J♣ J♦ 3♥")
    check_conserved(game.rules(), state)
    assert score_deal(game.rules(), state, (30,)).void
    assert not opening(game, TOP[:23] + " 3♣ J♣ 3♦ 3♥ J♦").void


def test_a_floor_that_can_not_be_laid_is_an_error() -> None:
    game = replace(EGYPTIAN, dealing=replace(USUAL_DEALING, keep_off=FULL_DECK & ~cards("A♣ A♦")))
    with pytest.raises(UsageError, match="no 4 cards of the stock may lie on the opening floor"):
        opening(game, "")


@pytest.mark.parametrize(
    ("stock", "message"),
    [
        (stock_from("A♣")[1:], "the stock lacks A♣"),
        ((*stock_from("A♣")[:51], parse_card("A♣")), "the stock lacks K♠"),
        ((*stock_from("A♣"), parse_card("A♣")), "the stock repeats A♣"),
    ],
)
def test_a_stock_that_is_not_the_deck_is_an_error(stock: tuple[Card, ...], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        start_deal(EGYPTIAN.rules(), 2, Seat(0), stock)


def test_a_stock_with_cards_of_another_deck_is_an_error() -> None:
    with pytest.raises(UsageError, match="has cards that are not in the deck: Q♣"):
        start_deal(short(EGYPTIAN).rules(), 2, Seat(0), stock_from("A♣"))


def test_more_cards_than_there_are_can_not_be_dealt() -> None:
    game = replace(EGYPTIAN, dealing=replace(USUAL_DEALING, packet=13))
    with pytest.raises(UsageError, match="4 packets of 13 and 4 floor cards need 56 cards"):
        opening(game, "", players=4)


def test_rules_may_refuse_a_deck_that_does_not_divide() -> None:
    game = replace(short(EGYPTIAN), dealing=replace(USUAL_DEALING, remainder=Remainder.REFUSE))
    with pytest.raises(UsageError, match="40 cards can't be shared equally by 3 players"):
        opening(game, "", players=3)
    assert opening(game, "", players=4).packets == (4,)
