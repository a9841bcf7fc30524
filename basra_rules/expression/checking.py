"""Whether an expression's names exist, and may be used where it stands: all faults at once.

Parsing has settled already what is a condition, a number or a pattern; so every fault found here
is about a name, and each name that is wrong gives one diagnostic.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from basra_rules.errors import Diagnostic, sorted_diagnostics, write
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
from basra_rules.expression.vocabulary import (
    EQUAL_GROUPS,
    TABLE_PREFIX,
    Kind,
    Name,
    Reads,
    Scope,
    find,
    names_of,
    suggest,
    table_names,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from basra_rules.errors import Fix, Span
    from basra_rules.expression.tree import Condition, NumberTree, Pattern

__all__ = ["Scope", "check_amount", "check_condition", "check_pattern"]


def check_condition(tree: Condition, scope: Scope, tables: Collection[str] = ()) -> tuple[Diagnostic, ...]:
    """Return the faults of a condition that sees `scope`, in a deck with these named tables."""
    return sorted_diagnostics(_Checker(scope, tables).condition(tree))


def check_amount(tree: NumberTree, scope: Scope, tables: Collection[str] = ()) -> tuple[Diagnostic, ...]:
    """Return the faults of a number that sees `scope`, in a deck with these named tables."""
    return sorted_diagnostics(_Checker(scope, tables).number(tree))


def check_pattern(tree: Pattern, scope: Scope | None) -> tuple[Diagnostic, ...]:
    """Return the faults of a pattern; `scope` is None where no card is being played."""
    return sorted_diagnostics(_check_pattern(tree, scope))


def _check_pattern(tree: Pattern, scope: Scope | None) -> Iterator[Diagnostic]:
    if isinstance(tree, NotPattern):
        yield from _check_pattern(tree.operand, scope)
    elif isinstance(tree, AndPattern | OrPattern):
        for part in tree.parts:
            yield from _check_pattern(part, scope)
    elif isinstance(tree, NamedPattern):
        name = find(tree.name, Kind.PATTERN)
        if name is None:
            yield _unknown(tree.name, tree.span, names_of(Kind.PATTERN))
        elif name.reads is Reads.CARD and scope is None:
            message = f"`{name.name}` speaks of {name.reads}, and here no card is being played"
            yield Diagnostic("name-out-of-scope", message, tree.span, "name the rank itself, such as `J`")


class _Checker:
    """Walks a tree and yields its faults, for one scope and one set of tables."""

    def __init__(self, scope: Scope, tables: Collection[str]) -> None:
        self._scope = scope
        self._tables = table_names(tables)

    def condition(self, tree: Condition) -> Iterator[Diagnostic]:
        """Yield the faults of a condition."""
        if isinstance(tree, And | Or):
            for part in tree.parts:
                yield from self.condition(part)
        elif isinstance(tree, Not):
            yield from self.condition(tree.operand)
        elif isinstance(tree, Compared):
            for term in tree.terms:
                yield from self.number(term)
        elif isinstance(tree, EqualGroups):
            yield from self._in_scope(EQUAL_GROUPS, Kind.FUNCTION, tree.span)
            yield from _check_within_groups(tree.condition)
        elif isinstance(tree, CardIs):
            yield from self._in_scope(tree.subject, Kind.ONE_CARD, tree.span)
            yield from _check_pattern(tree.pattern, self._scope)
        elif isinstance(tree, CardsAre):
            yield from self._in_scope(tree.subject, Kind.CARDS, tree.span)
            yield from _check_pattern(tree.pattern, self._scope)
        else:
            yield from self._flag(tree)

    def _flag(self, tree: Flag) -> Iterator[Diagnostic]:
        if find(tree.name, Kind.TRUTH):
            yield from self._in_scope(tree.name, Kind.TRUTH, tree.span)
        else:
            yield _unknown(tree.name, tree.span, self._known(Kind.TRUTH, Kind.NUMBER, Kind.ONE_CARD, Kind.FUNCTION))

    def number(self, tree: NumberTree) -> Iterator[Diagnostic]:
        """Yield the faults of a number."""
        if isinstance(tree, Negated):
            yield from self.number(tree.operand)
        elif isinstance(tree, Arithmetic):
            yield from self.number(tree.left)
            yield from self.number(tree.right)
        elif isinstance(tree, NumberName):
            yield from self._number_name(tree)

    def _number_name(self, tree: NumberName) -> Iterator[Diagnostic]:
        name = find(tree.name, Kind.NUMBER)
        if name and name.within:
            message = f"`{name.name}` is known only inside `{name.within}(…)`"
            meant = suggest(tree.span, tree.name, self._known(Kind.NUMBER))
            yield Diagnostic("name-out-of-scope", message, tree.span, meant.label)
        elif name:
            yield from self._in_scope(name.name, Kind.NUMBER, tree.span)
        elif all(tree.name != table.name for table in self._tables):
            yield self._unknown_number(tree)

    def _unknown_number(self, tree: NumberName) -> Diagnostic:
        if not tree.name.startswith(TABLE_PREFIX):
            fault = _unknown(tree.name, tree.span, self._known(Kind.NUMBER))
            return (
                fault if fault.fixes else replace(fault, label=f"expected a number, or {fault.label.partition(' ')[2]}")
            )
        own = tuple(name for name in self._known(Kind.NUMBER) if name.name.startswith(TABLE_PREFIX))
        fault = _unknown(tree.name, tree.span, own)
        if fault.fixes:
            return fault
        name = tree.name.removeprefix(TABLE_PREFIX)
        label = f"there is no table `{name}` in `deck.tables`"
        return Diagnostic(fault.code, fault.message, tree.span, label)

    def _known(self, *kinds: Kind) -> tuple[Name, ...]:
        return names_of(*kinds, scope=self._scope) + (self._tables if Kind.NUMBER in kinds else ())

    def _in_scope(self, name: str, kind: Kind, span: Span) -> Iterator[Diagnostic]:
        entry = find(name, kind)
        if entry and not entry.is_known_in(self._scope):
            message = f"`{name}` speaks of {entry.reads}, {self._why_unknown(entry)}"
            label, fix = self._instead(entry, span)
            yield Diagnostic("name-out-of-scope", message, span, label).mended_by(fix)

    def _why_unknown(self, entry: Name) -> str:
        if self._scope is Scope.CARD:
            return "and here only the played card is known"
        if entry.reads is Reads.END:
            return "and a way is tested on the floor and the play before"
        return "which are not chosen yet when a way is tested"

    def _instead(self, entry: Name, span: Span) -> tuple[str, Fix | None]:
        on_floor = find("floor" if entry.kind is Kind.CARDS else f"floor.{entry.name}", entry.kind)
        if on_floor and on_floor.is_known_in(self._scope):
            fix = write(span, on_floor.name, certain=False) if span.text == entry.name else None
            return f"did you mean `{on_floor.name}`? ({on_floor.meaning})", fix
        return f"expected something about {_SEEN[self._scope]}", None


_SEEN = {
    Scope.CARD: "the played card alone",
    Scope.FLOOR: "the played card, the floor or the play before",
    Scope.PLAY: "the play",
}


def _check_within_groups(tree: Condition) -> Iterator[Diagnostic]:
    """Yield the faults of what stands in the brackets of `equal_groups`."""
    if isinstance(tree, And | Or):
        for part in tree.parts:
            yield from _check_within_groups(part)
    elif isinstance(tree, Not):
        yield from _check_within_groups(tree.operand)
    elif isinstance(tree, Compared):
        for term in tree.terms:
            yield from _check_number_within_groups(term)
    elif isinstance(tree, Flag):
        yield _not_within_groups(tree.name, tree.span)
    else:
        message = f"inside `{EQUAL_GROUPS}(…)` only numbers are compared"
        yield Diagnostic("name-out-of-scope", message, tree.span, "expected `groups` or `total` in a comparison")


def _check_number_within_groups(tree: NumberTree) -> Iterator[Diagnostic]:
    if isinstance(tree, Negated):
        yield from _check_number_within_groups(tree.operand)
    elif isinstance(tree, Arithmetic):
        yield from _check_number_within_groups(tree.left)
        yield from _check_number_within_groups(tree.right)
    elif isinstance(tree, NumberName) and tree.name not in (name.name for name in _WITHIN_GROUPS):
        yield _not_within_groups(tree.name, tree.span)


_WITHIN_GROUPS = names_of(Kind.NUMBER, within=EQUAL_GROUPS)


def _not_within_groups(name: str, span: Span) -> Diagnostic:
    if find(name) is None:
        return _unknown(name, span, _WITHIN_GROUPS)
    message = f"`{name}` is not known inside `{EQUAL_GROUPS}(…)`"
    meant = suggest(span, name, _WITHIN_GROUPS)
    return Diagnostic("name-out-of-scope", message, span, meant.label, fixes=meant.fixes)


def _unknown(name: str, span: Span, known: tuple[Name, ...]) -> Diagnostic:
    meant = suggest(span, name, known)
    return Diagnostic("unknown-name", f"unknown name `{name}`", span, meant.label, fixes=meant.fixes)
