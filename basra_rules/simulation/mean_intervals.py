"""Means of what is 0 most of the time: intervals that hold for few events as well as for many.

What is not 0 is taken for so many events of one size as have the same sum and the same sum of squares; then the
mean's interval is Wilson's of their share, times that size.  It has the usual width where events are many, and leans
to the side of the events where they are few.  Numbers above and below 0 are parted, and the intervals of both put
together as Zou and Donner do, Construction of confidence limits about effect measures (Statistics in Medicine, 2008).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

from basra_rules.simulation.student import NORMAL_95, reach_95


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean with its 95 % interval; None where nothing but 0 was seen, which says nothing of how large a number is."""

    value: float
    low: float | None
    high: float | None


@dataclass(slots=True)
class Moments:
    """A sum of numbers, none below 0, and of their squares."""

    total: int = 0
    squares: int = 0

    def add(self, number: int) -> None:
        """Add a number."""
        self.total += number
        self.squares += number * number

    def mean(self, count: int, scale: int = 1) -> tuple[float, float, float]:
        """Return the mean of so many numbers, and how far it may lie below and above; 1 is written as `scale`."""
        if not self.total:
            return 0.0, 0.0, 0.0
        mean = self.total / count
        size = self.squares / self.total
        low, high = _wilson(mean / size, count)
        return mean / scale, max(0.0, mean - low * size) / scale, max(0.0, high * size - mean) / scale

    def spread(self, count: int) -> float:
        """Return the standard deviation of so many numbers."""
        mean = self.total / count
        return sqrt(max(0.0, self.squares / count - mean * mean))


def _wilson(share: float, count: int) -> tuple[float, float]:
    """Return Wilson's interval of a share, by Student's reach: the size of an event is only estimated."""
    reach = reach_95(count - 1) if count > 1 else NORMAL_95
    square = reach**2 / count
    middle = (share + square / 2) / (1 + square)
    half = reach * sqrt(share * (1 - share) / count + square / (4 * count)) / (1 + square)
    return middle - half, middle + half


def mean_of(above: Moments, below: Moments, count: int, scale: int = 1) -> Mean:
    """Return the mean of `count` numbers from those above 0 and from those below, these without their sign."""
    up, up_low, up_high = above.mean(max(count, 1), scale)
    down, down_low, down_high = below.mean(max(count, 1), scale)
    if count <= 1 or not (above.total or below.total):
        return Mean(up - down, None, None)
    tied = _tie(above, below, count)
    low = sqrt(max(0.0, up_low**2 + down_high**2 + 2 * tied * up_low * down_high))
    high = sqrt(max(0.0, up_high**2 + down_low**2 + 2 * tied * up_high * down_low))
    return Mean(up - down, up - down - low, up - down + high)


def _tie(above: Moments, below: Moments, count: int) -> float:
    """Return how much both hang together, from 0 to 1: a number above 0 is none below."""
    spreads = above.spread(count) * below.spread(count)
    return min(1.0, above.total / count * (below.total / count) / spreads) if spreads else 0.0
