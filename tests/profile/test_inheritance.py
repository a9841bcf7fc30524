"""What a child inherits, changes and removes, and where each value says it comes from."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from basra_rules.cards import parse_card
from basra_rules.profile.deck import tables_of
from basra_rules.profile.differences import describe_differences
from basra_rules.profile.loading import load_profile
from basra_rules.profile.vocabulary import Groups, TiePolicy
from basra_rules.rules.compiling import compile_rules
from tests.profile.writing import child, write

if TYPE_CHECKING:
    from pathlib import Path

    from basra_rules.profile.models import Profile

TETA = """\
format: 1
name: teta
extends: egyptian
bonuses: {seven_of_diamonds: {when: card is 7♦ and numeric and sum <= 12}}
"""


def test_a_house_rule_of_four_lines_changes_one_condition(tmp_path: Path) -> None:
    profile = load_profile(write(tmp_path, TETA))
    assert profile.name == "teta"
    assert profile.bonuses["seven_of_diamonds"].when.node.text.endswith("sum <= 12")
    assert profile.bonuses["seven_of_diamonds"].label == "basra"
    assert profile.match.target == 101
    line = "bonuses.seven_of_diamonds.when: {} (egyptian: {})"
    mine, theirs = (f"card is 7♦ and numeric and sum <= {most}" for most in (12, 10))
    assert describe_differences(profile, load_profile("egyptian")) == (line.format(mine, theirs),)


def test_every_value_keeps_its_place_and_what_it_overrode(tmp_path: Path) -> None:
    path = write(tmp_path, TETA)
    profile = load_profile(path)
    entry = profile.origins.entry("bonuses.seven_of_diamonds.when")
    assert entry is not None
    assert str(entry.value.span).startswith(f"{path}:4:")
    assert [str(old.span).partition(":")[0] for old in entry.overridden] == ["profiles/egyptian.yaml"]


def test_a_title_is_not_inherited(tmp_path: Path) -> None:
    assert load_profile(write(tmp_path, TETA)).title == ""


def test_pattern_keys_override_by_meaning(tmp_path: Path) -> None:
    profile = load_profile(write(tmp_path, child("scoring: {cards: {2C: 5}}")))
    points = compile_rules(profile).scoring.cards
    assert points[parse_card("2♣")] == 5
    assert points[parse_card("2♦")] == 0


def test_removing_a_pattern_key_finds_it_by_meaning(tmp_path: Path) -> None:
    profile = load_profile(write(tmp_path, child("remove: [scoring.cards.TD]")))
    assert compile_rules(profile).scoring.cards[parse_card("10♦")] == 0


def test_what_is_removed_and_given_again_is_replaced_whole(tmp_path: Path) -> None:
    text = child("remove: [scoring.cards]\nscoring: {cards: {A: 1.5}}")
    points = compile_rules(load_profile(write(tmp_path, text))).scoring.cards
    assert points[parse_card("A♠")] == Fraction(3, 2)
    assert points[parse_card("10♦")] == 0


def test_a_list_replaces(tmp_path: Path) -> None:
    assert load_profile(write(tmp_path, child("seats: {players: [4]}"))).seats.players == (4,)


def test_readings_add_up_and_those_of_the_same_key_replace(tmp_path: Path) -> None:
    text = child("readings: [{key: match, status: house, note: ours}]")
    readings = load_profile(write(tmp_path, text)).readings
    assert [reading.note for reading in readings if reading.key == "match"] == ["ours"]
    assert any(reading.key == "scoring.cards" for reading in readings)


def test_the_narrower_pattern_gives_the_capture_value(tmp_path: Path) -> None:
    text = child("deck: {capture_values: {7: 7, 7♦: 10}, tables: {worth: {from: capture_values, K: 12.5}}}")
    tables = tables_of(load_profile(write(tmp_path, text)))
    assert tables.values[parse_card("7♦")] == 10
    assert tables.values[parse_card("7♠")] == 7
    assert tables.tables["worth"][parse_card("7♦")] == 10
    assert tables.tables["worth"][parse_card("K♦")] == Fraction(25, 2)
    assert tables.tables["worth"][parse_card("Q♦")] == 0


@pytest.mark.parametrize("choice", [121, "121"])
def test_numbers_and_text_mean_the_same_choice(choice: object) -> None:
    assert load_profile("egyptian", {"target": choice}).match.target == 121


def test_a_file_may_choose_and_the_caller_has_the_last_word(tmp_path: Path) -> None:
    path = write(tmp_path, child("choose: {target: 121, groups: maximal}"))
    assert load_profile(path).match.target == 121
    assert load_profile(path, {"target": 101}).match.target == 101
    assert load_profile(path, {"target": 101}).capture.groups is Groups.MAXIMAL


def test_a_grandchild_may_change_what_its_parent_chose(tmp_path: Path) -> None:
    write(tmp_path, child("choose: {target: 121}"), "parent.yaml")
    path = write(tmp_path, child("match: {target: 60}", parent="./parent.yaml"), "kid.yaml")
    assert load_profile(path).match.target == 60
    assert load_profile(path, {"target": 101}).match.target == 101


def test_choosing_the_default_patch_takes_back_what_a_file_chose(tmp_path: Path) -> None:
    path = write(tmp_path, child("choose: {premiums: every_suit}", parent="russian"))
    assert compile_rules(load_profile(path)).scoring.cards[parse_card("2♥")] == 4
    back = load_profile(path, {"premiums": "one_card"})
    assert compile_rules(back).scoring.cards[parse_card("2♥")] == 2
    assert compile_rules(back).scoring.cards[parse_card("2♣")] == 4


def test_a_choice_may_be_a_mapping() -> None:
    profile = load_profile("bastra", {"tie": "extend_20"})
    assert profile.match.tie_policy is TiePolicy.EXTEND
    assert profile.match.extend == 20


def test_the_default_choice_is_the_profiles_own_value() -> None:
    assert load_profile("egyptian").origins.choices["target"].choice == "101"
    assert load_profile("egyptian").origins.choices["lone_jack"].choice == "none"
    assert load_profile("russian").origins.choices["premiums"].choice == "one_card"


def test_a_source_is_not_credited_for_what_a_child_or_a_choice_put_in_its_place(tmp_path: Path) -> None:
    def source(profile: Profile, name: str) -> str:
        card = parse_card("7♦" if name == "seven_of_diamonds" else "J♣")
        bonuses = {bonus.name: bonus for bonus in compile_rules(profile).bonuses[card]}
        return bonuses[name].clause.source

    assert source(load_profile("egyptian"), "seven_of_diamonds") == "S0 §4"
    assert source(load_profile(write(tmp_path, TETA)), "seven_of_diamonds") == ""
    assert source(load_profile("egyptian", {"lone_jack": "triple"}), "lone_jack") == ""


def test_a_path_is_taken_from_the_childs_folder(tmp_path: Path) -> None:
    (tmp_path / "family").mkdir()
    write(tmp_path, TETA, "family/teta.yaml")
    path = write(tmp_path, child("", parent="family/teta.yaml"), "kids.yaml")
    assert load_profile(path).bonuses["seven_of_diamonds"].when.node.text.endswith("12")


def test_loading_twice_gives_equal_profiles() -> None:
    assert load_profile("lebanese") == load_profile("lebanese")
