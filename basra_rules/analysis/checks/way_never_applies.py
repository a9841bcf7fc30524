"""A way of capturing that never applies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra_rules.analysis.findings import Finding, as_note, warn
from basra_rules.analysis.groups import only, takable
from basra_rules.analysis.situations import Case, Position, actions
from basra_rules.analysis.snippets import scenario_of
from basra_rules.cards import cards_of
from basra_rules.engine.state import Table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from basra_rules.analysis.study import Study
    from basra_rules.cards import Card

CODE = "way-never-applies"


def check(study: Study) -> Iterator[Finding]:
    """Yield a finding for each way by which no card takes anything, whatever lies on the floor."""
    deck = cards_of(study.rules.deck)
    for name, way in study.profile.capture.ways.items():
        key = f"capture.ways.{name}"
        span = study.profile.origins.key_span(key)
        playing = [card for card in deck if study.matches(way.played.tree, card)]
        if not playing:
            message = f"the way `{name}` never applies: no card of the deck is `{way.played.node.text}`"
            yield Finding(warn(CODE, message, span, "nobody can play such a card"), key, "played")
        elif not any(_takes(study, key, card) for card in playing):
            message = f"the way `{name}` never applies: there is nothing in the deck for it to take"
            note = as_note(_scenario(study, playing[0]))
            yield Finding(warn(CODE, message, span, "it finds nothing on any floor", note), key, "takes")


def _takes(study: Study, key: str, card: Card) -> bool:
    return bool(takable(study.rules, card, only(study.rules.capture.ways[card], key)))


def _scenario(study: Study, card: Card) -> str:
    """Return a scenario in which the card meets the two lowest others."""
    floor = cards_of(study.rules.deck & ~(1 << card))[:2]
    table = Table(floor)
    action = next(actions(study.domain, study.rules, Position(table, card)))
    return scenario_of(study.domain, study.rules, Case(table, action), "the way takes nothing here, nor anywhere")
