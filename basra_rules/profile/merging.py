"""Inheritance: a child's nodes laid over its parent's.

Mappings merge by key, anything else replaces; what is replaced is kept in the new entry's history.
Keys that are card patterns compare by meaning.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra_rules.errors import Diagnostic, name_meant, one_of, write
from basra_rules.profile.pattern_keys import pattern_meaning
from basra_rules.profile.provenance import find_entry
from basra_rules.profile.schema import Path, is_pattern_keyed
from basra_rules.source.nodes import Entry, ListNode, MapNode, Node, ScalarNode, describe, shorten
from basra_rules.source.text_edits import delete_item, keep_one, put_in_brackets

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from basra_rules.errors import Fix


def _identity(path: Path, key: str) -> Hashable:
    return pattern_meaning(key) if is_pattern_keyed(path) else key


def merge(base: MapNode, over: MapNode, path: Path = ()) -> MapNode:
    """Return `base` with `over` laid on top of it; both stand at `path` of a profile."""
    merged: dict[Hashable, Entry] = {_identity(path, entry.key.text): entry for entry in base}
    for entry in over:
        identity = _identity(path, entry.key.text)
        old = merged.get(identity)
        merged[identity] = entry if old is None else _replaced(old, entry, path)
    return MapNode(tuple(merged.values()), over.span)


def _replaced(old: Entry, new: Entry, path: Path) -> Entry:
    if isinstance(old.value, MapNode) and isinstance(new.value, MapNode):
        return Entry(new.key, merge(old.value, new.value, (*path, new.key.text)), old.overridden)
    return Entry(new.key, new.value, (*old.overridden, old.value))


def without(base: MapNode, path: Path) -> MapNode | None:
    """Return `base` without the key at `path`, or None where there is no such key."""
    found = find_entry(base, path[0])
    if found is None:
        return None
    if len(path) == 1:
        return MapNode(tuple(entry for entry in base if entry is not found), base.span)
    if not isinstance(found.value, MapNode):
        return None
    inner = without(found.value, path[1:])
    if inner is None:
        return None
    changed = Entry(found.key, inner, found.overridden)
    return MapNode(tuple(changed if entry is found else entry for entry in base), base.span)


def removed_paths(node: Node | None) -> tuple[tuple[ScalarNode, ...], tuple[Diagnostic, ...]]:
    """Return the items of a `remove`, and what is wrong with the rest of it."""
    if node is None:
        return (), ()
    if not isinstance(node, ListNode):
        message = f"expected a list of keys, found {describe(node)}"
        is_text = isinstance(node, ScalarNode) and node.kind == "text"
        fixes = put_in_brackets(node) if isinstance(node, ScalarNode) and is_text else _as_paths(node)
        label = f"{fixes[0].title}: a list stands in brackets" if fixes else "expected a list, such as `[options.tie]`"
        return (), (Diagnostic("wrong-type", message, node.span, label).mended_by(*fixes),)
    good = tuple({item.text: item for item in reversed(node.items) if isinstance(item, ScalarNode)}.values())[::-1]
    bad = tuple(
        Diagnostic("wrong-type", f"expected a key such as options.tie, found {describe(item)}", item.span)
        for item in node
        if not isinstance(item, ScalarNode)
    )
    return good, (*bad, *_listed_twice(node, good))


def _as_paths(node: Node) -> tuple[Fix, ...]:
    """Return the fix for `{options: tie}`, which was meant as a path."""
    if not isinstance(node, MapNode) or not all(isinstance(one.value, ScalarNode) and one.value.text for one in node):
        return ()
    paths = (f"{one.key.text}.{one.value.text}" for one in node if isinstance(one.value, ScalarNode))
    return (write(node.span, f"[{', '.join(paths)}]", certain=False),) if node.span.text.startswith("{") else ()


def _listed_twice(listed: ListNode, first: tuple[ScalarNode, ...]) -> Iterator[Diagnostic]:
    for item in listed:
        if isinstance(item, ScalarNode) and all(item is not one for one in first):
            fault = Diagnostic("repeated-value", f"`{shorten(item.text)}` is listed twice", item.span, "the second")
            yield fault.mended_by(delete_item(listed, item, "delete the second", certain=True))


def remove_all(base: MapNode, items: tuple[ScalarNode, ...]) -> tuple[MapNode, tuple[Diagnostic, ...]]:
    """Return `base` without the keys named, and an error for each that names nothing."""
    faults = []
    for item in items:
        smaller = without(base, tuple(item.text.split(".")))
        if smaller is None:
            faults.append(_nothing_to_remove(base, item))
        else:
            base = _without_readings(smaller, item.text)
    return base, tuple(faults)


def _without_readings(base: MapNode, removed: str) -> MapNode:
    """Return `base` without the readings of a key that is gone."""
    readings = base.get("readings")
    if not isinstance(readings, ListNode):
        return base
    kept = tuple(item for item in readings if not f"{_reading_key(item)}.".startswith(f"{removed}."))
    return with_readings(base, ListNode(kept, readings.span))


def with_readings(base: MapNode, readings: ListNode) -> MapNode:
    """Return `base` with other readings."""
    entries = (Entry(one.key, readings) if one.key.text == "readings" else one for one in base)
    return MapNode(tuple(entries), base.span)


def join_readings(merged: MapNode, old: MapNode, new: MapNode) -> MapNode:
    """Return `merged` with the readings of both: a child's replace its parent's of the same key only."""
    inherited, own = old.get("readings"), new.get("readings")
    if not isinstance(inherited, ListNode) or not isinstance(own, ListNode):
        return merged
    spoken = {_reading_key(item) for item in own}
    items = (*own.items, *(item for item in inherited if _reading_key(item) not in spoken))
    return with_readings(merged, ListNode(items, own.span))


def _reading_key(item: Node) -> str | None:
    key = item.get("key") if isinstance(item, MapNode) else None
    return key.text if isinstance(key, ScalarNode) else None


def _nothing_to_remove(base: MapNode, item: ScalarNode) -> Diagnostic:
    message = f"`{shorten(item.text)}` is not inherited, so it can't be removed"
    ending = [path for path in _paths(base) if path.endswith(f".{item.text}")]
    if not ending:
        return _unknown_part(base, item, message)
    label = f"did you mean {one_of(ending)}?"
    fault = Diagnostic("unknown-path", message, item.span, label)
    return fault.mended_by(*(write(item.text_span, path, certain=len(ending) == 1) for path in ending))


def _paths(node: MapNode, path: Path = ()) -> Iterator[str]:
    """Yield every key of a document with the keys above it; what choices would change is left out."""
    for entry in node:
        here = (*path, entry.key.text)
        yield ".".join(here)
        if isinstance(entry.value, MapNode) and entry.key.text != "choices":
            yield from _paths(entry.value, here)


def _unknown_part(base: MapNode, item: ScalarNode, message: str) -> Diagnostic:
    node: Node = base
    start = 0
    for part in item.text.split("."):
        found = find_entry(node, part) if isinstance(node, MapNode) else None
        if found is None:
            known = node.keys if isinstance(node, MapNode) else ()
            span = item.span_of(start, start + max(1, len(part)))
            meant = name_meant(item.all_of(start, start + len(part)), part, known)
            label = meant.label or "nothing is inherited here"
            return Diagnostic("unknown-path", message, span, label, fixes=meant.fixes)
        node = found.value
        start += len(part) + 1
    raise AssertionError(item)


def repeated_keys(node: Node, path: Path = ()) -> Iterator[Diagnostic]:
    """Yield a diagnostic for each key of a file that means the same cards as one before it."""
    if isinstance(node, MapNode):
        seen: dict[Hashable, Entry] = {}
        for entry in node:
            first = seen.setdefault(_identity(path, entry.key.text), entry)
            if first is not entry:
                message = f"`{entry.key.text}` means the same cards as `{first.key.text}`"
                note = f"the first is in line {first.key.span.line}"
                fault = Diagnostic("repeated-key", message, entry.key.span, "repeated key", (note,))
                yield fault.mended_by(*keep_one(node, first, entry))
            yield from repeated_keys(entry.value, (*path, entry.key.text))
