"""What follows a play: drawing a card, the next packet, or the end of the deal."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from basra_rules.cards import card_set
from basra_rules.engine.opening import deal_packets
from basra_rules.engine.state import Dealt, Drawn, LeftoverTaken, Seat, Side
from basra_rules.engine.table import BITS
from basra_rules.profile.vocabulary import Leftover, Refill, Remainder

if TYPE_CHECKING:
    from basra_rules.cards import CardSet
    from basra_rules.engine.state import DealState, Event
    from basra_rules.rules.model import Rules

    Following = tuple[DealState, tuple[Event, ...]]

One = TypeVar("One")


def put(values: tuple[One, ...], place: int, value: One) -> tuple[One, ...]:
    """Return `values` with another one at `place`."""
    changed = list(values)
    changed[place] = value
    return tuple(changed)


def go_on(rules: Rules, state: DealState) -> Following:
    """Deal what is due after a play, or end the deal; return what comes of it, and what happened."""
    if state.stock and rules.dealing.refill is Refill.AFTER_PLAY:
        return _draw(state, Seat((state.turn - 1) % state.players))
    if any(state.hands):
        return state, ()
    size = min(rules.dealing.packet, len(state.stock) // state.players)
    return _deal(rules, state, size) if size else _finish(rules, state)


def _draw(state: DealState, seat: Seat) -> Following:
    """Let the seat that has played draw one card.

    Source: S1, `dealing.refill: after_play`.
    """
    card, *rest = state.stock
    hands = put(state.hands, seat, state.hands[seat] | BITS[card])
    return state._replace(hands=hands, stock=tuple(rest)), (Drawn(seat, card),)


def _deal(rules: Rules, state: DealState, size: int) -> Following:
    """Deal the next packet now that all hands are empty; the last one is an equal share of what is left.

    Source: S0 §2, G7, `dealing.packet`.
    """
    packets, stock = deal_packets(rules.dealing, state.players, state.dealer, size, state.stock)
    after = state._replace(hands=packets, stock=stock, packets=(*state.packets, size))
    return after, (Dealt(packets, (), ()),)


def _finish(rules: Rules, state: DealState) -> Following:
    """Give away what is left on the floor, and cards that could not be shared out; no bonus is scored.

    Source: S0 §6, G6, G7, `scoring.leftover`, `dealing.remainder`.
    """
    left: dict[Side | None, CardSet] = {}
    for lying, taker in ((state.floor, _leftover_side), (state.stock, _remainder_side)):
        if lying:
            side = taker(rules, state)
            left[side] = left.get(side, 0) | card_set(lying)
    captured, leftover = state.captured, state.leftover
    for side, cards in left.items():
        if side is not None:
            captured = put(captured, side, captured[side] | cards)
            leftover |= cards
    after = state._replace(
        floor=(),
        face_up=0,
        stock=(),
        hidden=0,
        captured=captured,
        leftover=leftover,
        out_of_play=state.out_of_play | left.get(None, 0),
        over=True,
    )
    return after, tuple([LeftoverTaken(side, cards) for side, cards in left.items()])


def _leftover_side(rules: Rules, state: DealState) -> Side | None:
    match rules.scoring.leftover:
        case Leftover.LAST_CAPTURER:
            return _side(state, state.last_capturer)
        case Leftover.DEALER:
            return _side(state, state.dealer)
        case Leftover.NOBODY:
            return None


def _remainder_side(rules: Rules, state: DealState) -> Side | None:
    match rules.dealing.remainder:
        case Remainder.LAST_CAPTURER:
            return _side(state, state.last_capturer)
        case Remainder.DEALER:
            return _side(state, state.dealer)
        case Remainder.OUT_OF_PLAY | Remainder.REFUSE:
            return None


def _side(state: DealState, seat: Seat | None) -> Side | None:
    return None if seat is None else Side(seat % len(state.captured))
