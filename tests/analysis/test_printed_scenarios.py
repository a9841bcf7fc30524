"""Every scenario that a tool prints can be pasted: it is read, it describes what can come about, and it passes."""

from __future__ import annotations

import os
from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from basra_rules.analysis.comparison import compare_profiles
from basra_rules.analysis.coverage import Subject, measure
from basra_rules.analysis.mutation import mutate
from basra_rules.analysis.scores import can_be_captured
from basra_rules.cards import card_set
from basra_rules.engine.scoring import Tally
from basra_rules.profile.family import read_family
from basra_rules.profile.loading import load_profile
from basra_rules.resources import profile_names
from basra_rules.rules.compiling import compile_rules
from basra_rules.scenarios.report import render_outcome
from basra_rules.scenarios.running import Runner
from tests.analysis.scenario_texts import scenario_file

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from basra_rules.profile.family import Family

SHIPPED = profile_names() if os.environ.get("BASRA_THOROUGH") else ("egyptian", "jordanian-court", "pisti")
"""Continuous integration looks at all of them."""

HOUSES = {
    "a_small_deck": "deck: {without: 2 or 3 or 4 or 5 or 6 or 8 or 9 or 10}\ndealing: {packet: 2, floor: 2}",
    "awards": (
        "scoring: {awards: {majority: {at_least: 40}, "
        "plain: {counts: not 7♦, at_least: most, points: 5, if_nobody: nobody}, "
        "seven: {counts: 7♦, at_least: 1, points: 5, if_nobody: nobody}}}"
    ),
    "last_cards": (
        "bonuses: {basra: {when: sweep and card is not (J or 7♦) and not last_card}, "
        "last: {label: basra, when: last_card and previous.trailed, points: 5}}"
    ),
}
NAMES = (*SHIPPED, *HOUSES)


def family_of(name: str, folder: Path) -> Family:
    if name not in HOUSES:
        return read_family(name)
    path = folder / f"{name}.yaml"
    path.write_text(f"format: 1\nname: {name}\nextends: egyptian\n{HOUSES[name]}\n", encoding="utf-8")
    return read_family(path)


def assert_pasted(family: Family, scenarios: Sequence[str], folder: Path) -> None:
    """Read the scenarios from a file and run them; a count of cards must be one that a deal can come to."""
    file = scenario_file(folder, *scenarios, name="pasted.yaml")
    assert len(file.scenarios) == len(scenarios)
    runner = Runner(family)
    deck = compile_rules(load_profile(family.files[0].path)).deck
    for read, text in zip(file.scenarios, scenarios, strict=True):
        assert render_outcome(runner.run(read)) == "", text
        if read.scenario is not None and read.scenario.score is not None:
            sides = read.scenario.score.sides
            assert can_be_captured(deck, [Tally(side.cards, card_set(side.with_)) for side in sides]), text
        assert max(map(len, text.splitlines())) <= 76, text


@pytest.mark.parametrize("name", NAMES)
def test_what_would_notice_a_change_is_a_sound_scenario(name: str, tmp_path: Path) -> None:
    family = family_of(name, tmp_path)
    survivors = mutate(family, (), [], size=1).survivors
    assert survivors
    assert_pasted(family, [one.scenario for one in survivors], tmp_path)


@pytest.mark.parametrize("name", NAMES)
def test_what_would_show_what_is_missing_is_a_sound_scenario(name: str, tmp_path: Path) -> None:
    family = family_of(name, tmp_path)
    missing = [one for one in measure(family).missing if one.subject is not Subject.CHOICE]
    assert_pasted(family, [one.scenario or "" for one in missing], tmp_path)


@pytest.mark.parametrize(("one", "other"), [*combinations(SHIPPED, 2), *((house, "jordanian") for house in HOUSES)])
def test_what_tells_two_profiles_apart_are_sound_scenarios(one: str, other: str, tmp_path: Path) -> None:
    families = [family_of(name, tmp_path) for name in (one, other)]
    profiles = [load_profile(family.files[0].path) for family in families]
    found = compare_profiles(profiles[0], profiles[1], (one, other), size=2)
    for place, family in enumerate(families):
        scenarios = [situation.sides[place].scenario for situation in found.situations]
        scenarios += [count.scenarios[place] for count in found.counts]
        if scenarios:
            assert_pasted(family, list(filter(None, scenarios)), tmp_path)
