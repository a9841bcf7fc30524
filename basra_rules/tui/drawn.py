"""The drawn screen: a table of cards that fits a small terminal, in colour where there is colour."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich import box
from rich.console import Group
from rich.table import Table as Grid
from rich.text import Text

from basra_rules.players.match_loop import DealEnded, MatchEnded
from basra_rules.tui.ink import Letters, clean, paint, wrap
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
from basra_rules.tui.telling import count_rows, tell_count, tell_end

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console, RenderableType

    from basra_rules.engine.state import View
    from basra_rules.players.match_loop import Happening
    from basra_rules.tui.offers import Offer
    from basra_rules.tui.reading import Keyboard
    from basra_rules.tui.screen import Story

HINT = "play: 1, 8h or 8h x 3c 5d · ask: ? (why), help, rules, score · leave: quit"
_LABEL_WIDTH = 10
_BORDERS = {Letters.UNICODE: ("╭──╮", "│", "╰──╯", "─"), Letters.ASCII: ("+--+", "|", "+--+", "-")}
_FACE_DOWN = {Letters.UNICODE: "▒▒", Letters.ASCII: "##"}


class DrawnScreen:
    """Draws the table anew for each turn; answers appear below it."""

    def __init__(self, story: Story, keyboard: Keyboard, console: Console, letters: Letters) -> None:
        self._story = story
        self._keyboard = keyboard
        self._console = console
        self._letters = letters
        self._used = 0  # how many lines of the screen are filled since it was drawn
        self._turn: tuple[View, Sequence[Offer]] | None = None  # the table as last drawn

    def show(self, happening: Happening) -> None:
        """Keep what happened for the next turn; draw the count of a deal and the end of the match."""
        self._story.follow(happening)
        match happening:
            case DealEnded():
                self._turn = None
                self._draw_count(happening)
                if not happening.match.over:
                    self.pause("Enter for the next deal:")
            case MatchEnded():
                self.say(["", *tell_end(happening, self._story.rules, self._story.names)])
            case _:
                pass

    def show_turn(self, view: View, offers: Sequence[Offer]) -> None:
        """Draw the table: cards with borders, and blank lines between the parts, as far as there is room."""
        self._turn = view, offers
        heading, hint = Group(*self._heading()), self._text(HINT, "dim")
        above = [self._status(view), *([self._plays()] if self._story.last_plays else [])]
        hand = self._hand(offers)
        spare = self._console.height - 1 - sum(map(self._height, (heading, *above, hand, hint)))
        floor = self._floor(view, spare)
        parts = [*above, floor, hand]
        roomy = spare - self._height(floor) >= len(parts)
        self._console.clear()
        self._console.print(heading)
        for part in parts:
            self._console.print(part)
            if roomy:
                self._console.print()
        self._console.print(hint)
        self._used = self._console.height - 1 - spare + self._height(floor) + (len(parts) if roomy else 0)

    def _draw_compactly(self, view: View, offers: Sequence[Offer], room: int) -> None:
        """Draw what a play is chosen by, if it leaves `room` below it: scores, floor and hand without a blank line."""
        pile = self._story.rules.capture.pile
        rows = [
            ("scores", tell_running_scores(self._story, view)),
            *(("games won", games) for games in tell_games(self._story)),
            ("pile" if pile else "floor", describe_floor(view)),
        ]
        parts = [*self._heading(), self._rows(rows), self._hand(offers)]
        used = sum(map(self._height, parts)) + 1
        if used + room < self._console.height:
            self._console.clear()
            self._console.print(*parts, "", sep="\n")
            self._used = used

    def _height(self, part: RenderableType) -> int:
        return len(self._console.render_lines(part))

    def say(self, lines: Sequence[str]) -> None:
        """Print the lines below the table; where there is no room for them, below a smaller one."""
        pieces = [piece for line in lines for piece in wrap(clean(line, self._letters), self._console.width)]
        if self._turn is not None and self._used + len(pieces) >= self._console.height:
            self._draw_compactly(*self._turn, room=len(pieces))
        page = self._console.height - 1
        for start in range(0, len(pieces), page):
            if start:
                self.pause("Enter to read on:")
            for piece in pieces[start : start + page]:
                self._console.print(paint(piece))
        self._used += len(pieces)

    def show_page(self, lines: Sequence[str]) -> None:
        """Print the lines; where they push the table out of sight, draw it again once they are read."""
        self.say(lines)
        if self._turn is not None and self._used >= self._console.height:
            self.pause("Enter for the table:")
            self.show_turn(*self._turn)

    def ask(self, question: str) -> str:
        """Ask at the bottom of the screen; where answers have pushed the heading out of sight, repeat it."""
        if self._used >= self._console.height:
            self._console.print(self._text(tell_heading(self._story), "bold"))
        self._used += 1
        return self._keyboard.ask(clean(question, self._letters))

    def pause(self, reason: str) -> None:
        """Wait for Enter."""
        self._used += 1
        self._keyboard.pause(clean(reason, self._letters))

    def _text(self, text: str, style: str = "") -> Text:
        return paint(clean(text, self._letters), style)

    def _heading(self) -> list[RenderableType]:
        rule = _BORDERS[self._letters][3] * self._console.width
        return [self._text(tell_heading(self._story), "bold"), Text(rule, style="dim")]

    def _status(self, view: View) -> RenderableType:
        names = self._story.names
        shown = tell_shown(view, names)
        rows = [
            ("scores", tell_running_scores(self._story, view)),
            *(("games won", games) for games in tell_games(self._story)),
            ("captured", tell_captured(view, names)),
            *([("for bonuses", shown)] if shown else []),
            ("stock", tell_stock(view)),
            *([("floor", "a pile, its top at the right")] if self._story.rules.capture.pile else []),
        ]
        return self._rows([*rows, *(("news", line) for line in self._story.news)])

    def _plays(self) -> RenderableType:
        story = self._story
        return self._rows([(story.names.seat(seat), play) for seat, play in story.last_plays.items()])

    def _rows(self, rows: Sequence[tuple[str, str]]) -> RenderableType:
        grid = Grid.grid(padding=(0, 2, 0, 0))
        grid.add_column(min_width=_LABEL_WIDTH, style="dim")
        grid.add_column()
        for label, text in rows:
            grid.add_row(clean(label, self._letters), self._text(text))
        return grid

    def _floor(self, view: View, spare: int) -> RenderableType:
        names = [_FACE_DOWN[self._letters] if card is None else str(card) for card in view.floor]
        cards = [self._text(name.rjust(3)) for name in names]
        drawn = _draw_cards(cards, _BORDERS[self._letters])
        fits = spare >= len(drawn) and len(drawn[0]) <= self._console.width
        if not cards:
            return Text("no cards on the floor", style="dim")
        return Group(*drawn) if fits else Group(Text("floor", style="dim"), Text(" ").join(cards))

    def _hand(self, offers: Sequence[Offer]) -> RenderableType:
        grid = Grid.grid(padding=(0, 2, 0, 0))
        grid.add_column(justify="right", style="bold")
        grid.add_column(justify="right")
        grid.add_column()
        for number, offer in enumerate(offers, 1):
            grid.add_row(str(number), self._text(str(offer.card)), self._text(describe_offer(offer)))
        return grid

    def _draw_count(self, ended: DealEnded) -> None:
        story = self._story
        self._console.clear()
        news = self._rows([("news", line) for line in story.news])
        self._console.print(*self._heading(), self._plays(), news, self._count_table(ended), sep="\n")
        self.say(tell_count(ended, story.rules, story.names))
        story.news.clear()

    def _count_table(self, ended: DealEnded) -> RenderableType:
        table = Grid(box=box.ASCII if self._letters is Letters.ASCII else box.ROUNDED)
        table.add_column(clean(f"deal {self._story.deal}", self._letters))
        for name in self._story.names.sides:
            table.add_column(clean(name, self._letters), justify="right")
        for row in count_rows(ended, self._story.rules):
            table.add_row(*(self._text(cell) for cell in (row.label, *row.cells)), style="bold" if row.is_sum else "")
        return table


def _draw_cards(cards: Sequence[Text], borders: tuple[str, str, str, str]) -> list[Text]:
    """Return the cards side by side, each with a border; three lines."""
    top, side, bottom, _ = borders
    wide = {line: line[0] + line[1] * 5 + line[-1] for line in (top, bottom)}
    middle = Text("").join(Text.assemble((side, "dim"), " ", card, " ", (side, "dim")) for card in cards)
    return [Text(wide[top] * len(cards), style="dim"), middle, Text(wide[bottom] * len(cards), style="dim")]
