"""Printing: what other programs read, and what people read in a terminal."""

from __future__ import annotations

import os
import shutil
import sys
from typing import TextIO

import typer

from basra_rules.columns import wrap
from basra_rules.errors import BasraError, DiagnosticsError, render_diagnostic

_GOES_ON = 4
_USUAL = 80


def terminal_width(stream: TextIO | None = None) -> int | None:
    """Return how many columns a stream has for a line (of None, standard output); None where it is no terminal."""
    stream = sys.stdout if stream is None else stream
    if not stream.isatty():
        return None
    return shutil.get_terminal_size((_own_columns(stream), 24)).columns


def _own_columns(stream: TextIO) -> int:
    try:
        return os.get_terminal_size(stream.fileno()).columns or _USUAL
    except OSError:
        return _USUAL


def tell(text: str) -> None:
    """Print, for people, lines on standard error: each broken as it needs where that is a terminal."""
    width = terminal_width(sys.stderr)
    for line in text.split("\n"):
        typer.echo("\n".join(wrap(line, width, _GOES_ON)), err=True)


def render_error(error: BasraError) -> str:
    """Return an error as standard error can show it."""
    width = terminal_width(sys.stderr)
    if isinstance(error, DiagnosticsError):
        return "\n\n".join(render_diagnostic(one, width) for one in error.diagnostics)
    return "\n".join(part for line in f"error: {error}".split("\n") for part in wrap(line, width, _GOES_ON))


def print_report(text: str, output: str) -> None:
    """Print a report; one for programs in UTF-8, whatever the terminal's encoding, for that is what its format says."""
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if output != "text" and reconfigure is not None:
        reconfigure(encoding="utf-8")
    typer.echo(text)
