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
    coverage: Annotated[
        bool, typer.Option("--coverage", help="Tell instead what of the profile the scenarios exercise.")
    ] = False,
) -> None:
    """Validate a profile, look for mistakes of meaning, and run its reference scenarios, or just the files given."""
    from basra_rules.cli.checking import check_everything  # noqa: PLC0415 - loaded when it is needed
    from basra_rules.cli.reports import render_report  # noqa: PLC0415

    if coverage:
        typer.echo(_coverage(profile, scenarios or [], parse_options(option), output))
        return
    report = check_everything(profile, tuple(scenarios or ()), parse_options(option))
    typer.echo(render_report(report, output.value))
    raise typer.Exit(report.exit_code)


def _coverage(profile: str, scenarios: list[Path], options: dict[str, str], output: ReportFormat) -> str:
    import json  # noqa: PLC0415

    from basra_rules.analysis.coverage import coverage_as_json, measure, render_coverage  # noqa: PLC0415
    from basra_rules.cli.scenario_files import scenario_files  # noqa: PLC0415
    from basra_rules.errors import UsageError  # noqa: PLC0415
    from basra_rules.profile.loading import given_choices, read_family  # noqa: PLC0415

    if output not in (ReportFormat.TEXT, ReportFormat.JSON):
        raise UsageError("coverage is printed as text or as json")
    family = read_family(profile)
    found = measure(family, given_choices(options), scenario_files(scenarios, family))
    if output is ReportFormat.JSON:
        return json.dumps(coverage_as_json(found), ensure_ascii=False, indent=2)
    return render_coverage(found)
