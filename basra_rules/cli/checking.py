"""What `basra check` finds: the profile's diagnostics and the outcome of every scenario."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from basra_rules import resources
from basra_rules.analysis.linting import lint_profile
from basra_rules.cli.scenario_files import scenario_files
from basra_rules.errors import Diagnostic, DiagnosticsError, ProfileError, sorted_diagnostics
from basra_rules.profile.loading import Family, given_choices, read_family, resolve_profile
from basra_rules.scenarios.outcome import Outcome, Status
from basra_rules.scenarios.reading import ScenarioFile
from basra_rules.scenarios.running import Runner


@dataclass(frozen=True, slots=True)
class Report:
    """The findings on one profile; `files` are the scenario files that were run."""

    profile: str
    diagnostics: tuple[Diagnostic, ...] = ()
    outcomes: tuple[Outcome, ...] = ()
    files: tuple[str, ...] = ()

    def count(self, status: Status) -> int:
        """Return how many scenarios ended so."""
        return sum(outcome.status is status for outcome in self.outcomes)

    @property
    def exit_code(self) -> int:
        """Return 2 for a file that can't be used, 1 for findings, 0 for none."""
        if any(diagnostic.is_error for diagnostic in self.diagnostics):
            return 2
        return 1 if self.diagnostics or self.count(Status.PASSED) < len(self.outcomes) else 0


def check_everything(name_or_path: str, paths: tuple[Path, ...], options: Mapping[str, object]) -> Report:
    """Check a profile, then run its reference scenarios or the files given; lint only where none are given."""
    choices = given_choices(options)
    try:
        family = read_family(name_or_path)
        profile = resolve_profile(family, choices)
    except ProfileError as error:
        return Report(name_or_path, error.diagnostics)
    files: list[ScenarioFile] = []
    faults: list[Diagnostic] = []
    for path in paths or _reference(family):
        try:
            files += scenario_files((path,))
        except DiagnosticsError as error:
            faults += error.diagnostics
    runner = Runner(family, choices)
    faults += [fault for file in files for fault in runner.file_faults(file)]
    if faults:
        return Report(name_or_path, sorted_diagnostics(faults))
    outcomes = tuple(_run(runner, files))
    shown = tuple(resources.shown_path(file.path) for file in files)
    found = () if paths else lint_profile(profile, family)
    return Report(name_or_path, found, outcomes, shown)


def _reference(family: Family) -> tuple[Path, ...]:
    found = resources.scenarios_path(family.files[0].path)
    return () if found is None else (found,)


def _run(runner: Runner, files: list[ScenarioFile]) -> Iterator[Outcome]:
    for file in files:
        yield from runner.run_file(file)
