"""The opening of a deal: the shuffle, the floor, and cards that may not lie on it."""

# ruff: noqa: N803 - tables have capital letters; calls cost time

from __future__ import annotations

from basra_rules.simulation.kernel.chance import LOW, MULTIPLIER, advance, bits
from basra_rules.simulation.kernel.places import (
    ASIDE,
    BURIED_AT,
    BURIES,
    CARDS,
    DECK,
    DECK_SIZE,
    FLOOR_AT,
    FLOOR_SIZE,
    HAND_AT,
    HAND_COUNT,
    HIDDEN,
    KEPT_COUNT,
    KEPT_OFF,
    KEPT_OFF_TOP,
    LEFT_OUT,
    MISDEALT,
    OPENING_FLOOR,
    PACKET,
    PLAYERS,
    REDEAL_COUNT,
    REDEALS_AT,
    SHUFFLED,
    SINGLY,
    STOCK_AT,
    Words,
)


def shuffle(R: Words, W: Words, chance: int) -> int:
    """Write the deck into DECK in random order, the top first; return the state of chance afterwards.

    Each draw gives two places.
    """
    size = R[SHUFFLED]
    place = 0
    while place < size:
        chance = MULTIPLIER * (chance & LOW) + (chance >> 32)
        drawn = ((chance ^ (chance >> 32)) & LOW) * (place + 1)
        other = DECK + (drawn >> 32)
        W[DECK + place] = W[other]
        W[other] = R[CARDS + place]
        place += 1
        if place < size:
            other = DECK + ((drawn & LOW) * (place + 1) >> 32)
            W[DECK + place] = W[other]
            W[other] = R[CARDS + place]
            place += 1
    if R[LEFT_OUT]:
        leave_out(R, W)
    return chance


def leave_out(R: Words, W: Words) -> int:
    """Take the cards that are no part of the deck out of DECK; the others keep their order."""
    kept = 0
    for place in range(R[SHUFFLED]):
        card = W[DECK + place]
        W[DECK + kept] = card
        kept += 0 if R[LEFT_OUT] >> card & 1 else 1
    return kept


def lay_floor(R: Words, W: Words, chance: int) -> int:
    """Lay the opening floor from STOCK_AT, and put back what may not lie there; return the floor as a set.

    A card that is kept off is set aside and replaced from the top of the stock; in the end each goes back
    in the order met, to the bottom or to a random place, but never on top.

    Source: G9, `dealing.floor`, `dealing.keep_off_floor`, `dealing.kept_off_go`.
    """
    start = W[STOCK_AT]
    at = start
    size = R[FLOOR_SIZE]
    barred = R[KEPT_OFF]
    floor = 0
    laid = 0
    kept = 0
    while laid < size:
        card = W[DECK + at]
        at += 1
        if laid == size - 1:
            barred |= R[KEPT_OFF_TOP]
        if barred >> card & 1:
            W[ASIDE + kept] = card
            kept += 1
        else:
            W[DECK + start + laid] = card
            laid += 1
            floor |= 1 << card
    for number in range(kept):
        below = R[DECK_SIZE] - at
        above = below
        if R[BURIES] and below:
            chance = advance(chance)
            above = 1 + (bits(chance) * below >> 32)
        at -= 1
        for place in range(at, at + above):
            W[DECK + place] = W[DECK + place + 1]
        W[DECK + at + above] = W[ASIDE + number]
        W[BURIED_AT + number] = above
    W[KEPT_COUNT] = kept
    W[STOCK_AT] = at
    return floor


def deal_packets(R: Words, W: Words, dealer: int, size: int) -> int:
    """Give each seat `size` cards from STOCK_AT, where they lie, the seat after the dealer first.

    Cards that are dealt singly are put in order beforehand, so that every hand lies together.

    Source: `dealing.packet`, `dealing.singly`.
    """
    players = R[PLAYERS]
    at = DECK + W[STOCK_AT]
    if R[SINGLY]:
        for place in range(players * size):
            W[ASIDE + place] = W[at + place]
        place = at
        for turn in range(players):
            for number in range(size):
                W[place] = W[ASIDE + turn + number * players]
                place += 1
    seat = dealer
    for _ in range(players):
        seat = seat + 1 if seat + 1 < players else 0
        W[HAND_AT + seat] = at
        W[HAND_COUNT + seat] = size
        at += size
    W[STOCK_AT] += players * size
    return 0


def must_redeal(R: Words, W: Words) -> int:
    """Tell whether the floor as first dealt makes the deal void.

    Source: `dealing.redeal`.
    """
    floor = 0
    for place in range(R[FLOOR_SIZE]):
        floor |= 1 << W[DECK + W[STOCK_AT] + place]
    at = R[REDEALS_AT]
    for _ in range(R[REDEAL_COUNT]):
        if (floor & R[at]).bit_count() >= R[at + 1]:
            return 1
        at += 2
    return 0


def open_deal(R: Words, W: Words, dealer: int, chance: int) -> int:
    """Shuffle and deal the opening; return the state of chance for the plays.

    Where the floor makes the deal void, MISDEALT is set, and nothing more is done.
    """
    chance = shuffle(R, W, chance)
    W[STOCK_AT] = 0
    deal_packets(R, W, dealer, R[PACKET])
    W[FLOOR_AT] = W[STOCK_AT]
    W[MISDEALT] = must_redeal(R, W) if R[REDEAL_COUNT] else 0
    if W[MISDEALT] == 0:
        W[OPENING_FLOOR] = lay_floor(R, W, chance ^ 0x55555555)
    return chance


def hidden_cards(R: Words, W: Words) -> int:
    """Return the cards of the opening floor that lie face down: the first ones."""
    cards = 0
    for place in range(R[HIDDEN]):
        cards |= 1 << W[DECK + W[FLOOR_AT] + place]
    return cards
