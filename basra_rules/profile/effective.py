"""A profile's effective rules as one document that stands for itself: no parents, no options, defaults written out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args, get_origin

from basra_rules.errors import Diagnostic, ProfileError, SourceFile
from basra_rules.profile.differences import RULE_AREAS
from basra_rules.profile.expression_fields import PatternField
from basra_rules.profile.family import Family, ProfileFile
from basra_rules.profile.fields import Area
from basra_rules.profile.loading import resolve_profile
from basra_rules.profile.models import Profile
from basra_rules.profile.schema import plain
from basra_rules.source.json_nodes import Json, as_json, as_node, json_line
from basra_rules.source.nodes import ListNode, MapNode, Node
from basra_rules.version import FORMAT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pydantic.fields import FieldInfo


def effective_document(profile: Profile) -> dict[str, Json]:
    """Return the rules in force as a profile that is complete: with this document alone the game can be played."""
    document: dict[str, Json] = {"format": FORMAT, "name": profile.name, "title": profile.title or profile.name}
    for area in RULE_AREAS:
        written = profile.origins.tree.get(area)
        field = Profile.model_fields[area]
        document[area] = _value(field.annotation, tuple(field.metadata), written or MapNode((), _NOWHERE))
    return document


_NOWHERE = as_node("", "").span


def _value(annotation: Any, marks: tuple[Any, ...], node: Node) -> Json:
    annotation, marks = plain(annotation, marks)
    if isinstance(annotation, type) and issubclass(annotation, Area) and isinstance(node, MapNode):
        return dict(_keys(annotation, node))
    if get_origin(annotation) is dict and isinstance(node, MapNode):
        return {entry.key.text: _value(get_args(annotation)[1], (), entry.value) for entry in node}
    if get_origin(annotation) is tuple and isinstance(node, ListNode):
        return [_value(get_args(annotation)[0], (), item) for item in node]
    return as_json(node)


def _keys(area: type[Area], node: MapNode) -> Iterator[tuple[str, Json]]:
    """Yield the keys of an area: what is written, and the defaults of what is not."""
    for name, field in area.model_fields.items():
        key = field.alias or name
        written = node.get(key)
        if written is not None:
            yield key, _value(field.annotation, tuple(field.metadata), written)
        elif (default := _default(field)) is not None:
            yield key, default


def _default(field: FieldInfo) -> Json:
    """Return the default of a key, if it has one that a file could say."""
    if field.is_required() or field.default_factory is not None or field.default == ():
        return None
    return as_json(field.default.node) if isinstance(field.default, PatternField) else field.default


def profile_of_document(document: Json) -> Profile:
    """Return the profile that a document says.

    Raises:
        ProfileError: it says none.
    """
    node = as_node(document, "rules")
    if not isinstance(node, MapNode):
        raise ProfileError([Diagnostic("wrong-type", "the rules are no object", node.span)])
    source = SourceFile("rules", json_line(document))
    return resolve_profile(Family((ProfileFile(Path("rules"), source, node),)))
