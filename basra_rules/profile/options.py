"""Options: what each choice changes, and what is wrong with either.  `in_force` tells which choice holds.

An option either `sets` the value of one key, or its choices are patches.  A patch is laid over the
profile as a child's values are; it may `remove` keys first.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from basra_rules.errors import Diagnostic, Meant, UsageError, name_meant, one_of, write
from basra_rules.exact import parse_number, plain_number
from basra_rules.nearness import nearest
from basra_rules.profile.differences import RULE_AREAS
from basra_rules.profile.locating import unknown_key
from basra_rules.profile.merging import merge, remove_all, removed_paths
from basra_rules.profile.schema import Path, areas_with, is_pattern_keyed, known_keys
from basra_rules.source.nodes import Entry, ListNode, MapNode, Node, ScalarNode, Style, describe, shorten

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice that somebody made: the option and the choice as written, and who wrote it."""

    option: ScalarNode
    choice: ScalarNode
    by: str


def choice_name(text: str) -> str:
    """Return a choice in one spelling: numbers and text mean the same choice."""
    value = parse_number(text.strip())
    return text.strip() if value is None else plain_number(value)


def last_choices(choices: Iterable[Choice]) -> tuple[Choice, ...]:
    """Return of several choices of one option the last, where it was made: they take effect in this order."""
    last: dict[str, Choice] = {}
    for one in choices:
        last.pop(one.option.text, None)
        last[one.option.text] = one
    return tuple(last.values())


def parse_pairs(pairs: Sequence[str], by: str = "--option") -> dict[str, str]:
    """Return the choices that texts such as `target=121` make, by option; `by` is what they are given with.

    Raises:
        UsageError: a text has no `=`, or an option is chosen twice.
    """
    choices: dict[str, str] = {}
    for pair in pairs:
        name, equals, choice = (part.strip() for part in pair.partition("="))
        if not equals or not name or not choice:
            raise UsageError(f"`{by} {pair}`: expected NAME=CHOICE, such as target=121")
        if name in choices:
            raise UsageError(f"`{by} {pair}`: `{name}` is chosen twice")
        choices[name] = choice
    return choices


def option_node(tree: MapNode, name: str) -> MapNode | None:
    """Return the definition of an option, or None where there is none to speak of."""
    options = tree.get("options")
    found = options.get(name) if isinstance(options, MapNode) else None
    return found if isinstance(found, MapNode) else None


def option_names(tree: MapNode) -> tuple[str, ...]:
    """Return the names of all options."""
    options = tree.get("options")
    return options.keys if isinstance(options, MapNode) else ()


def choices_of(option: MapNode) -> dict[str, Node]:
    """Return the choices of an option, in order, with the value or patch of each."""
    choices = option.get("choices")
    if isinstance(choices, ListNode):
        return {choice_name(item.text): item for item in choices if isinstance(item, ScalarNode)}
    if isinstance(choices, MapNode):
        return {choice_name(entry.key.text): entry.value for entry in choices}
    return {}


def key_set_by(option: MapNode) -> ScalarNode | None:
    """Return the key whose value an option `sets`, or None where its choices are patches."""
    sets = option.get("sets")
    return sets if isinstance(sets, ScalarNode) else None


def choice_faults(tree: MapNode, choice: Choice) -> tuple[Diagnostic, ...]:
    """Return what is wrong with a choice: no such option, or no such choice of it."""
    known = option_names(tree)
    name = choice.option.text
    if name not in known:
        meant = name_meant(choice.option.text_span, name, known, "the options are")
        label, message = meant.label or "this profile has no options", f"unknown option `{shorten(name)}`"
        fault = Diagnostic("unknown-option", message, choice.option.span, label, meant.notes)
        return (fault.mended_by(*meant.fixes),)
    option = option_node(tree, name)
    choices = tuple(choices_of(option)) if option else ()
    if choices and choice_name(choice.choice.text) not in choices:
        message = f"unknown choice `{shorten(choice.choice.text)}` of the option `{name}`"
        meant = name_meant(choice.choice.text_span, choice.choice.text, choices)
        fault = Diagnostic("unknown-choice", message, choice.choice.span, f"expected {one_of(choices)}")
        return (fault.mended_by(*meant.fixes),)
    return ()


