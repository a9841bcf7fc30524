"""The documentation site: it can be built, is complete, and fetches nothing from elsewhere."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

import pytest

import basra_rules
from basra_rules.analysis.diagnostic_pages import codes
from basra_rules.cli.main import build_app
from tests.cli.running import ROOT

if TYPE_CHECKING:
    from pathlib import Path

# What a browser fetches without being asked, by element; a link that a reader follows is another matter.
FETCHED = {
    "audio": "src",
    "embed": "src",
    "iframe": "src",
    "img": "src",
    "input": "src",
    "link": "href",
    "object": "data",
    "script": "src",
    "source": "src",
    "track": "src",
    "video": "src",
}
IN_STYLES = re.compile(r"""(?:url\(\s*["']?|@import\s+["'])([^"')]+)""")


class Fetched(HTMLParser):
    """Collects what a page fetches, and the styles that are written into it."""

    def __init__(self) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.mermaid = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.addresses += [given.get(FETCHED.get(tag, "")) or "", *IN_STYLES.findall(given.get("style") or "")]
        self.mermaid |= "mermaid" in (given.get("class") or "").split()

    def handle_data(self, data: str) -> None:
        if self.rawdata and self.lasttag == "style":
            self.addresses += IN_STYLES.findall(data)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("documentation") / "site"
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=120)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
    return folder


def is_outside(address: str) -> bool:
    return bool(urlsplit(address).netloc) and not address.startswith("data:")


def test_every_page_finds_what_it_fetches_wherever_the_site_lies(site: Path) -> None:
    for page in site.rglob("*.html"):
        reader = Fetched()
        reader.feed(page.read_text(encoding="utf-8"))
        for address in reader.addresses:
            if address and not is_outside(address) and not address.startswith("data:"):
                assert (page.parent / unquote(urlsplit(address).path)).exists(), (page.name, address)


def test_no_page_fetches_anything_from_elsewhere(site: Path) -> None:
    outside = set()
    for page in site.rglob("*.html"):
        reader = Fetched()
        reader.feed(page.read_text(encoding="utf-8"))
        outside |= {address for address in reader.addresses if is_outside(address)}
        assert not reader.mermaid, f"{page.name}: the theme fetches what draws mermaid diagrams from elsewhere"
    assert outside == set()


def test_no_style_fetches_anything_from_elsewhere(site: Path) -> None:
    found = {address for style in site.rglob("*.css") for address in IN_STYLES.findall(style.read_text("utf-8"))}
    assert any(address.endswith(".woff") for address in found)
    assert {address for address in found if is_outside(address)} == set()


def test_no_script_of_ours_names_another_place(site: Path) -> None:
    scripts = list((ROOT / "docs" / "assets").glob("*.js"))
    assert scripts
    for script in scripts:
        assert (site / "assets" / script.name).exists()
        assert "//" not in re.sub(r"^\s*//.*$", "", script.read_text(encoding="utf-8"), flags=re.MULTILINE)


def test_whatever_a_page_fetches_is_there(site: Path) -> None:
    missing = set()
    for page in site.rglob("*.html"):
        if page.name == "404.html":  # a server shows it anywhere, so its addresses start at the top
            continue
        reader = Fetched()
        reader.feed(page.read_text(encoding="utf-8"))
        for address in filter(None, reader.addresses):
            path = unquote(urlsplit(address).path)
            if not address.startswith("data:") and not (page.parent / path).exists():
                missing.add((page.name, address))
    assert missing == set()


def test_every_diagnostic_has_a_page(site: Path) -> None:
    listed = (site / "diagnostics.html").read_text(encoding="utf-8")
    for code in codes():
        assert (site / "diagnostics" / f"{code}.html").exists()
        assert f'href="diagnostics/{code}.html"' in listed


def test_every_command_and_every_public_name_is_described(site: Path) -> None:
    commands = (site / "commands.html").read_text(encoding="utf-8")
    for command in build_app().registered_commands:
        assert command.callback is not None
        name = command.name or command.callback.__name__.replace("_", "-")
        assert f'id="basra-{name}"' in commands
    python = (site / "python.html").read_text(encoding="utf-8")
    assert [name for name in basra_rules.__all__ if f'id="basra_rules.{name}"' not in python] == []


def test_readers_can_search_without_a_server(site: Path) -> None:
    assert (site / "search" / "search_index.js").exists()
    assert "iframe-worker.js" in (site / "index.html").read_text(encoding="utf-8")


def test_nothing_that_makes_pages_is_published(site: Path) -> None:
    assert list(site.rglob("*.py")) + list(site.rglob("__pycache__")) == []
