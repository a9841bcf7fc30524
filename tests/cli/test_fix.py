"""`basra check --fix`, as its users call it: what it changes and says, what it leaves, and how it ends."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from basra_rules import resources
from tests.cli.running import basra
from tests.profile.writing import child, write

if TYPE_CHECKING:
    from pathlib import Path

HOUSE = child(
    "dealing: {paket: 6}  # six each\nbonuses: {seven_of_diamonds: {when: card is 7♦ && numeric && sum <= 12}}\n"
)
MENDED = HOUSE.replace("paket", "packet").replace("&&", "and")
SCENARIOS = """\
scenarios:
  - name: twelve
    floor: 5♣ 7♠
    plays: ["7♦x5♣ 7♠"]   # by the house rule
    expect: {points: 10, bonuses: seven_of_diamonds}
"""


@pytest.fixture
def house(tmp_path: Path) -> Path:
    write(tmp_path, SCENARIOS, "house.scenarios.yaml")
    return write(tmp_path, HOUSE)


def test_profile_and_scenarios_are_mended_and_then_checked(house: Path) -> None:
    done = basra("check", "house.yaml", "--fix", cwd=house.parent)
    assert done.returncode == 0, done.stdout
    assert house.read_text(encoding="utf-8") == MENDED
    scenarios = house.with_name("house.scenarios.yaml").read_text(encoding="utf-8")
    assert '["7♦ x 5♣ 7♠"]   # by the house rule' in scenarios
    assert "bonuses: [seven_of_diamonds]" in scenarios
    assert "1 passed" in done.stdout
    assert set(done.stderr.splitlines()) == {
        "house.yaml:4: write `packet`",
        "house.yaml:5: write `and`",
        "house.scenarios.yaml:4: write `7♦ x 5♣`",
        "house.scenarios.yaml:5: write `[seven_of_diamonds]`",
    }


def test_without_fix_nothing_is_changed_and_a_note_says_what_could_be(house: Path) -> None:
    done = basra("check", "house.yaml", cwd=house.parent)
    assert done.returncode == 2
    assert done.stderr == "note: `--fix` mends 2 of these in the file itself\n"
    assert house.read_text(encoding="utf-8") == HOUSE


def test_what_is_left_is_reported_with_its_exit_code(tmp_path: Path) -> None:
    path = write(tmp_path, child("dealing: {paket: 6}\nmatch: {target: 0}\nchoose: {groups: maximum}\n"))
    done = basra("check", str(path), "--fix")
    assert done.returncode == 2
    assert "out-of-range" in done.stdout
    assert "unknown-choice" in done.stdout
    assert "unknown-key" not in done.stdout
    assert "packet: 6" in path.read_text(encoding="utf-8")


def test_a_warning_that_can_be_mended_is(tmp_path: Path) -> None:
    path = write(tmp_path, child("match: {target: 151}\nallow: {gap: long ago}\n"))
    done = basra("check", str(path), "--fix")
    assert done.returncode == 0, done.stdout
    assert path.read_text(encoding="utf-8") == child("match: {target: 151}\n")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("match: {target: 101}\n", "the option `target` settles it (`101` or `121`): `choose: {target: 121}`"),
        ("choose: {target: 101}\n", "the choices are `101` or `121`"),
        ("dealing: {packet: 4}\n", "`dealing.packet` is `4` already"),
        ("seats: {players: [2, 2]}\n", "2 players stand there twice"),
        ("scoring: {cards: {J: 1, J: 1}}\n", "the key `J` stands here twice"),
    ],
)
def test_what_may_be_a_slip_for_another_value_is_told_and_not_deleted(tmp_path: Path, line: str, said: str) -> None:
    path = write(tmp_path, child(line))
    done = basra("check", str(path), "--fix")
    assert said in done.stdout
    assert path.read_text(encoding="utf-8") == child(line)


def test_a_shipped_profile_is_left_as_it_is() -> None:
    path = resources.profile_path(resources.DEFAULT_PROFILE)
    assert path is not None
    before = path.read_bytes()
    done = basra("check", resources.DEFAULT_PROFILE, "--fix")
    assert done.returncode == 0
    assert "comes with the program, and is left as it is" in done.stderr
    assert path.read_bytes() == before


def test_the_scenarios_given_are_mended_and_no_others(house: Path) -> None:
    house.write_text(MENDED, encoding="utf-8")
    other = write(house.parent, SCENARIOS, "other.yaml")
    done = basra("check", "house.yaml", "other.yaml", "--fix", cwd=house.parent)
    assert done.returncode == 0, done.stdout
    assert "7♦ x 5♣" in other.read_text(encoding="utf-8")
    assert house.with_name("house.scenarios.yaml").read_text(encoding="utf-8") == SCENARIOS


def test_a_file_that_is_not_there_is_said_as_ever(tmp_path: Path) -> None:
    done = basra("check", str(tmp_path / "nowhere.yaml"), "--fix")
    assert done.returncode == 2
    assert "there is no such file" in done.stdout


ITEM = '  - name: x\n    floor: 7♦\n    plays: ["7♣ x 7♦"]\n    expect: {takes: 7♦}\n'
FLOW = '[{name: x, floor: 7♦, plays: ["7♣ x 7♦"], expect: {takes: 7♦}}]\n'


@pytest.mark.parametrize(
    ("written", "mended"),
    [
        (ITEM, f"scenarios:\n{ITEM}"),
        (f"# a list\n\n{ITEM}", f"# a list\n\nscenarios:\n{ITEM}"),
        (ITEM.replace("\n  ", "\n")[2:], "scenarios:\n" + ITEM.replace("\n  ", "\n")[2:]),
        (FLOW, f"scenarios: {FLOW}"),
    ],
)
def test_a_bare_list_gets_the_key_that_it_lacks(house: Path, written: str, mended: str) -> None:
    bare = house.with_name("bare.yaml")
    bare.write_text(written, encoding="utf-8")
    told = basra("check", "egyptian", "bare.yaml", cwd=house.parent)
    assert (told.returncode, told.stdout.count("error[")) == (2, 1)
    assert "expected `scenarios:` above the list" in told.stdout
    done = basra("check", "egyptian", "bare.yaml", "--fix", cwd=house.parent)
    assert "1 passed" in done.stdout
    assert bare.read_text(encoding="utf-8") == mended


def test_scenarios_given_as_a_profile_are_told_as_what_they_are(house: Path) -> None:
    write(house.parent, ITEM, "bare.yaml")
    bare = basra("check", "bare.yaml", cwd=house.parent)
    assert (bare.returncode, bare.stdout.count("error[")) == (2, 1)
    assert "expected `scenarios:` above the list" in bare.stdout
    whole = basra("check", "house.scenarios.yaml", cwd=house.parent)
    assert (whole.returncode, whole.stdout.count("error[")) == (2, 1)
    assert "this is a file of scenarios, and no profile" in whole.stdout


def test_coverage_mends_nothing(house: Path) -> None:
    done = basra("check", "house.yaml", "--fix", "--coverage", cwd=house.parent)
    assert done.returncode == 2
    assert house.read_text(encoding="utf-8") == HOUSE


def test_json_tells_every_fix_with_its_edits(house: Path) -> None:
    done = basra("check", "house.yaml", "--format", "json", cwd=house.parent)
    first, *_ = json.loads(done.stdout)["diagnostics"]
    place = {"file": "house.yaml", "line": 4, "column": 11, "end_line": 4, "end_column": 16}
    assert first["fixes"] == [{"title": "write `packet`", "certain": True, "edits": [place | {"text": "packet"}]}]


def test_json_tells_what_keeps_a_scenario_from_running(house: Path) -> None:
    house.write_text(MENDED, encoding="utf-8")
    done = basra("check", "house.yaml", "--format", "json", cwd=house.parent)
    (scenario,) = json.loads(done.stdout)["scenarios"]
    assert {fault["code"] for fault in scenario["diagnostics"]} == {"notation", "wrong-type"}
    assert all(fault["fixes"] for fault in scenario["diagnostics"])


def test_sarif_tells_the_fixes_too(house: Path) -> None:
    done = basra("check", "house.yaml", "--format", "sarif", cwd=house.parent)
    result, *_ = json.loads(done.stdout)["runs"][0]["results"]
    (change,) = result["fixes"][0]["artifactChanges"]
    assert change["replacements"][0]["insertedContent"] == {"text": "packet"}
