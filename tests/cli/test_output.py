from __future__ import annotations

import io
import sys

import pytest

from basra_rules.analysis.diagnostic_pages import codes, page_of
from basra_rules.cli.explain import fitted
from basra_rules.cli.output import render_error, tell, terminal_width
from basra_rules.columns import cells
from basra_rules.errors import Diagnostic, DiagnosticsError, UsageError


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


def test_an_error_is_broken_as_standard_error_needs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    usage = UsageError("there is no option `lone_jacks`: did you mean `lone_jack`? " + "and so on " * 9)
    fault = DiagnosticsError([Diagnostic("code", "there is none " * 8, notes=("and this " * 9,), help="that " * 20)])
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    assert render_error(usage) == f"error: {usage}"
    assert render_error(fault) == str(fault)
    monkeypatch.setattr(sys, "stderr", Terminal())
    for error, text in ((usage, f"error: {usage}"), (fault, str(fault))):
        said = render_error(error)
        assert max(map(cells, said.split("\n"))) <= 60
        assert said.split() == text.split()


def test_a_note_is_broken_as_standard_error_needs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setattr(sys, "stderr", Terminal())
    tell("note: " + "and so on " * 9)
    assert isinstance(sys.stderr, io.StringIO)
    assert max(map(len, sys.stderr.getvalue().splitlines())) <= 60


@pytest.mark.parametrize("code", codes())
def test_a_page_fits_a_terminal_but_for_its_examples(code: str) -> None:
    page = page_of(code)
    assert fitted(page, None) == page
    for width in (60, 80, 120):
        shown = fitted(page, width)
        assert shown.split("```")[1::2] == page.split("```")[1::2]
        assert max(cells(line) for prose in shown.split("```")[::2] for line in prose.split("\n")) <= width
        assert shown.split() == page.split()
