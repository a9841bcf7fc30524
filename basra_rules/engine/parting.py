"""Deciding about one set of cards without listing the others.

To see whether cards part into groups: the card of the highest class must be in some group, each group
that it can be in is tried, and what failed once is not tried again.  There are few ways to place high
cards, so the search stays short: for a ten on the 36 cards from ace to nine, some dozens of states.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from basra_rules.engine.groups import iterate_groups, iterate_sums

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from basra_rules.engine.layout import GroupRule, Layout, Vector

MOST_TRIED = 20_000
"""So many ways to enlarge a set are tried; more of them exist only by rules far from any real game."""

MOST_LISTED = 500
"""So many groups are listed once for all; where there are more, those that fit are looked for each time."""


def picked_vectors(layout: Layout, capacity: Vector) -> set[Vector]:
    """Return what the picks may take of `capacity`: each in turn one card, where there is one."""
    chosen = {0}
    for pick in range(len(layout.picks)):
        grown: set[Vector] = set()
        for vector in chosen:
            counts = layout.counts(capacity - vector)
            open_to = [place for place, one in enumerate(layout.classes) if counts[place] and pick in one.picks]
            grown.update([vector + layout.unit(place) for place in open_to] or [vector])
        chosen = grown
    return chosen


def is_legal(layout: Layout, capacity: Vector, vector: Vector) -> bool:
    """Tell whether `vector` is what the picks take of `capacity`, and any groups besides."""
    parting = _Parting(layout, vector)
    return any(
        layout.fits(picked, vector) and parting.is_union(vector - picked) for picked in picked_vectors(layout, capacity)
    )


def find_larger(layout: Layout, capacity: Vector, vector: Vector) -> Vector | None:
    """Return a legal vector within `capacity` that has all of the legal `vector` and more, if there is one.

    It need not contain the groups of `vector`: where 9 9 2 are left, the 8 1 1 of a ten grow to
    8 2, 9 1 and 9 1.
    """
    for rule in layout.groups:
        if not rule.single:
            for group in iterate_groups(layout, capacity - vector, rule):
                return vector + group
    parting = _Parting(layout, capacity)
    candidates = _larger_vectors(layout, capacity, vector, parting)
    for picked, groups in islice(candidates, MOST_TRIED):
        if parting.is_union(groups):
            return picked + groups
    return None


def _larger_vectors(
    layout: Layout, capacity: Vector, vector: Vector, parting: _Parting
) -> Iterator[tuple[Vector, Vector]]:
    """Yield what the picks may take and, apart from it, what the groups must come to, to exceed `vector`."""
    for picked in picked_vectors(layout, capacity):
        within = layout.fits(picked, vector)
        needed = layout.beyond(vector, picked)
        if needed & layout.idle:
            continue
        rest = capacity - picked - needed
        start = layout.total(needed)
        for total in parting.totals:
            if total > start:
                for more in iterate_sums(layout, rest, total - start):
                    yield picked, needed + more
            elif total == start and not within:
                yield picked, needed


class _Parting:
    """The search for groups that use up given cards, no more than `capacity`.

    `totals` are the sums that groups can come to, in rising order.
    """

    def __init__(self, layout: Layout, capacity: Vector) -> None:
        self._layout = layout
        self._capacity = capacity
        self._failed: set[tuple[Vector, int]] = set()
        self._by_top: dict[tuple[int, int], list[Vector] | None] = {}
        self.totals = sorted(_group_totals(layout.groups, layout.total(capacity), capacity >> layout.count_shift))

    def is_union(self, vector: Vector) -> bool:
        """Tell whether the cards part into groups."""
        possible = not vector & self._layout.idle and self._layout.total(vector) in self.totals
        return possible and self._succeeds(vector, 0)

    def _succeeds(self, vector: Vector, used: int) -> bool:
        """Tell whether they do; `used` has a bit for each single rule used up."""
        if not vector:
            return True
        if (vector, used) in self._failed:
            return False
        for place, rule in enumerate(self._layout.groups):
            if not used >> place & 1:
                after = used | rule.single << place
                for group in self._groups(place, vector):
                    if self._succeeds(vector - group, after):
                        return True
        self._failed.add((vector, used))
        return False

    def _groups(self, place: int, vector: Vector) -> Iterable[Vector]:
        """Return the groups of one rule, within `vector`, that have a card of its highest class."""
        layout = self._layout
        top = layout.top(vector)
        groups = self._all_groups(place, top)
        if groups is None:
            return iterate_groups(layout, vector, layout.groups[place], top)
        slack, guards = layout.slack(vector), layout.guards
        return [group for group in groups if not group + slack & guards]

    def _all_groups(self, place: int, top: int) -> list[Vector] | None:
        """Return the groups of one rule whose highest class is that at `top`; None if they are too many."""
        if (place, top) not in self._by_top:
            layout = self._layout
            lower = self._capacity & (1 << layout.width * (top + 1)) - 1
            groups = list(islice(iterate_groups(layout, lower, layout.groups[place], top), MOST_LISTED + 1))
            self._by_top[place, top] = groups if len(groups) <= MOST_LISTED else None
        return self._by_top[place, top]


def _group_totals(rules: tuple[GroupRule, ...], most: int, number: int) -> set[int]:
    """Return what groups of at most `number` cards can come to, up to `most`."""
    totals = {0}
    for rule in rules:
        layer = totals
        for _ in range(1 if rule.single else number):
            layer = {total + rule.total for total in layer if total + rule.total <= most} - totals
            totals = totals | layer
    return totals
