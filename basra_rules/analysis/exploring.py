"""Plays of one card on floors of any size, until every combination of what is read of a play is among them."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice, product, zip_longest
from typing import TYPE_CHECKING

from basra_rules.analysis.features import (
    by_size,
    by_variety,
    combine,
    combine_few,
    combine_some,
    keep_best,
    reading_of,
    smallest_first,
)
from basra_rules.analysis.floors import Supply, sum_of
from basra_rules.analysis.groups import every_way, takes_whole_floor, with_ways, without_conditions
from basra_rules.analysis.situations import Case, Position, positions_on
from basra_rules.cards import iterate
from basra_rules.engine.captures import is_capture, make_offer
from basra_rules.engine.layout import way_situation
from basra_rules.engine.legality import may_trail
from basra_rules.engine.patterns import find_vectors
from basra_rules.engine.state import Action, Table
from basra_rules.expression.features import features_read
from basra_rules.expression.vocabulary import Reads
from basra_rules.profile.vocabulary import Groups
from basra_rules.rules.model import Ways

if TYPE_CHECKING:
    from collections.abc import Iterator

    from basra_rules.analysis.features import Classes, Lens, Order, State, States
    from basra_rules.analysis.floors import Places
    from basra_rules.analysis.situations import Domain
    from basra_rules.cards import Card, CardSet
    from basra_rules.engine.captures import Offer
    from basra_rules.engine.layout import Layout, Vector
    from basra_rules.rules.model import Rules

    Answers = tuple[bool, ...]

_SOME_FLOOR = 20
"""Where too many floors can be told apart, floors of so many cards are looked at, and what is swept."""

_MOST_LEFT = 400
_MOST_GROWING, _MOST_SWEPT = 1_000, 8_000
_MOST_PAIRS = 100_000
_LARGE_FLOOR, _MOST_LARGE = 12, 60
_MOST_WAYS = 8
_MOST_VECTORS = 2_240_000
"""So many pairs of what is captured and what stays, and so many vectors, are looked at for all the classes of cards."""

_MOST_PRODUCTS = 100_000
_VECTORS_A_STEP = 20
"""So many vectors, where few plays are to be looked at."""


class Explorer:
    """Lists plays of one card until every combination is among them; `work` counts the states of sets looked at.

    `steps` is how many plays are to be looked at: where they are few, fewer states are gone on with.
    """

    def __init__(self, domain: Domain, rules: Rules, card: Card, *, coarse: bool, steps: int) -> None:
        sight = domain.sight
        is_history_listed = not sight.floor_count or sight.floor_count_tests is not None
        self.complete = is_history_listed and not _has_face_down(rules, card)
        number = len(domain.classes)
        self._vectors_left = min(_MOST_VECTORS // number, _VECTORS_A_STEP * steps)
        self._pairs_left = _MOST_PAIRS // number
        self._known_vectors: dict[tuple[Layout, Vector], list[Vector]] = {}
        self._known_floors: dict[tuple[Classes, Order], list[tuple[State, Places]]] = {}
        self.work = 0
        self._most_growing, self._most_swept = (min(most, max(steps, 100)) for most in (_MOST_GROWING, _MOST_SWEPT))
        self._large_left = _MOST_LARGE
        self._supply = Supply(domain.classes, 1 << card)
        self._domain = domain
        self._rules = rules
        self._chosen = replace(rules, capture=replace(rules.capture, groups=Groups.CHOSEN))
        self._card = card
        self.reading = reading_of(domain, card, coarse=coarse)
        self._order: Order = by_size
        self._sees_history = sight.trailed or sight.floor_count
        self._is_coarse = coarse
        self._tests = tuple(dict.fromkeys(way.when for way in every_way(rules, card) if way.when is not None))
        self._classes = [
            (place, cards & ~(1 << card)) for place, cards in enumerate(domain.classes) if cards & ~(1 << card)
        ]

    def plays(self) -> Iterator[Case]:
        """Yield plays that the ways admit; combinations occur more than once."""
        floors = self._floors(self._classes) if self._tests else []
        for applying in self._applying(floors):
            orders = (by_size, by_variety) if self._sees_history else (by_size,)
            # by turns, so that neither is left out where not all can be looked at
            for cases in zip_longest(*(self._placed(applying, order) for order in orders)):
                yield from (case for case in cases if case is not None)
        yield from self._listed(floors)

    def is_legal(self, case: Case) -> bool:
        """Tell whether the engine allows a play.

        Whether a capture on a large floor is maximal takes long to tell: after many of them none is known to be.
        """
        if not case.action.captured:
            return may_trail(self._rules, case.table, self._card)
        if case.action.captured.bit_count() == len(case.table.floor):  # nothing is left that might be taken too
            return is_capture(self._chosen, case.table, self._card, case.action.captured)
        if self._rules.capture.groups is Groups.MAXIMAL and len(case.table.floor) > _LARGE_FLOOR:
            self._large_left -= 1
            if self._large_left < 0:
                return False
        return is_capture(self._rules, case.table, self._card, case.action.captured)

    def _floors(self, classes: Classes, order: Order = by_size) -> list[tuple[State, Places]]:
        """Return sets of these cards, one for each state, that can be told apart on the floor; smallest first."""
        key = tuple(classes), order
        if key not in self._known_floors:
            self._known_floors[key] = self._find_floors(classes, order)
        return self._known_floors[key]

    def _find_floors(self, classes: Classes, order: Order) -> list[tuple[State, Places]]:
        lens = self.reading.around
        states = combine_few(lens, classes, _MOST_LEFT, order) if self._is_coarse else None
        if states is None:
            self.complete = False
            states, _, work = combine_some(lens, classes, order, most=_SOME_FLOOR, most_states=self._most_growing)
            self.work += work
        return smallest_first(states)[:_MOST_LEFT]

    def _applying(self, floors: list[tuple[State, Places]]) -> Iterator[Answers]:
        """Yield each combination of answers that the ways' conditions give on some floor."""
        if not self._tests:
            yield ()
            return
        seen: set[Answers] = set()
        for _, places in floors:
            for position in self._positions(places):
                answers = self._answers(position)
                if answers not in seen and len(seen) >= _MOST_WAYS:
                    self.complete = False
                elif answers not in seen:
                    seen.add(answers)
                    yield answers

    def _answers(self, position: Position) -> Answers:
        """Return what the conditions of the card's ways answer at a position."""
        now = way_situation(position.table, self._card)
        return tuple(test(now) for test in self._tests)

    def _ways_of(self, answers: Answers) -> Ways:
        """Return the ways that apply where their conditions answer so, without these."""
        every = self._rules.capture.ways[self._card]
        left = dict(zip(self._tests, answers, strict=True))
        return without_conditions(
            Ways(
                tuple(way for way in every.wholes if way.when is None or left[way.when]),
                tuple(way for way in every.picks if way.when is None or left[way.when]),
                tuple(way for way in every.groupings if way.when is None or left[way.when]),
            )
        )

    def _captured_states(self, ways: Ways) -> States:
        """Return what can be read of the sets that the card can capture by these ways on some floor."""
        lens = self.reading.both
        rules, picks = with_ways(self._rules, self._card, ways), [way.cards for way in ways.picks]
        whole = sum_of(way.cards for way in ways.wholes)
        swept = [(place, cards) for place, cards in self._classes if cards & whole]
        based, is_all, work = combine_some(lens, swept, self._order, most_states=self._most_swept)
        self.work += work
        self.complete = self.complete and is_all
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
        layout = offer.layout
        vectors = self._vectors(layout, offer.capacity, lens)
        shares = [self._shares(lens, one.cards & offer.rest) for one in layout.classes]
        middle = len(shares) // 2
        shift = layout.width * middle
        low, high = (_Half(lens, some, layout.width, self._order) for some in (shares[:middle], shares[middle:]))
        seen: set[tuple[int, int]] = set()
        for vector in vectors:
            bare = vector & layout.fields
            one, lower = low.states(bare & (1 << shift) - 1)
            other, higher = high.states(bare >> shift)
            if (one, other) in seen:
                continue  # as a vector of no more cards was
            if self._order is by_size:
                seen.add((one, other))
            for (state, places), (more, others) in product(lower, higher):
                keep_best(states, lens.join(state, more), places + others, self._order)

    def _vectors(self, layout: Layout, capacity: Vector, lens: Lens) -> list[Vector]:
        """Return what can be taken of a floor; where it matters only whether anything is, nothing and one other thing.

        Every new look takes from what is left to be looked at.
        """
        if lens.sees_only_whether:
            few, _ = find_vectors(layout, capacity, 1)
            return sorted(few)[:2] if 0 in few else sorted(few)[:1]
        if (layout, capacity) not in self._known_vectors:
            left = max(self._vectors_left, 0)
            found, is_all = find_vectors(layout, capacity, left)
            self._known_vectors[layout, capacity] = vectors = sorted(found)[:left]  # those with fewest cards first
            self.complete = self.complete and is_all and len(vectors) == len(found)
            self._vectors_left -= len(vectors)
        return self._known_vectors[layout, capacity]

    def _shares(self, lens: Lens, cards: CardSet) -> list[States]:
        """Return, for each number of cards of one of the layout's classes, what can be read of so many."""
        by_number: list[States] = [{} for _ in range(cards.bit_count() + 1)]
        exact_lens = replace(lens, counts=True, most_count=None)
        inside = [(place, one & cards) for place, one in self._classes if one & cards]
        for state, places in combine(exact_lens, inside, self._order).items():
            keep_best(by_number[state[0]], lens.recount(state), places, self._order)
        return by_number

    def _placed(self, answers: Answers, order: Order) -> Iterator[Case]:
        """Yield plays on floors of just what is captured and on floors that hold more, where conditions answer so."""
        self._order = order
        ways = self._ways_of(answers)
        captured = self._captured_states(ways)
        whole = sum_of(way.cards for way in ways.wholes)
        staying = [(place, cards) for place, cards in self._classes if not cards & whole]
        lists = self._lefts(staying)
        beside: list[tuple[Places, Iterator[Places]]] = []
        for _, places in smallest_first(captured):
            yield from self._cases(answers, places, ())
            beside.append((places, self._beside(places, staying, lists)))
        yield from self._with_more(answers, beside)

    def _with_more(self, answers: Answers, beside: list[tuple[Places, Iterator[Places]]]) -> Iterator[Case]:
        """Yield plays on floors that hold more than is captured: for each captured set one floor, then another."""
        while beside:
            going_on = []
            for places, lefts in beside:
                left = next(lefts, None)
                if left is None:
                    continue
                self._pairs_left -= 1
                if self._pairs_left < 0:
                    self.complete = False
                    return
                cases = list(self._cases(answers, places, left))
                yield from cases
                if not (self.reading.around.sees_only_whether and any(map(self.is_legal, cases))):
                    going_on.append((places, lefts))
            beside = going_on

    def _lefts(self, staying: Classes) -> list[list[tuple[State, Places]]]:
        """Return lists of what may stay on the floor, each with a set for each state that can be told apart there."""
        if self.reading.around.sees_only_whether:
            return [[(self.reading.around.look(cards), (place,)) for place, cards in staying]]
        # where history counts, some sets can't have come about and others that look alike can
        kinds = ((staying, by_variety), (staying[::-1], by_variety)) if self._sees_history else ((staying, by_size),)
        found = [self._floors(some, order) for some, order in kinds]
        return [[(state, tuple(sorted(places))) for state, places in one if places] for one in found]

    def _beside(self, places: Places, staying: Classes, lists: list[list[tuple[State, Places]]]) -> Iterator[Places]:
        """Yield what may lie beside captured cards: from each list one set for each state of the whole floor."""
        if self.reading.around.sees_only_whether:
            yield from (left for one in lists for _, left in one)
            return
        here = self.reading.around.look(self._supply.take(places) or 0)
        missing: dict[State, None] = {}
        found: set[State] = set()
        for one in lists:
            seen: set[State] = set()
            for state, left in one:
                whole = self.reading.around.join(here, state)
                if whole not in seen and self._supply.take(places + left) is not None:
                    seen.add(whole)
                    yield left
                elif whole not in seen:
                    missing[whole] = None
            found |= seen
        yield from self._instead(places, staying, here, missing.keys() - found)

    def _instead(self, places: Places, staying: Classes, here: State, wanted: set[State]) -> Iterator[Places]:
        """Yield other sets for states of the floor whose first set has cards that are captured."""
        if not wanted:
            return
        taken = self._supply.take(places) or 0
        for state, left in self._floors([(place, cards & ~taken) for place, cards in staying]):
            whole = self.reading.around.join(here, state)
            if whole in wanted:
                wanted.remove(whole)
                yield left
        self.complete = self.complete and not wanted

    def _cases(self, answers: Answers, places: Places, left: Places) -> Iterator[Case]:
        """Yield the plays that capture `places` where `left` stays, wherever the ways' conditions answer so."""
        captured = self._supply.take(places)
        if captured is None:
            return
        for position in self._positions(tuple(sorted(places + left))):
            if self._answers(position) == answers:
                yield Case(position.table, Action(self._card, captured))

    def _listed(self, floors: list[tuple[State, Places]]) -> Iterator[Case]:
        """Yield a play on each of these floors, so that a way's condition is asked about all of them."""
        for _, places in floors:
            for position in self._positions(places):
                yield Case(position.table, Action(self._card))

    def _positions(self, places: Places) -> Iterator[Position]:
        floor = self._supply.take(places)
        if floor is not None:
            yield from positions_on(self._domain, places, floor, (self._card,))


