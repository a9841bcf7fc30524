"""Where two profiles part in dealing: the same stock, dealt by both."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from basra_rules.analysis.score_parting import CountParting, common_players
from basra_rules.cards import cards_of, format_cards
from basra_rules.engine.deal import start_deal
from basra_rules.engine.state import Seat

if TYPE_CHECKING:
    from collections.abc import Iterator

    from basra_rules.cards import Card
    from basra_rules.engine.state import DealState
    from basra_rules.rules.model import Rules

_STOCKS = 50
_SHOWN = "the same stock is dealt"


def deal_partings(one: Rules, other: Rules) -> Iterator[CountParting]:
    """Yield a stock that the rules deal differently at the start, where they share a deck and a stock shows it."""
    players = common_players(one, other)
    if players is None or one.deck != other.deck or one.dealing == other.dealing:
        return
    for number in range(_STOCKS):
        stock = list(cards_of(one.deck))
        Random(number).shuffle(stock)
        states = [start_deal(rules, players, Seat(0), tuple(stock)).state for rules in (one, other)]
        words = [_words(state) for state in states]
        if words[0] != words[1]:
            scenarios = [_scenario(tuple(stock), state) for state in states]
            yield CountParting("dealing", _SHOWN, words[0], words[1], (scenarios[0], scenarios[1]))
            return


def _words(state: DealState) -> str:
    if state.over:
        return "void, dealt again"
    hands = "; ".join(format_cards(hand) for hand in state.hands)
    return f"floor {format_cards(state.floor) or 'empty'}, hands {hands}, seat {state.turn} leads"


def _scenario(stock: tuple[Card, ...], state: DealState) -> str:
    hands = ", ".join(f'"{format_cards(hand)}"' for hand in state.hands)
    expected = f'floor: "{format_cards(state.floor)}", hands: [{hands}], leader: {state.turn}'
    if state.over:
        expected = "void: true"
    return (
        f"- name: {_SHOWN}\n  opening:\n    players: {state.players}\n    dealer: {state.dealer}\n"
        f'    stock: "{format_cards(stock)}"\n  plays: []\n  expect: {{{expected}}}'
    )
