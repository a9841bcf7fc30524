"""What a profile does otherwise than another, key by key."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from basra_rules.profile.pattern_keys import pattern_meaning
from basra_rules.profile.provenance import find_entry
from basra_rules.profile.schema import Path, is_pattern_keyed
from basra_rules.source.nodes import MapNode, Node, ScalarNode, shorten

if TYPE_CHECKING:
    from collections.abc import Iterator

    from basra_rules.profile.models import Profile

RULE_AREAS = ("seats", "deck", "dealing", "capture", "bonuses", "scoring", "match")
_NOT_SAID = "–"


@dataclass(frozen=True, slots=True)
class Difference:
    """What stands under one key here and there; None where nothing is written.

    A whole bonus, way or award that only one of the two has is one difference.
    """

    path: Path
    here: str | None
    there: str | None


def flow_text(node: Node) -> str:
    """Return a node in YAML's short form, on one line."""
    if isinstance(node, ScalarNode):
        return shorten(node.text, 120)
    if isinstance(node, MapNode):
        return "{" + ", ".join(f"{entry.key.text}: {flow_text(entry.value)}" for entry in node) + "}"
    return "[" + ", ".join(flow_text(item) for item in node) + "]"


def describe_differences(profile: Profile, other: Profile, called: str = "") -> tuple[str, ...]:
    """Return a line for every rule that is not the same: `dealing.packet: 6 (egyptian: 4)`.

    The other profile is `called` so, or else by its name.
    """
    found = (one for area in group_differences(profile, other).values() for one in area)
    name = called or other.name
    return tuple(f"{'.'.join(one.path)}: {one.here or _NOT_SAID} ({name}: {one.there or _NOT_SAID})" for one in found)


def group_differences(profile: Profile, other: Profile) -> dict[str, tuple[Difference, ...]]:
    """Return the differences by rule area, those areas alone that have any."""
    areas = {}
    for area in RULE_AREAS:
        mine, theirs = (_value(one.origins.tree, area) for one in (profile, other))
        found = tuple(_compare(mine, theirs, (area,)))
        if found:
            areas[area] = found
    return areas


def _value(tree: MapNode, key: str) -> Node | None:
    entry = find_entry(tree, key)
    return None if entry is None else entry.value


def _compare(mine: Node | None, theirs: Node | None, path: Path) -> Iterator[Difference]:
    if isinstance(mine, MapNode) and isinstance(theirs, MapNode):
        for key in _keys(mine, theirs, path):
            yield from _compare(_value(mine, key), _value(theirs, key), (*path, key))
    else:
        here, there = (None if node is None else flow_text(node) for node in (mine, theirs))
        if here != there:
            yield Difference(path, here, there)


def _keys(mine: MapNode, theirs: MapNode, path: Path) -> Iterator[str]:
    """Yield the keys of both, in the words of `mine`; patterns that mean the same cards are one key."""
    identity = pattern_meaning if is_pattern_keyed(path) else str
    words = {identity(key): key for key in (*reversed(theirs.keys), *reversed(mine.keys))}
    yield from (words[one] for one in dict.fromkeys(map(identity, (*mine.keys, *theirs.keys))))
