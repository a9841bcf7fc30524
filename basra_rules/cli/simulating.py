"""What `basra simulate` does, and how it tells the result."""

from __future__ import annotations

import os
import sys
import time
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from basra_rules.cli.simulation_text import render_report
from basra_rules.exact import counted
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
    from basra_rules.simulation.tables import RulesTable

UNTIL_STEP = 16_384
"""After so many deals it is looked whether the result is precise enough."""
UNTIL_DEALS = 10_000_000
"""So many deals are played at most until it is, where no number of them is given."""
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
    options: dict[str, str] = field(default_factory=dict)
    other_options: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Report:
    """What came of it."""

    order: Order
    simulation: Simulation
    summary: Summary
    startup_seconds: float
    other: Summary | None = None
    difference: Difference | None = None

    @property
    def widest(self) -> float | None:
        """Return how far the intervals that `--until` looks at reach at most, where all of them are known."""
        points = self.summary.points if self.difference is None else self.difference.points
        reaches = [one.half_width for one in points]
        return None if None in reaches else max(reach for reach in reaches if reach is not None)

    @property
    def reached(self) -> bool:
        """Tell whether the result is as precise as was asked for."""
        widest = self.widest
        return self.order.until is None or (widest is not None and widest <= self.order.until)


def run_order(order: Order) -> Report:
    """Simulate what is asked for, with a progress bar where somebody watches."""
    if order.plot is not None:
        from basra_rules.simulation.plotting import check_picture  # noqa: PLC0415

        check_picture(order.plot)
    table = compile_table(order.rules, order.players)
    way = way_for(table)
    _tell_way(table, way)
    request = Request(
        players=order.players,
        count=order.matches or order.deals,
        seed=order.seed,
        policy=_POLICIES[order.policy],
        matches=order.matches is not None,
    )
    with _crew(order, way) as crew, _progress(order, request.count) as tell:
        report = _simulate(order, request, crew, tell) if order.other is None else _compare(order, request, crew, tell)
    _tell_precision(report)
    return report


def _note(text: str) -> None:
    print(f"note: {text}", file=sys.stderr)


def _tell_way(table: RulesTable, way: Way) -> None:
    if not has_compiler():
        _note("numba is not installed, so this takes about a hundred times longer: pip install 'basra-rules[fast]'")
    elif way is Way.INTERPRETED:
        fine = " or too finely divided" if table.scale > 1 else ""
        _note(f"the numbers of these rules are too large{fine} for compiled code; this takes longer")


@contextmanager
def _told_of_compiling(order: Order, way: Way) -> Iterator[None]:
    """Say beforehand that the kernel has to be compiled, and afterwards if its code could not be kept."""
    if way is Way.INTERPRETED or order.cluster is not None:
        yield
        return
    from basra_rules.simulation import compiled  # noqa: PLC0415 - brings llvmlite

    if compiled.is_kept_on_disk():
        yield
        return
    _note("compiling first, which is needed once and takes about 20 seconds")
    yield
    if not compiled.is_kept_on_disk():
        folder = compiled.code_path().parent
        _note(f"what was compiled can't be kept in {folder}, so it is compiled every time")


def _tell_precision(report: Report) -> None:
    if report.reached:
        return
    until = report.order.until
    found = "no interval is known" if report.widest is None else f"the widest interval is ± {report.widest:.3g}"
    _note(f"`--until {until:g}` is not reached: {found} after {_number_of(report.summary.deals, 'deal', 'deals')}")


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
    with _told_of_compiling(order, simulator.way):
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
    with _told_of_compiling(order, comparison.way):
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
    return order.until is not None and all(
        one.half_width is not None and one.half_width <= order.until for one in points
    )


def render_text(report: Report, width: int) -> str:
    """Return the result for people."""
    simulation, difference = report.simulation, report.difference
    speed = f"{report.summary.deals / simulation.seconds:,.0f} deals a second" if simulation.seconds else ""
    ending = f"{simulation.seconds:.2f} s, {speed}; checksum {simulation.checksum:08x}"
    other = report.order.other
    compared = (other.title, report.other, difference) if other else None
    return render_report(_headline(report), report.summary, ending, compared, width)


def _headline(report: Report) -> str:
    order, summary = report.order, report.summary
    number = _number_of(summary.deals, "deal", "deals")
    if summary.matches is not None:
        number = f"{_number_of(summary.matches.matches + summary.matches.unfinished, 'match', 'matches')}, {number}"
    players = counted(order.players, "player")
    return f"{order.rules.title}: {number}, {players}, {order.policy.value} play, seed {order.seed}"


def _number_of(number: int, one: str, more: str) -> str:
    return f"{number:,} {one if number == 1 else more}"


def draw(report: Report) -> None:
    """Draw the picture that was asked for.

    Raises:
        UsageError: the file can't be written.
    """
    if report.order.plot is not None:
        from basra_rules.simulation.plotting import draw_summaries  # noqa: PLC0415

        found = {report.order.rules.title: report.summary}
        if report.order.other is not None and report.other is not None:
            title = report.order.other.title
            found[title if title not in found else f"{title} (compared)"] = report.other
        draw_summaries(found, _headline(report), report.order.plot)
