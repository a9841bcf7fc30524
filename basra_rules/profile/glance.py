"""The options and keys of a profile at a glance: for shells, which ask while somebody types.

Only what is needed for that is read and imported; what is wrong with a file is left out.  `merging` would take four
times as long to import: it compares keys that are card patterns by meaning, which no option and no path needs here.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from basra_rules import resources
from basra_rules.errors import BasraError
from basra_rules.source.nodes import ListNode, MapNode, Node
from basra_rules.source.parsing import read_nodes
from basra_rules.source.reading import LONGEST_CHAIN, PROFILE_LIMIT, read_file

if TYPE_CHECKING:
    from collections.abc import Iterator

_AREAS = ("seats", "deck", "dealing", "capture", "bonuses", "scoring", "match")


def glance_at_options(profile: str) -> dict[str, tuple[str, tuple[str, ...]]]:
    """Return what each option of a profile is about, and its choices, as far as the files can be read."""
    options = _merged_document(profile).get("options", {})
    return {name: (str(one.get("about", "")), tuple(one.get("choices", ()))) for name, one in options.items()}


def glance_at_keys(profile: str) -> tuple[str, ...]:
    """Return every key of a profile's rules, with those that it is in: `match`, `match.target` and so on.

    Those of a mapping that stand at their defaults come behind those that are written there.
    """
    from basra_rules.profile.schema import known_keys  # noqa: PLC0415 - the models, which options have no need of

    def keys(path: tuple[str, ...], value: Any) -> Iterator[str]:
        yield ".".join(path)
        if isinstance(value, dict):
            for key in dict.fromkeys((*value, *known_keys(path))):
                yield from keys((*path, key), value.get(key))

    document = _merged_document(profile)
    return tuple(key for area in _AREAS if area in document for key in keys((area,), document[area]))


def _merged_document(profile: str) -> dict[str, Any]:
    merged: dict[str, Any] = {}
    for document in reversed(list(_documents(profile))):
        for path in document.get("remove", ()):
            _remove(merged, str(path).split("."))
        merged = _merged(merged, document)
    return merged


def _documents(profile: str) -> Iterator[dict[str, Any]]:
    """Yield a profile's file and its parents."""
    folder = Path()
    for _ in range(LONGEST_CHAIN):
        path = resources.profile_path(profile) or folder / profile
        try:
            document = _values(read_nodes(read_file(path, PROFILE_LIMIT)))
        except BasraError:
            return
        if not isinstance(document, dict):
            return
        yield document
        folder, profile = path.parent, str(document.get("extends", ""))
        if not profile:
            return


def _values(node: Node) -> Any:
    if isinstance(node, MapNode):
        return {entry.key.text: _values(entry.value) for entry in node}
    return [_values(item) for item in node] if isinstance(node, ListNode) else node.text


def _merged(below: Any, above: Any) -> Any:
    if isinstance(below, dict) and isinstance(above, dict):
        return below | {key: _merged(below.get(key), value) for key, value in above.items()}
    return above


def _remove(value: Any, path: list[str]) -> None:
    for key in path[:-1]:
        value = value.get(key) if isinstance(value, dict) else None
    if isinstance(value, dict):
        value.pop(path[-1], None)
