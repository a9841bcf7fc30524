"""Which files are ours, for the command line as for editors: by name, or by keys that no other program has together."""

from __future__ import annotations

from pathlib import Path

import pytest

from basra_rules.scenarios.sorting import Kind, kind_of_file, kind_of_text
from tests.cli.running import ROOT

FILES = [*(ROOT / "profiles").rglob("*.yaml"), *(ROOT / "docs" / "examples").glob("*.yaml")]


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_file_of_the_project_is_told_from_the_other_kind(path: Path) -> None:
    is_scenarios = path.parent.name == "scenarios" or ".scenarios" in path.name
    assert kind_of_file(path) is (Kind.SCENARIOS if is_scenarios else Kind.PROFILE)


@pytest.mark.parametrize(
    ("text", "name", "kind"),
    [
        ("format: 1\n", "a.yaml", Kind.PROFILE),
        ("fromat: 1\nname: a\nextends: egyptian", "a.yaml", Kind.PROFILE),
        ('{"format": 1, "name": "a"}', "a.json", Kind.PROFILE),
        ("", "a.scenarios.yaml", Kind.SCENARIOS),
        ("scenarios: [", "a.yaml", Kind.SCENARIOS),
        ("profil: egyptian\nscenarios:\n", "a.yaml", Kind.SCENARIOS),
        ("\ufeffformat: 1\n", "a.yaml", Kind.PROFILE),
        ("- floor: 7D\n  plays: [7C]\n", "a.yaml", Kind.SCENARIOS),
        ("# x\n---\n  - name: a\n    match: {deals: []}\n    expect:\n", "a.yaml", Kind.SCENARIOS),
        ("- name: web\n  hosts: all\n  options: {}\n  source: x\n", "playbook.yaml", Kind.OTHER),
        ("- match: a\n- [x]\n", "list.yaml", Kind.OTHER),
        ("", "a.yaml", Kind.OTHER),
        ("name: CI\non: push\njobs: {}", "ci.yaml", Kind.OTHER),
        ("extends: airbnb\nrules: {}\nenv: {}", ".eslintrc.yaml", Kind.OTHER),
        ("config: {}\nscenarios: []", "load-test.yaml", Kind.OTHER),
        ("services: {web: {extends: x}}", "compose.yaml", Kind.OTHER),
    ],
)
def test_one_key_alone_proves_nothing(text: str, name: str, kind: Kind) -> None:
    assert kind_of_text(Path("/nowhere") / name, text) is kind
