"""`why`: the value of a key, where it was written, what it replaced, who chose it, what it rests on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from basra_rules import resources
from basra_rules.authoring.explaining import Story, explain_key
from basra_rules.errors import DiagnosticsError
from basra_rules.profile.family import read_family
from basra_rules.profile.loading import given_choices, resolve_profile
from basra_rules.source.nodes import MapNode, Node
from tests.profile.writing import child, write

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def story(name: str | Path, key: str, **options: str) -> Story:
    family = read_family(name)
    return explain_key(family, resolve_profile(family, given_choices(options)), key)


def place(told: Story, number: int = 0) -> str:
    """Return `file:line` of a value."""
    span = told.leaves[number].value.span
    return "" if span is None else f"{span.source.name}:{span.line}"


def test_a_value_tells_its_place_its_meaning_and_what_it_takes() -> None:
    told = story("egyptian", "bonuses.basra.points")
    assert [leaf.value.text for leaf in told.leaves] == ["10"]
    assert place(told).startswith("profiles/egyptian.yaml:")
    assert "0 turns it off" in told.meaning
    assert told.takes.startswith("number")


def test_what_it_replaced_is_told_the_latest_first(tmp_path: Path) -> None:
    write(tmp_path, child("bonuses: {basra: {points: 20}}"), "parent.yaml")
    path = write(tmp_path, child("bonuses: {basra: {points: 30}}", parent="./parent.yaml"))
    replaced = story(path, "bonuses.basra.points").leaves[0].replaced
    assert [old.text for old in replaced] == ["20", "10"]
    places = [f"{old.span.source.name}:{old.span.line}" for old in replaced if old.span]
    assert places[0] == f"{tmp_path / 'parent.yaml'}:4"
    assert places[1].startswith("profiles/egyptian.yaml:")


def test_a_choice_that_set_it_is_told_and_so_are_the_others() -> None:
    told = story("egyptian", "match.target", target="121")
    made = told.leaves[0].choice
    assert made is not None
    assert (told.leaves[0].value.text, made.option, made.choice, made.by) == ("121", "target", "121", "--option")
    assert [(one.option, one.choices) for one in told.options] == [("target", ("101", "121"))]


def test_an_option_that_patches_a_key_settles_it() -> None:
    assert [one.option for one in story("pisti", "bonuses.pisti.when").options] == ["last_pisti"]


def test_of_a_whole_part_every_value_is_told() -> None:
    told = story("lebanese", "bonuses.basra")
    assert [leaf.key for leaf in told.leaves] == ["bonuses.basra.when", "bonuses.basra.points"]
    assert [place(told, number).partition(":")[0] for number in (0, 1)] == [
        "profiles/lebanese.yaml",
        "profiles/bastra.yaml",
    ]


def test_a_default_says_so() -> None:
    told = story("egyptian", "capture.floor")
    assert told.leaves[0].value.text == "spread"
    assert told.leaves[0].value.span is None


def test_readings_of_the_key_around_it_and_within_it_are_told_with_their_sources() -> None:
    told = story("egyptian", "scoring.awards.majority.points")
    assert [one.reading.key for one in told.readings] == ["scoring.awards.majority"]
    assert told.readings[0].sources == ("S0: strict Egyptian profile (Russian)",)
    within = [one.reading.key for one in story("egyptian", "capture.ways").readings]
    assert within == [f"capture.ways.{way}" for way in ("sweep", "match", "courts", "sum")]


def test_a_reading_of_a_replaced_value_is_told_as_such(tmp_path: Path) -> None:
    path = write(tmp_path, child("match: {target: 151}"))
    assert story(path, "match.target").readings[0].replaced is not None
    assert story(path, "match.tie").readings[0].replaced is None


def test_a_removed_key_tells_who_does_without_it_and_what_it_was() -> None:
    told = story("lebanese", "options.tie.choices")
    assert told.removed is not None
    assert told.removed.source.name == "profiles/lebanese.yaml"
    assert place(told).startswith("profiles/bastra.yaml:")


def test_a_key_of_the_file_itself_is_told_from_the_file() -> None:
    assert story("lebanese", "extends").leaves[0].value.text == "bastra"
    assert story("egyptian", "extends").leaves[0].value.span is None


def test_cards_in_a_key_may_be_written_with_letters() -> None:
    assert story("egyptian", "scoring.cards.2C").key == "scoring.cards.2♣"


@pytest.mark.parametrize(
    ("key", "label"),
    [
        ("bonuses.bsra", "did you mean `basra`?"),
        ("target", "did you mean `match.target` or `options.target`?"),
        ("bonusses.basra.points", "did you mean `bonuses`?"),
        ("match.target.more", "`match.target` has no keys inside it"),
        ("", "expected"),
        ("..", "expected"),
    ],
)
def test_an_unknown_key_is_answered_with_the_nearest(key: str, label: str) -> None:
    with pytest.raises(DiagnosticsError) as raised:
        story("egyptian", key)
    assert raised.value.diagnostics[0].code == "unknown-key"
    assert label in raised.value.diagnostics[0].label


@pytest.mark.parametrize("name", resources.profile_names())
def test_every_key_in_force_can_be_asked_about(name: str) -> None:
    family = read_family(name)
    profile = resolve_profile(family)
    for key in keys(profile.origins.tree):
        told = explain_key(family, profile, key)
        assert told.leaves
        assert told.key == key


def keys(node: Node, path: str = "") -> Iterator[str]:
    for entry in node if isinstance(node, MapNode) else ():
        here = f"{path}{entry.key.text}"
        yield here
        yield from keys(entry.value, f"{here}.")
