"""`basra identify`: which profile does a table play?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def identify(
    scenarios: Annotated[
        list[Path] | None,
        typer.Argument(help="Scenario files: rank the profiles by how many of these scenarios they agree with."),
    ] = None,
    write: Annotated[
        Path | None, typer.Option("--write", help="Write the answer as a new house-rule file, such as house/ours.yaml.")
    ] = None,
) -> None:
    """Find the profile that a table plays, by a few questions or from scenario files."""
    from basra_rules.cli.identifying import (  # noqa: PLC0415
        hold_interview,
        name_of_house_file,
        rank_scenarios,
        write_house_file,
    )

    if write is not None:
        name_of_house_file(write)
    found = rank_scenarios(tuple(scenarios)) if scenarios else hold_interview()
    if write is not None and found is not None:
        write_house_file(write, found)
    elif write is not None:
        typer.echo(f"Nothing is known, so {write} is not written.")
