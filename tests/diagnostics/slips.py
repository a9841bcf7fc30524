"""Files of slips: each a title, the text, what is said of it, and the text mended, if a certain fix mends it.

In a file of slips the head that all texts share is left out: a text without `format` or `profile` has it above it.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

_BLOCK = re.compile(r"#### (?P<title>.+)\n(?P<text>(?:.*\n)*?)---- says\n(?P<said>(?:.*\n)*?)(?=\Z|\n#### )")


@dataclass(frozen=True)
class Slip:
    """One text with a slip in it, and the expected rest of its block."""

    title: str
    text: str
    said: str

    def block(self, said: str) -> str:
        """Return the block with what is said."""
        return f"#### {self.title}\n{self.text}---- says\n{said}"


def read_slips(path: Path) -> tuple[Slip, ...]:
    """Return the slips of a file, in order."""
    text = path.read_text(encoding="utf-8")
    found = tuple(Slip(match["title"], match["text"], match["said"]) for match in _BLOCK.finditer(text))
    assert "\n".join(slip.block(slip.said) for slip in found) == text, "the file does not hold blocks alone"
    return found


def compare_slips(path: Path, said: Iterable[str]) -> None:
    """Compare what is said with the file, or write it anew where UPDATE_GOLDEN asks for it."""
    blocks = [slip.block(text) for slip, text in zip(read_slips(path), said, strict=True)]
    if os.environ.get("UPDATE_GOLDEN"):
        path.write_text("\n".join(blocks), encoding="utf-8")
    assert "\n".join(blocks) == path.read_text(encoding="utf-8")
