"""One deal: the opening, the plays, the packets in between and the end.

Pure functions: the order of the stock, the places of buried cards and every choice are arguments.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra_rules.cards import card_set
from basra_rules.engine.bonuses import score_bonuses
from basra_rules.engine.going_on import go_on, put
from basra_rules.engine.legality import refuse
from basra_rules.engine.opening import OpeningFloor, check_opening, deal_packets, lay_floor, must_redeal, put_back
from basra_rules.engine.state import (
    Action,
    BonusScored,
    Captured,
    DealState,
    Dealt,
    Illegal,
    IllegalAction,
    Play,
    Previous,
    Refusal,
    Seat,
    Step,
    Table,
    Trailed,
)
from basra_rules.engine.table import BITS, named_cards, taken_cards
from basra_rules.exact import exact
from basra_rules.profile.vocabulary import Leader, Refill

if TYPE_CHECKING:
    from collections.abc import Sequence

    from basra_rules.cards import Card, CardSet
    from basra_rules.engine.bonuses import Scored
    from basra_rules.engine.state import Event
    from basra_rules.exact import Number
    from basra_rules.rules.model import Rules


# made once for all: every play looks back on one of them
_PREVIOUS = tuple(tuple(Previous(trailed, count) for count in range(53)) for trailed in (False, True))


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
        face_up=card_set(opening.floor[hidden:]),
        stock=put_back(dealing, opening, places),
        captured=(0,) * sides,
        points=(0,) * sides,
        shown=(0,) * sides,
        hidden=hidden,
        previous=_PREVIOUS[False][0],
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
    return Table(state.floor, state.previous, state.hand, state.last_card, state.hidden)


def play(rules: Rules, state: DealState, action: Action) -> Step:
    """Return what the next seat's action leads to, up to the next seat's turn.

    Source: S0 §3 to §5, `capture`, `bonuses`, `dealing.refill`.

    Raises:
        IllegalAction: the rules refuse the action.
    """
    if state.over:
        raise IllegalAction(Illegal(Refusal.DEAL_OVER, "the deal is over: no card is left to play"))
    illegal = refuse(rules, state, action)
    if illegal is not None:
        raise IllegalAction(illegal)
    taken = action.captured
    if state.hidden:
        action, taken = Action(action.card, named_cards(state, taken)), taken_cards(state, taken)
    scored = score_bonuses(rules, state, action)
    played = _after_play(state, action, taken, scored)
    events = _tell_play(state, action, taken, scored)
    if any(played.hands) and (rules.dealing.refill is Refill.EMPTY_HANDS or not played.stock):
        return Step(played, events)
    after, more = go_on(rules, played)
    return Step(after, events + more)


def _after_play(state: DealState, action: Action, taken: CardSet, scored: Sequence[Scored]) -> DealState:
    """Return the deal after a play that takes `taken`, before anything is dealt."""
    # fmt: off
    (players, dealer, seat, hands, floor, face_up, stock, captured, points, shown, hidden, _, _,
     last_capturer, packets, leftover, out_of_play, seen, over, _) = state
    # fmt: on
    card, bit, side = action.card, BITS[action.card], seat % len(captured)
    previous = _PREVIOUS[not taken][len(floor)]
    names: tuple[str, ...] = ()
    worth: Number = 0
    if taken:
        floor, face_up = tuple([one for one in floor if not taken & BITS[one]]), face_up & ~taken
        captured, last_capturer = put(captured, side, captured[side] | taken | bit), seat
    else:
        floor, face_up = (*floor, card), face_up | bit
    if scored:
        names, worth = tuple([one.bonus.name for one in scored]), exact(sum(one.points for one in scored))
        points, shown = put(points, side, exact(points[side] + worth)), put(shown, side, shown[side] | bit)
    hands, turn = put(hands, seat, hands[seat] ^ bit), Seat((seat + 1) % players)
    hidden, made = hidden if floor else 0, Play(seat, action, names, worth)
    # fmt: off
    return DealState._make((
        players, dealer, turn, hands, floor, face_up, stock, captured, points, shown, hidden, previous, made,
        last_capturer, packets, leftover, out_of_play, seen | bit, over, False,
    ))
    # fmt: on


def _tell_play(state: DealState, action: Action, taken: CardSet, scored: Sequence[Scored]) -> tuple[Event, ...]:
    seat = state.turn
    if not taken:
        return (Trailed(seat, action.card),)
    capture = Captured(seat, action.card, taken, taken.bit_count() == len(state.floor))
    if not scored:
        return (capture,)
    return (
        capture,
        *[BonusScored(seat, one.bonus.name, one.bonus.label, one.points, one.bonus.clause) for one in scored],
    )
