"""The report of a scenario run: for a failure the floor, expected beside actual, the deciding rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra_rules.columns import wrap
from basra_rules.errors import render_diagnostic
from basra_rules.scenarios.outcome import Outcome, Status

if TYPE_CHECKING:
    from collections.abc import Iterator

    from basra_rules.scenarios.outcome import Deciding, Difference


def render_outcome(outcome: Outcome, width: int | None = None) -> str:
    """Return what there is to say about a scenario that did not pass; nothing about one that did.

    In a terminal, its lines have at most `width` columns.
    """
    if outcome.status is Status.PASSED:
        return ""
    read = outcome.scenario
    place = f"{read.span.source.name}:{read.span.line}"
    source = f" (source: {read.source})" if read.source else ""
    head = wrap(f"{outcome.status}: {read.name}{source}", width, _GOES_ON)
    if outcome.status is Status.ERROR:
        return "\n".join([*head, *(render_diagnostic(fault, width) for fault in outcome.faults)])
    lines = [*head, f"  --> {place}"]
    for line in _told(outcome):
        lines += wrap(line, width, len(line) - len(line.lstrip()) + _GOES_ON)
    return "\n".join(lines)


_GOES_ON = 4


def _told(outcome: Outcome) -> Iterator[str]:
    yield from (f"  {line}" for line in outcome.drawn)
    for difference in outcome.differences:
        yield from _difference_lines(difference)
    yield from _rule_lines(outcome)


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
