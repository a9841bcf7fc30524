"""Which choice of an option is in force: the values tell, whoever chose what before.

What was chosen may have been overridden: by a child's own value, or by a choice of another option that sets
the same key.  So a choice is in force only if making it now would change nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra_rules.errors import BasraError
from basra_rules.profile.describing import default_in_words
from basra_rules.profile.differences import flow_text
from basra_rules.profile.merging import removed_paths
from basra_rules.profile.options import changed_paths, choice_name, choices_of, key_set_by, option_node
from basra_rules.profile.provenance import find_entry, find_entry_at
from basra_rules.profile.schema import field_at, notation_at
from basra_rules.source.nodes import MapNode, Node, ScalarNode

if TYPE_CHECKING:
    from basra_rules.profile.schema import Path


def choice_in_force(tree: MapNode, name: str, made: str = "") -> str:
    """Return the choice of an option that the rules are under; empty where they are under none of its choices.

    Where several are the same, it is the one that was `made`, else the first that settles anything.
    """
    option = option_node(tree, name)
    choices = choices_of(option) if option else {}
    in_force = [choice for choice in choices if option is not None and is_in_force(tree, option, choice)]
    if made in in_force:
        return made
    settling = (choice for choice in in_force if not _settles_nothing(choices[choice]))
    return next(settling, next(iter(in_force), ""))


def is_in_force(tree: MapNode, option: MapNode, choice: str) -> bool:
    """Tell whether a choice changes nothing in the rules as they are."""
    value, sets = choices_of(option)[choice], key_set_by(option)
    if sets is not None:
        path = tuple(sets.text.split("."))
        found = find_entry_at(tree, path)
        return _is_default(path, value) if found is None else _says(found.value, value, path)
    if not isinstance(value, MapNode):
        return False
    removed, _ = removed_paths(value.get("remove"))
    is_gone = all(find_entry_at(tree, item.text.split(".")) is None for item in removed)
    return is_gone and all(entry.key.text == "remove" or _has(tree, entry.key.text, entry.value, ()) for entry in value)


def values_settled(tree: MapNode, name: str) -> dict[str, str]:
    """Return the value of each key that an option settles; a dash where nothing is written."""
    option = option_node(tree, name)
    found = {path: find_entry_at(tree, path.split(".")) for path in sorted(changed_paths(option) if option else ())}
    return {path: "–" if entry is None else flow_text(entry.value) for path, entry in found.items()}


def _settles_nothing(value: Node) -> bool:
    return isinstance(value, MapNode) and not len(value)


def _has(node: MapNode, key: str, wanted: Node, path: Path) -> bool:
    found = find_entry(node, key)
    return found is not None and _says(found.value, wanted, (*path, key))


def _says(node: Node, wanted: Node, path: Path) -> bool:
    """Tell whether a value would stay as it is if `wanted` were laid over it."""
    if isinstance(node, MapNode) and isinstance(wanted, MapNode):
        return all(_has(node, entry.key.text, entry.value, path) for entry in wanted)
    if isinstance(node, ScalarNode) and isinstance(wanted, ScalarNode):
        return choice_name(node.text) == choice_name(wanted.text) or _means_the_same(node, wanted, path)
    return node == wanted


def _means_the_same(one: ScalarNode, other: ScalarNode, path: Path) -> bool:
    notation = notation_at(path)
    if notation is None:
        return False
    try:
        return bool(notation.meaning(one.text) == notation.meaning(other.text))
    except BasraError:
        return False


def _is_default(path: Path, value: Node) -> bool:
    """Tell whether a value is what a key is that no file writes."""
    field = field_at(path)
    return field is not None and isinstance(value, ScalarNode) and default_in_words(field).strip("`") == value.text
