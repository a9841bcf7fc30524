"""The JSON Schema of a scenario file, for editors and validators that know nothing of this program."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra_rules import resources
from basra_rules.profile.fields import TEXT_SCHEMA
from basra_rules.profile.json_schema import (
    CHOICES_SCHEMA,
    DRAFT,
    JsonSchema,
    area_schema,
    described,
    joined,
    requirements,
)
from basra_rules.scenarios.model import Scenario
from basra_rules.scenarios.reading import FILE_KEYS, KINDS

if TYPE_CHECKING:
    from collections.abc import Iterator


FILE_KEY_KINDS = {
    "profile": "text",
    "options": "mapping from option to choice",
    "source": "text",
    "scenarios": "list, each: mapping",
}
"""What the keys of a scenario file take."""


_NOTHING_LEFT: JsonSchema = {
    "if": {"properties": {"last_card": {"const": True}}, "required": ["last_card"]},
    "then": {"properties": {"hand": {"maxLength": 0, "maxItems": 0}}},
}
"""After the last card of a deal nothing is left in the hand."""


def scenario_schema() -> JsonSchema:
    """Return the JSON Schema of a scenario file."""
    scenario = joined(area_schema(Scenario), requirements(Scenario))
    scenario["properties"]["expect"]["minProperties"] = 1
    scenario["allOf"] = [*_kinds(), _NOTHING_LEFT]
    values: dict[str, JsonSchema] = {
        "profile": {**TEXT_SCHEMA, "examples": list(resources.profile_names())},
        "options": CHOICES_SCHEMA,
        "source": TEXT_SCHEMA,
        "scenarios": {"type": "array", "items": scenario, "minItems": 1},
    }
    return {
        "$schema": DRAFT,
        "title": "Basra scenarios",
        "description": "situations, each with what the rules must make of it",
        "type": "object",
        "properties": {
            key: {**described(meaning, FILE_KEY_KINDS[key]), **values[key]} for key, meaning in FILE_KEYS.items()
        },
        "required": ["scenarios"],
        "additionalProperties": False,
    }


def _kinds() -> Iterator[JsonSchema]:
    """Yield for each kind of scenario which keys do not go with it; one without any kind's key has a floor."""
    others = [kind for kind in KINDS if kind != "floor"]
    for kind in others:
        yield {"if": {"required": [kind]}, "then": _strangers(kind)}
    none_of_them = {"not": {"anyOf": [{"required": [kind]} for kind in others]}}
    yield {"if": none_of_them, "then": {**_strangers("floor"), "required": ["floor", "plays"]}}


def _strangers(kind: str) -> JsonSchema:
    """Return the schema that refuses what belongs to scenarios of other kinds."""
    own_keys, own_expectations = KINDS[kind]
    keys = set[str]().union(*(keys for keys, _ in KINDS.values())) - own_keys
    expectations = set[str]().union(*(expected for _, expected in KINDS.values())) - own_expectations
    expect = {"propertyNames": _none_of(expectations, kind)}
    return {"propertyNames": _none_of(keys, kind), "properties": {"expect": expect}}


def _none_of(keys: set[str], kind: str) -> JsonSchema:
    message = f"does not go with `{kind}`: a scenario is of one kind"
    return {"pattern": f"^(?!({'|'.join(sorted(keys))})$)", "patternErrorMessage": message}
