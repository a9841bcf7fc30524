"""The kit: its files are what they say, our own engine passes it, and its example and instructions work."""

from __future__ import annotations

import json
import re
import shlex
import sys
from typing import TYPE_CHECKING, Any

import pytest

from basra_rules import resources
from basra_rules.conformance.kit import kit_profiles, write_kit
from basra_rules.conformance.plain_scenarios import plain_expectations, plain_scenario, scenario_of
from basra_rules.errors import UsageError
from basra_rules.profile.effective import effective_document
from basra_rules.profile.family import read_family
from basra_rules.profile.loading import load_profile
from basra_rules.scenarios.belonging import scenario_files
from tests.cli.running import ROOT, basra
from tests.conformance.programs import house, program
from tests.validating import findings

if TYPE_CHECKING:
    from pathlib import Path

ANSWER = [sys.executable, "-m", "basra_rules", "answer"]
PROFILES = resources.profile_names()


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_kit(tmp_path_factory.mktemp("kit") / "new").folder


def _read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def test_the_files_of_a_kit_are_valid_by_its_schemas(kit: Path) -> None:
    assert findings(kit / "schemas" / "kit.json", [kit / "kit.json"]) == {}
    assert findings(kit / "schemas" / "plain-scenarios.json", (kit / "scenarios").glob("*.json")) == {}
    yaml = sorted(kit.glob("profiles/**/*.yaml"))
    scenarios = [path for path in yaml if path.parent.name == "scenarios"]
    assert findings(kit / "schemas" / "scenarios.json", scenarios) == {}
    assert findings(kit / "schemas" / "profile.json", [path for path in yaml if path not in scenarios]) == {}


