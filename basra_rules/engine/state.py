"""The state of a match, what may be done to it, what then happened, and what one seat may see.

All are frozen values; those that every play makes anew are named tuples, which take a third of the time
to make.  Seats are numbered in turn order, whatever the direction; sides from 0.  Sets of cards are
`CardSet`s (bits), sequences whose order matters are tuples.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple, NewType, Protocol, TypeAlias

from basra_rules.cards import card_set
from basra_rules.engine.table import is_last_round
from basra_rules.errors import BasraError

if TYPE_CHECKING:
    from basra_rules.cards import Card, CardSet
    from basra_rules.exact import Number
    from basra_rules.rules.model import Clause

Seat = NewType("Seat", int)
Side = NewType("Side", int)


@dataclass(frozen=True, slots=True)
class Previous:
    """The play before in this deal, as far as the rules look back."""

    trailed: bool = False
    floor_count: int = 0


class Action(NamedTuple):
    """Play `card`, capturing `captured` (0: trail)."""

    card: Card
    captured: CardSet = 0


@dataclass(frozen=True, slots=True)
class Table:
    """All that decides what a play may take and what it scores, and nothing else.

    The last card of `floor` is the top; its first `hidden` cards lie face down.  `hand` is the
    whole hand of the seat to play.  `last_card`: no card is left in any other hand or in the stock,
    so that a play from a hand of one card is the last of the deal.
    """

    floor: tuple[Card, ...]
    previous: Previous = Previous()
    hand: CardSet = 0
    last_card: bool = False
    hidden: int = 0

    @property
    def face_up(self) -> CardSet:
        """Return the floor cards that lie open."""
        return card_set(self.floor[self.hidden :])


class TableLike(Protocol):
    """Whatever tells what a `Table` tells."""

    @property
    def floor(self) -> tuple[Card, ...]:
        """Return the floor cards, the top one last."""
        ...

    @property
    def previous(self) -> Previous:
        """Return what the rules can see of the play before."""
        ...

    @property
    def hand(self) -> CardSet:
        """Return the whole hand of the seat to play."""
        ...

    @property
    def last_card(self) -> bool:
        """Tell whether no other card can be played after this hand."""
        ...

    @property
    def hidden(self) -> int:
        """Return how many of the first floor cards lie face down."""
        ...

    @property
    def face_up(self) -> CardSet:
        """Return the floor cards that lie open."""
        ...


class Play(NamedTuple):
    """A play that was made, with what it scored."""

    seat: Seat
    action: Action
    bonuses: tuple[str, ...]
    points: Number


class DealState(NamedTuple):
    """One deal in progress, or just finished.

    It is the table of its next play, too.  The first `hidden` cards of the floor lie face down, the others make
    the set `face_up`.  `stock` is read from its top.
    `captured`, `points` (of bonuses) have one entry a side; `shown` holds, a side, the cards that
    scored a bonus and lie face up.  `out_of_play` holds cards that nobody gets.
    `void`: the floor as first dealt was such that the deal counts nothing and is dealt again.
    """

    players: int
    dealer: Seat
    turn: Seat
    hands: tuple[CardSet, ...]
    floor: tuple[Card, ...]
    face_up: CardSet
    stock: tuple[Card, ...]
    captured: tuple[CardSet, ...]
    points: tuple[Number, ...]
    shown: tuple[CardSet, ...]
    hidden: int
    previous: Previous
    last_play: Play | None
    last_capturer: Seat | None
    packets: tuple[int, ...]
    leftover: CardSet
    out_of_play: CardSet
    seen: CardSet
    over: bool
    void: bool = False

    @property
    def hand(self) -> CardSet:
        """Return the hand of the seat to play."""
        return self.hands[self.turn]

    @property
    def last_card(self) -> bool:
        """Tell whether the seat to play is the last that has cards, and none can be dealt."""
        return is_last_round(self.hands, self.turn, len(self.stock))


@dataclass(frozen=True, slots=True)
class DealResult:
    """What a finished deal comes to: points a side and in all, and what each part of it gave."""

    points: tuple[Number, ...]
    cards: tuple[Number, ...]
    bonuses: tuple[Number, ...]
    awards: tuple[AwardResult, ...]
    carries: tuple[Number, ...]
    void: bool


@dataclass(frozen=True, slots=True)
class AwardResult:
    """One award: what each side counted, what each got, and what is carried on."""

    name: str
    counted: tuple[int, ...]
    points: tuple[Number, ...]
    carry: Number


@dataclass(frozen=True, slots=True)
class MatchState:
    """A match between deals or within one.

    `carries` has one entry an award: what its next winner gets besides.  `target` may have risen.
    `games` counts the games that each side has won, where a match takes several.
    `winner` None with `over`: a draw.
    """

    players: int
    scores: tuple[Number, ...]
    carries: tuple[Number, ...]
    target: Number
    deals: int
    dealer: Seat
    over: bool
    winner: Side | None
    games: tuple[int, ...] = ()


# What happened, in order


@dataclass(frozen=True, slots=True)
class Dealt:
    """Cards went to the seats (and, at the start of a deal, to the floor)."""

    packets: tuple[CardSet, ...]
    floor: tuple[Card, ...]
    kept_off: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Drawn:
    """A seat drew one card from the stock."""

    seat: Seat
    card: Card


class Trailed(NamedTuple):
    """A card was played without capturing."""

    seat: Seat
    card: Card


class Captured(NamedTuple):
    """A card captured others."""

    seat: Seat
    card: Card
    cards: CardSet
    sweep: bool


@dataclass(frozen=True, slots=True)
class BonusScored:
    """A bonus was scored."""

    seat: Seat
    name: str
    label: str
    points: Number
    clause: Clause


@dataclass(frozen=True, slots=True)
class LeftoverTaken:
    """Cards left over at the end of a deal went to a side, or to nobody."""

    side: Side | None
    cards: CardSet


Event: TypeAlias = Dealt | Drawn | Trailed | Captured | BonusScored | LeftoverTaken


class Step(NamedTuple):
    """What an action leads to."""

    state: DealState
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class View:
    """What one seat may know of a deal: its own hand, what lies open, and counts of the rest.

    Face-down floor cards are None in `floor`.  `seen` holds every card that has lain open in
    this deal and did not go back into the stock, and those of the seat's own hand.
    """

    seat: Seat
    players: int
    sides: int
    dealer: Seat
    turn: Seat
    hand: CardSet
    hand_counts: tuple[int, ...]
    floor: tuple[Card | None, ...]
    stock_count: int
    captured_counts: tuple[int, ...]
    points: tuple[Number, ...]
    shown: tuple[CardSet, ...]
    previous: Previous
    last_play: Play | None
    last_capturer: Seat | None
    seen: CardSet
    over: bool


class Refusal(StrEnum):
    """Why the rules refuse a play."""

    DEAL_OVER = "deal_over"
    NOT_IN_HAND = "not_in_hand"
    NOT_ON_FLOOR = "not_on_floor"
    CANNOT_CAPTURE = "cannot_capture"
    NOT_CAPTURABLE = "not_capturable"
    LEAVES_BEHIND = "leaves_behind"
    TAKES_ONE = "takes_one"
    NO_SUCH_GROUPS = "no_such_groups"
    NOT_MAXIMAL = "not_maximal"
    MUST_CAPTURE = "must_capture"
    HAND_MUST_CAPTURE = "hand_must_capture"


@dataclass(frozen=True, slots=True)
class Illegal:
    """A play is refused: the kind of reason, a sentence, the rule that decides, the cards in question."""

    reason: Refusal
    message: str
    rule: Clause | None = None
    where: CardSet = 0


class IllegalAction(BasraError):  # noqa: N818 - the word of the field, beside Illegal
    """The rules refuse a play."""

    def __init__(self, illegal: Illegal) -> None:
        super().__init__(illegal.message)
        self.reason = illegal.reason
        self.rule = illegal.rule
        self.where = illegal.where
