"""`basra check`: validate a profile and run scenarios against it."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from basra_rules.cli.options import OptionList, ProfileArgument, parse_options


class ReportFormat(StrEnum):
    """How a report is printed."""

    TEXT = "text"
    JSON = "json"
    GITHUB = "github"
    JUNIT = "junit"
    SARIF = "sarif"


def check(
    profile: ProfileArgument,
    scenarios: Annotated[
        list[Path] | None,
        typer.Argument(help="Scenario files to run instead of the profile's own reference scenarios."),
    ] = None,
    option: OptionList = None,
    output: Annotated[ReportFormat, typer.Option("--format", help="How the report is printed.")] = ReportFormat.TEXT,
) -> None:
    """Validate a profile and run its reference scenarios, or the files given."""
    from basra_rules.cli.checking import check_everything  # noqa: PLC0415 - loaded when it is needed
    from basra_rules.cli.reports import render_report  # noqa: PLC0415

    report = check_everything(profile, tuple(scenarios or ()), parse_options(option))
    typer.echo(render_report(report, output.value))
    raise typer.Exit(report.exit_code)
