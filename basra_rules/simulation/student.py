"""Student's t distribution: how far intervals of few observations reach.

The formulas are 26.7.3 to 26.7.5 of Abramowitz and Stegun, Handbook of Mathematical Functions (1964).
"""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin, sqrt, tan

NORMAL_95 = 1.959964
"""How many standard errors the middle 95 % of a normal distribution reach to either side."""
_FEW = 100
"""Up to so many degrees of freedom the distribution is added up, beyond a series is exact enough."""


@cache
def reach_95(freedom: int) -> float:
    """Return how many standard errors the middle 95 % reach to either side, for so many degrees of freedom."""
    return _reach_of_few(freedom) if freedom <= _FEW else _reach_of_many(freedom)


def _reach_of_few(freedom: int) -> float:
    low, high = 0.0, pi / 2
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _middle(middle, freedom) < 0.95 else (low, middle)
    return sqrt(freedom) * tan(low)


def _middle(angle: float, freedom: int) -> float:
    """Return how probable it is that t is, up or down, at most the root of `freedom` times the angle's tangent."""
    odd = freedom % 2
    term = cos(angle) if odd else 1.0
    total = 0.0
    for power in range(odd, freedom - 1, 2):
        total += term
        term *= (power + 1) / (power + 2) * cos(angle) ** 2
    return 2 / pi * (angle + sin(angle) * total) if odd else sin(angle) * total


def _reach_of_many(freedom: int) -> float:
    x = NORMAL_95
    first = (x**3 + x) / 4
    second = (5 * x**5 + 16 * x**3 + 3 * x) / 96
    return x + first / freedom + second / freedom**2
