"""From pydantic's errors to diagnostics: one cause, one message, at its place in a file."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from basra_rules.errors import Diagnostic, Span, name_meant, one_of, write
from basra_rules.expression.vocabulary import TABLE_PREFIX
from basra_rules.nearness import is_surely, nearest
from basra_rules.profile.differences import flow_text
from basra_rules.profile.migrations import successor, word_successor
from basra_rules.profile.models import Profile
from basra_rules.profile.schema import Path, areas_with, description, is_required, known_keys
from basra_rules.source.nodes import Entry, ListNode, MapNode, Node, ScalarNode, shorten
from basra_rules.source.text_edits import indent_entries, move_out

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pydantic import ValidationError

    from basra_rules.errors import Fix
    from basra_rules.profile.fields import Area
    from basra_rules.profile.provenance import Origins


def locate_errors(error: ValidationError, node: MapNode, model: type[Area]) -> tuple[Diagnostic, ...]:
    """Return a diagnostic for every fault that pydantic found in `node`, read as `model`."""
    details = error.errors(include_url=False)
    found: list[Diagnostic] = []
    lacking: dict[Path, list[str]] = {}
    for detail in details:
        path: Path = tuple(str(part) for part in detail["loc"])
        if detail["type"] == "missing":
            lacking.setdefault(path[:-1], []).append(path[-1])
        elif detail["type"] != "too_short" or not _items_at_fault(detail, details):
            found += _located(detail, path, node, model)
    for path in tuple(lacking):
        lacking[path] = [key for key in lacking[path] if not _is_told((*path, key), details, model)]
    return (*found, *(_missing(path, keys, node, model) for path, keys in lacking.items() if keys))


def _is_told(path: Path, details: Sequence[Any], model: type[Area]) -> bool:
    """Tell whether a key is missing only because it is misspelt, or its own keys stand beside it."""
    unknown = [tuple(map(str, one["loc"])) for one in details if one["type"] == "extra_forbidden"]
    if any(key == path[-1] and ".".join(path[:-1]) in areas_with(key, model) for *_, key in unknown):
        return True
    beside = [key for *around, key in unknown if tuple(around) == path[:-1]]
    known = known_keys(path[:-1], model)
    if any(_names_its_rule(key, known, model) for key in beside):
        return True
    return any(
        path[-1] in (nearest(key, known), _OTHER_WORDS.get(key.casefold())) or ".".join(path) in areas_with(key, model)
        for key in beside
    )


def _items_at_fault(detail: Any, details: Sequence[Any]) -> bool:
    """Tell whether a list is too short only because its items are faulty."""
    path = detail["loc"]
    return any(other is not detail and other["loc"][: len(path)] == path for other in details)


def locate_profile_errors(error: ValidationError, origins: Origins) -> tuple[Diagnostic, ...]:
    """Return the same for a merged profile, whose keys may have been removed."""
    located = [_blame_removal(one, origins) for one in locate_errors(error, origins.tree, Profile)]
    misspelt = {edit.text for one in located if one.code == "unknown-key" for fix in one.fixes for edit in fix.edits}
    if misspelt & {"deck", "tables"}:  # then nothing is known of the tables that expressions read
        located = [one for one in located if not one.message.startswith(f"unknown name `{TABLE_PREFIX}")]
    return _told_once(located)


def _told_once(faults: Sequence[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Tell of a name that is unknown in several places only in the first, which names the others."""
    places: dict[tuple[str, str], list[Diagnostic]] = {}
    for fault in faults:
        place = str(fault.span) if fault.code != "unknown-name" else ""
        places.setdefault((fault.message, place), []).append(fault)
    return tuple(_joined(same) for same in places.values())


def _joined(same: Sequence[Diagnostic]) -> Diagnostic:
    first = same[0]
    others = [str(one.span) for one in same[1:] if one.span != first.span]
    if not others:
        return first
    edits = tuple(dict.fromkeys(edit for one in same for fix in one.fixes[:1] for edit in fix.edits))
    fixes = tuple(replace(fix, edits=edits) for fix in first.fixes[:1])
    return replace(first, notes=(*first.notes, f"also at {', '.join(others)}"), fixes=fixes)


