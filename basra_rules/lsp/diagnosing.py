"""What is wrong with an open file: all that `basra check` finds, placed where the editor shows it.

What is wrong in another file, a parent for instance, is told where the file names it, with the way there.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from basra_rules import resources
from basra_rules.analysis.checking import check_everything
from basra_rules.errors import Diagnostic, DiagnosticsError, SourceFile, Span
from basra_rules.lsp.desk import TextReader, resolved, shown_file
from basra_rules.lsp.outline import Leaf, outline
from basra_rules.profile.family import read_family
from basra_rules.profile.loading import resolve_profile
from basra_rules.scenarios.belonging import profile_of
from basra_rules.scenarios.outcome import SCENARIO_CODES, Status
from basra_rules.scenarios.reading import read_scenarios
from basra_rules.scenarios.report import render_deciding
from basra_rules.scenarios.sorting import Kind
from basra_rules.source.reading import SCENARIO_LIMIT

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from basra_rules.analysis.checking import Report
    from basra_rules.scenarios.outcome import Difference, Outcome


@dataclass(frozen=True, slots=True)
class Related:
    """A place that has to do with a finding, and what it has to do with it."""

    path: Path
    span: Span
    message: str


@dataclass(frozen=True, slots=True)
class Finding:
    """A diagnostic with a place in the file that it is shown in, and other places that have to do with it."""

    diagnostic: Diagnostic
    span: Span
    related: tuple[Related, ...] = ()


Findings = dict["Path", tuple[Finding, ...]]
"""What was found, by the file in which it is shown; a file in which nothing was found is there too."""


@dataclass(frozen=True, slots=True)
class Question:
    """A file to look at: its path, its kind, and the texts of all open files."""

    path: Path
    kind: Kind
    texts: Mapping[Path, str]

    @property
    def source(self) -> SourceFile:
        """Return the text of the file, under the name that people know it by."""
        text = self.texts.get(resolved(self.path), "")
        return SourceFile(resources.shown_path(self.path), text.removeprefix("\ufeff"))

    def line(self, path: Path, number: int) -> Related | None:
        """Return a line of another file, to which a message is still to be added."""
        try:
            source = TextReader(self.texts)(path, SCENARIO_LIMIT, str(path))
        except DiagnosticsError:
            return None
        return Related(path, _line(source, number), "")


def find_errors(question: Question) -> Findings:
    """Return what makes a file unusable; this takes no time to speak of."""
    read = TextReader(question.texts)
    try:
        if question.kind is Kind.PROFILE:
            resolve_profile(read_family(question.path, read))
            return {question.path: ()}
        file = read_scenarios(question.path, resources.shown_path(question.path), read)
        faults = [fault for scenario in file.scenarios for fault in scenario.faults]
        resolve_profile(read_family(profile_of(file), read))
    except DiagnosticsError as error:
        return {question.path: _placed(question, error.diagnostics)}
    return {question.path: _placed(question, faults)}


def find_all(question: Question) -> Findings:
    """Return everything that `basra check` finds: also what is odd, and scenarios that do not pass."""
    read = TextReader(question.texts)
    try:
        if question.kind is Kind.PROFILE:
            return _of_report(question, check_everything(question.path, (), {}, read))
        file = read_scenarios(question.path, resources.shown_path(question.path), read)
        return _of_report(question, check_everything(profile_of(file), (question.path,), {}, read))
    except DiagnosticsError as error:
        return {question.path: _placed(question, error.diagnostics)}


def _of_report(question: Question, report: Report) -> Findings:
    found: dict[Path, list[Finding]] = {question.path: list(_placed(question, report.diagnostics))}
    for name in report.files:
        found.setdefault(shown_file(name), [])
    for outcome in report.outcomes:
        for finding in _of_outcome(question, outcome):
            found.setdefault(shown_file(finding.span.source.name), []).append(finding)
    return {path: tuple(findings) for path, findings in found.items()}


# Diagnostics of the file, or of one behind it


def _placed(question: Question, diagnostics: Iterable[Diagnostic]) -> tuple[Finding, ...]:
    return tuple(_place(question, one) for one in diagnostics)


def _place(question: Question, diagnostic: Diagnostic) -> Finding:
    source = question.source
    span = diagnostic.span
    if span is None:
        return Finding(diagnostic, _anchor(source))
    if span.source.name == source.name:
        return Finding(diagnostic, span, tuple(_noted(question, diagnostic, span)))
    there = Related(shown_file(span.source.name), span, diagnostic.label or diagnostic.message)
    message = f"{diagnostic.message} ({span.source.name}:{span.line})"
    return Finding(replace(diagnostic, message=message, fixes=()), _anchor(source), (there,))


def _anchor(source: SourceFile) -> Span:
    """Return where a file names the one behind it, or else its first line."""
    root = outline(source.text)
    named = root.entry("extends") or root.entry("profile")
    if named is not None and isinstance(named.value, Leaf):
        return Span(source, named.value.start, named.value.end)
    return Span(source, 0, len(source.line_text(1)))


_PLACE = re.compile(r"(?P<file>\S+\.ya?ml):(?P<line>[0-9]{1,9})|\bin line (?P<here>[0-9]{1,9})")


def _noted(question: Question, diagnostic: Diagnostic, span: Span) -> Iterator[Related]:
    """Yield the places that the notes of a diagnostic speak of."""
    for note in diagnostic.notes:
        match = _PLACE.search(note)
        if match is None:
            continue
        if match["here"]:
            yield Related(shown_file(span.source.name), _line(span.source, int(match["here"])), note)
        else:
            there = question.line(shown_file(match["file"]), int(match["line"]))
            if there is not None:
                yield replace(there, message=note)


def _line(source: SourceFile, number: int) -> Span:
    if not 1 <= number <= source.line_count:
        return Span(source, 0, 0)
    start = source.line_start(number)
    return Span(source, start, start + len(source.line_text(number)))


# Scenarios


def _of_outcome(question: Question, outcome: Outcome) -> Iterator[Finding]:
    """Yield a finding for everything that a scenario expects in vain, or that keeps it from running."""
    scenario = outcome.scenario
    if outcome.status is Status.ERROR:
        for fault in outcome.faults:
            span = fault.span if fault.span and fault.span.source == scenario.span.source else scenario.span
            yield Finding(fault, span, tuple(_noted(question, fault, span)))
    for difference in outcome.differences:
        yield Finding(_failure(outcome, difference), difference.span, tuple(_deciding(difference)))


def _failure(outcome: Outcome, difference: Difference) -> Diagnostic:
    code, _ = SCENARIO_CODES[Status.FAILED]
    message = f"expected {difference.expected}, but it is {difference.actual}"
    rules = tuple(line for rule in difference.rules for line in render_deciding(rule))
    return Diagnostic(code, message, difference.span, notes=(*outcome.drawn, *rules))


def _deciding(difference: Difference) -> Iterator[Related]:
    """Yield the rules that decided otherwise, where they stand."""
    for rule in difference.rules:
        if rule.clause.span is not None:
            path = shown_file(rule.clause.span.source.name)
            yield Related(path, rule.clause.span, f"rule `{rule.clause.key}`: {rule.verdict}")
