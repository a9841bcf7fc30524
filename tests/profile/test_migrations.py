"""Files in an older format: read as they stand, each value in its place, and brought to today's by the formatter.

Format 1 is the first, so the older one here is made up: bonuses had `worth` and `if`, and the obligation `must` was
called `compulsory`.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from basra_rules.authoring.formatting import format_text
from basra_rules.errors import Edit, ProfileError, SourceFile, Span
from basra_rules.profile import migrations
from basra_rules.profile.family import family_of
from basra_rules.profile.loading import load_profile, resolve_profile
from basra_rules.profile.migrations import Migration
from basra_rules.source.nodes import MapNode, ScalarNode
from tests.profile.writing import child, only_fault, write

if TYPE_CHECKING:
    from collections.abc import Iterator

OLD = """\
# how we play at home
format: 0
name: house   # ours
extends: egyptian
capture: {obligation: compulsory}
bonuses:
  basra: {worth: 20, if: "sweep and card is not J"}  # dearer
options:
  dear:
    about: how dear a basra is
    choices: {no: {}, yes: {bonuses: {basra: {worth: 30}}}}
  lone: {about: a lone jack, sets: bonuses.lone_jack.worth, choices: [0, 20]}
remove: [bonuses.seven_of_diamonds, options.lone_jack]
readings:
  - {key: bonuses.basra.worth, status: house}
until: 151
"""


def end_of_match(document: MapNode) -> Iterator[Edit]:
    """Make a match target of a key at the top."""
    entry = document.entry("until")
    if entry is not None and isinstance(entry.value, ScalarNode):
        span = Span(entry.key.span.source, entry.key.span.start, entry.value.span.end)
        yield Edit(span, f"match: {{target: {entry.value.text}}}")


@pytest.fixture
def older(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let there have been a format before the first."""
    keys = {"bonuses.*.worth": "points", "bonuses.*.if": "when"}
    words = {"capture.obligation": {"compulsory": "played_card"}}
    monkeypatch.setitem(migrations.MIGRATIONS, 0, Migration(keys, words, end_of_match))


@pytest.mark.usefixtures("older")
def test_a_file_in_an_older_format_is_read(tmp_path: Path) -> None:
    profile = load_profile(write(tmp_path, OLD))
    assert profile.bonuses["basra"].points.node.text == "20"
    assert profile.bonuses["basra"].when.node.text == "sweep and card is not J"
    assert profile.capture.obligation == "played_card"
    assert profile.match.target == 151
    assert profile.readings[0].key == "bonuses.basra.points"
    assert "seven_of_diamonds" not in profile.bonuses


@pytest.mark.usefixtures("older")
def test_its_options_work_too(tmp_path: Path) -> None:
    profile = load_profile(write(tmp_path, OLD), {"dear": "yes", "lone": 20})
    assert profile.bonuses["basra"].points.node.text == "30"
    assert profile.bonuses["lone_jack"].points.node.text == "20"


@pytest.mark.usefixtures("older")
def test_its_values_keep_their_places_in_the_file(tmp_path: Path) -> None:
    path = write(tmp_path, OLD)
    origins = load_profile(path).origins
    for key, line, text in (("bonuses.basra.points", 7, "20"), ("match.target", 16, "151"), ("name", 3, "house")):
        span = origins.span(key)
        assert span is not None
        assert (span.source.name, span.line) == (str(path), line)
        assert span.source.text == OLD
        if key != "match.target":
            assert span.text == text
    key_span = origins.key_span("bonuses.basra.points")
    assert key_span is not None
    assert key_span.text == "worth"


@pytest.mark.usefixtures("older")
def test_a_fault_in_it_points_into_it(tmp_path: Path) -> None:
    fault = only_fault(write(tmp_path, OLD.replace("is not J", "is not Jak")))
    assert fault.span is not None
    assert (fault.span.line, fault.span.text) == (7, "Jak")


@pytest.mark.usefixtures("older")
def test_a_child_in_todays_format_may_extend_it(tmp_path: Path) -> None:
    write(tmp_path, OLD)
    path = write(tmp_path, child("bonuses: {basra: {points: 40}}", parent="./house.yaml"), "child.yaml")
    assert load_profile(path).bonuses["basra"].points.node.text == "40"


@pytest.mark.usefixtures("older")
def test_the_formatter_brings_it_to_todays_format_and_keeps_the_comments() -> None:
    path = Path("house.yaml")
    new = format_text(SourceFile("house.yaml", OLD), path)
    assert "format: 1\n" in new
    assert re.search(r"  basra: {when: sweep and card is not J, points: 20} +# dearer\n", new)
    assert "sets: bonuses.lone_jack.points" in new
    assert "choices: {no: {}, yes: {bonuses: {basra: {points: 30}}}}" in new
    assert "match: {target: 151}" in new
    assert new.startswith("# how we play at home\n")
    assert format_text(SourceFile("house.yaml", new), path) == new
    assert resolve_profile(family_of(path, SourceFile("house.yaml", new))).match.target == 151


@pytest.mark.usefixtures("older")
def test_in_todays_format_an_old_key_is_answered_with_its_successor(tmp_path: Path) -> None:
    fault = only_fault(write(tmp_path, child("bonuses: {basra: {worth: 20}}")))
    assert (fault.code, fault.label) == ("unknown-key", "it is `points` now")
    assert fault.fixes[0].edits[0].text == "points"
    assert fault.fixes[0].certain


@pytest.mark.usefixtures("older")
def test_in_todays_format_an_old_word_is_answered_with_its_successor(tmp_path: Path) -> None:
    fault = only_fault(write(tmp_path, child("capture: {obligation: compulsory}")))
    assert (fault.code, fault.label) == ("unknown-word", "it is `played_card` now")


def test_several_formats_back_is_read_step_by_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(migrations.MIGRATIONS, -1, Migration({"bonuses.*.value": "worth"}))
    monkeypatch.setitem(migrations.MIGRATIONS, 0, Migration({"bonuses.*.worth": "points"}))
    text = "format: -1\nname: house\nextends: egyptian\nbonuses: {basra: {value: 20}}\n"
    profile = load_profile(write(tmp_path, text))
    assert profile.bonuses["basra"].points.node.text == "20"
    span = profile.origins.key_span("bonuses.basra.points")
    assert span is not None
    assert span.text == "value"


def test_there_is_no_format_before_the_first(tmp_path: Path) -> None:
    with pytest.raises(ProfileError) as raised:
        load_profile(write(tmp_path, OLD))
    assert "out-of-range" in {one.code for one in raised.value.diagnostics}
