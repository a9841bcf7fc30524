"""`basra rulebook`: the rules of a profile as a person would tell them."""

from __future__ import annotations

import shutil
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from basra_rules.cli.options import OptionList, ProfileArgument, parse_options
from basra_rules.errors import UsageError
from basra_rules.rulebook.voice import Language

if TYPE_CHECKING:
    from basra_rules.rulebook.document import Rulebook

_WIDEST = 100


class RulebookFormat(StrEnum):
    """How the rulebook is written."""

    TEXT = "text"
    MARKDOWN = "md"
    HTML = "html"


def rulebook(
    *,
    profile: ProfileArgument,
    lang: Annotated[
        Language | None, typer.Option(help="The language; that of your system if there is one, else English.")
    ] = None,
    output_format: Annotated[RulebookFormat, typer.Option("--format", help="How it is written.")] = RulebookFormat.TEXT,
    option: OptionList = None,
    output: Annotated[Path | None, typer.Option(help="The file to write to, instead of the terminal.")] = None,
) -> None:
    """Tell the rules of a profile as a person would, in six languages; html prints on a sheet of paper."""
    from basra_rules.profile.family import read_family  # noqa: PLC0415 - loaded when it is needed
    from basra_rules.rulebook.telling import tell_rules  # noqa: PLC0415
    from basra_rules.rulebook.voice import Voice, system_language  # noqa: PLC0415

    voice = Voice(lang or system_language())
    told = tell_rules(read_family(profile), parse_options(option), voice)
    text = _render(told, output_format)
    if output is None:
        typer.echo(text, nl=False)
        return
    try:
        output.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"`{output}` can't be written: {error.strerror}") from None


def _render(told: Rulebook, output_format: RulebookFormat) -> str:
    from basra_rules.rulebook.html_page import render_html  # noqa: PLC0415
    from basra_rules.rulebook.text_pages import render_markdown, render_text  # noqa: PLC0415

    match output_format:
        case RulebookFormat.TEXT:
            return render_text(told, min(shutil.get_terminal_size().columns, _WIDEST))
        case RulebookFormat.MARKDOWN:
            return render_markdown(told)
        case RulebookFormat.HTML:
            return render_html(told)
