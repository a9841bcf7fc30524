"""Whether a bonus is ever scored, or left unscored by a capture: a play in which it is, or a proof of none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra_rules.analysis.reaching import representatives
from basra_rules.analysis.verdicts import holds
from basra_rules.engine.bonuses import score_bonuses
from basra_rules.expression.tree import Literal

if TYPE_CHECKING:
    from collections.abc import Iterable

    from basra_rules.analysis.situations import Case
    from basra_rules.analysis.study import Study


def capture_with(study: Study, name: str, scored: bool, captures: Iterable[Case]) -> Case | None:
    """Return the first capture that scores a bonus, or does not."""
    return next((case for case in captures if scores(study, name, case) is scored), None)


def scores(study: Study, name: str, case: Case) -> bool:
    """Tell whether a play scores a bonus."""
    return name in {one.bonus.name for one in score_bonuses(study.rules, case.table, case.action)}


def can_score(study: Study, name: str, scored: bool) -> bool:
    """Tell whether some capture may score a bonus, or may not; True where that could not be worked out."""
    if not _may_hold(study, name, scored):
        return False
    if not all(isinstance(one.points.tree, Literal) for one in study.profile.bonuses.values()):
        return True  # what they come to is not told apart
    captures = study.conceivable_captures(representatives(study.domain))
    return captures is None or capture_with(study, name, scored, captures) is not None


def _may_hold(study: Study, name: str, scored: bool) -> bool:
    """Tell whether the condition of a bonus lets it be scored, or not."""
    key = f"bonuses.{name}.when"
    judged = study.judgement(key)
    truths, tree = judged.conceivable, judged.tree
    if truths is None or any(holds(tree, one) is scored for one in truths):
        return True
    bonuses = study.profile.bonuses
    replaced = any(one.instead_of == name for one in bonuses.values())
    return not scored and (replaced or not isinstance(bonuses[name].points.tree, Literal))
