"""How text reaches a terminal: its letters, the colours of cards, and cards that stay left to right.

Everything is written in Unicode first.  `clean` turns it into the letters of the terminal, `paint` colours
the cards in it.  The colours are those of four-colour decks, so that suits are told apart at a glance.
"""

from __future__ import annotations

import re
import textwrap
import unicodedata
from enum import StrEnum
from typing import TYPE_CHECKING

from rich.text import Text

from basra_rules.cards import SUITS, Suit

if TYPE_CHECKING:
    from collections.abc import Iterable


class Letters(StrEnum):
    """Which characters a terminal may be sent."""

    UNICODE = "unicode"
    ASCII = "ascii"


_SUIT_LETTERS = {Suit.CLUBS: "C", Suit.DIAMONDS: "D", Suit.HEARTS: "H", Suit.SPADES: "S"}
_STYLES = {"♣C": "green", "♦D": "bright_blue", "♥H": "red", "♠S": ""}
_STYLE_OF = {sign: style for signs, style in _STYLES.items() for sign in signs}
_CARD = re.compile(r"(?<![A-Za-z0-9])(?:10|[2-9AJQK])(?P<suit>[♣♦♥♠]|[CDHS](?![A-Za-z0-9]))")
_POINTS = re.compile(r"(?<!\S)\+\d+[\d.½¼¾]*(?: [a-z]\w*)*")
_LEFT_TO_RIGHT = "\N{LEFT-TO-RIGHT MARK}"
_SPELLINGS = (
    ("×−–—·•", "x---|*"),
    ("“”‘’ı§", "\"\"''i#"),
    ("─│╭╮╰╯", "-|++++"),
)
_ASCII: dict[int, str] = {
    ord(character): plain for many, few in _SPELLINGS for character, plain in zip(many, few, strict=True)
}
_ASCII |= {ord(suit.value): letter for suit, letter in _SUIT_LETTERS.items()}
_ASCII |= {ord("…"): "...", ord("→"): "->", ord("≤"): "<=", ord("≥"): ">=", ord("≠"): "!="}
_FRACTION = re.compile(r"(\d*)([½¼¾])")
_DECIMALS = {"½": ".5", "¼": ".25", "¾": ".75"}


def clean(text: str, letters: Letters) -> str:
    """Return `text` as the terminal may show it: no control characters, cards left to right."""
    shown = "".join(character if character.isprintable() else " " for character in text)
    if letters is Letters.ASCII:
        return _to_ascii(shown)
    return _keep_left_to_right(shown)


def _to_ascii(text: str) -> str:
    decimal = _FRACTION.sub(lambda found: (found[1] or "0") + _DECIMALS[found[2]], text)
    plain = unicodedata.normalize("NFKD", decimal.translate(_ASCII))
    kept = "".join(character for character in plain if not unicodedata.combining(character))
    return kept.encode("ascii", "replace").decode("ascii")


def _keep_left_to_right(text: str) -> str:
    """Shield the cards of a line in which a title or label runs from right to left."""
    if not any(unicodedata.bidirectional(character) in ("R", "AL") for character in text):
        return text
    return _LEFT_TO_RIGHT + _CARD.sub(lambda card: f"{_LEFT_TO_RIGHT}{card[0]}{_LEFT_TO_RIGHT}", text)


def paint(text: str, style: str = "") -> Text:
    """Return `text` in `style`, its cards in the colour of their suit and points that are won in bold."""
    painted = Text(text, style=style)
    for card in _CARD.finditer(text):
        painted.stylize(f"bold {_STYLE_OF[card['suit']]}".strip(), card.start(), card.end())
    painted.highlight_regex(_POINTS, "bold")
    return painted


def wrap(line: str, width: int) -> list[str]:
    """Return the line in pieces that fit, those after the first a little further in."""
    indent = len(line) - len(line.lstrip(" "))
    pieces = textwrap.wrap(line, max(width, 20), subsequent_indent=" " * (indent + 4), break_on_hyphens=False)
    return pieces or [""]


def can_show_suits(encoding: str | None) -> bool:
    """Tell whether a stream with this encoding can carry the suits and rules of a drawn table."""
    try:
        "".join([*SUITS, "─│╭╮╰╯·…½—"]).encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def shorten(words: Iterable[str], most: int) -> str:
    """Return the first `most` words, and how many more there are."""
    listed = list(words)
    shown = " ".join(listed[:most])
    return shown if len(listed) <= most else f"{shown} and {len(listed) - most} more"
