"""A pattern that matches no card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra_rules.analysis.findings import Finding, warn
from basra_rules.errors import Edit, Fix, Span
from basra_rules.expression.compiling import compile_pattern
from basra_rules.expression.tree import AndPattern, CardPattern, NamedPattern, RankPattern, SuitPattern
from basra_rules.profile.models import TopOnly

if TYPE_CHECKING:
    from collections.abc import Iterator

    from basra_rules.analysis.study import Study
    from basra_rules.expression.tree import Pattern
    from basra_rules.profile.expression_fields import PatternField
    from basra_rules.profile.models import Profile

CODE = "matches-nothing"
_ONE_OF_A_KIND = (RankPattern, SuitPattern, CardPattern)


def check(study: Study) -> Iterator[Finding]:
    """Yield a finding for each pattern of the file by which no card of the whole pack is meant."""
    own = study.profile.origins.files[0]
    for key, pattern in _patterns(study.profile):
        says_none = isinstance(pattern.tree, NamedPattern)
        if (
            pattern.node.span.source == own
            and not says_none
            and not compile_pattern(pattern.tree, study.rules.tables, None)
        ):
            message = f"no card is `{pattern.node.text}`"
            label = "`and` asks both of one card; alternatives are joined by `or`" if _joins(pattern.tree) else ""
            found = warn(CODE, message, pattern.node.span, label).mended_by(_write_or(pattern.tree))
            yield Finding(found, key, pattern.node.text)


def _patterns(profile: Profile) -> Iterator[tuple[str, PatternField]]:
    """Yield the patterns that speak of the deck, with the keys they belong to."""
    yield "deck.without", profile.deck.without
    off = profile.dealing.keep_off_floor
    yield "dealing.keep_off_floor", off.top if isinstance(off, TopOnly) else off
    yield from (("deck.capture_values", one.pattern) for one in profile.deck.capture_values)
    yield from (("dealing.redeal", one.pattern) for one in profile.dealing.redeal)
    yield from (("scoring.cards", one.pattern) for one in profile.scoring.cards)
    yield from ((f"scoring.awards.{name}", award.counts) for name, award in profile.scoring.awards.items())
    for name, table in profile.deck.tables.items():
        yield from ((f"deck.tables.{name}", one.pattern) for one in table.changes)


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
