"""Scenario files and profiles written for a test."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra_rules.resources import profile_path, scenarios_path
from basra_rules.scenarios.reading import ScenarioFile, read_scenarios

if TYPE_CHECKING:
    from pathlib import Path

ONE_SCENARIO = '- name: one\n  floor: 4♣ 5♦\n  plays: ["9♥ x 4♣ 5♦"]\n  expect: {points: 10}'


def scenario_file(folder: Path, *scenarios: str, name: str = "written.yaml") -> ScenarioFile:
    """Write a file of scenarios, each an item of a list, and read it."""
    path = folder / name
    items = "\n".join("  " + line for scenario in scenarios for line in scenario.splitlines())
    path.write_text(f"scenarios:\n{items}\n", encoding="utf-8")
    return read_scenarios(path)


def reference(name: str) -> ScenarioFile:
    """Return the reference scenarios of a shipped profile."""
    profile = profile_path(name)
    assert profile is not None
    path = scenarios_path(profile)
    assert path is not None
    return read_scenarios(path)
