"""`basra why`: where the value of one key comes from."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from basra_rules.cli.completing import complete_key
from basra_rules.cli.options import OptionList, ProfileArgument, parse_options


class WhyFormat(StrEnum):
    """How the answer is printed."""

    TEXT = "text"
    JSON = "json"


def why(
    profile: ProfileArgument,
    key: Annotated[
        str,
        typer.Argument(
            help="A key, such as match.target, or a whole part, such as bonuses.", autocompletion=complete_key
        ),
    ],
    option: OptionList = None,
    output: Annotated[WhyFormat, typer.Option("--format", help="How the answer is printed.")] = WhyFormat.TEXT,
) -> None:
    """Tell why a key has its value: file and line, what it replaced, who chose it, and what the sources say."""
    from basra_rules.authoring.explaining import explain_key  # noqa: PLC0415 - loaded when it is needed
    from basra_rules.cli.output import print_report  # noqa: PLC0415
    from basra_rules.cli.story import render_json, render_text  # noqa: PLC0415
    from basra_rules.profile.family import read_family  # noqa: PLC0415
    from basra_rules.profile.loading import given_choices, resolve_profile  # noqa: PLC0415

    family = read_family(profile)
    story = explain_key(family, resolve_profile(family, given_choices(parse_options(option))), key)
    print_report(render_json(story) if output is WhyFormat.JSON else render_text(story), output.value)
