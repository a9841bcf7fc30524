"""The same deals under two rule sets: how often they are scored differently, and by how much."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from basra_rules.analysis.score_parting import common_players
from basra_rules.errors import UsageError
from basra_rules.players.policy import Policy
from basra_rules.simulation.comparing import Comparison
from basra_rules.simulation.kernel import places
from basra_rules.simulation.simulating import Crew, Request
from basra_rules.simulation.tables import compile_table
from basra_rules.simulation.worktable import quickest_way

if TYPE_CHECKING:
    from basra_rules.rules.model import Rules
    from basra_rules.simulation.comparing import Difference


@dataclass(frozen=True, slots=True)
class PairedDeals:
    """What so many consecutive deals show, played with the same cards and choices under two rule sets.

    `difference`: what the first rules change in comparison with the second ones.
    """

    deals: int
    players: int
    policy: Policy
    seed: int
    difference: Difference


def play_pairs(one: Rules, other: Rules, deals: int, seed: int) -> PairedDeals:
    """Return what pairs of deals under two rule sets show.

    Raises:
        UsageError: no number of players suits both rule sets.
    """
    players = common_players(one, other)
    if players is None:
        raise UsageError("no number of players suits both, so no deals can be compared")
    way = quickest_way([compile_table(rules, players) for rules in (one, other)], deals)
    comparison = Comparison(other, one, Request(players, deals, seed, places.RANDOM), Crew(), way)
    for _ in comparison.advance(deals):
        pass
    return PairedDeals(deals, players, Policy.RANDOM, seed, comparison.difference())
