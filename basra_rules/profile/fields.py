"""The kinds of value a profile's keys may have, each read from a located node.

Pydantic sees the nodes of `source` themselves: a field type says what the node must be and what
becomes of it.  A fault is raised as a `PydanticCustomError` whose context holds the diagnostics;
`locating.py` turns them, and pydantic's own errors, into places in files.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated, Any, TypeAlias, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, GetCoreSchemaHandler, GetJsonSchemaHandler, ValidationInfo
from pydantic.functional_validators import ModelWrapValidatorHandler, model_validator
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from basra_rules.errors import Diagnostic, Fix, Span, name_meant, one_of, write
from basra_rules.exact import Number
from basra_rules.profile.number_slips import number_meant
from basra_rules.source.keys import mapping_meant
from basra_rules.source.nodes import ListNode, MapNode, Node, ScalarNode, describe, shorten
from basra_rules.source.text_edits import put_in_brackets, put_in_quotes

T = TypeVar("T")
Word = TypeVar("Word", bound=StrEnum)

NAME = re.compile(r"[^\W_][\w-]*")
NAME_RULE = "a name is letters, digits, `_` and `-`, and starts with a letter or digit"


def fault(diagnostics: Iterable[Diagnostic]) -> PydanticCustomError:
    """Return the exception that carries `diagnostics` out of a validator."""
    return PydanticCustomError("diagnostics", "see context", {"diagnostics": tuple(diagnostics)})


def wrong(code: str, message: str, span: Span, label: str = "", *fixes: Fix | None) -> PydanticCustomError:
    """Return the exception for one fault of one value."""
    return fault([Diagnostic(code, message, span, label).mended_by(*fixes)])


def wrong_type(node: Node, expected: str, help: str = "", *fixes: Fix | None) -> PydanticCustomError:  # noqa: A002
    """Return the exception for a value of the wrong kind."""
    message = f"expected {expected}, found {describe(node)}"
    return fault([Diagnostic("wrong-type", message, node.span, f"expected {expected}", help=help).mended_by(*fixes)])


def scalar(node: object, expected: str) -> ScalarNode:
    """Return `node` if it is a scalar; raise the fault that says what was expected."""
    if isinstance(node, ScalarNode):
        return node
    assert isinstance(node, MapNode | ListNode)
    raise wrong_type(node, expected)


def entries(node: object, known: Collection[str] = ()) -> dict[str, Node]:
    """Return a mapping's values by key as written; `known` are the keys that may stand there, where they are fixed."""
    if isinstance(node, MapNode):
        return {entry.key.text: entry.value for entry in node}
    assert isinstance(node, ScalarNode | ListNode)
    raise wrong_type(node, "a mapping", *mapping_meant(node, known))


def items(node: object) -> tuple[Node, ...]:
    """Return a list's items."""
    if isinstance(node, ListNode):
        return node.items
    assert isinstance(node, ScalarNode | MapNode)
    if isinstance(node, MapNode):
        raise wrong_type(node, "a list", "a list has items: `[…]`, or each on a line of its own behind `- `")
    if node.kind in ("null", "truth"):
        raise wrong_type(node, "a list", "an empty list is `[]`")
    fixes = put_in_brackets(node)
    titles = " or ".join(fix.title.removeprefix("write ") for fix in fixes)
    raise wrong_type(node, "a list", f"write {titles}: a list stands in brackets", *fixes)


