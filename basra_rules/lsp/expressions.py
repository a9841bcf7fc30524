"""Expressions while they are typed: what may come next, and what a name in them means."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from basra_rules.cards import CARDS, RANKS, SUITS
from basra_rules.expression.vocabulary import (
    EQUAL_GROUPS,
    NAMES,
    Kind,
    Scope,
    find,
    names_of,
    table_names,
)
from basra_rules.profile.expression_fields import Form, ReadExpression

if TYPE_CHECKING:
    from collections.abc import Collection

    from basra_rules.expression.vocabulary import Name

_CONDITION = (Kind.TRUTH, Kind.NUMBER, Kind.ONE_CARD, Kind.QUANTIFIER, Kind.FUNCTION, Kind.KEYWORD)
_JOINING = ("or", "and", "not")
TOKEN_BEFORE = re.compile(r"[\w.♣♦♥♠]*\Z")
_TOKEN_BEHIND = re.compile(r"[\w.♣♦♥♠\ufe0e\ufe0f]*")
_LAST_IS = re.compile(r"\bis\b(?!.*\bis\b)(?P<behind>.*)\Z", re.DOTALL)
_QUANTIFIED = re.compile(r"\b(?:all|any)\s+\Z")


@dataclass(frozen=True, slots=True)
class Expected:
    """What may stand at a place of an expression."""

    names: tuple[Name, ...]
    cards: bool = False


def expected_at(read: ReadExpression, before: str, tables: Collection[str]) -> Expected:
    """Return what may be typed behind the text `before` of an expression, the token at its end not counted."""
    scope = read.scope or Scope.CARD
    if read.form is Form.PATTERN or is_pattern(read, before):
        return Expected(_pattern_names(read.scope if read.form is Form.PATTERN else Scope.PLAY), cards=True)
    if _QUANTIFIED.search(before):
        return Expected(names_of(Kind.CARDS, scope=scope))
    tabled = table_names(tables)
    if read.form is Form.AMOUNT:
        return Expected((*names_of(Kind.NUMBER, scope=scope), *tabled))
    within = names_of(Kind.NUMBER, scope=scope, within=EQUAL_GROUPS) if _is_within_groups(before) else ()
    names = [one for one in names_of(*_CONDITION, scope=scope) if one.name not in {inner.name for inner in within}]
    return Expected((*within, *names, *tabled))


def _pattern_names(scope: Scope | None) -> tuple[Name, ...]:
    """Return the names of patterns, and the words that join them; `card.rank` needs a card that is played."""
    known = names_of(Kind.PATTERN, scope=scope or Scope.CARD)
    keywords = (one for one in NAMES if one.kind is Kind.KEYWORD and one.name in _JOINING)
    return (*(one for one in known if scope is not None or one.name != "card.rank"), *keywords)


def is_pattern(read: ReadExpression, before: str) -> bool:
    """Tell whether a card pattern is due behind the text `before`.

    Behind `is` one is, and in brackets that open behind it; a pattern without brackets is a single operand.
    """
    if read.form is Form.PATTERN:
        return True
    last = _LAST_IS.search(before)
    if last is None:
        return False
    behind = last["behind"]
    if "(" in behind:
        return behind.count("(") > behind.count(")")
    words = behind.split()
    return not words or words == ["not"]


def _is_within_groups(before: str) -> bool:
    """Tell whether a text ends inside the brackets of the one function."""
    opening = before.rfind(f"{EQUAL_GROUPS}(")
    inside = before[opening:] if opening >= 0 else ""
    return inside.count("(") > inside.count(")")


def token_at(text: str, at: int) -> tuple[int, int]:
    """Return where the token around a place starts and ends."""
    before, behind = TOKEN_BEFORE.search(text[:at]), _TOKEN_BEHIND.match(text, at)
    return (before.start() if before else at), (behind.end() if behind else at)


def meaning_of(read: ReadExpression, before: str, token: str, tables: Collection[str]) -> Name | None:
    """Return the entry of the name that stands behind the text `before`, if it is a name."""
    if is_pattern(read, before):
        found = find(token, Kind.PATTERN)
        return found or (find(token, Kind.KEYWORD) if token in _JOINING else None)
    if _is_within_groups(before):
        inner = next((one for one in NAMES if one.name == token and one.within), None)
        if inner:
            return inner
    tabled = next((one for one in table_names(tables) if one.name == token), None)
    if tabled:
        return tabled
    kinds = (Kind.CARDS,) if _QUANTIFIED.search(before) else _CONDITION
    return find(token, *kinds) or find(token)


def card_words() -> tuple[tuple[str, str], ...]:
    """Return ranks, suits and cards as they are written in patterns, with what each is."""
    ranks = tuple((rank.value, f"the four cards of the rank {rank}") for rank in RANKS)
    suits = tuple((suit.value, f"the thirteen cards of {suit.name.lower()}") for suit in SUITS)
    return (*ranks, *suits, *((str(card), "one card") for card in CARDS))
