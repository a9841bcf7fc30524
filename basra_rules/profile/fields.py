"""The kinds of value a profile's keys may have, each read from a located node.

Pydantic sees the nodes of `source` themselves: a field type says what the node must be and what
becomes of it.  A fault is raised as a `PydanticCustomError` whose context holds the diagnostics;
`locating.py` turns them, and pydantic's own errors, into places in files.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any, TypeAlias, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, GetCoreSchemaHandler, GetJsonSchemaHandler, ValidationInfo
from pydantic.functional_validators import ModelWrapValidatorHandler, model_validator
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from basra_rules.errors import Diagnostic, Span, did_you_mean, nearest, one_of
from basra_rules.exact import NUMBER_RULE, Number, parse_number
from basra_rules.source.keys import hint_glued
from basra_rules.source.nodes import ListNode, MapNode, Node, ScalarNode, describe, shorten

T = TypeVar("T")
Word = TypeVar("Word", bound=StrEnum)

NAME = re.compile(r"[^\W_][\w-]*")
NAME_RULE = "a name is letters, digits, `_` and `-`, and starts with a letter or digit"


def fault(diagnostics: Iterable[Diagnostic]) -> PydanticCustomError:
    """Return the exception that carries `diagnostics` out of a validator."""
    return PydanticCustomError("diagnostics", "see context", {"diagnostics": tuple(diagnostics)})


def wrong(code: str, message: str, span: Span, label: str = "", help: str = "") -> PydanticCustomError:  # noqa: A002
    """Return the exception for one fault of one value."""
    return fault([Diagnostic(code, message, span, label, help=help)])


def wrong_type(node: Node, expected: str, help: str = "") -> PydanticCustomError:  # noqa: A002
    """Return the exception for a value of the wrong kind."""
    return wrong("wrong-type", f"expected {expected}, found {describe(node)}", node.span, f"expected {expected}", help)


def scalar(node: object, expected: str) -> ScalarNode:
    """Return `node` if it is a scalar; raise the fault that says what was expected."""
    if isinstance(node, ScalarNode):
        return node
    assert isinstance(node, MapNode | ListNode)
    raise wrong_type(node, expected)


def entries(node: object) -> dict[str, Node]:
    """Return a mapping's values by key as written."""
    if isinstance(node, MapNode):
        return {entry.key.text: entry.value for entry in node}
    assert isinstance(node, ScalarNode | ListNode)
    raise wrong_type(node, "a mapping", hint_glued(node) if isinstance(node, ScalarNode) else "")


def items(node: object) -> tuple[Node, ...]:
    """Return a list's items."""
    if isinstance(node, ListNode):
        return node.items
    assert isinstance(node, ScalarNode | MapNode)
    raise wrong_type(node, "a list", "write it in brackets: `[…]`")


