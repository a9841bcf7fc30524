"""From pydantic's errors to diagnostics: one cause, one message, at its place in a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from basra_rules.errors import Diagnostic, Span, did_you_mean, nearest, one_of
from basra_rules.profile.models import FILE_KEYS, Profile
from basra_rules.profile.schema import Path, description, known_keys
from basra_rules.source.nodes import ListNode, MapNode, Node, shorten

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pydantic import ValidationError

    from basra_rules.profile.fields import Area
    from basra_rules.profile.provenance import Origins


def locate_errors(error: ValidationError, node: MapNode, model: type[Area]) -> tuple[Diagnostic, ...]:
    """Return a diagnostic for every fault that pydantic found in `node`, read as `model`."""
    details = error.errors(include_url=False)
    return tuple(
        one
        for detail in details
        if detail["type"] != "too_short" or not _items_at_fault(detail, details)
        for one in _located(detail, node, model)
    )


def _items_at_fault(detail: Any, details: Sequence[Any]) -> bool:
    """Tell whether a list is too short only because its items are faulty."""
    path = detail["loc"]
    return any(other is not detail and other["loc"][: len(path)] == path for other in details)


def locate_profile_errors(error: ValidationError, origins: Origins) -> tuple[Diagnostic, ...]:
    """Return the same for a merged profile; that a parent is missing is said once, not key by key."""
    found = tuple(_blame_removal(one, origins) for one in locate_errors(error, origins.tree, Profile))
    details = error.errors(include_url=False)
    lacking = [str(one["loc"][0]) for one in details if one["type"] == "missing" and len(one["loc"]) == 1]
    if len(origins.files) > 1 or len(lacking) < 3:
        return found
    said = {_lacks(key) for key in lacking}
    others = tuple(one for one in found if one.message not in said)
    return others if _misspelt_extends(origins) else (*others, _no_parent(origins, lacking))


def _blame_removal(fault: Diagnostic, origins: Origins) -> Diagnostic:
    """Place a key that is missing, or a mapping that is empty, at the `remove` that made it so."""
    if fault.code not in ("missing-key", "empty"):
        return fault
    for item in reversed(origins.removed):
        key = item.text.rpartition(".")[2]
        area = item.text.rpartition(".")[0].rpartition(".")[2]
        if fault.message in (_lacks(key), f"`{item.text.rpartition('.')[0]}` lacks `{key}`"):
            message = f"`{item.text}` is removed, but a profile can't do without it"
        elif fault.message == f"`{area}` is empty":
            message = f"nothing is left in `{area}`"
        else:
            continue
        return Diagnostic(fault.code, message, item.span, "give it again, or keep it", help=fault.help)
    return fault


def _located(detail: Any, node: MapNode, model: type[Area]) -> Iterator[Diagnostic]:
    kind = detail["type"]
    path: Path = tuple(str(part) for part in detail["loc"])
    if kind == "diagnostics":
        yield from detail["ctx"]["diagnostics"]
    elif kind == "missing":
        yield _missing(path, node, model)
    elif kind == "extra_forbidden":
        yield _unknown(path, node, model)
    elif kind == "too_short":
        least, found = detail["ctx"]["min_length"], detail["ctx"]["actual_length"]
        message = f"`{path[-1]}` has {found} where at least {least} are needed" if found else f"`{path[-1]}` is empty"
        help_text = description(path, model)
        yield Diagnostic("empty", message, _span(path, node), f"expected at least {least}", help=help_text)
    else:
        yield Diagnostic("wrong-type", f"`{'.'.join(path)}`: {detail['msg'].lower()}", _span(path, node))


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


def _lacks(key: str, what: str = "profile") -> str:
    return f"the {what} lacks `{key}`"


def _missing(path: Path, node: MapNode, model: type[Area]) -> Diagnostic:
    key = path[-1]
    help_text = f"`{key}`: {description(path, model)}" if description(path, model) else ""
    where = ".".join(path[:-1])
    message = f"`{where}` lacks `{key}`" if where else _lacks(key, model.__name__.lower())
    return Diagnostic("missing-key", message, _span(path[:-1], node), f"expected `{key}` in here", help=help_text)


def _unknown(path: Path, node: MapNode, model: type[Area]) -> Diagnostic:
    key = path[-1]
    known = known_keys(path[:-1], model)
    label = did_you_mean(key, known)
    listed = (f"the keys here are {one_of(known)}",) if nearest(key, known) else ()
    where = f" in `{'.'.join(path[:-1])}`" if len(path) > 1 else ""
    return Diagnostic("unknown-key", f"unknown key `{shorten(key)}`{where}", _span(path, node), label, listed)


def _misspelt_extends(origins: Origins) -> bool:
    known = (*Profile.model_fields, *FILE_KEYS)
    return any(key not in known and nearest(key, known) == "extends" for key in origins.tree.keys)


def _no_parent(origins: Origins, lacking: list[str]) -> Diagnostic:
    message = f"the profile extends no other and lacks {one_of(lacking).replace(' or ', ' and ')}"
    start = Span(origins.files[0], 0, 1)
    help_text = "say which profile it changes: `extends: NAME`; there is no hidden base"
    return Diagnostic("missing-key", message, start, "expected `extends`, or a complete profile", help=help_text)
