"""The plain screen: sentences, one fact a line, nothing drawn; for pipes and screen readers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra_rules.players.match_loop import DealEnded, DealStarted, MatchEnded, Played
from basra_rules.tui.ink import clean
from basra_rules.tui.offers import describe_offer
from basra_rules.tui.status import (
    describe_floor,
    tell_captured,
    tell_games,
    tell_heading,
    tell_running_scores,
    tell_shown,
    tell_stock,
)
from basra_rules.tui.telling import (
    count_rows,
    describe_play,
    tell_aftermath,
    tell_count,
    tell_end,
    tell_start,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from basra_rules.engine.state import View
    from basra_rules.players.match_loop import Happening
    from basra_rules.tui.ink import Letters
    from basra_rules.tui.offers import Offer
    from basra_rules.tui.reading import Keyboard
    from basra_rules.tui.screen import Story


class PlainScreen:
    """Writes lines and asks for lines."""

    def __init__(self, story: Story, keyboard: Keyboard, write: Callable[[str], object], letters: Letters) -> None:
        self._story = story
        self._keyboard = keyboard
        self._write = write
        self._letters = letters

    def show(self, happening: Happening) -> None:
        """Tell what happened."""
        self._story.follow(happening)
        self.say(tell(happening, self._story))
        if isinstance(happening, DealEnded) and not happening.match.over:
            self.pause("Enter for the next deal:")

    def show_turn(self, view: View, offers: Sequence[Offer]) -> None:
        """Tell what lies open and what each card of the hand can do."""
        self.say(["", *tell_table(view, self._story), *tell_hand(offers)])

    def say(self, lines: Sequence[str]) -> None:
        """Write the lines."""
        for line in lines:
            self._write(clean(line, self._letters) + "\n")

    def show_page(self, lines: Sequence[str]) -> None:
        """Write the lines; whoever reads line by line does not lose the table."""
        self.say(lines)

    def ask(self, question: str) -> str:
        """Ask, and return the answer."""
        return self._keyboard.ask(clean(question, self._letters))

    def pause(self, reason: str) -> None:
        """Wait for Enter where a person sits at the keyboard."""
        self._keyboard.pause(clean(reason, self._letters))


def tell(happening: Happening, story: Story) -> tuple[str, ...]:
    """Return what happened, line by line."""
    rules, names = story.rules, story.names
    match happening:
        case DealStarted():
            return "", tell_heading(story), *tell_start(happening, rules, names)
        case Played(play, events):
            return f"{names.seat(play.seat)}: {describe_play(happening)}", *tell_aftermath(events, names)
        case DealEnded():
            return tell_count_linear(happening, story)
        case MatchEnded():
            return "", *tell_end(happening, rules, names)


def tell_count_linear(ended: DealEnded, story: Story) -> tuple[str, ...]:
    """Return the count of a deal, one source of points a line."""
    lines = [f"deal {story.deal} is over"]
    for row in count_rows(ended, story.rules):
        cells = zip(story.names.sides, row.cells, strict=True)
        lines.append(f"{row.label}: " + ", ".join(f"{name} {cell}" for name, cell in cells))
    return "", *lines, *tell_count(ended, story.rules, story.names)


def tell_table(view: View, story: Story) -> tuple[str, ...]:
    """Return what lies open, one fact a line."""
    shown = tell_shown(view, story.names)
    return (
        f"your turn · {tell_heading(story)}",
        f"scores: {tell_running_scores(story, view)}",
        *(f"games won: {games}" for games in tell_games(story)),
        f"captured: {tell_captured(view, story.names)}",
        *([f"bonus cards: {shown}"] if shown else []),
        f"stock: {tell_stock(view)}",
        f"{'pile, its top last' if story.rules.capture.pile else 'floor'}: {describe_floor(view)}",
    )


def tell_hand(offers: Sequence[Offer]) -> tuple[str, ...]:
    """Return the hand by number, each card with what it can do."""
    return tuple(f"{number}: {offer.card} {describe_offer(offer)}" for number, offer in enumerate(offers, 1))
