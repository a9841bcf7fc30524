"""The documentation is true: generated pages are up to date, examples do what is said."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from basra_rules import resources
from basra_rules.profile.loading import load_profile
from basra_rules.scenarios.reading import read_scenarios
from docs.generate import PAGE, profiles_page
from tests.cli.running import ROOT, basra

SOURCES = (Path(PAGE).parent / "sources.md").read_text(encoding="utf-8")
KEYS = set(re.findall(r"^\| ([SG][0-9]+) \|", SOURCES, flags=re.MULTILINE))


def test_the_page_of_the_profiles_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == profiles_page(), "run `python docs/generate.py`"


@pytest.mark.parametrize("name", resources.profile_names())
def test_every_source_that_a_profile_cites_is_listed(name: str) -> None:
    profile = load_profile(name)
    path = resources.profile_path(name)
    assert path is not None
    scenarios = resources.scenarios_path(path)
    assert scenarios is not None
    cited = [reading.source or "" for reading in profile.readings]
    cited += [scenario.source for scenario in read_scenarios(scenarios).scenarios]
    known = KEYS | set(profile.sources)
    found = {key for text in cited for key in re.findall(r"\b[SGP][0-9]+\b", text)}
    assert found <= known, found - known


README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = [
    line.strip()
    for block in re.findall(r"```sh\n(.*?)```", README, flags=re.DOTALL)
    for line in block.splitlines()
    if line.startswith("basra ")
]


def _examples(text: str) -> list[str]:
    return re.findall(r"```yaml\n(.*?)```", text, flags=re.DOTALL)


def test_the_readme_has_commands_to_try() -> None:
    assert len(COMMANDS) >= 8


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_of_the_readme_works(command: str, tmp_path: Path) -> None:
    profile, scenarios = _examples(README)
    (tmp_path / "teta.yaml").write_text(profile, encoding="utf-8")
    (tmp_path / "teta.scenarios.yaml").write_text(scenarios, encoding="utf-8")
    arguments = shlex.split(command, comments=True)[1:]
    done = basra(*arguments, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout


def test_the_example_of_the_scenario_page_passes(tmp_path: Path) -> None:
    (text,) = _examples((ROOT / "docs" / "scenarios.md").read_text(encoding="utf-8"))
    path = tmp_path / "some.yaml"
    path.write_text(text, encoding="utf-8")
    assert basra("check", "egyptian", str(path)).returncode == 0
