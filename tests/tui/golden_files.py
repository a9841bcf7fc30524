"""The screens of the terminal game, kept as files in `golden/`."""

from __future__ import annotations

from pathlib import Path

from tests import golden_files

FOLDER = Path(__file__).parent / "golden"


def compare_with_golden(name: str, text: str) -> None:
    """Compare `text` with the golden file `name` of this folder."""
    golden_files.compare_with_golden(FOLDER / name, text)
