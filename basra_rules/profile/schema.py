"""What the models say about a key, by its path: which names may stand there, what kind of mapping it is."""

from __future__ import annotations

from functools import cache
from types import UnionType
from typing import TYPE_CHECKING, Annotated, Any, Union, get_args, get_origin

from basra_rules.expression.parsing import parse_amount, parse_condition, parse_pattern
from basra_rules.expression.spelling import spell_expression
from basra_rules.profile.expression_fields import (
    AmountField,
    ConditionField,
    PatternAmount,
    PatternField,
    PatternKeyed,
)
from basra_rules.profile.fields import Area, Notation
from basra_rules.profile.models import FILE_KEYS, Profile
from basra_rules.source.nodes import scalar_from_text

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from pydantic.fields import FieldInfo

    from basra_rules.source.nodes import ScalarNode

Path = tuple[str, ...]


@cache
def _type_at(root: type[Area], path: Path) -> tuple[Any, tuple[Any, ...]]:
    """Return the annotation and its marks at `path`; (None, ()) where the models know nothing."""
    annotation, marks = _written_at(root, path)
    return (None, ()) if annotation is None else plain(annotation, marks)


def _written_at(root: type[Area], path: Path) -> tuple[Any, tuple[Any, ...]]:
    """Return the same with unions as the models have them."""
    if not path:
        return root, ()
    annotation, key = _type_at(root, path[:-1])[0], path[-1]
    if isinstance(annotation, type) and issubclass(annotation, Area):
        fields = {field.alias or name: field for name, field in annotation.model_fields.items()}
        return (fields[key].annotation, tuple(fields[key].metadata)) if key in fields else (None, ())
    if get_origin(annotation) is dict:
        return get_args(annotation)[1], ()
    if get_origin(annotation) is tuple:
        return get_args(annotation)[0], ()
    return None, ()


def plain(annotation: Any, marks: tuple[Any, ...]) -> tuple[Any, tuple[Any, ...]]:
    """Take marks off an annotation, and `None` out of a union with one other member."""
    while True:
        if get_origin(annotation) is Annotated:
            annotation, marks = get_args(annotation)[0], (*annotation.__metadata__, *marks)
        elif get_origin(annotation) in (Union, UnionType):
            members = [one for one in get_args(annotation) if one is not type(None)]
            areas = [one for one in members if isinstance(one, type) and issubclass(one, Area)]
            if len(members) != 1 and not areas:
                return annotation, marks
            annotation = (areas or members)[0]
        else:
            return annotation, marks


def value_at(path: Path, root: type[Area] = Profile) -> tuple[Any, tuple[Any, ...]]:
    """Return the annotation of the value at `path` and its marks, as the models have them; (None, ()) of no value."""
    keyed = [mark for mark in _type_at(root, path[:-1])[1] if isinstance(mark, PatternKeyed)] if path else []
    return (object, (keyed[0].entry,)) if keyed else _written_at(root, path)


def field_at(path: Path, root: type[Area] = Profile) -> FieldInfo | None:
    """Return the field of the key at `path`, or None where it is no fixed key."""
    annotation, _ = _type_at(root, path[:-1]) if path else (None, ())
    if not (isinstance(annotation, type) and issubclass(annotation, Area)):
        return None
    return {field.alias or name: field for name, field in annotation.model_fields.items()}.get(path[-1])


def is_pattern_keyed(path: Path) -> bool:
    """Tell whether the keys of the mapping at `path` of a profile are card patterns."""
    return any(isinstance(mark, PatternKeyed) for mark in _type_at(Profile, path)[1])


def known_keys(path: Path, root: type[Area] = Profile) -> tuple[str, ...]:
    """Return the fixed keys of the mapping at `path`; none where the author names them."""
    annotation, _ = _type_at(root, path)
    if isinstance(annotation, type) and issubclass(annotation, Area):
        names = (field.alias or name for name, field in annotation.model_fields.items())
        return (*names, *(FILE_KEYS if annotation is Profile else ()))
    return ()


def description(path: Path, root: type[Area] = Profile) -> str:
    """Return the description of the key at `path`, or nothing where it has none of its own."""
    field = field_at(path, root)
    return (field.description or "") if field else ""


def notation_at(path: Path, root: type[Area] = Profile) -> Notation | None:
    """Return the notation of the text at `path`, or of the texts in the list that stands there."""
    annotation, marks = _written_at(root, path)
    kinds = [mark for mark in (*marks, *_parts(annotation)) if isinstance(mark, Notation)]
    kinds += [_NOTATIONS[part] for part in _parts(annotation) if part in _NOTATIONS]
    if not kinds and path and path[-1].isdecimal():
        return notation_at(path[:-1], root)
    return kinds[0] if kinds else None


def _parts(annotation: Any) -> tuple[Any, ...]:
    """Return the members of a union with their marks; of anything else, itself."""
    if get_origin(annotation) is Annotated:
        return (*_parts(get_args(annotation)[0]), *annotation.__metadata__)
    if get_origin(annotation) in (Union, UnionType):
        return tuple(part for member in get_args(annotation) for part in _parts(member))
    return (annotation,) if isinstance(annotation, type) else ()


def _expression(parse: Callable[[ScalarNode], object]) -> Notation:
    return Notation(spell_expression, lambda text: parse(scalar_from_text(text)), bare=True)


PATTERN = _expression(parse_pattern)
"""The notation of card patterns, which some mappings have as their keys."""

_NOTATIONS: Mapping[Any, Notation] = {
    PatternField: PATTERN,
    ConditionField: _expression(parse_condition),
    AmountField: _expression(parse_amount),
    PatternAmount: _expression(parse_amount),
}


def is_required(path: Path, root: type[Area] = Profile) -> bool:
    """Tell whether the key at `path` must stand in every profile."""
    field = field_at(path, root)
    return field is not None and field.is_required()


def areas_with(key: str, root: type[Area] = Profile) -> tuple[str, ...]:
    """Return the mappings that have a fixed key of this name, `NAME` standing for what the author names."""
    return tuple(".".join(path) for path, keys in _areas(root) if path and key in keys)


@cache
def _areas(root: type[Area], path: Path = ()) -> tuple[tuple[Path, tuple[str, ...]], ...]:
    """Return every mapping with fixed keys, and its keys."""
    found: list[tuple[Path, tuple[str, ...]]] = [(path, known_keys(path, root))]
    for key in known_keys(path, root):
        for here in ((*path, key), (*path, key, "NAME")):
            if known_keys(here, root):
                found += _areas(root, here)
    return tuple(found)
