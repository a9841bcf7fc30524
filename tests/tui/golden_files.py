"""Expected output, kept as files.  `UPDATE_GOLDEN=1 pytest tests/tui` writes them anew; look at the difference."""

from __future__ import annotations

import os
from pathlib import Path

FOLDER = Path(__file__).parent / "golden"


def compare_with_golden(name: str, text: str) -> None:
    """Compare `text` with the golden file `name`, or write that file where asked to."""
    path = FOLDER / name
    if os.environ.get("UPDATE_GOLDEN"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")
