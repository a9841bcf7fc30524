"""The report of `basra check` in each of its formats."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any
from xml.etree import ElementTree

from basra_rules.cli.checking import Report
from basra_rules.errors import Diagnostic, Severity, render_diagnostic
from basra_rules.scenarios.outcome import Outcome, Status
from basra_rules.scenarios.report import render_outcome
from basra_rules.version import __version__


def render_report(report: Report, output: str) -> str:
    """Return a report as text, json, github, junit or sarif."""
    return _RENDERERS[output](report)


def _text(report: Report) -> str:
    parts = [render_diagnostic(diagnostic) for diagnostic in report.diagnostics]
    parts += [text for outcome in report.outcomes if (text := render_outcome(outcome))]
    parts.append(_summary(report))
    return "\n\n".join(parts)


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _summary(report: Report) -> str:
    errors = sum(diagnostic.is_error for diagnostic in report.diagnostics)
    warnings = len(report.diagnostics) - errors
    said = _counted(errors, "error") if errors else "valid"
    if warnings:
        said += f", {_counted(warnings, 'warning')}"
    if not report.outcomes:
        return f"{report.profile}: {said}" + ("" if errors or report.files else "; no reference scenarios beside it")
    passed, failed = report.count(Status.PASSED), report.count(Status.FAILED)
    counts = f"{passed} passed, {failed} failed, {report.count(Status.ERROR)} could not run"
    return f"{report.profile}: {said}; {len(report.outcomes)} scenarios: {counts}"


def _json(report: Report) -> str:
    data = {
        "profile": report.profile,
        "passed": report.count(Status.PASSED),
        "failed": report.count(Status.FAILED),
        "errors": report.count(Status.ERROR),
        "scenarios": [_scenario_json(outcome) for outcome in report.outcomes],
        "diagnostics": [_diagnostic_json(diagnostic) for diagnostic in report.diagnostics],
    }
    return json.dumps(data, ensure_ascii=False, indent=2)


def _scenario_json(outcome: Outcome) -> dict[str, Any]:
    span = outcome.scenario.span
    return {
        "name": outcome.scenario.name,
        "status": str(outcome.status),
        "message": render_outcome(outcome),
        "file": span.source.name,
        "line": span.line,
        "source": outcome.scenario.source,
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
    }


def _findings(report: Report) -> Iterator[tuple[str, str, str, int, int, str]]:
    """Yield level, code, file, line, column and message of everything that is not in order."""
    for diagnostic in report.diagnostics:
        span = diagnostic.span
        place = (span.source.name, span.line, span.column) if span else (report.profile, 1, 1)
        text = ": ".join(part for part in (diagnostic.message, diagnostic.label) if part)
        yield (str(diagnostic.severity), diagnostic.code, *place, text)
    for outcome in report.outcomes:
        if outcome.status is not Status.PASSED:
            span = outcome.differences[0].span if outcome.differences else outcome.scenario.span
            code = "scenario-failed" if outcome.status is Status.FAILED else "scenario-error"
            yield (str(Severity.ERROR), code, span.source.name, span.line, span.column, render_outcome(outcome))


def _github(report: Report) -> str:
    """Return workflow commands, which annotate a change on the platform of that name."""
    lines = [
        f"::{level} file={_property(file)},line={line},col={column},title={_property(code)}::{_data(message)}"
        for level, code, file, line, column, message in _findings(report)
    ]
    return "\n".join([*lines, _summary(report)])


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def _junit(report: Report) -> str:
    errors = [diagnostic for diagnostic in report.diagnostics if diagnostic.is_error]
    failed, broken = report.count(Status.FAILED), report.count(Status.ERROR) + len(errors)
    counts = {"tests": len(report.outcomes) + len(errors), "failures": failed, "errors": broken}
    attributes = {key: str(value) for key, value in counts.items()}
    root = ElementTree.Element("testsuites", attributes)
    suite = ElementTree.SubElement(
        root, "testsuite", {"name": report.profile, **attributes, "skipped": "0", "time": "0"}
    )
    for diagnostic in errors:
        case = ElementTree.SubElement(suite, "testcase", {"classname": report.profile, "name": diagnostic.code})
        _problem(case, "error", diagnostic.message, render_diagnostic(diagnostic))
    for outcome in report.outcomes:
        case = ElementTree.SubElement(
            suite, "testcase", {"classname": report.profile, "name": outcome.scenario.name, "time": "0"}
        )
        if outcome.status is not Status.PASSED:
            kind = "failure" if outcome.status is Status.FAILED else "error"
            _problem(case, kind, f"{outcome.scenario.span}", render_outcome(outcome))
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True)


def _problem(case: ElementTree.Element, kind: str, message: str, text: str) -> None:
    ElementTree.SubElement(case, kind, {"message": message, "type": kind}).text = text


def _sarif(report: Report) -> str:
    findings = list(_findings(report))
    results = [
        {
            "ruleId": code,
            "level": level,
            "message": {"text": message},
            "locations": [
                {
                    "physicalLocation": {
                        "artifactLocation": {"uri": file.replace("\\", "/")},
                        "region": {"startLine": line, "startColumn": column},
                    }
                }
            ],
        }
        for level, code, file, line, column, message in findings
    ]
    rules = [{"id": code} for code in sorted({finding[1] for finding in findings})]
    driver = {"name": "basra", "version": __version__, "rules": rules}
    log = {"version": "2.1.0", "runs": [{"tool": {"driver": driver}, "results": results}]}
    return json.dumps(log, ensure_ascii=False, indent=2)


_RENDERERS: dict[str, Callable[[Report], str]] = {
    "text": _text,
    "json": _json,
    "github": _github,
    "junit": _junit,
    "sarif": _sarif,
}
