"""What `basra fmt` does with each file, and what it prints."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from difflib import unified_diff
from enum import StrEnum
from pathlib import Path

import typer

from basra_rules import resources
from basra_rules.authoring.formatting import format_text
from basra_rules.authoring.saving import TextFile, open_text, text_of
from basra_rules.cli.output import render_error, tell
from basra_rules.errors import BasraError, UsageError
from basra_rules.scenarios.sorting import Kind, kind_of_file, kind_of_text
from basra_rules.source.reading import SCENARIO_LIMIT, read_file, source_of_bytes

STREAM = Path("-")
"""What stands for the text that comes in, in place of a file; what becomes of it goes out."""


class Writing(StrEnum):
    """What becomes of a file that is not as it should be: it is written, named, or shown."""

    FILES = "files"
    NAMES = "names"
    DIFFERENCES = "differences"


def format_files(paths: Sequence[Path], writing: Writing) -> int:
    """Format each file; return the exit code: 2 where one can't be formatted, 1 where one is to be, and is not."""
    codes = [(_format_stream if path == STREAM else _format_file)(path, writing) for path in dict.fromkeys(paths)]
    return max(codes, default=0)


def _format_file(path: Path, writing: Writing) -> int:
    if path.suffix == ".json":
        tell(f"{path}: left as it stands, for other programs read it as JSON")
        return 0
    if kind_of_file(path) is Kind.OTHER:
        tell(f"{path}: neither a profile nor scenarios, left out")
        return 0
    try:
        source = read_file(path, SCENARIO_LIMIT, resources.shown_path(path))
        formatted = format_text(source, path)
        file = open_text(path)
        if file.encode(formatted) == file.data:
            return 0
        return _write(file, formatted, writing)
    except BasraError as error:
        return _complain(error)


def _format_stream(path: Path, writing: Writing) -> int:
    """Format what comes in; it goes out whether it changes or not, unless it can't be formatted."""
    data = sys.stdin.buffer.read(SCENARIO_LIMIT + 1)
    try:
        source = source_of_bytes(data, SCENARIO_LIMIT, "standard input")
        if kind_of_text(path, source.text) is Kind.OTHER:
            raise UsageError(f"`{source.name}` is neither a profile nor scenarios")
        formatted, file = format_text(source, path), text_of(Path(source.name), data)
    except BasraError as error:
        return _complain(error)
    if writing is Writing.FILES:
        typer.echo(file.encode(formatted), nl=False)
        return 0
    return 0 if file.encode(formatted) == data else _write(file, formatted, writing)


def _complain(error: BasraError) -> int:
    typer.echo(render_error(error), err=True)
    return 2


def _write(file: TextFile, formatted: str, writing: Writing) -> int:
    if writing is Writing.FILES:
        file.save(formatted)
        typer.echo(f"formatted {file.path}")
        return 0
    if writing is Writing.NAMES:
        typer.echo(f"would format {file.path}")
    else:
        typer.echo("".join(_differences(file, formatted)), nl=False)
    return 1


def _differences(file: TextFile, formatted: str) -> Iterator[str]:
    before, after = (text.splitlines(keepends=True) for text in (file.text, formatted))
    for line in unified_diff(before, after, str(file.path), f"{file.path} (formatted)"):
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"
