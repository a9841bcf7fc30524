"""Questions about how a table plays, concrete enough to be answered by anybody, and what rules answer to them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, Protocol

from basra_rules.analysis.facts import CANNOT_HAPPEN, facts
from basra_rules.cards import Card, card_set, format_cards, parse_cards
from basra_rules.engine.bonuses import score_bonuses
from basra_rules.engine.captures import find_captures
from basra_rules.engine.legality import may_trail, refuse
from basra_rules.engine.state import Action, Table
from basra_rules.errors import BasraError
from basra_rules.exact import exact, format_number, parse_shown
from basra_rules.scenarios.plays import after

if TYPE_CHECKING:
    from collections.abc import Iterator
    from enum import StrEnum

    from basra_rules.cards import CardSet
    from basra_rules.exact import Number
    from basra_rules.rules.model import Rules

_ON_FLOOR = "A♣ 2♣ 3♣ 5♣ 5♦ 7♣ 7♦ 8♣ 10♣ 10♥ J♣ J♦ Q♣ Q♦ K♣ K♦"
_PLAYED = "A♠ 4♠ 5♠ 7♠ 7♦ 8♠ 10♠ J♠ Q♠ K♠"
_SUMS_AFTER_A_TRAIL = (("3♣", "5♣", "8♠"), ("2♣", "5♣", "7♠"))
_SUM_AND_EQUAL = (("3♣ 5♣ 8♣", "8♠"), ("2♣ 5♣ 7♣", "7♠"))
_LAST_OF_THE_DEAL = (("5♣", "5♠"), ("J♣", "J♠"))
_TWO_SUMS = (("A♣ 3♣ 5♣ 7♣", "8♠"),)
_TELLING = (
    *_SUM_AND_EQUAL[:1],
    *_TWO_SUMS,
    ("5♣", "5♠"),
    ("Q♣ Q♦", "Q♠"),
    ("Q♣", "K♠"),
    ("J♣", "J♠"),
    ("8♣ J♣", "J♠"),
    ("10♣ 10♥", "7♦"),
    ("5♣ 7♣", "7♦"),
)
PLAY_LABELS = {
    "number": "what number cards take",
    "J": "what a jack takes and scores",
    "7♦": "what the 7♦ takes and scores",
    "Q or K": "what queens and kings take and score",
}
"""What plays are about, by their subjects."""
_TAKES_NOTHING = "it takes nothing and stays there"
SOMETHING_ELSE = "something else"


class Question(Protocol):
    """Something to ask a table."""

    @property
    def text(self) -> str:
        """Return the question in words."""
        ...

    @property
    def effort(self) -> float:
        """Return how hard it is to answer: the plainest have 0."""
        ...

    @property
    def topic(self) -> str:
        """Return what it is about: questions of one topic that part the same profiles ask for the same rule."""
        ...

    @property
    def subject(self) -> str:
        """Return what it is about at large: who can't answer one question on it will hardly answer the next."""
        ...

    @property
    def keys(self) -> tuple[str, ...]:
        """Return the keys of a profile that may decide it, a `*` for any name."""
        ...

    @property
    def played(self) -> Card | None:
        """Return the card that is played, if it is about a play."""
        ...

    @property
    def words(self) -> type[StrEnum] | None:
        """Return what the key may say that decides it, if it says no number."""
        ...

    @property
    def label(self) -> str:
        """Return what it is about in a few words, if tables often have a rule of their own for it."""
        ...

    @property
    def wanted(self) -> str:
        """Return how to tell an answer of one's own; nothing where that can't be told."""
        ...

    def answer(self, rules: Rules) -> str:
        """Return what the rules answer, in words; equal words are equal answers."""
        ...

    def parse_answer(self, text: str) -> str | None:
        """Return an answer of one's own in the words in which rules answer; None where it is none."""
        ...


