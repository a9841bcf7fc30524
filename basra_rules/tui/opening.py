"""Which screen a terminal gets: drawn where there is one, plain for pipes and whoever wants it."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from enum import StrEnum
from importlib import import_module
from typing import TYPE_CHECKING

from rich.console import Console

from basra_rules.tui.drawn import DrawnScreen
from basra_rules.tui.ink import Letters, can_show_suits, paint
from basra_rules.tui.plain import PlainScreen
from basra_rules.tui.reading import Keyboard, PipedLines, TypingPerson, tolerate_any_bytes

if TYPE_CHECKING:
    from collections.abc import Callable

    from basra_rules.tui.screen import Screen, Story


class Manner(StrEnum):
    """How a match is shown, and whether a person plays in it."""

    DRAWN = "drawn"
    PLAIN = "plain"
    WATCHING = "watching"


def usual_manner() -> Manner:
    """Return what suits standard input and output: without a keyboard there is only watching."""
    if not sys.stdin.isatty():
        return Manner.WATCHING
    can_draw = sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
    return Manner.DRAWN if can_draw else Manner.PLAIN


def choose_letters(wanted: Letters) -> Letters:
    """Return the letters wanted, or ASCII where the output can carry nothing else."""
    return wanted if can_show_suits(sys.stdout.encoding) else Letters.ASCII


def open_screen(story: Story, manner: Manner, letters: Letters) -> Screen:
    """Return the screen for this manner, on standard input and output."""
    tolerate_any_bytes()
    if manner is Manner.WATCHING:
        write = _painter(_console()) if sys.stdout.isatty() else _write
        return PlainScreen(story, PipedLines((), write), write, letters)
    person = _person() if sys.stdin.isatty() else PipedLines(sys.stdin, _write)
    if manner is Manner.PLAIN:
        return PlainScreen(story, person, _write, letters)
    return DrawnScreen(story, person, _console(), letters)


def _person() -> Keyboard:
    """Return the person, whose arrow keys edit the line where the system has readline: importing it does that."""
    with suppress(ImportError):
        import_module("readline")
    return TypingPerson()


def _console() -> Console:
    return Console(markup=False, highlight=False, emoji=False)


def _write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def _painter(console: Console) -> Callable[[str], object]:
    return lambda text: console.print(paint(text), end="", soft_wrap=True)
