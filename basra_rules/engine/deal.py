"""One deal: the opening, the plays, the packets in between and the end.

Pure functions: the order of the stock, the places of buried cards and every choice are arguments.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from basra_rules.cards import card_set
from basra_rules.engine.bonuses import Scored, score_bonuses
from basra_rules.engine.legality import refuse
from basra_rules.engine.opening import OpeningFloor, check_opening, deal_packets, lay_floor, must_redeal, put_back
from basra_rules.engine.state import (
    Action,
    BonusScored,
    Captured,
    DealState,
    Dealt,
    Drawn,
    Illegal,
    IllegalAction,
    LeftoverTaken,
    Play,
    Previous,
    Refusal,
    Seat,
    Side,
    Step,
    Table,
    Trailed,
)
from basra_rules.engine.table import BITS, is_last_round, named_cards, taken_cards
from basra_rules.exact import exact
from basra_rules.profile.vocabulary import Leader, Leftover, Refill, Remainder

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeVar

    from basra_rules.cards import Card, CardSet
    from basra_rules.engine.state import Event
    from basra_rules.rules.model import Rules

    _Value = TypeVar("_Value")


def start_deal(rules: Rules, players: int, dealer: Seat, stock: tuple[Card, ...], places: Sequence[int] = ()) -> Step:
    """Return a deal before its first play.

    `stock` is the whole deck in order, from the top.  `places` says for each card kept off the opening
    floor, in the order met, how many stock cards lie above it when it is put back inside; by default all.

    Source: S0 §2, `dealing`.

    Raises:
        UsageError: the rules don't deal so many players, or not from this stock, or not to such places.
    """
    check_opening(rules, players, dealer, stock)
    dealing = rules.dealing
    hands, stock = deal_packets(dealing, players, dealer, dealing.packet, stock)
    void = must_redeal(dealing, stock)
    opening = OpeningFloor(stock[: dealing.floor], (), stock[dealing.floor :]) if void else lay_floor(dealing, stock)
    sides = rules.seats.sides(players)
    hidden = min(dealing.hidden, len(opening.floor))
    state = DealState(
        players=players,
        dealer=dealer,
        turn=dealer if dealing.leader is Leader.DEALER else Seat((dealer + 1) % players),
        hands=hands,
        floor=opening.floor,
        stock=put_back(dealing, opening, places),
        captured=(0,) * sides,
        points=(0,) * sides,
        shown=(0,) * sides,
        hidden=hidden,
        previous=Previous(),
        last_play=None,
        last_capturer=None,
        packets=(dealing.packet,),
        leftover=0,
        out_of_play=0,
        seen=card_set(opening.floor[hidden:]),
        over=void,
        void=void,
    )
    return Step(state, (Dealt(hands, opening.floor, opening.kept_off),))


def table_of(state: DealState) -> Table:
    """Return all that the next play is judged by."""
    return Table(
        floor=state.floor,
        previous=state.previous,
        hand=state.hands[state.turn],
        last_card=is_last_round([hand.bit_count() for hand in state.hands], state.turn, len(state.stock)),
        hidden=state.hidden,
    )


def play(rules: Rules, state: DealState, action: Action) -> Step:
    """Return what the next seat's action leads to, up to the next seat's turn.

    Source: S0 §3 to §5, `capture`, `bonuses`, `dealing.refill`.

    Raises:
        IllegalAction: the rules refuse the action.
    """
    if state.over:
        raise IllegalAction(Illegal(Refusal.DEAL_OVER, "the deal is over: no card is left to play"))
    table = table_of(state)
    illegal = refuse(rules, table, action)
    if illegal is not None:
        raise IllegalAction(illegal)
    if table.hidden:
        action = Action(action.card, named_cards(table, action.captured))
    scored = score_bonuses(rules, table, action)
    taken = taken_cards(table, action.captured)
    events = _tell_play(state, action, taken, scored)
    after = _make_play(state, action, taken, scored)
    if rules.dealing.refill is Refill.AFTER_PLAY and after.stock:
        after = _draw(after, state.turn, events)
    if not any(after.hands):
        after = _go_on(rules, after, events)
    return Step(after, tuple(events))


def _tell_play(state: DealState, action: Action, taken: CardSet, scored: Sequence[Scored]) -> list[Event]:
    seat = state.turn
    if not taken:
        return [Trailed(seat, action.card)]
    events: list[Event] = [Captured(seat, action.card, taken, taken.bit_count() == len(state.floor))]
    events += [BonusScored(seat, one.bonus.name, one.bonus.label, one.points, one.bonus.clause) for one in scored]
    return events


def _make_play(state: DealState, action: Action, taken: CardSet, scored: Sequence[Scored]) -> DealState:
    """Return the state after a play, before cards are dealt."""
    seat, bit = state.turn, BITS[action.card]
    side = seat % len(state.captured)
    points = exact(sum([one.points for one in scored]))
    captured, totals, shown = state.captured, state.points, state.shown
    if taken:
        floor = tuple([card for card in state.floor if not taken & BITS[card]])
        captured = _put(captured, side, captured[side] | taken | bit)
    else:
        floor = (*state.floor, action.card)
    if scored:
        totals = _put(totals, side, exact(totals[side] + points))
        shown = _put(shown, side, shown[side] | bit)
    return DealState(
        players=state.players,
        dealer=state.dealer,
        turn=Seat((seat + 1) % state.players),
        hands=_put(state.hands, seat, state.hands[seat] ^ bit),
        floor=floor,
        stock=state.stock,
        captured=captured,
        points=totals,
        shown=shown,
        hidden=state.hidden if floor else 0,
        previous=Previous(not taken, len(state.floor)),
        last_play=Play(seat, action, tuple([one.bonus.name for one in scored]), points),
        last_capturer=seat if taken else state.last_capturer,
        packets=state.packets,
        leftover=0,
        out_of_play=0,
        seen=state.seen | bit,
        over=False,
    )


def _put(values: tuple[_Value, ...], place: int, value: _Value) -> tuple[_Value, ...]:
    return (*values[:place], value, *values[place + 1 :])


def _draw(state: DealState, seat: Seat, events: list[Event]) -> DealState:
    """Let the player draw one card.

    Source: S1, `dealing.refill: after_play`.
    """
    card = state.stock[0]
    events.append(Drawn(seat, card))
    hands = _put(state.hands, seat, state.hands[seat] | BITS[card])
    return replace(state, hands=hands, stock=state.stock[1:])


def _go_on(rules: Rules, state: DealState, events: list[Event]) -> DealState:
    """Deal the next packet now that all hands are empty, or end the deal.

    The last packet is an equal share of what is left.

    Source: S0 §2, G7, `dealing.packet`.
    """
    size = min(rules.dealing.packet, len(state.stock) // state.players)
    if not size:
        return _finish(rules, state, events)
    hands, stock = deal_packets(rules.dealing, state.players, state.dealer, size, state.stock)
    events.append(Dealt(hands, (), ()))
    return replace(state, hands=hands, stock=stock, packets=(*state.packets, size))


def _finish(rules: Rules, state: DealState, events: list[Event]) -> DealState:
    """Give away what is left on the floor, and cards that could not be shared out; no bonus is scored.

    Source: S0 §6, G6, G7, `scoring.leftover`, `dealing.remainder`.
    """
    left: dict[Side | None, CardSet] = {}
    for cards, side in (
        (card_set(state.floor), _leftover_side(rules, state)),
        (card_set(state.stock), _remainder_side(rules, state)),
    ):
        if cards:
            left[side] = left.get(side, 0) | cards
    captured = state.captured
    for side, cards in left.items():
        events.append(LeftoverTaken(side, cards))
        if side is not None:
            captured = _put(captured, side, captured[side] | cards)
    nobodys = left.pop(None, 0)
    return replace(
        state,
        floor=(),
        stock=(),
        hidden=0,
        captured=captured,
        leftover=sum(left.values()),
        out_of_play=nobodys,
        over=True,
    )


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
