"""The pages about diagnostics, one for each code: what to avoid, what to prefer, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra_rules.errors import UsageError, did_you_mean
from basra_rules.resources import data_folder

if TYPE_CHECKING:
    from pathlib import Path

FOLDER = "docs/diagnostics"


def page_of(code: str) -> str:
    """Return the page of a code.

    Raises:
        UsageError: there is no such code.
    """
    pages = _pages()
    if code not in pages:
        raise UsageError(f"there is no diagnostic `{code}`: {did_you_mean(code, pages)}")
    return pages[code].read_text(encoding="utf-8").rstrip()


def page_path(code: str) -> Path | None:
    """Return the file of a code's page, or None where it has none."""
    return _pages().get(code)


def list_pages() -> str:
    """Return every code with the first line of its page."""
    titles = {code: path.read_text(encoding="utf-8").splitlines()[0] for code, path in _pages().items()}
    return "\n".join(title.removeprefix("# ") for title in titles.values())


def codes() -> tuple[str, ...]:
    """Return every code that has a page."""
    return tuple(_pages())


def _pages() -> dict[str, Path]:
    return {path.stem: path for path in sorted(data_folder(FOLDER).glob("*.md")) if path.stem != "README"}
