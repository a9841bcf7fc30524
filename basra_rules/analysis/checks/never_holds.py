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
        false = judged if not judged.can_be(True) else _false_part(study, judged)
        if false is not None:
            message = f"the condition of `{judged.rule}` can never hold"
            notes = (*_clashing(judged, false), *witness(study, _nearest(judged), "as near as it comes"))
            diagnostic = warn(CODE, message, judged.tree.span, "no play makes this true", *notes)
            yield Finding(diagnostic, judged.key)


def _false_part(study: Study, judged: Judged) -> Judged | None:
    """Return the condition without one of its parts, where it is never true even so: less is to be looked at then."""
    parts = judged.tree.parts if isinstance(judged.tree, And) and judged.find(True) is None else ()
    for part in parts if 2 < len(parts) <= _MOST_PARTS else ():
        left = And(tuple(one for one in parts if one is not part), judged.tree.span)
        without = study.judge_alone(judged.key, left)
        if without is not None and not without.can_be(True):
            return without
    return None


def _clashing(judged: Judged, false: Judged) -> Iterator[str]:
    """Yield a note on the fewest parts joined by `and` that no play makes true together, where these are not all.

    `false` is the condition, or what is left of it and is never true.
    """
    parts = false.tree.parts if isinstance(false.tree, And) else ()
    if false.conceivable is None or len(parts) > _MOST_PARTS:
        return
    for number in range(1, len(parts) + (false is not judged)):
        for some in combinations(parts, number):
            left = tuple(part for part in parts if not any(part is one for one in some))
            if not any(holds(false.tree, truths, *left) for truths in false.conceivable):
                words = " and ".join(f"`{print_expression(part)}`" for part in some)
                yield f"{words} {'is never true' if number == 1 else 'are never true together'}"
                return


def _nearest(judged: Judged) -> Case | None:
    """Return the smallest play of those in which most of what the condition joins is true."""
    most = max((sum(truths) for truths in judged.seen), default=0)
    nearest = (case for truths, case in judged.seen.items() if sum(truths) == most)
    return min(nearest, key=smallness, default=None)
