"""The scenario files that a command is given, or else a profile's own."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from basra_rules import resources
from basra_rules.profile.loading import Family
from basra_rules.scenarios.reading import ScenarioFile, read_scenarios


def scenario_files(paths: Sequence[Path], family: Family | None = None) -> tuple[ScenarioFile, ...]:
    """Return the files at these paths, or else the reference scenarios of a family.

    Raises:
        ScenarioFileError: a file can't be read, or is no mapping with a list of scenarios.
    """
    if not paths and family is not None:
        reference = resources.scenarios_path(family.files[0].path)
        paths = () if reference is None else (reference,)
    return tuple(read_scenarios(path, resources.shown_path(path)) for path in paths)
