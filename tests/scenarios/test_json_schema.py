"""The JSON Schema of a scenario file takes what the program takes, and names what it refuses."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from basra_rules.profile.fields import Area
from basra_rules.scenarios.json_schema import scenario_schema
from basra_rules.scenarios.model import Scenario
from basra_rules.scenarios.reading import FILE_KEYS
from tests.cli.running import ROOT, basra
from tests.validating import check_jsonschema, described_keys, findings, write_schema

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def schema(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_schema(scenario_schema(), tmp_path_factory.mktemp("schema"))


def test_it_is_a_json_schema(schema: Path) -> None:
    assert check_jsonschema("--check-metaschema", str(schema))["status"] == "ok"


def test_it_takes_every_scenario_file_of_the_project(schema: Path) -> None:
    references = [path for path in (ROOT / "profiles").rglob("*.yaml") if path.parent.name == "scenarios"]
    examples = list((ROOT / "docs" / "examples").glob("*.scenarios.yaml"))
    assert references
    assert examples
    assert findings(schema, [*references, *examples]) == {}


PLAY = "name: a, floor: 3♣ 5♦, plays: [8♥ x 3♣ 5♦]"
BROKEN = {
    "an unknown key": (f"{PLAY}, expcet: 1, expect: {{points: 0}}", ["expcet"]),
    "an unknown expectation": (f"{PLAY}, expect: {{point: 0}}", ["point"]),
    "no expectation": (PLAY, ["expect"]),
    "an expectation of nothing": (f"{PLAY}, expect: {{}}", ["expect"]),
    "no name": ("floor: 3♣, plays: [3♦], expect: {points: 0}", ["name"]),
    "a floor without plays": ("name: a, floor: 3♣, expect: {points: 0}", ["plays"]),
    "an expectation of another kind": ("name: a, match: {deals: [[60, 58]]}, expect: {takes: 3♣}", ["takes"]),
    "keys of two kinds": ("name: a, hand: 3♣, match: {deals: [[60, 58]]}, expect: {over: true}", ["hand"]),
    "cards left after the last": (f"{PLAY}, hand: 3♥, last_card: true, expect: {{points: 0}}", ["hand"]),
    "a seat that is none": (f"{PLAY}, expect: {{points: many}}", ["many"]),
    "one side alone": ("name: a, score: {sides: [{cards: 29}]}, expect: {points: [30, 0]}", ["sides"]),
}


@pytest.fixture(scope="module")
def refusals(schema: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    folder = tmp_path_factory.mktemp("broken")
    for name, (text, _) in BROKEN.items():
        (folder / f"{name}.yaml").write_text(f"scenarios:\n  - {{{text}}}\n", encoding="utf-8")
    return findings(schema, folder.iterdir())


@pytest.mark.parametrize("name", BROKEN)
def test_what_it_refuses_it_names_once(name: str, refusals: dict[str, list[str]]) -> None:
    (said,) = refusals[f"{name}.yaml"]
    assert all(word in said for word in BROKEN[name][1]), said


def test_every_key_of_the_models_has_its_description() -> None:
    areas = [area for area in Area.__subclasses__() if area.__module__ == Scenario.__module__]
    fields = [(field.alias or name, field) for area in areas for name, field in area.model_fields.items()]
    known = set(described_keys(scenario_schema()))
    assert {(key, field.description) for key, field in fields} | set(FILE_KEYS.items()) <= known


def test_the_command_prints_it() -> None:
    assert json.loads(basra("schema", "scenarios").stdout) == scenario_schema()