@dataclass(frozen=True)
class PlayQuestion:
    """A card played on a floor, perhaps after another card was put there: what does it take, what does it score?

    `last`: it is the last card of the deal.
    """

    floor: tuple[Card, ...]
    card: Card
    trailed: Card | None = None
    last: bool = False

    @property
    def text(self) -> str:
        """Return the position in play language."""
        lying = f"On the floor: {format_cards(self.floor)}."
        before = f" Somebody puts {self.trailed} there and takes nothing." if self.trailed is not None else ""
        played = f"{self.card}, the very last card of the deal" if self.last else f"{self.card}"
        return f"{lying}{before} You play {played}: what does it take, and does it score at once?"

    @property
    def effort(self) -> float:
        """Return the number of cards, in tenths; a play before counts more."""
        return len(self.floor) / 10 + (0.15 if self.trailed is not None else 0) + (0.1 if self.last else 0)

    @property
    def topic(self) -> str:
        """Return what kind of card meets how many of its rank and how many others."""
        equal = sum(card.rank == self.card.rank for card in self.floor)
        return f"{self.subject} on {equal} and {len(self.floor) - equal} {self.trailed is not None}"

    @property
    def subject(self) -> str:
        """Return the kind of card that is played."""
        if str(self.card) == "7♦":
            return "7♦"
        return {"J": "J", "Q": "Q or K", "K": "Q or K"}.get(self.card.rank, "number")

    @property
    def keys(self) -> tuple[str, ...]:
        """Return the points of bonuses, what must capture or may be grouped, and the ways to capture."""
        return ("bonuses.*.points", "capture.obligation", "capture.groups", "capture.ways.*")

    @property
    def played(self) -> Card:
        """Return the card that is played."""
        return self.card

    @property
    def words(self) -> None:
        """Return nothing: each key has words of its own."""
        return

    @property
    def label(self) -> str:
        """Return nothing: a play is part of the game itself."""
        return ""

    @property
    def wanted(self) -> str:
        """Return how a capture is told."""
        shown = format_cards(self.floor)
        return f"the cards that it takes and what it scores, such as `{shown} 10` or `{shown} 0 or stays`"

    def parse_answer(self, text: str) -> str | None:
        """Return captures, each with what it scores, in the words in which rules answer."""
        sets = [part.split() for part in re.split(r"\bor\b|;", text)]
        stays = ["stays"] in sets or ["nothing"] in sets
        said = [_told(words, self.floor) for words in sets if words not in (["stays"], ["nothing"])]
        if None in said or not (said or stays):
            return None
        if not said:
            return _TAKES_NOTHING
        return "it takes " + "; or ".join(filter(None, said)) + ("; or stays there" if stays else "")

    def answer(self, rules: Rules) -> str:
        """Return what may be taken, and what each capture scores at once."""
        cards = (*self.floor, self.card, *(() if self.trailed is None else (self.trailed,)))
        if card_set(cards) & ~rules.deck:
            return CANNOT_HAPPEN
        table = Table(self.floor, hand=1 << self.card if self.last else 0, last_card=self.last)
        if self.trailed is not None:
            action = Action(self.trailed)
            if refuse(rules, table, action) is not None:
                return CANNOT_HAPPEN
            table = after(table, action)
        return _verdict(rules, table, self.card)


def _verdict(rules: Rules, table: Table, card: Card) -> str:
    sets = find_captures(rules, table, card).sets
    if not sets:
        return _TAKES_NOTHING
    said = [_capture(rules, table, Action(card, captured)) for captured in sets]
    if may_trail(rules, table, card):
        said.append("or stays there")
    return "it takes " + "; or ".join(said).replace("; or or", "; or")


def _capture(rules: Rules, table: Table, action: Action) -> str:
    return _scoring(action.captured, exact(sum(one.points for one in score_bonuses(rules, table, action))))


def _scoring(captured: CardSet, points: Number) -> str:
    scored = f"scores {format_number(points)}" if points else "scores nothing at once"
    return f"{format_cards(captured)} and {scored}"


def _told(words: list[str], floor: tuple[Card, ...]) -> str | None:
    """Return what is told of a capture: cards of the floor, and perhaps a number; None where it is nothing such."""
    points = parse_shown(words[-1]) if words else None
    try:
        captured = parse_cards(" ".join(words if points is None else words[:-1]))
    except BasraError:
        return None
    known = bool(captured) and set(captured) <= set(floor)
    return _scoring(card_set(captured), points or 0) if known else None


def roughly(answer: str) -> str:
    """Return what an answer says but for what a play scores, and whether it need take anything."""
    return re.sub(r" and scores [^;]*|; or stays there", "", answer)


@cache
def every_question() -> tuple[Question, ...]:
    """Return all questions that may be asked, the plainest first."""
    questions: list[Question] = [*_plays(), *facts()]
    return tuple(sorted(questions, key=lambda one: one.effort))


def telling_plays() -> tuple[PlayQuestion, ...]:
    """Return plays that tell most of what the kinds of cards do, and what tables have rules of their own for."""
    last = (PlayQuestion(parse_cards(floor), _card(card), last=True) for floor, card in _LAST_OF_THE_DEAL[:1])
    return (*(PlayQuestion(parse_cards(floor), _card(card)) for floor, card in _TELLING), *last)


def _plays() -> Iterator[PlayQuestion]:
    lying, played = parse_cards(_ON_FLOOR), parse_cards(_PLAYED)
    for number in (1, 2):
        for floor in combinations(lying, number):
            for card in played:
                if card not in floor:
                    yield PlayQuestion(floor, card)
    for first, second, card in (map(_card, cards) for cards in _SUMS_AFTER_A_TRAIL):
        yield PlayQuestion((first,), card, second)
    for lies, card_played in (*_SUM_AND_EQUAL, *_TWO_SUMS):
        yield PlayQuestion(parse_cards(lies), _card(card_played))
    for lies, card_played in _LAST_OF_THE_DEAL:
        yield PlayQuestion(parse_cards(lies), _card(card_played), last=True)


def _card(text: str) -> Card:
    return parse_cards(text)[0]
