"""What several commands take alike: `--option k=v`, and cards on the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from basra_rules.cli.completing import complete_option, complete_profile
from basra_rules.errors import Diagnostic, DiagnosticsError, NotationError, SourceFile, Span

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeVar

    T = TypeVar("T")

LARGEST_SEED = (1 << 62) - 1
"""Of simulations, which take no more of it."""

ProfileArgument = Annotated[
    str, typer.Argument(help="A shipped profile's name, or the path of a file.", autocompletion=complete_profile)
]
OptionList = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        help="A choice of an option of the profile, such as target=121; repeatable.",
        autocompletion=complete_option,
    ),
]


def parse_options(pairs: Sequence[str] | None, by: str = "--option") -> dict[str, str]:
    """Return the choices that `--option NAME=CHOICE` gives, by option; `by` is what it is called here.

    Raises:
        UsageError: a pair has no `=`, or an option is chosen twice.
    """
    from basra_rules.profile.options import parse_pairs  # noqa: PLC0415 - loaded when it is needed

    return parse_pairs(pairs or (), by)


def parse_argument(option: str, text: str, parse: Callable[[str], T]) -> T:
    """Return what `parse` makes of the text of a command-line option; its fault points into that text."""
    try:
        return parse(text)
    except NotationError as error:
        start = len(option) + 1
        source = SourceFile("command line", f"{option} {text}")
        span = Span(source, start + error.start, start + max(error.end, error.start + 1))
        raise DiagnosticsError([Diagnostic("notation", error.message, span, error.label)]) from None
