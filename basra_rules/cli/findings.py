"""What is not in order, one thing at a time: the form that reports for other programs are made from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from basra_rules import resources
from basra_rules.analysis.checking import Report
from basra_rules.errors import Diagnostic, Fix, Severity, Span
from basra_rules.profile.family import is_path
from basra_rules.scenarios.outcome import SCENARIO_CODES, Outcome, Status
from basra_rules.scenarios.report import render_outcome

_IN_NO_FILE = ("--option", "PROFILE", "command line")
"""The names of texts that stand on the command line."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is not in order; `file` is empty where it belongs to no file, `span` where to no place in it."""

    code: str
    severity: Severity
    message: str
    file: str
    span: Span | None
    fixes: tuple[Fix, ...] = ()


def findings(reports: Sequence[Report]) -> Iterator[Finding]:
    """Yield everything that is not in order, in the order of the reports."""
    for report in reports:
        for diagnostic in report.diagnostics:
            yield _of_diagnostic(report, diagnostic)
        for outcome in report.outcomes:
            if outcome.status is not Status.PASSED:
                yield _of_outcome(outcome)


def _of_diagnostic(report: Report, diagnostic: Diagnostic) -> Finding:
    span = diagnostic.span
    if span is not None and span.source.name in _IN_NO_FILE:
        span = None
    file = span.source.name if span else _file_of(report.profile)
    message = ": ".join(part for part in (diagnostic.message, diagnostic.label) if part)
    return Finding(diagnostic.code, diagnostic.severity, message, file, span, diagnostic.fixes)


def _file_of(profile: str) -> str:
    """Return the file of a profile under the name that people know it by; nothing where there is no such profile."""
    shipped = None if is_path(profile) else resources.profile_path(profile)
    return profile if is_path(profile) else "" if shipped is None else resources.shown_path(shipped)


def _of_outcome(outcome: Outcome) -> Finding:
    span = outcome.differences[0].span if outcome.differences else outcome.scenario.span
    code, _ = SCENARIO_CODES[outcome.status]
    return Finding(code, Severity.ERROR, render_outcome(outcome), span.source.name, span)
