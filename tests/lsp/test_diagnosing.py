"""What is found in an open file is what `basra check` finds, placed where the editor shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from basra_rules.analysis.checking import check_everything
from basra_rules.lsp.diagnosing import Finding, Findings, Question, find_all, find_errors
from basra_rules.scenarios.sorting import Kind
from tests.cli.running import ROOT
from tests.lsp.open_files import CHILD

if TYPE_CHECKING:
    from pathlib import Path

KNOWN = "profiles/egyptian.yaml"


def ask(path: Path, text: str, **others: str) -> Question:
    """Return the question about an open file; `others` are open beside it, by their stems."""
    kind = Kind.SCENARIOS if ".scenarios" in path.name else Kind.PROFILE
    texts = {path.with_name(f"{stem}.yaml"): other for stem, other in others.items()}
    return Question(path, kind, {path: text, **texts})


def told(findings: tuple[Finding, ...]) -> list[tuple[str, int, str]]:
    return [(one.diagnostic.code, one.span.line, one.span.text) for one in findings]


@pytest.mark.parametrize(
    "text",
    [
        "match: {target: none}\nmach: 1",
        "bonuses: {basra: {points: 10}}\n",
        "dealing: [",
    ],
)
def test_it_is_what_check_finds(text: str, tmp_path: Path) -> None:
    path = tmp_path / "house.yaml"
    path.write_text(CHILD + text, encoding="utf-8")
    expected = check_everything(path, (), {}).diagnostics
    found = find_all(ask(path, CHILD + text))[path]
    assert tuple(one.diagnostic for one in found) == expected
    assert all(one.span == one.diagnostic.span for one in found)
    assert expected


def test_the_text_of_the_editor_counts_not_that_of_the_disk(tmp_path: Path) -> None:
    path = tmp_path / "house.yaml"
    path.write_text(CHILD + "mach: 1\n", encoding="utf-8")
    assert told(find_errors(ask(path, CHILD + "match: {target: 77}\n"))[path]) == []
    assert told(find_errors(ask(path, CHILD + "matsch: 1\n"))[path]) == [("unknown-key", 4, "matsch")]


def test_errors_are_found_before_what_is_odd(tmp_path: Path) -> None:
    path = tmp_path / "house.yaml"
    question = ask(path, CHILD + "match: {target: 77}\nbonuses: {basra: {points: 10}}\n")
    assert find_errors(question) == {path: ()}
    assert told(find_all(question)[path]) == [("override-equal", 5, "10")]


def test_a_fault_in_a_parent_is_told_where_the_parent_is_named(tmp_path: Path) -> None:
    path = tmp_path / "house.yaml"
    text = CHILD.replace("egyptian", "./aunt.yaml")
    (finding,) = find_errors(ask(path, text, aunt=CHILD + "mach: 1\n"))[path]
    assert (finding.span.line, finding.span.text) == (3, "./aunt.yaml")
    assert finding.diagnostic.message == f"unknown key `mach` ({tmp_path / 'aunt.yaml'}:4)"
    (there,) = finding.related
    assert (there.path, there.span.line) == (tmp_path / "aunt.yaml", 4)


def test_a_parent_that_is_open_counts_before_it_is_saved(tmp_path: Path) -> None:
    (tmp_path / "aunt.yaml").write_text("nonsense", encoding="utf-8")
    path = tmp_path / "house.yaml"
    text = CHILD.replace("egyptian", "./aunt.yaml") + "remove: [options.aunts]\n"
    aunt = CHILD + "options: {aunts: {about: x, sets: match.target, choices: [101, 121]}}\n"
    assert find_errors(ask(path, text, aunt=aunt)) == {path: ()}


def test_notes_that_carry_places_lead_there(tmp_path: Path) -> None:
    path = tmp_path / "house.yaml"
    (finding,) = find_errors(ask(path, CHILD + "scoring: {cards: {2C: 1,\n  2♣: 2}}\n"))[path]
    assert [(one.path, one.span.line, one.message) for one in finding.related] == [(path, 4, "the first is in line 4")]


SCENARIO = "scenarios:\n  - name: a\n    floor: 3♣ 5♦\n    plays: [8♥ x 3♣ 5♦]\n    expect: {points: 11, takes: 3♣}\n"


def test_a_scenario_that_fails_is_told_at_its_expectations(tmp_path: Path) -> None:
    path = tmp_path / "house.scenarios.yaml"
    (tmp_path / "house.yaml").write_text(CHILD, encoding="utf-8")
    findings = find_all(ask(path, SCENARIO))[path]
    assert told(findings) == [("scenario-failed", 5, "takes"), ("scenario-failed", 5, "points")]
    assert findings[1].diagnostic.message == "expected 11, but it is 10"
    assert ("rule `bonuses.basra`: scores 10", ROOT / KNOWN) in [(one.message, one.path) for one in findings[1].related]


def test_a_profile_that_is_changed_is_held_against_its_scenarios(tmp_path: Path) -> None:
    path, scenarios = tmp_path / "house.yaml", tmp_path / "house.scenarios.yaml"
    scenarios.write_text(SCENARIO.replace("11, takes: 3♣", "10"), encoding="utf-8")
    assert find_all(ask(path, CHILD + "title: x\nmatch: {target: 99}\n"))[scenarios] == ()
    changed: Findings = find_all(ask(path, CHILD + "bonuses: {basra: {points: 12}}\n"))
    assert told(changed[scenarios]) == [("scenario-failed", 5, "points")]
    assert changed[path] == ()


def test_a_fault_in_one_scenario_does_not_hide_the_others(tmp_path: Path) -> None:
    (tmp_path / "house.yaml").write_text(CHILD, encoding="utf-8")
    path = tmp_path / "house.scenarios.yaml"
    broken = SCENARIO + "  - name: b\n    florr: 3♣\n    expect: {points: 0}\n"
    assert told(find_errors(ask(path, broken))[path]) == [("unknown-key", 7, "florr")]
    assert [code for code, *_ in told(find_all(ask(path, broken))[path])] == [
        "scenario-failed",
        "scenario-failed",
        "unknown-key",
    ]


def test_a_broken_profile_is_told_in_the_scenarios_that_are_for_it(tmp_path: Path) -> None:
    (tmp_path / "house.yaml").write_text(CHILD + "mach: 1\n", encoding="utf-8")
    path = tmp_path / "house.scenarios.yaml"
    (finding,) = find_all(ask(path, SCENARIO))[path]
    assert (finding.diagnostic.code, finding.span.line) == ("unknown-key", 1)
    assert finding.related[0].path == tmp_path / "house.yaml"


@pytest.mark.parametrize("text", ["", "\x00", "a: \ud83c", "- " * 5000, "{" * 5000, "x" * (1024 * 1024 + 1)])
def test_a_hopeless_text_is_told_in_the_file_itself(text: str, tmp_path: Path) -> None:
    path = tmp_path / "house.yaml"
    (finding,) = find_errors(ask(path, text))[path]
    assert finding.span.source.name == str(path)
