"""From a name or a path to a profile: parents, options, validation.  Loading is checking: one function.

The layers, the first at the bottom: the eldest ancestor's values, the choices its file makes, its
child's values, that child's choices, and so on; the caller's choices come last.  Of several choices
of one option only the last is made, where it stands.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from basra_rules.errors import Diagnostic, ProfileError, Span, sorted_diagnostics
from basra_rules.profile.consistency import check_consistency
from basra_rules.profile.expression_fields import ExpressionContext
from basra_rules.profile.family import read_family, tell_heirs
from basra_rules.profile.in_force import choice_in_force
from basra_rules.profile.locating import locate_profile_errors
from basra_rules.profile.merging import join_readings, merge, remove_all, removed_paths
from basra_rules.profile.models import FILE_KEYS, Profile
from basra_rules.profile.options import (
    Choice,
    apply_choice,
    changed_paths,
    choice_faults,
    choice_name,
    choices_of,
    last_choices,
    option_faults,
    option_names,
    option_node,
)
from basra_rules.profile.provenance import MadeChoice, Origins, find_entry_at
from basra_rules.source.nodes import ListNode, MapNode, ScalarNode, scalar_from_text
from basra_rules.source.text_edits import add_item

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from basra_rules.profile.family import Family, ProfileFile


def load_profile(
    name_or_path: str | Path, options: Mapping[str, object] | None = None, by: str = "--option"
) -> Profile:
    """Return the effective profile under the choices given.

    Args:
        name_or_path: a shipped profile's name, or the path of a file.
        options: choices by option; numbers and text mean the same choice.
        by: what the choices are given with, for messages.

    Raises:
        ProfileError: with every fault found, each with its place.
    """
    family = read_family(name_or_path)
    return resolve_profile(family, given_choices(options or {}, by))


def check_profile(name_or_path: str | Path, options: Mapping[str, object] | None = None) -> tuple[Diagnostic, ...]:
    """Return the faults that `load_profile` would raise, none where the profile is in order."""
    try:
        load_profile(name_or_path, options)
    except ProfileError as error:
        return error.diagnostics
    return ()


def given_choices(options: Mapping[str, object], by: str = "--option") -> tuple[Choice, ...]:
    """Return a caller's choices, placed in the text that a command line would say them in."""
    made = []
    for name, choice in options.items():
        whole = scalar_from_text(f"{name}={choice}", by)
        source = whole.span.source
        option = ScalarNode(name, whole.style, Span(source, 0, len(name)))
        value = ScalarNode(str(choice), whole.style, Span(source, len(name) + 1, len(source.text)))
        made.append(Choice(option, value, "--option"))
    return tuple(made)


# Resolving: laying the layers over each other, and validating what comes out

Trees = dict[tuple[int, str], tuple[ScalarNode, Any]]
_OWN_KEYS = frozenset({"name", "title", "format"}) | frozenset(FILE_KEYS)


def resolve_profile(family: Family, choices: Sequence[Choice] = (), trees: Trees | None = None) -> Profile:
    """Return the effective profile of a family under a caller's choices.

    Args:
        family: the profile's file and its parents.
        choices: the caller's choices of options.
        trees: what was read before of expressions whose nodes the family shares; what is read is added.

    Raises:
        ProfileError: with every fault found.
    """
    trees = {} if trees is None else trees
    layers, faults = _lay(family, choices)
    profile, more = _validated(layers, trees)
    faults += more  # a choice or removal that was not made leaves the rest as it is
    if profile is not None and not faults:
        faults = tuple(_other_choices(family, profile, choices, trees))
    if profile is None or faults:
        raise ProfileError(tell_heirs(sorted_diagnostics(faults), family.files))
    return profile


def _lay(family: Family, choices: Sequence[Choice]) -> tuple[Origins, tuple[Diagnostic, ...]]:
    made = {file.path: _choices_in(file) for file in family.files}
    last = last_choices([*(one for file in reversed(family.files) for one in made[file.path]), *choices])
    tree = MapNode((), family.files[0].document.span)
    faults: list[Diagnostic] = []
    taken: list[MadeChoice] = []
    set_at: dict[str, tuple[MadeChoice, Span | None]] = {}
    removed = tuple(item for file in family.files for item in removed_paths(file.document.get("remove"))[0])
    layers: list[tuple[ProfileFile | None, Sequence[Choice]]] = [
        *((file, made[file.path]) for file in reversed(family.files)),
        (None, choices),
    ]
    for file, wanted in layers:
        if file is not None:
            tree, wrong = _own_values(tree, file, family)
            faults += wrong
        for choice in wanted:
            wrong = tuple(_with_removal(fault, choice, removed) for fault in choice_faults(tree, choice))
            faults += wrong
            if wrong or not any(choice is one for one in last):
                continue
            name, chosen = choice.option.text, choice_name(choice.choice.text)
            tree, paths, wrong = apply_choice(tree, name, chosen)
            faults += wrong
            taken.append(MadeChoice(name, chosen, choice.by))
            set_at |= {path: (taken[-1], _place_of(tree, path)) for path in paths}
    by_choice = {path: one for path, (one, span) in set_at.items() if _place_of(tree, path) == span}
    return replace(_origins(family, tree, taken, by_choice), removed=removed), tuple(faults)


