"""What a table tells: which cards lie open, what comes along with them, whether a play is the last.

Plays name open cards only: nobody can name a card that lies face down.  Whoever takes every open
card takes those that lie face down too, and so sweeps the floor.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from basra_rules.cards import Card, CardSet
    from basra_rules.engine.state import TableLike

BITS = tuple(1 << number for number in range(52))


def floor_cards(table: TableLike) -> CardSet:
    """Return every card of the floor, open or not."""
    return table.face_up | hidden_cards(table) if table.hidden else table.face_up


def hidden_cards(table: TableLike) -> CardSet:
    """Return the floor cards that lie face down."""
    cards = 0
    for card in table.floor[: table.hidden]:
        cards |= BITS[card]
    return cards


def named_cards(table: TableLike, captured: CardSet) -> CardSet:
    """Return `captured` as a play names it: without face-down cards where the whole floor is meant."""
    if table.hidden and captured == floor_cards(table):
        return table.face_up
    return captured


def taken_cards(table: TableLike, captured: CardSet) -> CardSet:
    """Return all that a play takes that captures `captured`, face-down cards too."""
    if table.hidden and captured and captured == table.face_up:
        return floor_cards(table)
    return captured


def is_last_play(table: TableLike, card: Card) -> bool:
    """Tell whether playing `card` ends the deal.

    No card is left in any hand or the stock after this play.
    """
    return table.last_card and not table.hand & ~BITS[card]


def is_last_round(hands: Sequence[int], seat: int, stock_count: int) -> bool:
    """Tell whether `seat` alone still has cards and none can be dealt: less than one each is left.

    `hands` may be sets or counts.  Cards that can't be shared out any more don't count as stock.
    """
    return stock_count < len(hands) and sum(hands) == hands[seat]
