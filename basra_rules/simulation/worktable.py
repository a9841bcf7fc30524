"""The kernel's tables in memory, and a run over them: compiled where numba is there, else interpreted."""

from __future__ import annotations

from array import array
from enum import StrEnum
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, cast

from basra_rules.simulation.kernel import places
from basra_rules.simulation.kernel.running import run

if TYPE_CHECKING:
    from collections.abc import Sequence

    from basra_rules.simulation.kernel.places import Words
    from basra_rules.simulation.tables import RulesTable


_FEW_DEALS = 800
"""As long as interpreting these it takes to load machine code."""
_MANY_DEALS = 100_000
"""As long as interpreting these it takes to compile the kernel."""


class Way(StrEnum):
    """How the kernel is run."""

    COMPILED = "compiled"
    INTERPRETED = "interpreted"


@cache
def has_compiler() -> bool:
    """Tell whether numba is installed."""
    return find_spec("numba") is not None


def way_for(table: RulesTable) -> Way:
    """Return how to play by `table`: interpreted where there is no compiler, or its numbers could overflow."""
    return Way.COMPILED if has_compiler() and table.fits else Way.INTERPRETED


def quickest_way(tables: Sequence[RulesTable], deals: int) -> Way:
    """Return how so many deals are played soonest: compiling takes as long as interpreting very many does."""
    if any(way_for(table) is Way.INTERPRETED for table in tables) or deals < _FEW_DEALS:
        return Way.INTERPRETED
    from basra_rules.simulation.compiled import is_kept_on_disk  # noqa: PLC0415 - brings llvmlite

    return Way.COMPILED if deals >= _MANY_DEALS or is_kept_on_disk() else Way.INTERPRETED


class Worktable:
    """One run: the tables `R`, `W`, `T` and `P` of the kernel (see `kernel.places`).

    `deals`: of how many deals the points are kept.
    """

    def __init__(self, table: RulesTable, seed: int, *, matches: bool, deals: int, way: Way) -> None:
        self.table = table
        self.way = way if has_compiler() else Way.INTERPRETED  # another machine may lack it; the numbers are the same
        self.rules = self._words(len(table.words))
        self.rules[:] = self._words_of(table.words)
        self.work = self._words(table.work_size)
        self.totals = self._words(table.totals_size)
        self.points = self._words(max(1, 0 if matches else deals * table.sides))
        self.work[places.KEY] = seed & (1 << 62) - 1
        self.work[places.MATCHES] = int(matches)

    def _words_of(self, words: tuple[int, ...]) -> Words:
        return list(words) if self.way is Way.INTERPRETED else cast("Words", array("q", words))

    def _words(self, size: int) -> Words:
        # an array is used like a list, but its words lie in memory as compiled code needs them
        return [0] * size if self.way is Way.INTERPRETED else cast("Words", array("q", bytes(8 * size)))

    def start(self, number: int, carries: tuple[int, ...]) -> None:
        """Get ready to play from `number` on, with what is carried into it."""
        self.work[places.NUMBER] = self.work[places.FIRST_NUMBER] = number
        self.work[places.TURN] = self.work[places.PENDING] = 0
        for place, carry in enumerate(carries):
            self.work[self.rules[places.CARRY_AT] + place] = carry

    @property
    def carries(self) -> tuple[int, ...]:
        """Return what each award is worth besides."""
        start = self.rules[places.CARRY_AT]
        return tuple(self.work[start : start + len(self.table.carries)])

    def run(self, end: int, policy: int) -> int:
        """Play up to `end`; return how it went, as the kernel's `run` does."""
        if self.way is Way.INTERPRETED:
            return run(self.rules, self.work, self.totals, self.points, end, policy)
        from basra_rules.simulation.compiled import compile_kernel  # noqa: PLC0415 - brings llvmlite or numba

        addresses = [cast("array[int]", words).buffer_info()[0] for words in self._tables()]
        return compile_kernel()(addresses[0], addresses[1], addresses[2], addresses[3], end, policy)

    def _tables(self) -> tuple[Words, Words, Words, Words]:
        return self.rules, self.work, self.totals, self.points
