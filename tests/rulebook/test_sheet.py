"""The page prints on one sheet: the longest rulebook of every language, printed by a browser."""

from __future__ import annotations

import re
import shutil
import subprocess
from functools import cache
from typing import TYPE_CHECKING

import pytest

from basra_rules import resources
from basra_rules.profile.family import read_family
from basra_rules.rulebook.html_page import render_html
from basra_rules.rulebook.telling import tell_rules
from basra_rules.rulebook.voice import Language, Voice

if TYPE_CHECKING:
    from pathlib import Path

CHROMIUM = shutil.which("chromium")
_FONT = "Noto Sans"
"""The page's font where the system has no other; how long a line is depends on it."""
_PAGE = re.compile(rb"/Type\s*/Page\b")
_SIZE = re.compile(rb"/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]")
_A4 = (595, 842)
_SECONDS = 60
_CANDIDATES = 4


def _has_font() -> bool:
    finder = shutil.which("fc-match")
    if finder is None:
        return False
    found = subprocess.run([finder, "--format=%{family}", _FONT], capture_output=True, text=True, check=False)
    return found.stdout.startswith(_FONT)


pytestmark = pytest.mark.skipif(
    CHROMIUM is None or not _has_font(), reason="no chromium or no Noto Sans on this machine"
)


def page_of(name: str, language: Language) -> str:
    return render_html(tell_rules(read_family(name), {}, Voice(language)))


@cache
def longest_profiles() -> list[str]:
    """Return those with most to tell in English; one of them has most to tell in another language, too."""
    lengths = {name: len(page_of(name, Language.ENGLISH)) for name in resources.profile_names()}
    return sorted(lengths, key=lambda name: -lengths[name])[:_CANDIDATES]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return where the browser keeps what it needs, and the pages lie."""
    return tmp_path_factory.mktemp("browser")


def printed(page: str, folder: Path) -> bytes:
    """Return a page as a browser prints it."""
    assert CHROMIUM is not None
    source, target = folder / "page.html", folder / "page.pdf"
    source.write_text(page, encoding="utf-8")
    options = ("--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer")
    command = [CHROMIUM, *options, f"--user-data-dir={folder}", f"--print-to-pdf={target}", source.as_uri()]
    subprocess.run(command, capture_output=True, check=True, timeout=_SECONDS)
    return target.read_bytes()


@pytest.mark.parametrize("language", Language)
def test_the_longest_rulebook_prints_on_one_sheet(language: Language, folder: Path) -> None:
    document = printed(max((page_of(name, language) for name in longest_profiles()), key=len), folder)
    assert len(_PAGE.findall(document)) == 1
    sizes = {(round(float(width)), round(float(height))) for width, height in _SIZE.findall(document)}
    assert sizes == {_A4}
