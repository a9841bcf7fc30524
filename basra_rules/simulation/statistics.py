"""What a simulation says: means with their intervals, where the points come from, how often things happen."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING

from basra_rules.simulation.kernel import places

if TYPE_CHECKING:
    from basra_rules.simulation.simulating import Simulation

NORMAL_95 = 1.959964
"""How many standard errors the middle 95 % of a normal distribution reach to either side."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean; `half_width` is that of its 95 % interval, `spread` the standard deviation of what it is a mean of."""

    mean: float
    spread: float
    half_width: float


def estimate(total: float, squares: float, count: int) -> Estimate:
    """Return the estimate from a sum, a sum of squares and how many there are."""
    if not count:
        return Estimate(0.0, 0.0, 0.0)
    mean = total / count
    spread = sqrt(max(0.0, squares - total * mean) / (count - 1)) if count > 1 else 0.0
    return Estimate(mean, spread, NORMAL_95 * spread / sqrt(count))


@dataclass(frozen=True, slots=True)
class Share:
    """How often something happens, from 0 to 1, with Wilson's 95 % interval, which also tells of what never did."""

    value: float
    low: float
    high: float


def share_of(times: int, count: int) -> Share:
    """Return how often something happens that happened so many times."""
    if not count:
        return Share(0.0, 0.0, 1.0)
    share, square = times / count, NORMAL_95**2
    middle = (share + square / (2 * count)) / (1 + square / count)
    half = NORMAL_95 * sqrt(share * (1 - share) / count + square / (4 * count**2)) / (1 + square / count)
    return Share(share, max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half)))


def estimate_share(times: int, count: int) -> Estimate:
    """Return the estimate of how often something happens."""
    return estimate(times, times, count)


@dataclass(frozen=True, slots=True)
class Source:
    """Where points come from: how many a deal, which share of all; `times` a deal a bonus scores."""

    name: str
    points: float
    share: float
    times: float | None = None


@dataclass(frozen=True, slots=True)
class MatchSummary:
    """What came of the matches; `lengths` counts those of so many deals, the last place all longer ones."""

    matches: int
    wins: tuple[Estimate, ...]
    leader_wins: Estimate
    draws: int
    unfinished: int
    length: Estimate
    lengths: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Summary:
    """The statistics of a simulation.  Units: points and cards a deal.

    `lead` is how much more the side that leads a deal gets than the mean of the others; `ties` how often the
    best sides got the same; `nobody` how often each award went to nobody; `histogram` counts sides by their whole
    points, from `lowest` on, both ends with all beyond.
    """

    deals: int
    plays: int
    voids: int
    points: tuple[Estimate, ...]
    cards: tuple[float, ...]
    lead: Estimate
    ties: Estimate
    sources: tuple[Source, ...]
    nobody: dict[str, Estimate]
    histogram: tuple[int, ...]
    lowest: int
    matches: MatchSummary | None


def summarise(simulation: Simulation) -> Summary:
    """Return the statistics of what was played."""
    totals, table = simulation.totals, simulation.table
    deals, scale, sides = simulation.deals, table.scale, table.sides
    others = (sides - 1) * scale
    awards = range(places.END_OF_FIXED_TOTALS, places.END_OF_FIXED_TOTALS + 2 * len(table.awards), 2)
    return Summary(
        deals=deals,
        plays=totals[places.T_PLAYS],
        voids=totals[places.T_VOIDS],
        points=tuple(
            estimate(totals[places.T_POINTS + side] / scale, totals[places.T_SQUARES + side] / scale**2, deals)
            for side in range(sides)
        ),
        cards=tuple(totals[places.T_CARDS + side] / max(1, deals) for side in range(sides)),
        lead=estimate(totals[places.T_LEAD] / others, totals[places.T_LEAD_SQUARES] / others**2, deals),
        ties=estimate_share(totals[places.T_TIES], deals),
        sources=_sources(simulation),
        nobody={name: estimate_share(totals[at + 1], deals) for name, at in zip(table.awards, awards, strict=True)},
        histogram=tuple(totals[places.T_HISTOGRAM : places.T_HISTOGRAM + places.HISTOGRAM_SIZE]),
        lowest=places.LOWEST_BIN,
        matches=_summarise_matches(simulation),
    )


def _sources(simulation: Simulation) -> tuple[Source, ...]:
    totals, table, deals = simulation.totals, simulation.table, max(1, simulation.deals)
    at = places.END_OF_FIXED_TOTALS
    found: list[tuple[str, int, int | None]] = [("cards", totals[places.T_CARD_POINTS], None)]
    for name in table.awards:
        found.append((name, totals[at], None))
        at += 2
    for name in table.bonuses:
        if name:
            found.append((name, totals[at + 1], totals[at]))
        at += 2
    together = sum(points for _, points, _ in found)
    return tuple(
        Source(
            name,
            points / table.scale / deals,
            points / together if together else 0.0,
            None if times is None else times / deals,
        )
        for name, points, times in found
    )


def _summarise_matches(simulation: Simulation) -> MatchSummary | None:
    totals, table = simulation.totals, simulation.table
    matches = totals[places.T_MATCHES]
    unfinished = totals[places.T_UNFINISHED]
    if not matches + unfinished:
        return None
    return MatchSummary(
        matches=matches,
        wins=tuple(estimate_share(totals[places.T_WINS + side], matches) for side in range(table.sides)),
        leader_wins=estimate_share(totals[places.T_LEADER_WINS], matches),
        draws=totals[places.T_DRAWS],
        unfinished=unfinished,
        length=estimate(totals[places.T_LENGTHS], totals[places.T_LENGTH_SQUARES], matches),
        lengths=tuple(totals[places.T_LENGTH_HISTOGRAM : places.T_LENGTH_HISTOGRAM + places.LENGTH_BINS]),
    )
