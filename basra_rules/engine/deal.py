"""One deal: the opening, the plays, the packets in between and the end.

Pure functions: the order of the stock, the places of buried cards and every choice are arguments.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra_rules.cards import card_set
from basra_rules.engine.course import Course
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
from basra_rules.engine.table import is_last_round, named_cards
from basra_rules.exact import exact
from basra_rules.profile.vocabulary import Leader

if TYPE_CHECKING:
    from collections.abc import Sequence

    from basra_rules.cards import Card, CardSet
    from basra_rules.engine.bonuses import Scored
    from basra_rules.engine.state import Event
    from basra_rules.rules.model import Rules


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
        last_card=is_last_round(state.hands, state.turn, len(state.stock)),
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
    course = Course(rules, state)
    illegal = refuse(rules, course, action)
    if illegal is not None:
        raise IllegalAction(illegal)
    if course.hidden:
        action = Action(action.card, named_cards(course, action.captured))
    taken, scored = course.play(action)
    events = _tell_play(state, action, taken, scored)
    events += course.go_on()
    points = exact(sum(one.points for one in scored)) if scored else 0
    made = Play(state.turn, action, tuple([one.bonus.name for one in scored]), points)
    return Step(course.freeze(made), tuple(events))


def _tell_play(state: DealState, action: Action, taken: CardSet, scored: Sequence[Scored]) -> list[Event]:
    seat = state.turn
    if not taken:
        return [Trailed(seat, action.card)]
    events: list[Event] = [Captured(seat, action.card, taken, taken.bit_count() == len(state.floor))]
    events += [BonusScored(seat, one.bonus.name, one.bonus.label, one.points, one.bonus.clause) for one in scored]
    return events
