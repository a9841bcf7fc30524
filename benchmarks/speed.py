"""How fast it all is: ratios from interleaved runs, so that a busy machine disturbs both sides alike.

    python benchmarks/speed.py [PART …]     parts: kernel profiles policies threads interpreted engine
                                            commands memory peers; all but peers by default

The C program beside this file is built with `gcc -O3 -march=native`; where that fails (no compiler, or a
processor without AVX-512), the ratios to it are left out.  Times are of the processor unless said otherwise.
"""

from __future__ import annotations

import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

try:
    import_module("basra_rules.profile.loading")  # needs what the package needs
except ModuleNotFoundError as missing:
    sys.exit(
        f"{missing.name} is not installed for {sys.executable}: run this by the Python of an environment that has the "
        "package with its extra `fast` (pip install -e '.[fast]')"
    )

from basra_rules import resources  # noqa: E402 - this folder's parent comes first
from basra_rules.cards import CARDS, cards_of  # noqa: E402
from basra_rules.engine.deal import play, start_deal  # noqa: E402
from basra_rules.engine.outcomes import find_outcomes  # noqa: E402
from basra_rules.engine.state import Action, Seat  # noqa: E402
from basra_rules.profile.loading import load_profile  # noqa: E402
from basra_rules.rules.compiling import compile_rules  # noqa: E402
from basra_rules.simulation.kernel import places  # noqa: E402
from basra_rules.simulation.simulating import Crew, Request, Simulator, local_crew, simulate  # noqa: E402
from basra_rules.simulation.worktable import Way, has_compiler  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable

    from basra_rules.cards import Card
    from basra_rules.rules.model import Rules

    Task = Callable[[], float]

ROUNDS = 7
DEALS = 200_000
POLICIES = {"random": places.RANDOM, "greedy": places.GREEDY}


def interleaved(tasks: dict[str, Task], rounds: int = ROUNDS) -> dict[str, float]:
    """Return the median seconds of each task, all of them run in turn."""
    found: dict[str, list[float]] = {name: [] for name in tasks}
    for _ in range(rounds):
        for name, task in tasks.items():
            found[name].append(task())
    return {name: statistics.median(seconds) for name, seconds in found.items()}


@cache
def rules_of(name: str) -> Rules:
    """Return a shipped profile's rules."""
    return compile_rules(load_profile(name))


def kernel(name: str, policy: str = "random", deals: int = DEALS, way: Way = Way.COMPILED) -> Task:
    """Return a task that gives the seconds of a deal."""

    def task() -> float:
        found = simulate(rules_of(name), Request(2, deals, policy=POLICIES[policy]), way=way)
        return found.cpu_seconds / deals

    return task


