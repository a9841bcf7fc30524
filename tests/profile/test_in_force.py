"""Which choice of an option is in force: the values tell, and naming that choice changes nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from basra_rules.analysis.choices import choice_names
from basra_rules.analysis.fingerprint import fingerprint
from basra_rules.profile.in_force import values_settled
from basra_rules.profile.loading import given_choices, load_profile
from basra_rules.profile.options import last_choices
from basra_rules.resources import profile_names
from basra_rules.rules.compiling import compile_rules

if TYPE_CHECKING:
    from pathlib import Path

    from basra_rules.profile.models import Profile

LENGTH = """
options:
  length:
    about: how long a match lasts
    choices:
      short: {match: {target: 101, games_to_win: 1}}
      evening: {match: {target: 151, games_to_win: 3}}
"""


def write(folder: Path, changes: str, name: str = "house", extends: str = "egyptian") -> Path:
    path = folder / f"{name}.yaml"
    path.write_text(f"format: 1\nname: {name}\nextends: {extends}\n{changes}\n", encoding="utf-8")
    return path


def in_force(path: Path, **options: object) -> dict[str, str]:
    return {name: made.choice for name, made in load_profile(path, options).origins.choices.items()}


def by_choice(path: Path, key: str, **options: object) -> str:
    made = load_profile(path, options).origins.by_choice.get(key)
    return "" if made is None else f"{made.option}={made.choice}"


def test_of_two_options_that_set_one_key_the_one_made_last_is_in_force(tmp_path: Path) -> None:
    path = write(tmp_path, LENGTH)
    assert in_force(path, length="evening", target=121)["length"] == ""
    assert in_force(path, length="evening", target=121)["target"] == "121"
    assert in_force(path, target=121, length="evening")["length"] == "evening"
    assert in_force(path, target=121, length="evening")["target"] == ""
    assert in_force(path, target=121, length="short")["target"] == "101"


def test_a_child_s_own_value_takes_a_choice_of_its_parent_out_of_force(tmp_path: Path) -> None:
    write(tmp_path, f"{LENGTH}choose: {{length: evening}}", "parent")
    path = write(tmp_path, "match: {target: 131}", extends="./parent.yaml")
    assert in_force(path)["length"] == ""
    assert by_choice(path, "match.target") == ""
    assert by_choice(path, "match.games_to_win") == "length=evening"


def test_the_first_of_patches_is_no_default_where_the_rules_are_otherwise(tmp_path: Path) -> None:
    assert in_force(write(tmp_path, f"{LENGTH}match: {{games_to_win: 1}}"))["length"] == "short"
    assert in_force(write(tmp_path, f"{LENGTH}match: {{games_to_win: 2}}"))["length"] == ""


def test_a_value_in_other_words_is_the_choice_that_means_it(tmp_path: Path) -> None:
    changes = (
        "dealing: {keep_off_floor: 7D or J}\n"
        "options: {off: {about: what is kept off, sets: dealing.keep_off_floor, choices: [J, 7♦ or J]}}"
    )
    assert in_force(write(tmp_path, changes))["off"] == "7♦ or J"


def test_a_key_that_no_file_writes_has_the_choice_that_is_its_default(tmp_path: Path) -> None:
    changes = "options: {games: {about: games to win, sets: match.games_to_win, choices: [2, 1]}}"
    assert in_force(write(tmp_path, changes))["games"] == "1"


def test_an_empty_patch_gives_way_to_one_that_the_rules_already_follow(tmp_path: Path) -> None:
    changes = "options: {end: {about: the end, choices: {as_it_is: {}, usual: {match: {target: 101}}}}}"
    assert in_force(write(tmp_path, changes))["end"] == "usual"
    assert in_force(write(tmp_path, changes), end="as_it_is")["end"] == "as_it_is"
    assert in_force(write(tmp_path, f"{changes}\nmatch: {{target: 131}}"))["end"] == "as_it_is"


def all_of(profile: Profile) -> object:
    return fingerprint(compile_rules(profile))


@pytest.mark.parametrize("name", profile_names())
def test_naming_the_choice_in_force_changes_nothing_and_a_choice_named_is_in_force(name: str) -> None:
    profile = load_profile(name)
    for option, made in profile.origins.choices.items():
        if made.choice:
            assert all_of(load_profile(name, {option: made.choice})) == all_of(profile)
        for choice in choice_names(profile, option):
            assert in_force_of(name, option, choice) == choice


def in_force_of(name: str, option: str, choice: str) -> str:
    return load_profile(name, {option: choice}).origins.choices[option].choice


def test_of_several_choices_of_an_option_the_last_is_made_where_it_stands() -> None:
    made = [*given_choices({"target": 101}), *given_choices({"groups": "maximal"}), *given_choices({"target": 121})]
    assert [(one.option.text, one.choice.text) for one in last_choices(made)] == [
        ("groups", "maximal"),
        ("target", "121"),
    ]


def test_what_is_in_force_instead_of_a_choice_is_told(tmp_path: Path) -> None:
    tree = load_profile(write(tmp_path, f"{LENGTH}match: {{games_to_win: 2}}")).origins.tree
    assert values_settled(tree, "length") == {"match.games_to_win": "2", "match.target": "101"}
