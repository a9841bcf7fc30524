"""Spellings that are never right in an expression, as other languages and keyboards have them, and the right ones."""

from __future__ import annotations

import re
from dataclasses import dataclass

from basra_rules.expression.vocabulary import NAMES, Kind


@dataclass(frozen=True, slots=True)
class ForeignSpelling:
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


def _sign(spelling: str, right: str) -> ForeignSpelling:
    return ForeignSpelling(re.compile(spelling), "`{0}` is no operator here", f"write `{right}`", right)


def _asks_truth(words: str, right: str) -> ForeignSpelling:
    """Return the spelling of `last_card == false`, which `not last_card` says."""
    names = "|".join(re.escape(entry.name) for entry in NAMES if entry.kind is Kind.TRUTH)
    spelling = re.compile(rf"(?<![\w.])({names})\s*(?P<at>(?:==?|\bis\b)\s*(?:{words})\b)")
    message = "a condition holds or does not: `{2}` is not needed"
    return ForeignSpelling(spelling, message, f"write `{right}`", right, spread=True)


def _asks_empty(cards: str, count: str) -> ForeignSpelling:
    """Return the spelling of `floor == empty`."""
    spelling = re.compile(rf"(?<![\w.]){cards}\s*(?P<at>==?|!=)\s*(?:empty|nothing|none)\b")
    return ForeignSpelling(spelling, "`{1}` compares numbers", f"count the cards: `{count} == 0`, or `{count} > 0`")


