"""All that a card can take from a floor, as vectors: listed, ordered, counted and drawn by number.

A vector says how many cards of each class are taken; the sets of cards behind it are as many as the
product of binomials says.  A floor of 40 cards has thousands of millions of sets, but seldom more
than some hundred thousand vectors.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import accumulate, combinations, islice
from math import comb, prod
from typing import TYPE_CHECKING

from basra_rules.cards import card_set, cards_of
from basra_rules.engine.groups import iterate_groups
from basra_rules.engine.parting import find_larger, picked_vectors

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from basra_rules.cards import CardSet
    from basra_rules.engine.layout import GroupRule, Layout, Vector

MOST_VECTORS = 350_000
MOST_GROUPS = 2_000
MOST_STEPS = 2_000_000
MOST_GROWN = 10
"""Where rules go beyond these, only a part of what is legal is found, and `exact` is False."""

_FEW = 4
"""Of so many cards that are alike all sets of some number are remembered."""

_SMALL = 10
"""Floors with so many cards in question are remembered in great number, larger ones only a few."""


@dataclass(frozen=True, slots=True)
class Patterns:
    """The legal vectors, those with most cards and then the highest values first.

    `running` counts the sets behind each vector and all before it.
    """

    vectors: tuple[Vector, ...]
    running: tuple[int, ...]
    exact: bool


def patterns_of(layout: Layout, capacity: Vector) -> Patterns:
    """Return what can be taken of `capacity`, the cards in the layout's scope that lie on the floor.

    The empty vector is among them where nothing of them need be taken.
    """
    if capacity >> layout.count_shift <= _SMALL:
        return _small_patterns(layout, capacity)
    return _large_patterns(layout, capacity)


def _find_patterns(layout: Layout, capacity: Vector) -> Patterns:
    found, exact = find_vectors(layout, capacity)
    vectors = sorted(found, reverse=True)
    if layout.maximal:
        vectors = _only_maximal(layout, capacity, vectors, exact)
    count_sets = _set_counter(layout, capacity)
    return Patterns(tuple(vectors), tuple(accumulate(map(count_sets, vectors))), exact)


_small_patterns = lru_cache(maxsize=1 << 15)(_find_patterns)
_large_patterns = lru_cache(maxsize=8)(_find_patterns)


def forget_patterns() -> None:
    """Forget what was found, so that it can be timed anew."""
    _small_patterns.cache_clear()
    _large_patterns.cache_clear()


def find_vectors(layout: Layout, capacity: Vector, most: int = MOST_VECTORS) -> tuple[set[Vector], bool]:
    """Return what can be taken, whether or not more must be, and whether that is all: it is not beyond `most`."""
    reached = picked_vectors(layout, capacity)
    exact = True
    for rule in layout.groups:
        groups, all_groups = _groups(layout, capacity, rule)
        add = _add_one_group if rule.single else _add_groups
        reached, all_vectors = add(layout, capacity, reached, groups, most)
        exact = exact and all_groups and all_vectors
    return reached, exact


def _groups(layout: Layout, capacity: Vector, rule: GroupRule) -> tuple[list[Vector], bool]:
    """Return the groups with most cards first: few of those go together, so that the work stays small."""
    groups = list(islice(iterate_groups(layout, capacity, rule), MOST_GROUPS + 1))
    return sorted(groups[:MOST_GROUPS], reverse=True), len(groups) <= MOST_GROUPS


def _add_groups(
    layout: Layout, capacity: Vector, start: set[Vector], groups: Sequence[Vector], most: int
) -> tuple[set[Vector], bool]:
    """Return `start` with any number of disjoint groups added, and whether that is all of it."""
    slack, guards = layout.slack(capacity), layout.guards
    reached, steps = set(start), 0
    for group in groups:
        shifted = group + slack
        layer = reached
        while layer:
            steps += len(layer)
            layer = {vector + group for vector in layer if not vector + shifted & guards}
            layer -= reached
            reached |= layer
            if len(reached) > most or steps > MOST_STEPS:
                return reached, False
    return reached, True


def _add_one_group(
    layout: Layout, capacity: Vector, start: set[Vector], groups: Sequence[Vector], most: int
) -> tuple[set[Vector], bool]:
    """Return `start` with at most one group added, and whether that is all of it."""
    slack, guards = layout.slack(capacity), layout.guards
    reached = set(start)
    for group in groups:
        shifted = group + slack
        reached |= {vector + group for vector in start if not vector + shifted & guards}
        if len(reached) > most:
            return reached, False
    return reached, True


def _only_maximal(layout: Layout, capacity: Vector, vectors: Sequence[Vector], exact: bool) -> list[Vector]:
    """Return those that no other legal vector contains; where not all are known, some of them.

    Source: G1, `capture.groups: maximal`.
    """
    if not exact:
        return sorted({_grow(layout, capacity, vector) for vector in vectors[:MOST_GROWN]}, reverse=True)
    guards = layout.guards
    kept: dict[Vector, Vector] = {}  # with the guards set, so that a difference shows where it borrows
    for vector in _without_room(layout, capacity, vectors):
        bare = vector & layout.fields
        if all((larger - bare) & guards != guards for larger in kept.values()):
            kept[vector] = bare | guards
    return list(kept)


def _grow(layout: Layout, capacity: Vector, vector: Vector) -> Vector:
    """Return a maximal vector that contains the legal `vector`."""
    larger = find_larger(layout, capacity, vector)
    while larger is not None:
        vector, larger = larger, find_larger(layout, capacity, larger)
    return vector


def _without_room(layout: Layout, capacity: Vector, vectors: Sequence[Vector]) -> list[Vector]:
    """Return the vectors to which no further group can be added as they are."""
    slack, guards = layout.slack(capacity), layout.guards
    closed = list(vectors)
    for rule in layout.groups:
        if not rule.single:
            for group in reversed(_groups(layout, capacity, rule)[0]):
                shifted = group + slack
                closed = [vector for vector in closed if vector + shifted & guards]
    return closed


def _set_counter(layout: Layout, capacity: Vector) -> Callable[[Vector], int]:
    """Return a function that counts the sets behind a vector; it remembers both halves of vectors."""
    sizes = layout.counts(capacity)
    middle = layout.width * (len(sizes) // 2)
    lower = (1 << middle) - 1

    @cache
    def count_half(half: Vector) -> int:
        return prod(comb(sizes[place], number) for place, number in _numbers(layout, half))

    return lambda vector: count_half(vector & lower) * count_half(vector & layout.fields & ~lower)


# The sets behind a vector, the highest class varying slowest, within a class in the order of the deck


def iterate_sets(layout: Layout, floor: CardSet, vector: Vector, start: CardSet = 0) -> Iterator[CardSet]:
    """Yield the sets of floor cards behind `vector`, each with the cards of `start` besides."""
    sets: Iterator[CardSet] = iter((start,))
    for cards, number in _blocks(layout, floor, vector):
        sets = _add_some(sets, cards, number)
    return sets


def _add_some(sets: Iterator[CardSet], cards: CardSet, number: int) -> Iterator[CardSet]:
    return (chosen | some for chosen in sets for some in _some_of(cards, number))


def _some_of(cards: CardSet, number: int) -> Iterable[CardSet]:
    """Return all sets of so many of `cards`."""
    if cards.bit_count() <= _FEW:
        return _few_of(cards, number)
    return map(card_set, combinations(cards_of(cards), number))


@lru_cache(maxsize=1 << 12)
def _few_of(cards: CardSet, number: int) -> tuple[CardSet, ...]:
    return tuple(map(card_set, combinations(cards_of(cards), number)))


def nth_set(layout: Layout, floor: CardSet, vector: Vector, number: int) -> CardSet:
    """Return the set that `iterate_sets` yields as number `number`, counted from 0."""
    chosen = 0
    for cards, taken in reversed(list(_blocks(layout, floor, vector))):
        number, place = divmod(number, comb(cards.bit_count(), taken))
        chosen |= _nth_combination(cards, taken, place)
    return chosen


def _nth_combination(cards: CardSet, taken: int, number: int) -> CardSet:
    """Return the combination of `taken` cards that comes as number `number` in the order of the deck."""
    chosen = 0
    left = list(cards_of(cards))
    while taken:
        card = left.pop(0)
        with_card = comb(len(left), taken - 1)
        if number < with_card:
            chosen |= 1 << card
            taken -= 1
        else:
            number -= with_card
    return chosen


def _blocks(layout: Layout, floor: CardSet, vector: Vector) -> Iterator[tuple[CardSet, int]]:
    """Yield the floor cards of each class of which `vector` has some, and how many it has, the highest class first."""
    for place, number in _numbers(layout, vector & layout.fields):
        yield layout.classes[place].cards & floor, number


def _numbers(layout: Layout, fields: Vector) -> Iterator[tuple[int, int]]:
    """Yield the place of each class of which there are some, and how many, the highest class first."""
    while fields:
        place = (fields.bit_length() - 1) // layout.width
        shift = place * layout.width
        yield place, fields >> shift
        fields &= (1 << shift) - 1
