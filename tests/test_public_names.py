"""The package's public names: exactly these, each where it says, and none of them imported before its use."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import basra_rules

PUBLIC = [
    "Action",
    "BasraError",
    "IllegalAction",
    "ProfileError",
    "Table",
    "add_deal",
    "compile_rules",
    "find_captures",
    "format_cards",
    "load_profile",
    "parse_card",
    "parse_cards",
    "play",
    "refuse",
    "score_deal",
    "start_deal",
    "start_match",
    "view",
]


def test_the_public_names_are_these_in_order() -> None:
    assert basra_rules.__all__ == PUBLIC
    assert sorted(PUBLIC) == PUBLIC


def test_every_public_name_can_be_imported() -> None:
    for name in PUBLIC:
        assert getattr(basra_rules, name).__name__ == name


def test_type_checkers_see_the_same_names_in_the_same_places() -> None:
    tree = ast.parse(Path(basra_rules.__file__).read_text(encoding="utf-8"))
    seen = {
        alias.name: node.module
        for block in ast.walk(tree)
        if isinstance(block, ast.If)
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert {name: getattr(basra_rules, name).__module__ for name in PUBLIC} == seen


def test_a_name_that_is_not_public_is_refused_as_python_does() -> None:
    assert not hasattr(basra_rules, "load_profil")


def test_the_version_is_told_without_importing_what_is_slow() -> None:
    program = (
        "import sys; sys.argv = ['basra', '--version']; from basra_rules.cli.main import main; main();"
        "slow = {'pydantic', 'lark', 'yaml', 'typer', 'rich'} & set(sys.modules); assert not slow, slow"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("basra ")
