"""What is offered at a place: the right things, none of the wrong ones, and written so that it stands as it should."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from basra_rules import resources
from basra_rules.analysis.linting import CODES
from basra_rules.profile.differences import RULE_AREAS
from basra_rules.profile.models import FILE_KEYS, Profile
from tests.lsp.open_files import CHILD, CURSOR, NOWHERE, child, opened, scenario

if TYPE_CHECKING:
    from pathlib import Path


# Keys


def test_an_empty_file_may_become_a_profile() -> None:
    assert set(opened("▮").offers()) == {*Profile.model_fields, *FILE_KEYS}


def test_a_file_of_another_program_is_left_alone() -> None:
    assert not opened("services:\n  web:\n    image: x\n▮").offers()


def test_keys_of_an_area_that_are_there_already_are_not_offered_again() -> None:
    offers = child("dealing:\n  packet: 4\n  ▮").offers()
    assert "packet" not in offers
    assert {"floor", "singly", "redeal"} <= set(offers)


def test_a_key_is_offered_with_its_meaning_and_what_is_inherited() -> None:
    about = child("dealing:\n  ▮").offers()["packet"].about
    assert "cards dealt to each seat at once" in about
    assert "*inherited:* `4` ([profiles/egyptian.yaml:" in about


@pytest.mark.parametrize(
    ("text", "name", "after"),
    [
        ("dealing:\n  pa▮", "packet", "dealing:\n  packet: ▮"),
        ("deal▮", "dealing", "dealing: ▮"),
        ("dealing: {pa▮}", "packet", "dealing: {packet: ▮}"),
        ("deck: {▮}", "capture_values", "deck: {capture_values: ▮}"),
        ("dealing:\n  pa▮ket: 4", "packet", "dealing:\n  packet▮: 4"),
        ("match:\n  tie:▮", "draw", "match:\n  tie: draw▮"),
        ("match:\n  tie: d▮", "draw", "match:\n  tie: draw▮"),
        ("match:\n  tie: ▮", "extend", "match:\n  tie: {extend: 20}▮"),
        ("bonuses:\n  ▮", "lone_jack", "bonuses:\n  lone_jack: ▮"),
        ("bonuses:\n  basra:\n    when: sweep and card.va▮", "card.value", None),
        ("bonuses:\n  basra:\n    when: equal▮", "equal_groups", "bonuses:\n  basra:\n    when: equal_groups(▮"),
        ("remove: [options.ta▮]", "options.target", "remove: [options.target▮]"),
        ("title: x\nextends: '▮'", "egyptian", "title: x\nextends: 'egyptian▮'"),
    ],
    ids=repr,
)
def test_what_is_accepted_stands_as_it_should(text: str, name: str, after: str | None) -> None:
    written = child(text).accept(name).removeprefix(CHILD)
    assert written == (after or text.replace("card.va▮", "card.value▮"))


def test_parents_entries_are_offered_to_be_overridden() -> None:
    assert set(child("bonuses:\n  ▮").offers()) == {"basra", "seven_of_diamonds", "lone_jack"}
    assert set(child("capture: {ways: {sweep: {}, ▮}}").offers()) == {"match", "courts", "sum"}
    assert set(child("scoring:\n  awards:\n    ▮").offers()) == {"majority"}
    assert set(child("options: {▮}").offers()) == {"target", "groups", "court_match", "lone_jack"}


def test_keys_that_are_patterns_are_offered_as_the_parent_has_them_and_as_cards() -> None:
    offers = child("scoring:\n  cards:\n    ▮").offers()
    assert list(offers)[:4] == ["A", "J", "2♣", "10♦"]
    assert {"K", "♥", "7♦", "numeric"} <= set(offers)
    assert offers["J"].text == "J: "


def test_a_table_may_start_from_another() -> None:
    assert "from" in child("deck: {tables: {worth: {▮}}}").offers()
    assert set(child("deck: {tables: {worth: {from: ▮}}}").offers()) == {"capture_values"}


# Values


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("seats: {sides: ▮}", {"partners", "solo"}),
        ("dealing: {singly: ▮}", {"true", "false"}),
        ("scoring: {awards: {majority: {at_least: ▮}}}", {"most"}),
        ("scoring: {awards: {majority: {if_nobody: ▮}}}", {"nobody", "each", "carry", "replay"}),
        ("match: {tie: ▮}", {"another_deal", "draw", "extend"}),
        ("choose: {▮}", {"target", "groups", "court_match", "lone_jack"}),
        ("choose: {lone_jack: ▮}", {"none", "double", "triple"}),
        ("choose:\n  target: ▮", {"101", "121"}),
        ("bonuses: {mine: {instead_of: ▮}}", {"basra", "seven_of_diamonds", "lone_jack", "mine"}),
        ("readings:\n  - {key: match, source: ▮}", {"S0", "S3", "S4"}),
        ("readings:\n  - {status: ▮}", {"attested", "inferred", "disputed", "house"}),
        ("options: {x: {sets: capture.groups, choices: [▮]}}", {"chosen", "maximal"}),
        ("options:\n  x:\n    sets: seats.sides\n    choices:\n      a: ▮", {"partners", "solo"}),
        ("dealing: {packet: ▮}", set()),
        ("title: ▮", set()),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_exactly_what_may_stand_there_is_offered(text: str, expected: set[str]) -> None:
    assert set(child(text).offers()) == expected


def test_an_option_is_offered_keys_of_the_rules_alone() -> None:
    offers = set(child("options: {x: {sets: ▮}}").offers())
    assert {"match.target", "capture.groups", "dealing"} <= offers
    assert not {one for one in offers if one.partition(".")[0] not in RULE_AREAS}
    assert {"options.target", "sources.S0"} <= set(child("readings:\n  - key: ▮").offers())


def test_a_word_is_offered_with_its_meaning() -> None:
    assert child("seats: {sides: ▮}").offers()["solo"].detail == "each seat is a side"


def test_profiles_are_offered_with_their_titles_and_files_beside(tmp_path: Path) -> None:
    (tmp_path / "aunt.yaml").write_text(f"{CHILD}title: At my aunt's\n", encoding="utf-8")
    (tmp_path / "aunt.scenarios.yaml").write_text("scenarios: []\n", encoding="utf-8")
    offers = opened("format: 1\nname: house\nextends: ▮\n", tmp_path / "house.yaml").offers()
    assert set(offers) == {*resources.profile_names(), "aunt.yaml"}
    assert offers["egyptian"].detail == "Egyptian Basra"
    assert offers["aunt.yaml"].detail == "At my aunt's"


def test_keys_to_remove_are_those_inherited() -> None:
    offers = child("remove:\n  - ▮").offers()
    assert {"options.target", "bonuses.lone_jack", "capture.ways.courts", "match.target"} <= set(offers)
    assert offers["match.target"].detail == "101"


def test_findings_to_justify_are_those_of_the_lint() -> None:
    assert set(child("allow:\n  ▮").offers()) == set(CODES)


def test_a_choice_that_patches_may_change_any_rule() -> None:
    offers = child("options:\n  sevens:\n    choices:\n      plain:\n        ▮").offers()
    assert {"remove", "bonuses", "capture"} <= set(offers)
    assert not {"name", "extends", "options"} & set(offers)
    inner = child("options: {sevens: {choices: {plain: {dealing: {▮}}}}}").offers()
    assert "packet" in inner


# Expressions


def _names(text: str) -> set[str]:
    return {name for name, offer in child(text).offers().items() if offer.look != "card"}


def test_a_condition_on_a_play_sees_everything() -> None:
    names = _names("bonuses: {basra: {when: ▮}}")
    assert {"sweep", "sum", "count", "card", "all", "floor.count", "previous.trailed", "last_card", "and"} <= names
    assert "groups" not in names


def test_a_condition_on_the_floor_sees_nothing_that_is_captured() -> None:
    names = _names("capture: {ways: {sum: {when: ▮}}}")
    assert {"floor.count", "previous.trailed", "floor.top"} <= names
    assert not {"sweep", "sum", "count", "last_card"} & names


def test_behind_is_stand_patterns_and_cards() -> None:
    offers = child("bonuses: {basra: {when: sweep and card is not ▮}}").offers()
    assert {"7♦", "J", "♥", "numeric", "card.rank"} <= set(offers)
    assert "sweep" not in offers


def test_behind_a_pattern_conditions_go_on_and_in_its_brackets_they_do_not() -> None:
    assert "sweep" in _names("bonuses: {basra: {when: card is 7♦ and ▮}}")
    assert "sweep" not in _names("bonuses: {basra: {when: card is (7♦ or ▮}}")
    assert "sweep" in _names("bonuses: {basra: {when: card is (7♦ or J) and ▮}}")


def test_behind_all_stand_sets_of_cards() -> None:
    assert _names("bonuses: {basra: {when: all ▮}}") == {"captured", "floor"}


def test_inside_equal_groups_its_own_numbers_are_known() -> None:
    assert {"groups", "total"} <= _names("bonuses: {basra: {when: equal_groups(groups >= 2 and ▮}}")


def test_numbers_are_offered_where_numbers_are_meant_with_the_tables() -> None:
    text = "deck: {tables: {worth: {J: 3}}}\nbonuses: {basra: {points: 2 * ▮}}"
    assert {"sum", "count", "card.value", "card.worth"} <= _names(text)
    assert "sweep" not in _names(text)
    assert _names("capture: {ways: {sum: {groups_of: ▮}}}") == {"card.value"}


def test_where_no_card_is_played_its_rank_is_not_known() -> None:
    assert "card.rank" not in _names("deck: {without: ▮}")
    assert "card.rank" in _names("capture: {ways: {match: {takes: ▮}}}")


def test_the_whole_floor_may_be_taken() -> None:
    assert child("capture: {ways: {sweep: {takes: ▮}}}").offers()["floor"].text == "floor"


# Scenarios


def test_a_scenario_file_has_its_own_keys() -> None:
    path = NOWHERE.with_name("house.scenarios.yaml")
    assert set(opened("▮", path).offers()) == {"profile", "options", "source", "scenarios"}


@pytest.mark.parametrize(
    ("text", "some"),
    [
        ("▮", {"source", "floor", "plays", "opening", "score", "match", "expect"}),
        ("expect: {▮}", {"legal", "takes", "points", "bonuses", "next_dealer"}),
        ("expect:\n      points: 1\n      ▮", {"bonuses"}),
        ("score: {sides: [{▮}]}", {"cards", "with", "bonuses"}),
        ("options: {▮}", {"target", "lone_jack"}),
        ("options: {lone_jack: ▮}", {"none", "double", "triple"}),
        ("expect: {bonuses: [▮]}", {"basra", "seven_of_diamonds", "lone_jack"}),
        ("expect: {illegal: ▮}", {"true", "false"}),
        ("floor: ▮", {"7♦", "10♣"}),
        ("expect: {legal: [3♣ ▮]}", {"7♦", "10♣"}),
    ],
)
def test_in_scenarios_the_models_and_the_profile_tell(text: str, some: set[str]) -> None:
    assert some <= set(scenario(text).offers())


def test_a_card_that_is_named_is_not_offered_again() -> None:
    offers = scenario('plays: ["8♥ x 3♣ ▮"]').offers()
    assert not {"8♥", "3♣"} & set(offers)
    assert len(offers) == 50


def test_a_card_is_completed_within_its_text() -> None:
    assert scenario('plays: ["8♥ x 3▮"]').accept("3♣").endswith('plays: ["8♥ x 3♣▮"]')
    assert scenario("floor: 3♣ 5▮").accept("5♦").endswith("floor: 3♣ 5♦▮")


def test_what_the_profile_beside_says_counts(tmp_path: Path) -> None:
    house = CHILD + "bonuses: {mine: {when: sweep, points: 1}}\n"
    (tmp_path / "house.yaml").write_text(house, encoding="utf-8")
    text = f"scenarios:\n  - name: a\n    expect: {{bonuses: [{CURSOR}]}}"
    assert "mine" in opened(text, tmp_path / "house.scenarios.yaml").offers()


# Half-typed files


@pytest.mark.parametrize("rest", ["bonuses: {basra: {when: sweep", "match: {target", "x: [", "capture: }", '"'])
def test_a_fault_further_down_changes_nothing(rest: str) -> None:
    assert "packet" in child(f"dealing:\n  ▮\n{rest}").offers()


@pytest.mark.parametrize("start", ["bonuses: {basra: {when: sweep\n", "match: {target\n", "x: [\n", "capture: }\n"])
def test_a_fault_further_up_changes_nothing(start: str) -> None:
    assert "packet" in child(f"{start}dealing:\n  ▮").offers()


def test_without_a_parent_that_can_be_had_the_models_alone_tell() -> None:
    assert "packet" in opened("format: 1\nname: a\nextends: nobody\ndealing:\n  ▮").offers()
