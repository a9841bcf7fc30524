"""Beyond small floors: one play for every combination of what expressions read, on floors of any size.

For each played card the captured sets are put together from what its ways take whole and from the groups
and picks that the engine lists for the whole deck, merged by what is read of them.  Each then lies on a
floor of its own, or beside cards that stay.  Every play is put to the engine before it is returned.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import chain, islice, product
from typing import TYPE_CHECKING

from basra_rules.analysis.features import by_size, by_variety, combine, keep_best, reading_of, smallest_first
from basra_rules.analysis.floors import Supply
from basra_rules.analysis.groups import with_ways, without_conditions
from basra_rules.analysis.situations import Case, Position, actions, is_reachable, positions_on
from basra_rules.cards import cards_of, iterate
from basra_rules.engine.captures import is_capture, make_offer
from basra_rules.engine.layout import applying_ways, way_situation
from basra_rules.engine.state import Action, Table

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator

    from basra_rules.analysis.features import Lens, Order, Reading, State, States
    from basra_rules.analysis.floors import Places
    from basra_rules.analysis.situations import Domain
    from basra_rules.cards import Card, CardSet
    from basra_rules.engine.captures import Offer
    from basra_rules.rules.model import Rules, Ways

MOST_FLOOR = 20
"""Floors of more cards are looked at only where all of them is captured."""

_MOST_LEFT = 400
_MOST_VARIED = 4
_MOST_PAIRS = 10_000
_MOST_WAYS = 8
_MOST_VECTORS = 200_000
_MOST_PRODUCTS = 100_000
_MOST_CAPTURES = 200


@dataclass(frozen=True, slots=True)
class Reached:
    """The smallest play for each combination of what is read when one card is played.

    `complete`: no combination is missing on floors of at most `MOST_FLOOR` cards, save that histories need
    `any_history`, and that of equal sums and counts not every verdict on equal groups need be there.
    """

    card: Card
    reading: Reading
    plays: tuple[Case, ...]
    complete: bool


def witnesses(domain: Domain, rules: Rules, size: int | None = None) -> Iterator[Case]:
    """Yield, smallest first, a play for each combination that needs a floor of more than `size` cards."""
    beyond = domain.default_size if size is None else size
    found = chain.from_iterable(reach(domain, rules, card).plays for card in representatives(domain))
    yield from sorted((case for case in found if len(case.table.floor) > beyond), key=smallness)


def representatives(domain: Domain) -> tuple[Card, ...]:
    """Return the lowest card of each class."""
    return tuple(cards_of(cards)[0] for cards in domain.classes)


def smallness(case: Case) -> tuple[int, tuple[Card, ...], Card, bool, int]:
    """Order plays: the fewest floor cards first, then the lowest cards, then the played card and the history."""
    table = case.table
    return len(table.floor), table.floor, case.action.card, table.previous.trailed, table.previous.floor_count


def reach(domain: Domain, rules: Rules, card: Card, *, any_history: bool = False, coarse: bool = False) -> Reached:
    """Return the smallest play for every combination of what is read when `card` is played.

    With `coarse`, numbers count as equal where no comparison of the expressions tells them apart.

    With `any_history`, whatever may have gone before on a floor of so many cards counts, even where no
    legal play was found that leads there: then nothing that can come about is missing.
    """
    real, conceivable = reach_both(domain, rules, card, coarse=coarse)
    return conceivable if any_history else real


def reach_both(domain: Domain, rules: Rules, card: Card, *, coarse: bool = False) -> tuple[Reached, Reached]:
    """Return the plays that can come about, and those that may, whatever went before."""
    reading = reading_of(domain, card, coarse=coarse)
    explorer = _Explorer(domain, rules, card, reading)
    real, conceivable = Smallest(reading), Smallest(reading)
    for case in explorer.plays():
        conceivable.offer(case)
        real.offer(case, lambda case: is_reachable(domain, Position(case.table, case.action.card), (rules,)))
    return (
        Reached(card, reading, real.cases(), explorer.complete),
        Reached(card, reading, conceivable.cases(), explorer.complete),
    )


class Smallest:
    """Keeps the smallest play of those that look alike to a reading."""

    def __init__(self, reading: Reading, cases: Iterable[Case] = ()) -> None:
        self._reading = reading
        self._best: dict[Hashable, Case] = {reading.key(case): case for case in cases}

    def offer(self, case: Case, admits: Callable[[Case], bool] | None = None) -> None:
        """Take a play if it is smaller than the one that looks alike, and is admitted."""
        key = self._reading.key(case)
        known = self._best.get(key)
        if (known is None or smallness(case) < smallness(known)) and (admits is None or admits(case)):
            self._best[key] = case

    def cases(self) -> tuple[Case, ...]:
        """Return the plays kept, smallest first."""
        return tuple(sorted(self._best.values(), key=smallness))


class _Explorer:
    """Lists plays of one card until every combination is among them."""

    def __init__(self, domain: Domain, rules: Rules, card: Card, reading: Reading) -> None:
        self.complete = True
        self._vectors_left = _MOST_VECTORS
        self._domain = domain
        self._rules = rules
        self._card = card
        self._reading = reading
        self._order: Order = by_size
        self._sees_history = domain.sight.trailed or domain.sight.floor_count
        self._classes = [
            (place, cards & ~(1 << card)) for place, cards in enumerate(domain.classes) if cards & ~(1 << card)
        ]

    def plays(self) -> Iterator[Case]:
        """Yield plays that the engine allows; combinations occur more than once."""
        floors = self._floor_states()
        for ways in self._applying(floors):
            for order in (by_size, by_variety) if self._sees_history else (by_size,):
                self._order = order
                yield from self._placed(ways, self._captured_states(ways))
        if self._is_conditional:
            yield from self._listed(floors)

    @property
    def _is_conditional(self) -> bool:
        ways = self._rules.capture.ways[self._card]
        return ways != without_conditions(ways)

    def _floor_states(self) -> list[Places]:
        """Return a floor for each state that conditions on the floor can find; none where there are none."""
        if self._reading.floor.sees_nothing and not self._reading.top:
            return []
        states = combine(self._reading.floor, self._classes, MOST_FLOOR)
        if len(states) > _MOST_LEFT:
            self.complete = False
        return [places for _, places in islice(smallest_first(states), _MOST_LEFT)]

    def _applying(self, floors: list[Places]) -> Iterator[Ways]:
        """Yield each set of ways that applies on some floor, without their conditions."""
        every = self._rules.capture.ways[self._card]
        if not self._is_conditional:
            yield every
            return
        seen: set[Ways] = set()
        single = [(place,) for place, _ in self._classes]
        for places in ((), *single, *floors):
            for position in self._positions(places):
                ways = applying_ways(every, way_situation(position.table, self._card))
                bare = without_conditions(ways)
                if bare not in seen and len(seen) >= _MOST_WAYS:
                    self.complete = False
                elif bare not in seen:
                    seen.add(bare)
                    yield bare

    def _captured_states(self, ways: Ways) -> States:
        """Return what can be read of the sets that the card can capture by these ways on some floor."""
        lens = self._reading.both
        rules, picks = with_ways(self._rules, self._card, ways), [way.cards for way in ways.picks]
        whole = sum_of(way.cards for way in ways.wholes)
        based = combine(lens, [(place, cards) for place, cards in self._classes if cards & whole], order=self._order)
        grouped: States = {}
        for number in range(1 << len(picks)):
            without = sum_of(cards for place, cards in enumerate(picks) if number >> place & 1)
            self._add_vectors(grouped, self._offer(rules, without), lens)
        found: States = {}
        pairs = product(smallest_first(based), smallest_first(grouped))
        for (state, places), (more, others) in islice(pairs, _MOST_PRODUCTS):
            keep_best(found, lens.join(state, more), tuple(sorted(places + others)), self._order)
        if len(based) * len(grouped) > _MOST_PRODUCTS:
            self.complete = False
        return {state: places for state, places in found.items() if places}

    def _offer(self, rules: Rules, without: CardSet) -> Offer:
        """Return what the card has before it where every other card lies on the floor, save some."""
        floor = tuple(card for cards in self._classes for card in iterate(cards[1] & ~without))
        return make_offer(rules, Table(floor), self._card)

    def _add_vectors(self, states: States, offer: Offer, lens: Lens) -> None:
        """Add what is read of every choice of groups and picks that the offer leaves."""
        patterns = offer.patterns
        self.complete = self.complete and patterns.exact
        vectors = patterns.vectors[: -self._vectors_left - 1 : -1]  # those with fewest cards first
        if lens.sees_only_whether:
            vectors = (*(vector for vector in vectors[:1] if not vector), *islice(filter(None, vectors), 1))
        elif len(vectors) < len(patterns.vectors):
            self.complete = False
        self._vectors_left -= len(vectors)
        layout = offer.layout
        shares = [self._shares(lens, one.cards & offer.rest) for one in layout.classes]
        middle = len(shares) // 2
        shift = layout.width * middle
        low, high = (_Half(lens, some, layout.width, self._order) for some in (shares[:middle], shares[middle:]))
        for vector in vectors:
            bare = vector & layout.fields
            for state, places in low.states(bare & (1 << shift) - 1):
                for more, others in high.states(bare >> shift):
                    keep_best(states, lens.join(state, more), places + others, self._order)

    def _shares(self, lens: Lens, cards: CardSet) -> list[States]:
        """Return, for each number of cards of one of the layout's classes, what can be read of so many."""
        by_number: list[States] = [{} for _ in range(cards.bit_count() + 1)]
        exact_lens = replace(lens, counts=True, most_count=None)
        inside = [(place, one & cards) for place, one in self._classes if one & cards]
        for state, places in combine(exact_lens, inside, order=self._order).items():
            keep_best(by_number[state[0]], lens.recount(state), places, self._order)
        return by_number

    def _placed(self, ways: Ways, captured: States) -> Iterator[Case]:
        """Yield plays that capture these sets, from floors of them alone and from floors that hold more."""
        whole = sum_of(way.cards for way in ways.wholes)
        lefts = self._lefts(whole)
        pairs = 0
        for _, places in smallest_first(captured):
            yield from self._legal(places, ())
            for left in lefts:
                pairs += 1
                if pairs > _MOST_PAIRS:
                    self.complete = False
                    return
                found = list(self._legal(places, left))
                yield from found
                if found and self._reading.floor.sees_nothing and not self._sees_history:
                    break

    def _lefts(self, whole: CardSet) -> list[Places]:
        """Return what may stay on the floor: single cards, or one set for each state that can be read of it."""
        staying = [(place, cards) for place, cards in self._classes if not cards & whole]
        if self._sees_history:
            return self._varied(staying)
        if self._reading.floor.sees_nothing:
            return [(place,) for place, _ in staying] if self._reading.sweep else []
        states = combine(self._reading.floor, staying, MOST_FLOOR)
        if len(states) > _MOST_LEFT:
            self.complete = False
        return [places for _, places in islice(smallest_first(states), _MOST_LEFT) if places]

    def _varied(self, staying: list[tuple[int, CardSet]]) -> list[Places]:
        """Return sets that differ also in number: after a trail, the floor's size is what was seen before it."""
        lens = replace(self._reading.floor, counts=True, most_count=None)
        most = MOST_FLOOR if self._reading.floor.counts else _MOST_VARIED
        low, high = (combine(lens, order, most, by_variety) for order in (staying, staying[::-1]))
        found = [*smallest_first(low), *smallest_first(high)]
        if len(found) > _MOST_LEFT:
            self.complete = False
        return [tuple(sorted(places)) for _, places in found[:_MOST_LEFT] if places]

    def _legal(self, places: Places, left: Places) -> Iterator[Case]:
        supply = Supply(self._domain.classes, 1 << self._card)
        captured = supply.take(places)
        floor = supply.take(places + left)
        if captured is None or floor is None:
            return
        for position in self._positions(tuple(sorted(places + left))):
            if is_capture(self._rules, position.table, self._card, captured):
                yield Case(position.table, Action(self._card, captured))

    def _listed(self, floors: list[Places]) -> Iterator[Case]:
        """Yield what the engine lists on each of these floors."""
        for places in floors:
            for position in self._positions(places):
                for action in islice(actions(self._domain, self._rules, position), _MOST_CAPTURES):
                    yield Case(position.table, action)

    def _positions(self, places: Places) -> Iterator[Position]:
        floor = Supply(self._domain.classes, 1 << self._card).take(places)
        if floor is not None:
            yield from positions_on(self._domain, places, floor, (self._card,))


class _Half:
    """What can be read of so many cards of each of some neighbouring classes of a layout; remembered."""

    def __init__(self, lens: Lens, shares: list[list[States]], width: int, order: Order) -> None:
        self._lens = lens
        self._shares = shares
        self._width = width
        self._order = order
        self._known: dict[int, tuple[tuple[State, Places], ...]] = {}

    def states(self, vector: int) -> tuple[tuple[State, Places], ...]:
        """Return every state of this half of a vector, with its smallest set."""
        known = self._known.get(vector)
        if known is None:
            known = self._known[vector] = self._combine(vector)
        return known

    def _combine(self, vector: int) -> tuple[tuple[State, Places], ...]:
        mask = (1 << self._width - 1) - 1
        found: States = {self._lens.look(0): ()}
        for place, share in enumerate(self._shares):
            longer: States = {}
            for state, places in found.items():
                for more, others in share[vector >> self._width * place & mask].items():
                    keep_best(longer, self._lens.join(state, more), places + others, self._order)
            found = longer
        return tuple(found.items())


def sum_of(sets: Iterable[CardSet]) -> CardSet:
    """Return the union of sets of cards."""
    union = 0
    for cards in sets:
        union |= cards
    return union
