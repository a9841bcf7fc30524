"""Whether a way of capturing is ever used: a play by which it takes something, or why there is none."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from basra_rules.analysis.groups import every_way
from basra_rules.analysis.reaching import representatives, smallness
from basra_rules.analysis.sightings import ways_used
from basra_rules.analysis.situations import Case, actions
from basra_rules.analysis.taking import Taking
from basra_rules.engine.layout import way_situation

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from basra_rules.analysis.study import Study


def play_by(study: Study, name: str) -> Case | None:
    """Return the smallest known play by which a way takes something."""
    return _first_by(study, name, chain.from_iterable(study.plays.values())) or _first_by(
        study, name, _catching_plays(study, name)
    )


def _first_by(study: Study, name: str, plays: Iterable[Case]) -> Case | None:
    taking = (
        case
        for case in plays
        if name in ways_used(study.rules, way_situation(case.table, case.action.card), case.action)
    )
    return min(taking, key=smallness, default=None)


def _catching_plays(study: Study, name: str) -> Iterator[Case]:
    """Yield plays on the floors that hold just what the way must find there."""
    for taking in _takings(study, name):
        for position in taking.catching():
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


def why_unused(study: Study, name: str) -> str:
    """Return why no play is known by which a way takes something, the end of a sentence about the way."""
    way, takings = study.profile.capture.ways[name], _takings(study, name)
    if not any(study.matches(way.played.tree, card) for card in representatives(study.domain)):
        return f"never applies: no card of the deck is `{way.played.node.text}`"
    if all(one.without_condition().is_vain for one in takings):
        return "never applies: the deck has nothing for it to take"
    if way.when is not None and all(one.is_vain for one in takings):
        return f"never applies: where `{way.when.node.text}` holds, there is nothing for it to take"
    if not any(True for one in takings for _ in one.catching()):
        return "never applies: no legal play leads to a floor on which it would take anything"
    return "adds nothing: what it would take, other ways take as well"
