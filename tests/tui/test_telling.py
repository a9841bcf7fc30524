from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from basra_rules.cards import CARDS, card_set, parse_card, parse_cards
from basra_rules.engine.deal import play, start_deal
from basra_rules.engine.match import add_deal, start_match
from basra_rules.engine.scoring import Tally, score_tallies
from basra_rules.engine.state import Action, LeftoverTaken, MatchState, Seat, Side
from basra_rules.players.match_loop import DealEnded, DealStarted, MatchEnded, Played
from basra_rules.tui.telling import count_rows, describe_play, tell_aftermath, tell_count, tell_end, tell_start
from basra_rules.tui.wording import name_seats
from tests.players.seeing import shipped

if TYPE_CHECKING:
    from basra_rules.exact import Number
    from basra_rules.rules.model import Rules

YOU = Seat(0)
TWO = name_seats(shipped(), 2, YOU)


def counted(rules: Rules, tallies: list[Tally], before: MatchState) -> DealEnded:
    result = score_tallies(rules, tallies, before.carries)
    return DealEnded(result, before, add_deal(rules, before, result))


def match_at(rules: Rules, *scores: Number, carry: Number = 0) -> MatchState:
    match = start_match(rules, len(scores), Seat(0))
    return replace(match, scores=scores, carries=(carry,) * len(match.carries), deals=3)


def cells(ended: DealEnded, rules: Rules) -> dict[str, tuple[str, ...]]:
    return {row.label: row.cells for row in count_rows(ended, rules)}


def test_the_count_shows_each_source_of_points() -> None:
    rules = shipped()
    tallies = [Tally(29, card_set(parse_cards("A♠ A♥ J♣")), 10), Tally(23)]
    assert cells(counted(rules, tallies, match_at(rules, 20, 31)), rules) == {
        "card points": ("3", "0"),
        "bonuses": ("10", "0"),
        "majority (30)": ("30 (29 cards)", "0 (23 cards)"),
        "this deal": ("43", "0"),
        "score, of 101": ("63", "31"),
    }


def test_halves_are_written_as_halves() -> None:
    rules = shipped()
    ended = counted(rules, [Tally(29, 0, Fraction(25, 2)), Tally(23)], match_at(rules, Fraction(1, 2), 0))
    assert cells(ended, rules)["bonuses"] == ("12½", "0")
    assert cells(ended, rules)["score, of 101"] == ("43", "0")


def test_a_carry_is_told_when_it_arises_and_named_where_it_is_won() -> None:
    rules = shipped()
    tied = counted(rules, [Tally(26), Tally(26)], match_at(rules, 20, 31))
    assert tell_count(tied, rules, TWO) == ("majority: 30 is carried to the next who wins it",)
    won = counted(rules, [Tally(27), Tally(25)], tied.match)
    assert cells(won, rules)["majority (30 and 30 carried)"] == ("60 (27 cards)", "0 (25 cards)")
    assert tell_count(won, rules, TWO) == ()


def test_a_void_deal_is_told() -> None:
    rules = shipped("russian")
    ended = counted(rules, [Tally(26), Tally(26)], match_at(rules, 20, 31))
    assert tell_count(ended, rules, TWO) == ("the deal is void: it scores nothing and is played again",)


def test_equal_scores_at_the_target_are_told() -> None:
    tallies = [Tally(20), Tally(24)]
    rules = shipped("bastra", tie="another_deal")
    assert tell_count(counted(rules, tallies, match_at(rules, 110, 107)), rules, TWO) == (
        "the highest scores are equal: another deal decides",
    )
    rules = shipped("bastra", tie="extend_20")
    assert tell_count(counted(rules, tallies, match_at(rules, 110, 107)), rules, TWO) == (
        "the highest scores are equal: the target rises to 120",
    )


def test_a_draw_names_those_who_share_it() -> None:
    rules = shipped("bastra", tie="draw")
    ended = counted(rules, [Tally(20), Tally(8), Tally(24)], match_at(rules, 110, 4, 107))
    assert tell_end(MatchEnded(ended.match, (0,)), rules, name_seats(rules, 3, YOU)) == (
        "the match is a draw between you and right",
        "final scores: you 110, left 4, right 110",
    )


