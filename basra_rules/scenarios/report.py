"""The report of a scenario run: for a failure the floor, expected beside actual, the deciding rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra_rules.errors import render_diagnostic
from basra_rules.scenarios.outcome import Outcome, Status

if TYPE_CHECKING:
    from collections.abc import Iterator

    from basra_rules.scenarios.outcome import Deciding, Difference


def render_outcome(outcome: Outcome) -> str:
    """Return what there is to say about a scenario that did not pass; nothing about one that did."""
    if outcome.status is Status.PASSED:
        return ""
    read = outcome.scenario
    place = f"{read.span.source.name}:{read.span.line}"
    head = f"{outcome.status}: {read.name}"
    source = f" (source: {read.source})" if read.source else ""
    if outcome.status is Status.ERROR:
        return "\n".join([f"{head}{source}", *(render_diagnostic(fault) for fault in outcome.faults)])
    lines = [f"{head}{source}", f"  --> {place}", *(f"  {line}" for line in outcome.drawn)]
    for difference in outcome.differences:
        lines += _difference_lines(difference)
    lines += _rule_lines(outcome)
    return "\n".join(lines)


def _difference_lines(difference: Difference) -> Iterator[str]:
    yield f"  {difference.key}, expected in line {difference.span.line}:"
    yield f"    expected  {difference.expected}"
    yield f"    actual    {difference.actual}"


def _rule_lines(outcome: Outcome) -> Iterator[str]:
    told: dict[str, Deciding] = {}
    for difference in outcome.differences:
        for rule in difference.rules:
            told.setdefault(rule.clause.key, rule)
    for rule in told.values():
        yield from render_deciding(rule)


def render_deciding(rule: Deciding) -> Iterator[str]:
    """Yield a deciding rule: its key and verdict, its place, its words, and its parts."""
    clause = rule.clause
    place = f" ({clause.span.source.name}:{clause.span.line})" if clause.span else ""
    source = f", source {clause.source}" if clause.source else ""
    yield f"  rule `{clause.key}`{place}{source}: {rule.verdict}"
    yield f"    {clause.text}"
    yield from (f"      {part}" for part in rule.parts)
