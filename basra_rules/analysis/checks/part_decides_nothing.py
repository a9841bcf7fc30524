"""A part of a condition that decides nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra_rules.analysis.findings import Finding, warn, witness
from basra_rules.analysis.verdicts import holds, joined_parts
from basra_rules.expression.printing import print_expression
from basra_rules.expression.tree import And

if TYPE_CHECKING:
    from collections.abc import Iterator

    from basra_rules.analysis.study import Judged, Study
    from basra_rules.expression.tree import Condition

CODE = "part-decides-nothing"


def check(study: Study) -> Iterator[Finding]:
    """Yield a finding for each part without which a condition says the same."""
    for judged in study.judged:
        if judged.conceivable is None or not (judged.can_be(True) and judged.can_be(False)):
            continue
        idle: list[Condition] = []
        for whole, part in joined_parts(judged.tree):
            if _decides_nothing(judged, part) and not any(_is_inside(part, other) for other in idle):
                idle.append(part)
                yield _finding(study, judged, part, joined_by_and=isinstance(whole, And))


def _decides_nothing(judged: Judged, part: Condition) -> bool:
    assert judged.conceivable is not None
    return all(holds(judged.tree, truths) is holds(judged.tree, truths, part) for truths in judged.conceivable)


def _is_inside(part: Condition, other: Condition) -> bool:
    return other.span.start <= part.span.start and part.span.end <= other.span.end


def _finding(study: Study, judged: Judged, part: Condition, *, joined_by_and: bool) -> Finding:
    text = print_expression(part)
    message = f"`{text}` decides nothing in the condition of `{judged.rule}`"
    label = "wherever the rest holds, so does this" if joined_by_and else "wherever this holds, so does the rest"
    notes = witness(study, judged.find(True), "it holds here, with or without that part")
    return Finding(warn(CODE, message, part.span, label, *notes), judged.key, text)
