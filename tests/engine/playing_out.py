"""Deals played from stocks in a given order, or by chance to their end, checked as they go."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING

from basra_rules.cards import FULL_DECK, Rank, card_set, cards_of, cards_of_rank, parse_card, parse_cards
from basra_rules.engine.captures import find_captures, nth_capture
from basra_rules.engine.deal import play, start_deal, table_of
from basra_rules.engine.legality import may_trail
from basra_rules.engine.state import Action, Seat
from basra_rules.engine.view import table_of_view, view
from basra_rules.profile.vocabulary import Leftover, Obligation, Remainder
from tests.engine.hand_made import BASTRA, EGYPTIAN, PASUR, PILE, RUSSIAN, USUAL_DEALING, Game, award, cards

if TYPE_CHECKING:
    from collections.abc import Sequence

    from basra_rules.cards import Card, CardSet
    from basra_rules.engine.state import DealState, Event, Step
    from basra_rules.rules.model import Rules

SHORT_DECK = FULL_DECK & ~cards_of_rank(Rank.KING) & ~cards_of_rank(Rank.QUEEN)


def stock_from(text: str, deck: CardSet = FULL_DECK) -> tuple[Card, ...]:
    """Return the deck with the cards of `text` on top and the others below in their order."""
    top = parse_cards(text)
    return top + cards_of(deck & ~card_set(top))


def shuffled(rules: Rules, seed: int) -> tuple[Card, ...]:
    """Return the deck in an order of chance."""
    deck = list(cards_of(rules.deck))
    random.Random(seed).shuffle(deck)
    return tuple(deck)


def everything(state: DealState) -> list[CardSet]:
    """Return all places where cards are."""
    return [*state.hands, card_set(state.floor), card_set(state.stock), *state.captured, state.out_of_play]


def check_conserved(rules: Rules, state: DealState) -> None:
    """Check that the cards make up the deck, once each."""
    places = everything(state)
    assert reduce(or_, places) == rules.deck
    assert sum(place.bit_count() for place in places) == rules.deck.bit_count()
    assert state.face_up == card_set(state.floor[state.hidden :])


def play_out(rules: Rules, players: int, seed: int, dealer: int = 0) -> tuple[DealState, list[Event]]:
    """Play a whole deal by chance, checking as it goes; return its end and all that happened."""
    chance = random.Random(seed)
    step = start_deal(rules, players, Seat(dealer), shuffled(rules, seed))
    events = list(step.events)
    check_conserved(rules, step.state)
    for _ in range(rules.deck.bit_count() + 1):
        state = step.state
        if state.over:
            return state, events
        check_view(state)
        step = play(rules, state, choose(rules, state, chance))
        check_conserved(rules, step.state)
        events += step.events
    raise AssertionError("the deal does not end")


def choose(rules: Rules, state: DealState, chance: random.Random) -> Action:
    """Return a legal action by chance."""
    table = table_of(state)
    actions = []
    for card in cards_of(table.hand):
        total = find_captures(rules, table, card).total
        if total:
            actions.append(Action(card, nth_capture(rules, table, card, chance.randrange(total))))
        if may_trail(rules, table, card):
            actions.append(Action(card))
    return chance.choice(actions)


def check_view(state: DealState) -> None:
    """Check that no seat sees a card that it has not seen."""
    for seat in range(state.players):
        seen = view(state, Seat(seat))
        shown = [card for card in seen.floor if card is not None]
        last = seen.last_play.action if seen.last_play is not None else None
        hidden = card_set(state.floor[: state.hidden]) | card_set(state.stock)
        hidden |= reduce(or_, (hand for other, hand in enumerate(state.hands) if other != seat), 0)
        for known in (seen.hand, card_set(shown), seen.seen, *seen.shown):
            assert not known & hidden
        assert last is None or not (last.captured | 1 << last.card) & hidden
        own = table_of_view(seen)
        assert (len(own.floor), own.hidden, own.hand) == (len(state.floor), state.hidden, state.hands[seat])
        assert own.floor[own.hidden :] == state.floor[state.hidden :]
        if seat == state.turn:
            assert (own.last_card, own.previous) == (table_of(state).last_card, state.previous)


def short(game: Game) -> Game:
    """Return the game with 44 cards."""
    return replace(game, deck=SHORT_DECK, awards=(award(3, counts=SHORT_DECK),))


GAMES = {
    "egyptian": EGYPTIAN,
    "bastra": BASTRA,
    "russian": RUSSIAN,
    "pile": PILE,
    "pasur": PASUR,
    "short": short(EGYPTIAN),
    "optional": replace(EGYPTIAN, obligation=Obligation.NONE),
    "hand": replace(EGYPTIAN, obligation=Obligation.HAND),
    "out of play": replace(
        short(EGYPTIAN), dealing=replace(USUAL_DEALING, remainder=Remainder.OUT_OF_PLAY), leftover=Leftover.NOBODY
    ),
    "dealer": replace(
        short(EGYPTIAN), dealing=replace(USUAL_DEALING, remainder=Remainder.DEALER), leftover=Leftover.DEALER
    ),
}


def opening(game: Game, top: str, *, players: int = 2, dealer: int = 0, places: Sequence[int] = ()) -> DealState:
    """Return a deal from a stock with the cards of `top` on top."""
    rules = game.rules()
    return start_deal(rules, players, Seat(dealer), stock_from(top, rules.deck), places).state


def played(game: Game, top: str, *plays: tuple[str, str], players: int = 2) -> Step:
    """Return the last of some plays from a stock with the cards of `top` on top; the dealer is seat 0."""
    rules = game.rules()
    step = start_deal(rules, players, Seat(0), stock_from(top, rules.deck))
    for card, captured in plays:
        step = play(rules, step.state, Action(parse_card(card), cards(captured)))
    return step
