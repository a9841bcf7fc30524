"""What a file says, apart from how: equal for two texts exactly when every value of theirs is the same.

The formatter is held to it.  Expressions and cards count as what they mean, not as they are spelled; the order of
keys counts where the author chooses them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from basra_rules.errors import BasraError
from basra_rules.profile.models import Profile
from basra_rules.profile.schema import PATTERN, Path, is_pattern_keyed, known_keys, notation_at
from basra_rules.scenarios.model import Scenario
from basra_rules.source.nodes import ListNode, MapNode, Node, ScalarNode

if TYPE_CHECKING:
    from basra_rules.profile.fields import Area, Notation

Meaning: TypeAlias = object


def profile_meaning(document: Node) -> Meaning:
    """Return what a profile's file says."""
    return _meaning(document, (), Profile)


def scenarios_meaning(document: Node) -> Meaning:
    """Return what a file of scenarios says."""
    if not isinstance(document, MapNode):
        return _meaning(document, ("source",), Scenario)
    return {
        entry.key.text: [_meaning(item, (), Scenario) for item in entry.value]
        if entry.key.text == "scenarios" and isinstance(entry.value, ListNode)
        else _meaning(entry.value, ("source",), Scenario)
        for entry in document
    }


def _meaning(node: Node, path: Path, root: type[Area]) -> Meaning:
    if isinstance(node, ScalarNode):
        return _of_text(node, notation_at(path, root))
    if isinstance(node, ListNode):
        return [_meaning(item, (*path, str(place)), root) for place, item in enumerate(node)]
    pairs = [(_key(entry.key, path, root), _below(node, entry.value, (*path, entry.key.text), root)) for entry in node]
    has_fixed_keys = bool(known_keys(path, root)) or not path
    return {str(key): value for key, value in pairs} if has_fixed_keys else pairs


def _key(key: ScalarNode, path: Path, root: type[Area]) -> Meaning:
    return _of_text(key, PATTERN) if root is Profile and is_pattern_keyed(path) else key.text


def _below(parent: MapNode, value: Node, path: Path, root: type[Area]) -> Meaning:
    """Return the meaning of a value; the choices of an option mean what they set or change."""
    if root is not Profile or len(path) != 3 or path[0] != "options" or path[2] != "choices":
        return _meaning(value, path, root)
    sets = parent.get("sets")
    changed = tuple(sets.text.split(".")) if isinstance(sets, ScalarNode) else ()
    if isinstance(value, MapNode):
        return [(entry.key.text, _meaning(entry.value, changed, root)) for entry in value]
    if isinstance(value, ListNode):
        return [_meaning(item, changed, root) for item in value]
    return _meaning(value, path, root)


def _of_text(node: ScalarNode, notation: Notation | None) -> Meaning:
    if notation is not None:
        try:
            return notation.meaning(node.text)
        except BasraError:
            pass
    return node.value
