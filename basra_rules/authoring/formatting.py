"""Formatting: a file's text in one order and spelling, its comments kept, its meaning unchanged.

What was written is read again and compared with what was there; where anything is not the same, nothing is changed.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from basra_rules.authoring.canonical import settle_profile, settle_scenarios
from basra_rules.authoring.layout_reading import read_layout
from basra_rules.authoring.layout_writing import write_layout
from basra_rules.authoring.meaning import profile_meaning, scenarios_meaning
from basra_rules.authoring.saving import with_line_feeds
from basra_rules.authoring.tabs import without_tabs
from basra_rules.errors import DiagnosticsError, ScenarioFileError, SourceFile, UsageError
from basra_rules.profile.family import family_of
from basra_rules.profile.loading import resolve_profile
from basra_rules.profile.migrations import upgrade_text
from basra_rules.scenarios.reading import scenarios_of
from basra_rules.scenarios.sorting import Kind, kind_of_text
from basra_rules.source.nodes import MapNode, Node
from basra_rules.source.parsing import read_nodes

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from basra_rules.authoring.layout import Document


def format_text(source: SourceFile, path: Path) -> str:
    """Return the text of the file at `path` as it should be, with line feeds.

    Raises:
        DiagnosticsError: the text has faults.
        UsageError: it is written in a way that can't be kept.
    """
    check_text(source, path)
    text = with_line_feeds(_in_todays_format(source).text)
    try:
        layout = read_layout(without_tabs(SourceFile(source.name, text)))
    except UsageError as error:
        raise UsageError(f"`{source.name}` is left as it stands: {error}") from None
    formatted = _write(layout)
    if not _is_same(text, formatted):
        raise UsageError(f"`{source.name}` is left as it stands: it is written in a way that can't be kept")
    _check_comments(SourceFile(source.name, text), layout.comments, read_layout(formatted).comments)
    check_text(SourceFile(source.name, formatted), path)
    return formatted


def _in_todays_format(source: SourceFile) -> SourceFile:
    return source if is_scenarios(read_nodes(source)) else upgrade_text(source)


def is_scenarios(document: Node) -> bool:
    """Tell whether a document is a file of scenarios, and no profile."""
    return isinstance(document, MapNode) and document.get("scenarios") is not None


def check_text(source: SourceFile, path: Path) -> None:
    """Raise `DiagnosticsError` where a text that is to be the file at `path` is in any way faulty."""
    if not is_scenarios(read_nodes(source)) and kind_of_text(path, source.text) is not Kind.SCENARIOS:
        resolve_profile(family_of(path, source))
        return
    faults = [fault for scenario in scenarios_of(path, source).scenarios for fault in scenario.faults]
    if faults:
        raise ScenarioFileError(faults)


def _write(document: Document) -> str:
    settle = settle_scenarios if document.root.item("scenarios") else settle_profile
    return write_layout(replace(document, root=settle(document.root)))


def _is_same(text: str, formatted: str) -> bool:
    """Tell whether two texts say the same."""
    try:
        documents = [read_nodes(SourceFile("", one)) for one in (text, formatted)]
    except DiagnosticsError:
        return False
    meaning = scenarios_meaning if is_scenarios(documents[0]) else profile_meaning
    return meaning(documents[0]) == meaning(documents[1])


def _check_comments(source: SourceFile, written: Sequence[str], formatted: Sequence[str]) -> None:
    """Raise `UsageError` where the comments of a text are not the same when formatted, in whatever order."""
    before, after = Counter(written), Counter(formatted)
    if before == after:
        return
    comment = next(iter(before - after or after - before))
    number = next((number for number, line in enumerate(source.text.split("\n"), 1) if comment in line), 1)
    told = f"line {number} has a comment that can't be kept there; move it to a line of its own, above a key"
    raise UsageError(f"`{source.name}` is left as it stands: {told}")
