"""`basra play`: a match at the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from basra_rules import resources
from basra_rules.cli.options import OptionList, ProfileArgument, parse_options
from basra_rules.players.policy import Policy

if TYPE_CHECKING:
    from basra_rules.tui.opening import Manner


def play(  # noqa: PLR0913 - a command's options are its parameters
    *,
    profile: ProfileArgument = resources.DEFAULT_PROFILE,
    players: Annotated[
        int | None, typer.Option(help="How many play; where not said, the first number that the rules name.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="The same seed deals the same cards; random where not said.")] = None,
    option: OptionList = None,
    bot: Annotated[Policy, typer.Option(help="How the bots play.")] = Policy.GREEDY,
    bots_only: Annotated[bool, typer.Option("--bots-only", help="Ask nothing: bots play a whole match.")] = False,
    plain: Annotated[
        bool,
        typer.Option(
            "--plain", help="Lines of text, for pipes and screen readers; answers are read from a pipe or file too."
        ),
    ] = False,
    ascii_only: Annotated[bool, typer.Option("--ascii", help="Only ASCII: the seven of diamonds is 7D.")] = False,
) -> None:
    """Play a match in the terminal, against bots."""
    from basra_rules.profile.loading import load_profile  # noqa: PLC0415 - loaded when it is needed
    from basra_rules.tui.ink import Letters  # noqa: PLC0415
    from basra_rules.tui.session import Wishes, sit_down  # noqa: PLC0415

    letters = Letters.ASCII if ascii_only else Letters.UNICODE
    manner = _choose_manner(bots_only=bots_only, plain=plain)
    sit_down(load_profile(profile, parse_options(option)), Wishes(players, seed, bot, manner, letters))


def _choose_manner(*, bots_only: bool, plain: bool) -> Manner:
    from basra_rules.tui.opening import Manner, usual_manner  # noqa: PLC0415

    if bots_only:
        return Manner.WATCHING
    if plain:
        return Manner.PLAIN
    manner = usual_manner()
    if manner is Manner.WATCHING:
        typer.echo("no terminal: bots play; --plain reads answers from the input", err=True)
    return manner
