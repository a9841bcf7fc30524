"""A deal from its first play to its end."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from basra_rules.cards import FULL_DECK, Rank, card_set, format_cards, parse_card
from basra_rules.engine.deal import play, start_deal, table_of
from basra_rules.engine.scoring import score_deal
from basra_rules.engine.state import (
    Action,
    BonusScored,
    Captured,
    Dealt,
    Drawn,
    IllegalAction,
    LeftoverTaken,
    Previous,
    Refusal,
    Seat,
    Side,
    Trailed,
)
from basra_rules.engine.view import view
from basra_rules.profile.vocabulary import Leftover, Refill, Remainder
from tests.engine.hand_made import BASTRA, EGYPTIAN, PILE, RUSSIAN, USUAL_DEALING, Game, cards, ways
from tests.engine.playing_out import (
    GAMES,
    choose,
    opening,
    play_out,
    played,
    short,
    shuffled,
)

if TYPE_CHECKING:
    from basra_rules.cards import CardSet
    from basra_rules.engine.state import DealState
    from basra_rules.rules.model import Rules

EGYPTIAN_RULES = EGYPTIAN.rules()


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", GAMES)
def test_every_deal_ends_with_each_card_in_one_place(name: str, players: int) -> None:
    rules = GAMES[name].rules()
    for seed in range(8):
        state, events = play_out(rules, players, seed, dealer=seed % players)
        assert not any(state.hands)
        assert (state.floor, state.stock, state.hidden) == ((), (), 0)
        plays = [event for event in events if isinstance(event, Captured | Trailed)]
        taken = sum(event.points for event in events if isinstance(event, BonusScored))
        assert sum(state.points) == taken
        given = sum(event.cards.bit_count() for event in events if isinstance(event, LeftoverTaken))
        caught = sum(event.cards.bit_count() + 1 for event in plays if isinstance(event, Captured))
        assert caught + given == rules.deck.bit_count()
        score_deal(rules, state, (0,) * len(rules.scoring.awards))


# Packets


def packets(game: Game, players: int) -> list[tuple[int, ...]]:
    """Return how many cards each seat gets with each packet."""
    state, events = play_out(game.rules(), players, 3)
    dealt = [tuple(packet.bit_count() for packet in event.packets) for event in events if isinstance(event, Dealt)]
    assert state.packets == tuple(packet[0] for packet in dealt)
    return dealt


def test_three_players_get_six_and_six_and_four() -> None:
    assert packets(BASTRA, 3) == [(6,) * 3, (6,) * 3, (4,) * 3]


def test_four_players_of_a_short_deck_get_four_and_four_and_two() -> None:
    assert packets(short(EGYPTIAN), 4) == [(4,) * 4, (4,) * 4, (2,) * 4]


def test_three_players_of_a_short_deck_get_one_each_at_last_and_one_card_is_over() -> None:
    assert packets(short(EGYPTIAN), 3) == [(4,) * 3, (4,) * 3, (4,) * 3, (1,) * 3]
    state, events = play_out(short(EGYPTIAN).rules(), 3, 3)
    assert any(isinstance(event, LeftoverTaken) for event in events)
    assert state.last_capturer is not None
    assert state.leftover & ~state.captured[state.last_capturer] == 0


def over_card(remainder: Remainder) -> tuple[DealState, CardSet]:
    """Return the end of a deal of 44 cards among three, and the card that could not be shared out."""
    game = short(replace(EGYPTIAN, dealing=replace(USUAL_DEALING, remainder=remainder)))
    rules = game.rules()
    stock = shuffled(rules, 5)
    first = start_deal(rules, 3, Seat(1), stock).state
    state, _ = play_out(rules, 3, 5, dealer=1)
    return state, 1 << first.stock[-1]


@pytest.mark.parametrize("remainder", [Remainder.LAST_CAPTURER, Remainder.DEALER, Remainder.OUT_OF_PLAY])
def test_a_card_that_can_not_be_shared_out_goes_where_the_rules_say(remainder: Remainder) -> None:
    state, over = over_card(remainder)
    assert state.last_capturer is not None
    if remainder is Remainder.OUT_OF_PLAY:
        assert state.out_of_play == over
    else:
        side = state.last_capturer if remainder is Remainder.LAST_CAPTURER else 1
        assert state.captured[side] & over
        assert state.leftover & over


def test_new_packets_start_after_the_dealer_too() -> None:
    _, events = play_out(EGYPTIAN_RULES, 2, 1)
    stock = shuffled(EGYPTIAN_RULES, 1)
    second = [event for event in events if isinstance(event, Dealt)][1]
    left = start_deal(EGYPTIAN_RULES, 2, Seat(0), stock).state.stock
    assert second.packets == (card_set(left[4:8]), card_set(left[:4]))
    assert second.floor == ()


def test_after_each_play_the_player_draws_one_card_while_there_is_stock() -> None:
    _, events = play_out(RUSSIAN.rules(), 2, 2)
    drawn = [event for event in events if isinstance(event, Drawn)]
    stock = shuffled(RUSSIAN.rules(), 2)
    assert [event.card for event in drawn] == list(stock[8:])
    assert [event.seat for event in drawn[:4]] == [0, 1, 0, 1]
    assert [isinstance(event, Dealt) for event in events].count(True) == 1


def test_a_deal_without_floor_starts_on_an_empty_one() -> None:
    state = opening(RUSSIAN, FLOOR_OF_THREES)
    assert (state.floor, state.turn) == ((), 0)


# Plays


FLOOR_OF_THREES = "8♣ 6♦ 9♥ K♠ 2♣ 2♦ J♥ 2♠ 3♣ 5♦ 3♥ 3♠"


def test_a_trail_adds_the_card_to_the_floor() -> None:
    step = played(EGYPTIAN, FLOOR_OF_THREES, ("K♠", ""))
    state = step.state
    assert step.events == (Trailed(Seat(1), parse_card("K♠")),)
    assert format_cards(state.floor) == "3♣ 5♦ 3♥ 3♠ K♠"
    assert (state.turn, state.previous, state.last_capturer) == (0, Previous(trailed=True, floor_count=4), None)
    assert state.hands[1] == cards("8♣ 6♦ 9♥")


def test_a_capture_gives_the_cards_and_the_played_one_to_the_side() -> None:
    step = played(EGYPTIAN, FLOOR_OF_THREES, ("8♣", "3♣ 5♦"))
    state = step.state
    assert step.events == (Captured(Seat(1), parse_card("8♣"), cards("3♣ 5♦"), sweep=False),)
    assert state.captured == (0, cards("8♣ 3♣ 5♦"))
    assert format_cards(state.floor) == "3♥ 3♠"
    assert (state.last_capturer, state.previous) == (1, Previous(trailed=False, floor_count=4))
    assert state.points == (0, 0)


def test_a_bonus_is_scored_and_its_card_lies_open() -> None:
    step = played(EGYPTIAN, FLOOR_OF_THREES, ("8♣", "3♣ 5♦"), ("2♦", ""), ("6♦", "3♥ 3♠"), ("2♣", "2♦"))
    event = step.events[1]
    assert isinstance(event, BonusScored)
    assert (event.seat, event.name, event.points, event.clause.key) == (0, "basra", 10, "bonuses.basra")
    assert (step.state.points, step.state.shown) == ((10, 0), (cards("2♣"), 0))
    assert step.state.last_play is not None
    assert (step.state.last_play.bonuses, step.state.last_play.points) == (("basra",), 10)


def test_a_jack_sweeps_without_a_bonus() -> None:
    step = played(EGYPTIAN, FLOOR_OF_THREES, ("K♠", ""), ("J♥", "3♣ 5♦ 3♥ 3♠ K♠"))
    assert step.events == (Captured(Seat(0), parse_card("J♥"), cards("3♣ 5♦ 3♥ 3♠ K♠"), sweep=True),)
    assert step.state.floor == ()


def test_partners_capture_together() -> None:
    top = "8♣ 4♣ 4♦ 4♥ K♣ K♦ K♥ Q♠ 5♠ 9♣ 9♦ 9♥ 7♣ 7♥ 7♠ 10♣ 3♣ 5♦ 3♥ 3♠"
    step = played(EGYPTIAN, top, ("8♣", "3♣ 5♦"), ("Q♠", ""), ("9♣", ""), ("7♣", ""), ("4♣", ""), players=4)
    assert step.state.turn == 2
    assert step.state.captured == (0, cards("8♣ 3♣ 5♦"))
    partner = played(
        EGYPTIAN,
        top,
        ("8♣", "3♣ 5♦"),
        ("Q♠", ""),
        ("9♣", ""),
        ("7♣", ""),
        ("4♣", ""),
        ("K♣", ""),
        ("9♦", "9♣"),
        players=4,
    )
    assert partner.state.captured == (0, cards("8♣ 3♣ 5♦ 9♣ 9♦"))


def test_an_illegal_play_is_refused_with_its_reason() -> None:
    with pytest.raises(IllegalAction, match="8♣ must capture if it can: 3♣ 5♦") as refused:
        played(EGYPTIAN, FLOOR_OF_THREES, ("8♣", ""))
    assert refused.value.reason is Refusal.MUST_CAPTURE
    assert refused.value.rule == EGYPTIAN_RULES.capture.obligation_clause


def test_a_card_of_another_hand_is_refused() -> None:
    with pytest.raises(IllegalAction, match="J♥ is not in the hand"):
        played(EGYPTIAN, FLOOR_OF_THREES, ("J♥", "3♣ 5♦ 3♥ 3♠"))


def test_nothing_can_be_played_after_the_end() -> None:
    state, _ = play_out(EGYPTIAN_RULES, 2, 4)
    with pytest.raises(IllegalAction, match="the deal is over"):
        play(EGYPTIAN_RULES, state, Action(parse_card("A♣")))


def test_face_down_cards_are_taken_with_the_open_one_and_stay_unseen() -> None:
    step = played(PILE, "3♣ 6♦ 9♥ K♠ 2♣ 2♦ J♥ 2♠ A♣ 5♦ A♥ 3♠", ("3♣", "3♠"))
    assert step.events == (Captured(Seat(1), parse_card("3♣"), cards("A♣ 5♦ A♥ 3♠"), sweep=True),)
    assert (step.state.floor, step.state.hidden) == ((), 0)
    assert step.state.captured[1] == cards("3♣ A♣ 5♦ A♥ 3♠")
    assert not view(step.state, Seat(0)).seen & cards("A♣ 5♦ A♥")


def test_the_play_may_name_the_face_down_cards_too() -> None:
    step = played(PILE, "3♣ 6♦ 9♥ K♠ 2♣ 2♦ J♥ 2♠ A♣ 5♦ A♥ 3♠", ("3♣", "A♣ 5♦ A♥ 3♠"))
    assert step.state.captured[1] == cards("3♣ A♣ 5♦ A♥ 3♠")
    assert step.state.last_play is not None
    assert step.state.last_play.action.captured == cards("3♠")


def test_face_down_cards_stay_while_cards_are_trailed_on_them() -> None:
    step = played(PILE, "4♣ 6♦ 9♥ K♠ 2♣ 2♦ J♥ 2♠ A♣ 5♦ A♥ 3♠", ("4♣", ""))
    seen = view(step.state, Seat(0))
    assert seen.floor == (None, None, None, parse_card("3♠"), parse_card("4♣"))


# The end


def test_the_last_card_may_sweep_and_scores() -> None:
    rules = EGYPTIAN_RULES
    sweeps = 0
    for seed in range(60):
        _, events = play_out(rules, 2, seed)
        last = [event for event in events if isinstance(event, Captured | Trailed)][-1]
        after = events[events.index(last) + 1 :]
        if isinstance(last, Captured) and last.sweep and last.card.rank is not Rank.JACK:
            sweeps += 1
            assert any(isinstance(event, BonusScored) for event in after) or str(last.card) == "7♦"
    assert sweeps


def test_the_floor_goes_to_the_last_capturer_without_a_bonus() -> None:
    for seed in range(20):
        state, events = play_out(EGYPTIAN_RULES, 2, seed)
        if isinstance(events[-1], LeftoverTaken):
            capturer = [event.seat for event in events if isinstance(event, Captured)][-1]
            assert events[-1].side == Side(capturer)
            assert state.leftover == events[-1].cards
            break
    else:
        raise AssertionError("no deal left cards on the floor")


def never_capturing(leftover: Leftover) -> Rules:
    """Return rules by which nothing is ever captured."""
    return replace(EGYPTIAN, ways=lambda _: ways(), leftover=leftover).rules()


def test_where_nobody_captured_nobody_gets_the_leftover() -> None:
    rules = never_capturing(Leftover.LAST_CAPTURER)
    state, events = play_out(rules, 2, 1)
    assert events[-1] == LeftoverTaken(None, FULL_DECK)
    assert (state.captured, state.leftover, state.out_of_play) == ((0, 0), 0, FULL_DECK)


def test_the_leftover_may_go_to_the_dealer_or_to_nobody() -> None:
    state, _ = play_out(never_capturing(Leftover.DEALER), 2, 1, dealer=1)
    assert (state.captured, state.leftover) == ((0, FULL_DECK), FULL_DECK)
    state, _ = play_out(never_capturing(Leftover.NOBODY), 2, 1)
    assert (state.captured, state.out_of_play) == ((0, 0), FULL_DECK)


def test_the_last_play_is_known_as_such_though_a_card_is_over() -> None:
    rules = short(EGYPTIAN).rules()
    chance = random.Random(2)
    state = start_deal(rules, 3, Seat(0), shuffled(rules, 2)).state
    known: list[bool] = []
    while not state.over:
        known.append(table_of(state).last_card)
        state = play(rules, state, choose(rules, state, chance)).state
    assert known == [False] * 38 + [True]


def test_the_last_play_is_known_where_cards_are_drawn() -> None:
    rules = RUSSIAN.rules()
    assert rules.dealing.refill is Refill.AFTER_PLAY
    chance = random.Random(2)
    state = start_deal(rules, 2, Seat(0), shuffled(rules, 2)).state
    known: list[bool] = []
    while not state.over:
        known.append(table_of(state).last_card)
        state = play(rules, state, choose(rules, state, chance)).state
    assert known == [False] * 51 + [True]