def test_the_winner_is_named_and_a_pending_carry_lapses() -> None:
    rules = shipped()
    ended = counted(rules, [Tally(26), Tally(26, 0, 80)], match_at(rules, 20, 31))
    assert tell_end(MatchEnded(ended.match, ended.match.carries), rules, name_seats(rules, 2, YOU)) == (
        "opponent wins the match after 4 deals",
        "final scores: you 20, opponent 111",
        "majority: the 30 still carried lapses",
    )
    names = name_seats(rules, 4, YOU)
    won = counted(rules, [Tally(30), Tally(22)], replace(match_at(rules, 90, 31), players=4))
    assert tell_end(MatchEnded(won.match, (0,)), rules, names)[0] == "you + partner win the match after 4 deals"


def test_a_game_of_a_match_is_told_with_the_games_won() -> None:
    rules = shipped()
    rules = replace(rules, match=replace(rules.match, games_to_win=2))
    won = counted(rules, [Tally(26, 0, 90), Tally(26)], match_at(rules, 20, 31, carry=30))
    assert cells(won, rules)["score, of 101"] == ("110", "31")
    assert tell_count(won, rules, TWO) == (
        "you win this game",
        "majority: the 60 still carried lapses",
        "games won: you 1, opponent 0; the next game starts from 0",
    )
    again = counted(rules, [Tally(29, 0, 90), Tally(23)], won.match)
    assert tell_count(again, rules, TWO) == ()
    assert tell_end(MatchEnded(again.match, again.match.carries), rules, TWO) == (
        "you win the match after 5 deals",
        "final scores: you 120, opponent 0",
        "games won: you 2, opponent 0",
    )


def test_a_drawn_game_is_told() -> None:
    rules = shipped("bastra", tie="draw")
    rules = replace(rules, match=replace(rules.match, games_to_win=2))
    drawn = counted(rules, [Tally(20), Tally(24)], match_at(rules, 110, 107))
    assert tell_count(drawn, rules, TWO) == (
        "this game is a draw",
        "games won: you 0, opponent 0; the next game starts from 0",
    )


def test_a_floor_that_makes_the_deal_void_is_shown() -> None:
    rules = shipped("pasur")
    jacks = list(parse_cards("J♣ J♦ A♣ A♦"))
    others = [card for card in CARDS if card not in jacks]
    step = start_deal(rules, 2, Seat(1), (*others[:8], *jacks, *others[8:]))
    started = DealStarted(1, start_match(rules, 2, Seat(1)), step.state, step.events)
    assert "such a floor makes the deal void: J♣ J♦ A♣ A♦" in tell_start(started, rules, TWO)


def test_a_match_that_never_ends_says_so() -> None:
    rules = shipped()
    told = tell_end(MatchEnded(match_at(rules, 20, 31), (0,)), rules, name_seats(rules, 2, YOU))
    assert told[0] == "nobody has won after 3 deals: these rules may never reach their target"


def test_cards_that_lay_face_down_are_counted_but_not_named() -> None:
    rules = shipped("pisti")
    jack = parse_card("J♣")
    stock = [jack, *(card for card in CARDS if card != jack)]
    start = start_deal(rules, 2, Seat(1), tuple(stock)).state
    top = start.floor[-1]
    step = play(rules, start, Action(jack, 1 << top))
    assert step.state.last_play is not None
    told = describe_play(Played(step.state.last_play, step.events, step.state))
    assert told == f"J♣ takes {top} and 3 face down, the whole floor"


@pytest.mark.parametrize(
    ("profile", "where"), [("egyptian", "a place inside the stock"), ("bastra", "the bottom of the stock")]
)
def test_cards_kept_off_the_opening_floor_are_told(profile: str, where: str) -> None:
    rules = shipped(profile)
    jack = parse_card("J♣")
    stock = [card for card in CARDS if card != jack]
    stock.insert(9, jack)
    step = start_deal(rules, 2, Seat(1), tuple(stock))
    started = DealStarted(1, start_match(rules, 2, Seat(1)), step.state, step.events)
    assert tell_start(started, rules, name_seats(rules, 2, YOU)) == (
        "deal 1: dealer opponent, you to lead",
        f"kept off the opening floor: J♣, put back to {where}",
    )


def test_cards_that_nobody_gets_are_told() -> None:
    names = name_seats(shipped(), 2, YOU)
    assert tell_aftermath([LeftoverTaken(None, 1)], names) == ("left over: A♣, to nobody",)
    assert tell_aftermath([LeftoverTaken(Side(1), 1)], names) == ("left over: A♣, to opponent",)
