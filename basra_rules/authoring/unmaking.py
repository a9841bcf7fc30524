"""A family's rules parted into values and choices, so that one file can say both and every choice still works.

A choice that sets one value is as good as the value.  One that patches the profile is taken back and made by the
file; where that would not come to the same, for the family changed the same keys after it was made, the values stay
as they are, and the choices of the option say what else they would be.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from basra_rules.authoring.meaning import profile_meaning
from basra_rules.errors import ProfileError
from basra_rules.profile.differences import RULE_AREAS
from basra_rules.profile.family import Family
from basra_rules.profile.loading import resolve_profile
from basra_rules.profile.options import Choice, apply_choice, choices_of, option_node
from basra_rules.profile.provenance import find_entry, find_entry_at
from basra_rules.source.nodes import Entry, ListNode, MapNode, Node, ScalarNode, Style, scalar_from_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from basra_rules.profile.models import Profile
    from basra_rules.profile.schema import Path


@dataclass(frozen=True, slots=True)
class Unmade:
    """The profile whose values a file says, the choices that it makes besides, and the options that it has."""

    profile: Profile
    choose: Mapping[str, str]
    options: MapNode | None


def unmake(family: Family, choices: Sequence[Choice]) -> Unmade:
    """Return what a file must say to say by itself what a family says under a caller's choices."""
    whole = resolve_profile(family, choices)
    patched = [name for name in _chosen(family, choices) if name in whole.options and not _is_value(whole, name)]
    options = whole.origins.tree.get("options")
    options = options if isinstance(options, MapNode) else None
    if not patched:
        return Unmade(whole, {}, options)
    choose = {name: choice for name in patched if (choice := whole.origins.choices[name].choice)}
    bare = _without_choices(family, choices, patched) if len(choose) == len(patched) else None
    if bare is not None and _rules(_with_choices(bare, choose)) == _rules(whole.origins.tree):
        return Unmade(bare, choose, options)
    assert options is not None
    for name in patched:
        options = _with_option(options, name, _turned(family, choices, whole, name))
    return Unmade(whole, {}, options)


def _chosen(family: Family, choices: Sequence[Choice]) -> tuple[str, ...]:
    """Return the options of which a choice was made, in the order in which those take effect."""
    made = [option.text for file in reversed(family.files) for option, _ in file.texts("choose")]
    made += [choice.option.text for choice in choices]
    return tuple(reversed(dict.fromkeys(reversed(made))))


def _is_value(profile: Profile, name: str) -> bool:
    """Tell whether the choice in force of an option is the value of one key."""
    option = option_node(profile.origins.tree, name)
    value = choices_of(option).get(profile.origins.choices[name].choice) if option else None
    return option is not None and option.get("sets") is not None and isinstance(value, ScalarNode)


def _without_choices(family: Family, choices: Sequence[Choice], names: Sequence[str]) -> Profile | None:
    """Return the profile as it is where nobody makes a choice of these options; None where it is no profile then."""
    files = tuple(replace(file, document=_not_choosing(file.document, names)) for file in family.files)
    try:
        return resolve_profile(Family(files), [choice for choice in choices if choice.option.text not in names])
    except ProfileError:
        return None


def _not_choosing(document: MapNode, names: Sequence[str]) -> MapNode:
    entries = []
    for entry in document:
        if entry.key.text == "choose" and isinstance(entry.value, MapNode):
            left = tuple(one for one in entry.value if one.key.text not in names)
            entry = replace(entry, value=MapNode(left, entry.value.span))  # noqa: PLW2901
        entries.append(entry)
    return MapNode(tuple(entries), document.span)


def _with_choices(profile: Profile, choose: Mapping[str, str]) -> MapNode:
    tree = profile.origins.tree
    for name, choice in choose.items():
        tree, _, _ = apply_choice(tree, name, choice)
    return tree


def _rules(tree: MapNode) -> object:
    return profile_meaning(MapNode(tuple(entry for entry in tree if entry.key.text in RULE_AREAS), tree.span))


# Turning an option around the values that stand


def _turned(family: Family, choices: Sequence[Choice], whole: Profile, name: str) -> MapNode:
    """Return the choices of an option, as patches of the values in force; the one in force comes first."""
    option = option_node(whole.origins.tree, name)
    assert option is not None
    in_force = whole.origins.choices[name].choice
    others = tuple(choice for choice in choices if choice.option.text != name)
    trees = {
        choice: resolve_profile(family, (*others, _choice(name, choice))).origins.tree
        for choice in sorted(choices_of(option), key=lambda choice: choice != in_force)
    }
    here = whole.origins.tree
    paths = tuple(dict.fromkeys(path for tree in trees.values() for path in _differing(here, tree)))
    return _map(
        (choice, _patch(here, tree, paths if next(_differing(here, tree), None) else ()))
        for choice, tree in trees.items()
    )


def _choice(name: str, choice: str) -> Choice:
    return Choice(scalar_from_text(name), scalar_from_text(choice), name)


def _differing(one: Node, other: Node, path: Path = ()) -> Iterator[Path]:
    """Yield the paths of the rules at which two trees differ."""
    if not isinstance(one, MapNode) or not isinstance(other, MapNode):
        if one != other:
            yield path
        return
    keys = dict.fromkeys([*one.keys, *(key for key in other.keys if find_entry(one, key) is None)])
    for key in keys if path else RULE_AREAS:
        found = find_entry(one, key), find_entry(other, key)
        if found[0] is None or found[1] is None:
            yield (*path, key)
        else:
            yield from _differing(found[0].value, found[1].value, (*path, key))


def _patch(here: MapNode, there: MapNode, paths: Sequence[Path]) -> MapNode:
    """Return the patch that makes `there` of `here`, as far as these paths go."""
    values = {path: find_entry_at(there, path) for path in paths}
    removed = [".".join(path) for path in paths if values[path] is None and find_entry_at(here, path) is not None]
    patch = _map(())
    for path, entry in values.items():
        if entry is not None:
            patch = _with(patch, path, entry.value)
    if not removed:
        return patch
    listed = ListNode(tuple(map(_text, removed)), patch.span)
    return MapNode((Entry(_text("remove"), listed), *patch.entries), patch.span)


def _with(tree: MapNode, path: Path, value: Node) -> MapNode:
    """Return a mapping with a value at a path."""
    old = tree.get(path[0])
    inner = value if len(path) == 1 else _with(old if isinstance(old, MapNode) else _map(()), path[1:], value)
    kept = [(entry.key.text, entry.value) for entry in tree if entry.key.text != path[0]]
    return _map((*kept, (path[0], inner)))


def _with_option(options: MapNode, name: str, choices: MapNode) -> MapNode:
    option = options.get(name)
    assert isinstance(option, MapNode)
    kept = [(entry.key.text, entry.value) for entry in option if entry.key.text not in ("sets", "choices")]
    return _with(options, (name,), _map((*kept, ("choices", choices))))


def _map(entries: Iterator[tuple[str, Node]] | Sequence[tuple[str, Node]]) -> MapNode:
    return MapNode(tuple(Entry(_text(key), value) for key, value in entries), _text("").span)


def _text(text: str) -> ScalarNode:
    return scalar_from_text(text, style=Style.QUOTED)
