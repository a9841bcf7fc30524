"""`basra fmt`: files in one order and spelling."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def fmt(
    files: Annotated[list[Path], typer.Argument(help="Profiles and files of scenarios; - is standard input.")],
    *,
    check: Annotated[
        bool, typer.Option("--check", help="Write nothing; name the files that would change, and exit with 1.")
    ] = False,
    diff: Annotated[
        bool, typer.Option("--diff", help="Write nothing; print what would change, and exit with 1 if anything.")
    ] = False,
) -> None:
    """Rewrite profiles and scenario files in one order and spelling; comments and meaning stay as they are.

    Keys come in the order of the reference, cards are written 7♦ and comparisons <=. A file in an older format is
    brought to today's. A file with errors is not touched. With - as the file, the text comes from standard input and
    goes to standard output; a parent that it names by a path is looked for from the current folder.
    """
    from basra_rules.cli.formatting import Writing, format_files  # noqa: PLC0415 - loaded when it is needed

    writing = Writing.DIFFERENCES if diff else Writing.NAMES if check else Writing.FILES
    raise typer.Exit(format_files(files, writing))