@cache
def yardstick() -> Path | None:
    """Build the C program; return it, or None where that is not possible."""
    program = Path(tempfile.mkdtemp()) / "yardstick"
    command = ["gcc", "-O3", "-march=native", "-o", str(program), str(ROOT / "benchmarks" / "yardstick.c")]
    try:
        subprocess.run(command, check=True, capture_output=True)
        subprocess.run([str(program), "random", "10"], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        print("the C yardstick can't be built or run here")
        return None
    return program


def in_c(policy: str, deals: int = DEALS) -> Task:
    """Return a task that gives the seconds of a deal in C."""

    def task() -> float:
        done = subprocess.run([str(yardstick()), policy, str(deals)], check=True, capture_output=True, text=True)
        seconds = re.search(r"([\d.]+) s cpu", done.stdout)
        assert seconds
        return float(seconds[1]) / deals

    return task


def show(name: str, seconds: float, than: str = "", other: float = 0.0) -> None:
    """Print the time of a deal, and how it compares."""
    ratio = f"   {seconds / other:6.2f} × {than}" if other else ""
    print(f"  {name:<34} {seconds * 1e9:12,.0f} ns a deal {1 / seconds:14,.0f} deals a second{ratio}", flush=True)


def measure_kernel() -> None:
    """Compare the kernel with the C program."""
    print("kernel against the C program, Egyptian, two players")
    for policy in POLICIES:
        tasks = {"kernel": kernel("egyptian", policy)} | ({"C": in_c(policy)} if yardstick() else {})
        found = interleaved(tasks)
        show(f"kernel, {policy}", found["kernel"], "C", found.get("C", 0.0))
        if "C" in found:
            show(f"C, {policy}", found["C"])


def measure_profiles() -> None:
    """Compare every profile with the one that the C program plays."""
    print("every profile, random play, two players")
    tasks = {name: kernel(name, deals=50_000) for name in resources.profile_names()}
    found = interleaved(tasks | ({"C": in_c("random")} if yardstick() else {}), rounds=5)
    for name in tasks:
        ratio = f"   {found[name] / found['C']:.2f} × C" if "C" in found else ""
        print(f"  {name:<20} {found[name] * 1e9:8,.0f} ns   {found[name] / found['egyptian']:.2f} × egyptian{ratio}")


def measure_threads() -> None:
    """Compare one thread with two, on the clock."""
    print("one thread against two, on the clock")
    rules = rules_of("egyptian")

    def clock(hands: int) -> Task:
        def task() -> float:
            with local_crew(hands, Way.COMPILED) as crew:
                simulator = Simulator(rules, Request(2, 10 * DEALS), crew)
                simulator.get_ready()
                for _ in simulator.advance(10 * DEALS):
                    pass
            return simulator.simulation.seconds / (10 * DEALS)

        return task

    found = interleaved({"one": clock(1), "two": clock(2)})
    show("one thread", found["one"])
    show("two threads", found["two"])
    print(f"  two threads are {found['one'] / found['two']:.2f} times as fast")


def measure_interpreted() -> None:
    """Compare the interpreted kernel with the compiled one."""
    print("the same kernel interpreted by Python")
    found = interleaved(
        {"interpreted": kernel("egyptian", deals=2_000, way=Way.INTERPRETED), "compiled": kernel("egyptian")}, rounds=5
    )
    show("interpreted", found["interpreted"], "compiled", found["compiled"])


def measure_engine() -> None:
    """Time the readable engine."""
    print("the readable engine: random play through its pure functions, and its part without the choosing")
    rules = rules_of("egyptian")
    random = Random(1)
    stocks = []
    for _ in range(300):
        stock = list(cards_of(rules.deck))
        random.shuffle(stock)
        stocks.append(tuple(stock))
    recorded = [_play_randomly(rules, stock, random) for stock in stocks]

    def choosing() -> float:
        started = time.process_time()
        for stock in stocks:
            _play_randomly(rules, stock, random)
        return (time.process_time() - started) / len(stocks)

    def replaying() -> float:
        started = time.process_time()
        for stock, actions in zip(stocks, recorded, strict=True):
            state = start_deal(rules, 2, Seat(0), stock).state
            for action in actions:
                state = play(rules, state, action).state
        return (time.process_time() - started) / len(stocks)

    found = interleaved({"random play": choosing, "replaying": replaying}, rounds=5)
    for name, seconds in found.items():
        show(name, seconds)


def _play_randomly(rules: Rules, stock: tuple[object, ...], random: Random) -> list[Action]:
    state = start_deal(rules, 2, Seat(0), stock).state  # type: ignore[arg-type]
    actions = []
    while not state.over:
        outcomes = find_outcomes(rules, state, _random_card(state.hand, random))
        actions.append(outcomes.action(int(random.random() * outcomes.total)))
        state = play(rules, state, actions[-1]).state
    return actions


def _random_card(hand: int, random: Random) -> Card:
    for _ in range(int(random.random() * hand.bit_count())):
        hand &= hand - 1
    return CARDS[(hand & -hand).bit_length() - 1]


class Run(NamedTuple):
    """What a command took: seconds on the clock and of the processor."""

    clock: float
    processor: float


def run_basra(*arguments: str) -> Run:
    """Run the command."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    started = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-m", "basra_rules", *arguments], stdout=subprocess.DEVNULL, env=environment
    )
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, arguments
    return Run(time.perf_counter() - started, usage.ru_utime + usage.ru_stime)


def memory_of(*arguments: str) -> int:
    """Run the command from a process that is smaller than it, whose own size would count; return its bytes at most."""
    program = (
        "import resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL); "
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024)"
    )
    command = [sys.executable, "-c", program, sys.executable, "-m", "basra_rules", *arguments]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return int(subprocess.run(command, check=True, capture_output=True, text=True, env=environment).stdout)


def measure_commands() -> None:
    """Time commands from the outside."""
    print("commands: on the clock, and of the processor")
    with tempfile.TemporaryDirectory() as folder:
        scenarios = Path(folder) / "many.yaml"
        scenarios.write_text("profile: egyptian\nscenarios:\n" + "".join(_scenarios(10_000)), encoding="utf-8")
        commands = {
            "basra --version": ("--version",),
            "basra judge": ("judge", "egyptian", "--floor", "3♣ 5♦ K♠", "--play", "8♥"),
            "basra simulate, ten deals": ("simulate", "egyptian", "--deals", "10"),
            "basra check, 10,000 scenarios": ("check", "egyptian", str(scenarios)),
        }
        runs: dict[str, list[Run]] = {name: [] for name in commands}
        for _ in range(5):
            for name, arguments in commands.items():
                runs[name].append(run_basra(*arguments))
    for name, taken in runs.items():
        clock, processor = map(statistics.median, zip(*taken, strict=True))
        print(f"  {name:<34} {clock:6.2f} s {processor:6.2f} s")


def _scenarios(count: int) -> list[str]:
    random = Random(3)
    texts = []
    for number in range(count):
        low, high = sorted(random.sample(range(2, 5), 2))
        total = low + high
        texts.append(
            f'- {{name: "number {number}", floor: {low}♣ {high}♦ K♠, plays: ["{total}♥ x {low}♣ {high}♦"], '
            f"expect: {{floor: K♠, points: 0}}}}\n"
        )
    return texts


def measure_memory() -> None:
    """Compare the memory of few deals and many."""
    print("memory of a simulation, the most at any time")
    few, many = (memory_of("simulate", "egyptian", "--deals", str(deals)) for deals in (10_000, 10_000_000))
    print(f"  ten thousand deals {few / 1e6:.0f} MB, ten million {many / 1e6:.0f} MB: {(many - few) / 1e6:+.1f} MB")


def measure_peers() -> None:
    """Compare with other libraries."""
    from peers import measure  # type: ignore[import-not-found] # noqa: PLC0415 - beside this file

    moves = 48 / kernel("egyptian")()
    measure(moves)


PARTS = {
    "kernel": measure_kernel,
    "profiles": measure_profiles,
    "threads": measure_threads,
    "interpreted": measure_interpreted,
    "engine": measure_engine,
    "commands": measure_commands,
    "memory": measure_memory,
    "peers": measure_peers,
}


def main(parts: list[str]) -> None:
    """Measure these parts, or all that need nothing from outside."""
    unknown = [part for part in parts if part not in PARTS]
    if unknown:
        sys.exit(f"unknown: {' '.join(unknown)}; the parts are {' '.join(PARTS)}")
    if not has_compiler():
        sys.exit("numba is not installed: pip install 'basra-rules[fast]'")
    Simulator(rules_of("egyptian"), Request(2, 1), Crew()).get_ready()
    for part in parts or [name for name in PARTS if name != "peers"]:
        PARTS[part]()


if __name__ == "__main__":
    main(sys.argv[1:])
