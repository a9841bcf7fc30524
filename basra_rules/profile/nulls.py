"""Keys without a value, or with a word for none, of which a profile has none, and what their author meant."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import takewhile
from typing import TYPE_CHECKING

from basra_rules.errors import Diagnostic, Edit, Fix, write
from basra_rules.profile.models import Profile
from basra_rules.profile.schema import PATTERN, Path, is_required, known_keys, notation_at
from basra_rules.source.keys import comma_hint, mend_comma
from basra_rules.source.nodes import Entry, ListNode, MapNode, Node, ScalarNode, describe, shorten
from basra_rules.source.text_edits import add_entry, add_item, delete_path, indent_entries

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from basra_rules.profile.fields import Area

_CODE = "null"
_NOTHING = frozenset({"none", "no", "off", "false", "nothing", "never"})
_EXPECTED = "expected a value"


def null_faults(document: MapNode, parents: Sequence[MapNode]) -> Iterator[Diagnostic]:
    """Yield a diagnostic for each null in a file: nothing in a profile may be empty."""
    yield from _Nulls(document, parents).of(document, ())


@dataclass(frozen=True, slots=True)
class _Nulls:
    """Looks for nulls in a file that stands on those of `parents`."""

    document: MapNode
    parents: Sequence[MapNode]

    def of(self, node: Node, chain: tuple[Entry, ...]) -> Iterator[Diagnostic]:
        """Yield the nulls in a node that stands behind a chain of keys."""
        if isinstance(node, MapNode):
            for place, entry in enumerate(node.entries):
                yield from self._in_entry(node.entries, place, (*chain, entry))
        elif isinstance(node, ListNode):
            for item in node:
                yield from self.of(item, chain)
        elif node.kind == "null":
            yield Diagnostic(_CODE, "a value is missing here (null)", node.span, _EXPECTED, help=self._advice(chain))

    def _in_entry(self, entries: Sequence[Entry], place: int, chain: tuple[Entry, ...]) -> Iterator[Diagnostic]:
        entry = entries[place]
        if entry.key.kind == "null":
            yield Diagnostic(_CODE, "a key is missing here (null)", entry.key.span, "expected a key")
        if self._says_nothing(entry.value, _path(chain)):
            message = f"expected a mapping, found {describe(entry.value)}"
            fault = Diagnostic("wrong-type", message, entry.value.span, "expected a mapping", help=self._advice(chain))
            yield fault.mended_by(self._remove(chain))
        elif not isinstance(entry.value, ScalarNode) or entry.value.kind != "null":
            yield from self.of(entry.value, chain)
        elif entry.stands_alone:
            if not (place and entries[place - 1].stands_alone and _is_comma_behind(entries[place - 1])):
                yield _alone(entries, place)
        else:
            yield self._without_value(entries, place, chain)

    def _says_nothing(self, value: Node, path: Path) -> bool:
        """Tell whether a word for nothing stands where an inherited mapping was to be removed."""
        says = isinstance(value, ScalarNode) and value.text.casefold() in _NOTHING
        is_mapping = bool(known_keys(path)) and notation_at(path) is None  # `none` is a pattern, too
        return says and is_mapping and self._can_be_removed(path)

    def _without_value(self, entries: Sequence[Entry], place: int, chain: tuple[Entry, ...]) -> Diagnostic:
        entry = entries[place]
        message = f"`{shorten(entry.key.text)}` has no value"
        below = not_indented(entries[place + 1 :], chain)
        if below:
            return indent_below(entry, below)
        fault = Diagnostic(_CODE, message, entry.key.span, _EXPECTED, help=self._advice(chain))
        return fault.mended_by(
            self._remove(chain), _write_none(entry) if notation_at(_path(chain)) is PATTERN else None
        )

    def _advice(self, chain: Sequence[Entry]) -> str:
        path = _path(chain)
        if not self._can_be_removed(path):
            inherited = any(_has(parent, path) for parent in self.parents)
            return (
                f"write one behind the colon, or delete the key{', and its inherited value stays' if inherited else ''}"
            )
        advice = f"to do without an inherited key, list it under `remove`: `remove: [{'.'.join(path)}]`"
        return f"{advice}; no card at all is `none`" if notation_at(path) is PATTERN else advice

    def _can_be_removed(self, path: Path) -> bool:
        return not is_required(path) and any(_has(parent, path) for parent in self.parents)

    def _remove(self, chain: Sequence[Entry]) -> Fix | None:
        """Return the fix that lists a key under `remove` instead; certain where null was written out."""
        path, value = _path(chain), chain[-1].value
        gone = delete_path(self.document, chain, "", certain=True)
        if not self._can_be_removed(path) or gone is None:
            return None
        name, title = ".".join(path), f"list `{'.'.join(path)}` under `remove` instead"
        listed = self.document.get("remove")
        if isinstance(listed, ListNode):
            added = add_item(listed, name, title, certain=True)
        else:
            added = add_entry(self.document, f"remove: [{name}]", title, after="extends", certain=True)
        written = isinstance(value, ScalarNode) and bool(value.text)
        return Fix(title, (*added.edits, *gone.edits), written and gone.certain) if added else None


def _write_none(entry: Entry) -> Fix:
    """Return the fix that writes the pattern of no card as the value."""
    empty = entry.value.span
    colon = empty.source.text[entry.key.span.end : empty.start] or ":"
    return write(empty, "none" if colon[-1].isspace() else " none", certain=False)


def _alone(entries: Sequence[Entry], place: int) -> Diagnostic:
    """Return the fault of keys that stand between brackets alone, behind commas that were meant otherwise."""
    run = [entries[place]]
    for entry in entries[place + 1 :]:
        if not (entry.stands_alone and _is_comma_behind(run[-1])):
            break
        run.append(entry)
    entry = run[0]
    message = f"`{shorten(entry.key.text)}` has no value"
    fault = Diagnostic(_CODE, message, entry.key.span, _EXPECTED, help=comma_hint(entry))
    return fault.mended_by(*mend_comma(entries[place - 1] if place else None, run))


def _is_comma_behind(entry: Entry) -> bool:
    return entry.key.span.source.text[entry.key.span.end :].lstrip().startswith(",")


def not_indented(following: Sequence[Entry], chain: Sequence[Entry], root: type[Area] = Profile) -> list[Entry]:
    """Return the entries below a key without a value that are known in it, and not where they stand."""
    path = _path(chain)
    beside, inside = known_keys(path[:-1], root), known_keys(path, root)
    if not beside:  # where the author gives the names, what is no mapping has none
        named = takewhile(lambda one: one.key.text in inside and not isinstance(one.value, MapNode), following)
        return list(named)
    return list(takewhile(lambda one: one.key.text not in beside and _fits_in(one, path, root), following))


def indent_below(entry: Entry, below: Sequence[Entry]) -> Diagnostic:
    """Return the fault of a key without a value, whose entries stand beside it instead of in it."""
    names = ", ".join(f"`{one.key.text}`" for one in below)
    message, name = f"`{shorten(entry.key.text)}` has no value", entry.key.text
    belongs = "it belongs" if len(below) == 1 else "they belong"
    fault = Diagnostic(_CODE, message, entry.key.span, _EXPECTED, help=f"indent {names} more: {belongs} in `{name}`")
    fix = indent_entries(below, f"indent {names} more", certain=True)
    if entry.value.span.text:  # null was written out
        fix = replace(fix, edits=(Edit(entry.value.span, ""), *fix.edits))
    return fault.mended_by(fix)


def _fits_in(entry: Entry, path: Path, root: type[Area]) -> bool:
    """Tell whether the models know an entry in the mapping at `path`, by its key or by the keys in it."""
    inside = known_keys((*path, entry.key.text), root)
    named = isinstance(entry.value, MapNode) and entry.value.keys and set(entry.value.keys) <= set(inside)
    return entry.key.text in known_keys(path, root) or bool(named)


def _path(chain: Sequence[Entry]) -> Path:
    return tuple(entry.key.text for entry in chain)


def _has(document: MapNode, path: Path) -> bool:
    node: Node | None = document
    for key in path:
        node = node.get(key) if isinstance(node, MapNode) else None
    return node is not None
