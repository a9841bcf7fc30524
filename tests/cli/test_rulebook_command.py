"""`basra rulebook` as its users call it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.cli.running import basra

if TYPE_CHECKING:
    from pathlib import Path


def test_the_rules_are_told_in_english_where_no_language_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "C.UTF-8")
    done = basra("rulebook", "egyptian")
    assert done.returncode == 0
    assert done.stdout.startswith("Egyptian Basra\n==============\n")
    assert "10 points if the play takes everything on the floor" in " ".join(done.stdout.split())


def test_a_choice_is_told_as_made() -> None:
    done = basra("rulebook", "egyptian", "--lang", "en", "--option", "target=121")
    assert "reaches 121 points or more" in " ".join(done.stdout.split())


def test_a_house_rule_is_told_in_its_own_words(tmp_path: Path) -> None:
    house = tmp_path / "aunt.yaml"
    house.write_text(
        "format: 1\nname: aunt\ntitle: My aunt's Basra\nextends: egyptian\n"
        "bonuses: {lone_jack: {label: aunt's delight, points: 40}}\nremove: [options.lone_jack]\n",
        encoding="utf-8",
    )
    for language in ("en", "pl"):
        done = basra("rulebook", str(house), "--lang", language)
        assert done.returncode == 0, done.stderr
        assert done.stdout.startswith("My aunt's Basra")
        assert "unt's delight – 40" in " ".join(done.stdout.split())


def test_a_page_goes_to_a_file(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    done = basra("rulebook", "egyptian", "--lang", "ar", "--format", "html", "--output", str(page))
    assert (done.returncode, done.stdout) == (0, "")
    assert page.read_text(encoding="utf-8").startswith('<!DOCTYPE html>\n<html lang="ar" dir="rtl">')


def test_a_file_that_can_t_be_written_is_told(tmp_path: Path) -> None:
    done = basra("rulebook", "egyptian", "--output", str(tmp_path / "no" / "page.html"))
    assert done.returncode == 2
    assert "can't be written" in done.stderr


@pytest.mark.parametrize("arguments", [("--lang", "xx"), ("--format", "pdf"), ("--option", "target=7")])
def test_what_does_not_exist_is_refused(arguments: tuple[str, str]) -> None:
    assert basra("rulebook", "egyptian", *arguments).returncode == 2
