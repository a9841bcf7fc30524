"""The closed vocabularies of a profile: every word that a key with a fixed choice may say."""

from __future__ import annotations

from enum import StrEnum


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
