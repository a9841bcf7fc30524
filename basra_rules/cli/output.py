"""Printing what other programs read."""

from __future__ import annotations

import shutil
import sys

import typer


def terminal_width() -> int | None:
    """Return how many columns there are for a line; None where it goes to no terminal, but to a program or a file."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def print_report(text: str, output: str) -> None:
    """Print a report; one for programs in UTF-8, whatever the terminal's encoding, for that is what its format says."""
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if output != "text" and reconfigure is not None:
        reconfigure(encoding="utf-8")
    typer.echo(text)
