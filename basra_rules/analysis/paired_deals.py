"""The same deals under two rule sets: how often they are scored differently, and by how much.

Each deal is played by itself, with nothing carried into it, so that the pairs are independent and their intervals
hold.  What a deal carries on counts among the points of all sides together, and for no side.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from basra_rules.analysis.fingerprint import fingerprint
from basra_rules.analysis.score_parting import common_players, players_with_equal_sides
from basra_rules.errors import UsageError
from basra_rules.players.policy import Policy
from basra_rules.simulation.kernel import places
from basra_rules.simulation.mean_intervals import Mean, Moments, mean_of
from basra_rules.simulation.simulating import Request
from basra_rules.simulation.single_deals import SingleDeals
from basra_rules.simulation.statistics import Share, share_of
from basra_rules.simulation.tables import compile_table
from basra_rules.simulation.worktable import quickest_way

if TYPE_CHECKING:
    from collections.abc import Iterable

    from basra_rules.rules.model import Rules


@dataclass(frozen=True, slots=True)
class PairedDeals:
    """What so many pairs of deals show, played with the same cards and choices under two rule sets.

    `unlike` are numbers of players whose sides are others under each, so that their deals can't be compared.
    `changed`: how many deals come out differently for some side.  `together`: how many more points the first rules
    give to all sides, with what is carried on; `gap`: by how much the points of a side are another number, up or down.
    """

    deals: int
    players: int
    policy: Policy
    seed: int
    unlike: tuple[int, ...]
    changed: Share
    together: Mean
    gap: Mean


def play_pairs(one: Rules, other: Rules, deals: int, seed: int) -> PairedDeals:
    """Return what pairs of deals under two rule sets show, for the fewest players for whom these differ.

    Raises:
        UsageError: no number of players suits both rule sets.
    """
    players = telling_players(one, other) or common_players(one, other)
    if players is None:
        raise UsageError("no number of players suits both, so no deals can be compared")
    way = quickest_way([compile_table(rules, players) for rules in (one, other)], deals)
    request = Request(players, deals, seed, places.RANDOM, shuffled=one.deck | other.deck)
    mine, theirs = (SingleDeals(rules, request, way) for rules in (one, other))
    found = _Sums(mine.scale, theirs.scale)
    for number in range(deals):
        found.add(mine.play(number), theirs.play(number))
    both = sorted(set(one.seats.players) & set(other.seats.players))
    unlike = tuple(number for number in both if one.seats.sides(number) != other.seats.sides(number))
    changed, together, gap = found.told(deals, mine.sides)
    return PairedDeals(deals, players, Policy.RANDOM, seed, unlike, changed, together, gap)


def telling_players(one: Rules, other: Rules) -> int | None:
    """Return the fewest players who make equally many sides, and for whom the rules differ otherwise, if any."""
    suited = players_with_equal_sides(one, other)
    return next((players for players in suited if _of(one, players) != _of(other, players)), None)


def _of(rules: Rules, players: int) -> object:
    """Return all that makes a difference where so many play, who sits where aside."""
    alone = fingerprint(replace(rules, seats=replace(rules.seats, players=(players,))))
    return {area: found for area, found in alone.items() if area not in {"seats", "match"}}


class _Sums:
    """Adds up what pairs of deals differ by."""

    def __init__(self, scale: int, other_scale: int) -> None:
        self._scales = other_scale, scale
        self._together = Moments(), Moments()
        self._gap = Moments()
        self._changed = 0

    def add(self, mine: tuple[Iterable[int], int], theirs: tuple[Iterable[int], int]) -> None:
        """Add a pair of deals: the points of each side, and what is carried on."""
        here, there = self._scales
        differences = [ours * here - others * there for ours, others in zip(mine[0], theirs[0], strict=True)]
        together = sum(differences) + mine[1] * here - theirs[1] * there
        self._together[together < 0].add(abs(together))
        self._gap.add(sum(map(abs, differences)))
        self._changed += any(differences)

    def told(self, deals: int, sides: int) -> tuple[Share, Mean, Mean]:
        """Return how many of so many pairs differ, by how much all sides together, and by how much each."""
        scale = self._scales[0] * self._scales[1]
        together = mean_of(*self._together, deals, scale)
        return share_of(self._changed, deals), together, mean_of(self._gap, Moments(), deals, scale * sides)