@dataclass(frozen=True, eq=False)
class Read:
    """An annotation: the value is what `function` reads from the node.

    `schema` describes it as JSON Schema, `takes` in words; the words are left out where the schema says them.
    """

    function: Callable[[Any, ValidationInfo], Any]
    schema: Mapping[str, Any]
    takes: str = ""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Tell pydantic to call the function and nothing else."""
        return core_schema.with_info_plain_validator_function(self.function)

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        """Tell pydantic the JSON Schema."""
        return dict(self.schema)


@dataclass(frozen=True, eq=False)
class Notation:
    """An annotation: the text is in a notation of its own, such as an expression or cards.

    `spell` gives its one spelling; of two texts that say the same, `meaning` gives equal values, or raises a
    `BasraError`.  What is `bare` is written without quotes wherever it can be.
    """

    spell: Callable[[str], str]
    meaning: Callable[[str], object]
    bare: bool = False


class Area(BaseModel):
    """A mapping with fixed keys; the base of every rule area."""

    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True)

    @model_validator(mode="wrap")
    @classmethod
    def _read(cls, value: Any, handler: ModelWrapValidatorHandler[Any]) -> Any:
        known = [field.alias or name for name, field in cls.model_fields.items()]
        return handler(value if isinstance(value, dict | cls) else entries(value, known))


# Text and names


def _text(node: object) -> str:
    found = scalar(node, "a text")
    if found.kind in ("null", "truth"):
        if found.kind == "null":
            raise wrong_type(found, "a text", "write one, or delete the key")
        quotes = put_in_quotes(found.span, certain=True)
        raise wrong_type(found, "a text", "put it in quotes if it is meant as text", quotes)
    if not found.text.strip():
        raise wrong_type(found, "a text")
    return found.text


def _name(node: object) -> str:
    text = _text(node)
    assert isinstance(node, ScalarNode)
    if not NAME.fullmatch(text):
        raise fault([not_a_name(node, near_name(text))])
    return text


def not_a_name(node: ScalarNode, near: str) -> Diagnostic:
    """Return the fault of a text that should be a name that the author chooses, such as the one that is `near`."""
    fault = Diagnostic("not-a-name", f"`{shorten(node.text)}` is no name", node.span, NAME_RULE)
    if not NAME.fullmatch(near):
        return fault
    return replace(fault, help=f"perhaps `{near}`").mended_by(write(node.text_span, near, certain=False))


def near_name(text: str) -> str:
    """Return the name of a profile, and of its file, that is nearest to a text: `abu-samir`."""
    stem = re.sub(r"\.ya?ml\Z", "", text.strip())
    return re.sub(r"[^\w-]+", "-", re.sub(r"['’]", "", stem)).strip("-_").lower()


def near_key(text: str) -> str:
    """Return the name of a bonus, way or option that is nearest to a text: `my_bonus`."""
    return "_".join(_WORDS.findall(text))


_WORDS = re.compile(r"[\w-]+")


TEXT_SCHEMA = {"type": ["string", "number"]}
Text = Annotated[str, Read(lambda node, _: _text(node), TEXT_SCHEMA, "text")]
Name = Annotated[str, Read(lambda node, _: _name(node), TEXT_SCHEMA, "name")]


# Numbers


def number(node: object, expected: str = "a number") -> Number:
    """Return the exact number that a node writes."""
    found = scalar(node, expected)
    value = found.value
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, bool) or value is None or isinstance(value, str):
        raise wrong_type(found, expected, *number_meant(found))
    return value


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
    return Read(lambda node, _: whole(node, low, high, expected), schema, expected.removeprefix("a "))


def positive(node: object) -> Number:
    """Return the number above 0 that a node writes."""
    value = number(node, "a number above 0")
    assert isinstance(node, ScalarNode)
    if value <= 0:
        raise wrong("out-of-range", f"expected a number above 0, found {node.text}", node.span, "must be above 0")
    return value


NUMBER = Read(lambda node, _: number(node), {"type": "number"}, "number")
POSITIVE = Read(lambda node, _: positive(node), {"type": "number", "exclusiveMinimum": 0}, "number above 0")
Points: TypeAlias = Annotated[Number, NUMBER]
PositiveNumber: TypeAlias = Annotated[Number, POSITIVE]


def _truth(node: object) -> bool:
    found = scalar(node, "true or false")
    if isinstance(found.value, bool):
        return found.value
    meant = _TRUTHS.get(found.text.strip().lower())
    fix = write(found.span, meant, certain=True) if meant else None
    raise wrong_type(found, "true or false", fix.title if fix else "", fix)


_TRUTHS = dict.fromkeys(("yes", "y", "on", "true", "1"), "true") | dict.fromkeys(
    ("no", "n", "off", "false", "0"), "false"
)
Truth: TypeAlias = Annotated[bool, Read(lambda node, _: _truth(node), {"type": "boolean"}, "`true` or `false`")]


# Words of a closed vocabulary


def word(node: object, vocabulary: type[Word]) -> Word:
    """Return the word of `vocabulary` that a node says."""
    known = [one.value for one in vocabulary]
    found = scalar(node, one_of(known))
    if found.text in known:
        return vocabulary(found.text)
    meant = name_meant(found.text_span, found.text, known, "expected")
    message = f"unknown word `{shorten(found.text)}`"
    raise fault([Diagnostic("unknown-word", message, found.span, meant.label, meant.notes, fixes=meant.fixes)])


def one_word(vocabulary: type[StrEnum]) -> Read:
    """Return the annotation of a word out of `vocabulary`."""
    return Read(lambda node, _: word(node, vocabulary), {"enum": [one.value for one in vocabulary]})


# Mappings by name, and lists


def _named_entries(node: object) -> dict[str, Node]:
    if isinstance(node, MapNode):
        faults = [
            not_a_name(entry.key, near_key(entry.key.text)) for entry in node if not NAME.fullmatch(entry.key.text)
        ]
        if faults:
            raise fault(faults)
    return entries(node)


Named = BeforeValidator(_named_entries)
"""The annotation of a mapping whose keys are names that the author chooses."""


Items = BeforeValidator(items)
"""The annotation of a list."""
