"""A bot that takes what it can get now, and does not set the table for the next seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra_rules.cards import cards_of, iterate
from basra_rules.engine.bonuses import score_bonuses
from basra_rules.engine.captures import find_captures, is_capture
from basra_rules.engine.legality import may_trail
from basra_rules.engine.state import Action, Previous, Table
from basra_rules.engine.table import taken_cards
from basra_rules.engine.view import table_of_view

if TYPE_CHECKING:
    from collections.abc import Iterator

    from basra_rules.cards import Card
    from basra_rules.engine.state import View
    from basra_rules.exact import Number
    from basra_rules.rules.model import Rules

CAP = 100
"""How many captures of one card are weighed: the biggest, so a sweep is always among them."""

CLOSE = 16
"""How many equally good actions are looked at more closely."""


class GreedyPlayer:
    """Take the most points now, then the most cards, then leave the least for a sweep; no chance.

    Points now are bonuses and the card points of what is captured.  What a floor invites is judged
    by the cards this seat has not seen: what each of them would score by taking all of it.
    """

    def choose(self, rules: Rules, view: View) -> Action:
        """Return a legal action, always the same one for the same view."""
        table = table_of_view(view)
        gains = {action: _gain(rules, table, action) for action in _actions(rules, table, view.hand)}
        best = max(gains.values())
        close = [action for action, gain in gains.items() if gain == best][:CLOSE]
        unseen = rules.deck & ~view.seen & ~view.hand
        return min(close, key=lambda action: (_invitation(rules, table, action, unseen), _keeping(rules, action)))


def _actions(rules: Rules, table: Table, hand: int) -> Iterator[Action]:
    for card in iterate(hand):
        yield from (Action(card, captured) for captured in find_captures(rules, table, card, cap=CAP).sets)
        if may_trail(rules, table, card):
            yield Action(card)


def _gain(rules: Rules, table: Table, action: Action) -> tuple[Number, int]:
    if not action.captured:
        return 0, 0
    won = cards_of(action.captured | 1 << action.card)
    bonus = sum(scored.points for scored in score_bonuses(rules, table, action))
    return bonus + sum(rules.scoring.cards[card] for card in won), len(won)


def _invitation(rules: Rules, table: Table, action: Action, unseen: int) -> Number:
    """Return what the unseen cards would score together, each by sweeping the floor that is left."""
    after = _floor_after(table, action)
    whole = after.face_up
    if not whole:
        return 0
    return sum(_sweep_points(rules, after, card, whole) for card in iterate(unseen))


def _sweep_points(rules: Rules, table: Table, card: Card, whole: int) -> Number:
    if not is_capture(rules, table, card, whole):
        return 0
    return sum(scored.points for scored in score_bonuses(rules, table, Action(card, whole)))


def _floor_after(table: Table, action: Action) -> Table:
    previous = Previous(trailed=not action.captured, floor_count=len(table.floor))
    if not action.captured:
        return Table((*table.floor, action.card), previous, hidden=table.hidden)
    taken = taken_cards(table, action.captured)
    stays = tuple(card for card in table.floor if not taken >> card & 1)
    return Table(stays, previous, hidden=table.hidden if stays else 0)


def _keeping(rules: Rules, action: Action) -> tuple[Number, int, int]:
    """Order equals: part first with cards that are worth little when captured."""
    return rules.scoring.cards[action.card], int(action.card), action.captured