def _blame_removal(fault: Diagnostic, origins: Origins) -> Diagnostic:
    """Place a key that is missing, or a mapping that is empty, at the `remove` that made it so."""
    if fault.code not in ("missing-key", "empty"):
        return fault
    for item in reversed(origins.removed):
        around, _, key = item.text.rpartition(".")
        area = around.rpartition(".")[2]
        where = f"`{around}`" if around else "the profile"
        if fault.message.startswith(f"{where} lacks ") and f"`{key}`" in fault.message.removeprefix(where):
            message = f"`{item.text}` is removed, but a profile can't do without it"
        elif fault.message == f"`{area}` is empty":
            message = f"nothing is left in `{area}`"
        elif fault.message.startswith(f"`{item.text}` lacks "):
            return replace(fault, notes=(*fault.notes, f"it is removed at {item.span}, so that nothing of it is left"))
        else:
            continue
        return Diagnostic(fault.code, message, item.span, "give it again, or keep it", help=fault.help)
    return fault


def _located(detail: Any, path: Path, node: MapNode, model: type[Area]) -> Iterator[Diagnostic]:
    kind = detail["type"]
    if kind == "diagnostics":
        for fault in detail["ctx"]["diagnostics"]:
            yield _with_a_way_out(_renamed_word(fault, path, node), path, node, model)
    elif kind == "extra_forbidden":
        yield _unknown(path, node, model)
    elif kind == "too_short":
        least, found = detail["ctx"]["min_length"], detail["ctx"]["actual_length"]
        message = f"`{path[-1]}` has {found} where at least {least} are needed" if found else f"`{path[-1]}` is empty"
        help_text = description(path, model)
        yield Diagnostic("empty", message, _span(path, node), f"expected at least {least}", help=help_text)
    else:
        yield Diagnostic("wrong-type", f"`{'.'.join(path)}`: {detail['msg'].lower()}", _span(path, node))


def _renamed_word(fault: Diagnostic, path: Path, node: MapNode) -> Diagnostic:
    """Return the fault of a word that an older format had, with what it is called now."""
    written = _at(path, node)
    new = word_successor(path, written.text) if isinstance(written, ScalarNode) else None
    if fault.code != "unknown-word" or not isinstance(written, ScalarNode) or new is None:
        return fault
    message = f"`{written.text}` is a word of an older format"
    return Diagnostic(fault.code, message, fault.span, f"it is `{new}` now", fixes=(_now(written, new),))


def _now(node: ScalarNode, text: str) -> Fix:
    return write(node.text_span, text, certain=True)


def _with_a_way_out(fault: Diagnostic, path: Path, root: MapNode, model: type[Area]) -> Diagnostic:
    """Add what is meant by a number where a mapping of keys belongs, or else the keys."""
    value, inside = _at(path, root), known_keys(path, model)
    each = known_keys((*path, "0"), model)
    if fault.code == "wrong-type" and fault.message.startswith("expected a list") and each and value is not None:
        return replace(fault, notes=(*fault.notes, f"each item has keys of its own: {one_of(each)}"))
    if fault.code == "wrong-type" and fault.message.startswith("expected a mapping") and not inside and not fault.fixes:
        told = description(path, model)
        return replace(fault, notes=(*fault.notes, f"`{path[-1]}`: {told}")) if told else fault
    if fault.code == "wrong-type" and isinstance(value, ListNode) and "choices" in inside and not fault.fixes:
        fix = write(value.span, f"{{choices: {flow_text(value)}}}", certain=False)
        return replace(fault, help=fix.title).mended_by(fix)
    wanted = fault.code == "wrong-type" and fault.message.startswith("expected a mapping") and not fault.help
    if not wanted or not inside or not isinstance(value, ScalarNode):
        return fault
    if value.kind == "number" and "points" in inside:
        fix = write(value.span, f"{{points: {value.text}}}", certain=True)
        return replace(fault, help=fix.title).mended_by(fix)
    return replace(fault, help=f"the keys in it are {one_of(inside)}")


