"""Which scenario files belong to a profile, and which profile a scenario file belongs to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra_rules import resources
from basra_rules.errors import Diagnostic, ScenarioFileError, Span
from basra_rules.profile.family import is_path
from basra_rules.scenarios.reading import ScenarioFile, read_scenarios
from basra_rules.source.reading import read_file

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from basra_rules.profile.family import Family
    from basra_rules.source.reading import Reader


def reference_paths(family: Family) -> tuple[Path, ...]:
    """Return the file of a profile's reference scenarios; none where it has none."""
    found = resources.scenarios_path(family.files[0].path)
    return () if found is None else (found,)


def scenario_files(
    paths: Sequence[Path], family: Family | None = None, read: Reader = read_file
) -> tuple[ScenarioFile, ...]:
    """Return the files at these paths, or else the reference scenarios of a family.

    Raises:
        ScenarioFileError: a file can't be read, or is no mapping with a list of scenarios.
    """
    if not paths and family is not None:
        paths = reference_paths(family)
    return tuple(read_scenarios(path, resources.shown_path(path), read) for path in paths)


def profile_of(file: ScenarioFile) -> str | Path:
    """Return the profile that a file's scenarios are for: the one beside it, or else the one that it names.

    Raises:
        ScenarioFileError: there is neither.
    """
    beside = resources.profile_beside(file.path)
    if beside is not None:
        return beside
    if file.profile is None:
        start = Span(file.scenarios[0].span.source, 0, 1)
        label = "expected `profile: NAME` here, or the profile in a file beside this one"
        raise ScenarioFileError([Diagnostic("missing-key", "nothing says which profile this is for", start, label)])
    return file.path.parent / file.profile.text if is_path(file.profile.text) else file.profile.text
