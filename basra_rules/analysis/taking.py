"""Whether a way of capturing ever takes anything that is not taken anyway, on some floor where it applies.

Floors are put together class by class and told apart only by what the way's condition reads of them and by
what of a catch they hold: a card that the way takes, or cards that add up to its groups' total.  So floors
of every size are looked at, and what is not found is nowhere.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from basra_rules.analysis.features import by_size, combine_few, lens_of_condition, smallest_first
from basra_rules.analysis.floors import Supply
from basra_rules.analysis.situations import is_reachable, positions_on
from basra_rules.cards import cards_of
from basra_rules.engine.layout import way_situation
from basra_rules.rules.model import Grouping

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from basra_rules.analysis.features import Lens, State
    from basra_rules.analysis.floors import Places
    from basra_rules.analysis.groups import AnyWay
    from basra_rules.analysis.situations import Domain, Position
    from basra_rules.cards import Card, CardSet
    from basra_rules.exact import Number

_MOST_STATES = 20_000

_Held: TypeAlias = "tuple[State, Number, int]"
"""Of a floor: what the condition reads of it, and what a catch that lies there comes to, in values and in cards."""


@dataclass(frozen=True)
class Catch:
    """What a way must find to take anything: so many cards of `cards`, at least, that total so much."""

    cards: CardSet
    worth: tuple[Number | None, ...]
    total: Number
    smallest: int

    def value(self, card: Card) -> Number | None:
        """Return what a card adds to a catch, None where it is in none."""
        value = self.worth[card] if self.cards >> card & 1 else None
        return value if value and value <= self.total else None


@dataclass(frozen=True)
class Taking:
    """One way, with one card played; what is `taken` anyway is no catch."""

    domain: Domain
    card: Card
    way: AnyWay
    taken: CardSet = 0

    @cached_property
    def catch(self) -> Catch:
        """Return what the way must find on the floor."""
        rules = self.domain.rules[0]
        others = rules.deck & ~(1 << self.card) & ~self.taken
        if isinstance(self.way, Grouping):
            return Catch(others, rules.tables.values, self.way.total, self.way.smallest)
        return Catch(others & self.way.cards, (1,) * 52, 1, 1)

    def without_condition(self) -> Taking:
        """Return the same of the way if it asked for nothing."""
        return replace(self, way=replace(self.way, when=None, when_tree=None))

    @property
    def is_vain(self) -> bool:
        """Tell whether it is proved that the way catches nothing, wherever its condition holds."""
        floors = self._floors_with_catch()
        return floors is not None and next(self._applying(floors), None) is None

    def find_applying(self) -> Position | None:
        """Return a position that can come about in which the way applies, whether or not it takes anything.

        Rather one in which anything lies there.
        """
        states = combine_few(self._lens, self._classes, _MOST_STATES) or {}
        floors = sorted((places for _, places in smallest_first(states)), key=lambda places: not places)
        return next((one for one in self._applying(floors) if is_reachable(self.domain, one)), None)

    def catching(self) -> Iterator[Position]:
        """Yield positions that can come about in which the way applies and finds what it must, the smallest first."""
        floors = sorted(self._floors_with_catch() or (), key=by_size)
        yield from (one for one in self._applying(floors) if is_reachable(self.domain, one))

    @cached_property
    def _lens(self) -> Lens:
        return lens_of_condition(self.domain, self.way.when_tree, self.card)

    @cached_property
    def _classes(self) -> list[tuple[int, CardSet]]:
        left = ((place, cards & ~(1 << self.card)) for place, cards in enumerate(self.domain.classes))
        return [(place, cards) for place, cards in left if cards]

    def _applying(self, floors: Iterable[Places]) -> Iterator[Position]:
        """Yield the positions on these floors in which the way's condition holds."""
        for places in floors:
            floor = Supply(self.domain.classes, 1 << self.card).take(places)
            for position in positions_on(self.domain, places, floor or 0, (self.card,)):
                if self.way.when is None or self.way.when(way_situation(position.table, self.card)):
                    yield position

    def _floors_with_catch(self) -> list[Places] | None:
        """Return a floor with a catch for each state that such floors have; None where there are too many."""
        held: dict[_Held, Places] = {(self._lens.look(0), 0, 0): ()}
        for place, cards in self._classes:
            held = self._with_class(held, place, cards)
            if len(held) > _MOST_STATES:
                return None
        catch = self.catch
        return [
            places for (_, total, number), places in held.items() if (total, number) == (catch.total, catch.smallest)
        ]

    def _with_class(self, held: dict[_Held, Places], place: int, cards: CardSet) -> dict[_Held, Places]:
        """Return the smallest floor for each state that these floors have with any cards of one more class."""
        longer: dict[_Held, Places] = {}
        for one, places in held.items():
            for number, more in self._with_cards(one, cards):
                floor = places + (place,) * number
                if more not in longer or by_size(floor) < by_size(longer[more]):
                    longer[more] = floor
        return longer

    def _with_cards(self, held: _Held, cards: CardSet) -> Iterator[tuple[int, _Held]]:
        """Yield what a floor holds with so many more cards of a class, any of them in the catch."""
        state, total, caught = held
        taken = 0
        every = cards_of(cards)
        value = self.catch.value(every[0])
        for number in range(len(every) + 1):
            seen = self._lens.join(state, self._lens.look(taken)) if number else state
            yield number, (seen, total, caught)
            for inside in range(1, number + 1 if value else 1):
                more = total + inside * (value or 0)
                if more <= self.catch.total:
                    yield number, (seen, more, min(caught + inside, self.catch.smallest))
            if number < len(every):
                taken |= 1 << every[number]
