"""Which truths go together by the numbers of cards alone, whatever the cards are.

Where not every play can be listed, this proves what it can: nobody captures more cards than lie there, a sweep
takes all of them, after a card is trailed there is one more than before, and after a capture there are fewer.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING

from basra_rules.analysis.sight import plays_before
from basra_rules.cards import CARDS
from basra_rules.engine.state import Previous
from basra_rules.expression.compiling import compile_condition
from basra_rules.expression.features import names_used
from basra_rules.expression.situation import NO_VALUES, Situation
from basra_rules.expression.tree import Compared, Flag

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from basra_rules.analysis.trees import Atom
    from basra_rules.analysis.verdicts import Truths
    from basra_rules.expression.compiling import Test

_OF_CAPTURES = {"count", "sweep"}
_OF_HISTORY = {"previous.floor_count", "previous.trailed"}
_COUNTS = frozenset({"floor.count", *_OF_CAPTURES, *_OF_HISTORY})
MOST_FREE = 8
"""So many truths may be either, before too many combinations are possible."""
_MOST_CARDS = len(CARDS) - 1


def truths_by_counts(
    atoms: Sequence[Atom], settled: Sequence[Test | bool], *, captures: bool, takes_all: bool
) -> set[Truths] | None:
    """Return the combinations of truths that counts and history leave possible; None where they settle too little.

    `settled` has the value of each atom where the played card settles it.  Whatever reads anything but counts may be
    true or false.  With `captures` a card is played that captures, else only the floor is looked at; with `takes_all`
    every capture takes all that lies there.
    """
    counting = tuple(atom for atom in atoms if _reads_counts(atom))
    free = sum(atom not in counting and callable(given) for atom, given in zip(atoms, settled, strict=True))
    if free > MOST_FREE or not counting:
        return None
    found: set[Truths] = set()
    for counted in _counted(counting, captures, takes_all):
        values = iter(counted)
        options = [
            (next(values),) if atom in counting else (False, True) if callable(given) else (given,)
            for atom, given in zip(atoms, settled, strict=True)
        ]
        found |= set(product(*options))
    return found


@lru_cache(maxsize=256)
def _counted(atoms: tuple[Atom, ...], captures: bool, takes_all: bool) -> frozenset[Truths]:
    """Return the combinations of truths of atoms that read counts alone."""
    tests = [compile_condition(atom, NO_VALUES, CARDS[0]) for atom in atoms]
    names = frozenset[str]().union(*map(names_used, atoms))
    situations = _situations(names, captures=captures, takes_all=takes_all)
    return frozenset(tuple(test if isinstance(test, bool) else test(now) for test in tests) for now in situations)


def _reads_counts(atom: Atom) -> bool:
    """Tell whether an atom reads counts alone."""
    names = names_used(atom)
    return isinstance(atom, Compared | Flag) and bool(names) and names <= _COUNTS


def _situations(names: frozenset[str], *, captures: bool, takes_all: bool) -> Iterator[Situation]:
    """Yield what there may be of cards, as far as these names can tell."""
    for floor in range(int(captures), _MOST_CARDS + 1):
        least = floor if takes_all else 1
        taken = range(least, floor + 1) if captures and names & _OF_CAPTURES else (least * captures,)
        for previous in (Previous(), *(plays_before(floor, _MOST_CARDS) if names & _OF_HISTORY else ())):
            before = previous.floor_count
            for count in () if takes_all and floor and before > floor else taken:  # a capture leaves nothing
                cards = ((1 << count) - 1, (1 << floor) - 1)
                yield Situation(CARDS[0], *cards, previous_trailed=previous.trailed, previous_floor_count=before)
