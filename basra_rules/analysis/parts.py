"""The parts of a profile's conditions: what is to be seen true and seen false."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from basra_rules.analysis.trees import atoms_of, conditions_of
from basra_rules.analysis.verdicts import holds, split_chains
from basra_rules.expression.printing import print_expression
from basra_rules.expression.tree import And, Literal, Not, Or

if TYPE_CHECKING:
    from collections.abc import Iterator

    from basra_rules.analysis.study import Study
    from basra_rules.analysis.verdicts import Truths
    from basra_rules.errors import Span
    from basra_rules.expression.tree import Condition
    from basra_rules.profile.models import Profile


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a condition: `number` counts the parts of the whole from outside in, from left to right.

    Its truth follows from those of the atoms from `first` on.
    """

    key: str
    whole: str
    number: int
    text: str
    first: int
    tree: Condition
    span: Span

    @property
    def identity(self) -> tuple[str, str, int]:
        """Return what tells the part from others, however the file is formatted."""
        return self.key, self.whole, self.number

    def value(self, truths: Truths) -> bool:
        """Return the part's value where the atoms of the whole have these truths."""
        return holds(self.tree, truths[self.first :])


def parts_of_profile(profile: Profile) -> Iterator[Part]:
    """Yield every part of the conditions of ways and of the bonuses that can score."""
    for key, tree in conditions_of(profile):
        if not is_off(profile, key):
            yield from _parts(key, print_expression(tree), split_chains(tree))


def is_off(profile: Profile, key: str) -> bool:
    """Tell whether a condition is that of a bonus which is worth nothing."""
    area, name, *_ = key.split(".")
    points = profile.bonuses[name].points.tree if area == "bonuses" else None
    return isinstance(points, Literal) and points.value == 0


def _parts(key: str, whole: str, tree: Condition) -> Iterator[Part]:
    stack: list[tuple[Condition, int]] = [(tree, 0)]
    number = 0
    while stack:
        part, first = stack.pop()
        yield Part(key, whole, number, print_expression(part), first, part, part.span)
        number += 1
        inner: list[tuple[Condition, int]] = []
        for child in _joined(part):
            inner.append((child, first))
            first += sum(1 for _ in atoms_of(child))
        stack += reversed(inner)


def _joined(tree: Condition) -> tuple[Condition, ...]:
    """Return the parts that are joined; what `not` turns round is true where that is false, and no part beside it."""
    while isinstance(tree, Not):
        tree = tree.operand
    return tree.parts if isinstance(tree, And | Or) else ()


def can_be(study: Study, part: Part, value: bool) -> bool:
    """Tell whether a part may have this value in any play; True where that could not be worked out."""
    truths = study.judgement(part.key).conceivable
    return truths is None or any(part.value(one) is value for one in truths)
