"""What the expressions of a domain read of a play, and which combinations of it sets of cards can have.

For one played card, the conditions of bonuses and ways that are not settled by the card alone look at a few
numbers and truths: how many cards are captured, their sum, whether any of them is of a pattern …  A
`Reading` lists these; its `key` is equal for two plays that no expression can tell apart.  `combine` works
out by dynamic programming over the classes which values sets of cards can have, with the smallest
set for each.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from math import floor
from operator import add
from typing import TYPE_CHECKING, TypeAlias

from basra_rules.analysis.trees import parts_of
from basra_rules.cards import FULL_DECK, iterate
from basra_rules.engine.bonuses import situation
from basra_rules.engine.state import Previous
from basra_rules.exact import exact
from basra_rules.expression.compiling import compile_amount, compile_condition, compile_pattern
from basra_rules.expression.features import names_used
from basra_rules.expression.tree import (
    And,
    Arithmetic,
    CardIs,
    CardsAre,
    Compared,
    EqualGroups,
    Literal,
    Negated,
    Not,
    NumberName,
    Or,
    Quantifier,
    SingleCard,
    Subject,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence

    from basra_rules.analysis.floors import Places
    from basra_rules.analysis.sight import Sight
    from basra_rules.analysis.situations import Case, Domain
    from basra_rules.cards import Card, CardSet
    from basra_rules.exact import Number
    from basra_rules.expression.situation import DeckTables, Situation
    from basra_rules.expression.tree import Condition, NumberTree, Tree
    from basra_rules.profile.models import Profile

State: TypeAlias = tuple[int, tuple["Number", ...], int]
"""Of a set of cards: how many (or 0 where nobody asks), sums, and a bit for each kind of card that is there."""
States: TypeAlias = dict[State, "Places"]
Classes: TypeAlias = "Sequence[tuple[int, CardSet]]"
"""Cards of some classes, each with the class's place."""
Cap: TypeAlias = "Number | None"
Order: TypeAlias = "Callable[[Places], tuple[int, int, Places]]"


@dataclass(frozen=True, slots=True)
class Lens:
    """What is read of one set of cards, the captured ones or the floor.

    `worth` are the capture values by which sums are formed, one list for each way of counting; `kinds` are
    sets of cards of which it matters whether any is there.  Numbers above `most_count` and `most_sum`, where
    these are given, look alike.
    """

    counts: bool
    worth: tuple[tuple[Number | None, ...], ...]
    kinds: tuple[CardSet, ...]
    most_count: Number | None = None
    most_sum: Number | None = None

    @property
    def sees_only_whether(self) -> bool:
        """Tell whether all sets look alike that hold any card."""
        return not self.counts and not self.worth and self.kinds == (FULL_DECK,)

    def look(self, cards: CardSet) -> State:
        """Return what is seen of a set of cards."""
        sums = tuple(exact(sum(values[card] or 0 for card in iterate(cards))) for values in self.worth)
        bits = sum(1 << place for place, kind in enumerate(self.kinds) if kind & cards)
        return self._capped(cards.bit_count() if self.counts else 0, sums, bits)

    def join(self, one: State, other: State) -> State:
        """Return what is seen of two sets together."""
        sums = tuple(map(add, one[1], other[1])) if one[1] else ()
        return self._capped(one[0] + other[0], sums, one[2] | other[2])

    def recount(self, state: State) -> State:
        """Return what this lens sees where another one counted exactly."""
        return self._capped(state[0] if self.counts else 0, state[1], state[2])

    def _capped(self, count: int, sums: tuple[Number, ...], bits: int) -> State:
        if self.most_count is not None and count > self.most_count:
            count = int(self.most_count)
        most = self.most_sum
        if most is not None and sums:
            sums = tuple(min(total, most) for total in sums)
        return count, sums, bits


def by_size(places: Places) -> tuple[int, int, Places]:
    """Order sets by how many cards they have, then by the lowest cards."""
    return 0, len(places), places


def by_variety(places: Places) -> tuple[int, int, Places]:
    """Order sets by how often a class repeats, before all else: such sets come about more easily."""
    return len(places) - len(set(places)), len(places), places


