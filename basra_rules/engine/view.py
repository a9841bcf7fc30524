"""What one seat may know, and the table that it can judge its plays by."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra_rules.cards import CARDS, card_set
from basra_rules.engine.state import Table, View
from basra_rules.engine.table import BITS, is_last_round

if TYPE_CHECKING:
    from basra_rules.cards import Card
    from basra_rules.engine.state import DealState, Seat


def view(state: DealState, seat: Seat) -> View:
    """Return what `seat` may know: never a card that it has not seen.

    Source: S0 §7, nobody looks through captured cards before the count.
    """
    hand = state.hands[seat]
    return View(
        seat=seat,
        players=state.players,
        sides=len(state.captured),
        dealer=state.dealer,
        turn=state.turn,
        hand=hand,
        hand_counts=tuple([cards.bit_count() for cards in state.hands]),
        floor=(None,) * state.hidden + state.floor[state.hidden :],
        stock_count=len(state.stock),
        captured_counts=tuple([cards.bit_count() for cards in state.captured]),
        points=state.points,
        shown=state.shown,
        previous=state.previous,
        last_play=state.last_play,
        last_capturer=state.last_capturer,
        seen=state.seen | hand,
        over=state.over,
    )


def table_of_view(view: View) -> Table:
    """Return the table as the seat of `view` may judge it.

    For each face-down card some card stands in that the seat has not seen, always the same: it is there
    to be counted, says nothing of what lies there, and no play can name it.
    """
    hidden = view.floor.count(None)
    return Table(
        floor=(*_stand_ins(view, hidden), *_open_floor(view)),
        previous=view.previous,
        hand=view.hand,
        last_card=is_last_round(view.hand_counts, view.seat, view.stock_count),
        hidden=hidden,
    )


def _open_floor(view: View) -> tuple[Card, ...]:
    return tuple([card for card in view.floor if card is not None])


def _stand_ins(view: View, number: int) -> list[Card]:
    if not number:
        return []
    known = view.seen | card_set(_open_floor(view))
    return [card for card in reversed(CARDS) if not known & BITS[card]][:number]