def _at(path: Path, root: MapNode) -> Node | None:
    node: Node | None = root
    for part in path:
        if isinstance(node, MapNode):
            node = node.get(part)
        elif isinstance(node, ListNode):
            node = node.items[int(part)]
    return node


def _span(path: Path, root: MapNode) -> Span:
    """Return the place of a key, or of a list's item; of the root, its first character."""
    parent = _at(path[:-1], root)
    found = parent.entry(path[-1]) if path and isinstance(parent, MapNode) else None
    if found is not None:
        return found.key.span
    node = _at(path, root)
    assert node is not None
    return Span(node.span.source, node.span.start, node.span.start + 1)


def _lacks(path: Path, keys: Sequence[str], what: str = "profile") -> str:
    where = f"`{'.'.join(path)}`" if path else f"the {what}"
    return f"{where} lacks {one_of(tuple(keys)).replace(' or ', ' and ')}"


def _missing(path: Path, keys: Sequence[str], node: MapNode, model: type[Area]) -> Diagnostic:
    """Return the fault of a mapping that lacks keys; a name near another was meant to be that one."""
    message = _lacks(path, keys, model.__name__.lower())
    told = [f"`{key}`: {text}" for key in keys if (text := description((*path, key), model))]
    help_text, notes = (told[0], ()) if len(told) == 1 else ("", tuple(told))
    label = f"expected {one_of(tuple(keys)).replace(' or ', ' and ')} in here"
    fault = Diagnostic("missing-key", message, _span(path, node), label, notes, help_text)
    around = _at(path[:-1], node)
    if not isinstance(around, MapNode) or known_keys(path[:-1], model) or not path:
        return fault
    entry = around.entry(path[-1])
    assert entry is not None  # it lacks something
    meant = name_meant(entry.key.text_span, path[-1], (key for key in around.keys if key != path[-1]))
    if not meant.fixes:
        return fault
    note = f"{meant.label} what is said here would then change that one"
    return replace(fault, notes=(*notes, note), fixes=meant.fixes)


def _unknown(path: Path, node: MapNode, model: type[Area]) -> Diagnostic:
    parent = _at(path[:-1], node)
    entry = parent.entry(path[-1]) if isinstance(parent, MapNode) else None
    assert entry is not None  # it was found there
    new = successor(path) if model is Profile else None
    if new is not None:
        message = f"`{path[-1]}` is a name of an older format"
        return Diagnostic("unknown-key", message, entry.key.span, f"it is `{new}` now", fixes=(_now(entry.key, new),))
    known = known_keys(path[:-1], model)
    if _names_its_rule(path[-1], known, model) and isinstance(parent, MapNode) and parent.get("key") is None:
        return _rule_as_key(entry, path, model)
    meant = nearest(path[-1], known)
    is_said_otherwise = _OTHER_WORDS.get(path[-1]) in known
    if (
        path[:-1]
        and path[-1] in known_keys((), model)
        and not is_said_otherwise
        and not (meant and is_surely(path[-1], meant, known))
    ):
        return _belongs_at_the_top(entry, path, model)
    if "." in path[-1] and path[-1].partition(".")[0] in known:
        return _dotted(entry, path)
    areas = areas_with(path[-1], model)
    fault = unknown_key(entry.key, known, _where(path), areas)
    siblings = parent.entries if isinstance(parent, MapNode) else ()
    beside = {one.key.text for one in siblings if one.key.span.source == entry.key.span.source}
    if any(edit.text in beside for fix in fault.fixes for edit in fix.edits):
        fault = replace(fault, fixes=tuple(replace(fix, certain=False) for fix in fault.fixes))
    if len(path) > 1 or len(areas) != 1 or "NAME" in areas[0]:
        return fault
    if _follows(node, entry, areas[0]):
        fix = indent_entries((entry,), f"indent `{path[-1]}` more", certain=True)
        return replace(fault, help=fix.title).mended_by(fix)
    return replace(fault, help=f"in short: `{areas[0]}: {shorten(flow_text(MapNode((entry,), entry.key.span)), 80)}`")


