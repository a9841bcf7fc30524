"""Two rules side by side: the same deals and the same chance under both, so that most of chance cancels out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from basra_rules.errors import UsageError
from basra_rules.simulation.simulating import Simulator
from basra_rules.simulation.statistics import Estimate, estimate

if TYPE_CHECKING:
    from collections.abc import Iterator

    from basra_rules.rules.model import Rules
    from basra_rules.simulation.simulating import Crew, Request, Simulation


@dataclass(frozen=True, slots=True)
class Difference:
    """What the other rules change: points of each side, and how many deals come out differently."""

    points: tuple[Estimate, ...]
    changed: Estimate


class Comparison:
    """Plays deals under two rules in step.

    Raises:
        UsageError: so many play in different numbers of sides.
    """

    def __init__(self, rules: Rules, other: Rules, request: Request, crew: Crew) -> None:
        self._simulators = tuple(Simulator(one, request, crew, keep_points=True) for one in (rules, other))
        self.simulations: tuple[Simulation, ...] = tuple(one.simulation for one in self._simulators)
        first, second = (one.table for one in self.simulations)
        if first.sides != second.sides:
            raise UsageError(f"they can't be compared: {first.sides} sides play by one, {second.sides} by the other")
        if first.fits != second.fits:
            for one in self._simulators:
                one.way = next(each.way for each in self._simulators if not each.simulation.table.fits)
        self._sums = [0] * first.sides
        self._squares = [0] * first.sides
        self._changed = 0
        self._deals = 0

    def get_ready(self) -> None:
        """Compile what has to be compiled."""
        self._simulators[0].get_ready()

    def advance(self, count: int) -> Iterator[int]:
        """Play `count` deals more under both rules; yield how many were played, stretch by stretch."""
        first, second = self._simulators
        sides = len(self._sums)
        scale, other_scale = (one.table.scale for one in self.simulations)
        for chunk, other in zip(first.advance(count), second.advance(count), strict=True):
            differences = [
                theirs * scale - ours * other_scale for ours, theirs in zip(chunk.points, other.points, strict=True)
            ]
            for side in range(sides):
                own = differences[side::sides]
                self._sums[side] += sum(own)
                self._squares[side] += sum([one * one for one in own])
            deals = len(differences) // sides
            self._changed += sum(any(differences[at : at + sides]) for at in range(0, len(differences), sides))
            self._deals += deals
            yield deals

    def difference(self) -> Difference:
        """Return what was found so far: the other rules' points less the first ones'."""
        scale = self.simulations[0].table.scale * self.simulations[1].table.scale
        points = tuple(
            estimate(total / scale, squares / scale**2, self._deals)
            for total, squares in zip(self._sums, self._squares, strict=True)
        )
        return Difference(points, estimate(self._changed, self._changed, self._deals))
