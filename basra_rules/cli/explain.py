"""`basra explain`: what a diagnostic means, and what to do about it."""

from __future__ import annotations

from typing import Annotated

import typer

from basra_rules.cli.completing import complete_code


def explain(
    code: Annotated[
        str | None,
        typer.Argument(help="A code such as never-holds; without one, all are listed.", autocompletion=complete_code),
    ] = None,
) -> None:
    """Print the page of a diagnostic's code: what to avoid, what to prefer, and why."""
    from basra_rules.analysis.diagnostic_pages import list_pages, page_of  # noqa: PLC0415 - loaded when it is needed

    typer.echo(list_pages() if code is None else page_of(code))
