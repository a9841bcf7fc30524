"""Where two profiles part in dealing: the same stock, dealt by both."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra_rules.analysis.openings import is_dealt_apart, opening_scenario, openings, start
from basra_rules.analysis.score_parting import CountParting, common_players
from basra_rules.cards import format_cards

if TYPE_CHECKING:
    from collections.abc import Iterator

    from basra_rules.analysis.openings import Opening
    from basra_rules.rules.model import Rules

_STOCKS = 50
_SHOWN = "the same stock is dealt"


def deal_partings(one: Rules, other: Rules) -> Iterator[CountParting]:
    """Yield a stock that the rules deal differently at the start, where they share a deck and a stock shows it."""
    players = common_players(one, other)
    if players is None or one.deck != other.deck or one.dealing == other.dealing:
        return
    for opening in openings(one, _STOCKS):
        if opening.players == players and is_dealt_apart(one, other, opening):
            here, there = (opening_scenario(rules, opening, (), _SHOWN) for rules in (one, other))
            yield CountParting("dealing", _SHOWN, _words(one, opening), _words(other, opening), (here, there))
            return


def _words(rules: Rules, opening: Opening) -> str:
    state = start(rules, opening)
    if state is None or state.over:
        return "void, dealt again"
    hands = "; ".join(format_cards(hand) for hand in state.hands)
    return f"floor {format_cards(state.floor) or 'empty'}, hands {hands}, seat {state.turn} leads"
