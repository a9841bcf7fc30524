"""Many deals or matches, in stretches that go to threads, processes or other machines.

A stretch is a fixed run of numbers with an own stream of chance for each, so that neither its length
nor who plays it shows in the result.
"""

from __future__ import annotations

import time
from collections import deque
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from basra_rules.errors import InvariantError
from basra_rules.simulation.chunks import Assignment, play_chunk
from basra_rules.simulation.kernel import places
from basra_rules.simulation.kernel.chance import LOW
from basra_rules.simulation.tables import compile_table
from basra_rules.simulation.worktable import Way, way_for

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from concurrent.futures import Executor, Future

    from basra_rules.cards import CardSet
    from basra_rules.rules.model import Rules
    from basra_rules.simulation.chunks import ChunkResult
    from basra_rules.simulation.tables import RulesTable

COMPILED_CHUNK, INTERPRETED_CHUNK = 8192, 256
"""How many deals, or a quarter as many matches, go out at once."""
WAITING = 4
"""So many stretches wait for each that is being played."""


@dataclass(frozen=True, slots=True)
class Request:
    """What to simulate: `count` consecutive deals, the dealer rotating, or as many matches.

    `seed`: its lowest 62 bits count.  `shuffled`: cards that are shuffled with the deck and taken out afterwards.
    """

    players: int
    count: int
    seed: int = 1
    policy: int = places.RANDOM
    matches: bool = False
    shuffled: CardSet = 0


@dataclass(slots=True)
class Simulation:
    """What came of it so far.

    `totals` is the kernel's table `T`.  Units: `seconds` on the clock and `cpu_seconds` of all processors, of the
    playing alone.  `carries`: what each award is worth besides after the last deal, on the table's scale.
    """

    table: RulesTable
    totals: list[int]
    carries: tuple[int, ...]
    numbers: int = 0
    seconds: float = 0.0
    cpu_seconds: float = 0.0

    @property
    def deals(self) -> int:
        """Return how many deals were counted."""
        return self.totals[places.T_DEALS]

    @property
    def checksum(self) -> int:
        """Return a number that another run has only if it came to the same points and cards in every deal."""
        return self.totals[places.T_CHECK]

    def add(self, chunk: ChunkResult, numbers: int) -> None:
        """Add what a stretch came to."""
        for place, number in enumerate(chunk.totals):
            self.totals[place] += number
        self.totals[places.T_CHECK] &= LOW
        self.carries = chunk.carries
        self.cpu_seconds += chunk.seconds
        self.numbers += numbers


@dataclass(frozen=True, slots=True)
class Crew:
    """Who plays: `hands` stretches at once, through an executor, or here and now where there is none.

    `chunk`: how many numbers make a stretch; by default what suits the way of playing.
    """

    executor: Executor | None = None
    hands: int = 1
    chunk: int | None = None


class Simulator:
    """Plays what a request asks for, from its first number on, as far as it is told.

    Args:
        rules: what is played.
        request: how, and by whom; its `count` is left to whoever calls `advance`.
        crew: who plays the stretches.
        keep_points: whether stretches come with the points of every deal.
        way: compiled or interpreted; by default as the rules and this machine allow.

    Raises:
        UsageError: the rules are not for so many players.
    """

    def __init__(
        self,
        rules: Rules,
        request: Request,
        crew: Crew | None = None,
        *,
        keep_points: bool = False,
        way: Way | None = None,
    ) -> None:
        table = compile_table(rules, request.players, request.shuffled)
        self.rules = rules
        self.request = request
        self.crew = crew or Crew()
        self.keep_points = keep_points
        self.way = way or way_for(table)
        self.simulation = Simulation(table, [0] * table.totals_size, (0,) * len(table.carries))

    def get_ready(self) -> None:
        """Compile what has to be compiled here, so that `advance` only plays."""
        here = self.crew.executor is None or isinstance(self.crew.executor, ThreadPoolExecutor)
        if here and self.way is Way.COMPILED:
            from basra_rules.simulation.compiled import compile_kernel  # noqa: PLC0415 - brings llvmlite or numba

            compile_kernel()

    def advance(self, count: int) -> Iterator[ChunkResult]:
        """Play `count` numbers more; yield what each stretch came to, in order."""
        started = time.perf_counter()
        for assignment, chunk in self._chunks(self.simulation.numbers, self.simulation.numbers + count):
            self.simulation.add(chunk, assignment.end - assignment.first)
            self.simulation.seconds += time.perf_counter() - started
            yield chunk
            started = time.perf_counter()

    def _chunks(self, first: int, end: int) -> Iterator[tuple[Assignment, ChunkResult]]:
        carries = self.simulation.carries
        for assignment, found in self._played(first, end):
            chunk = found
            if chunk is None:
                chunk = play_chunk(assignment, (0,) * len(carries) if assignment.matches else carries, self.rules)
            if chunk is None:
                raise InvariantError("a stretch of deals could not be played with all that it takes")
            carries = chunk.carries
            yield assignment, chunk

    def _played(self, first: int, end: int) -> Iterator[tuple[Assignment, ChunkResult | None]]:
        """Yield every stretch in order, played as far as that is possible anywhere."""
        assignments = self._assignments(first, end)
        executor = self.crew.executor
        if executor is None:
            yield from ((assignment, play_chunk(assignment)) for assignment in assignments)
            return
        waiting: deque[tuple[Assignment, Future[ChunkResult | None]]] = deque()
        for assignment in assignments:
            waiting.append((assignment, executor.submit(play_chunk, assignment)))
            if len(waiting) >= self.crew.hands * WAITING:
                yield _oldest(waiting)
        while waiting:
            yield _oldest(waiting)

    def _assignments(self, first: int, end: int) -> Iterator[Assignment]:
        usual = COMPILED_CHUNK if self.way is Way.COMPILED else INTERPRETED_CHUNK
        size = self.crew.chunk or (usual // 4 if self.request.matches else usual)
        whole = Assignment(
            table=self.simulation.table,
            seed=self.request.seed,
            first=first,
            end=end,
            policy=self.request.policy,
            matches=self.request.matches,
            way=self.way,
            keep_points=self.keep_points,
        )
        for start in range(first, end, size):
            yield replace(whole, first=start, end=min(start + size, end))


def _oldest(
    waiting: deque[tuple[Assignment, Future[ChunkResult | None]]],
) -> tuple[Assignment, ChunkResult | None]:
    assignment, future = waiting.popleft()
    return assignment, future.result()


def simulate(rules: Rules, request: Request, crew: Crew | None = None, way: Way | None = None) -> Simulation:
    """Return what a request comes to.

    Raises:
        UsageError: the rules are not for so many players, or can't be simulated.
    """
    simulator = Simulator(rules, request, crew, way=way)
    for _ in simulator.advance(request.count):
        pass
    return simulator.simulation


@contextmanager
def local_crew(hands: int, way: Way) -> Iterator[Crew]:
    """Give a crew on this machine: threads for compiled code, processes for interpreted code."""
    if hands == 1:
        yield Crew()
        return
    make: Callable[[int], Executor] = ThreadPoolExecutor if way is Way.COMPILED else ProcessPoolExecutor
    with make(hands) as executor:
        yield Crew(executor, hands)
