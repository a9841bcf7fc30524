"""Two bonuses that score the same play.

What is advised of one pair takes into account what is advised of those before: with all of it followed, no
two bonuses score the same play any more.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING, TypeAlias

from basra_rules.analysis.findings import Finding, warn, witness
from basra_rules.analysis.reaching import smallness
from basra_rules.engine.bonuses import score_bonuses
from basra_rules.errors import Edit, Fix, Span
from basra_rules.expression.printing import print_expression
from basra_rules.expression.tree import Not, Or
from basra_rules.source.nodes import MapNode
from basra_rules.source.text_edits import add_entry

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from basra_rules.analysis.situations import Case
    from basra_rules.analysis.study import Study
    from basra_rules.rules.model import Bonus, Rules

CODE = "same-play-twice"

Pair: TypeAlias = tuple[str, str]
"""Two bonuses by name, in the order of the profile."""

Together: TypeAlias = "Mapping[frozenset[str], Case]"
"""The bonuses that hold together on some play, with the smallest such play."""


def check(study: Study) -> Iterator[Finding]:
    """Yield a finding for each pair of bonuses that add up on some play."""
    found, together = _look(study)
    changes = _Changes()
    for one, other in sorted(found, key=lambda pair: _order(study, pair)):
        changes, label, fix = _advise(study, together, changes, (one, other))
        message = f"`{one}` and `{other}` score the same play, and add up"
        span = study.profile.origins.key_span(f"bonuses.{other}")
        notes = witness(study, found[one, other], f"scores {one} and {other}")
        yield Finding(
            warn(CODE, message, span, label, *notes).mended_by(fix), f"bonuses.{other}", one, found[one, other]
        )


def _order(study: Study, pair: Pair) -> tuple[int, int]:
    names = list(study.profile.bonuses)
    return names.index(pair[1]), names.index(pair[0])


def _look(study: Study) -> tuple[dict[Pair, Case], Together]:
    """Return the pairs that score together, each with the smallest play; one play is enough where asked for."""
    wanted = None if study.wanted is None else {(said, key) for code, key, said in study.wanted if code == CODE}
    found = {pair: case for case in study.hints for pair in _pairs(study.rules, case) if study.can_come_about(case)}
    if wanted is not None and wanted <= {(one, f"bonuses.{other}") for one, other in found}:
        return found, {}
    together: dict[frozenset[str], Case] = {}
    for card in study.scoring_cards(at_least=2):
        for case in study.captures_by([card]):
            for pair in _pairs(study.rules, case):
                found[pair] = min(case, found.get(pair, case), key=smallness)
            holding = frozenset(_scoring(_changed(study.rules, case, _ALL), case))
            if len(holding) > 1:
                together.setdefault(holding, case)
        if wanted is not None and wanted <= {(one, f"bonuses.{other}") for one, other in found}:
            break
    return found, together


def _pairs(rules: Rules, case: Case) -> Iterator[Pair]:
    return combinations(_scoring(rules, case), 2)


def _scoring(rules: Rules, case: Case) -> list[str]:
    return [one.bonus.name for one in score_bonuses(rules, case.table, case.action)]


# Advice


@dataclass(frozen=True)
class _Changes:
    """Changes of bonuses: those that score instead of another, and those whose conditions exclude another's.

    `alone`: no bonus scores instead of another.
    """

    instead: tuple[Pair, ...] = ()
    excluding: tuple[Pair, ...] = ()
    alone: bool = False

    def of(self, bonus: Bonus) -> Bonus:
        instead = next((one for one, other in self.instead if other == bonus.name), bonus.instead_of)
        return replace(bonus, instead_of=None if self.alone else instead)


_ALL = _Changes(alone=True)


def _advise(study: Study, together: Together, made: _Changes, pair: Pair) -> tuple[_Changes, str, Fix | None]:
    """Return the changes made and one more by which two bonuses no longer add up, what to say of it, and its fix."""
    one, other = pair
    before = _adding_up(study, together, made)
    if pair not in before:
        return made, "with the changes above, only one scores", None
    named = replace(made, instead=(*made.instead, pair))
    is_free = study.profile.bonuses[other].instead_of is None and all(later != other for _, later in made.instead)
    if is_free and _adding_up(study, together, named) < before:
        return named, f"where only one should score, write `instead_of: {one}` here", _instead_of(study, pair)
    label = f"where only one should score, write a condition that does not hold where that of `{one}` does"
    return replace(made, excluding=(*made.excluding, pair)), label, _excluding(study, pair)


def _adding_up(study: Study, together: Together, changes: _Changes) -> set[Pair]:
    """Return the pairs that would still score together."""
    return {
        pair
        for holding, case in together.items()
        for pair in _pairs(_changed(study.rules, case, changes, holding), case)
    }


def _changed(rules: Rules, case: Case, changes: _Changes, holding: frozenset[str] = frozenset()) -> Rules:
    """Return rules with other bonuses for the card that is played; `holding` are those that hold before."""
    excluded = {other for one, other in changes.excluding if one in holding}
    card = case.action.card
    kept = tuple(changes.of(bonus) for bonus in rules.bonuses[card] if bonus.name not in excluded)
    return replace(rules, bonuses=(*rules.bonuses[:card], kept, *rules.bonuses[card + 1 :]))


def _instead_of(study: Study, pair: Pair) -> Fix | None:
    """Return the fix by which the later bonus scores instead of the earlier."""
    entry = study.profile.origins.entry(f"bonuses.{pair[1]}")
    if entry is None or not isinstance(entry.value, MapNode) or not _is_own(study, entry.key.span.source.name):
        return None
    text = f"instead_of: {pair[0]}"
    return add_entry(entry.value, text, f"add `{text}`", after=entry.value.keys[-1], certain=False)


def _excluding(study: Study, pair: Pair) -> Fix | None:
    """Return the fix by which the later bonus does not hold where the earlier does."""
    earlier, later = (study.profile.bonuses[name].when.tree for name in pair)
    span = later.span
    if not _is_own(study, span.source.name):
        return None
    opening, closing = ("(", ")") if isinstance(later, Or) else ("", "")
    text = f"and {print_expression(Not(earlier, earlier.span))}"
    start, end = (Span(span.source, at, at) for at in (span.start, span.end))
    return Fix(f"add `{text}`", (Edit(start, opening), Edit(end, f"{closing} {text}")))


def _is_own(study: Study, name: str) -> bool:
    return study.profile.origins.files[0].name == name
