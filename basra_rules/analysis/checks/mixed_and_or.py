"""`and` and `or` mixed without brackets: it may be read in two ways, and the file means one of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

from basra_rules.analysis.findings import Finding, warn, witness
from basra_rules.analysis.reaching import representatives, smallness
from basra_rules.analysis.trees import conditions_of, patterns_of, walk
from basra_rules.analysis.verdicts import holds, split_chains
from basra_rules.cards import cards_of
from basra_rules.errors import Edit, Fix, Span
from basra_rules.expression.compiling import compile_pattern
from basra_rules.expression.printing import print_expression
from basra_rules.expression.tree import And, AndPattern, CardIs, CardsAre, EqualGroups, Not, Or, OrPattern

if TYPE_CHECKING:
    from collections.abc import Iterator

    from basra_rules.analysis.study import Study
    from basra_rules.expression.tree import Condition, Pattern, Tree

CODE = "mixed-and-or"

Either: TypeAlias = Or | OrPattern


@dataclass(frozen=True, slots=True)
class Mixed:
    """An `or` of which a part is joined by `and` without brackets, and how it would read with others."""

    whole: Either
    otherwise: Tree
    meant_together: Span


def check(study: Study) -> Iterator[Finding]:
    """Yield a finding for each `or` that other brackets would make another condition or pattern."""
    own = study.profile.origins.files[0]
    for key, mixed in _every(study):
        notes = _difference(study, key, mixed) if mixed.whole.span.source == own else None
        if notes is not None:
            message = "`and` and `or` are mixed without brackets; `and` binds tighter"
            label = f"read as `{_bracketed(mixed.whole)}`, not as `{_bracketed(mixed.otherwise)}`"
            found = warn(CODE, message, mixed.whole.span, label, *notes).mended_by(*_fixes(mixed))
            yield Finding(found, key, print_expression(mixed.whole))


def _every(study: Study) -> Iterator[tuple[str, Mixed]]:
    trees: list[tuple[str, Tree]] = [
        *conditions_of(study.profile),
        *((key, pattern.tree) for key, pattern in patterns_of(study.profile)),
    ]
    for key, tree in trees:
        for part in walk(tree):
            if isinstance(part, Or | OrPattern) and (mixed := _read(part)) is not None:
                yield key, mixed


def _read(whole: Either) -> Mixed | None:
    """Return how an `or` can be read otherwise; None where its brackets, or their lack, leave no question."""
    place = next((at for at, part in enumerate(whole.parts) if _is_bare(part)), None)
    if place is None:
        return None
    joined = whole.parts[place]
    assert isinstance(joined, And | AndPattern)
    if place + 1 < len(whole.parts):
        after = whole.parts[place + 1]
        first, *rest = after.parts if isinstance(after, And | AndPattern) and _is_bare(after) else (after,)
        together = _either(whole, joined.parts[-1], first)
        changed = replace(joined, parts=(*joined.parts[:-1], together, *rest))  # type: ignore[arg-type]
        parts = (*whole.parts[:place], changed, *whole.parts[place + 2 :])
    else:
        together = _either(whole, whole.parts[place - 1], joined.parts[0])
        changed = replace(joined, parts=(together, *joined.parts[1:]))  # type: ignore[arg-type]
        parts = (*whole.parts[: place - 1], changed)
    otherwise: Tree = changed if len(parts) == 1 else replace(whole, parts=parts)  # type: ignore[arg-type]
    return Mixed(whole, otherwise, together.span)


def _either(whole: Either, one: Condition | Pattern, other: Condition | Pattern) -> Either:
    span = Span(whole.span.source, _with_own_brackets(one.span).start, _with_own_brackets(other.span).end)
    return replace(whole, parts=(one, other), span=span)  # type: ignore[arg-type]


def _is_bare(part: Tree) -> bool:
    return isinstance(part, And | AndPattern) and _with_own_brackets(part.span) == part.span


def _with_own_brackets(span: Span) -> Span:
    """Return where a part stands, the brackets around it alone included."""
    text = span.source.text
    before, after = text[: span.start].rstrip(), text[span.end :].lstrip()
    if not (before.endswith("(") and after.startswith(")")):
        return span
    return _with_own_brackets(Span(span.source, len(before) - 1, len(text) - len(after) + 1))


def _bracketed(tree: Tree) -> str:
    """Return an expression with brackets around whatever `and` joins within an `or`."""
    if not isinstance(tree, Or | OrPattern):
        return print_expression(tree)
    parts = ((isinstance(part, And | AndPattern), print_expression(part)) for part in tree.parts)
    return " or ".join(f"({text})" if is_joined else text for is_joined, text in parts)


def _fixes(mixed: Mixed) -> Iterator[Fix]:
    bare = [part.span for part in mixed.whole.parts if _is_bare(part)]
    yield Fix(f"write `{_bracketed(mixed.whole)}`, as it is read", tuple(edit for one in bare for edit in _around(one)))
    yield Fix(f"write `{_bracketed(mixed.otherwise)}`", _around(mixed.meant_together))


def _around(span: Span) -> tuple[Edit, Edit]:
    return Edit(Span(span.source, span.start, span.start), "("), Edit(Span(span.source, span.end, span.end), ")")


def _difference(study: Study, key: str, mixed: Mixed) -> tuple[str, ...] | None:
    """Return notes that show where the two readings part; None where they never do."""
    if isinstance(mixed.whole, OrPattern):
        return _differing_card(study, mixed)
    judged = next((one for one in study.judged if one.key == key), None)
    tree = next((tree for name, tree in conditions_of(study.profile) if name == key), None)
    if judged is None or tree is None or not _is_joined(tree, mixed.whole):
        return ()  # inside `equal_groups`
    other = split_chains(_exchanged(tree, mixed))
    parting = [
        (holds(judged.tree, truths), case)
        for truths, case in judged.seen.items()
        if holds(judged.tree, truths) is not holds(other, truths)
    ]
    if not parting:
        return None
    is_held, case = min(parting, key=lambda one: (not one[0], smallness(one[1])))
    name = "it holds here only as it is read" if is_held else "as it is read it does not hold here"
    return witness(study, case, name)


def _differing_card(study: Study, mixed: Mixed) -> tuple[str, ...] | None:
    assert isinstance(mixed.whole, OrPattern)
    assert isinstance(mixed.otherwise, OrPattern | AndPattern)
    for played in representatives(study.domain):
        one, other = (compile_pattern(tree, study.rules.tables, played) for tree in (mixed.whole, mixed.otherwise))
        for card in cards_of(study.rules.deck):
            if (one ^ other) >> card & 1:
                return (f"it is meant otherwise of {card}, for one",)
    return None


def _is_joined(tree: Condition, wanted: Condition | Pattern) -> bool:
    """Tell whether a part is joined to the rest by `and`, `or` and `not` alone."""
    if tree is wanted:
        return True
    if isinstance(tree, And | Or):
        return any(_is_joined(part, wanted) for part in tree.parts)
    return isinstance(tree, Not) and _is_joined(tree.operand, wanted)


def _exchanged(tree: Condition, mixed: Mixed) -> Condition:
    if tree is mixed.whole:
        assert not isinstance(mixed.otherwise, CardIs | CardsAre | EqualGroups | AndPattern | OrPattern)
        return mixed.otherwise  # type: ignore[return-value]
    if isinstance(tree, And | Or):
        return replace(tree, parts=tuple(_exchanged(part, mixed) for part in tree.parts))
    return Not(_exchanged(tree.operand, mixed), tree.span) if isinstance(tree, Not) else tree
