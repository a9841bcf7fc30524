"""`basra explain`: what a diagnostic means, and what to do about it."""

from __future__ import annotations

from typing import Annotated

import typer

from basra_rules.cli.completing import complete_code
from basra_rules.cli.output import terminal_width
from basra_rules.columns import cells, wrap


def explain(
    code: Annotated[
        str | None,
        typer.Argument(help="A code such as never-holds; without one, all are listed.", autocompletion=complete_code),
    ] = None,
) -> None:
    """Print the page of a diagnostic's code: what to avoid, what to prefer, and why."""
    from basra_rules.analysis.diagnostic_pages import list_pages, page_of  # noqa: PLC0415 - loaded when it is needed

    width = terminal_width()
    if code is None:
        typer.echo("\n".join(part for line in list_pages().split("\n") for part in wrap(line, width, _GOES_ON)))
    else:
        typer.echo(fitted(page_of(code), width))


_GOES_ON = 4


def fitted(page: str, width: int | None) -> str:
    """Return a page with those paragraphs broken anew that are too wide; its examples stay, for they are pasted."""
    parts = page.split(_FENCE)
    parts[::2] = ("\n\n".join(_paragraph(one, width) for one in prose.split("\n\n")) for prose in parts[::2])
    return _FENCE.join(parts)


_FENCE = "```"


def _paragraph(text: str, width: int | None) -> str:
    lines = text.split("\n")
    if width is None or max(map(cells, lines)) <= width:
        return text
    return "\n".join(wrap(" ".join(lines), width, len("# ") if text.startswith("#") else 0))
