"""A stretch of deals or matches, played anywhere: in a thread, another process, another machine."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from basra_rules.errors import UsageError
from basra_rules.simulation.kernel import places
from basra_rules.simulation.readable_deal import play_readably
from basra_rules.simulation.tables import MOST_REPLAYS
from basra_rules.simulation.worktable import Way, Worktable

if TYPE_CHECKING:
    from basra_rules.rules.model import Rules
    from basra_rules.simulation.tables import RulesTable

MOST_LOOKED_BACK = 64
"""So many deals before a chunk are played again to see what is carried into it."""


@dataclass(frozen=True, slots=True)
class Assignment:
    """What to play: numbers `first` to before `end`, each a deal or a match."""

    table: RulesTable
    seed: int
    first: int
    end: int
    policy: int
    matches: bool
    way: Way
    keep_points: bool = False


@dataclass(frozen=True, slots=True)
class ChunkResult:
    """What a stretch came to.

    `totals` is the kernel's table `T`; `points` has those of every deal and side, where they were asked for;
    `carries` is what is left at its end.  `seconds` is time of the processor.
    """

    first: int
    totals: tuple[int, ...]
    points: tuple[int, ...]
    carries: tuple[int, ...]
    seconds: float


def play_chunk(
    assignment: Assignment, carries: tuple[int, ...] | None = None, rules: Rules | None = None
) -> ChunkResult | None:
    """Play a stretch; return None where that needs what only its caller has.

    Which is: the `carries` into it, where an award has gone to nobody for long; or the `rules` for the
    readable engine, where a floor is too large for the kernel.
    """
    started = time.thread_time()
    if carries is None:
        carries = _carries_before(assignment, rules)
        if carries is None:
            return None
    worktable = _worktable(assignment, assignment.end - assignment.first)
    if not play_stretch(worktable, assignment.first, assignment.end, carries, assignment.policy, rules):
        return None
    return ChunkResult(
        first=assignment.first,
        totals=tuple(worktable.totals),
        points=tuple(worktable.points) if assignment.keep_points else (),
        carries=worktable.carries,
        seconds=time.thread_time() - started,
    )


def _worktable(assignment: Assignment, deals: int) -> Worktable:
    return Worktable(assignment.table, assignment.seed, matches=assignment.matches, deals=deals, way=assignment.way)


def play_stretch(  # noqa: PLR0913, PLR0917
    worktable: Worktable, first: int, end: int, carries: tuple[int, ...], policy: int, rules: Rules | None
) -> bool:
    """Play `first` to before `end`; return whether that was possible.

    Raises:
        UsageError: a deal is void however often it is dealt again.
    """
    worktable.start(first, carries)
    while (ended := worktable.run(end, policy)) != places.DONE:
        if ended == places.ENDLESS:
            raise UsageError(f"a deal was void {MOST_REPLAYS} times in a row; such rules can't be simulated")
        if rules is None:
            return False
        play_readably(rules, worktable.table.words, worktable.work, policy)
    return True


def _carries_before(assignment: Assignment, rules: Rules | None) -> tuple[int, ...] | None:
    """Return what earlier deals carry into the first: those before it are played again, the last one first.

    A deal settles what is carried, or carries its points on, or leaves what was carried as it was: then the
    one before has a say too.  So each is played with something carried into it, to see what becomes of that.
    """
    table = assignment.table
    open_awards = {place for place, points in enumerate(table.carries) if points}
    carries = [0] * len(table.carries)
    marks = tuple(abs(points) + 1 if points else 0 for points in table.carries)
    number = assignment.first
    if assignment.matches:
        open_awards.clear()
    while open_awards and number:
        number -= 1
        if assignment.first - number > MOST_LOOKED_BACK:
            return None
        worktable = _worktable(assignment, 1)
        if not play_stretch(worktable, number, number + 1, marks, assignment.policy, rules):
            return None
        for place in list(open_awards):
            if worktable.carries[place]:
                carries[place] += worktable.carries[place] - marks[place]
            else:
                open_awards.remove(place)
    return tuple(carries)
