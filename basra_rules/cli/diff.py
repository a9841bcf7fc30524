"""`basra diff`: what tells two profiles apart."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from basra_rules.cli.options import LARGEST_SEED

DEALS = 5_000


class DiffFormat(StrEnum):
    """How the comparison is printed."""

    TEXT = "text"
    JSON = "json"


OptionsOf = Annotated[
    list[str] | None, typer.Option(help="A choice of an option on this side, such as target=121; repeatable.")
]


def diff(  # noqa: PLR0913 - a command's options are its parameters
    *,
    one: Annotated[str, typer.Argument(help="A profile, or `PROFILE:option=choice,…`.")],
    other: Annotated[str, typer.Argument(help="The profile to compare it with, in the same way.")],
    option_a: OptionsOf = None,
    option_b: OptionsOf = None,
    size: Annotated[
        int | None, typer.Option(min=0, max=8, help="Enumerate floors of up to so many cards (by default up to 4).")
    ] = None,
    deals: Annotated[int, typer.Option(min=0, help="How many pairs of random deals are played; 0 for none.")] = DEALS,
    seed: Annotated[int, typer.Option(min=0, max=LARGEST_SEED, help="The same seed always gives the same deals.")] = 0,
    card: Annotated[bool, typer.Option("--card", help="One page for a visitor.")] = False,
    scenarios: Annotated[
        bool,
        typer.Option(
            "--scenarios",
            help="Also print what is shown as scenarios to paste, a file for each profile, "
            "which it passes and the other does not.",
        ),
    ] = False,
    output: Annotated[DiffFormat, typer.Option("--format", help="How the comparison is printed.")] = DiffFormat.TEXT,
) -> None:
    """Tell two profiles apart: rule by rule, by the smallest situations, and on random deals."""
    from basra_rules.analysis.comparison import compare_profiles  # noqa: PLC0415 - loaded when it is needed
    from basra_rules.cli.diff_data import as_json  # noqa: PLC0415
    from basra_rules.cli.diffing import render_comparison, render_scenarios, sides_of  # noqa: PLC0415
    from basra_rules.cli.output import terminal_width  # noqa: PLC0415
    from basra_rules.cli.reports import faults_for_programs  # noqa: PLC0415

    with faults_for_programs(f"{one} and {other}", output):
        first, second = sides_of((one, option_a), (other, option_b))
    names = (first.name, second.name)
    comparison = compare_profiles(first.profile, second.profile, names, size=size, deals=deals, seed=seed)
    if output is DiffFormat.JSON:
        import json  # noqa: PLC0415

        typer.echo(json.dumps(as_json(comparison), ensure_ascii=False, indent=2))
    elif card:
        from basra_rules.cli.diff_card import render_card  # noqa: PLC0415 - brings the rulebook

        typer.echo(render_card(comparison, terminal_width()))
    else:
        typer.echo(render_comparison(comparison, terminal_width()))
    if scenarios and output is DiffFormat.TEXT:
        typer.echo(render_scenarios(comparison))
