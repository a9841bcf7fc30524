"""`basra mutate`: change a profile bit by bit and see whether its scenarios notice."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from basra_rules.cli.options import OptionList, ProfileArgument, parse_options

if TYPE_CHECKING:
    from collections.abc import Sequence

    from basra_rules.profile.family import Family
    from basra_rules.scenarios.reading import ScenarioFile


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
    raise typer.Exit(max(mutation.exit_code, _tell_unusable(family, parse_options(option), files)))


def _tell_unusable(family: Family, options: dict[str, str], files: Sequence[ScenarioFile]) -> int:
    """Say on stderr, as `basra check` does, what keeps scenarios from running; return 1 if anything does."""
    from basra_rules.cli.output import terminal_width  # noqa: PLC0415
    from basra_rules.profile.loading import given_choices  # noqa: PLC0415
    from basra_rules.scenarios.outcome import Outcome  # noqa: PLC0415
    from basra_rules.scenarios.report import render_outcome  # noqa: PLC0415
    from basra_rules.scenarios.running import Runner  # noqa: PLC0415

    runner = Runner(family, given_choices(options))
    found = [runner.situate(read, file.choices) for file in files for read in file.scenarios]
    unusable = [one for one in found if isinstance(one, Outcome)]
    for one in unusable:
        typer.echo(render_outcome(one, terminal_width(sys.stderr)), err=True)
    return 1 if unusable else 0
