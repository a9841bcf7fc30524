"""A way of capturing that never applies: it takes nothing, or nothing that is not taken anyway."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from basra_rules.analysis.findings import Finding, warn, witness
from basra_rules.analysis.groups import every_way
from basra_rules.analysis.reaching import representatives
from basra_rules.analysis.situations import Case, actions
from basra_rules.analysis.taking import Taking
from basra_rules.expression.printing import print_expression
from basra_rules.rules.model import Grouping, Whole

if TYPE_CHECKING:
    from collections.abc import Iterator

    from basra_rules.analysis.groups import AnyWay
    from basra_rules.analysis.study import Study
    from basra_rules.cards import Card, CardSet

CODE = "way-never-applies"


def check(study: Study) -> Iterator[Finding]:
    """Yield a finding for each way by which no card takes anything more, whatever lies on the floor."""
    for name, way in study.profile.capture.ways.items():
        key = f"capture.ways.{name}"
        span = study.profile.origins.key_span(key)
        if not any(study.matches(way.played.tree, card) for card in representatives(study.domain)):
            message = f"the way `{name}` never applies: no card of the deck is `{way.played.node.text}`"
            yield Finding(warn(CODE, message, span, "nobody can play such a card"), key, "played")
            continue
        takings = [
            Taking(study.domain, card, one) for card in representatives(study.domain) for one in _at(study, key, card)
        ]
        if all(replace(one, taken=_taken_anyway(study, one)).is_vain for one in takings):
            yield from _finding(study, name, takings)


def _finding(study: Study, name: str, takings: list[Taking]) -> Iterator[Finding]:
    """Yield the finding about a way that takes nothing more, if it ever applies: else its condition never holds."""
    applying = next((found for one in takings if (found := one.find_applying()) is not None), None)
    if applying is None:
        return
    when = study.profile.capture.ways[name].when
    if all(one.without_condition().is_vain for one in takings):
        said, label = "never applies: there is nothing in the deck for it to take", "it finds nothing on any floor"
    elif when is not None and all(one.is_vain for one in takings):
        said = f"never applies: where `{when.node.text}` holds, there is nothing for it to take"
        label = "its condition leaves it nothing"
    else:
        said, label = "adds nothing: what it takes is taken anyway", "other ways take all of that"
        applying = next((found for one in takings for found in one.catching()), applying)
    key = f"capture.ways.{name}"
    case = Case(applying.table, next(actions(study.domain, study.rules, applying)))
    notes = witness(study, case, "it makes no difference here, nor anywhere")
    span = study.profile.origins.key_span(key)
    yield Finding(warn(CODE, f"the way `{name}` {said}", span, label, *notes), key, label)


def _at(study: Study, key: str, card: Card) -> list[AnyWay]:
    return [way for way in every_way(study.rules, card) if way.clause.key == key]


def _taken_anyway(study: Study, taking: Taking) -> CardSet:
    """Return the cards that other ways take wherever this one applies; of two ways alike the second is idle."""
    way, card = taking.way, taking.card
    names = [f"capture.ways.{name}" for name in study.profile.capture.ways]
    taken = 0
    for other in every_way(study.rules, card):
        if other is way or not _applies_with(other, way):
            continue
        is_later = names.index(other.clause.key) > names.index(way.clause.key)
        if isinstance(other, Whole):
            taken |= 0 if is_later and _is_within(other, way) else other.cards
        elif isinstance(other, Grouping) and isinstance(way, Grouping) and _is_grouped(way, other):
            taken |= 0 if is_later and _is_grouped(other, way) else study.rules.deck
    return taken


def _applies_with(other: AnyWay, way: AnyWay) -> bool:
    """Tell whether a way applies wherever another does: it asks for nothing, or for the same."""
    if other.when_tree is None or other.when is None:
        return True
    return way.when_tree is not None and print_expression(other.when_tree) == print_expression(way.when_tree)


def _is_within(one: Whole, other: AnyWay) -> bool:
    return isinstance(other, Whole) and not one.cards & ~other.cards and _applies_with(other, one)


def _is_grouped(one: Grouping, other: Grouping) -> bool:
    """Tell whether what one way groups another one groups anyway."""
    return (
        one.total == other.total and one.smallest >= other.smallest and not other.single and _applies_with(other, one)
    )
