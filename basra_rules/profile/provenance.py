"""Where every effective value comes from: its place, what it overrode, and the choice behind it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from basra_rules.profile.pattern_keys import pattern_meaning
from basra_rules.source.nodes import Entry, ListNode, MapNode, Node, ScalarNode

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from basra_rules.errors import SourceFile, Span


@dataclass(frozen=True, slots=True)
class MadeChoice:
    """A choice of an option, and who made it: `default`, a file's name, or `--option`."""

    option: str
    choice: str
    by: str


@dataclass(frozen=True, slots=True)
class Origins:
    """The merged document behind a profile.

    `files` are the profile's own file and its parents, nearest first.  `choices` has for each option the choice
    in force, an empty one where the rules are under none; `made` are the choices that somebody made, in the order
    in which they took effect; `by_choice` maps the keys whose value a choice set to that choice.  `removed` are the
    items of every `remove`.
    """

    tree: MapNode
    files: tuple[SourceFile, ...]
    parents: tuple[str, ...] = ()
    choices: Mapping[str, MadeChoice] = field(default_factory=dict)
    by_choice: Mapping[str, MadeChoice] = field(default_factory=dict)
    allow: Mapping[str, str] = field(default_factory=dict)
    removed: tuple[ScalarNode, ...] = ()
    made: tuple[MadeChoice, ...] = ()

    def entry(self, path: str) -> Entry | None:
        """Return the entry of the key `path`, or None where nothing was written."""
        return find_entry_at(self.tree, path.split("."))

    def span(self, path: str) -> Span | None:
        """Return where the value of `path` was written; of a mapping, where its key was."""
        found = self.entry(path)
        if found is None:
            return None
        return found.key.span if isinstance(found.value, MapNode | ListNode) else found.value.span

    def nearest_span(self, *paths: str) -> Span | None:
        """Return where the value was written, among those of `paths`, that stands in the nearest file."""
        spans = [span for path in paths if (span := self.span(path)) is not None]
        places = {source.name: place for place, source in enumerate(self.files)}
        return min(spans, key=lambda span: places.get(span.source.name, len(places)), default=None)

    def key_span(self, path: str) -> Span | None:
        """Return where the key `path` itself was written."""
        found = self.entry(path)
        return None if found is None else found.key.span


def find_entry_at(node: Node, path: Iterable[str]) -> Entry | None:
    """Return the entry at a path of keys, or of keys that mean the same cards; None where there is none."""
    found: Entry | None = None
    for part in path:
        found = find_entry(node, part) if isinstance(node, MapNode) else None
        if found is None:
            return None
        node = found.value
    return found


def find_entry(node: MapNode, key: str) -> Entry | None:
    """Return the entry of `key`, or else of a key that means the same cards."""
    exact = node.entry(key)
    if exact is not None:
        return exact
    meaning = pattern_meaning(key)
    if isinstance(meaning, str) and meaning == key:
        return None
    return next((entry for entry in node if pattern_meaning(entry.key.text) == meaning), None)