def _place_of(tree: MapNode, path: str) -> Span | None:
    """Return where the value of a key was written: what was written later stands elsewhere."""
    found = find_entry_at(tree, path.split("."))
    return None if found is None else found.value.span


def _own_values(tree: MapNode, file: ProfileFile, family: Family) -> tuple[MapNode, tuple[Diagnostic, ...]]:
    items, _ = removed_paths(file.document.get("remove"))
    tree, faults = remove_all(tree, items)
    nearest_file = file is family.files[0]
    own = tuple(entry for entry in file.document if entry.key.text not in FILE_KEYS)
    kept = tuple(entry for entry in own if nearest_file or entry.key.text not in _OWN_KEYS)
    values = MapNode(kept, file.document.span)
    return join_readings(merge(tree, values), tree, values), faults


def _choices_in(file: ProfileFile) -> tuple[Choice, ...]:
    return tuple(Choice(option, choice, file.text("name")) for option, choice in file.texts("choose"))


def _origins(family: Family, tree: MapNode, made: Sequence[MadeChoice], by_choice: Mapping[str, MadeChoice]) -> Origins:
    last = {one.option: one for one in made}
    choices = {}
    for name in option_names(tree):
        chosen = last.get(name)
        in_force = choice_in_force(tree, name, chosen.choice if chosen else "")
        is_made = chosen is not None and chosen.choice == in_force
        choices[name] = chosen if is_made and chosen else MadeChoice(name, in_force, "default")
    allowed = {code.text: reason.text for code, reason in family.files[0].texts("allow")}
    parents = tuple(file.text("name") for file in family.files[1:])
    sources = tuple(file.source for file in family.files)
    return Origins(tree, sources, parents, choices, by_choice, allowed, made=tuple(made))


def _validated(origins: Origins, trees: Trees) -> tuple[Profile | None, tuple[Diagnostic, ...]]:
    faults = tuple(option_faults(origins.tree))
    context = ExpressionContext(_table_names(origins.tree), trees)
    try:
        profile = Profile.model_validate(origins.tree, context=context)
    except ValidationError as error:
        spans = {fault.span for fault in faults}
        located = locate_profile_errors(error, origins)
        return None, (*faults, *(fault for fault in located if fault.span not in spans))
    profile._origins = origins
    return profile, faults or tuple(check_consistency(profile))


def _table_names(tree: MapNode) -> tuple[str, ...]:
    deck = tree.get("deck")
    tables = deck.get("tables") if isinstance(deck, MapNode) else None
    return tables.keys if isinstance(tables, MapNode) else ()


def _other_choices(family: Family, profile: Profile, choices: Sequence[Choice], trees: Trees) -> Iterator[Diagnostic]:
    """Yield the faults that making any one other choice would bring: they are the file's faults."""
    told: set[tuple[str, str, Span | None]] = set()
    for name in profile.options:
        option = option_node(profile.origins.tree, name)
        for choice in choices_of(option) if option else ():
            if choice == profile.origins.choices[name].choice:
                continue
            others = tuple(one for one in choices if one.option.text != name)
            trial = Choice(scalar_from_text(name), scalar_from_text(choice), name)
            layers, faults = _lay(family, (*others, trial))
            if not faults:
                _, faults = _validated(layers, trees)
            removed = _removed_for(family, profile, name) if faults else None
            for fault in (removed,) if removed else faults:
                if (fault.code, fault.message, fault.span) in told:
                    continue
                told.add((fault.code, fault.message, fault.span))
                if removed:
                    yield removed
                    continue
                notes = (*fault.notes, f"with the choice `{choice}` of the option `{name}`")
                yield replace(fault, notes=notes)


def _with_removal(fault: Diagnostic, choice: Choice, removed: Sequence[ScalarNode]) -> Diagnostic:
    """Say of an option that is not known where it was removed, if it was."""
    place = next((item.span for item in removed if item.text == f"options.{choice.option.text}"), None)
    if place is None or fault.code != "unknown-option":
        return fault
    return replace(fault, notes=(*fault.notes, f"it is removed at {place}"))


def _removed_for(family: Family, profile: Profile, option: str) -> Diagnostic | None:
    """Return the fault that a file removes what one of its options changes; None where that is not so."""
    node = option_node(profile.origins.tree, option)
    paths = changed_paths(node) if node else frozenset()
    for item in profile.origins.removed:
        gone = profile.origins.entry(item.text) is None and any(
            f"{path}.".startswith(f"{item.text}.") for path in paths
        )
        if gone:
            message = f"`{item.text}` is removed, but the option `{option}` changes it"
            fault = Diagnostic("missing-key", message, item.span, f"remove `options.{option}` too")
            listed = (file.document.get("remove") for file in family.files if file.source == item.span.source)
            lists = [one for one in listed if isinstance(one, ListNode)]
            title = f"remove `options.{option}` too"
            return fault.mended_by(*(add_item(one, f"options.{option}", title, certain=True) for one in lists))
    return None