@dataclass(frozen=True, eq=False)
class Read:
    """An annotation: the value is what `function` reads from the node; `schema` describes it as JSON Schema."""

    function: Callable[[Any, ValidationInfo], Any]
    schema: Mapping[str, Any]

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Tell pydantic to call the function and nothing else."""
        return core_schema.with_info_plain_validator_function(self.function)

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        """Tell pydantic the JSON Schema."""
        return dict(self.schema)


class Area(BaseModel):
    """A mapping with fixed keys; the base of every rule area."""

    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True)

    @model_validator(mode="wrap")
    @classmethod
    def _read(cls, value: Any, handler: ModelWrapValidatorHandler[Any]) -> Any:
        return handler(value if isinstance(value, dict | cls) else entries(value))


# Text and names


def _text(node: object) -> str:
    found = scalar(node, "a text")
    if found.kind in ("null", "truth"):
        raise wrong_type(found, "a text", "put it in quotes if it is meant as text")
    if not found.text.strip():
        raise wrong_type(found, "a text")
    return found.text


def _name(node: object) -> str:
    text = _text(node)
    assert isinstance(node, ScalarNode)
    if not NAME.fullmatch(text):
        raise wrong("not-a-name", f"`{shorten(text)}` is no name", node.span, NAME_RULE)
    return text


Text = Annotated[str, BeforeValidator(_text)]
Name = Annotated[str, BeforeValidator(_name)]


# Numbers


def number(node: object, expected: str = "a number") -> Number:
    """Return the exact number that a node writes."""
    found = scalar(node, expected)
    value = found.value
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, bool) or value is None or isinstance(value, str):
        raise wrong_type(found, expected, _number_hint(found))
    return value


def _number_hint(found: ScalarNode) -> str:
    """Return what to write instead of a text that is almost a number."""
    if found.looks_numeric:
        return NUMBER_RULE
    digits = _DIGIT_MARKS.sub("", found.text)
    if parse_number(digits) is None:
        return ""
    if digits == found.text:
        return f"write it without quotes: `{digits}`"
    return f"write the digits alone: `{digits}`"


_DIGIT_MARKS = re.compile(r"(?<=[0-9])[_'’\s](?=[0-9])")


def whole(node: object, low: int, high: int, expected: str) -> int:
    """Return the whole number from `low` to `high` that a node writes."""
    value = number(node, expected)
    assert isinstance(node, ScalarNode)
    if not isinstance(value, int) or not low <= value <= high:
        raise wrong("out-of-range", f"expected {expected}, found {node.text}", node.span, f"expected {expected}")
    return value


def whole_number(low: int, high: int) -> Read:
    """Return the annotation of a whole number from `low` to `high`."""
    expected = str(low) if low == high else f"a whole number from {low} to {high}"
    schema = {"type": "integer", "minimum": low, "maximum": high}
    return Read(lambda node, _: whole(node, low, high, expected), schema)


def positive(node: object) -> Number:
    """Return the number above 0 that a node writes."""
    value = number(node, "a number above 0")
    assert isinstance(node, ScalarNode)
    if value <= 0:
        raise wrong("out-of-range", f"expected a number above 0, found {node.text}", node.span, "must be above 0")
    return value


POSITIVE_SCHEMA = {"type": "number", "exclusiveMinimum": 0}
Points: TypeAlias = Annotated[Number, Read(lambda node, _: number(node), {"type": "number"})]
PositiveNumber: TypeAlias = Annotated[Number, Read(lambda node, _: positive(node), POSITIVE_SCHEMA)]


def _truth(node: object) -> bool:
    found = scalar(node, "true or false")
    if isinstance(found.value, bool):
        return found.value
    meant = {"yes": "true", "on": "true", "no": "false", "off": "false"}.get(found.text.lower())
    raise wrong_type(found, "true or false", f"write `{meant}`" if meant else "")


Truth: TypeAlias = Annotated[bool, Read(lambda node, _: _truth(node), {"type": "boolean"})]


# Words of a closed vocabulary


def word(node: object, vocabulary: type[Word]) -> Word:
    """Return the word of `vocabulary` that a node says."""
    known = [one.value for one in vocabulary]
    found = scalar(node, one_of(known))
    if found.text in known:
        return vocabulary(found.text)
    label = did_you_mean(found.text, known)
    listed = (f"expected {one_of(known)}",) if nearest(found.text, known) else ()
    raise fault([Diagnostic("unknown-word", f"unknown word `{shorten(found.text)}`", found.span, label, listed)])


def one_word(vocabulary: type[StrEnum]) -> Read:
    """Return the annotation of a word out of `vocabulary`."""
    return Read(lambda node, _: word(node, vocabulary), {"enum": [one.value for one in vocabulary]})


# Mappings by name, and lists


def _named_entries(node: object) -> dict[str, Node]:
    if isinstance(node, MapNode):
        faults = [
            Diagnostic("not-a-name", f"`{shorten(entry.key.text)}` is no name", entry.key.span, NAME_RULE)
            for entry in node
            if not NAME.fullmatch(entry.key.text)
        ]
        if faults:
            raise fault(faults)
    return entries(node)


Named = BeforeValidator(_named_entries)
"""The annotation of a mapping whose keys are names that the author chooses."""


Items = BeforeValidator(items)
"""The annotation of a list."""
