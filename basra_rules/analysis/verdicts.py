"""Conditions as functions of the truths that they join, and which combinations of these can occur.

Whatever is asked of a condition, whether it can hold, whether a part of it decides anything, follows from
the few combinations of its atoms' truths that plays can have; `Table` lists them, each with its smallest play.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, TypeAlias

from basra_rules.cards import iterate
from basra_rules.errors import Span
from basra_rules.exact import exact
from basra_rules.expression.compiling import compile_condition, holds_for_groups
from basra_rules.expression.partition import common_total
from basra_rules.expression.tree import And, Compared, EqualGroups, Not, Or

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from basra_rules.analysis.trees import Atom
    from basra_rules.cards import Card
    from basra_rules.expression.compiling import Test
    from basra_rules.expression.situation import DeckTables, Situation
    from basra_rules.expression.tree import Condition

Truths: TypeAlias = tuple[bool, ...]
"""The truth of each atom of a condition, in its order."""


def split_chains(tree: Condition) -> Condition:
    """Return the condition with each chain `1 < sum < 9` written as `1 < sum and sum < 9`."""
    if isinstance(tree, And):
        return And(tuple(split_chains(part) for part in tree.parts), tree.span)
    if isinstance(tree, Or):
        return Or(tuple(split_chains(part) for part in tree.parts), tree.span)
    if isinstance(tree, Not):
        return Not(split_chains(tree.operand), tree.span)
    if isinstance(tree, Compared) and len(tree.comparisons) > 1:
        pairs = zip(tree.terms, tree.comparisons, tree.terms[1:], strict=False)
        return And(tuple(Compared((a, b), (sign,), _between(a.span, b.span)) for a, sign, b in pairs), tree.span)
    return tree


def _between(start: Span, end: Span) -> Span:
    return Span(start.source, start.start, end.end)


def holds(tree: Condition, truths: Truths, *without: Condition) -> bool:
    """Return the condition's value where its atoms have these truths, the parts `without` left out of it."""
    return _value(tree, iter(truths), frozenset(map(id, without)))


def _value(tree: Condition, truths: Iterator[bool], without: frozenset[int]) -> bool:
    if isinstance(tree, And | Or):
        values = [(id(part) not in without, _value(part, truths, without)) for part in tree.parts]
        kept = [value for counts, value in values if counts]
        return all(kept) if isinstance(tree, And) else any(kept)
    if isinstance(tree, Not):
        return not _value(tree.operand, truths, without)
    return next(truths)


def joined_parts(tree: Condition) -> Iterator[tuple[And | Or, Condition]]:
    """Yield each part that `and` or `or` joins to others, with what it is a part of."""
    if isinstance(tree, And | Or):
        for part in tree.parts:
            yield tree, part
            yield from joined_parts(part)
    elif isinstance(tree, Not):
        yield from joined_parts(tree.operand)


@dataclass(frozen=True)
class Reader:
    """Tells the truths of some atoms when one card is played; `known` are tests that are compiled already."""

    atoms: Sequence[Atom]
    deck: DeckTables
    card: Card
    known: Mapping[EqualGroups, Test]

    @cached_property
    def tests(self) -> tuple[Test | bool, ...]:
        """Return the test of each atom, or its value where the card settles it."""
        return tuple(self._test(atom) for atom in self.atoms)

    def _test(self, atom: Atom) -> Test | bool:
        test = self.known.get(atom) if isinstance(atom, EqualGroups) else None
        return compile_condition(atom, self.deck, self.card) if test is None else test

    def truths(self, situation: Situation) -> Truths:
        """Return the truth of each atom."""
        return tuple(test if isinstance(test, bool) else test(situation) for test in self.tests)

    def possible_truths(self, situation: Situation) -> Iterator[Truths]:
        """Yield the truths that any play may have that is like this one in sums and counts."""
        options = [
            self._possible(atom, situation)
            if isinstance(atom, EqualGroups)
            else (test if isinstance(test, bool) else test(situation),)
            for atom, test in zip(self.atoms, self.tests, strict=True)
        ]
        yield from product(*options)

    def _possible(self, atom: EqualGroups, situation: Situation) -> tuple[bool, ...]:
        """Return which verdicts sum and count leave open."""
        captured = situation.captured
        if captured & ~self.deck.numeric or not captured:
            return (False,)
        total = exact(sum(self.deck.values[card] or 0 for card in iterate(captured)))
        fitting = [
            groups
            for groups in range(1, captured.bit_count() + 1)
            if holds_for_groups(atom.condition, self.deck, self.card, groups, common_total((total,), groups))
        ]
        if 1 in fitting:  # one group is always possible
            return (True,)
        return (False, True) if fitting else (False,)
