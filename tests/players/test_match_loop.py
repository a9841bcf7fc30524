from __future__ import annotations

import itertools
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import pytest

from basra_rules import resources
from basra_rules.cards import card_set
from basra_rules.engine.state import Action, Dealt, Seat, View
from basra_rules.errors import UsageError
from basra_rules.players import match_loop
from basra_rules.players.greedy_player import GreedyPlayer
from basra_rules.players.match_loop import DealEnded, DealStarted, Happening, MatchEnded, Played, play_match
from basra_rules.players.random_player import RandomPlayer
from tests.players.seeing import shipped

if TYPE_CHECKING:
    from basra_rules.exact import Number
    from basra_rules.players.player import Player
    from basra_rules.rules.model import Rules

PROFILES = resources.profile_names()
TABLES = [(name, players) for name in PROFILES for players in shipped(name).seats.players]


def random_players(count: int) -> list[Player]:
    return [RandomPlayer(Random(seat)) for seat in range(count)]


def played(rules: Rules, players: int, seed: int) -> list[Happening]:
    return list(play_match(rules, random_players(players), seed))


class Witness:
    """A random player that keeps every view it was shown."""

    def __init__(self) -> None:
        self.views: list[View] = []
        self._player = RandomPlayer(Random(3))

    def choose(self, rules: Rules, view: View) -> Action:
        self.views.append(view)
        return self._player.choose(rules, view)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_match_by_any_shipped_rules_comes_to_its_end(name: str, players: int) -> None:
    happenings = played(shipped(name), players, seed=7)
    assert isinstance(happenings[0], DealStarted)
    end = happenings[-1]
    assert isinstance(end, MatchEnded)
    assert end.match.over
    assert [type(one) for one in happenings].count(MatchEnded) == 1


def test_the_same_seed_and_choices_give_the_same_match() -> None:
    assert played(shipped(), 2, seed=11) == played(shipped(), 2, seed=11)
    assert played(shipped(), 2, seed=11) != played(shipped(), 2, seed=12)


def test_the_order_in_which_chance_is_drawn_is_the_documented_one() -> None:
    rules = shipped()
    first = next(iter(play_match(rules, random_players(2), 11)))
    assert isinstance(first, DealStarted)
    chance = Random(11)
    assert first.match.dealer == chance.randrange(2)
    stock = list(range(52))
    chance.shuffle(stock)
    dealt = next(event for event in first.events if isinstance(event, Dealt))
    assert {*stock[:4]} == {card for card in range(52) if dealt.packets[1 - first.match.dealer] >> card & 1}


def test_cards_kept_off_the_floor_are_buried_but_never_on_top() -> None:
    rules = shipped()
    buried = 0
    for seed in range(300):
        start = next(iter(play_match(rules, random_players(2), seed)))
        assert isinstance(start, DealStarted)
        kept_off = [card for event in start.events if isinstance(event, Dealt) for card in event.kept_off]
        buried += len(kept_off)
        assert card_set(kept_off) & card_set(start.state.stock) == card_set(kept_off)
        if len(kept_off) == 1:
            assert start.state.stock[0] not in kept_off
    assert buried > 50


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_dealer_moves_to_the_next_seat(players: int) -> None:
    deals = [one for one in played(shipped("bastra"), players, seed=4) if isinstance(one, DealStarted)]
    dealers = [one.state.dealer for one in deals]
    assert dealers == [Seat((dealers[0] + number) % players) for number in range(len(deals))]
    assert [one.number for one in deals] == list(range(1, len(deals) + 1))


def test_a_carry_passes_on_to_the_next_deal() -> None:
    carried = 0
    for seed in range(60):
        ended = [one for one in played(shipped(), 2, seed) if isinstance(one, DealEnded)]
        for this, following in itertools.pairwise(ended):
            carried += any(this.result.carries)
            assert following.before.carries == this.result.carries
    assert carried


def test_a_void_deal_is_dealt_again_and_scores_nothing() -> None:
    rules = shipped("russian")
    for seed in range(200):
        happenings = played(rules, 2, seed)
        void = next((at for at, one in enumerate(happenings) if isinstance(one, DealEnded) and one.result.void), None)
        if void is not None:
            ended, again = happenings[void], happenings[void + 1]
            assert isinstance(ended, DealEnded)
            assert isinstance(again, DealStarted)
            assert ended.match.scores == ended.before.scores
            return
    pytest.fail("no deal was void")


def test_players_are_shown_their_own_cards_and_no_others() -> None:
    witness = Witness()
    views = iter(witness.views)
    unseen = returned = 0
    for one in play_match(shipped(), [witness, GreedyPlayer()], seed=2):
        if isinstance(one, DealStarted):
            returned = card_set(card for event in one.events if isinstance(event, Dealt) for card in event.kept_off)
        if isinstance(one, Played) and one.play.seat == 0:
            view = next(views)
            assert view.hand >> one.play.action.card & 1
            assert not view.seen & unseen
        if isinstance(one, DealStarted | Played):
            unseen = (one.state.hands[1] | card_set(one.state.stock)) & ~returned
    assert len(witness.views) > 40


def test_a_number_of_players_that_the_rules_do_not_name_is_refused() -> None:
    with pytest.raises(UsageError, match="2 or 4 players, not for 3"):
        play_match(shipped(), random_players(3), seed=1)


def test_a_match_that_can_not_reach_its_target_is_broken_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_loop, "LONGEST_MATCH", 3)
    rules = replace(shipped(), match=replace(shipped().match, target=10**6))
    end = played(rules, 2, seed=1)[-1]
    assert isinstance(end, MatchEnded)
    assert not end.match.over
    assert end.match.deals == 3


def test_the_points_of_the_deals_make_up_the_final_scores() -> None:
    happenings = played(shipped(), 4, seed=5)
    points: list[tuple[Number, ...]] = [one.result.points for one in happenings if isinstance(one, DealEnded)]
    end = happenings[-1]
    assert isinstance(end, MatchEnded)
    assert end.match.scores == tuple(map(sum, zip(*points, strict=True)))
