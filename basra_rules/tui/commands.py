"""What a line typed at the table means.  Any text at all means something, if only a kind answer."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from basra_rules.cards import RANKS, Rank, is_card, parse_card, parse_play
from basra_rules.errors import NotationError
from basra_rules.exact import parse_place
from basra_rules.nearness import nearest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from basra_rules.cards import Card, CardSet

HELP = "help"
RULES = "rules"
SCORE = "score"
QUIT = "quit"
WHY = "?"


@dataclass(frozen=True, slots=True)
class PlayCard:
    """Play a card; what it takes is still open."""

    card: Card


@dataclass(frozen=True, slots=True)
class PlayExactly:
    """Play a card and capture exactly these."""

    card: Card
    captured: CardSet


@dataclass(frozen=True, slots=True)
class AskWhy:
    """Tell why a card takes nothing or scores no bonus; None asks about the whole hand.

    `captured` is the capture in question where one was named.
    """

    card: Card | None
    captured: CardSet | None = None


@dataclass(frozen=True, slots=True)
class AskFor:
    """Show a page: help, rules or score."""

    page: str


@dataclass(frozen=True, slots=True)
class Leave:
    """End the match."""


@dataclass(frozen=True, slots=True)
class Redraw:
    """Show the table again."""


@dataclass(frozen=True, slots=True)
class NotUnderstood:
    """The line is none of these; `answer` says what is expected."""

    answer: str


Command: TypeAlias = PlayCard | PlayExactly | AskWhy | AskFor | Leave | Redraw | NotUnderstood

_PAGES = {
    **dict.fromkeys(("help", "h"), HELP),
    **dict.fromkeys(("rules", "rule", "r"), RULES),
    **dict.fromkeys(("score", "scores", "s"), SCORE),
}
_LEAVING = ("quit", "exit", "bye")
_WHY = re.compile(r"(?:\?|why\b)\s*(?P<about>.*)", re.IGNORECASE | re.DOTALL)
_RANK_NAMES = {Rank.ACE: "ace", Rank.JACK: "jack", Rank.QUEEN: "queen", Rank.KING: "king"}
_SUIT_WORDS = {"clubs": "C", "club": "C", "diamonds": "D", "diamond": "D"} | {
    "hearts": "H",
    "heart": "H",
    "spades": "S",
    "spade": "S",
}


def parse_command(line: str, hand: Sequence[Card]) -> Command:
    """Return what `line` asks for; `hand` is in the order of its numbers on the screen."""
    text = tidy(line)
    word = text.casefold()
    if not text:
        return Redraw()
    if word in _LEAVING:
        return Leave()
    if word in _PAGES:
        return AskFor(_PAGES[word])
    if asked := _WHY.fullmatch(text):
        return _parse_why(asked["about"].strip(), hand)
    return _parse_choice(text, hand)


def is_leaving(line: str) -> bool:
    """Tell whether the line says good-bye."""
    return tidy(line).casefold() in _LEAVING


_LONGEST_LINE = 300


def tidy(line: str) -> str:
    """Return the line without what can't be seen: control characters, marks of direction."""
    shown = (" " if character.isspace() else character for character in line[:_LONGEST_LINE])
    return "".join(character for character in shown if character.isprintable()).strip()


def _parse_why(about: str, hand: Sequence[Card]) -> Command:
    if not about:
        return AskWhy(None)
    match _parse_choice(about, hand):
        case PlayCard(card):
            return AskWhy(card)
        case PlayExactly(card, captured):
            return AskWhy(card, captured)
        case other:
            return other


def _parse_choice(text: str, hand: Sequence[Card]) -> Command:
    if text.isdecimal():
        return _numbered(text, hand)
    of_rank = _rank_alone(text, hand)
    if of_rank is not None:
        return of_rank
    written = _with_suit_letters(text)
    if is_card(written):
        return PlayCard(parse_card(written))
    try:
        return _exactly(*parse_play(written))
    except NotationError as error:
        return NotUnderstood(_explain(text, error))


def _exactly(card: Card, captured: CardSet) -> Command:
    return PlayExactly(card, captured) if captured else PlayCard(card)


def _numbered(text: str, hand: Sequence[Card]) -> Command:
    number = parse_place(text)
    if number is not None and 1 <= number <= len(hand):
        return PlayCard(hand[number - 1])
    same_rank = [card for card in hand if card.rank == text]
    hint = f"; for the card itself type its whole name, {_whole_name(same_rank[0])}" if same_rank else ""
    return NotUnderstood(f"the cards of your hand have the numbers {_span(hand)}{hint}")


def _span(hand: Sequence[Card]) -> str:
    return "1 alone" if len(hand) == 1 else f"1 to {len(hand)}"


def _rank_alone(text: str, hand: Sequence[Card]) -> Command | None:
    """Understand `j` or `king` where the hand leaves no doubt."""
    rank = _rank_named(text)
    if rank is None:
        return None
    cards = [card for card in hand if card.rank is rank]
    if text in ("q", "Q"):  # who means to quit must not lose a queen
        queens = f"; to play a queen type {' or '.join(map(_whole_name, cards))}" if cards else ""
        return NotUnderstood(f"`{QUIT}` leaves the match{queens}")
    if len(cards) == 1:
        return PlayCard(cards[0])
    if cards:
        names = " or ".join(map(_whole_name, cards))
        return NotUnderstood(f"you have {len(cards)} cards of the rank {rank}; type {names}")
    return NotUnderstood(f"no {_RANK_NAMES[rank]} is in your hand")


def _rank_named(text: str) -> Rank | None:
    word = text.casefold()
    return next((rank for rank, name in _RANK_NAMES.items() if word in (name, rank.casefold())), None)


def _with_suit_letters(text: str) -> str:
    """Read `7 of diamonds`, `7 diamonds` and `queen of spades` as cards are written."""
    words = text.casefold().replace(" of ", " ").split()
    if len(words) == 2 and words[1] in _SUIT_WORDS:
        rank = _rank_named(words[0]) or next((rank for rank in RANKS if rank.casefold() == words[0]), None)
        if rank is not None:
            return f"{rank}{_SUIT_WORDS[words[1]]}"
    return text


def _whole_name(card: Card) -> str:
    letter = {"♣": "c", "♦": "d", "♥": "h", "♠": "s"}[card.suit]
    return f"`{card.rank.casefold()}{letter}`"


def _explain(text: str, error: NotationError) -> str:
    words = [*_LEAVING, *_PAGES, "why"]
    meant = nearest(text, [word for word in words if len(word) > 1]) if text.isalpha() else None
    return f"did you mean `{meant}`?" if meant else error.message
