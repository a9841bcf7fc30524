"""The play before: how a table with a history can have come about."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

from basra_rules.analysis.floors import Supply
from basra_rules.cards import card_set, cards_of
from basra_rules.engine.captures import is_capture
from basra_rules.engine.legality import may_trail
from basra_rules.engine.state import Action, Previous, Table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from basra_rules.cards import Card, CardSet
    from basra_rules.rules.model import Rules

_MOST_TAKEN = 3
"""So many captured cards of any classes are tried as the play before; more only of what sweeps the floor."""
_MOST_TRIES = 10_000


@dataclass(slots=True)
class Tries:
    """How many captures may still be tried as the play before."""

    left: int = _MOST_TRIES


@dataclass(frozen=True, slots=True)
class Before:
    """The floor before the play before, from the start of a deal, and that play."""

    floor: tuple[Card, ...]
    action: Action


def is_start(table: Table) -> bool:
    """Tell whether the table may be as a deal, or a scenario, starts."""
    return table.previous == Previous()


@dataclass(frozen=True, slots=True)
class Past:
    """Looks for the play before, which must be legal under all the rules.

    `takable` has, for each of the classes, all that its cards may take at all.
    """

    rules: Sequence[Rules]
    classes: Sequence[CardSet]
    takable: Sequence[CardSet]
    tries: Tries

    def find_before(self, table: Table, card: Card) -> Before | None:
        """Return a play after which `table` is as it is and `card` can be played; None where none was found.

        A table at the start of a deal needs none; ask `is_start`.
        """
        return next(self._trails(table) if table.previous.trailed else self._captures(table, card), None)

    def _trails(self, table: Table) -> Iterator[Before]:
        if table.previous.floor_count != len(table.floor) - 1:
            return
        pile = any(one.capture.pile for one in self.rules)
        for last in table.floor[-1:] if pile else self._one_of_each(table.floor):
            self.tries.left -= 1
            if self.tries.left < 0:
                return
            rest = tuple(card for card in table.floor if card is not last)
            if all(may_trail(one, Table(rest), last) for one in self.rules):
                yield Before(rest, Action(last))

    def _one_of_each(self, floor: tuple[Card, ...]) -> Iterator[Card]:
        """Yield the last card of each class that lies there, the last first: it stands for those like it."""
        left = card_set(floor)
        for card in reversed(floor):
            if left >> card & 1:
                left &= ~next((cards for cards in self.classes if cards >> card & 1), 1 << card)
                yield card

    def _captures(self, table: Table, card: Card) -> Iterator[Before]:
        number = table.previous.floor_count - len(table.floor)
        if number < 1:
            return
        supply = Supply(self.classes, card_set(table.floor) | 1 << card)
        for taken in _takings(supply, number, lone=not table.floor):
            pile = self.rules[0].capture.pile
            floor = (*cards_of(taken), *table.floor) if pile else (*table.floor, *cards_of(taken))
            for place, within in enumerate(self.takable):
                taker = None if taken & ~within else supply.next_card(place, taken)
                if taker is None:
                    continue
                self.tries.left -= 1
                if self.tries.left < 0:
                    return
                if all(is_capture(one, Table(floor), taker, taken) for one in self.rules):
                    yield Before(floor, Action(taker, taken))


def _takings(supply: Supply, number: int, *, lone: bool) -> Iterator[CardSet]:
    places = range(len(supply.classes))
    if number <= _MOST_TAKEN:
        for chosen in combinations_with_replacement(places, number):
            taken = supply.take(chosen)
            if taken is not None:
                yield taken
    elif lone:
        yield card_set(supply.lowest(number))
