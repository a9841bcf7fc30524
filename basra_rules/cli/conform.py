"""`basra conform`: try another program on the reference scenarios."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from basra_rules.cli.completing import complete_profile
from basra_rules.cli.options import OptionList, parse_options
from basra_rules.cli.output import print_report


class ConformanceFormat(StrEnum):
    """How the report is printed."""

    TEXT = "text"
    JSON = "json"
    JUNIT = "junit"


def conform(  # noqa: PLR0913 - a command's options are its parameters
    *,
    profile: Annotated[
        str,
        typer.Argument(
            help="A kit's folder, a shipped profile's name, or the path of a file.", autocompletion=complete_profile
        ),
    ],
    program: Annotated[list[str], typer.Argument(help="The program and its arguments, after `--`.")],
    option: OptionList = None,
    timeout: Annotated[float, typer.Option(min=0.01, help="The seconds that the program has for an answer.")] = 10,
    complete: Annotated[
        bool, typer.Option("--complete", help="Let what the program does not support count as a failure.")
    ] = False,
    output: Annotated[
        ConformanceFormat, typer.Option("--format", help="How the report is printed.")
    ] = ConformanceFormat.TEXT,
) -> None:
    """Try another program on reference scenarios: it gets them on standard input and answers on standard output.

    The protocol is told in the kit that `basra kit` writes.
    """
    from basra_rules.cli.conforming import exit_code, try_program  # noqa: PLC0415 - loaded when it is needed
    from basra_rules.cli.conforming_reports import render_trials  # noqa: PLC0415

    trials, name = try_program(profile, program, parse_options(option), timeout)
    print_report(render_trials(trials, name, output.value), output.value)
    raise typer.Exit(exit_code(trials, complete=complete))
