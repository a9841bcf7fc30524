"""The deck that a profile describes: which cards, their capture values, its named tables."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from basra_rules.cards import CARDS, FULL_DECK, Card, CardSet, iterate
from basra_rules.expression.compiling import compile_pattern
from basra_rules.expression.situation import DeckTables, deck_tables
from basra_rules.profile.models import TopOnly

if TYPE_CHECKING:
    from collections.abc import Iterator

    from basra_rules.exact import Number
    from basra_rules.profile.expression_fields import NamedTable, PatternField, PatternNumber
    from basra_rules.profile.models import Profile

_PIPS: tuple[Number | None, ...] = tuple(int(card.rank) if card.rank.isdigit() else None for card in CARDS)
_NO_TABLES = deck_tables(_PIPS)


def tables_of(profile: Profile) -> DeckTables:
    """Return each card's capture value, and the profile's named tables.

    Source: keys `deck.capture_values` and `deck.tables`.
    """
    values = _changed(_PIPS, profile.deck.capture_values, _NO_TABLES)
    plain = deck_tables(values)
    named = {name: _named(table, plain) for name, table in profile.deck.tables.items()}
    return deck_tables(values, named)


def _named(table: NamedTable, deck: DeckTables) -> tuple[Number, ...]:
    start = deck.values if table.starts_from else (0,) * len(CARDS)
    return tuple(value or 0 for value in _changed(start, table.changes, deck))


def _changed(
    start: tuple[Number | None, ...], changes: tuple[PatternNumber, ...], deck: DeckTables
) -> tuple[Number | None, ...]:
    """Return `start` with the changes made; of several that speak of a card, the narrowest counts."""
    values = list(start)
    matched = [(compile_pattern(change.pattern.tree, deck, None), change.value) for change in changes]
    for cards, value in sorted(matched, key=lambda one: one[0].bit_count(), reverse=True):
        for card in iterate(cards):
            values[card] = value
    return tuple(values)


def conflicting_values(profile: Profile) -> Iterator[tuple[PatternNumber, Card, PatternNumber]]:
    """Yield pairs of entries that give a card different numbers though neither is narrower."""
    lists = [profile.deck.capture_values, *(table.changes for table in profile.deck.tables.values())]
    for changes in lists:
        for one, other in combinations(changes, 2):
            cards = compile_pattern(one.pattern.tree, _NO_TABLES, None)
            others = compile_pattern(other.pattern.tree, _NO_TABLES, None)
            if cards & others and cards.bit_count() == others.bit_count() and one.value != other.value:
                yield other, next(iterate(cards & others)), one


def matching(profile: Profile, pattern: PatternField) -> CardSet:
    """Return the cards of the profile's deck that a pattern without a played card matches."""
    return compile_pattern(pattern.tree, tables_of(profile), None) & deck_of(profile)


def deck_of(profile: Profile) -> CardSet:
    """Return the cards that are played with.  Source: key `deck.without`."""
    return FULL_DECK & ~compile_pattern(profile.deck.without.tree, tables_of(profile), None)


def kept_off(profile: Profile) -> tuple[CardSet, CardSet]:
    """Return the cards that may lie nowhere on the opening floor, and those that may not lie on top."""
    off = profile.dealing.keep_off_floor
    if isinstance(off, TopOnly):
        return 0, matching(profile, off.top)
    return matching(profile, off), 0
