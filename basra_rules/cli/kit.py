"""`basra kit`: the reference scenarios for other programs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def kit(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A new or empty folder, or one with an older kit.")],
) -> None:
    """Write the conformance kit: all profiles and scenarios, schemas, the protocol, and an example in Python."""
    from basra_rules.conformance.kit import write_kit  # noqa: PLC0415 - loaded when it is needed

    written = write_kit(folder)
    typer.echo(f"{written.folder}: {written.scenarios} scenarios of {written.profiles} profiles; README.md tells more")
