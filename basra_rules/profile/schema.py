"""What the models say about a key, by its path: which names may stand there, what kind of mapping it is."""

from __future__ import annotations

from functools import cache
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from basra_rules.profile.expression_fields import PatternKeyed
from basra_rules.profile.fields import Area
from basra_rules.profile.models import FILE_KEYS, Profile

Path = tuple[str, ...]


@cache
def _type_at(root: type[Area], path: Path) -> tuple[Any, tuple[Any, ...]]:
    """Return the annotation and its marks at `path`; (None, ()) where the models know nothing."""
    annotation: Any = root
    marks: tuple[Any, ...] = ()
    for key in path:
        if isinstance(annotation, type) and issubclass(annotation, Area):
            field = annotation.model_fields.get(key)
            if field is None:
                return None, ()
            annotation, marks = field.annotation, tuple(field.metadata)
        elif get_origin(annotation) is dict:
            annotation, marks = get_args(annotation)[1], ()
        elif get_origin(annotation) is tuple:
            annotation, marks = get_args(annotation)[0], ()
        else:
            return None, ()
        annotation, marks = _plain(annotation, marks)
    return annotation, marks


def _plain(annotation: Any, marks: tuple[Any, ...]) -> tuple[Any, tuple[Any, ...]]:
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
    annotation, _ = _type_at(root, path[:-1])
    if isinstance(annotation, type) and issubclass(annotation, Area) and path[-1] in annotation.model_fields:
        return annotation.model_fields[path[-1]].description or ""
    return ""
