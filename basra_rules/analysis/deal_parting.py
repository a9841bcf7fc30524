"""Where two profiles part in dealing: the same stock dealt by both, and who gets what is left at the end."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

from basra_rules.analysis.openings import (
    final_points,
    find_play_apart,
    is_dealt_apart,
    opening_scenario,
    openings,
    redeal_openings,
    start,
)
from basra_rules.analysis.score_parting import CountParting, common_players
from basra_rules.cards import format_cards
from basra_rules.exact import format_number

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from basra_rules.analysis.openings import Opening
    from basra_rules.engine.state import Action
    from basra_rules.exact import Number
    from basra_rules.rules.model import Rules

_STOCKS = 50
_SHOWN = "the same stock is dealt"
_REDEAL = "a stock is dealt that the rules may deal again"
_PLAYED_OUT = "the same deal is played out"


def deal_partings(one: Rules, other: Rules) -> Iterator[CountParting]:
    """Yield stocks that the rules deal differently, and whose last cards go elsewhere, where a stock shows it."""
    players = common_players(one, other)
    if players is None or one.deck != other.deck:
        return
    if one.dealing != other.dealing:
        yield from _dealt(one, other, players)
    if one.scoring.leftover is not other.scoring.leftover:
        yield from _left_over(one, other, players)


def _dealt(one: Rules, other: Rules, players: int) -> Iterator[CountParting]:
    others = replace(one, dealing=replace(one.dealing, redeal=other.dealing.redeal))
    stocks = ((_SHOWN, "dealing", other, opening) for opening in openings(one, _STOCKS))
    redealt = ((_REDEAL, "dealing.redeal", others, opening) for opening in redeal_openings(one, other))
    for what, rule, asked, opening in chain(redealt, stocks):
        is_suited = opening.players == players
        if is_suited and is_dealt_apart(one, asked, opening) and is_dealt_apart(one, other, opening):
            here, there = (opening_scenario(rules, opening, (), what) for rules in (one, other))
            yield CountParting(rule, what, _words(one, opening), _words(other, opening), (here, there))
            return


def _left_over(one: Rules, other: Rules, players: int) -> Iterator[CountParting]:
    """Yield a deal, played out, that differs by who gets the cards left on the floor."""
    alone = replace(one, seats=replace(one.seats, players=(players,)))
    found = find_play_apart(alone, replace(alone, scoring=replace(one.scoring, leftover=other.scoring.leftover)))
    if found is None:
        return
    points = [final_points(rules, *found) for rules in (one, other)]
    if None not in points and points[0] != points[1]:
        here, there = (opening_scenario(rules, *found, _PLAYED_OUT) for rules in (one, other))
        words = [_points_words(some or ()) for some in points]
        yield CountParting("scoring.leftover", _played(*found), words[0], words[1], (here, there))


def _played(opening: Opening, plays: Sequence[Action]) -> str:
    return f"a deal of {opening.players} is played out (seat {opening.dealer} deals, {len(plays)} plays)"


def _points_words(points: Sequence[Number]) -> str:
    return " – ".join(map(format_number, points))


def _words(rules: Rules, opening: Opening) -> str:
    state = start(rules, opening)
    if state is None or state.over:
        return "void, dealt again"
    hands = "; ".join(format_cards(hand) for hand in state.hands)
    return f"floor {format_cards(state.floor) or 'empty'}, hands {hands}, seat {state.turn} leads"