def apply_choice(tree: MapNode, name: str, choice: str) -> tuple[MapNode, tuple[str, ...], tuple[Diagnostic, ...]]:
    """Return the profile with a choice made, the keys that it set, and what went wrong."""
    option = option_node(tree, name)
    if option is None:
        return tree, (), ()
    value = choices_of(option)[choice]
    sets = key_set_by(option)
    if sets is not None:
        return merge(tree, _nested(sets, value)), (sets.text,), ()
    if not isinstance(value, MapNode):
        return tree, (), ()
    items, faults = removed_paths(value.get("remove"))
    smaller, more = remove_all(tree, items)
    values = MapNode(tuple(entry for entry in value if entry.key.text != "remove"), value.span)
    return merge(smaller, values), tuple(".".join(path) for path in _leaves(values)), (*faults, *more)


def _nested(sets: ScalarNode, value: Node) -> MapNode:
    """Return `value` under the path that `sets` names, its keys placed where `sets` says them."""
    keys = []
    start = 0
    for part in sets.text.split("."):
        span = sets.span_of(start, start + max(1, len(part)))
        keys.append(ScalarNode(part, Style.QUOTED, span))
        start += len(part) + 1
    node = value
    for key in reversed(keys):
        node = MapNode((Entry(key, node),), key.span)
    assert isinstance(node, MapNode)
    return node


