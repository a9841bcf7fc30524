"""`basra simulate`: many deals, and what they come to."""

from __future__ import annotations

import time
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from basra_rules.cli.options import LARGEST_SEED, OptionList, ProfileArgument, parse_options
from basra_rules.players.policy import Policy

DEALS = 10_000
WIDTH = 80
"""Of lines that go to no terminal."""


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
            min=1,
            help=f"How many consecutive deals, the dealer rotating and the carry passing on; {DEALS} by default, "
            "or as many as `--until` takes.",
        ),
    ] = None,
    matches: Annotated[
        int | None,
        typer.Option(min=1, help="Play so many matches to their target instead, of at most 1000 deals each."),
    ] = None,
    players: Annotated[
        int | None, typer.Option(min=1, help="How many play; where not said, the first number that the rules name.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, max=LARGEST_SEED, help="The same seed deals the same cards.")] = 1,
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
        typer.Option(
            help="Go on until the 95 % intervals of the points, or of the differences by `--compare`, reach at most so "
            "far to either side; up to `--deals`, or else 10000000 deals."
        ),
    ] = None,
    plot: Annotated[Path | None, typer.Option(help="Draw the statistics into a .png, .svg or .pdf file.")] = None,
    cluster: Annotated[str | None, typer.Option(help="Play on the Dask cluster at this address.")] = None,
    output: Annotated[
        SimulateFormat, typer.Option("--format", help="How the result is printed.")
    ] = SimulateFormat.TEXT,
) -> None:
    """Play many deals, and tell who wins, by how much, and where the points come from."""
    started = time.perf_counter()
    from basra_rules.cli.output import print_report, terminal_width  # noqa: PLC0415
    from basra_rules.cli.simulating import UNTIL_DEALS, Order, draw, render_text, run_order  # noqa: PLC0415
    from basra_rules.errors import UsageError  # noqa: PLC0415
    from basra_rules.profile.loading import load_profile  # noqa: PLC0415
    from basra_rules.rules.compiling import compile_rules  # noqa: PLC0415

    if deals is not None and matches is not None:
        raise UsageError("`--deals` and `--matches` exclude each other")
    if compare is None and compare_option:
        raise UsageError("`--compare-option` needs `--compare`")
    if compare is not None and matches is not None:
        raise UsageError("`--compare` looks at deals, not at matches")
    if until is not None and not 0 < until < float("inf"):
        raise UsageError(f"`--until {until:g}`: expected a number greater than 0")
    options, other_options = parse_options(option), parse_options(compare_option, "--compare-option")
    rules = compile_rules(load_profile(profile, options))
    other = None if compare is None else compile_rules(load_profile(compare, other_options, "--compare-option"))
    order = Order(
        rules=rules,
        other=other,
        players=players or rules.seats.players[0],
        deals=deals or (DEALS if until is None else UNTIL_DEALS),
        matches=matches,
        seed=seed,
        policy=policy,
        threads=threads,
        until=until,
        plot=plot,
        cluster=cluster,
        started=started,
        options=options,
        other_options=other_options,
    )
    report = run_order(order)
    if output is SimulateFormat.JSON:
        import json  # noqa: PLC0415

        from basra_rules.cli.simulation_data import as_json  # noqa: PLC0415

        print_report(json.dumps(as_json(report), ensure_ascii=False, indent=2), output)
    else:
        print_report(render_text(report, terminal_width() or WIDTH), output)
    draw(report)
