"""Card patterns as keys: `2C` and `2♣` are one key, because they mean the same cards."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from basra_rules.errors import DiagnosticsError
from basra_rules.expression.compiling import compile_pattern
from basra_rules.expression.parsing import parse_pattern
from basra_rules.expression.printing import print_expression
from basra_rules.expression.situation import NO_VALUES
from basra_rules.expression.tree import AndPattern, NamedPattern, NotPattern, OrPattern, Pattern
from basra_rules.source.nodes import scalar_from_text

if TYPE_CHECKING:
    from collections.abc import Hashable

_FIXED_NAMES = ("any", "none")


@lru_cache(maxsize=4096)
def pattern_meaning(text: str) -> Hashable:
    """Return something equal for two keys exactly when they mean the same cards.

    What depends on capture values or on the played card is compared as text; so is what is no pattern.
    """
    try:
        tree = parse_pattern(scalar_from_text(text))
    except DiagnosticsError:
        return text
    return compile_pattern(tree, NO_VALUES, None) if _is_fixed(tree) else print_expression(tree)


def _is_fixed(tree: Pattern) -> bool:
    if isinstance(tree, NamedPattern):
        return tree.name in _FIXED_NAMES
    if isinstance(tree, NotPattern):
        return _is_fixed(tree.operand)
    if isinstance(tree, AndPattern | OrPattern):
        return all(_is_fixed(part) for part in tree.parts)
    return True
