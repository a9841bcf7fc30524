"""What a finished deal comes to."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from basra_rules.engine.budget import Budget, compute_budget
from basra_rules.engine.scoring import Tally, score_tallies
from basra_rules.profile.vocabulary import IfNobody
from tests.engine.hand_made import BASTRA, EGYPTIAN, RUSSIAN, award, cards

if TYPE_CHECKING:
    from basra_rules.engine.state import DealResult
    from basra_rules.rules.model import Award

CLUBS = cards("A♣ 2♣ 3♣ 4♣ 5♣ 6♣ 7♣ 8♣ 9♣ 10♣ J♣ Q♣ K♣")


def result(made: Award, *counts: int, carry: int = 0) -> DealResult:
    """Return the result of a deal with one award in which the sides captured so many cards."""
    rules = replace(EGYPTIAN, awards=(made,)).rules()
    return score_tallies(rules, [Tally(count) for count in counts], (carry,))


def test_card_points_bonuses_and_the_majority_add_up() -> None:
    tallies = [Tally(29, cards("A♠ A♥ J♣")), Tally(23, cards("2♣ 10♦"), bonuses=20)]
    found = score_tallies(EGYPTIAN.rules(), tallies, (0,))
    assert (found.points, found.cards, found.bonuses) == ((33, 25), (3, 5), (0, 20))
    assert found.awards[0].counted == (29, 23)
    assert found.awards[0].points == (30, 0)


def test_a_tie_carries_the_award_to_its_next_winner_again_and_again() -> None:
    assert result(award(), 26, 26).carries == (30,)
    again = result(award(), 26, 26, carry=30)
    assert (again.points, again.carries, again.void) == ((0, 0), (60,), False)
    won = result(award(), 20, 32, carry=60)
    assert (won.points, won.carries) == ((0, 90), (0,))


@pytest.mark.parametrize(
    ("policy", "points", "carry"),
    [(IfNobody.NOBODY, (0, 0), 0), (IfNobody.EACH, (30, 30), 0), (IfNobody.CARRY, (0, 0), 30)],
)
def test_what_a_tie_for_most_gives(policy: IfNobody, points: tuple[int, ...], carry: int) -> None:
    found = result(award(if_nobody=policy), 26, 26)
    assert (found.points, found.carries) == (points, (carry,))


def test_only_those_who_share_the_most_tie() -> None:
    assert result(award(3, IfNobody.EACH), 20, 20, 12).points == (3, 3, 0)
    assert result(award(3, IfNobody.EACH), 20, 12, 20, 0).points == (3, 0, 3, 0)


def test_with_three_sides_the_plurality_wins() -> None:
    assert result(award(3, IfNobody.EACH), 20, 17, 15).points == (3, 0, 0)


def test_a_replayed_tie_makes_the_deal_void_and_leaves_the_carry() -> None:
    rules = replace(EGYPTIAN, awards=(award(if_nobody=IfNobody.REPLAY), award(7, name="clubs", counts=CLUBS))).rules()
    found = score_tallies(rules, [Tally(26, CLUBS, bonuses=10), Tally(26)], (5, 9))
    assert found.void
    assert (found.points, found.cards, found.bonuses, found.carries) == ((0, 0), (0, 0), (0, 0), (5, 9))
    assert [one.points for one in found.awards] == [(0, 0), (0, 0)]


def test_twenty_seven_cards_win_and_fewer_replay() -> None:
    made = award(if_nobody=IfNobody.REPLAY, at_least=27)
    assert result(made, 27, 25).points == (30, 0)
    assert result(made, 26, 26).void


def test_every_side_with_enough_cards_gets_the_award_and_a_carry_waits_for_one_winner() -> None:
    made = award(5, IfNobody.NOBODY, at_least=13)
    assert result(made, 20, 20, 12, carry=2).points == (5, 5, 0)
    assert result(made, 20, 20, 12, carry=2).carries == (2,)
    assert result(made, 28, 12, 12, carry=2).points == (7, 0, 0)


@pytest.mark.parametrize(
    ("policy", "points", "carry"),
    [(IfNobody.NOBODY, (0, 0, 0), 4), (IfNobody.EACH, (5, 5, 0), 4), (IfNobody.CARRY, (0, 0, 0), 9)],
)
def test_what_happens_where_nobody_has_enough(policy: IfNobody, points: tuple[int, ...], carry: int) -> None:
    found = result(award(5, policy, at_least=30), 20, 20, 12, carry=4)
    assert (found.points, found.carries) == (points, (carry,))


def test_one_leader_below_the_number_does_not_get_it_as_each() -> None:
    assert result(award(5, IfNobody.EACH, at_least=30), 20, 19, 13).points == (0, 0, 0)


def test_a_deal_in_which_nobody_counted_anything_is_a_tie() -> None:
    assert result(award(), 0, 0).carries == (30,)


def test_an_award_for_some_cards_counts_those_that_are_known() -> None:
    made = award(7, IfNobody.NOBODY, name="clubs", counts=CLUBS, at_least=7)
    rules = replace(EGYPTIAN, awards=(made,)).rules()
    tallies = [Tally(10, cards("3♣ 4♣ 5♣ 6♣ 7♣ 8♣ 9♣")), Tally(42, cards("Q♣ K♣"))]
    assert score_tallies(rules, tallies, (0,)).awards[0].counted == (7, 2)


def test_an_award_for_every_card_of_a_short_deck_counts_all_captured() -> None:
    deck = cards("A♣ 2♣ 3♣ 4♣")
    rules = replace(EGYPTIAN, deck=deck, awards=(award(counts=deck),)).rules()
    assert score_tallies(rules, [Tally(3), Tally(1)], (0,)).awards[0].counted == (3, 1)


def test_the_budget_is_what_a_deal_distributes() -> None:
    assert compute_budget(EGYPTIAN.rules(), 2) == Budget(13, 30, 30)
    assert compute_budget(BASTRA.rules(), 2) == Budget(13, 3, 6)
    assert compute_budget(BASTRA.rules(), 3) == Budget(13, 3, 6)
    assert compute_budget(RUSSIAN.rules(), 2) == Budget(13, 30, 30)


def test_the_budget_of_an_award_that_may_lapse_starts_at_nothing() -> None:
    rules = replace(EGYPTIAN, awards=(award(7, IfNobody.NOBODY, counts=CLUBS, at_least=7),)).rules()
    assert compute_budget(rules, 2) == Budget(13, 7, 7)
    assert compute_budget(replace(rules, seats=replace(rules.seats, partners=False)), 3) == Budget(13, 0, 7)


def test_the_budget_of_an_award_for_cards_that_the_deck_lacks_is_that_of_a_tie() -> None:
    rules = replace(EGYPTIAN, awards=(award(30, IfNobody.EACH, counts=0),)).rules()
    assert compute_budget(rules, 2) == Budget(13, 60, 60)
