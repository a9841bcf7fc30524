"""A condition that can never hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra_rules.analysis.findings import Finding, warn, witness
from basra_rules.analysis.reaching import smallness

if TYPE_CHECKING:
    from collections.abc import Iterator

    from basra_rules.analysis.situations import Case
    from basra_rules.analysis.study import Judged, Study

CODE = "never-holds"


def check(study: Study) -> Iterator[Finding]:
    """Yield a finding for each condition that no play can make true."""
    for judged in study.judged:
        if not judged.can_be(True):
            message = f"the condition of `{judged.rule}` can never hold"
            notes = witness(study, _nearest(judged), "as near as it comes")
            diagnostic = warn(CODE, message, judged.tree.span, "no play makes this true", *notes)
            yield Finding(diagnostic, judged.key)


def _nearest(judged: Judged) -> Case | None:
    """Return the smallest play of those in which most of what the condition joins is true."""
    most = max((sum(truths) for truths in judged.seen), default=0)
    nearest = (case for truths, case in judged.seen.items() if sum(truths) == most)
    return min(nearest, key=smallness, default=None)