def test_a_kit_holds_what_its_readme_lists(kit: Path) -> None:
    listed = re.findall(r"^\| `([\w.]+)", (kit / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert {path.name for path in kit.iterdir()} == {*listed, "README.md"}


def test_the_manifest_names_every_profile_with_its_files_as_they_are_shipped(kit: Path) -> None:
    entries = _read(kit / "kit.json")["profiles"]
    assert [entry["name"] for entry in entries] == list(PROFILES)
    for entry in entries:
        for key in ("profile", "scenarios"):
            assert (kit / entry[key]).read_bytes() == (ROOT / entry[key]).read_bytes()
        assert len(_read(kit / entry["plain_scenarios"])["scenarios"]) == entry["count"]
    assert sum(entry["count"] for entry in entries) >= 1_354


def test_plain_scenarios_say_what_the_yaml_files_say(kit: Path) -> None:
    for name in PROFILES:
        (file,) = scenario_files((), read_family(name))
        plain = _read(kit / "scenarios" / f"{name}.json")["scenarios"]
        for read, entry in zip(file.scenarios, plain, strict=True):
            assert read.scenario is not None
            assert entry["name"] == read.name
            situation = {key: entry[key] for key in plain_scenario(read.scenario)}
            again = scenario_of(situation, "again").scenario
            assert again is not None
            meant = {"kind", "floor", "hand", "plays", "last_card", "opening", "score", "match"} & set(entry)
            assert {key: getattr(again, key) or () for key in meant - {"kind"}} == {
                key: getattr(read.scenario, key) or () for key in meant - {"kind"}
            }
            assert entry["expect"] == plain_expectations(read.scenario)


def test_a_scenario_is_under_the_rules_that_its_choices_make(kit: Path) -> None:
    plain = _read(kit / "scenarios" / "egyptian.json")
    by_rules = {entry["rules"]: entry["options"] for entry in plain["scenarios"]}
    assert set(by_rules) == set(plain["rules"])
    assert by_rules["lone_jack=triple"]["lone_jack"] == "triple"
    assert plain["rules"]["lone_jack=triple"]["bonuses"]["lone_jack"]["points"] == 30
    assert plain["rules"]["default"]["bonuses"]["lone_jack"]["points"] == 0
    assert plain["options"]["lone_jack"]["choices"] == ["none", "double", "triple"]


@pytest.mark.skipif(sys.platform == "win32", reason="tee")
def test_our_own_engine_passes_the_whole_kit_and_all_messages_are_valid(kit: Path, tmp_path: Path) -> None:
    command = shlex.join(ANSWER)
    recorded = f"tee {tmp_path}/request.jsonl | {command} | tee {tmp_path}/answer.jsonl"
    done = basra("conform", str(kit), "--complete", "--timeout", "60", "--format", "json", "--", "sh", "-c", recorded)
    assert done.returncode == 0, done.stdout[-2000:]
    report = _written(tmp_path / "report.json", json.loads(done.stdout))
    assert findings(kit / "schemas" / "conformance-report.json", [report]) == {}
    assert json.loads(done.stdout)["passed"] == sum(entry["count"] for entry in _read(kit / "kit.json")["profiles"])
    for kind in ("request", "answer"):
        lines = (tmp_path / f"{kind}.jsonl").read_text(encoding="utf-8").splitlines()
        assert len(lines) == json.loads(done.stdout)["passed"] + 1
        schema = _read(kit / "schemas" / f"{kind}.json")
        each = {"type": "array", "items": {"oneOf": schema.pop("oneOf")}}
        messages = _written(tmp_path / f"{kind}s.json", [json.loads(line) for line in lines])
        assert findings(_written(tmp_path / "schema.json", {**schema, **each}), [messages]) == {}


def _written(path: Path, value: Any) -> Path:
    path.write_text(json.dumps(value), encoding="utf-8")
    return path


def _commands(text: str) -> list[str]:
    blocks = re.findall(r"```sh\n(.*?)```", text, flags=re.DOTALL)
    return [line for block in blocks for line in block.splitlines() if "my-basra" not in line]


def test_the_example_of_the_kit_has_nothing_wrong_and_answers_a_good_part(kit: Path) -> None:
    (command,) = _commands((kit / "README.md").read_text(encoding="utf-8"))
    assert command == "basra conform . -- python3 answerer.py"
    arguments = [sys.executable if word == "python3" else word for word in shlex.split(command)[1:]]
    done = basra(*arguments[:2], "--format", "json", "--timeout", "60", *arguments[2:], cwd=kit)
    report = json.loads(done.stdout)
    assert done.returncode == 0
    assert (report["program"], report["failed"], report["errors"]) == ("example answerer 1", 0, 0)
    assert report["passed"] + report["partly"] > 400


def test_the_example_needs_python_alone_and_the_protocol_page_shows_messages(kit: Path) -> None:
    imported = re.findall(r"^(?:import|from) (\w+)", (kit / "answerer.py").read_text(encoding="utf-8"), re.MULTILINE)
    assert set(imported) <= sys.stdlib_module_names
    page = (kit / "PROTOCOL.md").read_text(encoding="utf-8")
    for key in _read(kit / "schemas" / "answer.json")["definitions"]["answers"]["properties"]["answers"]["properties"]:
        assert re.search(rf"^\| .*`{key}`.* \|", page, re.MULTILINE), key


def test_a_kit_is_written_over_an_older_one_and_over_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "kit").mkdir()
    (tmp_path / "kit" / "kit.json").write_text("{}", encoding="utf-8")
    again = basra("kit", "kit", cwd=tmp_path)
    assert again.returncode == 0
    assert re.fullmatch(r"kit: \d+ scenarios of \d+ profiles; README.md tells more\n", again.stdout)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "letter.txt").write_text("dear", encoding="utf-8")
    refused = basra("kit", "other", cwd=tmp_path)
    assert refused.returncode == 2
    assert refused.stderr == "error: `other` is not empty and no kit: give a new folder\n"
    assert [path.name for path in (tmp_path / "other").iterdir()] == ["letter.txt"]
    assert basra("kit", "other/letter.txt", cwd=tmp_path).returncode == 2


def test_a_folder_that_is_no_kit_is_refused(tmp_path: Path) -> None:
    for text in (None, "[", "{}", '{"profiles": [1]}'):
        if text is not None:
            (tmp_path / "kit.json").write_text(text, encoding="utf-8")
        with pytest.raises(UsageError, match="is no kit: `basra kit"):
            kit_profiles(tmp_path)


