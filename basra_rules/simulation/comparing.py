"""Two rules side by side: the same cards and the same chance under both, so that most of chance cancels out."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from basra_rules.errors import UsageError
from basra_rules.simulation.simulating import Simulator
from basra_rules.simulation.statistics import Estimate, Share, estimate, share_of
from basra_rules.simulation.worktable import Way

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from basra_rules.rules.model import Rules
    from basra_rules.simulation.simulating import Crew, Request, Simulation


@dataclass(frozen=True, slots=True)
class Difference:
    """What the other rules change.  Units: points a deal.

    `points` of each side and `together` of all of them: how many more there are; `gap`: by how much the points of a
    side are another number, up or down; `changed`: how many deals come out differently for some side.
    """

    points: tuple[Estimate, ...]
    together: Estimate
    gap: Estimate
    changed: Share


class _Sum:
    """A sum of whole numbers, and of their squares."""

    def __init__(self) -> None:
        self.total = 0
        self.squares = 0

    def add(self, numbers: Sequence[int]) -> None:
        self.total += sum(numbers)
        self.squares += sum([one * one for one in numbers])

    def estimate(self, scale: int, count: int) -> Estimate:
        return estimate(self.total / scale, self.squares / scale**2, count)


class Comparison:
    """Plays deals under two rules in step; where their decks differ, all cards of both are shuffled.

    Raises:
        UsageError: so many play in different numbers of sides.
    """

    def __init__(self, rules: Rules, other: Rules, request: Request, crew: Crew, way: Way | None = None) -> None:
        request = replace(request, shuffled=rules.deck | other.deck)
        self._simulators = tuple(Simulator(one, request, crew, keep_points=True, way=way) for one in (rules, other))
        self.simulations: tuple[Simulation, ...] = tuple(one.simulation for one in self._simulators)
        ours, theirs = (one.table.sides for one in self.simulations)
        if ours != theirs:
            raise UsageError(f"they can't be compared: {ours} sides play by one, {theirs} by the other")
        if any(one.way is Way.INTERPRETED for one in self._simulators):
            for one in self._simulators:
                one.way = Way.INTERPRETED
        self._points = [_Sum() for _ in range(ours)]
        self._together = _Sum()
        self._gap = _Sum()
        self._changed = 0
        self._deals = 0

    @property
    def way(self) -> Way:
        """Return how both are played."""
        return self._simulators[0].way

    def get_ready(self) -> None:
        """Compile what has to be compiled."""
        self._simulators[0].get_ready()

    def advance(self, count: int) -> Iterator[int]:
        """Play `count` deals more under both rules; yield how many were played, stretch by stretch."""
        first, second = self._simulators
        scale, other_scale = (one.table.scale for one in self.simulations)
        for chunk, other in zip(first.advance(count), second.advance(count), strict=True):
            yield self._add(
                [theirs * scale - ours * other_scale for ours, theirs in zip(chunk.points, other.points, strict=True)]
            )

    def _add(self, differences: Sequence[int]) -> int:
        """Add the differences of some deals, by deal and side; return how many deals."""
        sides = len(self._points)
        by_side = [differences[side::sides] for side in range(sides)]
        for found, own in zip(self._points, by_side, strict=True):
            found.add(own)
        gaps = [sum(map(abs, deal)) for deal in zip(*by_side, strict=True)]
        self._together.add(list(map(sum, zip(*by_side, strict=True))))
        self._gap.add(gaps)
        self._changed += len(gaps) - gaps.count(0)
        self._deals += len(gaps)
        return len(gaps)

    def difference(self) -> Difference:
        """Return what was found so far: the other rules' points less the first ones'."""
        scale, deals = self.simulations[0].table.scale * self.simulations[1].table.scale, self._deals
        return Difference(
            points=tuple(found.estimate(scale, deals) for found in self._points),
            together=self._together.estimate(scale, deals),
            gap=self._gap.estimate(scale * len(self._points), deals),
            changed=share_of(self._changed, deals),
        )
