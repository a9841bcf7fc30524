"""Printing what other programs read."""

from __future__ import annotations

import sys

import typer


def counted(number: int, what: str) -> str:
    """Return a number of things in words."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def print_report(text: str, output: str) -> None:
    """Print a report; one for programs in UTF-8, whatever the terminal's encoding, for that is what its format says."""
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if output != "text" and reconfigure is not None:
        reconfigure(encoding="utf-8")
    typer.echo(text)
