"""Beyond small floors: one play for every combination of what expressions read, on floors of any size.

For each played card the captured sets are put together from what its ways take whole and from the groups
and picks that the engine lists for the whole deck, merged by what is read of them.  Each then lies on a
floor of its own, or beside cards that stay.  Every play is put to the engine before it is returned.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING

from basra_rules.analysis.exploring import Explorer
from basra_rules.analysis.history import Tries
from basra_rules.analysis.situations import Case, Position, is_reachable
from basra_rules.cards import cards_of

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator

    from basra_rules.analysis.effort import Effort
    from basra_rules.analysis.features import Reading
    from basra_rules.analysis.situations import Domain
    from basra_rules.cards import Card
    from basra_rules.engine.state import Table
    from basra_rules.rules.model import Rules

_STATES_A_PLAY = 20
"""Looking at so many states of sets of cards takes as long as looking at a play."""
MOST_TRIES = 40_000
"""So many plays are tried as the play before, for all the classes of cards."""


@dataclass(frozen=True, slots=True)
class Reached:
    """The smallest play for each combination of what is read when one card is played.

    `complete`: where these are the plays that may come about, no combination that does is missing, save that of
    equal sums and counts not every verdict on equal groups need be there.
    """

    card: Card
    reading: Reading
    plays: tuple[Case, ...]
    complete: bool


def witnesses(domain: Domain, rules: Rules, size: int | None = None) -> Iterator[Case]:
    """Yield, smallest first, a play for each combination that needs a floor of more than `size` cards."""
    beyond = domain.default_size if size is None else size
    found = chain.from_iterable(reach(domain, rules, card)[0].plays for card in representatives(domain))
    yield from sorted((case for case in found if len(case.table.floor) > beyond), key=smallness)


def representatives(domain: Domain) -> tuple[Card, ...]:
    """Return the lowest card of each class."""
    return tuple(cards_of(cards)[0] for cards in domain.classes)


def smallness(case: Case) -> tuple[int, tuple[Card, ...], Card, bool, int]:
    """Order plays: the fewest floor cards first, then the lowest cards, then the played card and the history."""
    table = case.table
    return len(table.floor), table.floor, case.action.card, table.previous.trailed, table.previous.floor_count


def reach(
    domain: Domain, rules: Rules, card: Card, *, coarse: bool = False, effort: Effort | None = None
) -> tuple[Reached, Reached]:
    """Return the smallest play for every combination of what is read when `card` is played.

    First those that can come about; then those that may, whatever went before, and whatever else of a floor
    might have to be taken along: among these nothing is missing that can come about.

    With `coarse`, numbers count as equal where no comparison of the expressions tells them apart.  What the domain
    may spend in all, or `effort`, is shared by such searches; one that needs more is not complete.
    """
    effort = domain.effort if effort is None else effort
    share = effort.share()
    explorer = Explorer(domain, rules, card, coarse=coarse, steps=share.left)
    reading = explorer.reading
    real, conceivable = Smallest(reading), Smallest(reading)

    tries = Tries(share.left)

    @lru_cache(maxsize=4096)
    def has_come_about(table: Table) -> bool:
        return is_reachable(domain, Position(table, card), (rules,), tries)

    def can_be(case: Case) -> bool:
        return explorer.is_legal(case) and has_come_about(case.table)

    charged = 0
    for case in explorer.plays():
        charge = explorer.work // _STATES_A_PLAY
        if not share.spend(1 + charge - charged):
            explorer.complete = False
            break
        charged = charge
        key = reading.key(case)
        conceivable.keep(key, case)
        real.keep(key, case, can_be)
    effort.settle(share)
    return (
        Reached(card, reading, real.cases(), explorer.complete),
        Reached(card, reading, conceivable.cases(), explorer.complete),
    )


class Smallest:
    """Keeps the smallest play of those that look alike to a reading."""

    def __init__(self, reading: Reading, cases: Iterable[Case] = ()) -> None:
        self._reading = reading
        self._best: dict[Hashable, Case] = {reading.key(case): case for case in cases}

    def offer(self, case: Case, admits: Callable[[Case], bool] | None = None) -> None:
        """Take a play if it is smaller than the one that looks alike, and is admitted."""
        self.keep(self._reading.key(case), case, admits)

    def keep(self, key: Hashable, case: Case, admits: Callable[[Case], bool] | None = None) -> None:
        """Do as `offer` for a play whose key is known."""
        known = self._best.get(key)
        if (known is None or smallness(case) < smallness(known)) and (admits is None or admits(case)):
            self._best[key] = case

    def cases(self) -> tuple[Case, ...]:
        """Return the plays kept, smallest first."""
        return tuple(sorted(self._best.values(), key=smallness))
