"""What several commands take alike: `--option k=v`, and cards on the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from basra_rules.errors import Diagnostic, DiagnosticsError, NotationError, SourceFile, Span, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeVar

    T = TypeVar("T")

ProfileArgument = Annotated[str, typer.Argument(help="A shipped profile's name, or the path of a file.")]
OptionList = Annotated[
    list[str] | None,
    typer.Option("--option", help="A choice of an option of the profile, such as target=121; repeatable."),
]


def parse_options(pairs: Sequence[str] | None) -> dict[str, str]:
    """Return the choices that `--option NAME=CHOICE` gives, by option.

    Raises:
        UsageError: a pair has no `=`, or an option is chosen twice.
    """
    choices: dict[str, str] = {}
    for pair in pairs or ():
        name, equals, choice = pair.partition("=")
        if not equals or not name.strip() or not choice.strip():
            raise UsageError(f"`--option {pair}`: expected NAME=CHOICE, such as target=121")
        if name.strip() in choices:
            raise UsageError(f"`--option {pair}`: `{name.strip()}` is chosen twice")
        choices[name.strip()] = choice.strip()
    return choices


def parse_argument(option: str, text: str, parse: Callable[[str], T]) -> T:
    """Return what `parse` makes of the text of a command-line option; its fault points into that text."""
    try:
        return parse(text)
    except NotationError as error:
        start = len(option) + 1
        source = SourceFile("command line", f"{option} {text}")
        span = Span(source, start + error.start, start + max(error.end, error.start + 1))
        raise DiagnosticsError([Diagnostic("notation", error.message, span)]) from None
