"""The way from a place to the thing that it speaks of."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from basra_rules.lsp.desk import Desk
from tests.lsp.open_files import CHILD, child, opened, scenario

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("text", "there"),
    [
        ("dealing: {pac▮ket: 6}", "packet"),
        ("dealing: {packet: ▮6}", "4"),
        ("bonuses:\n  ba▮sra:\n    points: 20", "basra"),
        ("bonuses:\n  basra:\n    poi▮nts: 20", "points"),
        ("scoring: {cards: {2▮C: 1}}", "2♣"),
        ("choose: {tar▮get: 121}", "target"),
        ("choose: {target: 1▮21}", "121"),
        ("remove: [options.gro▮ups]", "groups"),
        ("options: {x: {sets: match.tar▮get}}", "target"),
        ("readings: [{key: bonuses.basra.po▮ints, status: house}]", "points"),
        ("bonuses: {x: {instead_of: lone_▮jack}}", "lone_jack"),
    ],
)
def test_the_parents_place_is_found(text: str, there: str) -> None:
    place, _, found = child(text).definition().rpartition(": ")
    assert place.startswith("profiles/egyptian.yaml:")
    assert found == there


def test_the_parents_file_is_found(tmp_path: Path) -> None:
    assert opened("format: 1\nname: a\nextends: egy▮ptian").definition() == "profiles/egyptian.yaml:1"
    (tmp_path / "aunt.yaml").write_text(CHILD, encoding="utf-8")
    here = opened("format: 1\nname: a\nextends: ./au▮nt.yaml", tmp_path / "a.yaml")
    assert here.definition() == f"{(tmp_path / 'aunt.yaml').as_posix()}:1"
    assert opened("format: 1\nname: a\nextends: ./no▮body.yaml", tmp_path / "a.yaml").definition() == ""


def test_what_a_parent_in_the_editor_says_counts_before_it_is_saved(tmp_path: Path) -> None:
    (tmp_path / "aunt.yaml").write_text(CHILD, encoding="utf-8")
    desk = Desk()
    desk.put((tmp_path / "aunt.yaml").as_uri(), f"{CHILD}title: x\nmatch: {{target: 77}}\n", 1)
    here = opened("format: 1\nname: a\nextends: ./aunt.yaml\nmatch: {tar▮get: 5}", tmp_path / "a.yaml", desk)
    assert here.definition() == f"{(tmp_path / 'aunt.yaml').as_posix()}:5: target"
    assert "*inherited:* `77`" in here.hover()


def test_a_bonus_that_a_scenario_expects_is_found_in_the_profile() -> None:
    assert scenario("expect: {bonuses: [seven▮_of_diamonds]}").definition().endswith(": seven_of_diamonds")


def test_a_table_is_found() -> None:
    here = child("deck: {tables: {worth: {J: 3}}}\nbonuses: {basra: {points: card.wo▮rth}}")
    assert here.definition() == "/nowhere/house.yaml:4: worth"


@pytest.mark.parametrize("text", ["title: x▮", "bonuses: {mi▮ne: {}}", "# ▮", "▮"])
def test_what_is_nowhere_else_is_not_found(text: str) -> None:
    assert child(text).definition() == ""
