"""`basra lsp`: the language server, for editors."""

from __future__ import annotations

from typing import Annotated

import typer

_NEEDS = "the language server needs the extra `lsp`: pip install 'basra-rules[lsp]'"


def lsp(
    stdio: Annotated[  # noqa: ARG001 - many editors say so
        bool, typer.Option("--stdio", help="Speak over standard input and output, as it does anyway.")
    ] = False,
) -> None:
    """Serve an editor: what is wrong while typing, completion, what keys mean, fixes; the editor starts it."""
    import sys  # noqa: PLC0415 - loaded when it is needed
    from importlib.util import find_spec  # noqa: PLC0415

    from basra_rules.errors import UsageError  # noqa: PLC0415

    if find_spec("pygls") is None or find_spec("lsprotocol") is None:
        raise UsageError(_NEEDS)
    if sys.stdin.isatty():
        typer.echo("basra lsp waits for an editor to speak to it; ctrl-D ends it", err=True)
    from basra_rules.lsp.server import serve  # noqa: PLC0415

    serve()
