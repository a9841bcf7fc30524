"""What `basra simulate` does, and how it tells the result."""

from __future__ import annotations

import json
import os
import sys
import time
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from basra_rules.players.policy import Policy
from basra_rules.simulation.comparing import Comparison, Difference
from basra_rules.simulation.kernel import places
from basra_rules.simulation.simulating import Crew, Request, Simulation, Simulator, local_crew
from basra_rules.simulation.statistics import Estimate, Summary, summarise
from basra_rules.simulation.tables import compile_table
from basra_rules.simulation.worktable import Way, has_compiler, way_for

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from basra_rules.rules.model import Rules

UNTIL_STEP = 16_384
"""After so many deals it is looked whether the result is precise enough."""
_POLICIES = {Policy.RANDOM: places.RANDOM, Policy.GREEDY: places.GREEDY}


@dataclass(frozen=True, slots=True)
class Order:
    """What the command line asks for; `started`: when, on the clock of `perf_counter`."""

    rules: Rules
    other: Rules | None
    players: int
    deals: int
    matches: int | None
    seed: int
    policy: Policy
    threads: int
    until: float | None
    plot: Path | None
    cluster: str | None
    started: float


@dataclass(frozen=True, slots=True)
class Report:
    """What came of it."""

    order: Order
    simulation: Simulation
    summary: Summary
    startup_seconds: float
    other: Summary | None = None
    difference: Difference | None = None


def run_order(order: Order) -> Report:
    """Simulate what is asked for, with a progress bar where somebody watches."""
    if order.plot is not None:
        from basra_rules.simulation.plotting import check_picture  # noqa: PLC0415

        check_picture(order.plot)
    way = way_for(compile_table(order.rules, order.players))
    _tell_way(way)
    request = Request(
        players=order.players,
        count=order.matches or order.deals,
        seed=order.seed,
        policy=_POLICIES[order.policy],
        matches=order.matches is not None,
    )
    with _crew(order, way) as crew, _progress(order, request.count) as tell:
        report = _simulate(order, request, crew, tell) if order.other is None else _compare(order, request, crew, tell)
    if order.plot is not None:
        from basra_rules.simulation.plotting import draw_summary  # noqa: PLC0415

        draw_summary(report.summary, _headline(report), order.plot)
    return report


def _tell_way(way: Way) -> None:
    if not has_compiler():
        note = "numba is not installed, so this takes about a hundred times longer: pip install 'basra-rules[fast]'"
        print(f"note: {note}", file=sys.stderr)
    elif way is Way.INTERPRETED:
        print("note: the numbers of these rules are too large for compiled code; this takes longer", file=sys.stderr)


def _crew(order: Order, way: Way) -> AbstractContextManager[Crew]:
    if order.cluster is None:
        return local_crew(order.threads, way)
    from basra_rules.simulation.cluster import cluster_crew  # noqa: PLC0415

    return cluster_crew(order.cluster)


