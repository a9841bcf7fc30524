"""Which truths go together by the numbers of cards alone, whatever the cards are.

Where not every play can be listed, this proves what it can: nobody captures more cards than lie there, a sweep
takes all of them, after a card is trailed there is one more than before, and after a capture there are fewer.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING

from basra_rules.cards import CARDS
from basra_rules.expression.compiling import compile_condition
from basra_rules.expression.features import names_used
from basra_rules.expression.situation import Situation, deck_tables
from basra_rules.expression.tree import Compared, Flag

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from basra_rules.analysis.trees import Atom
    from basra_rules.analysis.verdicts import Truths
    from basra_rules.expression.compiling import Test
    from basra_rules.rules.model import Rules

_NO_TABLES = deck_tables((None,) * len(CARDS))
_OF_CAPTURES = {"count", "sweep"}
_OF_HISTORY = {"previous.floor_count", "previous.trailed"}
_COUNTS = frozenset({"floor.count", *_OF_CAPTURES, *_OF_HISTORY})
_MOST_FREE = 8
_MOST_CARDS = len(CARDS) - 1


def truths_by_counts(
    atoms: Sequence[Atom], settled: Sequence[Test | bool], rules: Rules, *, captures: bool
) -> set[Truths] | None:
    """Return the combinations of truths that counts and history leave possible; None where they settle too little.

    `settled` has the value of each atom where the played card settles it.  Whatever reads anything but counts may be
    true or false.  With `captures` a card is played that captures, else only the floor is looked at.
    """
    counting = tuple(atom for atom in atoms if _test(atom) is not None)
    free = sum(atom not in counting and callable(given) for atom, given in zip(atoms, settled, strict=True))
    if free > _MOST_FREE or not counting:
        return None
    found: set[Truths] = set()
    for counted in _counted(counting, captures, _takes_all(rules)):
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
    tests = [test for atom in atoms if (test := _test(atom)) is not None]
    names = frozenset[str]().union(*map(names_used, atoms))
    situations = _situations(names, captures=captures, takes_all=takes_all)
    return frozenset(tuple(test(now) for test in tests) for now in situations)


def _test(atom: Atom) -> Test | None:
    """Return the test of an atom that reads counts alone."""
    if not isinstance(atom, Compared | Flag) or not names_used(atom) or names_used(atom) - _COUNTS:
        return None
    test = compile_condition(atom, _NO_TABLES, CARDS[0])
    return (lambda _: test) if isinstance(test, bool) else test


def _takes_all(rules: Rules) -> bool:
    """Tell whether every capture takes all that lies there."""
    return all(
        not (ways.picks or ways.groupings) and all(not rules.deck & ~(way.cards | 1 << card) for way in ways.wholes)
        for card, ways in zip(CARDS, rules.capture.ways, strict=True)
        if rules.deck >> card & 1
    )


def _situations(names: frozenset[str], *, captures: bool, takes_all: bool) -> Iterator[Situation]:
    """Yield what there may be of cards, as far as these names can tell."""
    for floor in range(int(captures), _MOST_CARDS + 1):
        least = floor if takes_all else 1
        taken = range(least, floor + 1) if captures and names & _OF_CAPTURES else (least * captures,)
        for trailed, before in _histories(floor) if names & _OF_HISTORY else ((False, 0),):
            for count in () if takes_all and floor and before > floor else taken:  # a capture leaves nothing
                cards = ((1 << count) - 1, (1 << floor) - 1)
                yield Situation(CARDS[0], *cards, previous_trailed=trailed, previous_floor_count=before)


def _histories(floor: int) -> Iterator[tuple[bool, int]]:
    """Yield whether the play before trailed, and how many cards lay there before it; first, that there was none."""
    yield False, 0
    if floor:
        yield True, floor - 1
    yield from ((False, before) for before in range(floor + 1, _MOST_CARDS + 1))
