"""Groups as counts by value, for the kernel's table: how many cards of each value make a total."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from math import comb
from typing import TYPE_CHECKING

from basra_rules.cards import cards_of
from basra_rules.engine.groups import iterate_groups
from basra_rules.engine.layout import make_layout
from basra_rules.rules.model import Ways
from basra_rules.simulation.kernel import places

if TYPE_CHECKING:
    from basra_rules.cards import CardSet
    from basra_rules.rules.model import Grouping

MOST_GROUPS = 512
"""A total that is made in more ways than this has no list."""
LARGEST_TOTAL = 1 << 12
"""Nor has a larger one: that would take long to make."""


@dataclass(frozen=True, slots=True)
class CountTable:
    """The capture values of a deck, each with its cards; `values` has that of each of the 52 cards, 0 for none.

    Values and `scale` are those of the kernel: whole numbers.
    """

    deck: CardSet
    values: tuple[int, ...]
    scale: int
    cards_by_value: dict[int, CardSet]

    def write(self, words: list[int]) -> None:
        """Write what is the same for every group: what each card counts, and the ways to take some of several."""
        for place, cards in enumerate(self.cards_by_value.values()):
            words[places.ALIKE + place] = cards
        size = places.MOST_ALIKE + 1
        for held in range(size):
            for taken in range(size):
                words[places.WAYS + held * size + taken] = comb(held, taken)
        choices = sorted(range(1 << places.MOST_ALIKE), key=lambda choice: (choice.bit_count(), choice))
        words[places.CHOICES : places.CHOICES + len(choices)] = choices
        for taken in range(size):
            first = next(place for place, choice in enumerate(choices) if choice.bit_count() == taken)
            words[places.FIRST_CHOICE + taken] = first

    def groups(self, grouping: Grouping) -> list[int]:
        """Return all groups that `grouping` makes of the whole deck, eight at a time; none where that is too much.

        What fills up the last eight can't be made of any cards.
        """
        layout = make_layout(Ways((), (), (grouping,)), self.values, self.scale, self.deck, maximal=False)
        rule = layout.groups[0]
        if rule.total > LARGEST_TOTAL:
            return []
        found = list(islice(iterate_groups(layout, layout.pack(layout.scope), rule), MOST_GROUPS + 1))
        if len(found) > MOST_GROUPS:
            return []
        shifts = {value: 4 * place for place, value in enumerate(self.cards_by_value)}
        groups = [
            sum(count << shifts[one.value] for one, count in zip(layout.classes, layout.counts(vector), strict=True))
            for vector in found
        ]
        return groups + [places.GUARDS] * (-len(groups) % places.GROUPS_AT_ONCE)


def make_count_table(deck: CardSet, values: tuple[int, ...], scale: int) -> CountTable | None:
    """Return the table of a deck; None where it has too many values, or too many cards of one."""
    cards_by_value: dict[int, CardSet] = {}
    for card in cards_of(deck):
        if values[card]:
            cards_by_value[values[card]] = cards_by_value.get(values[card], 0) | 1 << card
    most = max((cards.bit_count() for cards in cards_by_value.values()), default=0)
    if len(cards_by_value) > places.MOST_VALUES or most > places.MOST_ALIKE:
        return None
    return CountTable(deck, values, scale, cards_by_value)
