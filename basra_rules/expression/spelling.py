"""How an expression is spelled: its words and signs in one form, lines and helpful brackets as the author set them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from basra_rules.cards import parse_card
from basra_rules.errors import NotationError
from basra_rules.exact import parse_number
from basra_rules.expression.parsing import words_of
from basra_rules.expression.vocabulary import EQUAL_GROUPS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from basra_rules.expression.parsing import Word

_SIGNS = {"≤": "<=", "≥": ">=", "≠": "!="}
_OTHER_RANKS = {"T": "10"}
_SELECTORS = re.compile("[\ufe0e\ufe0f]")
_OPENING, _CLOSING = "(", ")"
_BINDS_RIGHT = frozenset({"(", "+", "-", "*", "<", "<=", ">", ">=", "==", "!=", "is", "not", "and", "or", "all", "any"})
"""What a sign follows: behind any of these, a minus is no subtraction."""

_RELATES = frozenset({"<", "<=", ">", ">=", "==", "!=", "is"})
_JOINS = frozenset({"and", "or", "not"})


@dataclass(frozen=True, slots=True)
class _Piece:
    """A word or sign in its one spelling, and the blanks before it where they hold a line break."""

    text: str
    line_break: str = ""


def spell_expression(text: str) -> str:
    """Return an expression in its one spelling; what is no expression stays as it is.

    Cards are written `7♦`, comparisons in ASCII, one blank stands between words.  Line breaks stay, and so do
    brackets, but those around a single word, around brackets and around the whole say nothing.
    """
    words = () if parse_number(text.strip()) is not None else words_of(text)
    if not words:
        return text
    pieces = _without_idle_brackets([_piece(text, *pair) for pair in zip([None, *words], words, strict=False)])
    return "".join(_spaced(pieces))


def _piece(text: str, before: Word | None, word: Word) -> _Piece:
    gap = text[before.end if before else 0 : word.start]
    line_break = gap[gap.index("\n") :].replace("\r", "") if before and "\n" in gap else ""
    return _Piece(_spelled(word), re.sub(r"[ \t]+(?=\n)", "", line_break))


def _spelled(word: Word) -> str:
    if word.kind == "CARD":
        try:
            return str(parse_card(word.text))
        except NotationError:
            return word.text
    if word.kind == "RANK":
        return _OTHER_RANKS.get(word.text, word.text)
    return _SIGNS.get(word.text) or _SELECTORS.sub("", word.text)


def _without_idle_brackets(pieces: Sequence[_Piece]) -> list[_Piece]:
    """Leave out brackets that neither group anything nor make it easier to read."""
    kept = list(pieces)
    while (idle := next(_idle_pairs(kept), None)) is not None:
        opening, closing = idle
        inner = kept[opening + 1 : closing]
        inner[0] = _Piece(inner[0].text, kept[opening].line_break)
        kept[opening : closing + 1] = inner
    return kept


def _idle_pairs(pieces: Sequence[_Piece]) -> Iterator[tuple[int, int]]:
    pairs = dict(_pairs(pieces))
    for opening, closing in pairs.items():
        if opening and pieces[opening - 1].text == EQUAL_GROUPS:
            continue
        is_whole = opening == 0 and closing == len(pieces) - 1
        is_doubled = pairs.get(opening + 1) == closing - 1
        if is_whole or is_doubled or closing == opening + 2 or _is_joined_relation(pieces, opening, closing):
            yield opening, closing


def _is_joined_relation(pieces: Sequence[_Piece], opening: int, closing: int) -> bool:
    """Tell whether brackets hold one comparison or statement, and `and` or `or` stands beside them."""
    inside = {piece.text for piece in pieces[opening + 1 : closing]}
    around = {pieces[place].text for place in (opening - 1, closing + 1) if 0 <= place < len(pieces)}
    return bool(inside & _RELATES) and not inside & _JOINS and around <= _JOINS - {"not"} | {_OPENING, _CLOSING}


def _pairs(pieces: Sequence[_Piece]) -> Iterator[tuple[int, int]]:
    waiting: list[int] = []
    for place, piece in enumerate(pieces):
        if piece.text == _OPENING:
            waiting.append(place)
        elif piece.text == _CLOSING and waiting:
            yield waiting.pop(), place


def _spaced(pieces: Sequence[_Piece]) -> Iterator[str]:
    yield pieces[0].text
    for place, piece in enumerate(pieces[1:], 1):
        yield piece.line_break or ("" if _is_joined(pieces, place) else " ")
        yield piece.text


def _is_joined(pieces: Sequence[_Piece], place: int) -> bool:
    """Tell whether a word stands right behind the one before it."""
    before, word = pieces[place - 1].text, pieces[place].text
    if before == _OPENING or word == _CLOSING or (word == _OPENING and before == EQUAL_GROUPS):
        return True
    return before == "-" and (place == 1 or pieces[place - 2].text in _BINDS_RIGHT)
