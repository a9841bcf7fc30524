"""Checks whatever files are given: brings profiles and their scenarios together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from basra_rules import resources
from basra_rules.analysis.checking import Report, check_everything
from basra_rules.errors import DiagnosticsError
from basra_rules.scenarios.belonging import profile_of, scenario_files
from basra_rules.scenarios.sorting import Kind, kind_of_file


def check_all(paths: Sequence[Path]) -> tuple[Report, ...]:
    """Return a report for each profile given, and one for each scenario file that is not a given profile's own."""
    scenarios = [path for path in paths if kind_of_file(path) is Kind.SCENARIOS]
    profiles = [path for path in paths if path not in scenarios]
    run = {own.resolve() for path in profiles if (own := resources.scenarios_path(path)) is not None}
    others = [path for path in scenarios if path.resolve() not in run]
    return (*(check_everything(path, (), {}) for path in profiles), *_check_scenarios(others))


def _check_scenarios(paths: Sequence[Path]) -> Iterator[Report]:
    for path in paths:
        try:
            profile = profile_of(*scenario_files((path,)))
        except DiagnosticsError as error:
            yield Report(str(path), error.diagnostics)
        else:
            yield replace(check_everything(profile, (path,), {}), profile=str(path))
