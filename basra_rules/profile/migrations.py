"""Older formats: how a file in one becomes a file in the next, read as it stands and rewritten by `basra fmt`.

A change of the format raises `FORMAT` in version.py and adds a `Migration` here.  The loader applies it in memory,
each value keeping its place in the file; a name that went out of use stays known, so that a message can name its
successor.  Format 1 is the first, so there is none yet.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

from basra_rules.errors import Edit
from basra_rules.source.editing import apply_edits
from basra_rules.source.nodes import ListNode, MapNode, Node, ScalarNode
from basra_rules.source.parsing import read_nodes
from basra_rules.version import FORMAT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from basra_rules.errors import SourceFile
    from basra_rules.source.editing import Edited

T = TypeVar("T")

ANY_NAME = "*"
"""In the path of a key: whatever name the author chose."""

Path = tuple[str, ...]


def _nothing(_: MapNode) -> Iterable[Edit]:
    return ()


@dataclass(frozen=True, slots=True)
class Migration:
    """What changes from one format to the next.

    `keys` maps the path of a key, such as `bonuses.*.worth`, to its new name; `words` maps a path to the words that
    may no longer stand there, with those that do instead.  Keys are renamed wherever they are named: in patches, in
    `remove`, `sets` and readings.  `rewrite` gives the edits for all else, such as the choices of an option, as a pure
    function of the document in the older format; they may not touch those names.
    """

    keys: Mapping[str, str] = field(default_factory=dict)
    words: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    rewrite: Callable[[MapNode], Iterable[Edit]] = _nothing


MIGRATIONS: dict[int, Migration] = {}
"""By the number of a format, the way from it to the next."""


def is_older(document: MapNode) -> bool:
    """Tell whether a document is in an older format that can be read."""
    return _format_of(document) in MIGRATIONS


def migrate(source: SourceFile, document: MapNode) -> MapNode:
    """Return a document in today's format; its nodes keep their places in `source`."""
    steps = tuple(_steps(source, document))
    migrated: Node = document if not steps else read_nodes(steps[-1].source)
    for step in reversed(steps):
        migrated = step.locate(migrated)
    assert isinstance(migrated, MapNode)
    return migrated


def upgrade_text(source: SourceFile) -> SourceFile:
    """Return the text of a profile's file in today's format, otherwise as it stands."""
    document = read_nodes(source)
    steps = tuple(_steps(source, document)) if isinstance(document, MapNode) else ()
    return steps[-1].source if steps else source


def successor(path: Path) -> str | None:
    """Return what the key at `path` has become, where an older format had it."""
    return next((new for one in MIGRATIONS.values() if (new := _first(one.keys, path)) is not None), None)


def word_successor(path: Path, word: str) -> str | None:
    """Return what the word has become that the key at `path` took in an older format."""
    words = ((_first(one.words, path) or {}) for one in MIGRATIONS.values())
    return next((known[word] for known in words if word in known), None)


def _steps(source: SourceFile, document: MapNode) -> Iterator[Edited]:
    while (number := _format_of(document)) in MIGRATIONS and number < FORMAT:
        step = apply_edits(source, _edits(MIGRATIONS[number], document, number + 1))
        yield step
        source, read = step.source, read_nodes(step.source)
        assert isinstance(read, MapNode)
        document = read


def _format_of(document: MapNode) -> int:
    found = document.get("format")
    return found.value if isinstance(found, ScalarNode) and isinstance(found.value, int) else FORMAT


def _edits(migration: Migration, document: MapNode, number: int) -> Iterator[Edit]:
    found = document.get("format")
    assert found is not None
    yield Edit(found.span, str(number))
    yield from _renamed(migration, document, ())
    yield from migration.rewrite(document)


def _renamed(migration: Migration, node: MapNode, path: Path) -> Iterator[Edit]:
    for entry in node:
        here = (*path, entry.key.text)
        new = _first(migration.keys, here)
        if new is not None:
            yield Edit(entry.key.text_span, new)
        for item in entry.value if isinstance(entry.value, ListNode) else (entry.value,):
            if isinstance(item, MapNode):
                yield from _renamed(migration, item, _inside(here))
            elif isinstance(item, ScalarNode):
                yield from _reworded(migration, item, here)


def _inside(path: Path) -> Path:
    """Return the path of what stands in a mapping; a patch of an option is a profile of its own."""
    return () if len(path) == 4 and path[0] == "options" and path[2] == "choices" else path


def _reworded(migration: Migration, node: ScalarNode, path: Path) -> Iterator[Edit]:
    words = _first(migration.words, path) or {}
    if node.text in words:
        yield Edit(node.text_span, words[node.text])
    if path in (("remove",), ("readings", "key"), ("options", *path[1:2], "sets")):
        named = tuple(node.text.split("."))
        renamed = [_first(migration.keys, named[: place + 1]) or name for place, name in enumerate(named)]
        if renamed != list(named):
            yield Edit(node.text_span, ".".join(renamed))


def _first(table: Mapping[str, T], path: Path) -> T | None:
    return next((value for old, value in table.items() if _matches(old, path)), None)


def _matches(pattern: str, path: Path) -> bool:
    parts = pattern.split(".")
    return len(parts) == len(path) and all(one in (ANY_NAME, other) for one, other in zip(parts, path, strict=True))
