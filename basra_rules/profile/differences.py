"""What a profile does otherwise than another, key by key."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra_rules.profile.pattern_keys import pattern_meaning
from basra_rules.profile.schema import Path, is_pattern_keyed
from basra_rules.source.nodes import MapNode, Node, ScalarNode, shorten

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from basra_rules.profile.models import Profile

RULE_AREAS = ("seats", "deck", "dealing", "capture", "bonuses", "scoring", "match")
_NOT_SAID = "–"


def flow_text(node: Node) -> str:
    """Return a node in YAML's short form, on one line."""
    if isinstance(node, ScalarNode):
        return shorten(node.text, 120)
    if isinstance(node, MapNode):
        return "{" + ", ".join(f"{entry.key.text}: {flow_text(entry.value)}" for entry in node) + "}"
    return "[" + ", ".join(flow_text(item) for item in node) + "]"


def describe_differences(profile: Profile, other: Profile) -> tuple[str, ...]:
    """Return a line for every rule that is not the same: `dealing.packet: 6 (egyptian: 4)`."""
    mine, theirs = (dict(_leaves(one.origins.tree)) for one in (profile, other))
    lines = []
    for identity in dict.fromkeys([*mine, *theirs]):
        path, here = mine.get(identity, ("", _NOT_SAID))
        other_path, there = theirs.get(identity, ("", _NOT_SAID))
        if here != there:
            lines.append(f"{path or other_path}: {here} ({other.name}: {there})")
    return tuple(lines)


def _leaves(node: MapNode, path: Path = ()) -> Iterator[tuple[Hashable, tuple[str, str]]]:
    for entry in node:
        if not path and entry.key.text not in RULE_AREAS:
            continue
        here = (*path, entry.key.text)
        if isinstance(entry.value, MapNode):
            yield from _leaves(entry.value, here)
        else:
            key = pattern_meaning(entry.key.text) if is_pattern_keyed(path) else entry.key.text
            yield (path, key), (".".join(here), flow_text(entry.value))
