"""Why a key of a profile has its value: where it was written, what it replaced, who chose it, what it rests on."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from basra_rules.errors import Diagnostic, DiagnosticsError, name_meant, one_of
from basra_rules.nearness import nearest
from basra_rules.profile.describing import default_in_words, what_it_takes
from basra_rules.profile.differences import flow_text
from basra_rules.profile.models import FILE_KEYS
from basra_rules.profile.options import choices_of, option_node, options_settling
from basra_rules.profile.provenance import find_entry, find_entry_at
from basra_rules.profile.readings import overriding
from basra_rules.profile.schema import description, field_at, known_keys, value_at
from basra_rules.source.nodes import ListNode, MapNode, Node, ScalarNode, scalar_from_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from basra_rules.errors import Span
    from basra_rules.profile.family import Family
    from basra_rules.profile.models import Profile, Reading
    from basra_rules.profile.provenance import MadeChoice
    from basra_rules.profile.schema import Path
    from basra_rules.source.nodes import Entry


@dataclass(frozen=True, slots=True)
class Value:
    """A value as text, and where it was written; nowhere, where it is a default."""

    text: str
    span: Span | None


@dataclass(frozen=True, slots=True)
class Leaf:
    """One value in force: its key, what it replaced (the latest first), and the choice that set it."""

    key: str
    value: Value
    replaced: tuple[Value, ...] = ()
    choice: MadeChoice | None = None


@dataclass(frozen=True, slots=True)
class Settled:
    """An option that settles a key: its choices, and the one in force."""

    option: str
    choices: tuple[str, ...]
    made: MadeChoice


@dataclass(frozen=True, slots=True)
class Rests:
    """A reading, where it stands, the sources that it cites in words, and where its value was replaced, if it was."""

    reading: Reading
    span: Span | None
    sources: tuple[str, ...]
    replaced: Span | None


@dataclass(frozen=True, slots=True)
class Story:
    """All there is to know about a key; `removed` is where a file does without it."""

    key: str
    takes: str
    meaning: str
    leaves: tuple[Leaf, ...]
    options: tuple[Settled, ...] = ()
    readings: tuple[Rests, ...] = ()
    removed: Span | None = None


def explain_key(family: Family, profile: Profile, key: str) -> Story:
    """Return why the key has its value in a profile, resolved from its family.

    Raises:
        DiagnosticsError: there is no such key.
    """
    path = tuple(key.strip().split("."))
    if path[0] in FILE_KEYS:
        return _file_key(family, path)
    found = profile.origins.entry(".".join(path))
    removed = next((item for item in profile.origins.removed if _is_within(".".join(path), item.text)), None)
    if found is None and removed is not None:
        return Story(".".join(path), _takes(path), description(path), tuple(_last(family, path)), removed=removed.span)
    path = _written_path(profile.origins.tree, path)
    told = ".".join(path)
    leaves = (Leaf(told, Value(_default(path), None)),) if found is None else tuple(_leaves(profile, found, told))
    return Story(
        told,
        _takes(path),
        description(path),
        leaves,
        tuple(settling_options(profile, told)),
        tuple(_rests(profile, told)),
    )


def _is_within(key: str, around: str) -> bool:
    return f"{key}.".startswith(f"{around}.")


def _takes(path: Path) -> str:
    annotation, marks = value_at(path)
    return "" if annotation is None else what_it_takes(annotation, marks)


def _default(path: Path) -> str:
    field = field_at(path)
    return default_in_words(field).strip("`") if field else ""


# Which key is meant


def _written_path(tree: MapNode, path: Path) -> Path:
    """Return the path as the files write it.

    Raises:
        DiagnosticsError: at some part of it there is no such key.
    """
    node: Node | None = tree
    written: list[str] = []
    for part in path:
        entry = find_entry(node, part) if isinstance(node, MapNode) else None
        if entry is None and field_at((*written, part)) is None:
            raise DiagnosticsError([_unknown(tree, node, path, len(written))])
        written.append(part if entry is None else entry.key.text)
        node = None if entry is None else entry.value
    return tuple(written)


def _unknown(tree: MapNode, node: Node | None, path: Path, place: int) -> Diagnostic:
    """Return the fault of a key that is not there; one of that name elsewhere was meant, or else one near it."""
    asked = scalar_from_text(".".join(path), "KEY")
    start = sum(len(part) + 1 for part in path[:place])
    span = asked.span_of(start, start + max(1, len(path[place])))
    around = ".".join(path[:place])
    message = f"there is no key `{path[place]}`" + (f" in `{around}`" if around else "")
    known = dict.fromkeys([*(node.keys if isinstance(node, MapNode) else ()), *known_keys(path[:place])])
    elsewhere = [key for key in _all_keys(tree) if key.rpartition(".")[2] == path[-1]]
    if elsewhere and (len(path) == 1 or nearest(path[place], known) is None):
        return Diagnostic("unknown-key", message, span, f"did you mean {one_of(elsewhere[:4])}?")
    if not known:
        return Diagnostic("unknown-key", message, span, f"`{around}` has no keys inside it")
    meant = name_meant(span, path[place], known, "the keys here are")
    return Diagnostic("unknown-key", message, span, meant.label, meant.notes)


def _all_keys(node: Node, path: Path = ()) -> Iterator[str]:
    for entry in node if isinstance(node, MapNode) else ():
        here = (*path, entry.key.text)
        yield ".".join(here)
        yield from _all_keys(entry.value, here)


# What is told of it


def _leaves(profile: Profile, entry: Entry, key: str) -> Iterator[Leaf]:
    if isinstance(entry.value, MapNode) and len(entry.value):
        for inner in entry.value:
            yield from _leaves(profile, inner, f"{key}.{inner.key.text}")
        return
    replaced = tuple(_value(old) for old in reversed(entry.overridden))
    yield Leaf(key, _value(entry.value), replaced, profile.origins.by_choice.get(key))


def _value(node: Node) -> Value:
    text = " ".join(node.text.split()) if isinstance(node, ScalarNode) else flow_text(node)
    return Value(text, node.span)


def _file_key(family: Family, path: Path) -> Story:
    """Return what the profile's own file says of itself; nobody inherits that."""
    node: Node | None = family.files[0].document
    for part in path:
        node = node.get(part) if isinstance(node, MapNode) else None
    value = Value("–", None) if node is None else _value(node)
    return Story(".".join(path), "", FILE_KEYS[path[0]], (Leaf(".".join(path), value),))


