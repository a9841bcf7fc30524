"""Small changes of an expression, one at a time, each with the sentence that says what it puts to the test."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any

from basra_rules.cards import RANKS, SUITS
from basra_rules.exact import exact, plain_number
from basra_rules.expression.printing import print_expression
from basra_rules.expression.tree import (
    And,
    AndPattern,
    Arithmetic,
    CardIs,
    CardPattern,
    CardsAre,
    Compared,
    Comparison,
    EqualGroups,
    Flag,
    Literal,
    NamedPattern,
    Not,
    NumberName,
    Operator,
    Or,
    OrPattern,
    Quantifier,
    RankPattern,
    SuitPattern,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from basra_rules.expression.tree import Condition, Pattern, Tree

_OTHER_SIGNS = {
    Comparison.LESS: (Comparison.AT_MOST, Comparison.MORE),
    Comparison.AT_MOST: (Comparison.LESS, Comparison.EQUAL, Comparison.AT_LEAST),
    Comparison.MORE: (Comparison.AT_LEAST, Comparison.LESS),
    Comparison.AT_LEAST: (Comparison.MORE, Comparison.EQUAL, Comparison.AT_MOST),
    Comparison.EQUAL: (Comparison.DIFFERENT, Comparison.AT_MOST, Comparison.AT_LEAST),
    Comparison.DIFFERENT: (Comparison.EQUAL, Comparison.LESS, Comparison.MORE),
}
_OTHER_OPERATOR = {Operator.PLUS: Operator.MINUS, Operator.MINUS: Operator.PLUS, Operator.TIMES: Operator.PLUS}
_NOUNS = {
    "sum": "a total of {}",
    "count": "a capture of {} cards",
    "floor.count": "a floor of {} cards",
    "floor.sum": "a floor that totals {}",
    "previous.floor_count": "a floor of {} cards before the play before",
    "groups": "{} equal groups",
    "total": "groups of {} each",
}
_INCLUDES_EQUAL = (Comparison.AT_MOST, Comparison.AT_LEAST, Comparison.EQUAL)


@dataclass(frozen=True, slots=True)
class Rewrite:
    """A changed expression, and what nobody checks if nobody notices: the end of "nothing checks …"."""

    tree: Tree
    question: str


def rewrites(tree: Tree) -> Iterator[Rewrite]:
    """Yield every small change of an expression, those of the whole before those of its parts."""
    yield from _own(tree)
    for name, place, part in _parts(tree):
        for one in rewrites(part):
            changed = _with(tree, name, place, one.tree)
            if not _says_twice(changed):
                yield Rewrite(changed, one.question)


def _says_twice(tree: Tree) -> bool:
    """Tell whether a pattern names the same cards in two of its alternatives: it then says nothing new."""
    if not isinstance(tree, OrPattern):
        return False
    texts = list(map(print_expression, tree.parts))
    return len(set(texts)) < len(texts)


def _parts(tree: Tree) -> Iterator[tuple[str, int | None, Tree]]:
    """Yield the trees inside `tree`, with the field and the place in it where each stands."""
    for field in fields(tree):
        value = getattr(tree, field.name)
        if isinstance(value, tuple):
            yield from ((field.name, place, part) for place, part in enumerate(value) if hasattr(part, "span"))
        elif field.name != "span" and hasattr(value, "span"):
            yield field.name, None, value


def _with(tree: Tree, name: str, place: int | None, part: Tree) -> Tree:
    """Return `tree` with one of its parts exchanged."""
    new: object = part
    if place is not None:
        old = getattr(tree, name)
        flat = part.parts if isinstance(part, OrPattern) and isinstance(tree, OrPattern) else (part,)
        new = (*old[:place], *flat, *old[place + 1 :])
    # every kind of tree has fields of its own, which no common type describes
    exchanged: dict[str, Any] = {name: new}
    changed: Tree = replace(tree, **exchanged)
    return changed


def _own(tree: Tree) -> Iterator[Rewrite]:
    if isinstance(tree, And | Or):
        yield from _joined(tree)
    elif isinstance(tree, AndPattern | OrPattern):
        yield from _joined_pattern(tree)
    elif isinstance(tree, Compared):
        yield from _compared(tree)
    elif isinstance(tree, Flag | CardIs | CardsAre | EqualGroups):
        yield from _statement(tree)
    elif isinstance(tree, Not):
        yield Rewrite(tree.operand, f"whether `{_text(tree)}` matters, or its opposite")
    elif isinstance(tree, RankPattern | SuitPattern | CardPattern | NamedPattern):
        yield from _grown(tree)
    elif isinstance(tree, Arithmetic):
        yield from _arithmetic(tree)
    elif isinstance(tree, Literal):
        yield from _shifted(tree)


def _text(tree: Tree) -> str:
    return print_expression(tree)


# Conditions


def _joined(tree: And | Or) -> Iterator[Rewrite]:
    text = _text(tree)
    if isinstance(tree, And):
        yield Rewrite(Or(tree.parts, tree.span), f"whether all of `{text}` is needed, or one part is enough")
    else:
        yield Rewrite(And(tree.parts, tree.span), f"whether one part of `{text}` is enough, or all is needed")
    for place, part in enumerate(tree.parts):
        left = (*tree.parts[:place], *tree.parts[place + 1 :])
        rest: Condition = left[0] if len(left) == 1 else replace(tree, parts=left)
        needs = "is needed" if isinstance(tree, And) else "is enough"
        yield Rewrite(rest, f"whether `{_text(part)}` {needs}")


def _statement(tree: Flag | CardIs | CardsAre | EqualGroups) -> Iterator[Rewrite]:
    text = _text(tree)
    if isinstance(tree, CardIs):
        yield Rewrite(replace(tree, negated=not tree.negated), f"whether `{text}` matters, or its opposite")
        return
    yield Rewrite(Not(tree, tree.span), f"whether `{text}` matters, or its opposite")
    if isinstance(tree, CardsAre):
        other = Quantifier.ANY if tree.quantifier is Quantifier.ALL else Quantifier.ALL
        yield Rewrite(replace(tree, quantifier=other), f"whether `{text}` speaks of all cards or of any")


def _compared(tree: Compared) -> Iterator[Rewrite]:
    for place, sign in enumerate(tree.comparisons):
        left, right = tree.terms[place : place + 2]
        for other in _OTHER_SIGNS[sign]:
            signs = (*tree.comparisons[:place], other, *tree.comparisons[place + 1 :])
            yield Rewrite(replace(tree, comparisons=signs), _question(left, sign, other, right))
        for term, number, partner in ((0, left, right), (1, right, left)):
            if isinstance(number, Literal):
                for step in (-1, 1):
                    value = exact(number.value + step)
                    terms = (
                        *tree.terms[: place + term],
                        replace(number, value=value),
                        *tree.terms[place + term + 1 :],
                    )
                    edge = _edge(sign, number, step, term == 1)
                    yield Rewrite(replace(tree, terms=terms), f"whether {_amount(partner, edge)} counts")


def _edge(sign: Comparison, number: Literal, step: int, is_right: bool) -> str:
    """Return the number at which a shifted comparison answers otherwise."""
    below = (
        sign in (Comparison.LESS, Comparison.AT_MOST) if is_right else sign in (Comparison.MORE, Comparison.AT_LEAST)
    )
    value = number.value
    if sign in (Comparison.EQUAL, Comparison.DIFFERENT):
        return f"exactly {plain_number(value)}"
    inside = sign in _INCLUDES_EQUAL
    if below:
        value = value + (0 if step < 0 else 1) - (0 if inside else 1)
    else:
        value = value - (0 if step > 0 else 1) + (0 if inside else 1)
    return f"exactly {plain_number(value)}"


def _question(left: Tree, sign: Comparison, other: Comparison, right: Tree) -> str:
    name, number = (right, left) if isinstance(left, Literal) else (left, right)
    if (sign in _INCLUDES_EQUAL) != (other in _INCLUDES_EQUAL):
        return f"whether {_amount(name, f'exactly {_text(number)}')} counts"
    if Comparison.EQUAL in (sign, other):
        beyond = "more" if Comparison.AT_LEAST in (sign, other) else "less"
        return f"whether {_amount(name, f'{beyond} than {_text(number)}')} counts"
    return f"whether {_amount(name, f'more or less than {_text(number)}')} counts"


def _amount(tree: Tree, number: str) -> str:
    noun = _NOUNS.get(tree.name) if isinstance(tree, NumberName) else None
    said = noun.format(number) if noun else f"`{_text(tree)}` of {number}"
    return said.replace(" 1 cards", " 1 card").replace(" 1 equal groups", " 1 group")


# Patterns


def _joined_pattern(tree: AndPattern | OrPattern) -> Iterator[Rewrite]:
    text = _text(tree)
    for place, part in enumerate(tree.parts):
        left = (*tree.parts[:place], *tree.parts[place + 1 :])
        rest: Pattern = left[0] if len(left) == 1 else replace(tree, parts=left)
        yield Rewrite(rest, f"whether `{_text(part)}` belongs to `{text}`")
    if isinstance(tree, AndPattern):
        yield Rewrite(OrPattern(tree.parts, tree.span), f"whether all of `{text}` is needed")


def _grown(tree: RankPattern | SuitPattern | CardPattern | NamedPattern) -> Iterator[Rewrite]:
    text = _text(tree)
    if isinstance(tree, CardPattern):
        rank = RankPattern(tree.card.rank, tree.span)
        yield Rewrite(rank, f"whether `{text}` alone is meant, or every {_text(rank)}")
    elif isinstance(tree, RankPattern):
        more: Pattern = RankPattern(RANKS[(RANKS.index(tree.rank) + 1) % len(RANKS)], tree.span)
        yield _added(tree, more)
    elif isinstance(tree, SuitPattern):
        more = SuitPattern(SUITS[(SUITS.index(tree.suit) + 1) % len(SUITS)], tree.span)
        yield _added(tree, more)
    elif tree.name in ("numeric", "card.rank"):
        yield _added(tree, RankPattern(RANKS[-1], tree.span))
        yield _added(tree, RankPattern(RANKS[-3], tree.span))
    elif tree.name == "none":
        yield _added(tree, RankPattern(RANKS[-1], tree.span))
    else:
        yield Rewrite(NamedPattern("numeric", tree.span), "whether cards without a capture value are meant too")


def _added(tree: Pattern, more: Pattern) -> Rewrite:
    old = _text(tree)
    grown: Pattern = more if old == "none" else OrPattern((tree, more), tree.span)
    return Rewrite(grown, f"whether {_text(more)} is treated like `{old}`")


# Numbers


def _arithmetic(tree: Arithmetic) -> Iterator[Rewrite]:
    other = _OTHER_OPERATOR[tree.operator]
    yield Rewrite(replace(tree, operator=other), f"what `{_text(tree)}` comes to")


def _shifted(tree: Literal) -> Iterator[Rewrite]:
    for step in (-1, 1):
        value = exact(tree.value + step)
        yield Rewrite(replace(tree, value=value), f"whether it is {_text(tree)} or {plain_number(value)}")
