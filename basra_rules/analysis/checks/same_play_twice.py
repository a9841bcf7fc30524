"""Two bonuses that score the same play."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from basra_rules.analysis.findings import Finding, warn, witness
from basra_rules.engine.bonuses import score_bonuses

if TYPE_CHECKING:
    from collections.abc import Iterator

    from basra_rules.analysis.situations import Case
    from basra_rules.analysis.study import Study

CODE = "same-play-twice"


def check(study: Study) -> Iterator[Finding]:
    """Yield a finding for each pair of bonuses that add up on some play."""
    for (one, other), case in sorted(_pairs(study).items()):
        message = f"`{one}` and `{other}` score the same play, and add up"
        label = f"where only one should score, write `instead_of: {one}` here"
        span = study.profile.origins.key_span(f"bonuses.{other}")
        notes = witness(study, case, f"scores {one} and {other}")
        yield Finding(warn(CODE, message, span, label, *notes), f"bonuses.{other}", one)


def _pairs(study: Study) -> dict[tuple[str, str], Case]:
    found: dict[tuple[str, str], Case] = {}
    for case in study.captures_by(study.scoring_cards(at_least=2)):
        scored = [one.bonus for one in score_bonuses(study.rules, case.table, case.action)]
        for one, other in combinations(scored, 2):
            found.setdefault((one.name, other.name), case)
    return found