def keep_best(states: States, state: State, places: Places, order: Order) -> None:
    """Keep the set for a state that comes first by `order`."""
    known = states.get(state)
    if known is None or order(places) < order(known):
        states[state] = places


def combine(lens: Lens, classes: Classes, order: Order = by_size) -> States:
    """Return every state that sets of these cards can have, with the first set for each."""
    *_, states = _growing(lens, classes, 52, order)
    return states


def combine_some(
    lens: Lens, classes: Classes, order: Order, *, most: int = 52, most_states: int
) -> tuple[States, bool, int]:
    """Return states that sets of at most `most` of these cards can have, whether none is left out, and the work.

    Where there are many, only so many of the smallest sets are gone on with.  The work is how many states were
    gone on with in all.
    """
    states: States = {}
    work = 0
    is_all = most >= sum(cards.bit_count() for _, cards in classes)
    for states in _growing(lens, classes, most, order):
        work += len(states)
        if len(states) > most_states:
            is_all = False
            for state, _ in smallest_first(states)[most_states:]:
                del states[state]
    return states, is_all, work


def combine_few(lens: Lens, classes: Classes, most_states: int, order: Order = by_size) -> States | None:
    """Return every state that sets of these cards can have, or None where there are more than `most_states`."""
    for states in _growing(lens, classes, 52, order):
        if len(states) > most_states:
            return None
    return states


def _growing(lens: Lens, classes: Classes, most: int, order: Order) -> Iterator[States]:
    """Yield the states of sets of no cards, then of cards of the first class, then also of the second, and so on.

    Of what is taken out of a yielded mapping nothing follows.
    """
    states: States = {lens.look(0): ()}
    yield states
    for place, cards in classes:
        steps = list(_multiples(lens, place, cards, most))
        longer: States = dict(states)
        for state, places in states.items():
            for step, added in steps:
                if len(places) + len(added) <= most:
                    keep_best(longer, lens.join(state, step), places + added, order)
        states = longer
        yield states


def _multiples(lens: Lens, place: int, cards: CardSet, most: int) -> Iterator[tuple[State, Places]]:
    taken = 0
    for number, card in enumerate(iterate(cards), 1):
        if number > most:
            return
        taken |= 1 << card
        yield lens.look(taken), (place,) * number


@dataclass(frozen=True)
class Reading:
    """What the expressions of a domain read when one card is played.

    `around` tells floors apart that differ in what is read of them, or in what may have gone before, lie on
    top, or must be taken besides.
    """

    captured: Lens
    floor: Lens
    around: Lens
    sweep: bool
    groups: Mapping[EqualGroups, Callable[[Situation], bool]]
    top: tuple[CardSet, ...]
    look: Callable[[Case], Hashable]

    @property
    def both(self) -> Lens:
        """Return a lens that sees of a set of cards all that matters of captured cards and of floors."""
        return _joined(self.captured, self.around)

    @cached_property
    def look_captured(self) -> Callable[[CardSet], State]:
        """Return what is seen of captured cards, worked out once for each set."""
        return cache(self.captured.look)

    @cached_property
    def look_floor(self) -> Callable[[CardSet], State]:
        """Return what is seen of the floor, worked out once for each set."""
        return cache(self.floor.look)

    def key(self, case: Case) -> Hashable:
        """Return all that can be read of a play; equal for two that no expression tells apart."""
        now = situation(case.table, case.action)
        return (
            self.look_captured(now.captured),
            self.look_floor(now.floor),
            self.sweep and now.captured == now.floor,
            tuple(holds(now) for holds in self.groups.values()),
            tuple(now.top is not None and cards >> now.top & 1 for cards in self.top),
            self.look(case),
        )


def _joined(one: Lens, other: Lens) -> Lens:
    """Return a lens that sees all that either sees."""
    return Lens(
        one.counts or other.counts,
        tuple(dict.fromkeys((*one.worth, *other.worth))),
        tuple(dict.fromkeys((*one.kinds, *other.kinds))),
        _higher(one.counts, one.most_count, other.counts, other.most_count),
        _higher(bool(one.worth), one.most_sum, bool(other.worth), other.most_sum),
    )