def _has_face_down(rules: Rules, card: Card) -> bool:
    """Tell whether cards that lie face down may come along with what a card takes, and make it look otherwise.

    Where every way takes all of the floor, whatever lies on it, any set is taken anyway.
    """
    ways = rules.capture.ways[card]
    blind = all(way.when_tree is None or not features_read(way.when_tree) & {Reads.FLOOR} for way in ways.wholes)
    return bool(rules.dealing.hidden) and not (takes_whole_floor(rules, card) and blind and not ways.picks)


class _Half:
    """What can be read of so many cards of each of some neighbouring classes of a layout; remembered."""

    def __init__(self, lens: Lens, shares: list[list[States]], width: int, order: Order) -> None:
        self._lens = lens
        self._shares = shares
        self._width = width
        self._order = order
        self._known: dict[int, tuple[int, tuple[tuple[State, Places], ...]]] = {}
        self._numbers: dict[frozenset[State], int] = {}

    def states(self, vector: int) -> tuple[int, tuple[tuple[State, Places], ...]]:
        """Return every state of this half of a vector, with its smallest set; and a number, equal for equal states."""
        known = self._known.get(vector)
        if known is None:
            found = self._combine(vector)
            number = self._numbers.setdefault(frozenset(state for state, _ in found), len(self._numbers))
            known = self._known[vector] = number, found
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
