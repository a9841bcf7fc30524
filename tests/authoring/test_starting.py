"""`new`: a file that is sound at once and after each of its suggestions, and refusals before anything is written."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from basra_rules import resources
from basra_rules.analysis.checking import check_everything
from basra_rules.analysis.linting import find_in_deals
from basra_rules.authoring.formatting import format_text
from basra_rules.authoring.saving import replace_file
from basra_rules.authoring.starting import LONGEST_NAME, Draft, check_name, start
from basra_rules.errors import DiagnosticsError, SourceFile, UsageError
from basra_rules.profile.differences import describe_differences
from basra_rules.profile.family import Family, family_of, read_family
from basra_rules.profile.fields import near_name
from basra_rules.profile.json_schema import profile_schema
from basra_rules.profile.loading import load_profile, resolve_profile
from basra_rules.scenarios.belonging import scenario_files
from basra_rules.scenarios.outcome import Status
from basra_rules.scenarios.running import Runner
from tests.profile.writing import child, write

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

QUICK = ("egyptian", "bastra", "pasur")  # the lint of others takes its time


def soundness(parent: Family) -> Callable[[Family], bool]:
    known = find_in_deals(parent)
    return lambda family: is_sound(family, known)


def is_sound(family: Family, known: frozenset[tuple[str, str, str]]) -> bool:
    try:
        return find_in_deals(family) <= known
    except DiagnosticsError:
        return False


def begin(folder: Path, parent: str | Path, name: str = "teta", **more: object) -> tuple[Path, Path]:
    family = read_family(parent)
    return start(Draft(name, family, **more), folder, soundness(family))  # type: ignore[arg-type]


def changed(text: str) -> Iterator[tuple[str, str]]:
    """Yield each suggested line, and the text with that change made."""
    lines = text.splitlines()
    for number, line in enumerate(lines):
        if re.match(r" *#[a-z]", line):
            yield line, "\n".join([*lines[:number], line.replace("#", "", 1), *lines[number + 1 :]]) + "\n"


@pytest.mark.parametrize("parent", resources.profile_names())
def test_a_new_file_is_sound_formatted_and_plays_as_its_parent(tmp_path: Path, parent: str) -> None:
    profile, scenarios = begin(tmp_path, parent, title="Teta's: Basra")
    report = check_everything(str(profile), (), {})
    assert report.exit_code == 0, report.faults
    assert report.count(Status.PASSED) == 1
    for path in (profile, scenarios):
        text = path.read_text(encoding="utf-8")
        assert format_text(SourceFile(path.name, text), path) == text
    assert load_profile(profile).title == "Teta's: Basra"


@pytest.mark.parametrize("parent", resources.profile_names())
def test_every_suggestion_is_sound_and_changes_something(tmp_path: Path, parent: str) -> None:
    profile, scenarios = begin(tmp_path, parent)
    above = find_in_deals(read_family(parent))
    lines = list(changed(profile.read_text(encoding="utf-8")))
    assert len(lines) >= 5
    for line, text in lines:
        family = family_of(profile, SourceFile(profile.name, text))
        assert find_in_deals(family) <= above, line
        outcomes = [one for file in scenario_files((scenarios,)) for one in Runner(family, ()).run_file(file)]
        assert [one.status for one in outcomes] == [Status.PASSED], line
        assert describe_differences(resolve_profile(family), load_profile(parent)), line


@pytest.mark.parametrize("parent", QUICK)
def test_after_each_suggestion_the_check_finds_nothing(tmp_path: Path, parent: str) -> None:
    profile, _ = begin(tmp_path, parent)
    for line, text in changed(profile.read_text(encoding="utf-8")):
        kept, allowed = text.split("\nallow:\n")
        assert "delete this entry once something is" in allowed
        profile.write_text(kept, encoding="utf-8")
        report = check_everything(str(profile), (), {})
        assert report.exit_code == 0, (line, report.faults)


def test_changes_made_at_once_are_in_force_and_the_rest_stays_suggested(tmp_path: Path) -> None:
    profile, _ = begin(tmp_path, "egyptian", choices={"target": "121"}, points={"basra": "12.5"})
    loaded = load_profile(profile)
    assert loaded.match.target == 121
    assert loaded.bonuses["basra"].points.node.text == "12.5"
    text = profile.read_text(encoding="utf-8")
    assert "changes-nothing" not in text
    suggested = [line for line, _ in changed(text)]
    assert any(line.startswith("  #groups: maximal") for line in suggested)
    for line, changed_text in changed(text):
        profile.write_text(changed_text, encoding="utf-8")
        report = check_everything(str(profile), (), {})
        assert report.exit_code == 0, (line, report.faults)


def test_the_first_line_names_the_schema_which_lies_there(tmp_path: Path) -> None:
    for path in begin(tmp_path, "lebanese"):
        first = path.read_text(encoding="utf-8").splitlines()[0]
        found = re.fullmatch(r"# yaml-language-server: \$schema=(\S+)", first)
        assert found is not None
        schema = json.loads((tmp_path / found[1]).read_text(encoding="utf-8"))
        assert schema["$schema"].startswith("http")


def test_an_outdated_schema_is_written_anew(tmp_path: Path) -> None:
    begin(tmp_path, "lebanese")
    schema = tmp_path / ".basra" / "profile.schema.json"
    schema.write_text("{}", encoding="utf-8")
    begin(tmp_path, "lebanese", "ours")
    assert json.loads(schema.read_text(encoding="utf-8")) == profile_schema()


def test_a_parent_in_another_folder_is_named_by_the_way_to_it(tmp_path: Path) -> None:
    (tmp_path / "house").mkdir()
    parent = write(tmp_path, child("match: {target: 151}"), "parent.yaml")
    profile, _ = begin(tmp_path / "house", parent)
    assert "\nextends: ../parent.yaml\n" in profile.read_text(encoding="utf-8")
    assert load_profile(profile).match.target == 151
    beside, _ = begin(tmp_path, parent, "ours")
    assert load_profile(beside).match.target == 151


def test_a_folder_is_made(tmp_path: Path) -> None:
    profile, _ = begin(tmp_path / "our" / "house", "lebanese")
    assert check_everything(str(profile), (), {}).exit_code == 0


@pytest.mark.parametrize("folder", ["house", "our/house", "linked/house"])
def test_a_parent_given_as_a_file_is_named_from_a_folder_that_is_still_to_be_made(tmp_path: Path, folder: str) -> None:
    (tmp_path / "far" / "away").mkdir(parents=True)
    (tmp_path / "linked").symlink_to(tmp_path / "far" / "away")
    parent = write(tmp_path, child("match: {target: 151}"), "parent.yaml")
    profile, _ = begin(tmp_path / folder, parent)
    assert "#seats:" in profile.read_text(encoding="utf-8")  # each suggestion was tried as if the file were there
    report = check_everything(str(profile), (), {})
    assert (report.exit_code, load_profile(profile).match.target) == (0, 151), report.faults


@pytest.mark.parametrize("name", ["true", "False", "null", "yes", "1e3", "12", "0x1f", "2024-01-01", "1_000", "no"])
def test_a_name_that_yaml_takes_for_something_else_is_quoted_as_is_a_title(tmp_path: Path, name: str) -> None:
    profile, _ = begin(tmp_path, "egyptian", name, title=name)
    text = profile.read_text(encoding="utf-8")
    assert f'\nname: "{name}"\ntitle: "{name}"\n' in text
    assert format_text(SourceFile(profile.name, text), profile) == text
    assert check_everything(str(profile), (), {}).exit_code == 0
    loaded = load_profile(profile)
    assert (loaded.name, loaded.title) == (name, name)


@pytest.mark.parametrize("there", ["teta.yaml", "teta.scenarios.yaml"])
def test_nothing_is_written_over(tmp_path: Path, there: str) -> None:
    (tmp_path / there).write_text("mine", encoding="utf-8")
    with pytest.raises(UsageError, match="is there already"):
        begin(tmp_path, "lebanese")
    assert [path.name for path in tmp_path.iterdir()] == [there]
    assert (tmp_path / there).read_text(encoding="utf-8") == "mine"


def test_where_the_second_file_can_not_be_written_the_first_goes_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(path: Path, data: bytes) -> None:
        if path.name.endswith(".scenarios.yaml"):
            raise UsageError("the disk is full")
        replace_file(path, data)

    monkeypatch.setattr("basra_rules.authoring.starting.replace_file", fail)
    with pytest.raises(UsageError, match="full"):
        begin(tmp_path, "lebanese")
    assert not list(tmp_path.glob("*.yaml"))


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("Teta's Basra", "perhaps `tetas-basra`"),
        ("teta.yaml", "perhaps `teta`"),
        ("-x", "perhaps `x`"),
        ("house/teta", "perhaps `house-teta`"),
        ("", "a name is letters"),
        ("???", "a name is letters"),
        ("lebanese", "perhaps `our-lebanese`"),
        ("LebaneSe", "included, `lebanese`, but for capital letters; perhaps `our-lebanese`"),
        ("a" * 51, "has 51 characters, where 50 are allowed"),
    ],
)
def test_a_bad_name_is_refused_with_the_rule_and_the_nearest(name: str, hint: str) -> None:
    with pytest.raises(UsageError) as raised:
        check_name(name)
    assert hint in str(raised.value)


def test_the_nearest_name_is_one() -> None:
    for text in ("Teta's Basra", "عند ستي", "a b  c", "x.yml"):
        check_name(near_name(text))


def test_the_longest_name_in_any_script_is_one_that_a_disk_takes(tmp_path: Path) -> None:
    for path in begin(tmp_path, "egyptian", "\N{CJK UNIFIED IDEOGRAPH-20000}" * LONGEST_NAME):
        assert path.is_file()


@pytest.mark.parametrize("title", [" ", "   "])
def test_a_blank_title_is_refused(tmp_path: Path, title: str) -> None:
    with pytest.raises(UsageError, match="the title is blank"):
        begin(tmp_path, "lebanese", title=title)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("title", ["two\nlines", "tab\t", "hidden\N{ZERO WIDTH SPACE}"])
def test_a_title_that_can_not_be_seen_is_refused(tmp_path: Path, title: str) -> None:
    with pytest.raises(UsageError, match="a title is one line"):
        begin(tmp_path, "lebanese", title=title)
    assert not list(tmp_path.iterdir())
