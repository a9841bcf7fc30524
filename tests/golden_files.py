"""Expected output, kept as files.  `UPDATE_GOLDEN=1 python3 dev.py test` writes them anew; look at the difference."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def compare_with_golden(path: Path, text: str) -> None:
    """Compare `text` with the golden file at `path`, or write that file where asked to."""
    if os.environ.get("UPDATE_GOLDEN"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")
