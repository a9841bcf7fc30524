"""A pattern that matches no card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra_rules.analysis.findings import Finding, warn
from basra_rules.analysis.trees import WAYS, patterns_of
from basra_rules.cards import CARDS
from basra_rules.errors import Edit, Fix, Span
from basra_rules.expression.compiling import compile_pattern
from basra_rules.expression.tree import AndPattern, CardPattern, NamedPattern, RankPattern, SuitPattern

if TYPE_CHECKING:
    from collections.abc import Iterator

    from basra_rules.analysis.study import Study
    from basra_rules.expression.tree import Pattern

CODE = "matches-nothing"
_ONE_OF_A_KIND = (RankPattern, SuitPattern, CardPattern)


def check(study: Study) -> Iterator[Finding]:
    """Yield a finding for each pattern of the file by which no card of the whole pack is meant."""
    own = study.profile.origins.files[0]
    for key, pattern in patterns_of(study.profile):
        says_none = isinstance(pattern.tree, NamedPattern)
        if pattern.node.span.source == own and not says_none and not _matches(study, key, pattern.tree):
            message = f"no card is `{pattern.node.text}`"
            label = "`and` asks both of one card; alternatives are joined by `or`" if _joins(pattern.tree) else ""
            found = warn(CODE, message, pattern.node.span, label).mended_by(_write_or(pattern.tree))
            yield Finding(found, key, pattern.node.text)


def _matches(study: Study, key: str, pattern: Pattern) -> bool:
    """Tell whether a pattern matches a card; a way's may depend on the one that is played."""
    played = CARDS if key.startswith(WAYS) else (None,)
    return any(compile_pattern(pattern, study.rules.tables, card) for card in played)


def _joins(tree: Pattern) -> bool:
    """Tell whether a pattern joins cards, ranks or suits by `and`, of which no card has two."""
    if not isinstance(tree, AndPattern):
        return False
    kinds = {type(part) for part in tree.parts}
    return len(kinds) == 1 and kinds <= set(_ONE_OF_A_KIND)


def _write_or(tree: Pattern) -> Fix | None:
    if not isinstance(tree, AndPattern) or not _joins(tree):
        return None
    gaps = [
        Span(one.span.source, one.span.end, other.span.start)
        for one, other in zip(tree.parts, tree.parts[1:], strict=False)
    ]
    return Fix("write `or`", tuple(Edit(gap, gap.text.replace("and", "or")) for gap in gaps))
