"""What a file is of which only path and text are known: a profile, scenarios, or another program's."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import TYPE_CHECKING

from basra_rules.errors import DiagnosticsError
from basra_rules.nearness import nearest
from basra_rules.profile.schema import known_keys
from basra_rules.scenarios.model import Scenario
from basra_rules.scenarios.reading import FILE_KEYS
from basra_rules.source.reading import SCENARIO_LIMIT, read_file

if TYPE_CHECKING:
    from pathlib import Path


class Kind(StrEnum):
    """What a file is."""

    PROFILE = "profile"
    SCENARIOS = "scenarios"
    OTHER = "other"


_TOP_KEY = re.compile(r"""^\ufeff?(?:\{\s*)?["']?(\w+)["']?[ \t]*:""", re.MULTILINE)
_LISTED = re.compile(r"\ufeff?(?:[ \t]*(?:#[^\n]*|---)?\r?\n)*[ \t]*-\s")
_ITEM_KEY = re.compile(r"""^(?:[ \t]|-[ \t])[- \t]*["']?(\w+)["']?[ \t]*:""", re.MULTILINE)
_SUFFIXES = (".scenarios.yaml", ".scenarios.yml")
_SURELY_OURS = 2


def kind_of_text(path: Path, text: str) -> Kind:
    """Tell what the file at `path` is: by its name, or else by its keys, so that one with slips is still what it is.

    Other programs have files with `extends` or `scenarios` too; one key alone proves nothing.
    """
    if path.name.endswith(_SUFFIXES):
        return Kind.SCENARIOS
    keys = set(_TOP_KEY.findall(text))
    if "scenarios" in keys:
        is_ours = path.parent.name == "scenarios" or all(nearest(key, FILE_KEYS) for key in keys)
        return Kind.SCENARIOS if is_ours else Kind.OTHER
    if _LISTED.match(text):
        return Kind.SCENARIOS if _are_scenarios(set(_ITEM_KEY.findall(text))) else Kind.OTHER
    known = keys & set(known_keys(()))
    return Kind.PROFILE if "format" in known or len(known) >= _SURELY_OURS else Kind.OTHER


def _are_scenarios(keys: set[str]) -> bool:
    """Tell whether these are the keys of scenarios, whose file lacks `scenarios:` above the list of them."""
    own = set(known_keys((), Scenario)) - set(FILE_KEYS) - {"name"}  # other programs have names and sources too
    return len(keys & own) >= _SURELY_OURS


def kind_of_file(path: Path) -> Kind:
    """Tell what a file on the disk is; one that can't be read is taken for ours, so that somebody says why."""
    try:
        return kind_of_text(path, read_file(path, SCENARIO_LIMIT).text)
    except DiagnosticsError:
        return Kind.SCENARIOS if path.name.endswith(_SUFFIXES) else Kind.PROFILE


def may_become_ours(text: str) -> bool:
    """Tell whether a text could be meant as one of ours: there is no key in it yet that is not."""
    keys = set(_TOP_KEY.findall(text))
    return keys <= set(known_keys(())) or keys <= set(FILE_KEYS)
