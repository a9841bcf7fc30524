"""What `basra check` finds: the profile's diagnostics and the outcome of every scenario."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from basra_rules import resources
from basra_rules.analysis.linting import lint_profile
from basra_rules.errors import Diagnostic, DiagnosticsError, ProfileError, sorted_diagnostics
from basra_rules.profile.family import read_family
from basra_rules.profile.loading import given_choices, resolve_profile
from basra_rules.scenarios.belonging import reference_paths, scenario_files
from basra_rules.scenarios.mistaking import scenarios_for_profile
from basra_rules.scenarios.outcome import Outcome, Status
from basra_rules.scenarios.running import Runner
from basra_rules.source.reading import read_file

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from basra_rules.scenarios.reading import ScenarioFile
    from basra_rules.source.reading import Reader


@dataclass(frozen=True, slots=True)
class Report:
    """The findings on one profile; `files` are the scenario files that were run, `seconds` the time of each outcome."""

    profile: str
    diagnostics: tuple[Diagnostic, ...] = ()
    outcomes: tuple[Outcome, ...] = ()
    files: tuple[str, ...] = ()
    seconds: tuple[float, ...] = ()

    def count(self, status: Status) -> int:
        """Return how many scenarios ended so."""
        return sum(outcome.status is status for outcome in self.outcomes)

    @property
    def faults(self) -> tuple[Diagnostic, ...]:
        """Return all faults of the files: the diagnostics, and what keeps scenarios from running."""
        return (*self.diagnostics, *(fault for outcome in self.outcomes for fault in outcome.faults))

    @property
    def exit_code(self) -> int:
        """Return 2 for a file that can't be used, 1 for findings, 0 for none."""
        if any(diagnostic.is_error for diagnostic in self.diagnostics):
            return 2
        return 1 if self.diagnostics or self.count(Status.PASSED) < len(self.outcomes) else 0


def check_everything(
    name_or_path: str | Path, paths: Sequence[Path], options: Mapping[str, object], read: Reader = read_file
) -> Report:
    """Check a profile, then run its reference scenarios or the files given; lint only where none are given."""
    choices = given_choices(options)
    try:
        family = read_family(name_or_path, read)
        profile = resolve_profile(family, choices)
    except ProfileError as error:
        return Report(str(name_or_path), scenarios_for_profile(name_or_path, read) or error.diagnostics)
    files: list[ScenarioFile] = []
    faults: list[Diagnostic] = []
    for path in paths or reference_paths(family):
        try:
            files += scenario_files((path,), read=read)
        except DiagnosticsError as error:
            faults += error.diagnostics
    runner = Runner(family, choices)
    faults += [fault for file in files for fault in runner.file_faults(file)]
    if faults:
        return Report(str(name_or_path), sorted_diagnostics(faults))
    timed = tuple(_run(runner, files))
    shown = tuple(resources.shown_path(file.path) for file in files)
    found = () if paths else lint_profile(profile, family)
    outcomes = tuple(outcome for outcome, _ in timed)
    return Report(str(name_or_path), found, outcomes, shown, tuple(took for _, took in timed))


def _run(runner: Runner, files: list[ScenarioFile]) -> Iterator[tuple[Outcome, float]]:
    """Yield every outcome with the seconds that it took."""
    before = time.perf_counter()
    for file in files:
        for outcome in runner.run_file(file):
            now = time.perf_counter()
            yield outcome, now - before
            before = now
