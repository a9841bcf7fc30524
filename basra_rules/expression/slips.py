"""Slips that authors make because other languages, or their keyboard, taught them so.

None of these can occur in a right expression, so each is recognised by its spelling alone, before
parsing, and answered with what to write instead.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from basra_rules.cards import WORDS_FOR_CARDS
from basra_rules.errors import Diagnostic
from basra_rules.expression.foreign_spellings import (
    COMMA_IN_NUMBER,
    COMPARISONS,
    IN_PATTERNS,
    NO_DECIDING,
    NO_IF,
    OTHERS,
    SIGNS,
    ForeignSpelling,
)
from basra_rules.expression.rewording import put
from basra_rules.expression.vocabulary import NAMES, TABLE_PREFIX
from basra_rules.look_alikes import FRACTIONS, pictured_card, plain_character
from basra_rules.nearness import nearest
from basra_rules.source.invisible import name_character
from basra_rules.source.nodes import shorten

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from basra_rules.errors import Fix
    from basra_rules.source.nodes import ScalarNode


_WORD = re.compile(r"[^\W_][\w]*(?:\.\w+)*")
_CARD_WORDS = {word: right for right, words in WORDS_FOR_CARDS.items() for word in words}
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

_PROSE_WORD = re.compile(r"[^\W\d_][\w.'’]*")
_SIGN_OF_EXPRESSIONS = re.compile(r"[<>=()*+≤≥≠]")
_FEWEST_OF_A_SENTENCE = 3
_JOINING_WORDS = re.findall(
    r"\w+",
    "a an the of is are if not no more greater higher less fewer lower than equal to at least most between from",
)
_OF_EXPRESSIONS = frozenset(
    word.casefold()
    for word in (
        *_WRITTEN_SMALL,
        *(also for entry in NAMES for also in entry.also),
        *_RIGHT_WORDS,
        *_TRUE_FALSE,
        *_NO_VALUE,
        *_DECIDING,
        *_JOINING_WORDS,
    )
)
_DIGITS = tuple("0123456789")
_UNSURE = frozenset({"no", "false", "off", "yes", "true", "in", "one", "One", "x", "X", ",", ";"})
"""What is not always meant as the answer has it: `7 in captured`, `one of them`."""
_RIGHT_SIGNS = {"&": "and", "|": "or", "=": "==", "!": "not", ",": "or", ";": "and"}


def find_slip(scalar: ScalarNode, *, pattern: bool = False) -> Diagnostic | None:
    """Return the first slip that the text holds, with the right spelling; `pattern`: nothing else may stand there."""
    signs = _find_signs(scalar, (*SIGNS, *(IN_PATTERNS if pattern else (COMMA_IN_NUMBER,)), *OTHERS))
    if prose := _find_prose(scalar):
        return prose
    found = [*signs, *_find_cards(scalar), *_find_words(scalar, pattern=pattern), *_find_look_alikes(scalar)]
    return min(found, key=lambda one: one.span.start if one.span else 0) if found else None


def _find_prose(scalar: ScalarNode) -> Diagnostic | None:
    """Find a rule that is told in a sentence, of which no word alone is the slip."""
    words = [] if _SIGN_OF_EXPRESSIONS.search(scalar.text) else _PROSE_WORD.findall(scalar.text)
    unknown = [word for word in words if word.casefold() not in _OF_EXPRESSIONS and not word.startswith(TABLE_PREFIX)]
    unknown = [word for word in unknown if nearest(word, _WRITTEN_SMALL) is None]
    if len(unknown) < _FEWEST_OF_A_SENTENCE or 2 * len(unknown) < len(words):
        return None
    said = f"this is a sentence: `{shorten(' '.join(scalar.text.split()), 60)}`"
    label = "a rule is written in the few words of an expression, such as `sweep and card is J and count >= 3`"
    return _fault(scalar, 0, len(scalar.text), said, label)


def _fault(scalar: ScalarNode, start: int, end: int, message: str, label: str) -> Diagnostic:
    return Diagnostic("expression-syntax", message, scalar.span_of(start, end), label)


def _find_signs(scalar: ScalarNode, slips: Sequence[ForeignSpelling]) -> Iterator[Diagnostic]:
    for slip in slips:
        match = slip.spelling.search(scalar.text)
        if match:
            said = [shorten(text or "") for text in (match[0], *match.groups())]
            message, label = slip.message.format(*said), slip.label.format(*said)
            if _compares_nothing(scalar, slip, match):
                label = f"write what is compared before it, as in `count {slip.right} 3`"
            fault = _fault(scalar, *match.span(slip.caret), message, label)
            yield fault.mended_by(_fix(scalar, slip, match))


def _compares_nothing(scalar: ScalarNode, slip: ForeignSpelling, match: re.Match[str]) -> bool:
    before = scalar.text[: match.start(slip.caret)].strip().removesuffix("(")
    return slip.right in COMPARISONS and not before.strip()


def _fix(scalar: ScalarNode, slip: ForeignSpelling, match: re.Match[str]) -> Fix | None:
    if slip.right is None or _compares_nothing(scalar, slip, match):
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
    return word if word in WORDS_FOR_CARDS else _CARD_WORDS.get(word.casefold())


def _find_words(scalar: ScalarNode, *, pattern: bool) -> list[Diagnostic]:
    for match in _WORD.finditer(scalar.text):
        answer = (pattern and _answer_truth(match[0])) or _answer_word(match[0])
        if answer:
            message, label, right = answer
            fix = put(scalar, match.span(), right, certain=match[0] not in _UNSURE) if right else None
            return [_fault(scalar, match.start(), match.end(), message, label).mended_by(fix)]
    return []


def _answer_truth(word: str) -> tuple[str, str, str] | None:
    """Return the same for a word of truth where a pattern stands alone."""
    right = {"no": "none", "false": "none", "off": "none", "yes": "any", "true": "any"}.get(word.casefold())
    return (f"`{word}` is no pattern", f"write `{right}`: {_MEANINGS[right]}", right) if right else None


_MEANINGS = {"none": "no card", "any": "every card"}


def _answer_word(word: str) -> tuple[str, str, str] | None:
    """Return message and label for a word that nobody can mean, and what to write instead, if that is known."""
    small = word.casefold()
    if small in _TRUE_FALSE:
        return f"`{word}` is not needed: a condition holds or does not", "write `sweep`, or `not sweep`", ""
    if small in _NO_VALUE:
        return f"there is no `{word}`: every name always has a value", "leave it out", ""
    if small == "never":
        return "`never` is no word here", "what must not hold stands behind `not`; a bonus is off by `points: 0`", ""
    if small in _DECIDING:
        return NO_IF.format(word), NO_DECIDING, ""
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
        card = pictured_card(character)
        if card:
            fault = _fault(scalar, at, at + 1, f"`{character}` is the picture of a card", f"write `{card}`")
            return [fault.mended_by(put(scalar, (at, at + 1), card, certain=True))]
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
