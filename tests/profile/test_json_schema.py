"""The JSON Schema of a profile's file takes what the program takes, and names what it refuses."""

from __future__ import annotations

import json
from textwrap import dedent
from typing import TYPE_CHECKING

import pytest

from basra_rules import resources
from basra_rules.profile.fields import Area
from basra_rules.profile.json_schema import profile_schema
from basra_rules.profile.loading import check_profile
from basra_rules.profile.models import FILE_KEYS, Profile
from basra_rules.profile.vocabulary import WORDS
from tests.cli.running import ROOT, basra
from tests.validating import check_jsonschema, described_keys, findings, write_schema

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def schema(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_schema(profile_schema(), tmp_path_factory.mktemp("schema"))


def test_it_is_a_json_schema(schema: Path) -> None:
    assert check_jsonschema("--check-metaschema", str(schema))["status"] == "ok"


def test_it_takes_every_shipped_profile_and_every_example(schema: Path) -> None:
    shipped = [path for name in resources.profile_names() if (path := resources.profile_path(name))]
    examples = [path for path in (ROOT / "docs" / "examples").glob("*.yaml") if ".scenarios" not in path.name]
    assert shipped
    assert examples
    assert findings(schema, [*shipped, *examples]) == {}


CHILD = "format: 1\nname: house\nextends: egyptian\n"
GOOD = {
    "text and numbers where cards are meant": """
        deck: {capture_values: {2: 2, J: 11, 7♦: 7.5}}
        capture: {ways: {match: {played: 7}, plain: {played: 7 or 8, takes: 9}}}
        """,
    "a tie that raises the target": "match: {tie: {extend: 20}}",
    "only the top of the opening floor": "dealing: {keep_off_floor: {top: J}}",
    "an award for a number of cards": "scoring: {awards: {majority: {at_least: 28}}}",
    "an expression for points": "bonuses: {basra: {points: 2 * card.value}}",
    "a table that starts as another": "deck: {tables: {worth: {from: capture_values, Q: 12}}}",
    "names in another script": "bonuses: {باصرة: {when: sweep, points: 10}}",
    "an option that patches": """
        options:
          sevens:
            about: what the seven of diamonds is
            choices: {as_ever: {}, plain: {remove: [bonuses.seven_of_diamonds], capture: {ways: {sweep: {played: J}}}}}
        """,
    "an option that sets a mapping": """
        options: {tie: {about: equal scores, sets: match.tie, choices: {draw: draw, extend: {extend: 20}}}}
        """,
    "the file's own keys": """
        remove: [options.target]
        choose: {lone_jack: double, groups: chosen}
        allow: {part-decides-nothing: it is meant so}
        """,
}
BROKEN = {
    "an unknown area": ("dealling: {packet: 4}", ["dealling"]),
    "an unknown key": ("dealing: {paket: 4}", ["paket"]),
    "a number out of range": ("dealing: {packet: 99}", ["99", "26"]),
    "a word that is none of the vocabulary": ("capture: {obligation: always}", ["always", "played_card"]),
    "a list where one value is meant": ("dealing: {keep_off_floor: [J, 7♦]}", ["keep_off_floor"]),
    "one value where a list is meant": ("seats: {players: 2}", ["array"]),
    "nothing at all": ("match: {target: }", ["target"]),
    "a tie that is no policy": ("match: {tie: coin}", ["coin"]),
    "a tie with an unknown key": ("match: {tie: {extend: 20, again: 1}}", ["again"]),
    "an award for neither a number nor the most": ("scoring: {awards: {majority: {at_least: least}}}", ["least"]),
    "truth in another language": ("dealing: {singly: yes}", ["boolean"]),
    "a name with a blank": ("bonuses: {two words: {when: sweep, points: 1}}", ["two words"]),
    "a reading without its key": ("readings: [{status: house}]", ["key"]),
    "a choice that patches an unknown key": (
        "options: {x: {about: it, choices: {a: {dealing: {paket: 4}}, b: {}}}}",
        ["paket"],
    ),
}


@pytest.mark.parametrize("text", GOOD.values(), ids=GOOD)
def test_what_the_program_takes_in_this_test_it_takes_for_sure(text: str, tmp_path: Path) -> None:
    path = tmp_path / "house.yaml"
    path.write_text(CHILD + dedent(text), encoding="utf-8")
    assert not [fault for fault in check_profile(path) if fault.code in ("unknown-key", "wrong-type", "missing-key")]


def test_it_takes_every_form_that_a_value_may_have(schema: Path, tmp_path: Path) -> None:
    files = []
    for number, text in enumerate(GOOD.values()):
        files.append(tmp_path / f"{number}.yaml")
        files[-1].write_text(CHILD + dedent(text), encoding="utf-8")
    assert findings(schema, files) == {}


@pytest.fixture(scope="module")
def refusals(schema: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    folder = tmp_path_factory.mktemp("broken")
    for name, (text, _) in BROKEN.items():
        (folder / f"{name}.yaml").write_text(CHILD + text + "\n", encoding="utf-8")
    return findings(schema, folder.iterdir())


@pytest.mark.parametrize("name", BROKEN)
def test_what_it_refuses_it_names_once(name: str, refusals: dict[str, list[str]]) -> None:
    (said,) = refusals[f"{name}.yaml"]
    assert all(word in said for word in BROKEN[name][1]), said


def test_a_file_without_a_parent_must_be_complete(schema: Path, tmp_path: Path) -> None:
    path = tmp_path / "bare.yaml"
    path.write_text("format: 1\nname: bare\nseats: {players: [2], sides: solo}\n", encoding="utf-8")
    said = findings(schema, [path])["bare.yaml"]
    areas = ("deck", "dealing", "capture", "bonuses", "scoring", "match")
    assert [any(f"'{key}' is a required" in one for one in said) for key in (*areas, "direction")] == [True] * 7
    assert len(said) == 7


def test_every_key_of_the_models_has_its_description() -> None:
    areas = [area for area in Area.__subclasses__() if area.__module__ == Profile.__module__]
    expected = {(name, field.description) for area in areas for name, field in area.model_fields.items()}
    assert expected | set(FILE_KEYS.items()) <= set(described_keys(profile_schema()))


def test_every_word_of_a_vocabulary_has_its_meaning() -> None:
    text = json.dumps(profile_schema(), ensure_ascii=False)
    spoken = {meaning for words in WORDS.values() for word, meaning in words.items() if word not in ("extend", "draw")}
    assert {meaning for meaning in spoken if json.dumps(meaning, ensure_ascii=False) not in text} == {
        "deals go on until one side is ahead"  # a word among other forms of a value
    }


def test_no_reader_has_to_explain_which_of_several_schemas_failed() -> None:
    assert "anyOf" not in json.dumps(profile_schema())
    assert "oneOf" not in json.dumps(profile_schema())


def test_the_command_prints_it() -> None:
    assert json.loads(basra("schema").stdout) == profile_schema()
    assert json.loads(basra("schema", "profile").stdout) == profile_schema()
