"""Groups: the ways of making a total from so many cards of each class."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from basra_rules.engine.layout import GroupRule, Layout, Vector

_LARGEST_LISTED = 1 << 16
"""Above this total, the sums that cards can make are bounded rather than listed."""


class _Part(NamedTuple):
    """So many cards of one value; what they make together with all parts of lower values.

    `sums` has a bit for each sum that they can make; 0 where that would be too many bits.
    """

    value: int
    number: int
    unit: Vector
    highest: int
    sums: int

    def can_make(self, total: int) -> bool:
        return total <= self.highest and bool(not self.sums or self.sums >> total & 1)


def iterate_groups(layout: Layout, available: Vector, rule: GroupRule, must: int | None = None) -> Iterator[Vector]:
    """Yield the vectors of all groups that `rule` makes of the available cards, each once.

    With `must`, only those with a card of the class at that place, of which one is available.
    Groups of the highest values come first.
    """
    left, start = rule.total, 0
    if must is not None:
        left -= layout.classes[must].value
        start = layout.unit(must)
    if left >= 0:
        for vector in iterate_sums(layout, available - start, left):
            if (start + vector) >> layout.count_shift >= rule.smallest:
                yield start + vector


def iterate_sums(layout: Layout, available: Vector, total: int) -> Iterator[Vector]:
    """Yield the vectors of all sets of available cards that come to `total`, each once."""
    parts = _parts(layout, available, total)
    return _complete(parts, len(parts), total, 0)


def has_group(layout: Layout, available: Vector, rule: GroupRule) -> bool:
    """Tell whether `rule` makes any group of the available cards."""
    return next(iterate_groups(layout, available, rule), None) is not None


def _parts(layout: Layout, available: Vector, total: int) -> list[_Part]:
    parts: list[_Part] = []
    highest = 0
    sums = 1 if total <= _LARGEST_LISTED else 0
    for place, (one, count) in enumerate(zip(layout.classes, layout.counts(available), strict=True)):
        if count and 0 < one.value <= total:
            highest += count * one.value
            for _ in range(count):
                sums |= sums << one.value
            parts.append(_Part(one.value, count, layout.unit(place), highest, sums))
    return parts


def _complete(parts: Sequence[_Part], length: int, left: int, vector: Vector) -> Iterator[Vector]:
    """Yield `vector` with all that the first `length` parts can add to it that comes to `left`."""
    if not left:
        yield vector
    elif length and parts[length - 1].can_make(left):
        value, most, unit, _, _ = parts[length - 1]
        for number in range(min(most, left // value), -1, -1):
            yield from _complete(parts, length - 1, left - number * value, vector + number * unit)
