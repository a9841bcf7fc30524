"""Workflow commands: lines that annotate a change on GitHub."""

from __future__ import annotations

from collections.abc import Sequence

from basra_rules.analysis.checking import Report
from basra_rules.cli.findings import Finding, findings


def render_commands(reports: Sequence[Report]) -> str:
    """Return a workflow command for everything that is not in order."""
    return "\n".join(map(_command, findings(reports)))


def _command(finding: Finding) -> str:
    properties = {"file": finding.file}
    if finding.span is not None:
        last = finding.span.end_line
        properties |= {"line": str(finding.span.line), "endLine": str(last)}
        if last == finding.span.line:  # columns are refused for a stretch of several lines
            properties |= {"col": str(finding.span.column), "endColumn": str(finding.span.end_column)}
    properties["title"] = finding.code
    said = ",".join(f"{name}={_property(value)}" for name, value in properties.items() if value)
    return f"::{finding.severity} {said}::{_data(finding.message)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