_OR_EQUAL = r"\s+than\s+or\s+equal(?:\s+to)?\b"
_DENIED_COMPARISONS = (
    (rf"(?:more|greater|higher){_OR_EQUAL}", "<"),
    (rf"(?:less|fewer|lower){_OR_EQUAL}", ">"),
    (r"(?:(?:more|greater|higher)\s+than|over|above|exceeds?)\b", "<="),
    (r"(?:(?:less|fewer|lower)\s+than|under|below)\b", ">="),
    (r"at\s+least\b", "<"),
    (r"at\s+most\b", ">"),
)
COMPARISONS = frozenset({"<", "<=", ">", ">=", "==", "!=", "is", "is not"})
_TERM = r"[^\W_][\w.]*"
SIGNS = (
    *(_asks_truth(*said) for said in (("true|yes", "{1}"), ("false|no", "not {1}"))),
    *(_asks_empty(*said) for said in (("floor", "floor.count"), ("captured", "count"))),
    ForeignSpelling(
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
    _sign(r"\bis\s+never\b", "is not"),
    _sign(r"∈", "is"),
    _sign(r"∉", "is not"),
    _sign(r"(?<!\*)[×·⋅∙✕✖](?!\*)", "*"),
    _sign(r"[–—−‐‑]", "-"),
    *(_sign(rf"\b(?:(?:is|does|do)\s+)?(?:not|no)\s+{words}", right) for words, right in _DENIED_COMPARISONS),
    _sign(r"\bdo(?:es)?n['’]t\s+exceed\b", "<="),
    _sign(r"\b(?:is\s+)?(?:more|greater|higher)\s+than\s+or\s+equal(?:\s+to)?\b", ">="),
    _sign(r"\b(?:is\s+)?(?:less|fewer|lower)\s+than\s+or\s+equal(?:\s+to)?\b", "<="),
    _sign(r"\b(?:is\s+)?at\s+least\b", ">="),
    _sign(r"\b(?:is\s+)?at\s+most\b", "<="),
    _sign(r"\b(?:is\s+)?(?:more|greater|higher)\s+than\b", ">"),
    _sign(r"\b(?:is\s+)?(?:less|fewer|lower)\s+than\b", "<"),
    _sign(r"\b(?:is\s+)?(?:over|above|exceeds?)(?=\s+[^\W_])", ">"),
    _sign(r"\b(?:is\s+)?(?:under|below)(?=\s+[^\W_])", "<"),
    _sign(r"\b(?:is\s+)?up\s+to\b", "<="),
)
_CARD = r"[2-9AJQKT0♣♦♥♠CDHS]"  # how one begins or ends
_NO_COMMA = "a comma joins nothing here"
_WRITE_OR = "write `or` between alternatives"
_UNDERSCORE = "`{0}` has an underscore"
_PARTS = {2: "0.5", 4: "0.25", 5: "0.2", 8: "0.125", 10: "0.1", 100: "0.01"}
_RANK_FIRST = "a card is written with the rank before the suit"
_NO_WORD = "`{0}` is no word here"
_ALL_OF = r"(?:(?:all|everything|every\s+card|of|on|from|the|whole|entire)\s+)+"
_WORD_OR_CARD = r"[^\W_][\w.]*[♣♦♥♠]?|[♣♦♥♠]"
_NO_DIVISION = "there is no division"
_NO_POWERS = "there are no powers"
NO_IF = "there is no `{0}` in an expression"
NO_DECIDING = (
    "join conditions with `and`, `or` and `not`; other points on another condition are a bonus of their own, "
    "and points card by card a table of `deck.tables`"
)
OTHERS = (
    ForeignSpelling(
        re.compile(rf"(?<![\w.])({_TERM})\s+(?:is\s+)?(?P<at>between|from)\s+({_TERM})\s+(?:and|to)\s+({_TERM})"),
        "`{2}` is no word here",
        "write `{3} <= {1} <= {4}`",
        "{3} <= {1} <= {4}",
        spread=True,
    ),
    ForeignSpelling(
        re.compile(rf"(?<![\w.])({_TERM})\s+(?P<at>in|is)\s+([0-9]+)\s*(?:\.\.+|-|–|\bto\b)\s*([0-9]+)"),
        "`{2}` is no word here",
        "write `{3} <= {1} <= {4}`",
        "{3} <= {1} <= {4}",
        spread=True,
    ),
    ForeignSpelling(
        re.compile(r"(?<![\w.])(?:(?:face|court|picture)\s+cards?|courts|pictures|court_cards|face_cards)(?!\w)"),
        _NO_WORD,
        "write `(J or Q or K)`",
        "(J or Q or K)",
    ),
    ForeignSpelling(re.compile(r"(?<![\w.])reds?(?!\w)"), _NO_WORD, "write `(♦ or ♥)`", "(♦ or ♥)"),
    ForeignSpelling(re.compile(r"(?<![\w.])blacks?(?!\w)"), _NO_WORD, "write `(♣ or ♠)`", "(♣ or ♠)"),
    ForeignSpelling(
        re.compile(r"\bis\s+(?:not\s+)?(?P<at>any\s+of|one\s+of)\b"), "`{1}` is not needed", "leave it out", ""
    ),
    ForeignSpelling(re.compile(r"\b(?:all|any)\s+(?P<at>of)\b"), "`of` is no word here", "leave it out", ""),
    ForeignSpelling(re.compile(r"\bbetween\b"), _NO_WORD, "write `3 <= sum <= 5`"),
    ForeignSpelling(re.compile(r"\*\*|\^"), _NO_POWERS, "write the product out: `card.value * card.value`"),
    *(
        ForeignSpelling(re.compile(rf"(?:/|÷)\s*{number}(?![\w.])"), _NO_DIVISION, f"multiply: `* {part}`", f"* {part}")
        for number, part in _PARTS.items()
    ),
    ForeignSpelling(re.compile(r"//?|÷|%"), _NO_DIVISION, "multiply by a decimal: `0.5 *`"),
    ForeignSpelling(re.compile(r"\b(?:isn|aren)['’]?t\b"), _NO_WORD, "write `is not`", "is not"),
    ForeignSpelling(re.compile(r"\b\w+n['’]t\b|\bcannot\b"), _NO_WORD, "write `not` before what must not hold"),
    ForeignSpelling(
        re.compile(rf"\bneither\s+({_WORD_OR_CARD})\s+nor\s+({_WORD_OR_CARD})(?![^\s)])"),
        "`neither` is no word here",
        "write `not ({1} or {2})`",
        "not ({1} or {2})",
    ),
    ForeignSpelling(re.compile(r"\b(?:neither|nor)\b"), _NO_WORD, "write `not (… or …)`"),
    ForeignSpelling(
        re.compile(r"\b(?:no|none(?:\s+of(?:\s+the)?)?)\s+(captured|floor)\b(?=\s+(?:is|are)\b)"),
        "`{0}` is not how that is asked",
        "write `not any {1}`",
        "not any {1}",
    ),
    ForeignSpelling(
        re.compile(
            rf"\b(?:any(?:thing)?|all|every(?:thing)?)\s+(?:except|but)\s+({_WORD_OR_CARD}|\([^()]*\))\s*(?=\)|\Z)"
        ),
        "`{0}` is not how that is written",
        "write `not {1}`",
        "not {1}",
    ),
    ForeignSpelling(
        re.compile(r"\b(?:except|without|but)\b"), _NO_WORD, "write `and not`, or `not (… or …)` for all cards but some"
    ),
    ForeignSpelling(re.compile(r"\bnon-(?=[^\W\d_])"), _NO_WORD, "write `not`", "not "),
    ForeignSpelling(
        re.compile(
            rf"\b(?:(?:clear(?:s|ed)?|empt(?:y|ies|ied))\s+{_ALL_OF}?|(?:sweeps?|swept|takes?|captures?)\s+{_ALL_OF})"
            r"(?:floor|table|board)\b(?!\.)"
        ),
        "`{0}` is how a sweep is spoken of",
        "write `sweep`",
        "sweep",
    ),
    ForeignSpelling(
        re.compile(r"([\"'“”„‘’`«])([^\"'“”‘’`»]*)[\"'“”‘’`»]"),
        "`{0}` stands in quotes",
        "write `{2}` without them",
        "{2}",
    ),
    ForeignSpelling(
        re.compile(r"[\"“”„‘`«»]|(?<!\w)['’]|['’](?!\w)"), "a quote has no place in an expression", "delete it", ""
    ),
    ForeignSpelling(re.compile(rf"(?<={_CARD})\s*(?P<at>,)(?=\s*{_CARD})"), _NO_COMMA, _WRITE_OR, "or"),
    ForeignSpelling(re.compile(r","), _NO_COMMA, _WRITE_OR, "or", unsure=True),
    ForeignSpelling(re.compile(r";"), "`;` has no place here: one expression stands alone", "write `and` or `or`"),
    ForeignSpelling(re.compile(r"\?"), NO_IF, NO_DECIDING),
    ForeignSpelling(re.compile(r"[\[{]"), "`{0}` is no bracket here", "write `(`", "("),
    ForeignSpelling(re.compile(r"[\]}]"), "`{0}` is no bracket here", "write `)`", ")"),
    ForeignSpelling(
        re.compile(r"(?<![\w.])[0-9]+(?:\.[0-9]+)?[eE][-+]?[0-9]+\b"), "`{0}` has an exponent", "write the number out"
    ),
    ForeignSpelling(
        re.compile(r"(?<![\w.])0[xXoObB]\w+"), "`{0}` is no decimal number", "write the number in the digits 0 to 9"
    ),
    ForeignSpelling(re.compile(r"(?<![\w.])([0-9]+)_([0-9]+)(?!\w)"), _UNDERSCORE, "write the digits alone", "{1}{2}"),
    ForeignSpelling(re.compile(r"(?<![\w.])[0-9]+(?:_[0-9]+)+"), _UNDERSCORE, "write the digits alone"),
    ForeignSpelling(
        re.compile(r"(?<!\w)(10|[2-9AJQKT])\s+([♣♦♥♠])"),
        "a card is written without a space",
        "write `{1}{2}`",
        "{1}{2}",
    ),
    ForeignSpelling(
        re.compile(r"(?<![\w♣♦♥♠])([♣♦♥♠])[\uFE0E\uFE0F]?(10|[2-9AJQKT])(?![\w♣♦♥♠])"),
        _RANK_FIRST,
        "write `{2}{1}`",
        "{2}{1}",
    ),
    ForeignSpelling(re.compile(r"(?<![\w.])([CDHS])(10|[2-9AJQKT])(?!\w)"), _RANK_FIRST, "write `{2}{1}`", "{2}{1}"),
)
IN_PATTERNS = (
    ForeignSpelling(
        re.compile(r"\A\s*(?P<at>all|everything|every|(?:all|every)\s+cards?)\s*\Z"),
        "`{1}` is no pattern",
        "write `any`: every card",
        "any",
    ),
    ForeignSpelling(
        re.compile(rf"(?<![\w.])(?P<at>one|two|three|four|both|a\s+single)\s+(?={_CARD})"),
        "`{1}` counts cards, and a pattern says only which ones",
        "leave it out; a way takes one card of several by `how_many: one`",
        "",
        unsure=True,
    ),
    ForeignSpelling(re.compile(r","), _NO_COMMA, _WRITE_OR, "or"),
    ForeignSpelling(
        re.compile(r"(?<![\w.])(?P<at>all|every|each)\s+(?!but\b|except\b)(?=\w|[♣♦♥♠(])"),
        "`{1}` is not needed",
        "leave it out",
        "",
    ),
)
"""What can't be meant otherwise where a pattern stands alone; there, `2,3` is no decimal number."""
COMMA_IN_NUMBER = ForeignSpelling(
    re.compile(r"(?<![\w.])([0-9]+),([0-9]+)(?![\w.])"),
    "decimals have a point",
    "write `{1}.{2}`",
    "{1}.{2}",
    unsure=True,
)