def _last(family: Family, path: Path) -> Iterator[Leaf]:
    """Yield what a removed key was, in the nearest file that writes it."""
    for file in family.files:
        entry = find_entry_at(file.document, path)
        if entry is not None:
            yield Leaf(".".join(path), _value(entry.value))
            return


def settling_options(profile: Profile, key: str) -> Iterator[Settled]:
    """Yield the options whose choices set a key, or keys within or around it."""
    for name in options_settling(profile.origins.tree, key):
        option = option_node(profile.origins.tree, name)
        yield Settled(name, tuple(choices_of(option)) if option else (), profile.origins.choices[name])


def _rests(profile: Profile, key: str) -> Iterator[Rests]:
    """Yield the readings of a key, of those around it and of those within it, the nearest first."""
    places = [
        place
        for place, reading in enumerate(profile.readings)
        if _is_within(key, reading.key) or _is_within(reading.key, key)
    ]
    nodes = profile.origins.tree.get("readings")
    for place in sorted(places, key=lambda place: _distance(profile.readings[place].key, key)):
        reading = profile.readings[place]
        span = nodes.items[place].span if isinstance(nodes, ListNode) else None
        narrowed = key if _is_within(key, reading.key) else None
        yield Rests(reading, span, _cited(profile, reading), overriding(profile, place, narrowed))


def _distance(one: str, other: str) -> int:
    return abs(one.count(".") - other.count("."))


def _cited(profile: Profile, reading: Reading) -> tuple[str, ...]:
    """Return the sources that a reading cites, in words."""
    cited = re.findall(r"[\w-]+", reading.source or "")
    return tuple(f"{key}: {text}" for key, text in profile.sources.items() if key in cited)
