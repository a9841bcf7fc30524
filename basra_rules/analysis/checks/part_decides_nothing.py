"""A part of a condition that decides nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra_rules.analysis.findings import Finding, warn, witness
from basra_rules.analysis.group_conditions import idle_in_groups
from basra_rules.analysis.reaching import representatives
from basra_rules.analysis.verdicts import holds, joined_parts
from basra_rules.errors import one_of
from basra_rules.expression.printing import print_expression
from basra_rules.expression.tree import And

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from basra_rules.analysis.study import Judged, Study
    from basra_rules.expression.tree import Condition, Or

CODE = "part-decides-nothing"


def check(study: Study) -> Iterator[Finding]:
    """Yield a finding for each part without which a condition says the same."""
    for judged in study.judged:
        idle = idle_parts(judged)
        together = [part for _, part in idle]
        needed = together if len(idle) > 1 and not _decide_nothing(judged, *together) else []
        for whole, part in idle:
            others = [print_expression(other) for other in needed if other is not part]
            yield _finding(study, judged, part, others, joined_by_and=isinstance(whole, And))
        for whole, part in idle_in_groups(study.rules, judged.tree, representatives(study.domain)):
            yield _in_groups(judged, part, joined_by_and=isinstance(whole, And))


def idle_parts(judged: Judged) -> list[tuple[And | Or, Condition]]:
    """Return the parts without which a condition says the same, each with what it is a part of."""
    idle: list[tuple[And | Or, Condition]] = []
    if judged.conceivable is None or not (judged.can_be(True) and judged.can_be(False)):
        return idle
    for whole, part in joined_parts(judged.tree):
        if _decide_nothing(judged, part) and not any(_is_inside(part, other) for _, other in idle):
            idle.append((whole, part))
    return idle


def _decide_nothing(judged: Judged, *parts: Condition) -> bool:
    """Tell whether a condition says the same without some of its parts."""
    assert judged.conceivable is not None
    return all(holds(judged.tree, truths) is holds(judged.tree, truths, *parts) for truths in judged.conceivable)


def _is_inside(part: Condition, other: Condition) -> bool:
    return other.span.start <= part.span.start and part.span.end <= other.span.end


def _finding(study: Study, judged: Judged, part: Condition, others: Sequence[str], *, joined_by_and: bool) -> Finding:
    """Return the finding; `others` decide nothing either, but are not to be left out together with it."""
    alone = f"as long as {one_of(others)} stays: leave out one, and check again" if others else ""
    shown = witness(study, judged.find(True), "it holds here, with or without that part")
    return _warn(judged, part, *filter(None, (alone,)), *shown, joined_by_and=joined_by_and)


def _in_groups(judged: Judged, part: Condition, *, joined_by_and: bool) -> Finding:
    return _warn(judged, part, "whatever the number of groups, and whatever each totals", joined_by_and=joined_by_and)


def _warn(judged: Judged, part: Condition, *notes: str, joined_by_and: bool) -> Finding:
    text = print_expression(part)
    message = f"`{text}` decides nothing in the condition of `{judged.rule}`"
    label = "wherever the rest holds, so does this" if joined_by_and else "wherever this holds, so does the rest"
    return Finding(warn(CODE, message, part.span, label, *notes), judged.key, text)
