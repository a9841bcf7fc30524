from __future__ import annotations

from time import perf_counter

import pytest

from basra_rules.cards import FULL_DECK, card_set, cards_of, format_cards, format_play, parse_cards
from basra_rules.engine.legality import refuse
from basra_rules.engine.view import table_of_view
from basra_rules.players.greedy_player import GreedyPlayer
from tests.players.seeing import see, shipped


def choice(floor: str, hand: str, seen: str = "", profile: str = "egyptian") -> str:
    action = GreedyPlayer().choose(shipped(profile), see(floor, hand, seen))
    return format_play(action.card, action.captured)


def test_a_basra_is_preferred_to_more_cards() -> None:
    assert choice("3♣ 5♦", "8♥ J♣") == "8♥ x 3♣ 5♦"


def test_without_a_bonus_card_points_count() -> None:
    assert choice("10♦ 4♣ 4♥ 2♥ K♠", "10♥ 8♠") == "10♥ x 2♥ 4♣ 4♥ 10♦"
    assert choice("10♦ 3♣ 6♥ K♠ Q♠", "10♥ 9♠") == "10♥ x 10♦"


def test_of_equal_points_more_cards_are_taken() -> None:
    assert choice("2♥ 4♣ 8♦ K♠", "6♥ 8♠ 5♣") == "6♥ x 2♥ 4♣"


def test_a_floor_that_any_card_could_sweep_is_not_left_behind() -> None:
    """Either card takes one; after the 9 a lone 10 is left, after the 10 a 9 of which all others are gone."""
    assert choice("9♣ 10♣", "9♥ 10♥", seen="9♦ 9♠ 7♦") == "10♥ x 10♣"
    assert choice("9♣ 10♣", "9♥ 10♥", seen="10♦ 10♠ 7♦") == "9♥ x 9♣"


def test_a_trail_that_makes_the_floor_hard_to_sweep_is_preferred() -> None:
    assert choice("K♣", "3♥ Q♥", seen="K♦ K♥ K♠") != ""
    assert choice("6♣", "4♥ 7♣") == "7♣"


def test_points_are_not_given_away_where_all_else_is_equal() -> None:
    assert choice("K♣ Q♣", "A♥ 9♥") == "9♥"


def test_the_same_view_gives_the_same_choice() -> None:
    seen = see("2♥ 4♣ 8♦ K♠ 3♦", "6♥ 8♠ 5♣ 9♣")
    assert len({GreedyPlayer().choose(shipped(), seen) for _ in range(5)}) == 1


@pytest.mark.parametrize("profile", ["egyptian", "bastra", "lebanese", "russian"])
def test_a_floor_of_forty_cards_is_played_at_once_and_legally(profile: str) -> None:
    hand = "10♥ 9♥ 8♥ 7♦"
    rest = cards_of(FULL_DECK & ~card_set(parse_cards(f"{hand} J♣ J♦ J♥ J♠ 10♦ 9♣ 8♠ 7♣")))
    view = see(format_cards(rest), hand)
    started = perf_counter()
    action = GreedyPlayer().choose(shipped(profile), view)
    assert perf_counter() - started < 5
    assert refuse(shipped(profile), table_of_view(view), action) is None
