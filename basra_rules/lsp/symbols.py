"""The parts of a file, for an editor's list of them: areas and what is named in them, scenarios by their names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from basra_rules.lsp.outline import Branch, Leaf, unquoted
from basra_rules.scenarios.sorting import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from basra_rules.lsp.background import Background
    from basra_rules.lsp.outline import Twig

_DEEPEST = 3


@dataclass(frozen=True, slots=True)
class Symbol:
    """One part of a file: its name, where it stands, where its name does, and the parts of it."""

    name: str
    start: int
    end: int
    name_end: int
    parts: tuple[Symbol, ...] = ()


def symbols(background: Background) -> tuple[Symbol, ...]:
    """Return the parts of a file; none of a file that is not ours."""
    if background.kind is Kind.OTHER:
        return ()
    if background.kind is Kind.PROFILE:
        return tuple(_parts(background.document.text, background.root, 1))
    listed = background.root.entry("scenarios")
    items = listed.value.entries if listed and isinstance(listed.value, Branch) else ()
    return tuple(_scenario(background.document.text, item) for item in items)


def _parts(text: str, branch: Branch, depth: int) -> Iterator[Symbol]:
    for entry in branch.entries if not branch.is_list else ():
        inner = entry.value if isinstance(entry.value, Branch) and depth < _DEEPEST else None
        parts = tuple(_parts(text, inner, depth + 1)) if inner else ()
        yield Symbol(entry.key or "–", entry.start, _end(text, entry), entry.key_end, parts)


def _end(text: str, entry: Twig) -> int:
    """Return where an entry ends, blank lines behind it left out."""
    return max(entry.start + len(text[entry.start : entry.end].rstrip()), entry.key_end)


def _scenario(text: str, item: Twig) -> Symbol:
    named = item.value.entry("name") if isinstance(item.value, Branch) else None
    leaf = named.value if named else None
    if not isinstance(leaf, Leaf):
        return Symbol(f"scenario {int(item.key) + 1}", item.start, _end(text, item), item.key_end)
    name = unquoted(text[leaf.start : leaf.end]) or "–"
    return Symbol(name, item.start, max(_end(text, item), leaf.end), leaf.end)
