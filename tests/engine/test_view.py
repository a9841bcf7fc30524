"""What one seat may know."""

from __future__ import annotations

from basra_rules.cards import parse_card
from basra_rules.engine.bonuses import score_bonuses
from basra_rules.engine.captures import find_captures
from basra_rules.engine.deal import play, table_of
from basra_rules.engine.state import Action, Seat
from basra_rules.engine.view import table_of_view, view
from tests.engine.hand_made import EGYPTIAN, PILE, cards
from tests.engine.playing_out import opening

TOP = "3♣ 6♦ 9♥ K♠ 2♣ 2♦ J♥ 2♠ A♣ 5♦ A♥ 3♠"


def test_a_view_shows_the_own_hand_the_open_floor_and_counts_of_the_rest() -> None:
    seen = view(opening(EGYPTIAN, TOP.replace("J♥", "8♥")), Seat(0))
    assert seen.hand == cards("2♣ 2♦ 8♥ 2♠")
    assert seen.hand_counts == (4, 4)
    assert seen.floor == tuple(map(parse_card, ("A♣", "5♦", "A♥", "3♠")))
    assert (seen.stock_count, seen.captured_counts, seen.sides) == (40, (0, 0), 2)
    assert seen.seen == cards("2♣ 2♦ 8♥ 2♠ A♣ 5♦ A♥ 3♠")


def test_what_was_captured_openly_has_been_seen() -> None:
    rules = EGYPTIAN.rules()
    state = play(rules, opening(EGYPTIAN, TOP), Action(parse_card("6♦"), cards("A♣ 5♦"))).state
    seen = view(state, Seat(0))
    assert seen.captured_counts == (0, 3)
    assert seen.seen & cards("6♦ A♣ 5♦") == cards("6♦ A♣ 5♦")


def test_two_deals_that_differ_only_in_what_lies_face_down_look_the_same() -> None:
    state = opening(PILE, TOP)
    other = state._replace(floor=(*state.floor[2::-1], state.floor[3]))
    swapped = state._replace(floor=(state.stock[0], *state.floor[1:]), stock=(state.floor[0], *state.stock[1:]))
    assert view(state, Seat(1)) == view(other, Seat(1)) == view(swapped, Seat(1))
    assert table_of_view(view(state, Seat(1))) == table_of_view(view(swapped, Seat(1)))


def test_the_table_of_a_view_counts_face_down_cards_and_names_only_open_ones() -> None:
    rules, state = PILE.rules(), opening(PILE, TOP)
    table = table_of_view(view(state, Seat(1)))
    assert (len(table.floor), table.hidden) == (4, 3)
    captures = find_captures(rules, table, parse_card("3♣"))
    assert captures.sets == (cards("3♠"),)
    assert score_bonuses(rules, table, Action(parse_card("3♣"), captures.sets[0])) == ()
    assert play(rules, state, Action(parse_card("3♣"), captures.sets[0])).state.floor == ()


def test_without_face_down_cards_a_seat_judges_its_plays_as_the_rules_do() -> None:
    state = opening(EGYPTIAN, TOP)
    assert table_of_view(view(state, state.turn)) == table_of(state)
