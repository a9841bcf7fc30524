"""The one order and spelling of a file: keys in the order of the models, text in its notation's spelling."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from basra_rules.authoring.layout import Collection, Item, Scalar, Value, has_aliases
from basra_rules.authoring.layout_writing import is_plain
from basra_rules.profile.expression_fields import FROM
from basra_rules.profile.models import FILE_KEYS as OWN_KEYS
from basra_rules.profile.models import Profile
from basra_rules.profile.schema import PATTERN, Path, is_pattern_keyed, known_keys, notation_at
from basra_rules.scenarios.model import Scenario
from basra_rules.scenarios.reading import FILE_KEYS
from basra_rules.source.nodes import scalar_from_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from basra_rules.profile.fields import Area, Notation

_STANDS_BEFORE = {"extends": "sources", "remove": "options", "choose": "options", "allow": "readings"}
"""The key of a profile before which each of the keys stands that speak of the file itself."""

_MISREAD = re.compile(r"(?i:\A(?:y|n|yes|no|on|off|[0-9_]+|[0-9]+(?:[:-][0-9]+)+)\Z)")
"""What older readers of YAML take for truths, numbers, times or dates: it keeps its quotes."""

OPTIONS, CHOICES, SETS, REMOVE = "options", "choices", "sets", "remove"


def profile_keys() -> tuple[str, ...]:
    """Return the keys of a profile's file in their order."""
    keys: list[str] = []
    for key in Profile.model_fields:
        keys += [own for own in OWN_KEYS if _STANDS_BEFORE[own] == key]
        keys.append(key)
    return tuple(keys)


def settle_profile(root: Collection) -> Collection:
    """Return a profile's file with its keys in order and its text in its one spelling."""
    settled = _Settling(Profile, is_ordered=not has_aliases(root)).collection(root, ())
    return replace(settled, is_flow=False)


def settle_scenarios(root: Collection) -> Collection:
    """Return the same of a file of scenarios."""
    settling = _Settling(Scenario, is_ordered=not has_aliases(root))
    items = [_scenarios_item(item, root, settling) for item in root.items]
    return settling.in_order(replace(root, items=tuple(items), is_flow=False), tuple(FILE_KEYS))


def _scenarios_item(item: Item, root: Collection, settling: _Settling) -> Item:
    key = _spelled_key(item.key, None, in_flow=root.is_flow) if isinstance(item.key, Scalar) else item.key
    value = item.value
    if item.name != "scenarios" or not isinstance(value, Collection):
        return replace(item, key=key, value=settling.value(value, ("source",), in_flow=root.is_flow))
    items = tuple(replace(one, value=settling.value(one.value, (), in_flow=value.is_flow)) for one in value.items)
    return replace(item, key=key, value=replace(value, items=items, is_flow=not items))