# the command line


def test_conform_tells_what_failed_and_exits_with_one(tmp_path: Path) -> None:
    house(tmp_path)
    command = program(tmp_path, "RIGHT[1]['points'] = 10\nright(number)")
    done = basra("conform", "house.yaml", "--", *command, cwd=tmp_path)
    assert done.returncode == 1
    assert done.stdout.startswith("failed: one (source: S0)\n  --> house.scenarios.yaml:2\n")
    assert done.stdout.endswith(
        "house.yaml: 3 scenarios: 2 passed, 1 failed, 0 without an answer, 0 passed in part, 0 unsupported (test 1)\n"
    )


def test_what_is_unsupported_is_a_failure_if_so_asked_or_if_it_is_all(tmp_path: Path) -> None:
    house(tmp_path)
    partly = program(tmp_path, "say(number, unsupported='no') if number == 3 else right(number)")
    assert basra("conform", "house.yaml", "--", *partly, cwd=tmp_path).returncode == 0
    assert basra("conform", "house.yaml", "--complete", "--", *partly, cwd=tmp_path).returncode == 1
    nothing = program(tmp_path, "say(number, unsupported='no')")
    assert basra("conform", "house.yaml", "--", *nothing, cwd=tmp_path).returncode == 1


def test_a_junit_report_has_every_verdict(tmp_path: Path) -> None:
    house(tmp_path)
    answering = "right(number) if number == 1 else say(number, **{('error' if number == 2 else 'unsupported'): 'no'})"
    done = basra("conform", "house.yaml", "--format", "junit", "--", *program(tmp_path, answering), cwd=tmp_path)
    assert done.returncode == 1
    assert 'tests="3" failures="0" errors="1" skipped="1"' in done.stdout


def test_options_of_a_profile_are_chosen_for_the_program_too(tmp_path: Path) -> None:
    seen = program(tmp_path, "say(number, error=request['options']['target'])")
    house(tmp_path)
    done = basra("conform", "house.yaml", "--option", "target=121", "--", *seen, cwd=tmp_path)
    assert "\n  121\n" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("egiptian", "--", "true"), "did you mean `egyptian`?"),
        (("egyptian", "--", "/nowhere/at/all"), "`/nowhere/at/all` can't be started"),
        (("egyptian",), "program"),
        ((".", "--", "true"), "`.` is no kit"),
        (("egyptian", "--timeout", "0", "--", "true"), "timeout"),
        (("egyptian", "--option", "target", "--", "true"), "NAME=CHOICE"),
    ],
)
def test_what_can_not_be_tried_is_said_with_exit_code_two(
    arguments: tuple[str, ...], says: str, tmp_path: Path
) -> None:
    done = basra("conform", *arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert says in done.stderr
    assert "Traceback" not in done.stderr


def test_answer_says_what_is_wrong_with_a_request_and_goes_on() -> None:
    requests = [
        "hello",
        "[]",
        '{"id": "x", "type": "hello"}',
        '{"id": 1}',
        '{"id": 2, "type": "weather"}',
        '{"id": 3, "type": "scenario", "rules": {}, "scenario": {}, "wanted": []}',
        json.dumps(
            {
                "id": 4,
                "type": "scenario",
                "rules": effective_document(load_profile("egyptian")),
                "scenario": {"kind": "floor", "floor": ["3♣", "3♣"], "plays": [{"card": "8♥", "takes": []}]},
                "wanted": ["legal"],
            }
        ),
        '{"id": 0, "type": "hello"}',
    ]
    done = basra("answer", stdin="\n".join(requests) + "\n")
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0
    assert [answer["id"] for answer in answers] == [None, None, None, 1, 2, 3, 4, 0]
    assert all("error" in answer for answer in answers[:4] + answers[5:7])
    assert answers[4]["unsupported"] == "requests of the type `weather`"
    assert answers[7]["protocol"] == 1
    assert "twice" in answers[6]["error"]
