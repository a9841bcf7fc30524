"""What the documentation site does beyond mkdocs.

Every diagnostic is listed, wide tables fit a small screen, and code has a typeface of its own.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page


_TABLE = re.compile(r"<table>.*?</table>", re.DOTALL)
_HEADING = re.compile(r"<th[^>]*>(.*?)</th>")
_CELL = re.compile(r"<td")
_CHARACTERS = (
    "20-7e,a0-17f,400-45f,2010-2023,2026,2030-2037,2039-203a,2190-2199,2212,2248,2260-2265,"
    "2500-2593,25a0-25cf,2605-2606,2660-2667,2713,2717"
)
"""Latin and Cyrillic letters, marks, arrows, frames and the suits of cards."""
_NARROW = 2
"""A table of so many columns fits a small screen as it is."""


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Put the pages of all codes below the page that lists them, and leave out the one for what is not found.

    That page would need to know under which address the site stands, for it is shown in any folder.
    """
    config.theme.static_templates.discard("404.html")
    folder = Path(config.docs_dir) / "diagnostics"
    listed = _section(_section(config.nav or [], "Reference"), "Diagnostics")
    listed.extend({page.stem: f"diagnostics/{page.name}"} for page in sorted(folder.glob("*.md")))
    return config


def on_post_build(config: MkDocsConfig) -> None:
    """Put the typeface of code beside the pages: the part of DejaVu Sans Mono that they need, and its licence.

    It comes with matplotlib, so that neither the project nor a reader's browser has to fetch it.
    """
    from fontTools.subset import main as take_part  # noqa: PLC0415 - only where the site is built
    from matplotlib import get_data_path  # noqa: PLC0415

    fonts = Path(get_data_path()) / "fonts" / "ttf"
    assets = Path(config.site_dir) / "assets"
    take_part(
        [
            str(fonts / "DejaVuSansMono.ttf"),
            f"--unicodes={_CHARACTERS}",
            "--drop-tables+=FFTM",
            "--flavor=woff",
            f"--output-file={assets / 'dejavu-sans-mono.woff'}",
        ]
    )
    shutil.copyfile(fonts / "LICENSE_DEJAVU", assets / "dejavu-licence.txt")


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> None:  # noqa: ARG001 - as mkdocs calls it
    """Leave out the list of a section's pages where a page stands alone."""
    if page.parent is None:
        page.meta["hide"] = ["navigation"]


def on_page_content(html: str, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG001 - as mkdocs calls it
    """Note in every cell of a wide table what its column is called: a small screen shows cells below each other."""
    return _TABLE.sub(lambda found: _labelled(found[0]), html)


def _labelled(table: str) -> str:
    titles = _HEADING.findall(table)
    if len(titles) <= _NARROW:
        return table
    cells = iter(range(len(_CELL.findall(table))))
    labelled = _CELL.sub(lambda _: f'<td data-title="{titles[next(cells) % len(titles)]}"', table)
    return labelled.replace("<table>", "<table data-wide>", 1)


def _section(items: list[dict[str, Any]], title: str) -> list[dict[str, Any]]:
    """Return what the navigation has below a title."""
    return next(item[title] for item in items if title in item)
