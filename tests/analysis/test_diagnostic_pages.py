"""Every diagnostic has its page; the example to avoid gives it, the one to prefer does not."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from basra_rules.analysis.diagnostic_pages import codes, list_pages, page_of
from basra_rules.analysis.linting import CODES, lint_profile
from basra_rules.errors import DiagnosticsError, UsageError
from basra_rules.profile.family import read_family
from basra_rules.profile.loading import check_profile, resolve_profile
from basra_rules.scenarios.reading import read_scenarios
from basra_rules.scenarios.running import Runner

if TYPE_CHECKING:
    from collections.abc import Mapping

ROOT = Path(__file__).resolve().parent.parent.parent
TOLD_ONLY = {"unreadable-file", "too-large", "not-text"}  # what they speak of is no text to print
MAKES = {"Diagnostic", "wrong", "fault", "refuse", "CannotRun"}


@cache
def example(code: str, heading: str) -> tuple[str, str]:
    """Return the kind and text of the example under a heading of a page."""
    found = re.search(rf"## {heading}\n\n```([a-z ]*)\n(.*?)\n```", page_of(code), re.DOTALL)
    assert found is not None, f"{code} has no example to {heading.lower()}"
    return found[1], found[2]


def codes_of(folder: Path, kind: str, text: str, code: str) -> set[str]:
    """Return the codes of all that is found in an example."""
    if kind == "yaml scenario":
        return scenario_codes(folder / "house.yaml", text)
    path = folder / "house.yaml"
    path.write_text(text + "\n", encoding="utf-8")
    found = {one.code for one in check_profile(path)}
    if code in CODES and not found:
        family = read_family(path)
        found = {one.code for one in lint_profile(resolve_profile(family), family)}
    return found


def scenario_codes(path: Path, text: str) -> set[str]:
    path.write_text(text + "\n", encoding="utf-8")
    try:
        file = read_scenarios(path)
    except DiagnosticsError as error:
        return {one.code for one in error.diagnostics}
    assert file.profile is not None
    outcomes = Runner(read_family(file.profile.text)).run_file(file)
    return {fault.code for outcome in outcomes for fault in outcome.faults}


@pytest.mark.parametrize("code", codes())
def test_the_example_to_avoid_gives_the_diagnostic_and_the_other_does_not(tmp_path: Path, code: str) -> None:
    if code in TOLD_ONLY:
        pytest.skip("no text to print")
    assert code in codes_of(tmp_path, *example(code, "Avoid"), code)
    assert codes_of(tmp_path, *example(code, "Prefer"), code) == set()


@pytest.mark.parametrize("code", codes())
def test_a_page_has_its_code_a_title_and_reasons(code: str) -> None:
    lines = page_of(code).splitlines()
    assert lines[0].startswith(f"# {code}: ")
    assert [line for line in lines if line.startswith("## ")] == ["## Avoid", "## Prefer", "## Why"]
    assert len(page_of(code).split("## Why")[1].split()) > 8


@pytest.mark.parametrize("code", CODES)
def test_a_page_of_lint_begins_with_one_plain_sentence(code: str) -> None:
    _, said, heading, *_ = page_of(code).split("\n\n")
    assert heading == "## Avoid"
    assert said.endswith(".")
    assert ". " not in said


def test_every_code_of_the_program_has_its_page_and_every_page_its_code() -> None:
    assert set(codes()) == written_codes() | set(CODES)


def written_codes() -> set[str]:
    """Return the codes that stand in the source as the first argument of what makes a diagnostic."""
    found = set()
    for path in (ROOT / "basra_rules").rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        constants = {
            target.id: node.value.value
            for node in ast.walk(tree)
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and node.args and called(node) in MAKES:
                found |= {text for text in texts(node.args[0], constants) if re.fullmatch(r"[a-z]+(-[a-z]+)*", text)}
    return found


def called(node: ast.Call) -> str:
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def texts(node: ast.expr, constants: Mapping[str, object]) -> set[str]:
    if isinstance(node, ast.IfExp):
        return texts(node.body, constants) | texts(node.orelse, constants)
    value = node.value if isinstance(node, ast.Constant) else constants.get(getattr(node, "id", ""))
    return {value} if isinstance(value, str) else set()


def test_each_check_of_lint_is_a_file_of_its_own() -> None:
    checks = {path.stem.replace("_", "-") for path in (ROOT / "basra_rules/analysis/checks").glob("[a-z]*.py")}
    assert checks == set(CODES)


def test_a_code_that_does_not_exist_is_answered_with_the_nearest() -> None:
    with pytest.raises(UsageError, match="did you mean `never-holds`"):
        page_of("never-hold")


def test_all_codes_are_listed_with_a_line_each() -> None:
    assert len(list_pages().splitlines()) == len(codes())
