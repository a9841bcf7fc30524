"""`basra mutate`: change a profile bit by bit and see whether its scenarios notice."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from basra_rules.cli.options import OptionList, ProfileArgument, parse_options


class MutationFormat(StrEnum):
    """How the report is printed."""

    TEXT = "text"
    JSON = "json"


def mutate(  # noqa: PLR0913, PLR0917 - the options of a command
    profile: ProfileArgument,
    scenarios: Annotated[
        list[Path] | None,
        typer.Argument(help="Scenario files to use instead of the profile's own reference scenarios."),
    ] = None,
    option: OptionList = None,
    size: Annotated[int, typer.Option(min=1, max=6, help="The most floor cards of situations gone through.")] = 4,
    every: Annotated[
        bool, typer.Option("--all", help="Show every change that survives in full, and not the first twenty.")
    ] = False,
    output: Annotated[MutationFormat, typer.Option("--format", help="How it is printed.")] = MutationFormat.TEXT,
) -> None:
    """Change a profile bit by bit: what does no scenario notice? Exit 1 where anything goes unnoticed."""
    import json  # noqa: PLC0415 - loaded when it is needed

    from basra_rules.analysis.mutation import mutate as mutate_profile  # noqa: PLC0415
    from basra_rules.analysis.mutation_report import SHOWN, mutation_as_json, render_mutation  # noqa: PLC0415
    from basra_rules.cli.output import terminal_width  # noqa: PLC0415
    from basra_rules.cli.reports import faults_for_programs  # noqa: PLC0415
    from basra_rules.profile.family import read_family  # noqa: PLC0415
    from basra_rules.profile.loading import given_choices  # noqa: PLC0415
    from basra_rules.scenarios.belonging import scenario_files  # noqa: PLC0415

    with faults_for_programs(profile, output):
        family = read_family(profile)
        files = scenario_files(scenarios or (), family)
        mutation = mutate_profile(family, given_choices(parse_options(option)), files, size)
    if output is MutationFormat.JSON:
        typer.echo(json.dumps(mutation_as_json(mutation), ensure_ascii=False, indent=2))
    else:
        typer.echo(render_mutation(mutation, None if every else SHOWN, terminal_width()))
    raise typer.Exit(mutation.exit_code)
