"""Parts of lark's tree: where they stand, and what kind of word they are."""

from __future__ import annotations

from typing import TypeAlias

from lark import Token, Tree

from basra_rules.cards import RANKS, Rank
from basra_rules.expression.vocabulary import TABLE_PREFIX, Kind, find

Part: TypeAlias = Token | Tree[Token]

RANK_NAMES = {rank.value: rank for rank in RANKS} | {"T": Rank.TEN}
_PATTERN_TOKENS = frozenset({"RANK", "SUIT", "CARD", "ANY"})


def extent(part: Part) -> tuple[int, int]:
    """Return where `part` starts and ends in the text, its brackets included."""
    if isinstance(part, Token):
        assert part.start_pos is not None  # the lexer sets it
        return part.start_pos, part.start_pos + len(part)
    return part.meta.start_pos, part.meta.end_pos


def words_of(subject: Part) -> tuple[Token | None, Token]:
    """Return the quantifier, if there is one, and the name of what stands before `is`."""
    assert isinstance(subject, Tree)
    quantifier, name = subject.children
    assert isinstance(name, Token)
    return quantifier if isinstance(quantifier, Token) else None, name


def is_unknown(name: str) -> bool:
    """Tell whether `name` is none of the language's, a table's number included; the checker reports it."""
    return find(name) is None and not name.startswith(TABLE_PREFIX)


def is_pattern_word(part: Part) -> bool:
    """Tell whether `part` is one word that can be a pattern and no condition."""
    if not isinstance(part, Token):
        return False
    if part.type == "NAME":
        return find(part, Kind.PATTERN) is not None and find(part, Kind.TRUTH) is None
    return part.type in _PATTERN_TOKENS or (part.type == "NUMBER" and part in RANK_NAMES)


def kind_of(word: Token) -> Kind:
    """Return the kind of a word that is known, a number of a table included."""
    if word.type in _PATTERN_TOKENS:
        return Kind.PATTERN
    entry = find(word, Kind.TRUTH) or find(word)
    return entry.kind if entry else Kind.NUMBER
