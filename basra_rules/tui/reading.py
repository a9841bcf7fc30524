"""Reading lines from whoever types them, whatever bytes and keys arrive."""

from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING, Protocol

from basra_rules.tui.commands import is_leaving
from basra_rules.tui.screen import MatchLeft

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


class Keyboard(Protocol):
    """Where answers come from."""

    def ask(self, question: str) -> str:
        """Return the next line; raise `MatchLeft` at the end of input."""
        ...

    def pause(self, reason: str) -> None:
        """Wait for Enter, if there is anybody to press it."""
        ...


class TypingPerson:
    """A person at a terminal."""

    def ask(self, question: str) -> str:
        """Return the line typed after the question."""
        try:
            return input(f"{question} ")
        except EOFError:
            sys.stdout.write("\n")
            raise MatchLeft("end of input") from None

    def pause(self, reason: str) -> None:
        """Wait for Enter; a word of farewell is heard here too."""
        if is_leaving(self.ask(reason)):
            raise MatchLeft("left at the keyboard")


class PipedLines:
    """Lines from a file or another program; each is repeated in the output, so that it reads as a dialogue."""

    def __init__(self, lines: Iterable[str], write: Callable[[str], object]) -> None:
        self._lines = iter(lines)
        self._write = write

    def ask(self, question: str) -> str:
        """Return the next line."""
        line = next(self._lines, None)
        if line is None:
            raise MatchLeft("end of input")
        self._write(f"{question} {line.strip()}\n")
        return line

    def pause(self, reason: str) -> None:
        """Go on at once: a script has no need to be waited for."""


def tolerate_any_bytes() -> None:
    """Let bytes that are no text arrive as replacement characters instead of as an exception."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
