"""Rules for the tests of the simulation: shipped ones with every choice, and house rules written here."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import pytest

from basra_rules import resources
from basra_rules.profile.loading import load_profile
from basra_rules.profile.options import choices_of, option_node
from basra_rules.rules.compiling import compile_rules
from basra_rules.simulation.worktable import Way, has_compiler

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from basra_rules.rules.model import Rules

needs_compiler = pytest.mark.skipif(not has_compiler(), reason="numba is not installed")
FASTEST = Way.COMPILED if has_compiler() else Way.INTERPRETED


@cache
def shipped(name: str) -> Rules:
    return compile_rules(load_profile(name))


def every_choice() -> Iterator[tuple[str, dict[str, str]]]:
    """Yield every shipped profile, as it is and with each choice of each option."""
    for name in resources.profile_names():
        profile = load_profile(name)
        yield name, {}
        for option in profile.options:
            node = option_node(profile.origins.tree, option)
            assert node is not None
            for choice in choices_of(node):
                if choice != profile.origins.choices[option].choice:
                    yield name, {option: choice}


def house_rules(folder: Path, text: str, parent: str = "egyptian") -> Rules:
    """Return the rules of a file that changes `parent`."""
    path = folder / "house.yaml"
    path.write_text(f"format: 1\nname: house\nextends: {parent}\n{text}", encoding="utf-8")
    return compile_rules(load_profile(path))
