"""`basra check`: validate a profile and run scenarios against it."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from basra_rules.cli.options import OptionList, ProfileArgument, parse_options
from basra_rules.cli.output import print_report, tell, terminal_width


class ReportFormat(StrEnum):
    """How a report is printed."""

    TEXT = "text"
    JSON = "json"
    GITHUB = "github"
    JUNIT = "junit"
    SARIF = "sarif"


def check(  # noqa: PLR0913, PLR0917 - the options of a command
    profile: ProfileArgument,
    scenarios: Annotated[
        list[Path] | None,
        typer.Argument(help="Scenario files to run instead of the profile's own reference scenarios."),
    ] = None,
    option: OptionList = None,
    output: Annotated[ReportFormat, typer.Option("--format", help="How the report is printed.")] = ReportFormat.TEXT,
    fix: Annotated[
        bool, typer.Option("--fix", help="Mend first, in the files themselves, what can be meant in one way only.")
    ] = False,
    coverage: Annotated[
        bool, typer.Option("--coverage", help="Tell instead what of the profile the scenarios exercise.")
    ] = False,
) -> None:
    """Validate a profile, look for mistakes of meaning, and run its reference scenarios, or just the files given."""
    from basra_rules.analysis.checking import check_everything  # noqa: PLC0415 - loaded when it is needed
    from basra_rules.cli.fixing import check_and_fix, count_certain  # noqa: PLC0415
    from basra_rules.cli.reports import faults_for_programs, render_report  # noqa: PLC0415
    from basra_rules.errors import UsageError  # noqa: PLC0415

    if coverage and fix:
        raise UsageError("`--coverage` tells what scenarios exercise, and mends nothing: leave out `--fix`")
    if coverage:
        with faults_for_programs(profile, output):
            typer.echo(_coverage(profile, scenarios or [], parse_options(option), output))
        return
    paths = tuple(scenarios or ())
    checked = check_and_fix if fix else check_everything
    report = checked(profile, paths, parse_options(option))
    print_report(render_report(report, output.value, terminal_width()), output.value)
    if output is ReportFormat.TEXT and (number := count_certain(report, profile, paths)):
        tell(f"note: `--fix` mends {'one' if number == 1 else number} of these in the file itself")
    raise typer.Exit(report.exit_code)


def _coverage(profile: str, scenarios: list[Path], options: dict[str, str], output: ReportFormat) -> str:
    import json  # noqa: PLC0415

    from basra_rules.analysis.coverage import measure  # noqa: PLC0415
    from basra_rules.analysis.coverage_report import coverage_as_json, render_coverage  # noqa: PLC0415
    from basra_rules.errors import UsageError  # noqa: PLC0415
    from basra_rules.profile.family import read_family  # noqa: PLC0415
    from basra_rules.profile.loading import given_choices  # noqa: PLC0415
    from basra_rules.scenarios.belonging import scenario_files  # noqa: PLC0415

    if output not in (ReportFormat.TEXT, ReportFormat.JSON):
        raise UsageError("coverage is printed as text or as json")
    family = read_family(profile)
    found = measure(family, given_choices(options), scenario_files(scenarios, family))
    if output is ReportFormat.JSON:
        return json.dumps(coverage_as_json(found), ensure_ascii=False, indent=2)
    return render_coverage(found, terminal_width())
