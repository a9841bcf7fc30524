"""What `basra check --fix` does: which files it may change, and what it says of the changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from basra_rules import resources
from basra_rules.analysis.checking import Report, check_everything
from basra_rules.authoring.mending import choose_mendings, mend
from basra_rules.cli.output import tell
from basra_rules.errors import ProfileError
from basra_rules.profile.family import find_profile


def check_and_fix(name_or_path: str, paths: Sequence[Path], options: Mapping[str, object]) -> Report:
    """Check as `check_everything` does, mend what is certain in the files, and return what is left."""
    files = _own_files(name_or_path, paths)
    for name, path in files.items():
        if resources.is_shipped(path):
            tell(f"{name}: it comes with the program, and is left as it is")
    own = {name: path for name, path in files.items() if not resources.is_shipped(path)}
    return mend(
        lambda read: check_everything(name_or_path, paths, options, read),
        own,
        lambda change: tell(str(change)),
    )


def count_certain(report: Report, name_or_path: str, paths: Sequence[Path]) -> int:
    """Return how many faults `--fix` would mend at once."""
    files = _own_files(name_or_path, paths)
    own = (name for name, path in files.items() if not resources.is_shipped(path))
    return sum(len(choose_mendings(report.faults, name)) for name in own)


def _own_files(name_or_path: str, paths: Sequence[Path]) -> dict[str, Path]:
    """Return the profile's own file and the scenario files that are checked, by the names that people know."""
    try:
        profile = find_profile(name_or_path)
    except ProfileError:
        return {}
    reference = resources.scenarios_path(profile)
    scenarios = paths or ([reference] if reference else [])
    return {resources.shown_path(path): path for path in (profile, *scenarios)}