def _leaves(node: MapNode, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    for entry in node:
        here = (*path, entry.key.text)
        if isinstance(entry.value, MapNode) and not is_pattern_keyed(path):
            yield from _leaves(entry.value, here)
        else:
            yield here


def option_faults(tree: MapNode) -> Iterator[Diagnostic]:
    """Yield what is wrong with the options' definitions, beyond what their model says."""
    options = tree.get("options")
    for entry in options if isinstance(options, MapNode) else ():
        if isinstance(entry.value, MapNode):
            yield from _option_faults(entry.key, entry.value)


def _option_faults(name: ScalarNode, option: MapNode) -> Iterator[Diagnostic]:
    choices = option.get("choices")
    yield from _choice_name_faults(choices)
    yield from _area_faults(option)
    if key_set_by(option) is not None or _misspells_sets(option) or choices is None or isinstance(choices, ScalarNode):
        return
    if isinstance(choices, ListNode):
        message = f"the option `{name.text}` lists values, but not which key they are for"
        yield Diagnostic("missing-key", message, name.span, "expected `sets: KEY`, such as `sets: match.target`")
        return
    touched = {}
    for entry in choices:
        if isinstance(entry.value, MapNode):
            touched[entry.key] = _touched(entry.value)
        else:
            message = f"the choice `{entry.key.text}` must say what it changes"
            found = f"expected a mapping, found {describe(entry.value)}"
            help_text = "with `sets: KEY`, choices may be plain values"
            yield Diagnostic("wrong-type", message, entry.value.span, found, help=help_text)
    unknown = [fault for entry in choices if isinstance(entry.value, MapNode) for fault in _unknown_in(entry.value, ())]
    yield from unknown or _touching_faults(name, touched)


def _misspells_sets(option: MapNode) -> bool:
    """Tell whether `sets` is there but misspelt, which is told of the key itself."""
    known = known_keys(("options", "NAME"))
    return any(key not in known and nearest(key, known) == "sets" for key in option.keys)


def _unknown_in(patch: MapNode, path: Path) -> Iterator[Diagnostic]:
    """Yield the keys of a patch that the models do not know: told before what they would make of the choices."""
    known = known_keys(path)
    for entry in patch:
        if path and known and entry.key.text not in known:
            yield unknown_key(entry.key, known, f" in `{'.'.join(path)}`")
        elif isinstance(entry.value, MapNode):
            yield from _unknown_in(entry.value, (*path, entry.key.text))


def _area_faults(option: MapNode) -> Iterator[Diagnostic]:
    """Yield where an option would change what is no rule: its name, its parent, another option."""
    sets = key_set_by(option)
    changed = [] if sets is None else [(sets.text.partition(".")[0], sets.all_of(0, len(sets.text.partition(".")[0])))]
    if sets is None:
        patches = [value for value in choices_of(option).values() if isinstance(value, MapNode)]
        changed += [(entry.key.text, entry.key.text_span) for patch in patches for entry in patch]
    for area, span in changed:
        if area not in (*RULE_AREAS, *(() if sets else ("remove",))):
            message = f"an option can't change `{shorten(area)}`: it changes rules"
            inside = tuple(f"{one}.{area}" for one in areas_with(area) if one in RULE_AREAS)
            meant = name_meant(span, area, RULE_AREAS)
            if len(inside) == 1 and sets is not None:
                fix = write(span, inside[0], certain=True)
                meant = Meant(f"did you mean `{inside[0]}`?", fixes=(fix,))
            yield Diagnostic("unknown-key", message, span, meant.label, fixes=meant.fixes)


def _touched(patch: MapNode) -> frozenset[str]:
    """Return the keys that a patch settles; of a mapping keyed by patterns, the mapping as one."""
    items, _ = removed_paths(patch.get("remove"))
    values = MapNode(tuple(entry for entry in patch if entry.key.text != "remove"), patch.span)
    paths = [*(tuple(item.text.split(".")) for item in items), *_leaves(values)]
    return frozenset(".".join(path[:-1] if is_pattern_keyed(path[:-1]) else path) for path in paths)


def changed_paths(option: MapNode) -> frozenset[str]:
    """Return the keys that the choices of an option change."""
    sets = key_set_by(option)
    if sets is not None:
        return frozenset({sets.text})
    patches = [value for value in choices_of(option).values() if isinstance(value, MapNode)]
    return frozenset(path for patch in patches for path in _touched(patch))


def keys_in_common(tree: MapNode, one: str, other: str) -> frozenset[str]:
    """Return the keys that one option changes and the other changes too, or something within or around them."""
    options = [option_node(tree, name) for name in (one, other)]
    mine, theirs = (changed_paths(option) if option else frozenset() for option in options)
    return frozenset(path for path in mine if any(_related(path, wanted) for wanted in theirs))


def options_settling(tree: MapNode, key: str) -> tuple[str, ...]:
    """Return the options whose choices set a key, or keys within or around it."""
    found = ((name, option) for name in option_names(tree) if (option := option_node(tree, name)) is not None)
    return tuple(name for name, option in found if any(_related(key, one) for one in _settled(option)))


def _settled(option: MapNode) -> Iterator[str]:
    """Yield the keys that an option's choices set or remove, those of patterns one by one."""
    sets = key_set_by(option)
    if sets is not None:
        yield sets.text
        return
    for patch in choices_of(option).values():
        if isinstance(patch, MapNode):
            items, _ = removed_paths(patch.get("remove"))
            yield from (item.text for item in items)
            yield from (".".join(path) for path in _paths(patch) if path[0] != "remove")


def _paths(node: MapNode, path: Path = ()) -> Iterator[Path]:
    for entry in node:
        here = (*path, entry.key.text)
        if isinstance(entry.value, MapNode):
            yield from _paths(entry.value, here)
        else:
            yield here


def _related(one: str, other: str) -> bool:
    """Tell whether one key is the other, or stands within it."""
    return f"{one}.".startswith(f"{other}.") or f"{other}.".startswith(f"{one}.")


def _touching_faults(name: ScalarNode, touched: dict[ScalarNode, frozenset[str]]) -> Iterator[Diagnostic]:
    """Every choice must settle the same things; an empty one leaves them as the profile has them."""
    filled = {key: paths for key, paths in touched.items() if paths}
    for key, paths in filled.items():
        first = next(iter(filled))
        uneven = _unmatched(paths, filled[first]) | _unmatched(filled[first], paths)
        if uneven:
            message = f"the choices `{first.text}` and `{key.text}` of `{name.text}` do not settle the same keys"
            label = f"only one of them settles {' and '.join(f'`{path}`' for path in sorted(uneven))}"
            yield Diagnostic("uneven-choices", message, key.span, label)


def _unmatched(paths: frozenset[str], others: frozenset[str]) -> set[str]:
    return {path for path in paths if not any(_related(path, other) for other in others)}


def _choice_name_faults(choices: Node | None) -> Iterator[Diagnostic]:
    if isinstance(choices, ListNode):
        named = [item for item in choices if isinstance(item, ScalarNode)]
        yield from (
            Diagnostic("wrong-type", f"expected a value, found {describe(item)}", item.span)
            for item in choices
            if not isinstance(item, ScalarNode)
        )
    else:
        named = [entry.key for entry in choices] if isinstance(choices, MapNode) else []
    if isinstance(choices, MapNode | ListNode) and len(choices) < 1:
        yield Diagnostic("empty", "an option needs at least one choice", choices.span, "expected choices")
    seen: set[str] = set()
    for node in named:
        if choice_name(node.text) in seen:
            yield Diagnostic(
                "repeated-key", f"the choice `{node.text}` stands there twice", node.span, "repeated choice"
            )
        seen.add(choice_name(node.text))
