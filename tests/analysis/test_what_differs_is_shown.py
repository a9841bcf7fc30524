"""Every rule that differs is shown by a scenario that one side passes and the other does not, or is in other words."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING

import pytest

from basra_rules.analysis.comparison import Comparison, compare_profiles
from basra_rules.analysis.exchanging import differing_rules
from basra_rules.profile.family import read_family
from basra_rules.profile.loading import load_profile
from basra_rules.resources import profile_names
from basra_rules.scenarios.outcome import Status
from basra_rules.scenarios.running import Runner
from tests.analysis.random_houses import valid_house
from tests.analysis.scenario_texts import scenario_file

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

HOUSES = {
    "refill": ("egyptian", "dealing: {refill: after_play}", "dealing.refill"),
    "hidden": ("pisti", "dealing: {hidden: 2}", "dealing.hidden"),
    "open": ("pisti", "dealing: {hidden: 0}", "dealing.hidden"),
    "leader": ("egyptian", "dealing: {leader: dealer}", "dealing.leader"),
    "next_dealer": ("egyptian", "dealing: {next_dealer: same}", "dealing.next_dealer"),
    "redeal": ("egyptian", "dealing: {redeal: {J: 3}}", "dealing.redeal"),
    "remainder": ("short", "dealing: {remainder: last_capturer}", "dealing.remainder"),
    "leftover": ("egyptian", "scoring: {leftover: nobody}", "scoring.leftover"),
    "deck": ("egyptian", "deck: {without: 2♠}\ndealing: {remainder: dealer}", "deck.without"),
    "solo": ("egyptian", "seats: {sides: solo}", "seats.sides"),
    "players": ("egyptian", "seats: {players: [2, 3, 4]}", "seats.players"),
    "extended": ("egyptian", "match: {tie: {extend: 20}}", "match.tie"),
    "drawn": ("egyptian", "match: {tie: draw}", "match.tie"),
    "games": ("egyptian", "match: {games_to_win: 2}", "match.games_to_win"),
    "rubber": ("egyptian", "match: {games_to_win: 2, tie: {extend: 20}}", "match.tie"),
    "condition": (
        "egyptian",
        "bonuses: {seven_of_diamonds: {when: card is 7♦ and sum < 10}}",
        "bonuses.seven_of_diamonds",
    ),
    "obliged": ("egyptian", "capture: {obligation: hand}", "capture.obligation"),
    "free": ("egyptian", "capture: {obligation: none}", "capture.obligation"),
    "void": ("egyptian", "scoring: {awards: {majority: {if_nobody: replay}}}", "scoring.awards.majority"),
    "each": ("egyptian", "scoring: {awards: {majority: {if_nobody: each}}}", "scoring.awards.majority"),
}
SHORT = "format: 1\nname: short\nextends: egyptian\ndeck: {without: 2♠}\ndealing: {remainder: dealer}\n"


@cache
def runner(name: str) -> Runner:
    return Runner(read_family(name))


@pytest.mark.parametrize(("one", "other"), list(combinations(profile_names(), 2)))
def test_each_rule_in_which_shipped_profiles_differ_is_shown_or_in_other_words(
    one: str, other: str, tmp_path: Path
) -> None:
    names = one, other
    profiles = load_profile(one), load_profile(other)
    found = compare_profiles(*profiles, names)
    rules = set(differing_rules(*profiles))
    shown = found.shown
    by_tables = {rule for rule in shown - rules if rule.startswith("bonuses.") and "deck.tables.worth" in rules}
    assert (shown - by_tables) | set(found.hidden) == rules
    assert not shown & set(found.hidden)
    assert_each_side_passes_its_own(found, names, tmp_path)


@pytest.mark.parametrize("house", HOUSES)
def test_each_rule_of_a_house_is_shown(house: str, tmp_path: Path) -> None:
    parent, rules, rule = HOUSES[house]
    (tmp_path / "short.yaml").write_text(SHORT, encoding="utf-8")
    path = tmp_path / f"{house}.yaml"
    extended = "short.yaml" if parent == "short" else parent
    path.write_text(f"format: 1\nname: {house}\nextends: {extended}\n{rules}\n", encoding="utf-8")
    names = str(tmp_path / extended) if parent == "short" else parent, str(path)
    found = compare_profiles(load_profile(names[0]), load_profile(names[1]), names, size=2)
    assert rule in found.shown
    assert found.hidden == ()
    assert_each_side_passes_its_own(found, names, tmp_path)


@pytest.mark.parametrize("seed", range(6))
def test_what_differs_in_a_house_by_chance_is_shown_or_in_other_words(seed: int, tmp_path: Path) -> None:
    text, _ = valid_house(Random(seed))
    path = tmp_path / "house.yaml"
    path.write_text(text, encoding="utf-8")
    names = ("egyptian", "pisti", "russian")[seed % 3], str(path)
    profiles = load_profile(names[0]), load_profile(path)
    found = compare_profiles(*profiles, names, size=2)
    assert found.shown | set(found.hidden) >= set(differing_rules(*profiles))
    assert_each_side_passes_its_own(found, names, tmp_path)


def assert_each_side_passes_its_own(found: Comparison, names: tuple[str, str], folder: Path) -> None:
    """Run what is shown under both profiles: each scenario passes under its own alone."""
    for place in (0, 1):
        scenarios = [text for _, text in _scenarios(found, place)]
        if not scenarios:
            continue
        file = scenario_file(folder, *scenarios)
        for name in names:
            outcomes = list(runner(name).run_file(file))
            passed = [text for text, one in zip(scenarios, outcomes, strict=True) if one.status is Status.PASSED]
            assert passed == (scenarios if name == names[place] else [])


def _scenarios(found: Comparison, place: int) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield the rules that show, and the scenario of one side where there can be one."""
    for situation in found.situations:
        own, other = situation.sides[place], situation.sides[1 - place]
        assert own.scenario or (own.lacks and other.scenario)
        if own.scenario:
            yield situation.rules, own.scenario
    for count in found.counts:
        assert count.one != count.other
        assert count.scenarios[place] or count.rules == ("seats.players",)
        text = count.scenarios[place]
        if text:
            yield count.rules, text