def _higher(one: bool, cap: Cap, other: bool, other_cap: Cap) -> Cap:
    """Return the cap under which both of two numbers, those that are read, are still seen; None for no cap."""
    caps = [number for is_read, number in ((one, cap), (other, other_cap)) if is_read]
    return None if None in caps or not caps else max(number for number in caps if number is not None)


def reading_of(domain: Domain, card: Card, *, coarse: bool = False) -> Reading:
    """Return what the domain's expressions read when `card` is played.

    With `coarse`, numbers that are only compared with fixed ones are not told apart above all of these.
    """
    gathered = _Gathered(coarse=coarse)
    for profile, rules in zip(domain.profiles, domain.rules, strict=True):
        for tree in _open_trees(profile, rules.tables, card):
            gathered.add(tree, rules.tables, card)
    sight = domain.sight
    picks = tuple(pick.cards for rules in domain.rules for pick in rules.capture.ways[card].picks)
    sweep = "sweep" in gathered.names

    @cache
    def look(trailed: bool, floor_count: int, last: bool) -> Hashable:
        return sight.look(Previous(trailed, floor_count)), last and sight.last_card

    return Reading(
        captured=gathered.lens("count", "sum", Subject.CAPTURED),
        floor=gathered.lens("floor.count", "floor.sum", Subject.FLOOR),
        around=gathered.around(sight, (*([FULL_DECK] if sweep else []), *picks)),
        sweep=sweep,
        groups=gathered.groups,
        top=tuple(dict.fromkeys(gathered.top)),
        look=lambda case: look(case.table.previous.trailed, case.table.previous.floor_count, case.table.last_card),
    )


def lens_of_condition(domain: Domain, tree: Condition | None, card: Card) -> Lens:
    """Return what tells floors apart on which a condition of the domain's first profile may differ, and empty ones."""
    gathered, deck = _Gathered(coarse=True), domain.rules[0].tables
    for part in open_parts(tree, deck, card) if tree is not None else ():
        gathered.add(part, deck, card)
    return gathered.around(domain.sight, (FULL_DECK,))


