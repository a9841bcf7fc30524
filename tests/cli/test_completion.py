"""Completion in shells, by the protocol in which the scripts that are installed ask."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from basra_rules import resources
from basra_rules.analysis.diagnostic_pages import codes
from basra_rules.authoring.explaining import explain_key
from basra_rules.profile.differences import RULE_AREAS
from basra_rules.profile.family import read_family
from basra_rules.profile.glance import glance_at_keys, glance_at_options
from basra_rules.profile.loading import load_profile, resolve_profile
from basra_rules.profile.options import choices_of, option_node
from basra_rules.source.nodes import MapNode, Node
from tests.cli.running import ROOT
from tests.profile.writing import child, write

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path


ENDS = ("", ".label", ".when", ".points", ".instead_of")


def _ask(folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if name != "BASRA_DEBUG"}
    return subprocess.run(
        [sys.executable, "-m", "basra_rules"],
        cwd=folder,
        env={**environment, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", **variables},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def _bash(folder: Path, *words: str) -> list[str]:
    """Return what bash is offered for the last of the words, as it takes them apart."""
    done = _ask(folder, _BASRA_COMPLETE="complete_bash", COMP_WORDS="\n".join(words), COMP_CWORD=str(len(words) - 1))
    assert done.stderr == ""
    return done.stdout.split()


@pytest.fixture
def house(tmp_path: Path) -> Path:
    write(tmp_path, child("options: {nines: {about: x, sets: match.target, choices: [99, 101]}}"), "teta.yaml")
    write(tmp_path, "scenarios: []", "teta.scenarios.yaml")
    (tmp_path / "rules").mkdir()
    write(tmp_path / "rules", child(""), "kids.yaml")
    return tmp_path


def test_commands_are_offered(house: Path) -> None:
    assert _bash(house, "basra", "chec") == ["check", "check-files"]


def test_profiles_are_offered_and_the_files_beside_them(house: Path) -> None:
    assert _bash(house, "basra", "show", "") == [*resources.profile_names(), "teta.yaml"]
    assert _bash(house, "basra", "judge", "egy") == ["egyptian", "egyptian-wiki"]
    assert _bash(house, "basra", "show", "te") == ["teta.yaml"]


def test_paths_are_offered_where_only_files_go_on(house: Path) -> None:
    assert _bash(house, "basra", "show", "rules/") == ["rules/kids.yaml"]
    assert _bash(house, "basra", "show", f"{house}/rules/k") == [f"{house}/rules/kids.yaml"]
    assert _bash(house, "basra", "show", "./") == []  # there is a folder: the shell knows how to go on


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (("show", "egyptian", "--option", "tar"), ["target=101", "target=121"]),
        (("show", "syrian", "--option", "packet"), ["packet=4", "packet=6"]),
        (("show", "egyptian", "--option", "target", "="), ["101", "121"]),
        (("show", "egyptian", "--option", "target", "=", "12"), ["121"]),
        (("show", "egyptian", "--option", "=", "target", "=", "12"), ["121"]),
        (("show", "egyptian", "--option", "=", "tar"), ["target=101", "target=121"]),
        (("show", "egyptian", "--option", "target=12"), ["target=121"]),
        (("show", "teta.yaml", "--option", "nine"), ["nines=99", "nines=101"]),
        (("check", "--format", "json", "teta.yaml", "--option", "nine"), ["nines=99", "nines=101"]),
        (("play", "--option", "lone"), ["lone_jack=none", "lone_jack=double", "lone_jack=triple"]),
        (("play", "bastra", "--option", "lone"), []),
        (("show", "nowhere.yaml", "--option", "x"), []),
        (("check", "egyptian", "--format", "j"), ["json", "junit"]),
        (("check", "egyptian", "--format", "=", "s"), ["sarif"]),
        (("explain", "never"), ["never-holds"]),
        (("why", "egyptian", "match.t"), ["match.target", "match.tie"]),
        (("why", "egyptian", "match."), ["match.target", "match.tie", "match.games_to_win"]),
        (("why", "teta.yaml", "bonuses.seven"), [f"bonuses.seven_of_diamonds{end}" for end in ENDS]),
        (("conform", "leb"), ["lebanese", "lebanese-ashush"]),
    ],
)
def test_what_may_stand_there_is_offered(house: Path, words: tuple[str, ...], offered: list[str]) -> None:
    assert _bash(house, "basra", *words) == offered


def test_every_code_is_offered(house: Path) -> None:
    assert _bash(house, "basra", "explain", "") == list(codes())


def test_zsh_and_fish_are_told_what_a_choice_is_about(house: Path) -> None:
    line = {"_TYPER_COMPLETE_ARGS": "basra show egyptian --option target="}
    zsh = _ask(house, _BASRA_COMPLETE="complete_zsh", **line).stdout
    assert '"target=121":"points that end the match"' in zsh
    fish = _ask(house, _BASRA_COMPLETE="complete_fish", _TYPER_COMPLETE_FISH_ACTION="get-args", **line).stdout
    assert "target=121\tpoints that end the match\n" in fish


@pytest.mark.parametrize(
    "variables",
    [
        {"_BASRA_COMPLETE": "nonsense"},
        {"_BASRA_COMPLETE": "complete_tcsh"},
        {"_BASRA_COMPLETE": "complete_bash"},
        {"_BASRA_COMPLETE": "complete_bash", "COMP_WORDS": "basra show 'x", "COMP_CWORD": "two"},
        {"_BASRA_COMPLETE": "complete_bash", "COMP_WORDS": "basra = = =", "COMP_CWORD": "99"},
        {"_BASRA_COMPLETE": "complete_bash", "COMP_WORDS": "basra show \ud800 --option x", "COMP_CWORD": "4"},
        {"_BASRA_COMPLETE": "complete_zsh"},
    ],
)
def test_a_question_that_can_not_be_answered_disturbs_nobody(house: Path, variables: dict[str, str]) -> None:
    done = _ask(house, **{name: value.replace("\ud800", "\udcff") for name, value in variables.items()})
    assert done.stderr == ""
    assert "Traceback" not in done.stdout


def test_a_profile_with_a_slip_in_it_offers_what_can_be_read(house: Path) -> None:
    write(house, child("match: {taget: 5}"), "slip.yaml")
    write(house, "format: 1\nextends: [", "broken.yaml")
    assert _bash(house, "basra", "show", "slip.yaml", "--option", "target") == ["target=101", "target=121"]
    assert _bash(house, "basra", "show", "broken.yaml", "--option", "target") == []


def test_an_answer_imports_nothing_heavy(house: Path) -> None:
    program = (
        "import os, sys; os.environ |= {'_BASRA_COMPLETE': 'complete_bash', 'COMP_CWORD': '4',"
        "'COMP_WORDS': 'basra show egyptian --option t'}\n"
        "from basra_rules.cli.main import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print(*{'numba', 'lark', 'numpy', 'rich', 'basra_rules.profile.models', 'textual'} & set(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=house,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines() == ["target=101", "target=121", ""]


@pytest.mark.parametrize("name", resources.profile_names())
def test_a_glance_sees_the_options_that_the_loader_sees(name: str) -> None:
    profile = load_profile(name)
    nodes = {option: option_node(profile.origins.tree, option) for option in profile.options}
    expected = {option: tuple(choices_of(node)) for option, node in nodes.items() if node}
    assert {option: choices for option, (_, choices) in glance_at_options(name).items()} == expected


@pytest.mark.parametrize("name", resources.profile_names())
def test_a_glance_sees_the_keys_that_the_loader_sees(name: str) -> None:
    keys = glance_at_keys(name)
    assert [key for key in keys if "." not in key] == list(RULE_AREAS)
    assert set(written_keys(load_profile(name).origins.tree, RULE_AREAS)) <= set(keys)


def written_keys(node: Node, keys: Iterable[str], around: str = "") -> Iterator[str]:
    for key in keys:
        value = node.get(key) if isinstance(node, MapNode) else None
        yield around + key
        if isinstance(value, MapNode):
            yield from written_keys(value, value.keys, f"{around}{key}.")


@pytest.mark.parametrize("name", resources.profile_names())
def test_why_answers_every_key_that_is_offered(name: str) -> None:
    family = read_family(name)
    profile = resolve_profile(family)
    for key in glance_at_keys(name):
        assert explain_key(family, profile, key).key


def test_a_glance_follows_parents_and_removals(tmp_path: Path) -> None:
    write(tmp_path, child("remove: [options.tie, options.sides]", parent="bastra"), "one.yaml")
    write(tmp_path, child("options: {obligation: {choices: [played_card]}}", parent="./one.yaml"), "two.yaml")
    write(tmp_path, child("", parent="./circle.yaml"), "circle.yaml")
    assert glance_at_options(str(tmp_path / "two.yaml")) == {"obligation": ("what must capture", ("played_card",))}
    assert glance_at_options(str(tmp_path / "circle.yaml")) == {}
