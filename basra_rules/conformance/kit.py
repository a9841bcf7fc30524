"""The conformance kit: profiles and scenarios as files, also for programs without YAML, and how to use them."""

from __future__ import annotations

import json
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from basra_rules import resources
from basra_rules.conformance.plain_scenarios import plain_expectations, plain_scenario
from basra_rules.conformance.protocol import PROTOCOL
from basra_rules.conformance.trying import EffectiveRules
from basra_rules.errors import UsageError
from basra_rules.profile.family import read_family
from basra_rules.profile.json_schema import profile_schema
from basra_rules.profile.loading import resolve_profile
from basra_rules.profile.options import choice_name, choices_of, option_node
from basra_rules.scenarios.belonging import scenario_files
from basra_rules.scenarios.json_schema import scenario_schema
from basra_rules.scenarios.running import Runner
from basra_rules.version import FORMAT, __version__

if TYPE_CHECKING:
    from collections.abc import Iterator

    from basra_rules.profile.models import Profile
    from basra_rules.scenarios.reading import ReadScenario, ScenarioFile
    from basra_rules.source.json_nodes import Json

_MANIFEST = "kit.json"
_HAND_WRITTEN = ("kit", "plain-scenarios", "request", "answer", "check-report", "conformance-report")
_TEXTS = Path(__file__).parent / "kit_files"
_COPIED = ("README.md", "PROTOCOL.md", "answerer.py")
"""What is copied into every kit as it is."""


@dataclass(frozen=True, slots=True)
class Written:
    """A kit that was written: its folder, and how many scenarios of how many profiles are in it."""

    folder: Path
    profiles: int
    scenarios: int


def write_kit(folder: Path) -> Written:
    """Write the kit into a folder: a new or an empty one, or one with an older kit.

    Raises:
        UsageError: the folder has something else in it, or can't be written.
    """
    try:
        _make_room(folder)
        for name in _COPIED:
            shutil.copyfile(_TEXTS / name, folder / name)
        _write_schemas(folder / "schemas")
        entries = [_write_profile(folder, name) for name in resources.profile_names()]
        _write_json(folder / _MANIFEST, {**_versions(), "profiles": entries})
    except OSError as error:
        raise UsageError(f"`{folder}` can't be written: {error.strerror}") from None
    return Written(folder, len(entries), sum(entry["count"] for entry in entries))


def _make_room(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.iterdir()) and not (folder / _MANIFEST).is_file():
        raise UsageError(f"`{folder}` is not empty and no kit: give a new folder")


def _versions() -> dict[str, Json]:
    return {"basra": __version__, "format": FORMAT, "protocol": PROTOCOL}


def _write_schemas(folder: Path) -> None:
    for name in _HAND_WRITTEN:
        _write_json(folder / f"{name}.json", json.loads(resources.schema_path(name).read_text(encoding="utf-8")))
    _write_json(folder / "profile.json", profile_schema())
    _write_json(folder / "scenarios.json", scenario_schema())


def _write_profile(folder: Path, name: str) -> dict[str, Any]:
    """Write a profile and its scenarios, as they are and in the plain form, and return their entry in the manifest."""
    family = read_family(name)
    path = family.files[0].path
    (file,) = scenario_files((), family)
    copies = {key: _copied(folder, each) for key, each in (("profile", path), ("scenarios", file.path))}
    plain = _plain_file(EffectiveRules(family, Runner(family)), file)
    place = f"scenarios/{name}.json"
    _write_json(folder / place, plain)
    return {"name": name, **copies, "plain_scenarios": place, "count": len(plain["scenarios"])}


def _copied(folder: Path, path: Path) -> str:
    """Copy a file of ours to the same place in the kit, and return that place."""
    place = Path("profiles") / path.relative_to(resources.data_folder("profiles"))
    (folder / place).parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(path, folder / place)
    return place.as_posix()


def _plain_file(effective: EffectiveRules, file: ScenarioFile) -> dict[str, Any]:
    profile = resolve_profile(effective.family)
    rules: dict[str, Json] = {}
    scenarios = [_plain_entry(effective, file, scenario, rules) for scenario in file.scenarios]
    head = {"profile": profile.name, "title": profile.title or profile.name, "options": _options(profile)}
    return {**_versions(), **head, "rules": rules, "scenarios": scenarios}


def _options(profile: Profile) -> dict[str, Json]:
    return {name: dict(_option(profile, name)) for name in profile.options}


def _option(profile: Profile, name: str) -> Iterator[tuple[str, Json]]:
    node = option_node(profile.origins.tree, name)
    yield "about", profile.options[name].about
    yield "choices", list(choices_of(node)) if node else []
    yield "default", profile.origins.choices[name].choice


def _plain_entry(
    effective: EffectiveRules, file: ScenarioFile, read: ReadScenario, rules: dict[str, Json]
) -> dict[str, Json]:
    """Return a scenario in the plain form; the rules that it is under are put with the others."""
    assert read.scenario is not None
    choices = effective.runner.choices_for(read, file.choices)
    under = effective.under(choices)
    key = " ".join(f"{one.option.text}={choice_name(one.choice.text)}" for one in choices) or "default"
    rules.setdefault(key, under.document)
    return {
        "name": read.name,
        "source": read.source,
        "options": under.options,
        "rules": key,
        **plain_scenario(read.scenario),
        "expect": plain_expectations(read.scenario),
    }


def _write_json(path: Path, value: Json) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def kit_profiles(folder: Path) -> dict[str, Path]:
    """Return the profiles of a kit, by name.

    Raises:
        UsageError: the folder is no kit.
    """
    try:
        manifest = json.loads((folder / _MANIFEST).read_text(encoding="utf-8"))
        return {entry["name"]: folder / entry["profile"] for entry in manifest["profiles"]}
    except (OSError, ValueError, KeyError, TypeError):
        raise UsageError(f"`{folder}` is no kit: `basra kit {folder}` writes one") from None
