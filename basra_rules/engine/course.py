"""A deal in progress, changed in place: the rules of play, packets and the end of a deal.

`deal.play` wraps it in frozen states; simulations drive it directly, because making a state for every
play takes longer than playing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra_rules.cards import card_set
from basra_rules.engine.bonuses import score_bonuses
from basra_rules.engine.opening import deal_packets
from basra_rules.engine.state import DealState, Dealt, Drawn, LeftoverTaken, Previous, Seat, Side
from basra_rules.engine.table import BITS, is_last_round, taken_cards
from basra_rules.exact import exact
from basra_rules.profile.vocabulary import Leftover, Refill, Remainder

if TYPE_CHECKING:
    from basra_rules.cards import CardSet
    from basra_rules.engine.bonuses import Scored
    from basra_rules.engine.state import Action, Event, Play
    from basra_rules.rules.model import Rules


class Course:
    """A deal that plays change; it is also the table at which the next play is judged.

    The attributes mean what they mean in a `DealState`.
    """

    __slots__ = (
        "_floor_count",
        "_trailed",
        "captured",
        "dealer",
        "floor",
        "hands",
        "hidden",
        "last_capturer",
        "leftover",
        "out_of_play",
        "over",
        "packets",
        "players",
        "points",
        "rules",
        "seen",
        "shown",
        "stock",
        "turn",
    )

    def __init__(self, rules: Rules, state: DealState) -> None:
        self.rules = rules
        self.players = state.players
        self.dealer = state.dealer
        self.turn = state.turn
        self.hands = list(state.hands)
        self.floor = state.floor
        self.stock = state.stock
        self.captured = list(state.captured)
        self.points = list(state.points)
        self.shown = list(state.shown)
        self.hidden = state.hidden
        self._trailed = state.previous.trailed
        self._floor_count = state.previous.floor_count
        self.last_capturer = state.last_capturer
        self.packets = state.packets
        self.leftover = state.leftover
        self.out_of_play = state.out_of_play
        self.seen = state.seen
        self.over = state.over

    @property
    def previous(self) -> Previous:
        """Return what the rules can see of the play before."""
        return Previous(self._trailed, self._floor_count)

    @property
    def hand(self) -> CardSet:
        """Return the hand of the seat to play."""
        return self.hands[self.turn]

    @property
    def last_card(self) -> bool:
        """Tell whether the seat to play is the last that has cards, and none can be dealt."""
        return is_last_round(self.hands, self.turn, len(self.stock))

    def play(self, action: Action) -> tuple[CardSet, tuple[Scored, ...]]:
        """Make a legal play; return all that it takes from the floor, and what it scores.

        Source: S0 §3 to §5, `capture`, `bonuses`.
        """
        seat, bit, floor = self.turn, BITS[action.card], self.floor
        taken = taken_cards(self, action.captured)
        scored = score_bonuses(self.rules, self, action)
        if taken:
            self._capture(seat, bit, taken)
        else:
            self.floor = (*floor, action.card)
        if scored:
            self._score(seat, bit, scored)
        self._trailed = not taken
        self._floor_count = len(floor)
        self.hands[seat] ^= bit
        self.seen |= bit
        self.turn = Seat((seat + 1) % self.players)
        return taken, scored

    def _capture(self, seat: Seat, bit: CardSet, taken: CardSet) -> None:
        self.floor = tuple([card for card in self.floor if not taken & BITS[card]])
        self.captured[seat % len(self.captured)] |= taken | bit
        self.last_capturer = seat
        if not self.floor:
            self.hidden = 0

    def _score(self, seat: Seat, bit: CardSet, scored: tuple[Scored, ...]) -> None:
        side = seat % len(self.points)
        self.points[side] = exact(self.points[side] + sum(one.points for one in scored))
        self.shown[side] |= bit

    def go_on(self) -> list[Event]:
        """Deal what is due after a play, or end the deal; return what happened."""
        events: list[Event] = []
        if self.stock and self.rules.dealing.refill is Refill.AFTER_PLAY:
            events.append(self._draw(Seat((self.turn - 1) % self.players)))
        if not any(self.hands):
            size = min(self.rules.dealing.packet, len(self.stock) // self.players)
            events += [self._deal(size)] if size else self._finish()
        return events

    def _draw(self, seat: Seat) -> Event:
        """Let the seat that has played draw one card.

        Source: S1, `dealing.refill: after_play`.
        """
        card, *rest = self.stock
        self.stock = tuple(rest)
        self.hands[seat] |= BITS[card]
        return Drawn(seat, card)

    def _deal(self, size: int) -> Event:
        """Deal the next packet now that all hands are empty; the last one is an equal share of what is left.

        Source: S0 §2, G7, `dealing.packet`.
        """
        packets, self.stock = deal_packets(self.rules.dealing, self.players, self.dealer, size, self.stock)
        self.hands = list(packets)
        self.packets = (*self.packets, size)
        return Dealt(packets, (), ())

    def _finish(self) -> list[Event]:
        """Give away what is left on the floor, and cards that could not be shared out; no bonus is scored.

        Source: S0 §6, G6, G7, `scoring.leftover`, `dealing.remainder`.
        """
        left: dict[Side | None, CardSet] = {}
        for cards, side in (
            (card_set(self.floor), self._leftover_side()),
            (card_set(self.stock), self._remainder_side()),
        ):
            if cards:
                left[side] = left.get(side, 0) | cards
        for side, cards in left.items():
            if side is None:
                self.out_of_play |= cards
            else:
                self.captured[side] |= cards
                self.leftover |= cards
        self.floor, self.stock, self.hidden, self.over = (), (), 0, True
        return [LeftoverTaken(side, cards) for side, cards in left.items()]

    def _leftover_side(self) -> Side | None:
        match self.rules.scoring.leftover:
            case Leftover.LAST_CAPTURER:
                return self._side(self.last_capturer)
            case Leftover.DEALER:
                return self._side(self.dealer)
            case Leftover.NOBODY:
                return None

    def _remainder_side(self) -> Side | None:
        match self.rules.dealing.remainder:
            case Remainder.LAST_CAPTURER:
                return self._side(self.last_capturer)
            case Remainder.DEALER:
                return self._side(self.dealer)
            case Remainder.OUT_OF_PLAY | Remainder.REFUSE:
                return None

    def _side(self, seat: Seat | None) -> Side | None:
        return None if seat is None else Side(seat % len(self.captured))

    def freeze(self, last_play: Play) -> DealState:
        """Return the deal as it stands; `last_play` was the last one."""
        return DealState(
            self.players,
            self.dealer,
            self.turn,
            tuple(self.hands),
            self.floor,
            self.stock,
            tuple(self.captured),
            tuple(self.points),
            tuple(self.shown),
            self.hidden,
            self.previous,
            last_play,
            self.last_capturer,
            self.packets,
            self.leftover,
            self.out_of_play,
            self.seen,
            self.over,
        )
