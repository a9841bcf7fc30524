"""Which cards the rules can't tell apart when they judge a play.

Cards of one class have the same rank, capture value and numbers of named tables, and every suit or
single card that an expression names holds all or none of them.  So exchanging cards of a class changes
nothing but their names.  Points of captured cards are no part of it: no play is judged by them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra_rules.analysis.trees import play_trees, walk
from basra_rules.cards import CARDS, card_set, cards_of
from basra_rules.expression.compiling import compile_pattern
from basra_rules.expression.situation import NO_VALUES
from basra_rules.expression.tree import CardPattern, SuitPattern
from basra_rules.profile.deck import deck_of, tables_of

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence

    from basra_rules.cards import Card, CardSet
    from basra_rules.profile.models import Profile


def classes_of(profiles: Sequence[Profile]) -> tuple[CardSet, ...]:
    """Return the classes of the cards that all the profiles' decks hold, in the order of their lowest cards.

    Cards are of one class where none of the profiles can tell them apart.
    """
    deck = -1
    for profile in profiles:
        deck &= deck_of(profile)
    told_apart = [_card_signatures(profile) for profile in profiles]
    members: dict[Hashable, list[Card]] = {}
    for card in cards_of(deck & card_set(CARDS)):
        members.setdefault((card.rank, *(signature[card] for signature in told_apart)), []).append(card)
    return tuple(sorted((card_set(cards) for cards in members.values()), key=lambda cards: cards & -cards))


def _card_signatures(profile: Profile) -> tuple[Hashable, ...]:
    tables = tables_of(profile)
    named = tuple(dict.fromkeys(_named_cards(profile)))
    return tuple(
        (
            tables.values[card],
            tuple(table[card] for table in tables.tables.values()),
            tuple(cards >> card & 1 for cards in named),
        )
        for card in CARDS
    )


def _named_cards(profile: Profile) -> Iterator[CardSet]:
    """Yield the cards of every suit, and every single card, that an expression of plays names."""
    for tree in play_trees(profile):
        for part in walk(tree):
            if isinstance(part, SuitPattern | CardPattern):
                yield compile_pattern(part, NO_VALUES, None)
