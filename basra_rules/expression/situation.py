"""What an expression is asked about: a play on a floor, and what the deck's cards are worth."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from basra_rules.cards import Card, CardSet
    from basra_rules.exact import Number


@dataclass(frozen=True, slots=True)
class DeckTables:
    """What is known of each card: capture values and named tables.

    Shapes: `values` and each table have 52 places, indexed by card; a capture value of None
    means that the card takes no part in sums.  A card that a named table leaves out has 0 there.
    """

    values: tuple[Number | None, ...]
    tables: Mapping[str, tuple[Number, ...]] = field(default_factory=dict)
    numeric: CardSet = 0  # the cards that have a capture value; derived, see `deck_tables`


def deck_tables(
    values: tuple[Number | None, ...], tables: Mapping[str, tuple[Number, ...]] | None = None
) -> DeckTables:
    """Return the tables with what derives from them filled in."""
    numeric = sum(1 << card for card, value in enumerate(values) if value is not None)
    return DeckTables(values, dict(tables or {}), numeric)


NO_VALUES = deck_tables((None,) * 52)
"""What is known of cards where nothing is asked of what they are worth."""


@dataclass(frozen=True, slots=True)
class Situation:
    """One play, as far as expressions can see it.

    For a way's `when`, asked before anything is chosen, `captured` is 0.  `floor` is the floor
    before the play, `top` its last card.  `previous_trailed` and `previous_floor_count` tell of
    the play before in this deal: whether it captured nothing, and how many cards lay on the floor
    before it; False and 0 where there was none.
    """

    card: Card
    captured: CardSet
    floor: CardSet
    top: Card | None = None
    previous_trailed: bool = False
    previous_floor_count: int = 0
    last_card: bool = False
