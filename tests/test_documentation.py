"""The documentation is true: generated pages are up to date and complete, links lead somewhere."""

from __future__ import annotations

import re
from enum import StrEnum
from pathlib import Path

import pytest

from basra_rules import resources
from basra_rules.expression.checking import check_condition, check_pattern
from basra_rules.expression.parsing import parse_condition, parse_pattern
from basra_rules.expression.vocabulary import NAMES, Scope
from basra_rules.profile import vocabulary
from basra_rules.profile.differences import RULE_AREAS
from basra_rules.profile.fields import Area
from basra_rules.profile.loading import load_profile
from basra_rules.profile.models import FILE_KEYS, Profile
from basra_rules.profile.vocabulary import WORDS
from basra_rules.scenarios.reading import read_scenarios
from basra_rules.source.nodes import MapNode, Node, ScalarNode, scalar_from_text
from docs.generate import KEYS_PAGE, NAMES_PAGE, PAGE, pages
from tests.cli.running import ROOT

SOURCES = (Path(PAGE).parent / "sources.md").read_text(encoding="utf-8")
KEYS = set(re.findall(r"^\| ([SG][0-9]+) \|", SOURCES, flags=re.MULTILINE))


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.name)
def test_a_page_that_is_made_is_up_to_date(page: Path) -> None:
    assert page.read_text(encoding="utf-8") == pages()[page], "run `python -m docs.generate`"


def test_every_key_has_a_row_in_the_reference() -> None:
    rows = re.findall(r"^\| `([^`]+)` \|", KEYS_PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    areas = [area for area in Area.__subclasses__() if area.__module__ == Profile.__module__]
    keys = {name for area in areas for name in area.model_fields} - set(RULE_AREAS) - {"options", "readings"}
    assert {row.rpartition(".")[2] for row in rows} == keys | set(FILE_KEYS)
    assert len(rows) == len(set(rows))


def test_every_word_of_every_vocabulary_is_explained() -> None:
    listed = [one for one in vars(vocabulary).values() if isinstance(one, type) and issubclass(one, StrEnum)]
    expected = {one: {word.value for word in one} for one in listed if one is not StrEnum}
    assert {one: set(words) for one, words in WORDS.items()} == expected


def test_every_name_of_expressions_has_a_row() -> None:
    rows = re.findall(r"^\| `([^`]+)` \| .* \| (.*) \|$", NAMES_PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert {(entry.name, entry.meaning) for entry in NAMES} <= set(rows)


def _first_cells(heading: str) -> list[str]:
    """Return the expressions in the first column of the table below `heading`."""
    section = NAMES_PAGE.read_text(encoding="utf-8").partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    rows = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]
    return [text for row in rows for text in re.findall(r"`([^`]+)`", row)]


@pytest.mark.parametrize("text", _first_cells("Patterns"))
def test_a_pattern_of_the_page_is_one(text: str) -> None:
    assert check_pattern(parse_pattern(scalar_from_text(text)), Scope.CARD) == ()


@pytest.mark.parametrize("text", _first_cells("Conditions"))
def test_a_condition_of_the_page_is_one(text: str) -> None:
    assert check_condition(parse_condition(scalar_from_text(text)), Scope.PLAY) == ()


CITED = re.findall(
    r"^\| `([^`]+)` \| (\w+) \| `([^`]+)` \|$", NAMES_PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE
)


@pytest.mark.parametrize(("text", "name", "path"), CITED)
def test_an_expression_of_a_profile_stands_there(text: str, name: str, path: str) -> None:
    node: Node | None = load_profile(name).origins.tree
    for key in path.split("."):
        assert isinstance(node, MapNode)
        node = node.get(key)
    assert isinstance(node, ScalarNode)
    assert node.text == text


def test_expressions_of_profiles_are_cited() -> None:
    assert len(CITED) >= 8


MARKDOWN = [ROOT / "README.md", *sorted((ROOT / "docs").glob("**/*.md"))]


@pytest.mark.parametrize("page", MARKDOWN, ids=lambda page: page.name)
def test_a_link_leads_somewhere(page: Path) -> None:
    links = re.findall(r"\]\((?!https?:|#)([^)#\s]+)", page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


@pytest.mark.parametrize("name", resources.profile_names())
def test_every_source_that_a_profile_cites_is_listed(name: str) -> None:
    profile = load_profile(name)
    path = resources.profile_path(name)
    assert path is not None
    scenarios = resources.scenarios_path(path)
    assert scenarios is not None
    cited = [reading.source or "" for reading in profile.readings]
    cited += [scenario.source for scenario in read_scenarios(scenarios).scenarios]
    known = KEYS | set(profile.sources)
    found = {key for text in cited for key in re.findall(r"\b[SGP][0-9]+\b", text)}
    assert found <= known, found - known