@dataclass(frozen=True, slots=True)
class _Settling:
    """One walk over a file whose model is `root`."""

    root: type[Area]
    is_ordered: bool

    def value(self, value: Value, path: Path, *, in_flow: bool) -> Value:
        """Return a value, which stands at `path` of the model, in order and spelled."""
        if isinstance(value, Collection):
            return self.collection(value, path)
        if isinstance(value, Scalar):
            return _spelled(value, notation_at(path, self.root), in_flow=in_flow)
        return value

    def collection(self, collection: Collection, path: Path) -> Collection:
        if self.root is Profile and len(path) == 2 and path[0] == OPTIONS:
            return self.option(collection, path)
        items = [self.item(item, place, collection, path) for place, item in enumerate(collection.items)]
        return self.in_order(replace(collection, items=tuple(items)), self.keys(path))

    def item(self, item: Item, place: int, collection: Collection, path: Path) -> Item:
        key = item.key
        if isinstance(key, Scalar):
            is_pattern = self.root is Profile and is_pattern_keyed(path) and key.text != FROM
            key = _spelled_key(key, PATTERN if is_pattern else None, in_flow=collection.is_flow)
        below = (*path, item.name if collection.is_map else str(place))
        return replace(item, key=key, value=self.value(item.value, below, in_flow=collection.is_flow))

    def option(self, collection: Collection, path: Path) -> Collection:
        """Settle an option: its choices are values of the key that it sets, or patches of the profile."""
        sets = collection.item(SETS)
        changed = tuple(sets.value.text.split(".")) if sets and isinstance(sets.value, Scalar) else ()
        items = []
        for place, item in enumerate(collection.items):
            settled = self.item(item, place, collection, path)
            if item.name == CHOICES and isinstance(settled.value, Collection):
                settled = replace(settled, value=self.choices(settled.value, changed))
            items.append(settled)
        return self.in_order(replace(collection, items=tuple(items)), self.keys(path))

    def choices(self, choices: Collection, changed: Path) -> Collection:
        items = []
        for item in choices.items:
            value = self.value(item.value, changed, in_flow=choices.is_flow)
            if not changed and isinstance(value, Collection):  # a patch removes before it changes
                value = self.in_order(value, (REMOVE, *profile_keys()))
            items.append(replace(item, value=value))
        return replace(choices, items=tuple(items))

    def keys(self, path: Path) -> tuple[str, ...]:
        if self.root is not Profile or path:
            return known_keys(path, self.root)
        return profile_keys()

    def in_order(self, collection: Collection, keys: Sequence[str]) -> Collection:
        """Return a mapping with these keys in this order, and any others behind them as they stand."""
        if not self.is_ordered or not keys or not collection.is_map:
            return collection
        places = {key: place for place, key in enumerate(dict.fromkeys(keys))}
        items = sorted(collection.items, key=lambda item: places.get(item.name, len(places)))
        return replace(collection, items=_with_clean_start(items))


def _with_clean_start(items: Sequence[Item]) -> tuple[Item, ...]:
    """Return items without a blank line above the first."""
    if not items:
        return ()
    before = items[0].before
    first = next((place for place, line in enumerate(before) if line), len(before))
    return (replace(items[0], before=before[first:]), *items[1:])


def _spelled(scalar: Scalar, notation: Notation | None, *, in_flow: bool) -> Scalar:
    if scalar.is_block or len(scalar.lines) > 1:
        return _spelled_lines(scalar, notation)
    text = notation.spell(scalar.text) if notation else scalar.text
    wants_none = scalar.style == "" or bool(notation and notation.bare and text) or _is_word(text)
    # quotes go only where they could go in brackets too, for brackets may become lines, and lines brackets
    is_safe = is_plain(text, in_flow=in_flow or scalar.style != "", as_key=False)
    style = "" if wants_none and is_safe else scalar.style or '"'
    return replace(scalar, text=text, style=style)


def _is_word(text: str) -> bool:
    return is_text_to_all(text) and not re.search(r"\s", text)


def is_text_to_all(text: str) -> bool:
    """Tell whether no reader of YAML takes a text for a number, a truth and the like where it has no quotes."""
    node = scalar_from_text(text)
    return node.kind == "text" and not node.looks_numeric and not _MISREAD.search(text)


def _spelled_lines(scalar: Scalar, notation: Notation | None) -> Scalar:
    """Spell a text of several lines, line by line; one in quotes stays as it is."""
    if notation is None or scalar.style in ("'", '"'):
        return scalar
    lines = tuple(line.rstrip(" ") for line in notation.spell("\n".join(scalar.lines)).split("\n"))
    return replace(scalar, lines=lines, text=notation.spell(scalar.text)) if len(lines) == len(scalar.lines) else scalar


def _spelled_key(key: Scalar, notation: Notation | None, *, in_flow: bool) -> Scalar:
    text = notation.spell(key.text) if notation else key.text
    wants_none = key.style == "" or not _MISREAD.search(text)
    is_safe = is_plain(text, in_flow=in_flow or key.style != "", as_key=True)
    style = "" if wants_none and is_safe else key.style or '"'
    return replace(key, text=text, style=style, lines=())
