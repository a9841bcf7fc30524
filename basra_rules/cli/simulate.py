"""`basra simulate`: many deals, and what they come to."""

from __future__ import annotations

import time
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from basra_rules.cli.options import OptionList, ProfileArgument, parse_options
from basra_rules.players.policy import Policy

DEALS = 10_000


class SimulateFormat(StrEnum):
    """How the result is printed."""

    TEXT = "text"
    JSON = "json"


def simulate(  # noqa: PLR0913 - a command's options are its parameters
    *,
    profile: ProfileArgument,
    deals: Annotated[
        int | None,
        typer.Option(
            min=1, help=f"How many consecutive deals, the dealer rotating and the carry passing on; {DEALS} by default."
        ),
    ] = None,
    matches: Annotated[int | None, typer.Option(min=1, help="Play so many matches to their target instead.")] = None,
    players: Annotated[
        int | None, typer.Option(help="How many play; where not said, the first number that the rules name.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="The same seed deals the same cards.")] = 1,
    policy: Annotated[
        Policy,
        typer.Option(
            help="random: any card of the hand, then any of its outcomes; greedy: what is worth most at once."
        ),
    ] = Policy.RANDOM,
    threads: Annotated[int, typer.Option(min=1, max=1024, help="How many play at once; it changes no number.")] = 1,
    option: OptionList = None,
    compare: Annotated[
        str | None, typer.Option(help="Another profile, played with the same cards and choices: what it changes.")
    ] = None,
    compare_option: Annotated[
        list[str] | None, typer.Option("--compare-option", help="A choice for the other profile; repeatable.")
    ] = None,
    until: Annotated[
        float | None,
        typer.Option(help="Stop once the 95 % intervals of the points reach at most so far to either side."),
    ] = None,
    plot: Annotated[Path | None, typer.Option(help="Draw the statistics into a .png, .svg or .pdf file.")] = None,
    cluster: Annotated[str | None, typer.Option(help="Play on the Dask cluster at this address.")] = None,
    output: Annotated[
        SimulateFormat, typer.Option("--format", help="How the result is printed.")
    ] = SimulateFormat.TEXT,
) -> None:
    """Play many deals, and tell who wins, by how much, and where the points come from."""
    started = time.perf_counter()
    from basra_rules.cli.simulating import Order, render_json, render_text, run_order  # noqa: PLC0415
    from basra_rules.errors import UsageError  # noqa: PLC0415
    from basra_rules.profile.loading import load_profile  # noqa: PLC0415
    from basra_rules.rules.compiling import compile_rules  # noqa: PLC0415

    if deals is not None and matches is not None:
        raise UsageError("`--deals` and `--matches` exclude each other")
    if compare is None and compare_option:
        raise UsageError("`--compare-option` needs `--compare`")
    if compare is not None and matches is not None:
        raise UsageError("`--compare` looks at deals, not at matches")
    rules = compile_rules(load_profile(profile, parse_options(option)))
    other = None if compare is None else compile_rules(load_profile(compare, parse_options(compare_option)))
    order = Order(
        rules=rules,
        other=other,
        players=players or rules.seats.players[0],
        deals=deals or DEALS,
        matches=matches,
        seed=seed,
        policy=policy,
        threads=threads,
        until=until,
        plot=plot,
        cluster=cluster,
        started=started,
    )
    report = run_order(order)
    typer.echo(render_json(report) if output is SimulateFormat.JSON else render_text(report))
