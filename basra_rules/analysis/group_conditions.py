"""What stands inside `equal_groups`: whether a part of it decides anything, for any groups that a deck can make."""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING

from basra_rules.analysis.trees import atoms_of, parts_of
from basra_rules.analysis.verdicts import holds, joined_parts, split_chains
from basra_rules.cards import cards_of
from basra_rules.exact import exact
from basra_rules.expression.compiling import holds_for_groups
from basra_rules.expression.features import names_used
from basra_rules.expression.tree import EqualGroups

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from basra_rules.analysis.verdicts import Truths
    from basra_rules.cards import Card
    from basra_rules.exact import Number
    from basra_rules.expression.tree import And, Condition, Or
    from basra_rules.rules.model import Rules

_MOST_KINDS = 20_000
"""Of more kinds of groups than these nothing is told; no game has so many."""


def idle_in_groups(rules: Rules, tree: Condition, cards: Sequence[Card]) -> Iterator[tuple[And | Or, Condition]]:
    """Yield the parts inside a condition's `equal_groups` without which it says the same, with what they are part of.

    `cards` are those that may be played.
    """
    kinds = tuple(_kinds(rules))
    if not 0 < len(kinds) <= _MOST_KINDS:
        return
    for groups in parts_of(tree, EqualGroups):
        inside = split_chains(groups.condition)
        played = cards if any(name.startswith("card.") for name in names_used(inside)) else cards[:1]
        truths = {_truths(rules, inside, card, kind) for card in played for kind in kinds}
        for whole, part in joined_parts(inside) if any(holds(inside, one) for one in truths) else ():
            if all(holds(inside, one) is holds(inside, one, part) for one in truths):
                yield whole, part


def _truths(rules: Rules, inside: Condition, card: Card, kind: tuple[int, Number]) -> Truths:
    return tuple(holds_for_groups(atom, rules.tables, card, *kind) for atom in atoms_of(inside))


def _kinds(rules: Rules) -> Iterator[tuple[int, Number]]:
    """Yield how many groups with which total each the deck's cards might make, and perhaps more; none if below 0."""
    values = [value for card in cards_of(rules.deck) if (value := rules.tables.values[card]) is not None]
    if not values or min(values) < 0:
        return
    scale = lcm(*(value.denominator for value in values))
    reached = 1
    for value in values:
        reached |= reached << int(value * scale)
    most = sum(values) * scale
    for total in range(int(most) + 1):
        if reached >> total & 1:
            fitting = len(values) if not total else min(len(values), int(most // total))
            yield from ((groups, exact(Fraction(total, scale))) for groups in range(1, fitting + 1))
