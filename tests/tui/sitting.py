"""Matches played with a script instead of a person, and screens that are kept instead of shown."""

from __future__ import annotations

from dataclasses import dataclass, field
from io import StringIO
from itertools import chain, repeat
from typing import TYPE_CHECKING

from rich.console import Console

from basra_rules.engine.state import Seat
from basra_rules.players.greedy_player import GreedyPlayer
from basra_rules.profile.loading import load_profile
from basra_rules.rules.compiling import compile_rules
from basra_rules.tui.drawn import DrawnScreen
from basra_rules.tui.in_force import rules_in_force
from basra_rules.tui.ink import Letters
from basra_rules.tui.keyboard_player import KeyboardPlayer
from basra_rules.tui.opening import Manner
from basra_rules.tui.plain import PlainScreen
from basra_rules.tui.reading import PipedLines
from basra_rules.tui.screen import Screen, Story
from basra_rules.tui.session import run_match
from basra_rules.tui.wording import name_seats

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from basra_rules.players.player import Player

YOU = Seat(0)


def to_the_end_of_the_deal(table: Sitting, *lines: str) -> Iterator[str]:
    """Yield these lines, then `1` until the first deal is over, then nothing more."""
    yield from lines
    while table.story.deal < 2:
        yield "1"


def then_the_first_card(*lines: str) -> Iterator[str]:
    """Return these lines, and after them always `1`: the first card, its first choice."""
    return chain(lines, repeat("1"))


@dataclass
class Sitting:
    """One person at a table, typing `lines`; `output` is all that the screen showed."""

    profile: str = "egyptian"
    options: dict[str, str] = field(default_factory=dict)
    players: int = 2
    seed: int = 1
    manner: Manner = Manner.PLAIN
    letters: Letters = Letters.UNICODE
    size: tuple[int, int] = (80, 24)

    def __post_init__(self) -> None:
        profile = load_profile(self.profile, self.options)
        self.rules = compile_rules(profile)
        self.in_force = rules_in_force(profile)
        self.story = Story(self.rules, name_seats(self.rules, self.players, YOU), self.seed)
        self.shown = StringIO()

    @property
    def output(self) -> str:
        """Return what was shown, without blanks at the ends of lines."""
        return "".join(f"{line.rstrip()}\n" for line in self.shown.getvalue().splitlines())

    def person(self, lines: Iterable[str]) -> tuple[KeyboardPlayer, Screen]:
        """Return the person and the screen."""
        keyboard = PipedLines(lines, self.shown.write)
        screen: Screen
        if self.manner is Manner.DRAWN:
            width, height = self.size
            console = Console(
                file=self.shown,
                width=width,
                height=height,
                markup=False,
                highlight=False,
                emoji=False,
                color_system=None,
            )
            screen = DrawnScreen(self.story, keyboard, console, self.letters)
        else:
            screen = PlainScreen(self.story, keyboard, self.shown.write, self.letters)
        return KeyboardPlayer(screen, self.story, self.in_force), screen

    def play(self, lines: Iterable[str]) -> str:
        """Play a match against greedy bots and return what was shown."""
        you, screen = self.person(lines)
        seats: list[Player] = [you, *(GreedyPlayer() for _ in range(self.players - 1))]
        run_match(seats, screen, self.story, self.in_force)
        return self.output