def _follows(node: MapNode, entry: Entry, area: str) -> bool:
    """Tell whether an entry stands right below the lines of the mapping that it belongs in."""
    source, at = entry.key.span.source, entry.key.span.start
    before = [one for one in node if one.key.span.source == source and one.key.span.start < at]
    last = max(before, key=lambda one: one.key.span.start, default=None)
    if last is None or last.key.text != area or not isinstance(last.value, MapNode):
        return False
    return last.value.span.text[:1] != "{" and last.key.span.column == entry.key.span.column


def _dotted(entry: Entry, path: Path) -> Diagnostic:
    """Return the fault of `match.target` as a key: keys stand in one another, and dots only name a place."""
    inner = flow_text(entry.value)
    for key in reversed(path[-1].split(".")[1:]):
        inner = f"{{{key}: {inner}}}"
    nested = f"{path[-1].partition('.')[0]}: {inner}"
    message = f"`{shorten(path[-1])}` is a path, and no key{_where(path)}"
    fault = Diagnostic("unknown-key", message, entry.key.span, f"write `{shorten(nested, 80)}`")
    whole = Span(entry.key.span.source, entry.key.span.start, entry.value.span.end)
    plain = isinstance(entry.value, ScalarNode) and entry.value.span.text == entry.value.text
    return fault.mended_by(write(whole, nested, certain=False) if plain else None)


def _names_its_rule(key: str, known: Sequence[str], model: type[Area]) -> bool:
    """Tell whether a key is the path of a rule, where that belongs behind `key`, as in a reading."""
    return "key" in known and key not in known and key.partition(".")[0] in known_keys((), model)


def _rule_as_key(entry: Entry, path: Path, model: type[Area]) -> Diagnostic:
    around, name = path[:-1], shorten(entry.key.text)
    needed = (key for key in known_keys(around, model) if is_required((*around, key), model) and key != "key")
    whole = ", ".join([f"key: {name}", *(f"{key}: …" for key in needed)])
    message = f"`{name}` is a rule, and no key{_where(path)}"
    help_text = f"it needs at least `{{{whole}}}`"
    return Diagnostic("unknown-key", message, entry.key.span, f"expected `key: {name}`", help=help_text)


def _where(path: Path) -> str:
    return f" in `{'.'.join(path[:-1])}`" if len(path) > 1 else ""


def _belongs_at_the_top(entry: Entry, path: Path, model: type[Area]) -> Diagnostic:
    """Return the fault of a key that is one of the outermost, but stands in another."""
    label = f"it belongs at the top of the {model.__name__.lower()}, not in `{'.'.join(path[:-1])}`"
    fault = Diagnostic("unknown-key", f"unknown key `{shorten(entry.key.text)}`{_where(path)}", entry.key.span, label)
    return fault.mended_by(move_out(entry, 0) if model is Profile else None)


_OTHER_WORDS = {
    word: key
    for key, words in {
        "when": ("if", "condition", "whenever", "on"),
        "points": ("score", "scores", "worth", "value"),
        "label": ("title", "called"),
        "about": ("description", "question"),
        "sets": ("set", "changes"),
        "choices": ("values", "options"),
        "takes": ("take", "captures"),
        "played": ("play", "card"),
    }.items()
    for word in words
}
"""What people call a key: the key."""


def unknown_key(key: ScalarNode, known: Iterable[str], where: str = "", elsewhere: Sequence[str] = ()) -> Diagnostic:
    """Return the fault of a key that is not among the `known`; `elsewhere` are the mappings that do have it."""
    message = f"unknown key `{shorten(key.text)}`{where}"
    if elsewhere:
        return Diagnostic("unknown-key", message, key.span, f"it belongs in {one_of(elsewhere)}")
    names = tuple(known)
    said = _OTHER_WORDS.get(key.text.casefold(), "")
    if said in names:
        fix = write(key.text_span, said, certain=False)
        return Diagnostic("unknown-key", message, key.span, f"did you mean `{said}`?", fixes=(fix,))
    meant = name_meant(key.text_span, key.text, names, "the keys here are")
    return Diagnostic("unknown-key", message, key.span, meant.label, meant.notes, fixes=meant.fixes)
