"""What is shown over a place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.lsp.open_files import NOWHERE, child, opened, scenario

if TYPE_CHECKING:
    from pathlib import Path


def test_over_a_key_stand_meaning_type_and_the_inherited_value_with_its_place() -> None:
    shown = child("dealing: {pa▮cket: 6}").hover()
    assert "**dealing.packet**" in shown
    assert "cards dealt to each seat at once" in shown
    assert "*takes:* whole number from 1 to 26" in shown
    assert "*inherited:* `4` ([profiles/egyptian.yaml:16](file://" in shown


def test_over_a_key_of_the_author_stands_what_the_parent_has_under_it() -> None:
    shown = child("bonuses:\n  seven_▮of_diamonds: {points: 20}").hover()
    assert "when: card is 7♦ and numeric and sum <= 10" in shown


def test_the_whole_line_of_parents_is_told() -> None:
    shown = opened("format: 1\nname: a\nextends: syrian\nbonuses: {basra: {poi▮nts: 1}}").hover()
    assert "*inherited:* `2 * card.worth` ([profiles/palestinian.yaml:" in shown
    assert "*before that:* `10` ([profiles/bastra.yaml:" in shown


def test_what_a_value_rests_on_is_told_with_its_source() -> None:
    shown = child("capture: {obli▮gation: none}").hover()
    assert "*reading of the inherited value:* attested, S0 §3: any card may be played" in shown
    own = child("capture: {obli▮gation: none}\nreadings: [{key: capture.obligation, status: house, note: so it is}]")
    assert "*reading:* house: so it is" in own.hover()


def test_over_a_value_stands_what_is_said_of_its_key() -> None:
    assert "*inherited:* `101`" in child("match: {target: 12▮1}").hover()


@pytest.mark.parametrize(
    ("text", "over", "shown"),
    [
        ("seats: {sides: so▮lo}", "solo", "each seat is a side"),
        ("bonuses: {basra: {when: swe▮ep}}", "sweep", "**sweep** – truth\n\nthe floor was not empty"),
        ("bonuses: {basra: {when: numeric and su▮m < 3}}", "sum", "**sum** – number"),
        ("bonuses: {basra: {when: nume▮ric and sum < 3}}", "numeric", "**numeric** – truth"),
        ("bonuses: {basra: {when: card is num▮eric}}", "numeric", "**numeric** – pattern"),
        ("bonuses: {basra: {when: all capt▮ured is J}}", "captured", "**captured** – set of cards"),
        ("bonuses: {basra: {when: equal_groups(gro▮ups > 1)}}", "groups", "inside `equal_groups(…)`"),
        ("bonuses: {basra: {when: >-\n  card is 7▮♦}}", "7♦", "capture value 7"),
        ("capture: {ways: {match: {played: 1▮0}}}", "10", ""),
        ("choose: {tar▮get: 121}", "target", "points that end the match"),
        ("choose: {lone_jack: dou▮ble}", "double", "20"),
        ("remove: [options.tar▮get]", "options.target", "sets: match.target"),
        ("allow: {ga▮p: it is meant}", "gap", "## Avoid"),
        ("bonuses: {x: {instead_of: bas▮ra}}", "basra", "sweep and card is not (J or 7♦)"),
        ("exten▮ds: egyptian", "extends", "the profile that this one changes"),
    ],
)
def test_over_a_word_stands_its_meaning(text: str, over: str, shown: str) -> None:
    here = child(text)
    assert here.hovered() == over
    assert shown in here.hover()


def test_over_a_profile_stands_its_title() -> None:
    here = opened("format: 1\nname: a\nextends: egy▮ptian-wiki\n")
    assert here.hovered() == "egyptian-wiki"
    assert "Egyptian Basra, as the encyclopaedia tells it" in here.hover()
    assert "extends `bastra`" in here.hover()


def test_over_a_table_stands_what_is_in_it() -> None:
    shown = child("deck: {tables: {worth: {J: 3}}}\nbonuses: {basra: {points: 2 * card.wo▮rth}}").hover()
    assert "what the table `worth` gives the played card" in shown
    assert "`{J: 3}`" in shown


def test_over_a_card_stands_what_it_is_worth() -> None:
    assert scenario("floor: 3♣ 10▮♦").hover() == "**10♦** – capture value 10; scores `10♦: 3`"
    assert scenario("floor: J▮♣").hover() == "**J♣** – no capture value; scores `J: 1`"


def test_in_scenarios_keys_are_explained_too() -> None:
    assert "what the last play took" in scenario("expect: {tak▮es: 3♣}").hover()
    assert (
        "what must hold, a list of situations"
        in opened("scena▮rios: []", NOWHERE.with_name("a.scenarios.yaml")).hover()
    )


@pytest.mark.parametrize("text", ["title: x # ta▮rget", "▮", "match: ▮", "unknown: {k▮ey: 1}", "a ▮b"])
def test_over_nothing_stands_nothing(text: str) -> None:
    assert child(text).hover() == ""


def test_over_a_file_of_another_program_stands_nothing() -> None:
    assert opened("services: {na▮me: x}").hover() == ""


def test_in_a_file_that_is_no_yaml_it_works_where_it_can() -> None:
    assert "*inherited:* `4`" in child("dealing: {pac▮ket: 6\nmatch: [").hover()


def test_a_path_that_leads_nowhere_is_no_profile(tmp_path: Path) -> None:
    assert opened("format: 1\nname: a\nextends: ./no▮body.yaml\n", tmp_path / "a.yaml").hover() == ""
