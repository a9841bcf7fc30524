"""From lark's tree to the typed tree: which part is a condition, which a number, which a pattern.

The grammar has one syntax for the three; what a part must be follows from where it stands.  Here
is found what is written where another kind belongs.  Whether names exist, and may be used where
the expression stands, is left to `checking`, which finds all such faults at once.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeAlias

from lark import Token, Tree

from basra_rules.cards import RANKS, Rank, Suit, parse_card
from basra_rules.errors import Diagnostic, DiagnosticsError
from basra_rules.exact import NUMBER_RULE, parse_number
from basra_rules.expression.misfits import Wanted, missing_rank, subject_misfit, word_misfit
from basra_rules.expression.tree import (
    And,
    AndPattern,
    Arithmetic,
    CardIs,
    CardPattern,
    CardsAre,
    Compared,
    Comparison,
    Condition,
    EqualGroups,
    Flag,
    Literal,
    NamedPattern,
    Negated,
    Not,
    NotPattern,
    NumberName,
    NumberTree,
    Operator,
    Or,
    OrPattern,
    Pattern,
    Quantifier,
    RankPattern,
    SingleCard,
    Subject,
    SuitPattern,
)
from basra_rules.expression.vocabulary import EQUAL_GROUPS, TABLE_PREFIX, Kind, find, names_of, suggest
from basra_rules.source.nodes import shorten

if TYPE_CHECKING:
    from basra_rules.errors import Span
    from basra_rules.source.nodes import ScalarNode

Part: TypeAlias = Token | Tree[Token]

_PATTERN_TOKENS = frozenset({"RANK", "SUIT", "CARD", "ANY"})
_RANK_NAMES = {rank.value: rank for rank in RANKS} | {"T": Rank.TEN}
_ASCII = {"≤": "<=", "≥": ">=", "≠": "!="}
_VERBS = {"==": "is", "!=": "is not", "≠": "is not"}
_JOINED = re.compile(r"\s*\b(?P<join>or|and)\b\s*(?P<opposite>not\b\s*)?(?P<bracket>\(\s*)*")
_MORE_PATTERNS = re.compile(
    r"(?:\s+or\s+(?:(?:10|[2-9AJQKT])(?:[♣♦♥♠][\uFE0E\uFE0F]?|[CDHS])?|[♣♦♥♠][\uFE0E\uFE0F]?)(?![\w.♣♦♥♠])(?!\s*[-+*<>=!≤≥≠]))*"
)


class Builder:
    """Builds the typed tree of one scalar; its three methods say what kind the whole must be."""

    def __init__(self, scalar: ScalarNode) -> None:
        self._scalar = scalar
        self._statement: tuple[int, int, int] | None = None  # the last `… is PATTERN`: start, pattern, end
        self._compared: tuple[str, int] | None = None  # the last comparison: its first term and sign, end

    # conditions

    def condition(self, part: Part) -> Condition:
        """Return `part` as a condition."""
        if isinstance(part, Token):
            return self._flag(part)
        span = self._span(part)
        match part.data:
            case "group":
                return self.condition(part.children[0])
            case "disjunction":
                return Or(tuple(map(self.condition, part.children)), span)
            case "conjunction":
                return And(tuple(map(self.condition, part.children)), span)
            case "denial":
                return Not(self.condition(part.children[0]), span)
            case "comparison":
                return self._comparison(part)
            case "statement":
                return self._is_statement(part)
            case "call":
                return self._call(part)
        self.number(part)  # a fault inside comes first
        raise self._misfit(part, Wanted.CONDITION, Kind.NUMBER)

    def _flag(self, word: Token) -> Condition:
        if word.type == "NAME" and (find(word, Kind.TRUTH) or _is_unknown(word)):
            return Flag(str(word), self._span(word))
        self._refuse_forgotten_brackets(word)
        self._refuse_forgotten_comparison(word)
        raise self._misfit(word, Wanted.CONDITION, _kind_of(word))

    def _comparison(self, part: Tree[Token]) -> Condition:
        terms, signs = part.children[::2], [str(sign) for sign in part.children[1::2]]
        self._refuse_compared_cards(part)
        numbers = tuple(map(self.number, terms))
        sign_start = _extent(part.children[1])
        self._compared = (self._scalar.text[_extent(part)[0] : sign_start[1]], _extent(part)[1])
        return Compared(numbers, tuple(Comparison(_ASCII.get(sign, sign)) for sign in signs), self._span(part))

    def _is_statement(self, part: Tree[Token]) -> Condition:
        subject, negation, atom = part.children
        quantifier, name = _words_of(subject)
        self._check_subject(quantifier, name, atom)
        pattern = self.pattern(atom)
        span, negated = self._span(part), negation is not None
        self._statement = (_extent(part)[0], _extent(atom)[0], _extent(part)[1])
        if quantifier is None:
            return CardIs(SingleCard(name), pattern, span, negated)
        return CardsAre(Quantifier(quantifier), Subject(name), pattern, span, negated)

    def _check_subject(self, quantifier: Token | None, name: Token, atom: Part) -> None:
        kind = Kind.ONE_CARD if quantifier is None else Kind.CARDS
        if find(name, kind):
            return
        entry = find(name)
        if _is_unknown(name):
            raise self._fault("unknown-name", name, f"unknown name `{name}`", suggest(name, names_of(kind)))
        if entry and quantifier is not None and entry.kind is Kind.ONE_CARD:
            raise self._fault("expression-type", name, f"`{name}` is one card, not several", f"write `{name} is`")
        raise self._fault(
            "expression-type", name, *subject_misfit(entry.kind if entry else Kind.NUMBER, name, self._text(atom))
        )

    def _call(self, part: Tree[Token]) -> Condition:
        name, inner = part.children
        if name == EQUAL_GROUPS:
            return EqualGroups(self.condition(inner), self._span(part))
        raise self._not_callable(part)

    def _not_callable(self, part: Tree[Token]) -> DiagnosticsError:
        name = part.children[0]
        if find(str(name)):
            return self._fault("expression-type", name, f"`{name}` takes no brackets", f"write `{name}` alone")
        label = suggest(str(name), names_of(Kind.FUNCTION))
        return self._fault("unknown-name", name, f"unknown name `{name}`", label)

    # numbers

    def number(self, part: Part) -> NumberTree:
        """Return `part` as a number."""
        if isinstance(part, Token):
            return self._number_word(part)
        span = self._span(part)
        match part.data:
            case "group":
                return self.number(part.children[0])
            case "negated":
                return Negated(self.number(part.children[1]), span)
            case "arithmetic":
                left, sign, right = part.children
                return Arithmetic(Operator(str(sign)), self.number(left), self.number(right), span)
            case "call" if part.children[0] != EQUAL_GROUPS:
                raise self._not_callable(part)
        raise self._misfit(part, Wanted.NUMBER, Kind.TRUTH)

    def _number_word(self, word: Token) -> NumberTree:
        if word.type == "NUMBER":
            value = parse_number(word)
            if value is None:
                raise self._fault("expression-number", word, f"`{shorten(word)}` is too long a number", NUMBER_RULE)
            return Literal(value, self._span(word))
        if word.type == "NAME" and (find(word, Kind.NUMBER) or not find(word)):
            return NumberName(str(word), self._span(word))
        raise self._misfit(word, Wanted.NUMBER, _kind_of(word))

    # patterns

    def pattern(self, part: Part) -> Pattern:
        """Return `part` as a pattern."""
        if isinstance(part, Token):
            return self._pattern_word(part)
        span = self._span(part)
        match part.data:
            case "group":
                return self.pattern(part.children[0])
            case "disjunction":
                return OrPattern(tuple(map(self.pattern, part.children)), span)
            case "conjunction":
                return AndPattern(tuple(map(self.pattern, part.children)), span)
            case "denial":
                return NotPattern(self.pattern(part.children[0]), span)
            case "statement":
                alone = self._scalar.text[_extent(part.children[1] or part.children[2])[0] : _extent(part)[1]]
                message = "a condition stands where the pattern alone is expected"
                raise self._fault("expression-type", part, message, f"write `{shorten(alone)}`")
            case "call" if part.children[0] != EQUAL_GROUPS:
                raise self._not_callable(part)
        raise self._misfit(part, Wanted.PATTERN, Kind.NUMBER if part.data in ("arithmetic", "negated") else Kind.TRUTH)

    def _pattern_word(self, word: Token) -> Pattern:
        span = self._span(word)
        match word.type:
            case "CARD":
                return CardPattern(parse_card(word), span)
            case "SUIT":
                return SuitPattern(Suit(word[0]), span)
            case "ANY":
                return NamedPattern(str(word), span)
            case "RANK" | "NUMBER" if word in _RANK_NAMES:
                return RankPattern(_RANK_NAMES[word], span)
            case "NUMBER":
                raise self._fault("unknown-name", word, *missing_rank(word))
        if find(word, Kind.PATTERN) or _is_unknown(word):
            return NamedPattern(str(word), span)
        raise self._misfit(word, Wanted.PATTERN, _kind_of(word))

    # faults

    def _span(self, part: Part) -> Span:
        return self._scalar.span_of(*_extent(part))

    def _text(self, part: Part) -> str:
        start, end = _extent(part)
        return shorten(self._scalar.text[start:end])

    def _fault(self, code: str, part: Part, message: str, label: str) -> DiagnosticsError:
        return DiagnosticsError([Diagnostic(code, message, self._span(part), label)])

    def _misfit(self, part: Part, wanted: Wanted, kind: Kind) -> DiagnosticsError:
        return self._fault("expression-type", part, *word_misfit(wanted, kind, self._text(part)))

    def _refuse_compared_cards(self, part: Tree[Token]) -> None:
        """Refuse `card == J`, which `card is J` says."""
        terms, signs = part.children[::2], part.children[1::2]
        for left, sign, right in zip(terms, signs, terms[1:], strict=False):
            verb = _VERBS.get(str(sign))
            for card, pattern in ((left, right), (right, left)):
                if verb and card in ("card", "floor.top", "card.rank", "card.suit") and _is_pattern_word(pattern):
                    subject = "floor.top" if card == "floor.top" else "card"
                    message = f"`{sign}` compares numbers; of a card one asks what it is"
                    raise self._fault("expression-type", sign, message, f"write `{subject} {verb} {pattern}`")

    def _refuse_forgotten_brackets(self, word: Token) -> None:
        """Refuse `card is J or 7♦`, where the `or` does not belong to the pattern."""
        if self._statement is None or not _is_pattern_word(word):
            return
        text = self._scalar.text
        start, pattern, end = self._statement
        joined = _JOINED.fullmatch(text, end, _extent(word)[0])
        if not joined:
            return
        if joined["opposite"]:
            fix = f"{joined['join']} {text[start:pattern].removesuffix('not ')}not {word}"
        elif joined["bracket"]:
            fix = f"{text[start:pattern]}(… {joined['join']} …)"
        else:
            first = text[pattern:end]
            inner = first[1:-1].strip() if first.startswith("(") else first
            more = _MORE_PATTERNS.match(text, _extent(word)[1])
            assert more is not None  # it matches nothing at the least
            fix = f"{text[start:pattern]}({inner}{text[end : more.end()]})"
        message = f"`{word}` is a pattern, and this `{joined['join']}` joins conditions"
        raise self._fault("expression-type", word, message, f"write `{shorten(fix, 60)}`")

    def _refuse_forgotten_comparison(self, word: Token) -> None:
        """Refuse `count == 1 or 2`, where the second number is compared with nothing."""
        if self._compared is None or word.type != "NUMBER":
            return
        compared, end = self._compared
        if _JOINED.fullmatch(self._scalar.text, end, _extent(word)[0]):
            message = f"`{word}` is a number, and a condition is expected here"
            raise self._fault("expression-type", word, message, f"write `{shorten(compared, 60)} {word}`")


def _extent(part: Part) -> tuple[int, int]:
    if isinstance(part, Token):
        assert part.start_pos is not None  # the lexer sets it
        return part.start_pos, part.start_pos + len(part)
    return part.meta.start_pos, part.meta.end_pos


def _words_of(subject: Part) -> tuple[Token | None, Token]:
    assert isinstance(subject, Tree)
    quantifier, name = subject.children
    assert isinstance(name, Token)
    return quantifier if isinstance(quantifier, Token) else None, name


def _is_unknown(name: str) -> bool:
    """Tell whether `name` is none of the language's, a table's number included; the checker reports it."""
    return find(name) is None and not name.startswith(TABLE_PREFIX)


def _is_pattern_word(part: Part) -> bool:
    """Tell whether `part` is one word that can be a pattern and no condition."""
    if not isinstance(part, Token):
        return False
    if part.type == "NAME":
        return find(part, Kind.PATTERN) is not None and find(part, Kind.TRUTH) is None
    return part.type in _PATTERN_TOKENS or (part.type == "NUMBER" and part in _RANK_NAMES)


def _kind_of(word: Token) -> Kind:
    """Return the kind of a word that is known, a number of a table included."""
    if word.type in _PATTERN_TOKENS:
        return Kind.PATTERN
    entry = find(word, Kind.TRUTH) or find(word)
    return entry.kind if entry else Kind.NUMBER
