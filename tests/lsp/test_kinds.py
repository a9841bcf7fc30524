"""Which files are ours: by name, or by keys that no other program's files have together."""

from __future__ import annotations

from pathlib import Path

import pytest

from basra_rules.lsp.desk import Document
from basra_rules.lsp.kinds import Kind, kind_of
from tests.cli.running import ROOT

FILES = [*(ROOT / "profiles").rglob("*.yaml"), *(ROOT / "docs" / "examples").glob("*.yaml")]


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_file_of_the_project_is_told_from_the_other_kind(path: Path) -> None:
    is_scenarios = path.parent.name == "scenarios" or ".scenarios" in path.name
    document = Document(path.as_uri(), path, path.read_text(encoding="utf-8"))
    assert kind_of(document) is (Kind.SCENARIOS if is_scenarios else Kind.PROFILE)


@pytest.mark.parametrize(
    ("text", "name", "kind"),
    [
        ("format: 1\n", "a.yaml", Kind.PROFILE),
        ("fromat: 1\nname: a\nextends: egyptian", "a.yaml", Kind.PROFILE),
        ('{"format": 1, "name": "a"}', "a.json", Kind.PROFILE),
        ("", "a.scenarios.yaml", Kind.SCENARIOS),
        ("scenarios: [", "a.yaml", Kind.SCENARIOS),
        ("", "a.yaml", Kind.OTHER),
        ("name: CI\non: push\njobs: {}", "ci.yaml", Kind.OTHER),
        ("extends: airbnb\nrules: {}\nenv: {}", ".eslintrc.yaml", Kind.OTHER),
        ("config: {}\nscenarios: []", "load-test.yaml", Kind.OTHER),
        ("services: {web: {extends: x}}", "compose.yaml", Kind.OTHER),
    ],
)
def test_one_key_alone_proves_nothing(text: str, name: str, kind: Kind) -> None:
    assert kind_of(Document("", Path("/nowhere") / name, text)) is kind
