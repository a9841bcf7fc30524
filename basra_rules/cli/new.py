"""`basra new`: start a profile of one's own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from basra_rules.cli.completing import complete_profile
from basra_rules.cli.options import OptionList, parse_options
from basra_rules.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

    from basra_rules.profile.family import Family


def new(  # noqa: PLR0913 - a command's options are its parameters
    name: Annotated[str | None, typer.Argument(help="What it is called: the files are NAME.yaml and so on.")] = None,
    *,
    parent: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="PARENT",
            help="The profile that it changes, or its file.",
            autocompletion=complete_profile,
        ),
    ] = None,
    title: Annotated[str, typer.Option("--title", help="The name that players read.")] = "",
    folder: Annotated[Path, typer.Option("--folder", help="Where the files are written.")] = Path(),
    option: OptionList = None,
    interactive: Annotated[bool, typer.Option("--interactive", "-i", help="Ask for everything.")] = False,
) -> None:
    """Start a profile that changes another: a commented file, and its first scenario beside it."""
    from basra_rules.authoring.starting import Draft, check_free, check_name, check_title, start  # noqa: PLC0415
    from basra_rules.cli.asking import ask_for_draft  # noqa: PLC0415
    from basra_rules.profile.family import read_family  # noqa: PLC0415

    if name is not None:
        check_name(name)
        check_free(name, folder)
    check_title(title)
    family = None if parent is None else read_family(parent)
    choices = {} if family is None else _changing(family, parse_options(option))
    if interactive:
        asked = {f"option {option}": choice for option, choice in choices.items()}
        draft = ask_for_draft({"name": name, "parent": family, "title": title, **asked}, folder)
    elif name is None or family is None:
        raise UsageError("expected a name and a parent: `basra new NAME --from PARENT`; `basra new -i` asks for them")
    else:
        draft = Draft(name, family, title, choices)
    if draft is None:
        typer.echo("Nothing was written.", err=True)
        raise typer.Exit(1)
    profile, scenarios = start(draft, folder, _soundness(draft.parent))
    typer.echo(f"Wrote {profile} and {scenarios}.")
    typer.echo(f"Check it with: basra check {profile}")


def _soundness(parent: Family) -> Callable[[Family], bool]:
    """Return what tells whether the deals of a family are sound: it has no fault that its parent does not have."""
    from basra_rules.analysis.linting import find_in_deals  # noqa: PLC0415
    from basra_rules.errors import ProfileError  # noqa: PLC0415

    known = find_in_deals(parent)

    def is_sound(family: Family) -> bool:
        try:
            return find_in_deals(family) <= known
        except ProfileError:
            return False

    return is_sound


def _changing(family: Family, options: dict[str, str]) -> dict[str, str]:
    """Return the choices that are not in force anyway."""
    from basra_rules.profile.differences import group_differences  # noqa: PLC0415
    from basra_rules.profile.loading import given_choices, resolve_profile  # noqa: PLC0415
    from basra_rules.profile.options import choice_name  # noqa: PLC0415

    now, wanted = resolve_profile(family).origins.choices, resolve_profile(family, given_choices(options))
    named = {name: choice_name(choice) for name, choice in options.items()}
    changing = {name: choice for name, choice in named.items() if choice != now[name].choice}
    is_enough = not group_differences(resolve_profile(family, given_choices(changing)), wanted)
    return changing if is_enough else named  # of options that settle one key, the one that is in force now may count
