"""Where the files are that travel with the package, and which profile is the default.

In an installed wheel they lie in `_data` beside this file; in a checkout at the top of it.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

DEFAULT_PROFILE = "egyptian"
_PACKAGE = Path(__file__).resolve().parent


@cache
def data_folder(name: str) -> Path:
    """Return the folder `name` (`profiles`, `grammar`) of the wheel, or else of the checkout."""
    bundled = _PACKAGE / "_data" / name
    return bundled if bundled.is_dir() else _PACKAGE.parent / name


def profile_names() -> tuple[str, ...]:
    """Return the names of the shipped profiles, the default first, then by name."""
    names = {path.stem for path in _profile_files()}
    return tuple(sorted(names, key=lambda name: (name != DEFAULT_PROFILE, name)))


def profile_path(name: str) -> Path | None:
    """Return the file of the shipped profile `name`, or None where there is none."""
    return next((path for path in _profile_files() if path.stem == name), None)


def _profile_files() -> tuple[Path, ...]:
    folder = data_folder("profiles")
    return tuple(sorted([*folder.glob("*.yaml"), *(folder / "family").glob("*.yaml")]))


def scenarios_path(profile: Path) -> Path | None:
    """Return the reference scenarios of a profile's file: `X.scenarios.yaml` beside it, else `scenarios/X.yaml`."""
    beside = profile.with_name(f"{profile.stem}.scenarios.yaml")
    inside = profile.parent / "scenarios" / f"{profile.stem}.yaml"
    return next((path for path in (beside, inside) if path.is_file()), None)


def profile_beside(scenarios: Path) -> Path | None:
    """Return the profile whose reference scenarios a file is, or None where there is none; see `scenarios_path`."""
    beside = scenarios.with_name(f"{scenarios.stem.removesuffix('.scenarios')}.yaml")
    if scenarios.name.endswith(".scenarios.yaml") and beside.is_file():
        return beside  # also where the scenarios are still to be saved
    above = scenarios.parent.parent / scenarios.name
    return next((path for path in (beside, above) if path.is_file() and scenarios_path(path) == scenarios), None)


def shown_path(path: Path) -> str:
    """Return the name under which people know a file: for a shipped one `profiles/NAME.yaml`."""
    shipped = data_folder("profiles")
    if path.is_absolute() and path.is_relative_to(shipped):
        return str(Path("profiles") / path.relative_to(shipped))
    return str(path)


def is_shipped(path: Path) -> bool:
    """Tell whether a file is one that comes with the program."""
    return path.resolve().is_relative_to(data_folder("profiles").resolve())


def grammar_text() -> str:
    """Return the grammar of the expression language."""
    return (data_folder("grammar") / "expression.lark").read_text(encoding="utf-8")


def schema_path(name: str) -> Path:
    """Return the file of the JSON Schema `name`, of those that are written by hand."""
    return _PACKAGE / "schemas" / f"{name}.json"
