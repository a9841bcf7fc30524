"""Edits of a profile's own file that mend a finding."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra_rules.source.nodes import MapNode
from basra_rules.source.text_edits import delete_path

if TYPE_CHECKING:
    from basra_rules.analysis.study import Study
    from basra_rules.errors import Fix, Span
    from basra_rules.source.nodes import Entry


def delete_value(study: Study, value: Span, *, certain: bool) -> Fix | None:
    """Return the fix that deletes the entry whose value stands there."""
    document = study.family.files[0].document if study.family else None
    chain = _chain_to(document, value) if document else ()
    if document is None or not chain:
        return None
    title = f"delete `{'.'.join(entry.key.text for entry in chain)}`"
    return delete_path(document, chain, title, certain=certain)


def _chain_to(node: MapNode, value: Span) -> tuple[Entry, ...]:
    """Return the entries that lead to the value at that place."""
    for entry in node:
        if entry.value.span == value:
            return (entry,)
        if isinstance(entry.value, MapNode) and (inner := _chain_to(entry.value, value)):
            return (entry, *inner)
    return ()
