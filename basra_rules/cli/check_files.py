"""`basra check-files`: check whatever files are given, as programs that watch over files do."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from basra_rules.cli.check import ReportFormat
from basra_rules.cli.output import print_report, tell, terminal_width


def check_files(
    files: Annotated[list[Path], typer.Argument(help="Profiles and scenario files, in any order.")],
    output: Annotated[ReportFormat, typer.Option("--format", help="How the report is printed.")] = ReportFormat.TEXT,
) -> None:
    """Check profiles and scenario files, each scenario file under the profile beside it or named in it.

    A file that is neither is left out, and a line on standard error says so.
    """
    from basra_rules.cli.checking_files import check_all  # noqa: PLC0415 - loaded when it is needed
    from basra_rules.cli.reports import render_reports  # noqa: PLC0415
    from basra_rules.scenarios.sorting import Kind, kind_of_file  # noqa: PLC0415

    kinds = {path: kind_of_file(path) for path in files}
    for path, kind in kinds.items():
        if kind is Kind.OTHER:
            tell(f"{path}: neither a profile nor scenarios, left out")
    reports = check_all([path for path, kind in kinds.items() if kind is not Kind.OTHER])
    if reports or output is not ReportFormat.TEXT:
        print_report(render_reports(reports, output.value, terminal_width()), output.value)
    raise typer.Exit(max((report.exit_code for report in reports), default=0))
