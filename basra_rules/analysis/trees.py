"""Every expression of a profile, and the parts of an expression."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from basra_rules.expression.tree import And, CardIs, CardsAre, Compared, EqualGroups, Flag, Not, Or
from basra_rules.profile.models import TopOnly

if TYPE_CHECKING:
    from collections.abc import Iterator

    from basra_rules.expression.tree import Condition, NumberTree, Tree
    from basra_rules.profile.expression_fields import PatternField
    from basra_rules.profile.models import Profile

T = TypeVar("T")

WAYS, BONUSES, WHEN = "capture.ways.", "bonuses.", ".when"
"""How the keys of ways and bonuses begin, and how those of their conditions end."""

Atom: TypeAlias = Flag | CardIs | CardsAre | Compared | EqualGroups
"""A condition that joins no others; what stands inside `equal_groups` belongs to it."""


@dataclass(frozen=True, slots=True)
class Written:
    """A condition of a profile's way or bonus, or what a bonus is worth, with its key."""

    key: str
    tree: Condition | NumberTree


def conditions_of(profile: Profile) -> Iterator[tuple[str, Condition]]:
    """Yield the key and tree of every condition on a play or a floor: ways, then bonuses."""
    for name, way in profile.capture.ways.items():
        if way.when is not None:
            yield f"capture.ways.{name}.when", way.when.tree
    for name, bonus in profile.bonuses.items():
        yield f"bonuses.{name}.when", bonus.when.tree


def patterns_of(profile: Profile) -> Iterator[tuple[str, PatternField]]:
    """Yield every card pattern that stands by itself, with the key of the rule that it belongs to."""
    yield "deck.without", profile.deck.without
    off = profile.dealing.keep_off_floor
    yield "dealing.keep_off_floor", off.top if isinstance(off, TopOnly) else off
    yield from (("deck.capture_values", one.pattern) for one in profile.deck.capture_values)
    yield from (("dealing.redeal", one.pattern) for one in profile.dealing.redeal)
    for name, way in profile.capture.ways.items():
        yield f"{WAYS}{name}", way.played
        if way.takes is not None:
            yield f"{WAYS}{name}", way.takes
    yield from (("scoring.cards", one.pattern) for one in profile.scoring.cards)
    yield from ((f"scoring.awards.{name}", award.counts) for name, award in profile.scoring.awards.items())
    for name, table in profile.deck.tables.items():
        yield from ((f"deck.tables.{name}", one.pattern) for one in table.changes)


def play_trees(profile: Profile) -> Iterator[Tree]:
    """Yield every tree that ways and bonuses read: patterns, conditions, totals and points."""
    for way in profile.capture.ways.values():
        yield way.played.tree
        if way.takes is not None:
            yield way.takes.tree
        if way.groups_of is not None:
            yield way.groups_of.tree
    for _, condition in conditions_of(profile):
        yield condition
    for bonus in profile.bonuses.values():
        yield bonus.points.tree


def children(tree: Tree) -> tuple[Tree, ...]:
    """Return the trees that stand directly inside `tree`, in order."""
    found: list[Tree] = []
    for field in fields(tree):
        value = getattr(tree, field.name)
        if isinstance(value, tuple):
            found += [part for part in value if hasattr(part, "span")]
        elif field.name != "span" and hasattr(value, "span"):
            found.append(value)
    return tuple(found)


def walk(tree: Tree) -> Iterator[Tree]:
    """Yield `tree` and every part of it, outer parts first."""
    yield tree
    for part in children(tree):
        yield from walk(part)


def parts_of(tree: Tree, kind: type[T]) -> Iterator[T]:
    """Yield the parts of one kind."""
    return (part for part in walk(tree) if isinstance(part, kind))


def atoms_of(tree: Condition) -> Iterator[Atom]:
    """Yield the conditions that `tree` joins."""
    if isinstance(tree, And | Or):
        for part in tree.parts:
            yield from atoms_of(part)
    elif isinstance(tree, Not):
        yield from atoms_of(tree.operand)
    else:
        yield tree
