"""The JSON Schema of a profile's file, for editors and validators that know nothing of this program.

It describes the file, not the effective profile: a file that extends another may leave out whatever its
parent says.  Draft 7, which every reader of schemas knows; alternatives are written as lists of types, for
readers explain a failed `anyOf` badly.  What only the program can know (parents, options, expressions) is not in it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_args, get_origin

from basra_rules import resources
from basra_rules.profile.describing import FILE_KEY_KINDS, default_in_words, what_it_takes, word_meanings
from basra_rules.profile.differences import RULE_AREAS
from basra_rules.profile.fields import TEXT_SCHEMA, Area, Read
from basra_rules.profile.models import FILE_KEYS, Profile
from basra_rules.profile.schema import plain

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pydantic.fields import FieldInfo

JsonSchema = dict[str, Any]

DRAFT = "http://json-schema.org/draft-07/schema#"
_ASCII_NAME = r"^[^\x00-/:-@\[-`{-\x7f][^\x00-,./:-@\[-^`{-\x7f]*$"
NAMES_SCHEMA = {
    "pattern": _ASCII_NAME,
    "patternErrorMessage": "a name is letters, digits, _ and -, and starts with a letter or digit",
}
"""What the keys of a mapping by name are like; of letters beyond ASCII all pass."""
OWN_KEYS = ("format", "name")
"""The keys that every file must have, whatever it extends."""

_ANYTHING = ["string", "number", "boolean", "array", "object"]
CHOICES_SCHEMA: JsonSchema = {
    "type": "object",
    "propertyNames": NAMES_SCHEMA,
    "additionalProperties": {"type": ["string", "number", "boolean"]},
}


def profile_schema() -> JsonSchema:
    """Return the JSON Schema of a profile's file: one that extends another, or a complete one."""
    child = area_schema(Profile)
    child["properties"] |= {key: _file_key(key, meaning) for key, meaning in FILE_KEYS.items()}
    choices = child["properties"]["options"]["additionalProperties"]["properties"]["choices"]
    patch = {key: child["properties"][key] for key in (*RULE_AREAS, "remove")}
    choices["items"] = {"type": _ANYTHING}
    choices["additionalProperties"] = {"type": _ANYTHING, "properties": patch}
    child["required"] = list(OWN_KEYS)
    return {
        "$schema": DRAFT,
        "title": "Basra profile",
        "description": "the rules of one fishing game, or how a house plays it otherwise",
        "type": "object",
        "if": {"required": ["extends"]},
        "then": child,
        "else": joined(child, requirements(Profile)),
    }


def _file_key(key: str, meaning: str) -> JsonSchema:
    schemas: Mapping[str, JsonSchema] = {
        "extends": {**TEXT_SCHEMA, "examples": list(resources.profile_names())},
        "remove": {"type": "array", "items": {"type": "string"}},
        "choose": CHOICES_SCHEMA,
        "allow": {"type": "object", "additionalProperties": TEXT_SCHEMA},
    }
    return {**described(meaning, FILE_KEY_KINDS[key]), **schemas[key]}


def described(meaning: str, takes: str, default: str = "–") -> JsonSchema:
    """Return how a key is described: plainly, and for readers of Markdown with what it takes and its default.

    `default` itself is left out: editors would write it into a file that means to inherit.
    """
    more = f"{takes}; default {default}" if default not in ("–", "required") else takes
    return {"description": meaning, "markdownDescription": f"{meaning}\n\n*takes:* {more}"}


def area_schema(model: type[Area]) -> JsonSchema:
    """Return the JSON Schema of a mapping with fixed keys, none of which is required."""
    properties = {field.alias or name: _key_schema(field) for name, field in model.model_fields.items()}
    return {"type": "object", "properties": properties, "additionalProperties": False}


def _key_schema(field: FieldInfo) -> JsonSchema:
    takes = what_it_takes(field.annotation, field.metadata)
    schema = described(field.description or "", takes, default_in_words(field))
    return {**schema, **_value_schema(field.annotation, tuple(field.metadata))}


