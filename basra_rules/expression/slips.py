"""Slips that authors make because other languages, or their keyboard, taught them so.

None of these can occur in a right expression, so each is recognised by its spelling alone, before
parsing, and answered with what to write instead.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING

from basra_rules.errors import Diagnostic
from basra_rules.expression.vocabulary import NAMES
from basra_rules.source.invisible import name_character
from basra_rules.source.nodes import shorten

if TYPE_CHECKING:
    from basra_rules.source.nodes import ScalarNode


@dataclass(frozen=True, slots=True)
class _Slip:
    """A spelling that is never right; `{0}` in the texts is what was written, `{1}` its first group.

    The caret stands under the group named `at`, where there is one.
    """

    spelling: re.Pattern[str]
    message: str
    label: str


def _sign(spelling: str, right: str) -> _Slip:
    return _Slip(re.compile(spelling), "`{0}` is no operator here", f"write `{right}`")


_TERM = r"[^\W_][\w.]*"
_SIGNS = (
    _Slip(re.compile(r"\b(?:card|floor\.top)\s*(?P<at>=(?![=<>])|={3})"), "`{1}` compares numbers", "write `is`"),
    _sign(r"&&?|∧", "and"),
    _sign(r"\|\|?|∨", "or"),
    _sign(r"!==", "!="),
    _sign(r"===|:=|=\s+=|(?<![<>=!])=(?![=<>!])", "=="),
    _sign(r"=<|<\s+=|⩽|≦", "<="),
    _sign(r"=>|>\s+=|⩾|≧", ">="),
    _sign(r"<>|=!|!\s+=", "!="),
    _sign(r"!(?!=)|~|¬", "not"),
    _sign(r"∈", "is"),
    _sign(r"(?<!\*)[×·⋅∙✕✖](?!\*)", "*"),
    _sign(r"[–—−‐‑]", "-"),
    _sign(r"\b(?:is\s+)?at\s+least\b", ">="),
    _sign(r"\b(?:is\s+)?at\s+most\b", "<="),
    _sign(r"\b(?:is\s+)?(?:more|greater|higher)\s+than\b", ">"),
    _sign(r"\b(?:is\s+)?(?:less|fewer|lower)\s+than\b", "<"),
)
_NO_DIVISION = "there is no division"
_NO_POWERS = "there are no powers"
_NO_IF = "there is no `{0}` in an expression"
_NO_DECIDING = "join conditions with `and`, `or` and `not`; give points card by card in a table of `deck.tables`"
_OTHERS = (
    _Slip(
        re.compile(rf"(?<![\w.])({_TERM})\s+(?:is\s+)?(?P<at>between|from)\s+({_TERM})\s+(?:and|to)\s+({_TERM})"),
        "`{2}` is no word here",
        "write `{3} <= {1} <= {4}`",
    ),
    _Slip(re.compile(r"\bis\s+(?:not\s+)?(?P<at>any\s+of|one\s+of)\b"), "`{1}` is not needed", "leave it out"),
    _Slip(re.compile(r"\b(?:all|any)\s+(?P<at>of)\b"), "`of` is no word here", "leave it out"),
    _Slip(re.compile(r"\bbetween\b"), "`{0}` is no word here", "write `3 <= sum <= 5`"),
    _Slip(re.compile(r"\*\*|\^"), _NO_POWERS, "write the product out: `card.value * card.value`"),
    _Slip(re.compile(r"//?|÷|%"), _NO_DIVISION, "multiply by a decimal: `0.5 *`"),
    _Slip(re.compile(r"\bisn['’]t\b"), "`{0}` is no word here", "write `is not`"),
    _Slip(
        re.compile(r"([\"'“”„‘’`«])([^\"'“”‘’`»]*)[\"'“”‘’`»]"), "`{0}` stands in quotes", "write `{2}` without them"
    ),
    _Slip(re.compile(r"[\"'“”„‘’`«»]"), "a quote has no place in an expression", "delete it"),
    _Slip(re.compile(r"(?<![\w.])([0-9]+),([0-9]+)(?![\w.])"), "decimals have a point", "write `{1}.{2}`"),
    _Slip(re.compile(r","), "a comma joins nothing here", "write `or` between alternatives"),
    _Slip(re.compile(r";"), "`;` has no place here: one expression stands alone", "write `and` or `or`"),
    _Slip(re.compile(r"\?"), _NO_IF, _NO_DECIDING),
    _Slip(re.compile(r"[\[{]"), "`{0}` is no bracket here", "write `(`"),
    _Slip(re.compile(r"[\]}]"), "`{0}` is no bracket here", "write `)`"),
    _Slip(
        re.compile(r"(?<![\w.])[0-9]+(?:\.[0-9]+)?[eE][-+]?[0-9]+\b"), "`{0}` has an exponent", "write the number out"
    ),
    _Slip(re.compile(r"(?<![\w.])0[xXoObB]\w+"), "`{0}` is no decimal number", "write the number in the digits 0 to 9"),
    _Slip(re.compile(r"(?<![\w.])[0-9]+(?:_[0-9]+)+"), "`{0}` has an underscore", "write the digits alone"),
    _Slip(re.compile(r"(?<!\w)(10|[2-9AJQKT])\s+([♣♦♥♠])"), "a card is written without a space", "write `{1}{2}`"),
    _Slip(
        re.compile(r"(?<![\w♣♦♥♠])([♣♦♥♠])[\uFE0E\uFE0F]?(10|[2-9AJQKT])(?![\w♣♦♥♠])"),
        "a card is written with the rank before the suit",
        "write `{2}{1}`",
    ),
)

_WORD = re.compile(r"[^\W_][\w]*(?:\.\w+)*")
_WORDS_FOR_CARDS = {
    "A": ("ace", "aces", "a"),
    "2": ("two", "twos"),
    "3": ("three", "threes"),
    "4": ("four", "fours"),
    "5": ("five", "fives"),
    "6": ("six", "sixes"),
    "7": ("seven", "sevens"),
    "8": ("eight", "eights"),
    "9": ("nine", "nines"),
    "10": ("ten", "tens", "t"),
    "J": ("jack", "jacks", "j"),
    "Q": ("queen", "queens", "q"),
    "K": ("king", "kings", "k"),
    "♣": ("club", "clubs", "c", "C"),
    "♦": ("diamond", "diamonds", "d", "D"),
    "♥": ("heart", "hearts", "h", "H"),
    "♠": ("spade", "spades", "s", "S"),
}
_CARD_WORDS = {word: right for right, words in _WORDS_FOR_CARDS.items() for word in words}
_RIGHT_WORDS = _CARD_WORDS | {
    "x": "*",
    "X": "*",
    "times": "*",
    "plus": "+",
    "minus": "-",
    "in": "is",
    "equals": "==",
    "isnt": "is not",
    "zero": "0",
    "one": "1",
}
_ARTICLE = r"(?P<article>(?:an?|An|[tT]he)\s+)"
_OF_SUIT = r"(?P<of>\s+of\s+(?:the\s+)?(?P<suit>[^\W\d_]+|[♣♦♥♠]))"
_CARD_IN_WORDS = re.compile(rf"(?<![\w.]){_ARTICLE}?(?P<rank>10|[2-9]|[^\W\d_]+|[♣♦♥♠]){_OF_SUIT}?(?![\w.♣♦♥♠])")
_ARTICLE_BEFORE = re.compile(rf"(?<![\w.]){_ARTICLE}(?=[^\W_]|[(♣♦♥♠])(?!(?:and|or)\b)")
_TRUE_FALSE = frozenset({"true", "false", "yes"})
_NO_VALUE = frozenset({"null", "nil", "undefined"})
_DECIDING = frozenset({"if", "else", "then", "elif", "unless", "when", "case"})
_WRITTEN_SMALL = {entry.name for entry in NAMES}

_LOOK_ALIKES = str.maketrans("АВСЕНКМОРТХасеорхуΑΒΕΗΙΚΜΝΟΡΤΧо♤♡♢♧❤❥☓⁎", "ABCEHKMOPTXaceopxyABEHIKMNOPTXo♠♥♦♣♥♥x*")
_FRACTIONS = {"½": "0.5", "¼": "0.25", "¾": "0.75"}
_RIGHT_SIGNS = {"&": "and", "|": "or", "=": "==", "!": "not", ",": "or", ";": "and"}


def find_slip(scalar: ScalarNode) -> Diagnostic | None:
    """Return the first slip that the text holds, with the right spelling."""
    found = [*_find_signs(scalar), *_find_cards(scalar), *_find_words(scalar), *_find_look_alikes(scalar)]
    return min(found, key=lambda one: one.span.start if one.span else 0) if found else None


def _fault(scalar: ScalarNode, start: int, end: int, message: str, label: str) -> Diagnostic:
    return Diagnostic("expression-syntax", message, scalar.span_of(start, end), label)


def _find_signs(scalar: ScalarNode) -> list[Diagnostic]:
    found = []
    for slip in (*_SIGNS, *_OTHERS):
        match = slip.spelling.search(scalar.text)
        if match:
            said = [shorten(text or "") for text in (match[0], *match.groups())]
            message, label = slip.message.format(*said), slip.label.format(*said)
            culprit = "at" if "at" in slip.spelling.groupindex else 0
            found.append(_fault(scalar, *match.span(culprit), message, label))
    return found


def _find_cards(scalar: ScalarNode) -> list[Diagnostic]:
    """Find cards as they are spoken of: `a seven`, `the 7 of diamonds`, `jack of ♦`."""
    found = []
    for match in _CARD_IN_WORDS.finditer(scalar.text):
        right = _spoken_card(match)
        if right and (match["article"] or match["of"]):
            message = f"`{shorten(match[0])}` is how a card is spoken of"
            found.append(_fault(scalar, *match.span(), message, f"write `{right}`"))
            break
    article = _ARTICLE_BEFORE.search(scalar.text)
    if article:
        word = article["article"].strip()
        found.append(
            _fault(scalar, article.start(), article.start() + len(word), f"`{word}` is no word here", "leave it out")
        )
    return found


def _spoken_card(match: re.Match[str]) -> str | None:
    """Return the card, rank or suit that was spoken of, in signs; None where it is none."""
    rank = _sign_of(match["rank"])
    suit = _sign_of(match["suit"]) if match["suit"] else ""
    if rank is None or suit is None or (suit and (rank in "♣♦♥♠" or suit not in "♣♦♥♠")):
        return None
    return rank + suit


def _sign_of(word: str) -> str | None:
    """Return the sign of a rank or suit, whether it is written as a sign or as a word."""
    return word if word in _WORDS_FOR_CARDS else _CARD_WORDS.get(word.casefold())


def _find_words(scalar: ScalarNode) -> list[Diagnostic]:
    for match in _WORD.finditer(scalar.text):
        answer = _answer_word(match[0])
        if answer:
            return [_fault(scalar, match.start(), match.end(), *answer)]
    return []


def _answer_word(word: str) -> tuple[str, str] | None:
    small = word.casefold()
    if small in _TRUE_FALSE:
        return f"`{word}` is not needed: a condition holds or does not", "write `sweep`, or `not sweep`"
    if small in _NO_VALUE:
        return f"there is no `{word}`: every name always has a value", "leave it out"
    if small in _DECIDING:
        return _NO_IF.format(word), _NO_DECIDING
    right = _RIGHT_WORDS.get(word) or (_RIGHT_WORDS.get(small) if len(word) > 1 else None)
    if right:
        return f"`{word}` is no word here", f"write `{right}`"
    if small in _WRITTEN_SMALL and small != word:
        return f"`{word}` is written small", f"write `{small}`"
    return None


def _find_look_alikes(scalar: ScalarNode) -> list[Diagnostic]:
    """Find letters, digits and signs of other scripts that look like, or stand for, ours."""
    if scalar.text.isascii():
        return []
    for at, character in enumerate(scalar.text):
        if character.isascii() or character in "♣♦♥♠≤≥≠\ufe0e\ufe0f":
            continue
        right = _plain(character)
        if right and not (character.isalpha() and _is_foreign_word(scalar.text, at)):
            message = f"`{character}` is {name_character(character)}"
            return [_fault(scalar, at, at + 1, message, f"write `{_RIGHT_SIGNS.get(right, right)}`")]
    return []


def _is_foreign_word(text: str, at: int) -> bool:
    """Tell whether the word around `at` is no word in disguise, but one of another script."""
    word = next(match[0] for match in _WORD.finditer(text) if match.end() > at)
    return not all(character.isascii() or _plain(character) for character in word)


def _plain(character: str) -> str | None:
    digit = unicodedata.digit(character, None)
    if digit is not None:
        return str(digit)
    if character in _FRACTIONS:
        return _FRACTIONS[character]
    plain = unicodedata.normalize("NFKC", character).translate(_LOOK_ALIKES)
    return plain if plain != character and len(plain) == 1 and (plain.isascii() or plain in "♣♦♥♠") else None
