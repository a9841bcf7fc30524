"""Deals each by itself: nothing is carried into one, so that each is independent of all others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra_rules.simulation.chunks import play_stretch
from basra_rules.simulation.tables import compile_table
from basra_rules.simulation.worktable import Worktable

if TYPE_CHECKING:
    from basra_rules.rules.model import Rules
    from basra_rules.simulation.simulating import Request
    from basra_rules.simulation.worktable import Way


class SingleDeals:
    """Plays any deal of a request by its number.

    Raises:
        UsageError: the rules are not for so many players.
    """

    def __init__(self, rules: Rules, request: Request, way: Way) -> None:
        self._rules = rules
        self._policy = request.policy
        table = compile_table(rules, request.players, request.shuffled)
        self._worktable = Worktable(table, request.seed, matches=False, deals=1, way=way)
        self._nothing = (0,) * len(table.carries)
        self.sides = table.sides
        self.scale = table.scale

    def play(self, number: int) -> tuple[tuple[int, ...], int]:
        """Return the points of each side in a deal, and what it carries on; 1 point is `scale`.

        Raises:
            UsageError: the deal is void however often it is dealt again.
        """
        play_stretch(self._worktable, number, number + 1, self._nothing, self._policy, self._rules)
        return tuple(self._worktable.points[: self.sides]), sum(self._worktable.carries)