def _value_schema(annotation: Any, marks: tuple[Any, ...]) -> JsonSchema:
    words = word_meanings(annotation)
    annotation, marks = plain(annotation, marks)
    read = next((mark for mark in marks if isinstance(mark, Read)), None)
    if read is not None:
        return _read_schema(read, annotation, words)
    if _is_area(annotation):
        return area_schema(annotation)
    inner = _value_schema(get_args(annotation)[0 if get_origin(annotation) is tuple else 1], ())
    if get_origin(annotation) is dict:
        return {"type": "object", "propertyNames": NAMES_SCHEMA, "additionalProperties": inner}
    items = joined(inner, requirements(get_args(annotation)[0]))
    return {"type": "array", "items": items, **_at_least(marks, "minItems")}


def _read_schema(read: Read, annotation: Any, words: Mapping[str, str]) -> JsonSchema:
    schema = _flat(read.schema)
    if "enum" in schema and words:
        schema["enumDescriptions"] = [words[word] for word in schema["enum"]]
    if not _is_area(annotation):
        return schema
    return {**schema, **joined(area_schema(annotation), requirements(annotation)), "type": schema["type"]}


def _is_area(annotation: Any) -> bool:
    return isinstance(annotation, type) and issubclass(annotation, Area)


def _flat(schema: Mapping[str, Any]) -> JsonSchema:
    """Return a schema with its alternatives, each of another type, folded into one."""
    if "anyOf" not in schema:
        return dict(schema)
    flat: JsonSchema = {"type": []}
    for one in schema["anyOf"]:
        words = one.get("enum") or ([one["const"]] if "const" in one else [])
        flat["type"].append("string" if words else one["type"])
        if words:
            message = f"expected {' or '.join(words)}"
            flat |= {"pattern": f"^({'|'.join(words)})$", "patternErrorMessage": message, "examples": words}
        else:
            flat |= {key: value for key, value in one.items() if key != "type"}
    return flat


def requirements(annotation: Any) -> JsonSchema:
    """Return what a file that inherits nothing must say: the keys without a default, at every depth."""
    annotation, marks = plain(annotation, ())
    if _is_area(annotation):
        return _area_requirements(annotation)
    inner = requirements(get_args(annotation)[1]) if get_origin(annotation) is dict else {}
    return {**({"additionalProperties": inner} if inner else {}), **_at_least(marks, "minProperties")}


def _area_requirements(model: type[Area]) -> JsonSchema:
    fields = {field.alias or name: field for name, field in model.model_fields.items()}
    required = [key for key, field in fields.items() if field.is_required()]
    below = {key: _key_requirements(field) for key, field in fields.items()}
    properties = {key: schema for key, schema in below.items() if schema}
    return {**({"required": required} if required else {}), **({"properties": properties} if properties else {})}


def _key_requirements(field: FieldInfo) -> JsonSchema:
    if any(isinstance(mark, Read) for mark in field.metadata):
        return {}  # told by the mark's own schema
    least = _at_least(tuple(field.metadata), "minProperties") if get_origin(field.annotation) is dict else {}
    return {**requirements(field.annotation), **least}


def _at_least(marks: Sequence[Any], keyword: str) -> JsonSchema:
    least = next((mark.min_length for mark in marks if hasattr(mark, "min_length")), None)
    return {} if least is None else {keyword: least}


def joined(one: Mapping[str, Any], other: Mapping[str, Any]) -> JsonSchema:
    """Return both schemas as one; what both say of a key is joined in turn, of anything else the latter counts."""
    return dict(_joined_entries(one, other))


def _joined_entries(one: Mapping[str, Any], other: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for key in {**one, **other}:
        mine, theirs = one.get(key), other.get(key)
        if isinstance(mine, dict) and isinstance(theirs, dict):
            yield key, joined(mine, theirs)
        else:
            yield key, other.get(key, mine)
