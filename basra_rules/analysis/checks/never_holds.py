"""A condition that can never hold."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from basra_rules.analysis.findings import Finding, warn, witness
from basra_rules.analysis.reaching import smallness
from basra_rules.analysis.verdicts import holds
from basra_rules.expression.printing import print_expression
from basra_rules.expression.tree import And

if TYPE_CHECKING:
    from collections.abc import Iterator

    from basra_rules.analysis.situations import Case
    from basra_rules.analysis.study import Judged, Study

CODE = "never-holds"
_MOST_PARTS = 10


def check(study: Study) -> Iterator[Finding]:
    """Yield a finding for each condition that no play can make true."""
    for judged in study.judged:
        if not judged.can_be(True):
            message = f"the condition of `{judged.rule}` can never hold"
            shown = witness(study, _nearest(judged), "as near as it comes")
            diagnostic = warn(CODE, message, judged.tree.span, "no play makes this true", *_clashing(judged), *shown)
            yield Finding(diagnostic, judged.key)


def _clashing(judged: Judged) -> Iterator[str]:
    """Yield a note on the fewest parts joined by `and` that no play makes true together, where these are not all."""
    parts = judged.tree.parts if isinstance(judged.tree, And) else ()
    if judged.conceivable is None or len(parts) > _MOST_PARTS:
        return
    for number in range(1, len(parts)):
        for some in combinations(parts, number):
            left = tuple(part for part in parts if not any(part is one for one in some))
            if not any(holds(judged.tree, truths, *left) for truths in judged.conceivable):
                words = " and ".join(f"`{print_expression(part)}`" for part in some)
                yield f"{words} {'is never true' if number == 1 else 'are never true together'}"
                return


def _nearest(judged: Judged) -> Case | None:
    """Return the smallest play of those in which most of what the condition joins is true."""
    most = max((sum(truths) for truths in judged.seen), default=0)
    nearest = (case for truths, case in judged.seen.items() if sum(truths) == most)
    return min(nearest, key=smallness, default=None)
