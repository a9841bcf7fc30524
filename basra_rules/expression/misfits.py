"""What to say of a part that is of one kind where another belongs."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import TYPE_CHECKING

from basra_rules.errors import Diagnostic, DiagnosticsError
from basra_rules.expression.parts import extent, is_pattern_word
from basra_rules.expression.rewording import put, put_around
from basra_rules.expression.vocabulary import Kind
from basra_rules.source.nodes import shorten

if TYPE_CHECKING:
    from lark import Token, Tree

    from basra_rules.errors import Fix
    from basra_rules.expression.parts import Part
    from basra_rules.source.nodes import ScalarNode


class Wanted(StrEnum):
    """The three kinds of expression, as messages call them."""

    CONDITION = "a condition"
    NUMBER = "a number"
    PATTERN = "a pattern"


EXAMPLES = {
    Wanted.CONDITION: "a condition, such as `sweep`, `sum <= 10` or `card is J`",
    Wanted.NUMBER: "a number, such as `10`, `sum` or `2 * card.value`",
    Wanted.PATTERN: "a pattern: a rank (`J`), a card (`7♦`), a suit (`♣`), `numeric`, or several in brackets",
}

_IN_WORDS = {
    Kind.TRUTH: "a condition",
    Kind.NUMBER: "a number",
    Kind.PATTERN: "a pattern",
    Kind.ONE_CARD: "a card",
    Kind.CARDS: "a set of cards",
    Kind.FUNCTION: "a question about groups",
}

# what to write instead, by what is wanted and what stands there; `{0}` is what was written
_INSTEAD = {
    (Wanted.CONDITION, Kind.NUMBER): "compare it: `{0} <= 10`",
    (Wanted.CONDITION, Kind.PATTERN): "write `card is {0}`",
    (Wanted.CONDITION, Kind.ONE_CARD): "write `{0} is J`",
    (Wanted.CONDITION, Kind.CARDS): "write `all {0} is …` or `any {0} is …`",
    (Wanted.CONDITION, Kind.FUNCTION): "write `{0}(groups >= 2 and total < 10)`",
    (Wanted.NUMBER, Kind.TRUTH): "truth is no number: join conditions with `and`, `or`, `not`",
    (Wanted.NUMBER, Kind.PATTERN): "ask with `is`: `card is {0}`",
    (Wanted.NUMBER, Kind.ONE_CARD): "ask with `is`: `{0} is J`",
    (Wanted.NUMBER, Kind.FUNCTION): "truth is no number: join conditions with `and`, `or`, `not`",
    (Wanted.PATTERN, Kind.ONE_CARD): "write `card.rank` for the rank of the played card",
}
_INSTEAD_OF_NAME = {
    (Wanted.CONDITION, "card.rank"): "write `all captured is card.rank`",
    (Wanted.CONDITION, "any"): "write `any captured is J`",
    (Wanted.CONDITION, "none"): "write `not any captured is J`",
    (Wanted.NUMBER, "card"): "write `card.value`, or ask with `is`: `card is J`",
    (Wanted.NUMBER, "card.rank"): "write `card.value`",
    (Wanted.NUMBER, "captured"): "write `count` or `sum`",
    (Wanted.NUMBER, "floor"): "write `floor.count` or `floor.sum`",
}


def word_misfit(wanted: Wanted, kind: Kind, text: str) -> tuple[str, str]:
    """Return message and label for `text`, of `kind`, where a part of kind `wanted` belongs."""
    if wanted is Wanted.CONDITION and text[:1].isdigit() and kind is Kind.NUMBER:
        return f"`{text}` is a number, and a condition is expected here", f"compare it: `sum <= {text}`"
    instead = _INSTEAD_OF_NAME.get((wanted, text)) or _INSTEAD.get((wanted, kind))
    message = f"`{text}` is {_IN_WORDS[kind]}, and {wanted} is expected here"
    return message, instead.format(text) if instead else f"expected {EXAMPLES[wanted]}"


def subject_misfit(kind: Kind, text: str, asked: str) -> tuple[str, str]:
    """Return message and label for the word `text` before `is asked`, where it says of no card what it is."""
    message = f"`{text}` is {_IN_WORDS[kind]}, and `is` asks about cards"
    if kind is Kind.CARDS:
        shown = asked if asked and len(asked) < _SHORT else "…"
        label = f"write `all {text} is {shown}` or `any {text} is {shown}`"
        return f"`{text}` is {_IN_WORDS[kind]}: all of them, or any?", label
    if kind is Kind.NUMBER:
        return message, f"compare numbers with `==`: `{text} == {asked if asked.isdigit() else 7}`"
    return message, "write `card is …`, `floor.top is …` or `all captured is …`"


_SHORT = 20
_COUNTS = {"floor": "floor.count", "captured": "count"}
_RANKS_BY_NUMBER = {"1": "A", "11": "J", "12": "Q", "13": "K"}
_CARD_WORDS = {"card": "card", "card.rank": "card", "card.suit": "card", "floor.top": "floor.top"}
_VERBS = {"==": "is", "!=": "is not", "≠": "is not"}
_JOINED = re.compile(r"\s*\b(?P<join>or|and)\b\s*(?P<opposite>not\b\s*)?(?P<bracket>\(\s*)*")
_PATTERN_WORD = r"(?:(?:10|[2-9AJQKT])(?:[♣♦♥♠][\uFE0E\uFE0F]?|[CDHS])?|[♣♦♥♠][\uFE0E\uFE0F]?)(?![\w.♣♦♥♠])"
_MORE_PATTERNS = re.compile(rf"(?:\s+or\s+{_PATTERN_WORD}(?!\s*[-+*<>=!≤≥≠]))*")


class Misfits:
    """The faults of kind in one text, with what was read before them.

    `statement` and `compared` are the last `… is PATTERN` and the last comparison.
    """

    def __init__(self, scalar: ScalarNode) -> None:
        self._scalar = scalar
        self.statement: Tree[Token] | None = None
        self.compared: Tree[Token] | None = None

    def fault(self, code: str, part: Part, message: str, label: str, *fixes: Fix | None) -> DiagnosticsError:
        """Return the one fault of the text, at `part`."""
        fault = Diagnostic(code, message, self._scalar.span_of(*extent(part)), label)
        return DiagnosticsError([fault.mended_by(*fixes)])

    def put(self, part: Part, right: str, *, certain: bool) -> Fix:
        """Return the fix that writes `right` over a part."""
        return put(self._scalar, extent(part), right, certain=certain)

    def leave_out(self, part: Part) -> Fix:
        """Return the fix that leaves a part out."""
        return self.put(part, "", certain=True)

    def of_kind(self, part: Part, wanted: Wanted, kind: Kind) -> DiagnosticsError:
        """Return the fault that `part` is of `kind` where another is wanted."""
        message, label = word_misfit(wanted, kind, self.text(part))
        fix = None
        if label in (f"write `card is {self.text(part)}`", "write `card.value`"):
            fix = self.put(part, label[len("write `") : -1], certain=False)
        return self.fault("expression-type", part, message, label, fix)

    def wrong_subject(self, quantifier: Part | None, name: Token, kind: Kind, asked: Part) -> DiagnosticsError:
        """Return the fault of a word before `is` that says of no card what it is."""
        message, label = subject_misfit(kind, name, self.text(asked))
        counted = _COUNTS.get(name)
        if counted and quantifier is None and self.text(asked) in ("empty", "nothing", "none"):
            whole = (extent(name)[0], extent(asked)[1])
            negated = " not " in self._scalar.text[extent(name)[1] : extent(asked)[0]]
            right = f"{counted} {'>' if negated else '=='} 0"
            return self.fault(
                "expression-type", name, message, f"write `{right}`", put(self._scalar, whole, right, certain=True)
            )
        between = (extent(name)[1], extent(asked)[0])
        fixes: tuple[Fix, ...] = ()
        if kind is Kind.CARDS and quantifier is None:
            fixes = tuple(self.put(name, f"{each} {name}", certain=False) for each in ("all", "any"))
        elif kind is Kind.NUMBER and quantifier is None and self.text(asked).isdigit():
            sign = {"is": " == ", "is not": " != "}.get(" ".join(self._scalar.text[slice(*between)].split()))
            fixes = (put(self._scalar, between, sign, certain=True),) if sign else ()
        return self.fault("expression-type", name, message, label, *fixes)

    def missing_rank(self, word: Token) -> DiagnosticsError:
        """Return the fault of a number that is no rank."""
        meant = _RANKS_BY_NUMBER.get(word)
        label = f"write `{meant}`" if meant else "ranks are A, 2 to 10, J, Q and K"
        fix = self.put(word, meant, certain=False) if meant else None
        return self.fault("unknown-name", word, f"there is no rank `{word}`", label, fix)

    def text(self, part: Part) -> str:
        """Return `part` as written, on one line."""
        start, end = extent(part)
        return shorten(self._scalar.text[start:end])

    def refuse_compared_cards(self, part: Tree[Token]) -> None:
        """Refuse `card == J`, which `card is J` says."""
        terms, signs = part.children[::2], part.children[1::2]
        for left, sign, other in zip(terms, signs, terms[1:], strict=False):
            verb = _VERBS.get(str(sign))
            for card, pattern in ((left, other), (other, left)):
                subject = _CARD_WORDS.get(str(card))
                if verb and subject and is_pattern_word(pattern):
                    message = f"`{sign}` compares numbers; of a card one asks what it is"
                    right = f"{subject} {verb} {pattern}"
                    whole = (extent(left)[0], extent(other)[1])
                    fix = put(self._scalar, whole, right, certain=len(terms) == 2)
                    raise self.fault("expression-type", sign, message, f"write `{right}`", fix)

    def refuse_forgotten_brackets(self, word: Token) -> None:
        """Refuse `card is J or 7♦`, where the `or` does not belong to the pattern."""
        joined = self._joined(self.statement, word)
        if joined and is_pattern_word(word):
            message = f"`{word}` is a pattern, and this `{joined['join']}` joins conditions"
            fix = shorten(self._with_brackets(joined, word), 60)
            mended = self._put_brackets(joined, word)
            raise self.fault("expression-type", word, message, f"write `{fix}`", mended)

    def _with_brackets(self, joined: re.Match[str], word: Token) -> str:
        assert self.statement is not None  # something was joined to it
        text, end = self._scalar.text, extent(self.statement)[1]
        subject, negation, pattern = self.statement.children
        asked = f"{self.text(subject)} is not" if negation else f"{self.text(subject)} is"
        if joined["opposite"]:
            return f"{joined['join']} {self.text(subject)} is not {word}"
        if joined["bracket"]:
            return f"{asked} (… {joined['join']} …)"
        first = text[extent(pattern)[0] : end]
        more = _MORE_PATTERNS.match(text, extent(word)[1])
        assert more is not None  # it matches nothing at the least
        return f"{asked} ({first[1:-1].strip() if first.startswith('(') else first}{text[end : more.end()]})"

    def _put_brackets(self, joined: re.Match[str], word: Token) -> Fix | None:
        """Return the fix that puts what is asked in brackets; certain for `or`, which nothing else explains."""
        assert self.statement is not None  # something was joined to it
        if joined["bracket"]:
            return None
        subject, negation, pattern = self.statement.children
        start, end = extent(pattern)[0], extent(self.statement)[1]
        asked = f"{self.text(subject)} is{' not' if negation else ''}"
        if joined["opposite"]:
            return put(self._scalar, (joined.start("opposite"), extent(word)[1]), f"{asked} not {word}", certain=False)
        more = _MORE_PATTERNS.match(self._scalar.text, extent(word)[1])
        assert more is not None  # it matches nothing at the least
        title = f"write `({shorten(self._scalar.text[start : more.end()])})`"
        if self._scalar.text[start] == "(":
            return put(self._scalar, (end - 1, more.end()), self._scalar.text[end : more.end()] + ")", certain=True)
        return put_around(self._scalar, (start, more.end()), title, certain=joined["join"] == "or")

    def refuse_forgotten_comparison(self, word: Token) -> None:
        """Refuse `count == 1 or 2`, where the second number is compared with nothing."""
        if word.type == "NUMBER" and self.compared and self._joined(self.compared, word):
            term, sign, *_ = self.compared.children
            message = f"`{word}` is a number, and a condition is expected here"
            right = f"{self.text(term)} {sign} {word}"
            raise self.fault("expression-type", word, message, f"write `{right}`", self.put(word, right, certain=False))

    def _joined(self, before: Tree[Token] | None, word: Token) -> re.Match[str] | None:
        """Return the `or` or `and` that alone stands between `before` and `word`."""
        return _JOINED.fullmatch(self._scalar.text, extent(before)[1], extent(word)[0]) if before else None
