"""`basra answer`: answer the requests of a conformance runner, with our own engine."""

from __future__ import annotations

import sys

import typer


def answer() -> None:
    """Answer the requests of `basra conform`, a line of JSON each, until the input ends."""
    from basra_rules.conformance.answering import Answerer  # noqa: PLC0415 - loaded when it is needed

    for stream in (sys.stdin, sys.stdout):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8")
    answerer = Answerer()
    for line in sys.stdin:
        typer.echo(answerer.answer(line))
        sys.stdout.flush()
