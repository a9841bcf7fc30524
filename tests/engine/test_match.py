"""How deals add up to a match, and who wins it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from basra_rules.engine.match import add_deal, next_dealer, start_match
from basra_rules.engine.state import DealResult, Seat
from basra_rules.errors import UsageError
from basra_rules.profile.vocabulary import NextDealer, TiePolicy
from basra_rules.rules.model import MatchRules
from tests.engine.hand_made import EGYPTIAN, USUAL_DEALING, Game

if TYPE_CHECKING:
    from basra_rules.engine.state import MatchState
    from basra_rules.rules.model import Rules


def deal(*points: int, carry: int = 0, void: bool = False) -> DealResult:
    """Return a deal that gave those points."""
    nothing = (0,) * len(points)
    return DealResult(points, nothing, nothing, (), (carry,), void)


def after(rules: Rules, *deals: DealResult, players: int = 2) -> MatchState:
    """Return a match after those deals."""
    match = start_match(rules, players, Seat(0))
    for result in deals:
        match = add_deal(rules, match, result)
    return match


def with_tie(tie: TiePolicy, extend: int = 0) -> Rules:
    """Return rules that end a match at 101 with that tie rule."""
    return replace(EGYPTIAN, match=MatchRules(101, tie, extend)).rules()


RULES = EGYPTIAN.rules()


def test_a_match_starts_at_nothing() -> None:
    match = start_match(RULES, 4, Seat(2))
    assert (match.scores, match.carries, match.target, match.deals, match.dealer) == ((0, 0), (0,), 101, 0, 2)
    assert not match.over


def test_partners_are_two_sides_and_three_players_are_three() -> None:
    assert len(start_match(RULES, 4, Seat(0)).scores) == 2
    assert len(start_match(RULES, 3, Seat(0)).scores) == 3
    solo = replace(EGYPTIAN, partners=False).rules()
    assert len(start_match(solo, 4, Seat(0)).scores) == 4


def test_the_wrong_number_of_players_is_refused() -> None:
    rules = replace(EGYPTIAN, players=(2, 4)).rules()
    with pytest.raises(UsageError, match="is for 2 or 4 players, not for 3"):
        start_match(rules, 3, Seat(0))


def test_a_dealer_must_have_a_seat() -> None:
    with pytest.raises(UsageError, match="there is no seat 2: 2 players have the seats 0 to 1"):
        start_match(RULES, 2, Seat(2))


def test_deals_add_up_until_a_side_reaches_the_target() -> None:
    match = after(RULES, deal(60, 43), deal(40, 43))
    assert (match.scores, match.over, match.deals) == ((100, 86), False, 2)
    won = add_deal(RULES, match, deal(1, 0))
    assert (won.over, won.winner) == (True, 0)


def test_where_both_reach_the_target_the_higher_wins() -> None:
    match = after(RULES, deal(60, 58), deal(44, 51))
    assert (match.over, match.winner) == (True, 1)


def test_equal_scores_at_the_target_take_another_deal() -> None:
    match = after(RULES, deal(60, 60), deal(50, 50))
    assert (match.over, match.target) == (False, 101)
    assert add_deal(RULES, match, deal(0, 1)).winner == 1


def test_equal_scores_below_the_highest_do_not_matter() -> None:
    match = after(RULES, deal(102, 102, 110), players=3)
    assert (match.over, match.winner) == (True, 2)


def test_equal_scores_at_the_target_may_be_a_draw() -> None:
    match = after(with_tie(TiePolicy.DRAW), deal(110, 110))
    assert (match.over, match.winner) == (True, None)


@pytest.mark.parametrize(("score", "target"), [(101, 121), (120, 121), (121, 141), (150, 161)])
def test_a_tie_may_raise_the_target_above_the_tied_score(score: int, target: int) -> None:
    rules = with_tie(TiePolicy.EXTEND, 20)
    match = after(rules, deal(score, score))
    assert (match.over, match.target) == (False, target)
    short = add_deal(rules, match, deal(target - score - 1, 0))
    assert not short.over
    assert add_deal(rules, short, deal(1, 0)).winner == 0


def test_a_carry_goes_from_deal_to_deal_and_lapses_at_the_end() -> None:
    match = after(RULES, deal(20, 20, carry=30), deal(20, 20, carry=60))
    assert match.carries == (60,)
    assert add_deal(RULES, match, deal(70, 0, carry=90)).carries == (90,)


def test_a_void_deal_changes_nothing_and_is_dealt_again_by_the_same_dealer() -> None:
    match = after(RULES, deal(20, 10, carry=30))
    assert add_deal(RULES, match, deal(0, 0, carry=30, void=True)) == match


def test_the_deal_passes_on_to_the_next_seat() -> None:
    assert after(RULES, deal(1, 0), deal(1, 0), deal(1, 0)).dealer == 1
    assert next_dealer(RULES, 3, Seat(2), void=False) == 0
    assert next_dealer(RULES, 3, Seat(2), void=True) == 2


def test_the_same_dealer_may_deal_on() -> None:
    rules = replace(EGYPTIAN, dealing=replace(USUAL_DEALING, next_dealer=NextDealer.SAME)).rules()
    assert next_dealer(rules, 2, Seat(1), void=False) == 1


def test_no_deal_counts_after_the_end() -> None:
    match = after(RULES, deal(101, 0))
    with pytest.raises(UsageError, match="the match is over"):
        add_deal(RULES, match, deal(1, 1))


def games(number: int, tie: TiePolicy = TiePolicy.ANOTHER_DEAL) -> Rules:
    """Return rules by which a match takes so many games."""
    made: Game = replace(EGYPTIAN, match=MatchRules(101, tie, 0, games_to_win=number))
    return made.rules()


def test_a_match_of_several_games_starts_each_from_nothing() -> None:
    match = after(games(2), deal(101, 60, carry=30))
    assert (match.scores, match.games, match.carries, match.over, match.winner) == ((0, 0), (1, 0), (0,), False, None)
    won = add_deal(games(2), add_deal(games(2), match, deal(0, 101)), deal(110, 0))
    assert (won.games, won.over, won.winner) == ((2, 1), True, 0)


def test_a_drawn_game_of_several_counts_for_nobody() -> None:
    match = after(games(2, TiePolicy.DRAW), deal(101, 101))
    assert (match.scores, match.games, match.over) == ((0, 0), (0, 0), False)
