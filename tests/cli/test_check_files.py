"""`basra check-files`, alone and as the hook of pre-commit that it is made for."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.cli.running import ROOT, basra
from tests.profile.writing import child, write

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

TWELVE = """\
scenarios:
  - name: twelve
    floor: 5♣ 7♠
    plays: ["7♦ x 5♣ 7♠"]
    expect: {points: 10}
"""
RULE = "bonuses: {seven_of_diamonds: {when: card is 7♦ and numeric and sum <= 12}}"


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A folder with a house rule, its scenarios, scenarios that name it, and a file of another program."""
    write(tmp_path, child(RULE), "teta.yaml")
    write(tmp_path, TWELVE, "teta.scenarios.yaml")
    write(tmp_path, "profile: ./teta.yaml\n" + TWELVE, "more.yaml")
    write(tmp_path, "services: {web: {image: x, scenarios: none}}", "compose.yaml")
    return tmp_path


def _counts(folder: Path, *files: str) -> Mapping[str, tuple[int, int, int]]:
    report = json.loads(basra("check-files", *files, "--format", "json", cwd=folder).stdout)
    return {one["profile"]: (one["passed"], one["failed"], len(one["diagnostics"])) for one in report["reports"]}


def test_a_profile_is_checked_with_its_own_scenarios_once(house: Path) -> None:
    assert _counts(house, "teta.yaml", "teta.scenarios.yaml") == {"teta.yaml": (1, 0, 0)}


def test_scenarios_alone_are_run_under_the_profile_beside_them_or_named_in_them(house: Path) -> None:
    assert _counts(house, "teta.scenarios.yaml", "more.yaml") == {
        "teta.scenarios.yaml": (1, 0, 0),
        "more.yaml": (1, 0, 0),
    }


def test_the_profile_beside_a_file_goes_before_the_one_that_it_names(house: Path) -> None:
    write(house, "profile: egyptian\n" + TWELVE, "teta.scenarios.yaml")
    assert _counts(house, "teta.scenarios.yaml") == {"teta.scenarios.yaml": (1, 0, 0)}


def test_scenarios_in_a_folder_of_that_name_belong_to_the_profile_above(house: Path) -> None:
    (house / "scenarios").mkdir()
    (house / "teta.scenarios.yaml").rename(house / "scenarios" / "teta.yaml")
    assert _counts(house, "scenarios/teta.yaml") == {"scenarios/teta.yaml": (1, 0, 0)}
    assert _counts(house, "scenarios/teta.yaml", "teta.yaml") == {"teta.yaml": (1, 0, 0)}


def test_a_file_of_another_program_is_left_out_and_said(house: Path) -> None:
    done = basra("check-files", "compose.yaml", "teta.yaml", cwd=house)
    assert done.returncode == 0
    assert done.stderr == "compose.yaml: neither a profile nor scenarios, left out\n"
    assert done.stdout == "teta.yaml: valid; 1 scenario: 1 passed, 0 failed, 0 could not run\n"
    assert basra("check-files", "compose.yaml", cwd=house).stdout == ""


@pytest.mark.parametrize(
    "text", ["extends: standard\nrules: {}", "jobs: {scenarios: 1}\n", "# format: 1\n", "on:\n  format: 1\n"]
)
def test_keys_like_ours_elsewhere_do_not_make_a_file_ours(house: Path, text: str) -> None:
    write(house, text, "other.yaml")
    assert _counts(house, "other.yaml") == {}


@pytest.mark.parametrize("text", ['{"format": 1, "name": "x"}', "name: x\nextends: egyptian\n", "{format: 1}"])
def test_a_profile_is_known_by_its_keys(house: Path, text: str) -> None:
    write(house, text, "other.yaml")
    assert list(_counts(house, "other.yaml")) == ["other.yaml"]


def test_a_slip_does_not_make_a_file_one_of_another_program(house: Path) -> None:
    write(house, "format: 1\nname: [\n", "broken.yaml")
    write(house, "scenarios:\n  - name: [\n", "slip.yaml")
    done = basra("check-files", "broken.yaml", "slip.yaml", "nowhere.yaml", cwd=house)
    assert done.returncode == 2
    assert done.stderr == ""
    assert "broken.yaml:3:1" in done.stdout
    assert "slip.yaml:3:1" in done.stdout
    assert "`nowhere.yaml` can't be read: there is no such file" in done.stdout


def test_scenarios_of_which_nothing_says_the_profile_are_a_fault(house: Path) -> None:
    write(house, TWELVE, "orphan.scenarios.yaml")
    done = basra("check-files", "orphan.scenarios.yaml", cwd=house)
    assert done.returncode == 2
    assert "error[missing-key]: nothing says which profile this is for" in done.stdout


def test_the_worst_of_all_files_is_the_exit_code(house: Path) -> None:
    write(house, TWELVE.replace("10", "20"), "teta.scenarios.yaml")
    assert basra("check-files", "teta.yaml", "more.yaml", cwd=house).returncode == 1


def test_a_file_whose_name_is_that_of_a_profile_is_the_file(house: Path) -> None:
    (house / "teta.yaml").rename(house / "egyptian")
    assert _counts(house, "egyptian") == {"egyptian": (0, 0, 0)}


# pre-commit itself, with hooks of the machine: nothing is fetched


def _run(folder: Path, *command: str | Path, **variables: str) -> subprocess.CompletedProcess[str]:
    environment = {
        **os.environ,
        "PRE_COMMIT_HOME": str(folder.parent / "pre-commit"),
        "PYTHONPATH": str(ROOT),
        "PYTHONUTF8": "1",
        "GIT_CONFIG_GLOBAL": os.devnull,
        **variables,
    }
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=120
    )


def test_the_hooks_of_the_repository_are_hooks() -> None:
    done = _run(ROOT, sys.executable, "-m", "pre_commit", "validate-manifest", ".pre-commit-hooks.yaml")
    assert done.returncode == 0, done.stdout + done.stderr


def test_pre_commit_stops_a_commit_that_breaks_a_scenario(house: Path) -> None:
    basra_command = f"{sys.executable} -m basra_rules"
    write(
        house,
        f"""\
        repos:
          - repo: local
            hooks:
              - {{id: basra-check, name: check, entry: {basra_command} check-files, language: system, types: [yaml]}}
              - {{id: basra-fmt, name: format, entry: {basra_command} fmt, language: system, types: [yaml]}}
        """,
        ".pre-commit-config.yaml",
    )
    for command in (["init", "--quiet"], ["add", "."]):
        assert _run(house, "git", *command).returncode == 0
    done = _run(house, sys.executable, "-m", "pre_commit", "run", "--all-files")
    assert "formatted teta.yaml" in done.stdout, done.stdout + done.stderr
    done = _run(house, sys.executable, "-m", "pre_commit", "run", "--all-files")
    assert done.returncode == 0, done.stdout + done.stderr
    assert (house / "compose.yaml").read_text(encoding="utf-8").startswith("services: {web:")
    write(house, child(RULE.replace("12", "11")), "teta.yaml")
    done = _run(house, sys.executable, "-m", "pre_commit", "run", "--all-files")
    assert done.returncode == 1
    assert "failed: twelve" in done.stdout
    assert "rule `bonuses.seven_of_diamonds` (teta.yaml:4)" in done.stdout
