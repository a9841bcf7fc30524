"""SARIF 2.1.0, the form in which tools that look at files exchange what they found."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from basra_rules.analysis.checking import Report
from basra_rules.analysis.diagnostic_pages import codes, page_of
from basra_rules.cli.findings import Finding, findings
from basra_rules.errors import Edit, Fix, Span
from basra_rules.scenarios.outcome import SCENARIO_CODES
from basra_rules.version import __version__

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


def render_log(reports: Sequence[Report]) -> str:
    """Return a log with one run: all findings, and the rules that they speak of."""
    found = list(findings(reports))
    rules = sorted({finding.code for finding in found})
    run = {
        "tool": {"driver": {"name": "basra", "version": __version__, "rules": [_rule(code) for code in rules]}},
        "columnKind": "unicodeCodePoints",
        "results": [_result(finding, rules.index(finding.code)) for finding in found],
    }
    return json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, ensure_ascii=False, indent=2)


def _rule(code: str) -> dict[str, Any]:
    meanings = dict(SCENARIO_CODES.values())
    if code not in codes():
        return {"id": code, "shortDescription": {"text": meanings.get(code, code)}}
    heading, _, page = page_of(code).partition("\n")
    meaning = heading.partition(": ")[2] or code
    return {"id": code, "shortDescription": {"text": meaning}, "help": {"text": page.strip(), "markdown": page.strip()}}


def _result(finding: Finding, rule: int) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": finding.code,
        "ruleIndex": rule,
        "level": finding.severity.value,
        "message": {"text": finding.message},
    }
    if finding.file:
        place = {"artifactLocation": _artifact(finding.file)}
        region = {} if finding.span is None else {"region": _region(finding.span)}
        result["locations"] = [{"physicalLocation": place | region}]
    if finding.fixes:
        result["fixes"] = [_fix(fix) for fix in finding.fixes]
    return result


def _fix(fix: Fix) -> dict[str, Any]:
    return {"description": {"text": fix.title}, "artifactChanges": list(_changes(fix.edits))}


def _changes(edits: Sequence[Edit]) -> Iterator[dict[str, Any]]:
    """Yield what becomes of each file."""
    for file in dict.fromkeys(edit.span.source.name for edit in edits):
        here = [edit for edit in edits if edit.span.source.name == file]
        replacements = [{"deletedRegion": _region(edit.span), "insertedContent": {"text": edit.text}} for edit in here]
        yield {"artifactLocation": _artifact(file), "replacements": replacements}


def _region(span: Span) -> dict[str, int]:
    return {
        "startLine": span.line,
        "startColumn": span.column,
        "endLine": span.end_line,
        "endColumn": span.end_column,
    }


def _artifact(file: str) -> dict[str, str]:
    path = Path(file)
    if path.is_absolute():
        return {"uri": path.as_uri()}
    uri = quote(file.replace(os.sep, "/"), errors="replace")
    return {"uri": f"./{uri}" if ":" in uri.partition("/")[0] else uri}
