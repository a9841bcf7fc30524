"""Profile files for tests: short texts written to a folder, and what loading them says."""

from __future__ import annotations

from textwrap import dedent
from typing import TYPE_CHECKING

from basra_rules.profile.loading import check_profile

if TYPE_CHECKING:
    from pathlib import Path

    from basra_rules.errors import Diagnostic


def write(folder: Path, text: str, name: str = "house.yaml") -> Path:
    """Write a profile's text, without its indentation, and return its path."""
    path = folder / name
    path.write_text(dedent(text), encoding="utf-8")
    return path


def child(text: str, *, parent: str = "egyptian") -> str:
    """Return the text of a house rule that extends `parent`."""
    return f"format: 1\nname: house\nextends: {parent}\n{dedent(text)}"


def only_fault(path: Path, options: dict[str, object] | None = None) -> Diagnostic:
    """Return the one diagnostic that a file gives; more or fewer fail the test."""
    diagnostics = check_profile(path, options)
    assert len(diagnostics) == 1, "\n\n".join(f"{one.code}: {one.message} at {one.span}" for one in diagnostics)
    return diagnostics[0]
