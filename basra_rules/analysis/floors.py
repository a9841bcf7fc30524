"""Floors up to what the rules can't tell apart: how many cards of each class, and which cards stand for them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement, islice
from typing import TYPE_CHECKING, TypeAlias

from basra_rules.cards import cards_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from basra_rules.cards import Card, CardSet

Places: TypeAlias = tuple[int, ...]
"""The places of classes, one a card, in rising order: `(0, 0, 5)` are two of the first and one of the sixth."""


@dataclass(frozen=True)
class Supply:
    """The cards of each class that are not used elsewhere; they are taken from the lowest on."""

    classes: Sequence[CardSet]
    used: CardSet = 0

    @cached_property
    def _members(self) -> tuple[tuple[Card, ...], ...]:
        return tuple(cards_of(cards & ~self.used) for cards in self.classes)

    def take(self, places: Places) -> CardSet | None:
        """Return the cards that stand for `places`, in any order; None where a class has not so many."""
        taken = 0
        for place in set(places):
            members = self._members[place]
            number = places.count(place)
            if number > len(members):
                return None
            taken |= sum(1 << card for card in members[:number])
        return taken

    def next_card(self, place: int, also_used: CardSet = 0) -> Card | None:
        """Return the lowest card of the class at `place` that is free, if there is one."""
        return next((card for card in self._members[place] if not also_used >> card & 1), None)

    def lowest(self, number: int) -> tuple[Card, ...]:
        """Return so many free cards, those of low classes first."""
        return tuple(islice((card for members in self._members for card in members), number))


def floors_of(classes: Sequence[CardSet], size: int) -> Iterator[tuple[Places, CardSet]]:
    """Yield every floor of `size` cards once, up to exchanging cards of a class; low cards first."""
    supply = Supply(classes)
    for places in combinations_with_replacement(range(len(classes)), size):
        taken = supply.take(places)
        if taken is not None:
            yield places, taken


def count_floors(classes: Sequence[CardSet], size: int) -> int:
    """Return how many floors of `size` cards there are, up to exchanging cards of a class."""
    ways = [1] + [0] * size
    for cards in classes:
        most = cards.bit_count()
        ways = [sum(ways[total - number] for number in range(min(most, total) + 1)) for total in range(size + 1)]
    return ways[size]


def sum_of(sets: Iterable[CardSet]) -> CardSet:
    """Return the union of sets of cards."""
    union = 0
    for cards in sets:
        union |= cards
    return union
