"""A whole match: chance is drawn from one seed, the seats are asked in turn, what happens is yielded.

From `random.Random(seed)` are drawn, in this order: the first dealer (`randrange(players)`), then for
every deal the stock (`shuffle` of the deck in its own order, the top first) and, where the opening floor
turned cards away that are buried inside the stock, for each of them how many stock cards lie above it
(`randint(1, cards in the stock)`).  So a seed and the same choices always give the same match.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, TypeAlias

from basra_rules.cards import cards_of
from basra_rules.engine.deal import play, start_deal
from basra_rules.engine.match import add_deal, check_players, start_match
from basra_rules.engine.scoring import score_deal
from basra_rules.engine.state import Dealt, Seat
from basra_rules.engine.view import view
from basra_rules.profile.vocabulary import KeptOff

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Sequence

    from basra_rules.engine.state import DealResult, DealState, Event, MatchState, Play, Step
    from basra_rules.exact import Number
    from basra_rules.players.player import Player
    from basra_rules.rules.model import Rules

LONGEST_MATCH = 1000
"""After so many deals a match ends unfinished: some rules can't reach their own target."""


@dataclass(frozen=True, slots=True)
class DealStarted:
    """A deal begins; `number` counts from 1, also the deals that turned out void."""

    number: int
    match: MatchState
    state: DealState
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Played:
    """A seat played, and all that followed from it, up to the next seat's turn."""

    play: Play
    events: tuple[Event, ...]
    state: DealState


@dataclass(frozen=True, slots=True)
class DealEnded:
    """A deal was counted; `before` and `match` are the match without and with it."""

    result: DealResult
    before: MatchState
    match: MatchState


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """The match is over; `lapsed` is what was still carried, an award.

    Where `match.over` is false it was broken off after `LONGEST_MATCH` deals.
    """

    match: MatchState
    lapsed: tuple[Number, ...]


Happening: TypeAlias = DealStarted | Played | DealEnded | MatchEnded


def play_match(rules: Rules, players: Sequence[Player], seed: int) -> Iterator[Happening]:
    """Yield what happens in a match, asking `players` (by seat) as it goes on.

    Raises:
        UsageError: the rules are not for that many players.
        IllegalAction: a player named an action that the rules refuse.
    """
    check_players(rules, len(players))
    return _play_deals(rules, players, Random(seed))


def _play_deals(rules: Rules, players: Sequence[Player], chance: Random) -> Iterator[Happening]:
    match = start_match(rules, len(players), Seat(chance.randrange(len(players))))
    for number in range(1, LONGEST_MATCH + 1):
        step = _shuffle_and_deal(rules, match, chance)
        yield DealStarted(number, match, step.state, step.events)
        state = yield from _play_deal(rules, players, step.state)
        result = score_deal(rules, state, match.carries)
        before, match = match, add_deal(rules, match, result)
        yield DealEnded(result, before, match)
        if match.over:
            break
    yield MatchEnded(match, match.carries)


def _play_deal(rules: Rules, players: Sequence[Player], state: DealState) -> Generator[Happening, None, DealState]:
    while not state.over:
        action = players[state.turn].choose(rules, view(state, state.turn))
        step = play(rules, state, action)
        state = step.state
        assert state.last_play is not None
        yield Played(state.last_play, step.events, state)
    return state


def _shuffle_and_deal(rules: Rules, match: MatchState, chance: Random) -> Step:
    stock = list(cards_of(rules.deck))
    chance.shuffle(stock)
    step = start_deal(rules, match.players, match.dealer, tuple(stock))
    kept_off = sum(len(event.kept_off) for event in step.events if isinstance(event, Dealt))
    if not kept_off or rules.dealing.kept_off_go is not KeptOff.INSIDE_STOCK:
        return step
    untouched = len(step.state.stock) - kept_off
    places = [chance.randint(1, untouched + buried) if untouched + buried else 0 for buried in range(kept_off)]
    return start_deal(rules, match.players, match.dealer, tuple(stock), tuple(places))
