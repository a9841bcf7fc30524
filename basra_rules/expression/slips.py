"""Slips that authors make because other languages, or their keyboard, taught them so.

None of these can occur in a right expression, so each is recognised by its spelling alone, before
parsing, and answered with what to write instead.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from basra_rules.errors import Diagnostic
from basra_rules.expression.rewording import put
from basra_rules.expression.vocabulary import NAMES
from basra_rules.look_alikes import FRACTIONS, plain_character
from basra_rules.source.invisible import name_character
from basra_rules.source.nodes import shorten

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from basra_rules.errors import Fix
    from basra_rules.source.nodes import ScalarNode


@dataclass(frozen=True, slots=True)
class _Slip:
    """A spelling that is never right; `{0}` in the texts is what was written, `{1}` its first group.

    The caret stands under the group named `at`, where there is one.  `right` is what to write over it, or over
    all of the spelling where that is `spread`; it is `unsure` where the author may have meant something else.
    """

    spelling: re.Pattern[str]
    message: str
    label: str
    right: str | None = None
    spread: bool = False
    unsure: bool = False

    @property
    def caret(self) -> str | int:
        """Return the group under which the caret stands."""
        return "at" if "at" in self.spelling.groupindex else 0


def _sign(spelling: str, right: str) -> _Slip:
    return _Slip(re.compile(spelling), "`{0}` is no operator here", f"write `{right}`", right)


_TERM = r"[^\W_][\w.]*"
_SIGNS = (
    _Slip(
        re.compile(r"\b(?:card|floor\.top|(?:all|any)\s+\w+)\s*(?P<at>=(?![=<>])|={3})"),
        "`{1}` compares numbers",
        "write `is`",
        "is",
    ),
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
    _sign(r"\b(?:is\s+)?(?:more|greater|higher)\s+than\s+or\s+equal(?:\s+to)?\b", ">="),
    _sign(r"\b(?:is\s+)?(?:less|fewer|lower)\s+than\s+or\s+equal(?:\s+to)?\b", "<="),
    _sign(r"\b(?:is\s+)?at\s+least\b", ">="),
    _sign(r"\b(?:is\s+)?at\s+most\b", "<="),
    _sign(r"\b(?:is\s+)?(?:more|greater|higher)\s+than\b", ">"),
    _sign(r"\b(?:is\s+)?(?:less|fewer|lower)\s+than\b", "<"),
)
_CARD = r"[2-9AJQKT0♣♦♥♠CDHS]"  # how one begins or ends
_NO_COMMA = "a comma joins nothing here"
_WRITE_OR = "write `or` between alternatives"
_UNDERSCORE = "`{0}` has an underscore"
_PARTS = {2: "0.5", 4: "0.25", 5: "0.2", 8: "0.125", 10: "0.1", 100: "0.01"}
_NO_DIVISION = "there is no division"
_NO_POWERS = "there are no powers"
_NO_IF = "there is no `{0}` in an expression"
_NO_DECIDING = "join conditions with `and`, `or` and `not`; give points card by card in a table of `deck.tables`"
_OTHERS = (
    _Slip(
        re.compile(rf"(?<![\w.])({_TERM})\s+(?:is\s+)?(?P<at>between|from)\s+({_TERM})\s+(?:and|to)\s+({_TERM})"),
        "`{2}` is no word here",
        "write `{3} <= {1} <= {4}`",
        "{3} <= {1} <= {4}",
        spread=True,
    ),
    _Slip(
        re.compile(rf"(?<![\w.])({_TERM})\s+(?P<at>in|is)\s+([0-9]+)\s*(?:\.\.+|-|–|\bto\b)\s*([0-9]+)"),
        "`{2}` is no word here",
        "write `{3} <= {1} <= {4}`",
        "{3} <= {1} <= {4}",
        spread=True,
    ),
    _Slip(
        re.compile(r"(?<![\w.])(?:(?:face|court|picture)\s+cards?|courts|pictures|court_cards|face_cards)(?!\w)"),
        "`{0}` is no word here",
        "write `(J or Q or K)`",
        "(J or Q or K)",
    ),
    _Slip(re.compile(r"(?<![\w.])reds?(?!\w)"), "`{0}` is no word here", "write `(♦ or ♥)`", "(♦ or ♥)"),
    _Slip(re.compile(r"(?<![\w.])blacks?(?!\w)"), "`{0}` is no word here", "write `(♣ or ♠)`", "(♣ or ♠)"),
    _Slip(re.compile(r"\bis\s+(?:not\s+)?(?P<at>any\s+of|one\s+of)\b"), "`{1}` is not needed", "leave it out", ""),
    _Slip(re.compile(r"\b(?:all|any)\s+(?P<at>of)\b"), "`of` is no word here", "leave it out", ""),
    _Slip(re.compile(r"\bbetween\b"), "`{0}` is no word here", "write `3 <= sum <= 5`"),
    _Slip(re.compile(r"\*\*|\^"), _NO_POWERS, "write the product out: `card.value * card.value`"),
    *(
        _Slip(re.compile(rf"(?:/|÷)\s*{number}(?![\w.])"), _NO_DIVISION, f"multiply: `* {part}`", f"* {part}")
        for number, part in _PARTS.items()
    ),
    _Slip(re.compile(r"//?|÷|%"), _NO_DIVISION, "multiply by a decimal: `0.5 *`"),
    _Slip(re.compile(r"\bisn['’]t\b"), "`{0}` is no word here", "write `is not`", "is not"),
    _Slip(
        re.compile(r"([\"'“”„‘’`«])([^\"'“”‘’`»]*)[\"'“”‘’`»]"),
        "`{0}` stands in quotes",
        "write `{2}` without them",
        "{2}",
    ),
    _Slip(re.compile(r"[\"'“”„‘’`«»]"), "a quote has no place in an expression", "delete it", ""),
    _Slip(re.compile(rf"(?<={_CARD})\s*(?P<at>,)(?=\s*{_CARD})"), _NO_COMMA, _WRITE_OR, "or"),
    _Slip(re.compile(r","), _NO_COMMA, _WRITE_OR, "or", unsure=True),
    _Slip(re.compile(r";"), "`;` has no place here: one expression stands alone", "write `and` or `or`"),
    _Slip(re.compile(r"\?"), _NO_IF, _NO_DECIDING),
    _Slip(re.compile(r"[\[{]"), "`{0}` is no bracket here", "write `(`", "("),
    _Slip(re.compile(r"[\]}]"), "`{0}` is no bracket here", "write `)`", ")"),
    _Slip(
        re.compile(r"(?<![\w.])[0-9]+(?:\.[0-9]+)?[eE][-+]?[0-9]+\b"), "`{0}` has an exponent", "write the number out"
    ),
    _Slip(re.compile(r"(?<![\w.])0[xXoObB]\w+"), "`{0}` is no decimal number", "write the number in the digits 0 to 9"),
    _Slip(re.compile(r"(?<![\w.])([0-9]+)_([0-9]+)(?!\w)"), _UNDERSCORE, "write the digits alone", "{1}{2}"),
    _Slip(re.compile(r"(?<![\w.])[0-9]+(?:_[0-9]+)+"), _UNDERSCORE, "write the digits alone"),
    _Slip(
        re.compile(r"(?<!\w)(10|[2-9AJQKT])\s+([♣♦♥♠])"),
        "a card is written without a space",
        "write `{1}{2}`",
        "{1}{2}",
    ),
    _Slip(
        re.compile(r"(?<![\w♣♦♥♠])([♣♦♥♠])[\uFE0E\uFE0F]?(10|[2-9AJQKT])(?![\w♣♦♥♠])"),
        "a card is written with the rank before the suit",
        "write `{2}{1}`",
        "{2}{1}",
    ),
)
_IN_PATTERNS = (
    _Slip(re.compile(r","), _NO_COMMA, _WRITE_OR, "or"),
    _Slip(re.compile(r"(?<![\w.])(?P<at>all|every|each)\s+(?=\w|[♣♦♥♠(])"), "`{1}` is not needed", "leave it out", ""),
)
"""What can't be meant otherwise where a pattern stands alone; there, `2,3` is no decimal number."""
_COMMA_IN_NUMBER = _Slip(
    re.compile(r"(?<![\w.])([0-9]+),([0-9]+)(?![\w.])"),
    "decimals have a point",
    "write `{1}.{2}`",
    "{1}.{2}",
    unsure=True,
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

_DIGITS = tuple("0123456789")
_UNSURE = frozenset({"in", "one", "One", "x", "X", ",", ";"})
"""What is not always meant as the answer has it: `7 in captured`, `one of them`."""
_RIGHT_SIGNS = {"&": "and", "|": "or", "=": "==", "!": "not", ",": "or", ";": "and"}


def find_slip(scalar: ScalarNode, *, pattern: bool = False) -> Diagnostic | None:
    """Return the first slip that the text holds, with the right spelling; `pattern`: nothing else may stand there."""
    signs = _find_signs(scalar, (*_SIGNS, *(_IN_PATTERNS if pattern else (_COMMA_IN_NUMBER,)), *_OTHERS))
    found = [*signs, *_find_cards(scalar), *_find_words(scalar), *_find_look_alikes(scalar)]
    return min(found, key=lambda one: one.span.start if one.span else 0) if found else None


def _fault(scalar: ScalarNode, start: int, end: int, message: str, label: str) -> Diagnostic:
    return Diagnostic("expression-syntax", message, scalar.span_of(start, end), label)


def _find_signs(scalar: ScalarNode, slips: Sequence[_Slip]) -> Iterator[Diagnostic]:
    for slip in slips:
        match = slip.spelling.search(scalar.text)
        if match:
            said = [shorten(text or "") for text in (match[0], *match.groups())]
            message, label = slip.message.format(*said), slip.label.format(*said)
            fault = _fault(scalar, *match.span(slip.caret), message, label)
            yield fault.mended_by(_fix(scalar, slip, match))


def _fix(scalar: ScalarNode, slip: _Slip, match: re.Match[str]) -> Fix | None:
    if slip.right is None:
        return None
    right = slip.right.format(match[0], *match.groups())
    return put(scalar, match.span(0 if slip.spread else slip.caret), right, certain=not slip.unsure)


def _find_cards(scalar: ScalarNode) -> list[Diagnostic]:
    """Find cards as they are spoken of: `a seven`, `the 7 of diamonds`, `jack of ♦`."""
    found = []
    for match in _CARD_IN_WORDS.finditer(scalar.text):
        right = _spoken_card(match)
        if right and (match["article"] or match["of"]):
            message = f"`{shorten(match[0])}` is how a card is spoken of"
            fault = _fault(scalar, *match.span(), message, f"write `{right}`")
            found.append(fault.mended_by(put(scalar, match.span(), right, certain=True)))
            break
    article = _ARTICLE_BEFORE.search(scalar.text)
    if article:
        word = article["article"].strip()
        place = article.start(), article.start() + len(word)
        fault = _fault(scalar, *place, f"`{word}` is no word here", "leave it out")
        found.append(fault.mended_by(put(scalar, place, "", certain=True)))
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
            message, label, right = answer
            fix = put(scalar, match.span(), right, certain=match[0] not in _UNSURE) if right else None
            return [_fault(scalar, match.start(), match.end(), message, label).mended_by(fix)]
    return []


def _answer_word(word: str) -> tuple[str, str, str] | None:
    """Return message and label for a word that nobody can mean, and what to write instead, if that is known."""
    small = word.casefold()
    if small in _TRUE_FALSE:
        return f"`{word}` is not needed: a condition holds or does not", "write `sweep`, or `not sweep`", ""
    if small in _NO_VALUE:
        return f"there is no `{word}`: every name always has a value", "leave it out", ""
    if small in _DECIDING:
        return _NO_IF.format(word), _NO_DECIDING, ""
    right = _RIGHT_WORDS.get(word) or (_RIGHT_WORDS.get(small) if len(word) > 1 else None)
    if right:
        return f"`{word}` is no word here", f"write `{right}`", right
    if small in _WRITTEN_SMALL and small != word:
        return f"`{word}` is written small", f"write `{small}`", small
    return None


def _find_look_alikes(scalar: ScalarNode) -> list[Diagnostic]:
    """Find letters, digits and signs of other scripts that look like, or stand for, ours."""
    if scalar.text.isascii():
        return []
    for at, character in enumerate(scalar.text):
        right = _look_alike(scalar.text, at)
        if right:
            message = f"`{character}` is {name_character(character)}"
            start, end, written = _all_of_number(scalar.text, at) or (at, at + 1, _RIGHT_SIGNS.get(right, right))
            fault = _fault(scalar, start, end, message, f"write `{written}`")
            return [fault.mended_by(put(scalar, (start, end), written, certain=right not in _UNSURE))]
    return []


def _look_alike(text: str, at: int) -> str | None:
    """Return what is meant by a character that only looks like, or stands for, one of ours; None for all others."""
    character = text[at]
    if character.isascii() or character in "♣♦♥♠≤≥≠\ufe0e\ufe0f":
        return None
    right = plain_character(character)
    return None if right and character.isalpha() and _is_foreign_word(text, at) else right


def _all_of_number(text: str, at: int) -> tuple[int, int, str] | None:
    """Return where the number stands that has a foreign digit at `at`, and the number in ours; None for others."""
    if _look_alike(text, at) not in _DIGITS and text[at] not in FRACTIONS:
        return None
    end = at + 1
    while end < len(text) and (_look_alike(text, end) or "") in _DIGITS:
        end += 1
    right = "".join(_look_alike(text, place) or "" for place in range(at, end))
    before = re.search(r"[0-9]*\Z", text[:at])
    if text[at] in FRACTIONS and before and before[0]:
        return before.start(), at + 1, before[0] + FRACTIONS[text[at]].removeprefix("0")
    return at, end, right


def _is_foreign_word(text: str, at: int) -> bool:
    """Tell whether the word around `at` is no word in disguise, but one of another script."""
    word = next(match[0] for match in _WORD.finditer(text) if match.end() > at)
    return not all(character.isascii() or plain_character(character) for character in word)
