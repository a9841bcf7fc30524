"""Rules as written, named so that they can be looked up: key, file, line, words."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from basra_rules.rules.model import Grouping, Pick, Whole

if TYPE_CHECKING:
    from collections.abc import Iterable

    from basra_rules.errors import Span
    from basra_rules.rules.model import Bonus, Clause, Rules, Ways

Way: TypeAlias = Whole | Pick | Grouping


def every_way(ways: Ways) -> tuple[Way, ...]:
    """Return the ways of all kinds."""
    return (*ways.wholes, *ways.picks, *ways.groupings)


def every_bonus(rules: Rules) -> tuple[Bonus, ...]:
    """Return every bonus of the profile once, in its order."""
    by_index = {bonus.index: bonus for of_card in rules.bonuses for bonus in of_card}
    return tuple(by_index[index] for index in sorted(by_index))


def describe_clause(clause: Clause, also: Iterable[str] = ()) -> str:
    """Return "bonuses.basra (teta.yaml:46, S0 §4): when: sweep, points: 10"; `also` names further places."""
    text = f": {' '.join(clause.text.split())}" if clause.text else ""
    return f"{name_clause(clause, also)}{text}"


def name_clause(clause: Clause, also: Iterable[str] = ()) -> str:
    """Return "bonuses.basra (teta.yaml:46, S0 §4)"."""
    places = [place_of(clause.span)] if clause.span else []
    origin = ", ".join([*places, *also, *([clause.source] if clause.source else [])])
    return f"{clause.key} ({origin})" if origin else clause.key


def locate_clause(clause: Clause) -> str:
    """Return "bonuses.basra (teta.yaml:46)"."""
    return f"{clause.key} ({place_of(clause.span)})" if clause.span else clause.key


def place_of(span: Span) -> str:
    """Return "teta.yaml:46"."""
    return f"{span.source.name}:{span.line}"