@contextmanager
def _progress(order: Order, count: int) -> Iterator[Callable[[int], None]]:
    """Give what is told how many more deals or matches are done."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console  # noqa: PLC0415
    from rich.progress import Progress  # noqa: PLC0415

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("matches" if order.matches else "deals", total=count)
        yield lambda more: progress.advance(task, more)


def _startup(order: Order) -> float:
    """Return the seconds from the start of the process, or at least of the command, to now."""
    return max(time.perf_counter() - order.started, _age_of_process())


def _age_of_process() -> float:
    try:
        words = Path("/proc/self/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        uptime = float(Path("/proc/uptime").read_text(encoding="ascii").split()[0])
        return uptime - int(words[19]) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError, AttributeError):
        return 0.0


def _simulate(order: Order, request: Request, crew: Crew, tell: Callable[[int], None]) -> Report:
    simulator = Simulator(order.rules, request, crew)
    simulator.get_ready()
    startup = _startup(order)
    simulation = simulator.simulation
    while simulation.numbers < request.count:
        done = simulation.numbers
        for _ in simulator.advance(_step(order, request.count - done)):
            tell(simulation.numbers - done)
            done = simulation.numbers
        if _is_precise(order, summarise(simulation).points):
            break
    return Report(order, simulation, summarise(simulation), startup)


def _compare(order: Order, request: Request, crew: Crew, tell: Callable[[int], None]) -> Report:
    assert order.other is not None
    comparison = Comparison(order.rules, order.other, request, crew)
    comparison.get_ready()
    startup = _startup(order)
    simulation, other = comparison.simulations
    while simulation.numbers < request.count:
        for deals in comparison.advance(_step(order, request.count - simulation.numbers)):
            tell(deals)
        if _is_precise(order, comparison.difference().points):
            break
    return Report(order, simulation, summarise(simulation), startup, summarise(other), comparison.difference())


def _step(order: Order, left: int) -> int:
    return left if order.until is None else min(left, UNTIL_STEP)


def _is_precise(order: Order, points: tuple[Estimate, ...]) -> bool:
    return order.until is not None and all(one.half_width <= order.until for one in points)


# JSON


def render_json(report: Report) -> str:
    """Return the result for programs."""
    simulation, summary = report.simulation, report.summary
    document: dict[str, Any] = {
        "deals": summary.deals,
        "plays": summary.plays,
        "void_deals": summary.voids,
        "seconds": simulation.seconds,
        "cpu_seconds": simulation.cpu_seconds,
        "startup_seconds": report.startup_seconds,
        "deals_per_second": summary.deals / simulation.seconds if simulation.seconds else 0.0,
        "mean_points": [one.mean for one in summary.points],
        "checksum": f"{simulation.checksum:08x}",
        "seed": report.order.seed,
        "players": report.order.players,
        "policy": report.order.policy.value,
        "spread": [one.spread for one in summary.points],
        "interval": [one.half_width for one in summary.points],
        "lead": _numbers(summary.lead),
        "ties": summary.ties.mean,
        "sources": [
            {"name": one.name, "points": one.points, "share": one.share, "times": one.times} for one in summary.sources
        ],
        "nobody": {name: one.mean for name, one in summary.nobody.items()},
    }
    if summary.matches is not None:
        found = summary.matches
        document["matches"] = {
            "played": found.matches,
            "wins": [one.mean for one in found.wins],
            "leader_wins": found.leader_wins.mean,
            "draws": found.draws,
            "unfinished": found.unfinished,
            "deals": _numbers(found.length),
        }
    if report.difference is not None and report.other is not None:
        document["compared"] = {
            "mean_points": [one.mean for one in report.other.points],
            "difference": [_numbers(one) for one in report.difference.points],
            "changed": report.difference.changed.value,
        }
    return json.dumps(document, ensure_ascii=False, indent=2)


def _numbers(one: Estimate) -> dict[str, float]:
    return {"mean": one.mean, "spread": one.spread, "interval": one.half_width}


# Text


def render_text(report: Report) -> str:
    """Return the result for people."""
    from basra_rules.cli.simulation_text import render_report  # noqa: PLC0415

    simulation, difference = report.simulation, report.difference
    speed = f"{report.summary.deals / simulation.seconds:,.0f} deals a second" if simulation.seconds else ""
    ending = f"{simulation.seconds:.2f} s, {speed}; checksum {simulation.checksum:08x}"
    other = report.order.other
    return render_report(
        _headline(report), report.summary, ending, (other.title, report.other, difference) if other else None
    )


def _headline(report: Report) -> str:
    order, summary = report.order, report.summary
    number = f"{summary.deals:,} deals"
    if summary.matches is not None:
        number = f"{summary.matches.matches + summary.matches.unfinished:,} matches, {number}"
    return f"{order.rules.title}: {number}, {order.players} players, {order.policy.value} play, seed {order.seed}"
