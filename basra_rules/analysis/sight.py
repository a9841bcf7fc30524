"""How much of what is not lying on the floor the rules can see: history, order, the end, the hand."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from basra_rules.analysis.trees import parts_of, play_trees
from basra_rules.cards import CARDS
from basra_rules.engine.state import Previous
from basra_rules.expression.compiling import compile_condition
from basra_rules.expression.features import names_used
from basra_rules.expression.situation import NO_VALUES, Situation
from basra_rules.expression.tree import Compared
from basra_rules.profile.vocabulary import Obligation

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from basra_rules.profile.models import Profile

_ANY_CARD = CARDS[0]
_TRAILED = "previous.trailed"
_FLOOR_COUNT = "previous.floor_count"
_LAST_CARD = "last_card"
_TOP = "floor.top"
_FARTHEST = 8
"""Where a number of cards before the play before is not compared with a plain number, so many are tried."""

Look: TypeAlias = tuple[bool, int | tuple[bool, ...]]


@dataclass(frozen=True, slots=True)
class Sight:
    """What some profiles can see besides the played card and the set of cards on the floor.

    `floor_count_tests` tell apart what can be told of `previous.floor_count`; None: exactly how many.
    """

    trailed: bool
    floor_count: bool
    floor_count_tests: tuple[Callable[[int], bool], ...] | None
    farthest: int
    last_card: bool
    order: bool
    hand: bool

    def histories(self, floor_count: int) -> tuple[Previous, ...]:
        """Return what may have gone before on a floor of so many cards, as far as it can be told apart.

        The start of a deal first, then a play that trailed, then plays that captured.
        """
        return _histories(self, floor_count) if self.trailed or self.floor_count else (Previous(),)

    @property
    def counted(self) -> int:
        """Return from how many floor cards on their number makes no difference to what may have gone before."""
        return _counted(self) if self.trailed or self.floor_count else 0

    def look(self, previous: Previous) -> Look:
        """Return what can be seen of a history: equal for two that can't be told apart."""
        trailed = previous.trailed and self.trailed
        if self.floor_count_tests is None:
            return trailed, previous.floor_count if self.floor_count else 0
        return trailed, tuple(test(previous.floor_count) for test in self.floor_count_tests)

    @property
    def last_cards(self) -> tuple[bool, ...]:
        """Return whether a play may be the last of the deal, as far as it can be told apart."""
        return (False, True) if self.last_card else (False,)


def plays_before(floor_count: int, most: int) -> Iterator[Previous]:
    """Yield what may have gone before on a floor of so many cards, where at most `most` lay before a capture.

    After a card is trailed there is one more than before, after a capture there are fewer.
    """
    if floor_count:
        yield Previous(trailed=True, floor_count=floor_count - 1)
    yield from (Previous(floor_count=before) for before in range(floor_count + 1, most + 1))


@lru_cache(maxsize=256)
def _histories(sight: Sight, floor_count: int) -> tuple[Previous, ...]:
    found = {sight.look(Previous()): Previous()}
    for previous in plays_before(floor_count, sight.farthest + 1):
        found.setdefault(sight.look(previous), previous)
    return tuple(found.values())


@lru_cache(maxsize=256)
def _counted(sight: Sight) -> int:
    looks = [{sight.look(previous) for previous in sight.histories(number)} for number in range(len(CARDS))]
    return max((number for number, one in enumerate(looks) if one != looks[-1]), default=-1) + 1


def sight_of(profiles: Sequence[Profile]) -> Sight:
    """Return what the profiles together can see."""
    names = frozenset[str]().union(*(names_used(tree) for profile in profiles for tree in play_trees(profile)))
    tests = _floor_count_tests(profiles)
    return Sight(
        trailed=_TRAILED in names,
        floor_count=_FLOOR_COUNT in names,
        floor_count_tests=tests,
        farthest=_FARTHEST if tests is None else len(CARDS) - 2,
        last_card=_LAST_CARD in names,
        order=_TOP in names,
        hand=any(profile.capture.obligation is Obligation.HAND for profile in profiles),
    )


def _floor_count_tests(profiles: Sequence[Profile]) -> tuple[Callable[[int], bool], ...] | None:
    """Return the comparisons of `previous.floor_count` alone; None where something else is made of it."""
    tests: dict[Compared, Callable[[int], bool]] = {}
    for profile in profiles:
        for tree in play_trees(profile):
            within = [part for part in parts_of(tree, Compared) if _FLOOR_COUNT in names_used(part)]
            if any(names_used(part) != {_FLOOR_COUNT} for part in within):
                return None
            tests |= {part: _test_of(part) for part in within}
        if any(_FLOOR_COUNT in names_used(bonus.points.tree) for bonus in profile.bonuses.values()):
            return None
    return tuple(tests.values())


def _test_of(tree: Compared) -> Callable[[int], bool]:
    test = compile_condition(tree, NO_VALUES, _ANY_CARD)
    if isinstance(test, bool):
        return lambda _: test
    return lambda count: test(Situation(_ANY_CARD, 0, 0, previous_floor_count=count))
