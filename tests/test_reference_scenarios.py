"""Every reference scenario, run by the product's own runner, one test each."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from basra_rules import resources
from basra_rules.profile.family import read_family
from basra_rules.profile.loading import load_profile
from basra_rules.profile.options import choice_name, choices_of, option_node
from basra_rules.scenarios.model import Expect, MatchDeals, Opening, Scenario, Score, SideCount
from basra_rules.scenarios.outcome import Status
from basra_rules.scenarios.reading import ReadScenario, ScenarioFile, read_scenarios
from basra_rules.scenarios.report import render_outcome
from basra_rules.scenarios.running import Runner
from basra_rules.source.nodes import ListNode, MapNode, Node

EXAMPLES = Path(__file__).parent.parent / "docs" / "examples"


def _profiles() -> dict[str, Path]:
    """Return the profiles that have scenarios, shipped ones and examples, by name."""
    shipped = {name: path for name in resources.profile_names() if (path := resources.profile_path(name))}
    examples = {
        f"docs/examples/{path.name}": path for path in EXAMPLES.glob("*.yaml") if ".scenarios." not in path.name
    }
    return shipped | examples


@cache
def _scenarios(name: str) -> ScenarioFile:
    path = resources.scenarios_path(_profiles()[name])
    assert path is not None, f"{name} has no scenarios"
    return read_scenarios(path)


@cache
def _runner(name: str) -> Runner:
    return Runner(read_family(_profiles()[name]))


CASES = [(name, scenario) for name in _profiles() for scenario in _scenarios(name).scenarios]


@pytest.mark.parametrize(("name", "scenario"), CASES, ids=[f"{name}: {one.name}" for name, one in CASES])
def test_reference_scenario(name: str, scenario: ReadScenario) -> None:
    outcome = _runner(name).run(scenario, _scenarios(name).choices)
    assert outcome.status is Status.PASSED, render_outcome(outcome)


@pytest.mark.parametrize("name", _profiles())
def test_the_scenarios_of_a_profile_have_names_of_their_own(name: str) -> None:
    names = [scenario.name for scenario in _scenarios(name).scenarios]
    assert sorted(set(names)) == sorted(names)


@pytest.mark.parametrize("name", resources.profile_names())
def test_every_reference_scenario_cites_its_source(name: str) -> None:
    assert [one.name for one in _scenarios(name).scenarios if not one.source] == []


@pytest.mark.parametrize(("name", "fewest"), [("egyptian", 80), ("bastra", 25), ("lebanese", 25), ("russian", 25)])
def test_a_profile_has_scenarios_enough(name: str, fewest: int) -> None:
    assert len(_scenarios(name).scenarios) >= fewest


@pytest.mark.parametrize("name", resources.profile_names())
def test_every_choice_of_every_option_occurs_in_a_scenario(name: str) -> None:
    profile = load_profile(name)
    made = {
        (choice.option.text, choice_name(choice.choice.text))
        for scenario in _scenarios(name).scenarios
        for choice in (*_scenarios(name).choices, *scenario.choices())
    }
    missing = []
    for option in profile.options:
        node = option_node(profile.origins.tree, option)
        assert node is not None
        others = set(choices_of(node)) - {profile.origins.choices[option].choice}
        missing += [f"{option}={choice}" for choice in others if (option, choice) not in made]
    inherited = set(_options_of_parents(name))
    assert [one for one in missing if one.partition("=")[0] not in inherited] == []


def _options_of_parents(name: str) -> list[str]:
    """Return the options that a parent's scenarios exercise already."""
    parents = load_profile(name).origins.parents
    return [option for parent in parents for option in load_profile(parent).options]


def test_every_key_of_a_scenario_file_occurs_in_the_reference_scenarios() -> None:
    known = {
        field.alias or key
        for model in (Scenario, Expect, Opening, Score, SideCount, MatchDeals)
        for key, field in model.model_fields.items()
    }
    used: set[str] = set()
    for name in _profiles():
        for scenario in _scenarios(name).scenarios:
            used |= _keys(scenario.node)
    assert known - used == set()


def _keys(node: Node) -> set[str]:
    if isinstance(node, MapNode):
        return {entry.key.text for entry in node}.union(*(_keys(entry.value) for entry in node))
    return set().union(*map(_keys, node.items)) if isinstance(node, ListNode) else set()
