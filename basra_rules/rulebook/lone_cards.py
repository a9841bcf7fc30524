"""Finds in a condition what speaks of one card that lies or is captured alone, so that it is told in one clause."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra_rules.expression.tree import (
    And,
    CardsAre,
    Compared,
    Comparison,
    Flag,
    Literal,
    NumberName,
    Quantifier,
    Subject,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from basra_rules.expression.tree import Condition

_COUNTS = {Subject.CAPTURED: "count", Subject.FLOOR: "floor.count"}


def _is_one(part: Condition, subject: Subject) -> bool:
    """Tell whether a condition says that there is just one card of `subject`."""
    if not isinstance(part, Compared) or part.comparisons != (Comparison.EQUAL,):
        return False
    name, number = part.terms
    return (
        isinstance(name, NumberName)
        and name.name == _COUNTS[subject]
        and isinstance(number, Literal)
        and number.value == 1
    )


def only_card(parts: Sequence[Condition], subject: Subject) -> CardsAre | None:
    """Return what one card of `subject` is, where `parts` say that there is just one and what it is."""
    told = (
        part
        for part in parts
        if isinstance(part, CardsAre) and part.subject is subject and part.quantifier is Quantifier.ALL
    )
    return next(told, None) if any(_is_one(part, subject) for part in parts) else None


def lone_floor_card(tree: Condition) -> CardsAre | None:
    """Return what lies alone on the floor, where a condition asks that and nothing else."""
    if not isinstance(tree, And) or len(tree.parts) != 2:
        return None
    return only_card(tree.parts, Subject.FLOOR)


def _is_sweep(part: Condition) -> bool:
    return isinstance(part, Flag) and part.name == "sweep"


def takes_only_card(parts: Sequence[Condition]) -> bool:
    """Tell whether `parts` say that the one captured card was the whole floor."""
    return any(_is_sweep(part) for part in parts) and any(_is_one(part, Subject.CAPTURED) for part in parts)


def merged(parts: Sequence[Condition]) -> list[Condition]:
    """Return the parts without those that `Conditions` tells together."""
    left = list(parts)
    for subject in Subject:
        what = only_card(parts, subject)
        if what is not None:
            left = [part for part in left if part is not what and not _is_one(part, subject)]
    if takes_only_card(parts):
        left = [part for part in left if not _is_sweep(part) and not _is_one(part, Subject.CAPTURED)]
    return left
