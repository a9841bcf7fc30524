"""In words: what a key takes, and what stands there where the file says nothing.

The reference in the documentation, the JSON Schema and the language server say it alike.
"""

from __future__ import annotations

from types import UnionType
from typing import TYPE_CHECKING, Annotated, Any, Union, get_args, get_origin

from pydantic_core import PydanticUndefined

from basra_rules.profile.expression_fields import PatternField
from basra_rules.profile.fields import Area, Read
from basra_rules.profile.schema import Path, field_at
from basra_rules.profile.vocabulary import WORDS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pydantic.fields import FieldInfo

FILE_KEY_KINDS = {
    "extends": "text",
    "remove": "list of keys",
    "choose": "mapping from option to choice",
    "allow": "mapping from code to text",
}
"""What the keys take that speak of the file itself."""


def key_in_words(path: Path, root: type[Area]) -> tuple[str, str, str] | None:
    """Return what the key at `path` means, what it takes and its default; None where it is no fixed key."""
    field = field_at(path, root)
    if field is None:
        return None
    return field.description or "", what_it_takes(field.annotation, field.metadata), default_in_words(field)


def areas_of(annotation: Any) -> list[type[Area]]:
    """Return the areas that a value is made of: one, or one for each name, or each item."""
    if isinstance(annotation, type) and issubclass(annotation, Area):
        return [annotation]
    return [area for part in get_args(annotation) for area in areas_of(part)]


def word_meanings(annotation: Any) -> dict[str, str]:
    """Return the words of a closed vocabulary that a value may say, each with its meaning."""
    return {word: meaning for part in _parts(annotation) for word, meaning in WORDS.get(part, {}).items()}


def spoken_words(annotation: Any, marks: Sequence[Any]) -> dict[str, str]:
    """Return every word that a value may say, also where it may be something else, with its meaning if it has one."""
    words = word_meanings(annotation)
    for mark in marks:
        schema = mark.schema if isinstance(mark, Read) else {}
        for one in (schema, *schema.get("anyOf", ())):
            for word in (*one.get("enum", ()), *([one["const"]] if "const" in one else ())):
                words.setdefault(word, "")
    return words


def _parts(annotation: Any) -> list[Any]:
    if get_origin(annotation) is Annotated:
        return _parts(get_args(annotation)[0])
    if get_origin(annotation) in (Union, UnionType):
        return [part for member in get_args(annotation) for part in _parts(member)]
    return [annotation]


def what_it_takes(annotation: Any, marks: Sequence[Any]) -> str:
    """Return what a value may be."""
    if get_origin(annotation) is Annotated:
        inner, *more = get_args(annotation)
        return what_it_takes(inner, [*more, *marks])
    read = next((mark for mark in marks if isinstance(mark, Read)), None)
    if read is not None and read.takes:
        return read.takes
    if get_origin(annotation) in (Union, UnionType) and type(None) in get_args(annotation) and not marks:
        return what_it_takes(next(one for one in get_args(annotation) if one is not type(None)), [])
    if get_origin(annotation) is dict:
        return "mapping from name to " + what_it_takes(get_args(annotation)[1], [])
    if get_origin(annotation) is tuple and read is None:
        return "list, each: " + what_it_takes(get_args(annotation)[0], [])
    if isinstance(annotation, type) and issubclass(annotation, Area):
        return "mapping"
    return "" if read is None else _schema_words(read.schema)


def _schema_words(schema: Mapping[str, Any]) -> str:
    if "anyOf" in schema:
        return " or ".join(_schema_words(one) for one in schema["anyOf"])
    if "enum" in schema:
        return " or ".join(f"`{word}`" for word in schema["enum"])
    if "const" in schema:
        return f"`{schema['const']}`"
    if "minimum" in schema:
        low, high = schema["minimum"], schema["maximum"]
        return str(low) if low == high else f"whole number from {low} to {high}"
    return "mapping" if schema["type"] == "object" else "list or mapping"


def default_in_words(field: FieldInfo) -> str:
    """Return what a key is where no file says it: `required`, a value, or a dash for nothing."""
    if field.is_required():
        return "required"
    default = None if field.default is PydanticUndefined else field.default
    if isinstance(default, PatternField):
        return f"`{default.node.text}`"
    if isinstance(default, bool):
        return "`true`" if default else "`false`"
    return "–" if default in (None, "", ()) else f"`{default}`"
