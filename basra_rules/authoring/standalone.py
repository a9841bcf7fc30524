"""The rules in force as a file of their own: it extends nothing, and its options still work."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from basra_rules.authoring.canonical import settle_profile
from basra_rules.authoring.layout import BLANK, Collection, Document, Item, Note, Scalar, Value
from basra_rules.authoring.layout_writing import flow_text, is_plain, write_layout
from basra_rules.authoring.unmaking import unmake
from basra_rules.profile.differences import RULE_AREAS
from basra_rules.profile.readings import overriding
from basra_rules.source.nodes import Entry, ListNode, MapNode, Node, ScalarNode, Style, scalar_from_text
from basra_rules.version import FORMAT

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Mapping, Sequence

    from basra_rules.errors import Span
    from basra_rules.profile.family import Family
    from basra_rules.profile.models import Profile
    from basra_rules.profile.options import Choice

_NOTE_COLUMN = 64
_WIDEST_FLOW = 100


def write_standalone(family: Family, choices: Sequence[Choice] = (), idle: Container[str] = ()) -> str:
    """Return the file that says by itself what a family says together under a caller's choices.

    Every reason for which a finding is allowed somewhere in the family goes along, but those for `idle` codes.
    """
    unmade = unmake(family, choices)
    profile, tree = unmade.profile, unmade.profile.origins.tree
    items = [Item(Scalar("format"), Scalar(str(FORMAT))), Item(Scalar("name"), _scalar(profile.name))]
    items += [Item(Scalar("title"), _scalar(profile.title))] if profile.title else []
    for key in ("sources", *RULE_AREAS):
        entry = tree.entry(key)
        items += [_section(entry.key.text, entry.value)] if entry else []
    items += [_section("options", unmade.options)] if unmade.options else []
    reasons = {code: reason for code, reason in reasons_of(family).items() if code not in idle}
    items += _texts("choose", unmade.choose) + _texts("allow", reasons) + _readings(profile)
    names = ", which extends ".join(source.name for source in profile.origins.files)
    head = ("# The rules in force, with all that they inherit; a comment says where each was written.", f"# {names}")
    root = settle_profile(Collection(tuple(items), is_map=True))
    return write_layout(Document((*head, BLANK), root))


def _section(key: str, node: Node) -> Item:
    """Return a section, below a comment that says where it starts."""
    span = _first_span(node)
    return Item(Scalar(key), _value(node, _file(span), 0), (BLANK, f"# {_place(span)}"))


def _value(node: Node, home: str, depth: int) -> Value:
    """Return a value; `home` is the file that a comment above names."""
    if not isinstance(node, MapNode) or _is_short(node, depth):
        return _flow(node)
    return Collection(tuple(_entry(entry, home, depth + 1) for entry in node), is_map=True, is_flow=not len(node))


def _entry(entry: Entry, home: str, depth: int) -> Item:
    value = _value(entry.value, home, depth)
    span = _first_span(entry.value)
    is_elsewhere = _file(span) != home and not (isinstance(value, Collection) and not value.is_flow)
    note = Note(f"# {_place(span)}", _NOTE_COLUMN) if is_elsewhere else None
    return Item(_key(entry.key), value, behind=note)


def _is_short(node: MapNode, depth: int) -> bool:
    """Tell whether a mapping goes into brackets: it is short, and all of it was written in one file."""
    if len({_file(span) for span in _spans(node)}) > 1 or (
        not depth and any(isinstance(one.value, MapNode) for one in node)
    ):
        return False
    return len(flow_text(_flow(node))) + 2 * depth <= _WIDEST_FLOW


def _flow(node: Node) -> Value:
    if isinstance(node, ScalarNode):
        return _scalar(node.text, is_bare=node.style is Style.PLAIN)
    if isinstance(node, ListNode):
        return Collection(tuple(Item(None, _flow(item)) for item in node), is_map=False, is_flow=True)
    return Collection(tuple(Item(_key(entry.key), _flow(entry.value)) for entry in node), is_map=True, is_flow=True)


def _key(key: ScalarNode) -> Scalar:
    return Scalar(key.text, "" if is_plain(key.text, in_flow=True, as_key=True) else '"')


def _scalar(text: str, *, is_bare: bool = False) -> Scalar:
    is_safe = is_plain(text, in_flow=True, as_key=False) and (is_bare or scalar_from_text(text).kind == "text")
    return Scalar(text, "" if is_safe else '"')


# Where things were written


def _spans(node: Node) -> Iterator[Span]:
    if isinstance(node, MapNode):
        for entry in node:
            yield from _spans(entry.value)
    else:
        yield node.span


def _first_span(node: Node) -> Span:
    return next(_spans(node), node.span)


def _file(span: Span) -> str:
    return span.source.name


def _place(span: Span) -> str:
    return f"{span.source.name}:{span.line}"


# What stands at the end


def _texts(key: str, texts: Mapping[str, str]) -> list[Item]:
    """Return a mapping of texts, or nothing where there are none."""
    items = tuple(Item(Scalar(name), _scalar(text, is_bare=True)) for name, text in texts.items())
    return [Item(Scalar(key), Collection(items, is_map=True), (BLANK,))] if items else []


def reasons_of(family: Family) -> dict[str, str]:
    """Return every reason for which a finding is allowed, the nearest file's of several."""
    return {code.text: reason.text for file in reversed(family.files) for code, reason in file.texts("allow")}


def _readings(profile: Profile) -> list[Item]:
    """Return the readings that speak of the values in force, in the order in which they are found."""
    readings = profile.origins.tree.get("readings")
    items: list[Item] = []
    told = {reading.key for reading in profile.readings}
    for place, node in enumerate(readings if isinstance(readings, ListNode) else ()):
        assert isinstance(node, MapNode)
        for key in _held(profile, place, told):
            replaced = replace(node, entries=tuple(_with_key(entry, key) for entry in node))
            items.append(Item(None, _flow(replaced)))
    return [Item(Scalar("readings"), Collection(tuple(items), is_map=False), (BLANK,))] if items else []


def _held(profile: Profile, place: int, told: set[str]) -> Iterator[str]:
    """Yield the keys of which a reading still speaks: its own, or those within that nothing replaced."""
    key = profile.readings[place].key
    if overriding(profile, place) is None:
        yield key
        return
    entry = profile.origins.entry(key)
    for path in _leaf_paths(entry.value, key) if entry else ():
        if path not in told and overriding(profile, place, path) is None:
            yield path


def _leaf_paths(node: Node, path: str) -> Iterator[str]:
    if isinstance(node, MapNode):
        for entry in node:
            yield from _leaf_paths(entry.value, f"{path}.{entry.key.text}")
    else:
        yield path


def _with_key(entry: Entry, key: str) -> Entry:
    return replace(entry, value=scalar_from_text(key)) if entry.key.text == "key" else entry
