"""Tells what a file is of which only the path is known: a profile, scenarios, or another program's."""

from __future__ import annotations

import re
from pathlib import Path

from basra_rules.errors import DiagnosticsError
from basra_rules.source.reading import SCENARIO_LIMIT, read_file


def is_ours(path: Path) -> bool:
    """Tell whether a file is a profile, or scenarios, or can't be read, which is to be told."""
    return is_scenarios(path) or _is_profile(_text(path))


def is_scenarios(path: Path) -> bool:
    """Tell by the name, or else by a key at the start of a line: a file with a slip in it is still what it is."""
    return path.name.endswith(".scenarios.yaml") or _has(_text(path), "scenarios")


def _is_profile(text: str) -> bool:
    return _has(text, "format") or (_has(text, "extends") and _has(text, "name"))


def _has(text: str, key: str) -> bool:
    return bool(re.search(rf"""^(?:\{{\s*)?["']?{key}["']?\s*:""", text, re.MULTILINE))


def _text(path: Path) -> str:
    try:
        return read_file(path, SCENARIO_LIMIT).text
    except DiagnosticsError:
        return "format:"  # whoever reads it as a profile says what is wrong with it
