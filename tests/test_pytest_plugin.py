"""The plugin for pytest, used as its users do: pytest runs on a folder with scenarios."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from xml.etree import ElementTree

import pytest

# what a run inside this process needs is imported before it: what it imports itself is forgotten again
import basra_rules.analysis.linting
import basra_rules.scenarios.belonging
import basra_rules.scenarios.report
import basra_rules.scenarios.running  # noqa: F401
from tests.profile.writing import child, write

pytest_plugins = ["pytester"]

ROOT = Path(__file__).resolve().parent.parent
PLUGIN = "basra_rules.pytest_plugin"
RULE = "bonuses: {seven_of_diamonds: {when: card is 7♦ and numeric and sum <= 12}}"
SCENARIOS = """\
source: grandmother
scenarios:
  - name: the seven of diamonds takes twelve for a basra
    floor: 5♣ 7♠
    plays: ["7♦ x 5♣ 7♠"]
    expect: {points: 10, bonuses: [seven_of_diamonds]}
  - name: but not thirteen
    source: S0
    floor: 5♣ 8♠
    plays: ["7♦ x 5♣ 8♠"]
    expect: {points: 0}
"""


@pytest.fixture
def house(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a house rule with its scenarios, where pytest is about to run."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    write(pytester.path, child(RULE), "teta.yaml")
    write(pytester.path, SCENARIOS, "teta.scenarios.yaml")
    return pytester.path


def _run(pytester: pytest.Pytester, *arguments: str) -> pytest.RunResult:
    return pytester.runpytest("-p", PLUGIN, "-p", "no:cacheprovider", *arguments)


@pytest.mark.usefixtures("house")
def test_each_scenario_is_a_test(pytester: pytest.Pytester) -> None:
    result = _run(pytester, "-v")
    result.assert_outcomes(passed=2)
    result.stdout.fnmatch_lines(["teta.scenarios.yaml::but not thirteen PASSED*"])


def test_a_failure_is_told_by_the_scenarios_own_report(pytester: pytest.Pytester, house: Path) -> None:
    write(house, SCENARIOS.replace("points: 0", "points: 10"), "teta.scenarios.yaml")
    result = _run(pytester)
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(
        [
            "*_ but not thirteen _*",
            "failed: but not thirteen (source: S0)",
            "  --> teta.scenarios.yaml:7",
            "  floor  [[]5♣[]] [[]8♠[]]",
            "    expected  10",
            "    actual    0",
            "  rule `bonuses.seven_of_diamonds` (teta.yaml:4): does not score",
        ]
    )
    assert "pytest_plugin.py" not in result.stdout.str()


def test_a_scenario_that_can_not_run_fails(pytester: pytest.Pytester, house: Path) -> None:
    write(house, SCENARIOS.replace("5♣ 8♠\n", "5♣ 5♣\n"), "teta.scenarios.yaml")
    result = _run(pytester)
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["error[[]card-twice[]]: 5♣ stands there twice"])


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("teta.scenarios.yaml", "scenarios:\n  - name: [\n", "teta.scenarios.yaml:3:1"),
        ("teta.scenarios.yaml", "scenarios: []", "the list of scenarios is empty"),
        ("teta.scenarios.yaml", "options: {targt: 1}\n" + SCENARIOS, "unknown option `targt`"),
        ("teta.yaml", child("match: {taget: 5}"), "unknown key `taget`"),
        ("orphan.scenarios.yaml", SCENARIOS, "nothing says which profile this is for"),
        ("named.scenarios.yaml", "profile: lebanse\n" + SCENARIOS, "unknown profile `lebanse`"),
    ],
)
def test_a_file_that_can_not_be_used_is_an_error(
    pytester: pytest.Pytester, house: Path, name: str, text: str, said: str
) -> None:
    write(house, text, name)
    result = _run(pytester)
    result.assert_outcomes(errors=1)
    assert result.ret == pytest.ExitCode.INTERRUPTED
    assert said in result.stdout.str()
    assert "Traceback" not in result.stdout.str()


def test_scenarios_may_name_their_profile(pytester: pytest.Pytester, house: Path) -> None:
    (house / "more").mkdir()
    write(house / "more", "profile: ../teta.yaml\n" + SCENARIOS, "more.scenarios.yaml")
    write(house / "more", f"profile: egyptian\n{SCENARIOS}", "other.scenarios.yaml")
    _run(pytester, "more").assert_outcomes(passed=3, failed=1)


def test_options_are_chosen_on_the_command_line(pytester: pytest.Pytester, house: Path) -> None:
    lone_jack = "scenarios:\n  - {name: a, floor: J♣, plays: [J♥ x J♣], expect: {points: 20}}\n"
    write(house, lone_jack, "teta.scenarios.yaml")
    _run(pytester).assert_outcomes(failed=1)
    _run(pytester, "--basra-option", "lone_jack=double").assert_outcomes(passed=1)
    result = _run(pytester, "--basra-option", "lone_jack")
    result.stdout.fnmatch_lines(["*--basra-option lone_jack`: expected NAME=CHOICE*"])
    _run(pytester, "--basra-option", "lone_jack=fourfold").assert_outcomes(errors=1)


@pytest.mark.usefixtures("house")
def test_tests_can_be_picked_by_name(pytester: pytest.Pytester) -> None:
    _run(pytester, "-k", "thirteen").assert_outcomes(passed=1, deselected=1)
    _run(pytester, "teta.scenarios.yaml::but not thirteen").assert_outcomes(passed=1)


@pytest.mark.usefixtures("house")
def test_collecting_alone_lists_the_scenarios(pytester: pytest.Pytester) -> None:
    result = _run(pytester, "--collect-only")
    result.stdout.fnmatch_lines(["*<ScenarioCollector teta.scenarios.yaml>", "*<ScenarioItem but not thirteen>"])


def test_a_name_of_several_lines_stays_on_one(pytester: pytest.Pytester, house: Path) -> None:
    write(house, SCENARIOS.replace("but not thirteen", r'"but\nnot  thirteen"'), "teta.scenarios.yaml")
    _run(pytester, "teta.scenarios.yaml::but not thirteen").assert_outcomes(passed=1)


@pytest.mark.usefixtures("house")
def test_a_test_stands_where_its_scenario_does(pytester: pytest.Pytester) -> None:
    items, _ = pytester.inline_genitems("-p", PLUGIN)
    assert [item.location[:2] for item in items] == [("teta.scenarios.yaml", 2), ("teta.scenarios.yaml", 6)]
    assert [item.user_properties for item in items] == [[("source", "grandmother")], [("source", "S0")]]


def test_the_profile_is_looked_at_when_asked_for(pytester: pytest.Pytester, house: Path) -> None:
    _run(pytester, "--basra-lint").assert_outcomes(passed=3)
    write(house, child("bonuses: {basra: {when: sweep and sum > 400}}"), "teta.yaml")
    result = _run(pytester, "--basra-lint", "-k", "order")
    result.assert_outcomes(failed=1, deselected=2)
    result.stdout.fnmatch_lines(["warning[[]never-holds[]]*"])


def test_junit_reports_have_the_scenarios(pytester: pytest.Pytester, house: Path) -> None:
    write(house, SCENARIOS.replace("points: 0", "points: 10"), "teta.scenarios.yaml")
    _run(pytester, "--junitxml", "report.xml")
    root = ElementTree.parse(house / "report.xml").getroot()  # noqa: S314 - it is our own
    failed = [case.get("name") for case in root.iter("testcase") if case.find("failure") is not None]
    assert failed == ["but not thirteen"]


def test_several_workers_share_the_scenarios(pytester: pytest.Pytester, house: Path) -> None:
    write(house, SCENARIOS.replace("points: 0", "points: 10"), "teta.scenarios.yaml")
    result = pytester.runpytest_subprocess("-p", PLUGIN, "-p", "no:cacheprovider", "-n", "2")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["failed: but not thirteen (source: S0)", "  --> teta.scenarios.yaml:7"])


@pytest.mark.usefixtures("house")
def test_warnings_may_be_errors(pytester: pytest.Pytester) -> None:
    pytester.runpytest_subprocess("-p", PLUGIN, "-W", "error", "--strict-config").assert_outcomes(passed=2)


def test_other_files_are_left_alone(pytester: pytest.Pytester, house: Path) -> None:
    (house / "teta.scenarios.yaml").rename(house / "teta.scenarios.yaml.bak")
    assert _run(pytester).ret == pytest.ExitCode.NO_TESTS_COLLECTED


def test_a_run_without_scenarios_imports_nothing_for_the_plugin() -> None:
    program = (
        "import pytest, sys; before = set(sys.modules); import basra_rules.pytest_plugin;"
        "print(*sorted(set(sys.modules) - before))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert done.stdout.split() == ["basra_rules", "basra_rules.pytest_plugin"]


def test_pytest_finds_the_plugin_under_the_name_of_its_module() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["entry-points"]["pytest11"] == {PLUGIN: PLUGIN}
    assert re.search(r"^def pytest_collect_file", (ROOT / "basra_rules" / "pytest_plugin.py").read_text(), re.MULTILINE)
