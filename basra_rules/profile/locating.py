"""From pydantic's errors to diagnostics: one cause, one message, at its place in a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from basra_rules.errors import Diagnostic, Span, did_you_mean, nearest, one_of
from basra_rules.profile.models import FILE_KEYS, Profile
from basra_rules.profile.schema import Path, description, known_keys
from basra_rules.source.nodes import ListNode, MapNode, Node, shorten

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pydantic import ValidationError

    from basra_rules.profile.fields import Area
    from basra_rules.profile.provenance import Origins


def locate_errors(error: ValidationError, node: MapNode, model: type[Area]) -> tuple[Diagnostic, ...]:
    """Return a diagnostic for every fault that pydantic found in `node`, read as `model`."""
    return tuple(one for detail in error.errors(include_url=False) for one in _located(detail, node, model))


def locate_profile_errors(error: ValidationError, origins: Origins) -> tuple[Diagnostic, ...]:
    """Return the same for a merged profile; that a parent is missing is said once, not key by key."""
    found = locate_errors(error, origins.tree, Profile)
    details = error.errors(include_url=False)
    lacking = [str(one["loc"][0]) for one in details if one["type"] == "missing" and len(one["loc"]) == 1]
    if len(origins.files) > 1 or len(lacking) < 3:
        return found
    said = {_lacks(key) for key in lacking}
    others = tuple(one for one in found if one.message not in said)
    return others if _misspelt_extends(origins) else (*others, _no_parent(origins, lacking))


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
        help_text = description(path, model)
        yield Diagnostic("empty", f"`{path[-1]}` is empty", _span(path, node), "expected at least one", help=help_text)
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


def _lacks(key: str) -> str:
    return f"the profile lacks `{key}`"


def _missing(path: Path, node: MapNode, model: type[Area]) -> Diagnostic:
    key = path[-1]
    help_text = f"`{key}`: {description(path, model)}" if description(path, model) else ""
    where = ".".join(path[:-1])
    message = _lacks(key) if not where and model is Profile else f"`{where or 'it'}` lacks `{key}`"
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
