"""Plays of some cards on ever larger floors: where what is read of plays was not gone through, or merges too much."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from basra_rules.analysis.floors import Supply, floors_of
from basra_rules.analysis.history import Tries
from basra_rules.analysis.situations import Case, actions, is_reachable, positions_on

if TYPE_CHECKING:
    from collections.abc import Iterator

    from basra_rules.analysis.effort import Effort
    from basra_rules.analysis.situations import Position
    from basra_rules.analysis.study import Study
    from basra_rules.cards import CardSet

_MOST_STEPS = 10_000
_MOST_CARDS = 12


def further_plays(study: Study, played: CardSet, effort: Effort) -> Iterator[Case]:
    """Yield the plays of a card of each class that `played` has a card of, on the smallest floors first.

    Of floors of one size, first those plays that may take most.
    """
    domain, rules = study.domain, study.rules
    steps = Tries(min(_MOST_STEPS, effort.left))  # positions, and plays tried as the play before
    for position in _positions(study, played):
        before = steps.left
        steps.left -= 1
        is_real = steps.left >= 0 and is_reachable(domain, position, (rules,), steps)
        if not effort.spend(before - max(steps.left, 0)) or steps.left < 0:
            return
        if is_real:
            yield from (Case(position.table, action) for action in actions(domain, rules, position))


def _positions(study: Study, played: CardSet) -> Iterator[Position]:
    domain = study.domain
    takable = domain.takable(study.rules)
    places = [place for place, cards in enumerate(domain.classes) if cards & played]
    places.sort(key=lambda place: -takable[place].bit_count())
    for size, place in product(range(_MOST_CARDS + 1), places):
        for lying, floor in floors_of(domain.classes, size):
            card = Supply(domain.classes, floor).next_card(place)
            if card is not None:
                yield from positions_on(domain, lying, floor, (card,))
