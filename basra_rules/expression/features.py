"""What an expression looks at: the names it uses, and what of a situation they read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra_rules.expression.tree import (
    And,
    AndPattern,
    Arithmetic,
    CardIs,
    CardsAre,
    Compared,
    EqualGroups,
    Flag,
    NamedPattern,
    Negated,
    Not,
    NotPattern,
    NumberName,
    Or,
    OrPattern,
)
from basra_rules.expression.vocabulary import EQUAL_GROUPS, NAMES, TABLE_PREFIX, Kind, Reads

if TYPE_CHECKING:
    from collections.abc import Iterator

    from basra_rules.expression.tree import Tree

_Use = tuple[str, Kind]


def names_used(tree: Tree) -> frozenset[str]:
    """Return the names that `tree` uses: `sweep`, `floor.top`, `card.worth`; suits and ranks are none."""
    return frozenset(name for name, _ in _uses(tree))


def features_read(tree: Tree) -> frozenset[Reads]:
    """Return what of a situation `tree` looks at, directly or by a name."""
    return frozenset(_reads(name, kind) for name, kind in _uses(tree)) - {Reads.NOTHING}


def reads_only_floor_set(tree: Tree) -> bool:
    """Tell whether `tree` follows from the played card and which cards lie on the floor, whatever their order."""
    return features_read(tree) <= {Reads.CARD, Reads.FLOOR}


def needs_sweep(tree: Tree) -> bool:
    """Tell whether it shows in a condition that it holds only for a sweep."""
    if isinstance(tree, And):
        return any(needs_sweep(part) for part in tree.parts)
    if isinstance(tree, Or):
        return all(needs_sweep(part) for part in tree.parts)
    return isinstance(tree, Flag) and tree.name == "sweep"


_READS = {(entry.name, entry.kind): entry.reads for entry in NAMES}


def _reads(name: str, kind: Kind) -> Reads:
    return Reads.CARD if name.startswith(TABLE_PREFIX) else _READS[name, kind]


def _uses(tree: Tree) -> Iterator[_Use]:
    if isinstance(tree, EqualGroups):
        yield EQUAL_GROUPS, Kind.FUNCTION
    elif isinstance(tree, CardIs):
        yield str(tree.subject), Kind.ONE_CARD
    elif isinstance(tree, CardsAre):
        yield str(tree.subject), Kind.CARDS
    elif isinstance(tree, Flag | NumberName | NamedPattern):
        yield tree.name, _KINDS[type(tree)]
    for part in _children(tree):
        yield from _uses(part)


_KINDS = {Flag: Kind.TRUTH, NumberName: Kind.NUMBER, NamedPattern: Kind.PATTERN}


def _children(tree: Tree) -> tuple[Tree, ...]:
    if isinstance(tree, And | Or | AndPattern | OrPattern):
        return tree.parts
    if isinstance(tree, Not | NotPattern | Negated):
        return (tree.operand,)
    if isinstance(tree, Compared):
        return tree.terms
    if isinstance(tree, Arithmetic):
        return (tree.left, tree.right)
    if isinstance(tree, EqualGroups):
        return (tree.condition,)
    return (tree.pattern,) if isinstance(tree, CardIs | CardsAre) else ()
