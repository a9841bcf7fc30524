"""What a condition is asked about: a way's before anything is taken, a bonus's of captures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra_rules.analysis.situations import Case
from basra_rules.analysis.trees import WAYS
from basra_rules.engine.bonuses import situation
from basra_rules.engine.layout import way_situation
from basra_rules.engine.state import Action, Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from basra_rules.cards import Card
    from basra_rules.expression.situation import Situation


def asked_of(key: str, card: Card, plays: Iterable[Case]) -> Iterator[tuple[Case, Situation]]:
    """Yield what the condition at `key` sees of the plays of a card; a way's also of the empty table."""
    bare = (Case(Table(()), Action(card)),) if key.startswith(WAYS) else ()
    for case in (*bare, *plays):
        now = seen_by(key, case)
        if now is not None:
            yield case, now


def seen_by(key: str, case: Case) -> Situation | None:
    """Return what a condition sees of a play: that of a way the table, that of a bonus captures, else nothing."""
    if key.startswith(WAYS):
        return way_situation(case.table, case.action.card)
    return situation(case.table, case.action) if case.action.captured else None
