from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING

from basra_rules.cli.output import terminal_width

if TYPE_CHECKING:
    import pytest


class Terminal(io.StringIO):
    """Standard output that is a terminal."""

    def isatty(self) -> bool:
        """Tell that it is one."""
        return True


def test_lines_have_a_width_in_a_terminal_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    assert terminal_width() is None
    monkeypatch.setattr(sys, "stdout", Terminal())
    assert terminal_width() == 100