class _Gathered:
    """What several profiles' expressions read, as far as the played card does not settle them."""

    def __init__(self, *, coarse: bool) -> None:
        self.coarse = coarse
        self.caps: dict[str, Cap] = {}
        self.names: set[str] = set()
        self.values: list[tuple[Number | None, ...]] = []
        self.kinds: dict[Subject, list[CardSet]] = {Subject.CAPTURED: [], Subject.FLOOR: []}
        self.groups: dict[EqualGroups, Callable[[Situation], bool]] = {}
        self.top: list[CardSet] = []

    def add(self, tree: Condition | NumberTree, deck: DeckTables, card: Card) -> None:
        self.names |= names_used(tree)
        self._add_caps(tree, deck, card)
        self._add_numeric(tree, deck)
        self._add_patterns(tree, deck, card)
        for part in parts_of(tree, EqualGroups):
            self.groups[part] = _remembering(compile_condition(part, deck, card))
            self.names |= {"sum", "count"}
            self.kinds[Subject.CAPTURED].append(FULL_DECK & ~deck.numeric)
        if names_used(tree) & {"sum", "floor.sum"} or any(True for _ in parts_of(tree, EqualGroups)):
            self.values.append(deck.values)

    def _add_caps(self, tree: Condition | NumberTree, deck: DeckTables, card: Card) -> None:
        """Note up to where each number matters: it always does where it is more than compared with a fixed one."""
        if isinstance(tree, EqualGroups):
            self.caps |= {"sum": None, "count": None}
        elif isinstance(tree, Compared):
            for one, other in zip(tree.terms, tree.terms[1:], strict=False):
                self._add_pair(one, other, deck, card)
        elif isinstance(tree, Literal | NumberName | Negated | Arithmetic):
            self.caps |= dict.fromkeys(names_used(tree))

    def _add_pair(self, one: NumberTree, other: NumberTree, deck: DeckTables, card: Card) -> None:
        for name, number in ((one, other), (other, one)):
            fixed = compile_amount(number, deck, card)
            if isinstance(name, NumberName) and not callable(fixed):
                known = self.caps.get(name.name, 0)
                self.caps[name.name] = None if known is None else max(known, floor(fixed) + 1)
            elif callable(fixed):
                self.caps |= dict.fromkeys(names_used(number) if not isinstance(number, NumberName) else ())
                if callable(compile_amount(name, deck, card)):
                    self.caps |= dict.fromkeys(names_used(name) | names_used(number))

    def _add_numeric(self, tree: Tree, deck: DeckTables) -> None:
        names = names_used(tree)
        if "numeric" in names:
            self.kinds[Subject.CAPTURED].append(FULL_DECK & ~deck.numeric)
        if "floor.numeric" in names:
            self.kinds[Subject.FLOOR].append(FULL_DECK & ~deck.numeric)

    def _add_patterns(self, tree: Tree, deck: DeckTables, card: Card) -> None:
        for part in parts_of(tree, CardsAre):
            wanted = compile_pattern(part.pattern, deck, card)
            if part.negated:
                wanted = FULL_DECK & ~wanted
            self.kinds[part.subject].append(wanted if part.quantifier is Quantifier.ANY else FULL_DECK & ~wanted)
        for single in parts_of(tree, CardIs):
            if single.subject is SingleCard.TOP:
                self.top.append(compile_pattern(single.pattern, deck, card))

    def lens(self, count: str, total: str, subject: Subject) -> Lens:
        values = tuple(dict.fromkeys(self.values)) if total in self.names else ()
        # of captured cards it always matters whether there are any
        some = [FULL_DECK] if subject is Subject.CAPTURED else []
        kinds = tuple(dict.fromkeys(kind for kind in (*some, *self.kinds[subject]) if kind))
        most_count, most_sum = (self.caps.get(name) if self.coarse else None for name in (count, total))
        return Lens(count in self.names, values, kinds, most_count, most_sum)

    def around(self, sight: Sight, kinds: tuple[CardSet, ...]) -> Lens:
        """Return what tells floors apart, with what may have gone before, what lies on top, and these kinds."""
        tops = (*self.top, *(FULL_DECK & ~cards for cards in self.top))
        floor = self.lens("floor.count", "floor.sum", Subject.FLOOR)
        return _joined(floor, Lens(bool(sight.counted), (), (*tops, *kinds), sight.counted))


def _remembering(test: Callable[[Situation], bool] | bool) -> Callable[[Situation], bool]:
    """Return a test of the captured cards alone that is worked out once for each set of them."""
    known: dict[CardSet, bool] = {}

    def holds(now: Situation) -> bool:
        if now.captured not in known:
            known[now.captured] = test if isinstance(test, bool) else test(now)
        return known[now.captured]

    return holds


def _open_trees(profile: Profile, deck: DeckTables, card: Card) -> Iterator[Condition | NumberTree]:
    """Yield the expressions, or the parts of them, that the played card does not settle."""
    for way in profile.capture.ways.values():
        if way.when is not None and compile_pattern(way.played.tree, deck, card) >> card & 1:
            yield from open_parts(way.when.tree, deck, card)
    for bonus in profile.bonuses.values():
        if compile_condition(bonus.when.tree, deck, card) is not False:
            yield from open_parts(bonus.when.tree, deck, card)
            yield bonus.points.tree


def open_parts(tree: Condition, deck: DeckTables, card: Card) -> Iterator[Condition]:
    """Yield the parts of a condition that the played card does not settle."""
    if isinstance(compile_condition(tree, deck, card), bool):
        return
    parts: Iterable[Condition]
    if isinstance(tree, And | Or):
        parts = tree.parts
    elif isinstance(tree, Not):
        parts = (tree.operand,)
    else:
        yield tree
        return
    for part in parts:
        yield from open_parts(part, deck, card)


def smallest_first(states: Mapping[State, Places]) -> list[tuple[State, Places]]:
    """Return the states, those of the smallest sets first."""
    return sorted(states.items(), key=lambda one: (len(one[1]), one[1]))
