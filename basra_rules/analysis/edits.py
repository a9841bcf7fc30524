"""Changes of a profile's effective document, and the profile that comes out, by way of the loader."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from basra_rules.analysis.runs import Ruleset
from basra_rules.errors import ProfileError
from basra_rules.profile.family import Family, ProfileFile
from basra_rules.profile.loading import resolve_profile
from basra_rules.profile.merging import repeated_keys
from basra_rules.rules.compiling import compile_rules
from basra_rules.source.nodes import Entry, MapNode, Node, ScalarNode, scalar_from_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from basra_rules.profile.loading import Trees

_SETTLED = frozenset({"options", "readings"})
_PLACE = "changed"


@dataclass(frozen=True, slots=True)
class Edit:
    """One entry of the effective document changed: its value exchanged, its key, or the entry removed.

    It applies only where the document still says what is changed: a choice of an option may have changed
    it before.  `old` None: the key is not written, and `new` is added; `new` None: the entry is removed.
    """

    path: tuple[str, ...]
    old: Node | None
    new: Node | None
    key: str | None = None

    def apply(self, tree: MapNode) -> MapNode | None:
        """Return the changed document, or None where it does not say what is to be changed."""
        return _edited(tree, self.path, self._changed)

    def _changed(self, entry: Entry | None) -> Entry | bool | None:
        """Return the entry as it shall be, None where there shall be none, False where this one is not meant."""
        if (None if entry is None else entry.value) != self.old:
            return False
        if self.new is None:
            return None
        return Entry(scalar_from_text(self.key or self.path[-1], _PLACE), self.new)


def text_node(text: str) -> ScalarNode:
    """Return a text as the value of an edit."""
    return scalar_from_text(text, _PLACE)


def map_node(**values: str) -> MapNode:
    """Return a small mapping as the value of an edit."""
    entries = tuple(Entry(text_node(key), text_node(value)) for key, value in values.items())
    return MapNode(entries, entries[0].key.span)


def value_at(tree: MapNode, path: tuple[str, ...]) -> Node | None:
    """Return what the document says at a path of keys as they are written."""
    node: Node | None = tree
    for part in path:
        node = node.get(part) if isinstance(node, MapNode) else None
    return node


def edited(base: Ruleset, edit: Edit, trees: Trees | None = None) -> Ruleset | None:
    """Return what becomes of a profile by an edit; None where the edit does not apply, or the result is not valid.

    `trees` are expressions that were read before, for whoever makes many edits of one profile.
    """
    settled = base.profile.origins.tree
    tree = edit.apply(MapNode(tuple(one for one in settled if one.key.text not in _SETTLED), settled.span))
    if tree is None or any(True for _ in repeated_keys(tree)):
        return None
    file = ProfileFile(Path(_PLACE), base.profile.origins.files[0], tree)
    try:
        profile = resolve_profile(Family((file,)), trees=trees)
    except ProfileError:
        return None
    return Ruleset(profile, compile_rules(profile, (base.profile, base.rules)))


def _edited(
    node: MapNode, path: tuple[str, ...], change: Callable[[Entry | None], Entry | bool | None]
) -> MapNode | None:
    here = node.entry(path[0])
    made: Entry | bool | None
    if len(path) == 1:
        made = change(here)
    elif here is not None and isinstance(here.value, MapNode):
        inner = _edited(here.value, path[1:], change)
        made = False if inner is None else Entry(here.key, inner)
    else:
        made = False
    if isinstance(made, bool):
        return None
    if here is None:
        return MapNode((*node.entries, *([made] if made else [])), node.span)
    kept = (made if one is here else one for one in node)
    return MapNode(tuple(one for one in kept if one is not None), node.span)
