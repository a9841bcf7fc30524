"""The report of `basra check` in each of its formats."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import typer

from basra_rules.analysis.checking import Report
from basra_rules.cli.junit import Case, Kind, Problem, Suite, render_suites
from basra_rules.cli.output import print_report
from basra_rules.cli.sarif import render_log
from basra_rules.cli.workflow import render_commands
from basra_rules.columns import wrap
from basra_rules.errors import Diagnostic, DiagnosticsError, Edit, Fix, render_diagnostic
from basra_rules.exact import counted
from basra_rules.scenarios.outcome import Outcome, Status
from basra_rules.scenarios.report import render_outcome


def render_report(report: Report, output: str, width: int | None = None) -> str:
    """Return a report as text (in lines that fit the width of a terminal), json, github, junit or sarif."""
    if output == "json":
        return _json(report_as_json(report))
    return render_reports((report,), output, width)


@contextmanager
def faults_for_programs(profile: str, output: str) -> Iterator[None]:
    """Report as `check` does, where JSON is wanted, the faults of files that can't be used."""
    try:
        yield
    except DiagnosticsError as error:
        if output != "json":
            raise
        print_report(render_report(Report(profile, error.diagnostics), output), output)
        raise typer.Exit(2) from None


def render_reports(reports: Sequence[Report], output: str, width: int | None = None) -> str:
    """Return the reports on several profiles in one."""
    return _text(reports, width) if output == "text" else _RENDERERS[output](reports)


def _text(reports: Sequence[Report], width: int | None) -> str:
    return "\n\n".join(part for report in reports for part in _parts(report, width))


def _parts(report: Report, width: int | None) -> list[str]:
    parts = [render_diagnostic(diagnostic, width) for diagnostic in report.diagnostics]
    parts += [text for outcome in report.outcomes if (text := render_outcome(outcome, width))]
    return [*parts, "\n".join(wrap(summary(report), width, _GOES_ON))]


_GOES_ON = 4


def summary(report: Report) -> str:
    """Return a report in a line."""
    errors = sum(diagnostic.is_error for diagnostic in report.diagnostics)
    warnings = len(report.diagnostics) - errors
    said = counted(errors, "error") if errors else "valid"
    if warnings:
        said += f", {counted(warnings, 'warning')}"
    if not report.outcomes:
        return f"{report.profile}: {said}" + ("" if errors or report.files else "; no reference scenarios beside it")
    passed, failed = report.count(Status.PASSED), report.count(Status.FAILED)
    counts = f"{passed} passed, {failed} failed, {report.count(Status.ERROR)} could not run"
    return f"{report.profile}: {said}; {counted(len(report.outcomes), 'scenario')}: {counts}"


def _github(reports: Sequence[Report]) -> str:
    """Return the findings as workflow commands, then a line for each profile, which can't be taken for a command."""
    lines = (f"checked {' '.join(summary(report).split())}" for report in reports)
    return "\n".join([*filter(None, [render_commands(reports)]), *lines])


def _json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, indent=2)


def report_as_json(report: Report) -> dict[str, Any]:
    """Return a report as JSON has it."""
    return {
        "profile": report.profile,
        "passed": report.count(Status.PASSED),
        "failed": report.count(Status.FAILED),
        "errors": report.count(Status.ERROR),
        "scenarios": [_scenario_json(outcome) for outcome in report.outcomes],
        "diagnostics": [_diagnostic_json(diagnostic) for diagnostic in report.diagnostics],
    }


def _scenario_json(outcome: Outcome) -> dict[str, Any]:
    span = outcome.scenario.span
    return {
        "name": outcome.scenario.name,
        "status": str(outcome.status),
        "message": render_outcome(outcome),
        "file": span.source.name,
        "line": span.line,
        "source": outcome.scenario.source,
        "diagnostics": [_diagnostic_json(fault) for fault in outcome.faults],
    }


def _diagnostic_json(diagnostic: Diagnostic) -> dict[str, Any]:
    span = diagnostic.span
    return {
        "code": diagnostic.code,
        "severity": str(diagnostic.severity),
        "message": diagnostic.message,
        "file": span.source.name if span else None,
        "line": span.line if span else None,
        "column": span.column if span else None,
        "label": diagnostic.label,
        "notes": list(diagnostic.notes),
        "help": diagnostic.help,
        "fixes": [_fix_json(fix) for fix in diagnostic.fixes],
    }


def _fix_json(fix: Fix) -> dict[str, Any]:
    return {"title": fix.title, "certain": fix.certain, "edits": [_edit_json(edit) for edit in fix.edits]}


def _edit_json(edit: Edit) -> dict[str, Any]:
    span = edit.span
    return {
        "file": span.source.name,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
        "text": edit.text,
    }


def _junit(reports: Sequence[Report]) -> str:
    return render_suites([_suite(report) for report in reports])


def _suite(report: Report) -> Suite:
    """Return a case for each diagnostic and scenario; for a sound profile without scenarios, one that says so."""
    cases = [_case_of_diagnostic(diagnostic) for diagnostic in report.diagnostics]
    cases += map(case_of_outcome, report.outcomes, report.seconds)
    return Suite(report.profile, tuple(cases) or (Case("the profile is valid"),))


def _case_of_diagnostic(diagnostic: Diagnostic) -> Case:
    kind = Kind.ERROR if diagnostic.is_error else Kind.FAILURE
    name = f"{diagnostic.code} ({diagnostic.span})" if diagnostic.span else diagnostic.code
    return Case(name, problem=Problem(kind, diagnostic.message, render_diagnostic(diagnostic)))


def case_of_outcome(outcome: Outcome, seconds: float = 0) -> Case:
    """Return what became of a scenario as a case."""
    if outcome.status is Status.PASSED:
        return Case(outcome.scenario.name, seconds)
    kind = Kind.FAILURE if outcome.status is Status.FAILED else Kind.ERROR
    return Case(outcome.scenario.name, seconds, Problem(kind, str(outcome.scenario.span), render_outcome(outcome)))


_RENDERERS: dict[str, Callable[[Sequence[Report]], str]] = {
    "json": lambda reports: _json({"reports": [report_as_json(report) for report in reports]}),
    "github": _github,
    "junit": _junit,
    "sarif": render_log,
}
