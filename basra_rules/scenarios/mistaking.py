"""A file of scenarios that is given where a profile belongs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra_rules import resources
from basra_rules.errors import Diagnostic, DiagnosticsError, ScenarioFileError, Span
from basra_rules.profile.family import find_profile
from basra_rules.scenarios.reading import scenarios_of
from basra_rules.scenarios.sorting import Kind, kind_of_text
from basra_rules.source.reading import SCENARIO_LIMIT

if TYPE_CHECKING:
    from pathlib import Path

    from basra_rules.source.reading import Reader


def scenarios_for_profile(name_or_path: str | Path, read: Reader) -> tuple[Diagnostic, ...]:
    """Return the faults of a file of scenarios, or else that it is one; nothing of any other file."""
    try:
        path = find_profile(name_or_path)
        source = read(path, SCENARIO_LIMIT, resources.shown_path(path))
        if kind_of_text(path, source.text) is not Kind.SCENARIOS:
            return ()
        scenarios_of(path, source)
    except ScenarioFileError as error:
        return error.diagnostics
    except DiagnosticsError:
        return ()
    advice = f"`basra check PROFILE {path}` runs it, `basra check-files {path}` under the profile that it names"
    message = "this is a file of scenarios, and no profile"
    return (Diagnostic("wrong-type", message, Span(source, 0, 1), "expected a profile", help=advice),)
