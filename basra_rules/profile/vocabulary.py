"""The closed vocabularies of a profile: every word that a key with a fixed choice may say."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


class Direction(StrEnum):
    """Which way the turn goes round."""

    CLOCKWISE = "clockwise"
    ANTICLOCKWISE = "anticlockwise"


class Sides(StrEnum):
    """How four play: opposite seats together, or each for itself."""

    PARTNERS = "partners"
    SOLO = "solo"


class KeptOff(StrEnum):
    """Where cards go that may not lie on the opening floor."""

    INSIDE_STOCK = "inside_stock"
    BOTTOM = "bottom"


class Refill(StrEnum):
    """When more cards are dealt."""

    EMPTY_HANDS = "empty_hands"
    AFTER_PLAY = "after_play"


class Leader(StrEnum):
    """Who leads a deal."""

    AFTER_DEALER = "after_dealer"
    DEALER = "dealer"


class NextDealer(StrEnum):
    """Who deals next."""

    AFTER_DEALER = "after_dealer"
    SAME = "same"


class Remainder(StrEnum):
    """Who gets cards that no longer make an equal packet."""

    LAST_CAPTURER = "last_capturer"
    DEALER = "dealer"
    OUT_OF_PLAY = "out_of_play"
    REFUSE = "refuse"


class Obligation(StrEnum):
    """What must capture: nothing, the card played if it can, or the hand if any card of it can."""

    NONE = "none"
    PLAYED_CARD = "played_card"
    HAND = "hand"


class Groups(StrEnum):
    """Which groups a card takes: those the player chooses, or as many as go together."""

    CHOSEN = "chosen"
    MAXIMAL = "maximal"


class FloorKind(StrEnum):
    """Whether the floor lies spread out or in one pile, of which only the top is open."""

    SPREAD = "spread"
    PILE = "pile"


class HowMany(StrEnum):
    """How many of the cards that match a way takes."""

    ALL = "all"
    ONE = "one"


class Sets(StrEnum):
    """How many groups a way takes at once."""

    ANY = "any"
    ONE = "one"


class IfNobody(StrEnum):
    """What happens to an award that nobody wins, or several tie for."""

    NOBODY = "nobody"
    EACH = "each"
    CARRY = "carry"
    REPLAY = "replay"


class Leftover(StrEnum):
    """Who gets the cards left on the floor at the end of a deal."""

    LAST_CAPTURER = "last_capturer"
    DEALER = "dealer"
    NOBODY = "nobody"


class TiePolicy(StrEnum):
    """What happens when the highest scores at the target are equal."""

    ANOTHER_DEAL = "another_deal"
    DRAW = "draw"
    EXTEND = "extend"


class ReadingStatus(StrEnum):
    """What a reading rests on: a source's words, inference, a dispute decided, a house's own custom."""

    ATTESTED = "attested"
    INFERRED = "inferred"
    DISPUTED = "disputed"
    HOUSE = "house"


WORDS: Mapping[type[StrEnum], Mapping[str, str]] = {
    Direction: {"clockwise": "to the left", "anticlockwise": "to the right"},
    Sides: {"partners": "opposite seats are one side", "solo": "each seat is a side"},
    KeptOff: {"inside_stock": "random places inside the stock, never its top", "bottom": "below the stock"},
    Refill: {
        "empty_hands": "a packet for each when all hands are empty",
        "after_play": "one card for the player after each play",
    },
    Leader: {"after_dealer": "the seat after the dealer", "dealer": "the dealer"},
    NextDealer: {"after_dealer": "the seat after the dealer", "same": "the same again"},
    Remainder: {
        "last_capturer": "the side that captured last; nobody, if none did",
        "dealer": "the dealer's side",
        "out_of_play": "nobody",
        "refuse": "a number of players for which it does not divide can't play",
    },
    Obligation: {
        "none": "any card may trail",
        "played_card": "a card that can capture may not trail",
        "hand": "no card may trail while any card of the hand can capture",
    },
    Groups: {"chosen": "the player chooses", "maximal": "only sets that no other legal set contains"},
    FloorKind: {"spread": "all cards are open", "pile": "order counts, the last card is the top"},
    HowMany: {"all": "all that match", "one": "one of them, the player's choice"},
    Sets: {"any": "any number of groups", "one": "one group"},
    IfNobody: {
        "nobody": "nobody gets it",
        "each": "each of those who tie gets it",
        "carry": "it is added to the next winner's",
        "replay": "the deal is void: nobody scores, and the same dealer deals again",
    },
    Leftover: {
        "last_capturer": "the side that captured last; nobody, if none did",
        "dealer": "the dealer's side",
        "nobody": "nobody",
    },
    TiePolicy: {
        "another_deal": "deals go on until one side is ahead",
        "draw": "the match is drawn",
        "extend": "the target rises, as often as needed; written `{extend: 20}`",
    },
    ReadingStatus: {
        "attested": "a source says so",
        "inferred": "it follows from the sources",
        "disputed": "sources differ",
        "house": "a custom of the house",
    },
}
"""What each word means; a test holds it complete."""
