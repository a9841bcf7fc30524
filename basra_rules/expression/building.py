"""From lark's tree to the typed tree: which part is a condition, which a number, which a pattern.

The grammar has one syntax for the three; what a part must be follows from where it stands.  Here
is found what is written where another kind belongs.  Whether names exist, and may be used where
the expression stands, is left to `checking`, which finds all such faults at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lark import Token, Tree

from basra_rules.cards import Suit, parse_card
from basra_rules.exact import NUMBER_RULE, parse_number
from basra_rules.expression.misfits import Misfits, Wanted, subject_misfit
from basra_rules.expression.parts import RANK_NAMES, extent, is_unknown, kind_of, words_of
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
from basra_rules.expression.vocabulary import EQUAL_GROUPS, Kind, find, names_of, suggest
from basra_rules.source.nodes import shorten

if TYPE_CHECKING:
    from basra_rules.errors import DiagnosticsError, Span
    from basra_rules.expression.parts import Part
    from basra_rules.expression.vocabulary import Name
    from basra_rules.source.nodes import ScalarNode

_ASCII = {"≤": "<=", "≥": ">=", "≠": "!="}


class Builder:
    """Builds the typed tree of one scalar; its three methods say what kind the whole must be."""

    def __init__(self, scalar: ScalarNode) -> None:
        self._scalar = scalar
        self._misfits = Misfits(scalar)

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
        raise self._misfits.of_kind(part, Wanted.CONDITION, Kind.NUMBER)

    def _flag(self, word: Token) -> Condition:
        if word.type == "NAME" and (find(word, Kind.TRUTH) or is_unknown(word)):
            return Flag(str(word), self._span(word))
        self._misfits.refuse_forgotten_brackets(word)
        self._misfits.refuse_forgotten_comparison(word)
        raise self._misfits.of_kind(word, Wanted.CONDITION, kind_of(word))

    def _comparison(self, part: Tree[Token]) -> Condition:
        terms, signs = part.children[::2], [str(sign) for sign in part.children[1::2]]
        self._misfits.refuse_compared_cards(part)
        numbers = tuple(map(self.number, terms))
        self._misfits.compared = part
        return Compared(numbers, tuple(Comparison(_ASCII.get(sign, sign)) for sign in signs), self._span(part))

    def _is_statement(self, part: Tree[Token]) -> Condition:
        subject, negation, atom = part.children
        quantifier, name = words_of(subject)
        self._check_subject(quantifier, name, atom)
        pattern = self.pattern(atom)
        span, negated = self._span(part), negation is not None
        self._misfits.statement = part
        if quantifier is None:
            return CardIs(SingleCard(name), pattern, span, negated)
        return CardsAre(Quantifier(quantifier), Subject(name), pattern, span, negated)

    def _check_subject(self, quantifier: Token | None, name: Token, atom: Part) -> None:
        kind = Kind.ONE_CARD if quantifier is None else Kind.CARDS
        if find(name, kind):
            return
        entry = find(name)
        if is_unknown(name):
            raise self._unknown(name, names_of(kind))
        if entry and quantifier is not None and entry.kind is Kind.ONE_CARD:
            fix = self._misfits.leave_out(quantifier)
            label = f"write `{name} is …`"
            raise self._misfits.fault("expression-type", name, f"`{name}` is one card, not several", label, fix)
        raise self._misfits.wrong_subject(quantifier, name, entry.kind if entry else Kind.NUMBER, atom)

    def _call(self, part: Tree[Token]) -> Condition:
        name, inner = part.children
        if name == EQUAL_GROUPS:
            return EqualGroups(self.condition(inner), self._span(part))
        raise self._not_callable(part)

    def _not_callable(self, part: Tree[Token]) -> DiagnosticsError:
        name = part.children[0]
        if find(str(name), Kind.CARDS):
            return self._misfits.fault("expression-type", name, *subject_misfit(Kind.CARDS, str(name), ""))
        if find(str(name)):
            return self._misfits.fault("expression-type", name, f"`{name}` takes no brackets", f"write `{name}` alone")
        return self._unknown(name, names_of(Kind.FUNCTION))

    def _unknown(self, name: Part, known: tuple[Name, ...]) -> DiagnosticsError:
        meant = suggest(self._span(name), str(name), known)
        return self._misfits.fault("unknown-name", name, f"unknown name `{name}`", meant.label, *meant.fixes)

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
        raise self._misfits.of_kind(part, Wanted.NUMBER, Kind.TRUTH)

    def _number_word(self, word: Token) -> NumberTree:
        if word.type == "NUMBER":
            value = parse_number(word)
            if value is None:
                raise self._misfits.fault(
                    "expression-number", word, f"`{shorten(word)}` is too long a number", NUMBER_RULE
                )
            return Literal(value, self._span(word))
        if word.type == "NAME" and (find(word, Kind.NUMBER) or not find(word)):
            return NumberName(str(word), self._span(word))
        raise self._misfits.of_kind(word, Wanted.NUMBER, kind_of(word))

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
                alone = self._scalar.text[extent(part.children[1] or part.children[2])[0] : extent(part)[1]]
                message = "a condition stands where the pattern alone is expected"
                fix = self._misfits.put(part, alone, certain=True)
                raise self._misfits.fault("expression-type", part, message, f"write `{shorten(alone)}`", fix)
            case "call" if part.children[0] != EQUAL_GROUPS:
                raise self._not_callable(part)
        raise self._misfits.of_kind(
            part, Wanted.PATTERN, Kind.NUMBER if part.data in ("arithmetic", "negated") else Kind.TRUTH
        )

    def _pattern_word(self, word: Token) -> Pattern:
        span = self._span(word)
        match word.type:
            case "CARD":
                return CardPattern(parse_card(word), span)
            case "SUIT":
                return SuitPattern(Suit(word[0]), span)
            case "ANY":
                return NamedPattern(str(word), span)
            case "RANK" | "NUMBER" if word in RANK_NAMES:
                return RankPattern(RANK_NAMES[word], span)
            case "NUMBER":
                raise self._misfits.missing_rank(word)
        if find(word, Kind.PATTERN) or is_unknown(word):
            return NamedPattern(str(word), span)
        raise self._misfits.of_kind(word, Wanted.PATTERN, kind_of(word))

    def _span(self, part: Part) -> Span:
        return self._scalar.span_of(*extent(part))
