"""What a simulation says: means with their intervals, where the points come from, how often things happen."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING

from basra_rules.simulation.kernel import places
from basra_rules.simulation.student import NORMAL_95, reach_95

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from basra_rules.simulation.simulating import Simulation


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean; `half_width` is that of its 95 % interval, `spread` the standard deviation of what it is a mean of.

    A single observation says nothing of either: then they are None.
    """

    mean: float
    spread: float | None
    half_width: float | None


def estimate(total: float, squares: float, count: int) -> Estimate:
    """Return the estimate from a sum, a sum of squares and how many there are; its interval is Student's."""
    if count <= 1:
        return Estimate(total, None, None)
    mean = total / count
    spread = sqrt(max(0.0, squares - total * mean) / (count - 1))
    return Estimate(mean, spread, reach_95(count - 1) * spread / sqrt(count))


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


@dataclass(frozen=True, slots=True)
class Bin:
    """How many times a whole number from `low` to `high` came up; None is an open end."""

    low: int | None
    high: int | None
    times: int


@dataclass(frozen=True, slots=True)
class Source:
    """Where points come from: how many a deal, which share of all; `times` a deal a bonus scores.

    Where some take away what others give there are no shares: then `share` is None.
    """

    name: str
    points: float
    share: float | None
    times: float | None = None


@dataclass(frozen=True, slots=True)
class MatchSummary:
    """What came of the matches, `unfinished` ones left out; where all are, there are no means.

    `limit`: after so many deals a match is broken off.
    """

    matches: int
    wins: tuple[Share, ...] | None
    leader_wins: Share | None
    draws: int
    unfinished: int
    limit: int
    length: Estimate | None
    lengths: tuple[Bin, ...]


@dataclass(frozen=True, slots=True)
class Summary:
    """The statistics of a simulation.  Units: points and cards a deal.

    `lead` is how much more the side that leads a deal gets than the mean of the others; `ties` how often the
    best sides got the same; `nobody` how often each award went to nobody; `histogram` counts sides by their points,
    rounded down where `rounded`.
    """

    deals: int
    plays: int
    voids: int
    points: tuple[Estimate, ...]
    cards: tuple[float, ...]
    lead: Estimate
    ties: Share
    sources: tuple[Source, ...]
    nobody: dict[str, Share]
    histogram: tuple[Bin, ...]
    rounded: bool
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
            estimate(
                totals[places.T_POINTS + side] / scale,
                _squares(totals, places.T_SQUARES + side, places.T_SQUARES_HIGH + side) / scale**2,
                deals,
            )
            for side in range(sides)
        ),
        cards=tuple(totals[places.T_CARDS + side] / max(1, deals) for side in range(sides)),
        lead=estimate(
            totals[places.T_LEAD] / others,
            _squares(totals, places.T_LEAD_SQUARES, places.T_LEAD_SQUARES_HIGH) / others**2,
            deals,
        ),
        ties=share_of(totals[places.T_TIES], deals),
        sources=_sources(simulation),
        nobody={name: share_of(totals[at + 1], deals) for name, at in zip(table.awards, awards, strict=True)},
        histogram=tuple(_points_bins(totals)),
        rounded=scale > 1,
        matches=_summarise_matches(simulation),
    )


def _squares(totals: Sequence[int], low: int, high: int) -> int:
    return totals[low] + (totals[high] << 32)


def _points_bins(totals: Sequence[int]) -> Iterator[Bin]:
    """Yield the bins of points that have something in them, from the lowest on."""
    near, up = places.T_HISTOGRAM, places.T_HISTOGRAM + places.NEAR_BINS
    down = up + places.FAR_BINS
    first, end = places.LOWEST_BIN, places.LOWEST_BIN + places.NEAR_BINS
    for number in reversed(range(places.FAR_BINS)):
        nearest, farthest = _far_range(number)
        if times := totals[down + number]:
            yield Bin(None if farthest is None else first - 1 - farthest, first - 1 - nearest, times)
    for number in range(places.NEAR_BINS):
        if times := totals[near + number]:
            yield Bin(first + number, first + number, times)
    for number in range(places.FAR_BINS):
        nearest, farthest = _far_range(number)
        if times := totals[up + number]:
            yield Bin(end + nearest, None if farthest is None else end + farthest, times)


def _far_range(number: int) -> tuple[int, int | None]:
    """Return what an outer bin counts: from and to how far beyond the nearest of them; see `counting.far_bin`."""
    doublings, eighth = divmod(number, 8)
    start = (8 + eighth << doublings) - 8
    return start, None if number == places.FAR_BINS - 1 else start + (1 << doublings) - 1


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
    has_shares = all(points >= 0 for _, points, _ in found)
    return tuple(
        Source(
            name,
            points / table.scale / deals,
            points / max(1, together) if has_shares else None,
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
    bins, last = places.T_LENGTH_HISTOGRAM, places.LENGTH_BINS - 1
    lengths = ((deals, totals[bins + deals]) for deals in range(places.LENGTH_BINS))
    return MatchSummary(
        matches=matches,
        wins=tuple(share_of(totals[places.T_WINS + side], matches) for side in range(table.sides)) if matches else None,
        leader_wins=share_of(totals[places.T_LEADER_WINS], matches) if matches else None,
        draws=totals[places.T_DRAWS],
        unfinished=unfinished,
        limit=places.MOST_MATCH_DEALS,
        length=estimate(totals[places.T_LENGTHS], totals[places.T_LENGTH_SQUARES], matches) if matches else None,
        lengths=tuple(Bin(deals, None if deals == last else deals, times) for deals, times in lengths if times),
    )
