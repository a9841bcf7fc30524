"""Whether values can be parted into groups with one common total.

A search that fills one group after the other, each around the largest value that is left, and
remembers what it found impossible.  Only how often each value occurs matters, not which card it
is, so that equal cards cost nothing.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import TYPE_CHECKING, TypeAlias

from basra_rules.exact import Number, exact

if TYPE_CHECKING:
    from collections.abc import Iterator

_Counts: TypeAlias = tuple[int, ...]
_Sums: TypeAlias = frozenset[int] | None

# The sums that can be reached are kept for as many of the smallest values as give no more than this.
# With capture values by rank (13 values, four times each) that is the smaller half of the values at
# least, and the larger half has fewer combinations still: the search meets in the middle.
_MOST_SUMS = 5**7
# Values by rank stay far below this many steps.  Where values differ card by card, and are long
# numbers, a proof may be out of reach; an answer must come all the same, and then it is no.
_MOST_STEPS = 100_000


def can_part(values: tuple[Number, ...], groups: int) -> bool:
    """Tell whether `values` can be parted into that many groups, none empty, with one common total."""
    if groups < 1 or groups > len(values):
        return False
    return groups == 1 or _can_part(tuple(sorted(values, reverse=True)), groups)


def common_total(values: tuple[Number, ...], groups: int) -> Number:
    """Return what each of so many groups of `values` sums to, if they can be parted so."""
    together = sum(values)
    return exact(Fraction(together, groups)) if together % groups else together // groups


@lru_cache(maxsize=4096)
def _can_part(values: tuple[Number, ...], groups: int) -> bool:
    scale = lcm(*(value.denominator for value in values))
    whole = tuple(int(value * scale) for value in values)
    total, rest = divmod(sum(whole), groups)
    if rest or (whole[-1] >= 0 and whole[0] > total):
        return False
    if total:  # a zero may join any group
        whole = tuple(value for value in whole if value)
    return _Search(_survey(whole), total).can_fill(groups)


class _Survey:
    """What a search needs to know of its values: the distinct ones, how often each, the sums they reach.

    `sums` has one entry more than `values`: what values from that place on can sum to, or None
    where that is too much to keep.
    """

    def __init__(self, values: tuple[int, ...]) -> None:
        counted = Counter(values)
        self.values = tuple(counted)
        self.counts = tuple(counted.values())
        self.sums: list[_Sums] = [None] * len(counted) + [frozenset({0})]
        for place in reversed(range(len(counted))):
            later = self.sums[place + 1]
            if later is None or len(later) * (self.counts[place] + 1) > _MOST_SUMS:
                break
            multiples = [taken * self.values[place] for taken in range(self.counts[place] + 1)]
            self.sums[place] = frozenset(multiple + one for multiple in multiples for one in later)


_survey = lru_cache(maxsize=64)(_Survey)


class _Search:
    """One search for groups that each sum to `total`."""

    def __init__(self, survey: _Survey, total: int) -> None:
        self._survey = survey
        self._total = total
        self._impossible: set[tuple[_Counts, int]] = set()
        self._steps = 0

    def can_fill(self, groups: int) -> bool:
        """Tell whether all the values part into `groups` groups."""
        return self._can_fill(self._survey.counts, groups)

    def _can_fill(self, counts: _Counts, groups: int) -> bool:
        if not any(counts) or (counts, groups) in self._impossible:
            return False
        if groups == 1:  # what is left has the right sum, because the whole has
            return True
        largest = next(place for place, count in enumerate(counts) if count)
        missing = self._total - self._survey.values[largest]
        for left in self._fillings(_without(counts, largest, 1), largest, missing):
            if self._can_fill(left, groups - 1):
                return True
        self._impossible.add((counts, groups))
        return False

    def _fillings(self, counts: _Counts, place: int, missing: int) -> Iterator[_Counts]:
        """Yield what is left when values from `place` on, with the sum `missing`, are taken out."""
        self._steps += 1
        if self._steps > _MOST_STEPS or not self._may_reach(counts, place, missing):
            return
        if place == len(counts):
            yield counts
            return
        choices = range(counts[place] + 1)
        # Large values first leave the small ones, which fit anywhere.  Groups of total 0 can always
        # be merged, so there the smallest groups come first.
        for taken in reversed(choices) if self._total else choices:
            rest = missing - taken * self._survey.values[place]
            yield from self._fillings(_without(counts, place, taken), place + 1, rest)

    def _may_reach(self, counts: _Counts, place: int, missing: int) -> bool:
        sums = self._survey.sums[place]
        if sums is not None:
            return missing in sums
        left = [count * value for count, value in zip(counts[place:], self._survey.values[place:], strict=True)]
        return sum(part for part in left if part < 0) <= missing <= sum(part for part in left if part > 0)


def _without(counts: _Counts, place: int, taken: int) -> _Counts:
    return (*counts[:place], counts[place] - taken, *counts[place + 1 :]) if taken else counts
