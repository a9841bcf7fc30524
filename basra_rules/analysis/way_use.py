"""Whether a way of capturing is ever used: a play by which it takes something, or why there is none."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain, islice
from typing import TYPE_CHECKING

from basra_rules.analysis.floors import sum_of
from basra_rules.analysis.groups import every_way
from basra_rules.analysis.reaching import representatives, smallness
from basra_rules.analysis.sightings import ways_used
from basra_rules.analysis.situations import Case, actions
from basra_rules.analysis.taking import Taking
from basra_rules.cards import card_set
from basra_rules.engine.layout import way_situation
from basra_rules.rules.model import Whole

if TYPE_CHECKING:
    from collections.abc import Iterator

    from basra_rules.analysis.study import Study
    from basra_rules.cards import CardSet

_MOST_CAUGHT = 2_000


def play_by(study: Study, name: str) -> Case | None:
    """Return the smallest known play by which a way takes something."""
    known = chain.from_iterable(study.plays.values())
    found = [case for case in known if is_used(study, name, case)]
    for taking in _takings(study, name):
        caught = (case for case in _catching_plays(study, taking) if is_used(study, name, case))
        found += islice(caught, 1)
    return min(found, key=smallness, default=None)


def is_used(study: Study, name: str, case: Case) -> bool:
    """Tell whether a way takes something by a play."""
    return name in ways_used(study.rules, way_situation(case.table, case.action.card), case.action)


def _catching_plays(study: Study, taking: Taking) -> Iterator[Case]:
    """Yield plays on the floors that hold just what a way must find there, smallest first."""
    for position in islice(taking.catching(), _MOST_CAUGHT):
        yield from (Case(position.table, action) for action in actions(study.domain, study.rules, position))


def _takings(study: Study, name: str) -> list[Taking]:
    """Return the way with each card that may be played by it, one of each class."""
    key = f"capture.ways.{name}"
    return [
        Taking(study.domain, card, way)
        for card in representatives(study.domain)
        for way in every_way(study.rules, card)
        if way.clause.key == key
    ]


def cards_played(study: Study, name: str) -> CardSet:
    """Return the lowest card of each class that may be played by a way."""
    return card_set(taking.card for taking in _takings(study, name))


def why_unused(study: Study, name: str) -> str | None:
    """Return why no play takes something by a way, the end of a sentence about the way; None where it is not proved."""
    if any(is_used(study, name, case) for case in chain.from_iterable(study.plays.values())):
        return None
    way, takings = study.profile.capture.ways[name], _takings(study, name)
    if not any(study.matches(way.played.tree, card) for card in representatives(study.domain)):
        return f"never applies: no card of the deck is `{way.played.node.text}`"
    if all(one.without_condition().is_vain for one in takings):
        return "never applies: the deck has nothing for it to take"
    if way.when is not None and all(one.is_vain for one in takings):
        return f"never applies: where `{way.when.node.text}` holds, there is nothing for it to take"
    if all(replace(one, taken=_taken_whole(study, one)).is_vain for one in takings):
        return "adds nothing: what it would take, other ways take as well"
    return None


def _taken_whole(study: Study, taking: Taking) -> CardSet:
    """Return what ways that ask for nothing take whole, of which nothing is left to groups and picks."""
    if isinstance(taking.way, Whole):
        return 0
    return sum_of(one.cards for one in study.rules.capture.ways[taking.card].wholes if one.when is None)
