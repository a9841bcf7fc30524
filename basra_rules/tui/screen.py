"""What a screen can do, and what has happened so far in the match that it shows."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from basra_rules.errors import BasraError
from basra_rules.players.match_loop import DealEnded, DealStarted, MatchEnded, Played
from basra_rules.tui.telling import describe_play, tell_aftermath, tell_start

if TYPE_CHECKING:
    from collections.abc import Sequence

    from basra_rules.engine.state import MatchState, Seat, View
    from basra_rules.players.match_loop import Happening
    from basra_rules.rules.model import Rules
    from basra_rules.tui.offers import Offer
    from basra_rules.tui.wording import Names


class MatchLeft(BasraError):  # noqa: N818 - nothing went wrong: the person leaves
    """The person at the keyboard wants to stop, or no more input can come."""


class Screen(Protocol):
    """Shows a match to a person and reads what the person types."""

    def show(self, happening: Happening) -> None:
        """Show what happened, at once or with the next turn."""
        ...

    def show_turn(self, view: View, offers: Sequence[Offer]) -> None:
        """Show the table to the person whose turn it is."""
        ...

    def say(self, lines: Sequence[str]) -> None:
        """Show a message or a list, line by line."""
        ...

    def show_page(self, lines: Sequence[str]) -> None:
        """Show an answer of any length; the table is in sight afterwards."""
        ...

    def ask(self, question: str) -> str:
        """Return a typed line; raise `MatchLeft` at the end of input."""
        ...

    def pause(self, reason: str) -> None:
        """Wait until the person wants to go on; raise `MatchLeft` at the end of input."""
        ...


@dataclass(slots=True)
class Story:
    """What the screens always show besides the view: profile, seed, deal, scores, last plays.

    `last_plays` are in the order played; `news` is what else happened since the person last played.
    """

    rules: Rules
    names: Names
    seed: int
    match: MatchState | None = None
    deal: int = 0
    last_plays: dict[Seat, str] = field(default_factory=dict)
    news: list[str] = field(default_factory=list)

    def follow(self, happening: Happening) -> None:
        """Take in what happened."""
        match happening:
            case DealStarted(number, match):
                self.match, self.deal = match, number
                self.last_plays = {}
                self.news = list(tell_start(happening, self.rules, self.names))
            case Played(play, events):
                if play.seat == self.names.you:
                    self.news.clear()
                self.last_plays.pop(play.seat, None)
                self.last_plays[play.seat] = describe_play(happening)
                self.news += tell_aftermath(events, self.names)
            case DealEnded(_, _, match) | MatchEnded(match, _):
                self.match = match
