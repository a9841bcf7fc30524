"""The reference of profile files and expressions, made from the models' descriptions and the table of names."""

from __future__ import annotations

from types import UnionType
from typing import TYPE_CHECKING, Annotated, Any, Union, get_args, get_origin

from pydantic_core import PydanticUndefined

from basra_rules.expression.vocabulary import NAMES, Kind, Name, Reads, Scope
from basra_rules.profile import expression_fields as expressions
from basra_rules.profile import fields, vocabulary
from basra_rules.profile.expression_fields import PatternField
from basra_rules.profile.fields import Area
from basra_rules.profile.models import FILE_KEYS, Profile

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from enum import StrEnum

    from pydantic.fields import FieldInfo

KINDS = {
    id(get_args(alias)[-1]): words
    for alias, words in (
        (expressions.DeckPattern, "pattern"),
        (expressions.PlayedPattern, "pattern"),
        (expressions.FloorCondition, "condition; sees the floor"),
        (expressions.PlayCondition, "condition; sees the play"),
        (expressions.CardAmount, "number or expression; sees the played card"),
        (expressions.PlayAmount, "number or expression; sees the play"),
        (fields.Points, "number"),
        (fields.PositiveNumber, "number above 0"),
        (fields.Truth, "`true` or `false`"),
        (fields.Text, "text"),
        (fields.Name, "name"),
        (fields.Items, "list"),
    )
    if get_args(alias)
} | {
    id(get_args(alias)[1]): words
    for alias, words in (
        (expressions.PositiveByPattern, "mapping from pattern to number above 0"),
        (expressions.CountByPattern, "mapping from pattern to whole number from 1 to 40"),
        (expressions.AmountByPattern, "mapping from pattern to number or expression; sees the card"),
        (expressions.TableByPattern, "mapping from pattern to number"),
    )
}
"""What a key takes, by the identity of the mark that reads it."""

WORDS: Mapping[type[StrEnum], Mapping[str, str]] = {
    vocabulary.Direction: {"clockwise": "to the left", "anticlockwise": "to the right"},
    vocabulary.Sides: {"partners": "opposite seats are one side", "solo": "each seat is a side"},
    vocabulary.KeptOff: {"inside_stock": "random places inside the stock, never its top", "bottom": "below the stock"},
    vocabulary.Refill: {
        "empty_hands": "a packet for each when all hands are empty",
        "after_play": "one card for the player after each play",
    },
    vocabulary.Leader: {"after_dealer": "the seat after the dealer", "dealer": "the dealer"},
    vocabulary.NextDealer: {"after_dealer": "the seat after the dealer", "same": "the same again"},
    vocabulary.Remainder: {
        "last_capturer": "the side that captured last; nobody, if none did",
        "dealer": "the dealer's side",
        "out_of_play": "nobody",
        "refuse": "a number of players for which it does not divide can't play",
    },
    vocabulary.Obligation: {
        "none": "any card may trail",
        "played_card": "a card that can capture may not trail",
        "hand": "no card may trail while any card of the hand can capture",
    },
    vocabulary.Groups: {"chosen": "the player chooses", "maximal": "only sets that no other legal set contains"},
    vocabulary.FloorKind: {"spread": "all cards are open", "pile": "order counts, the last card is the top"},
    vocabulary.HowMany: {"all": "all that match", "one": "one of them, the player's choice"},
    vocabulary.Sets: {"any": "any number of groups", "one": "one group"},
    vocabulary.IfNobody: {
        "nobody": "nobody gets it",
        "each": "each of those who tie gets it",
        "carry": "it is added to the next winner's",
        "replay": "the deal is void",
    },
    vocabulary.Leftover: {
        "last_capturer": "the side that captured last; nobody, if none did",
        "dealer": "the dealer's side",
        "nobody": "nobody",
    },
    vocabulary.TiePolicy: {
        "another_deal": "deals go on until one side is ahead",
        "draw": "the match is drawn",
        "extend": "the target rises, as often as needed; written `{extend: 20}`",
    },
    vocabulary.ReadingStatus: {
        "attested": "a source says so",
        "inferred": "it follows from the sources",
        "disputed": "sources differ",
        "house": "a custom of the house",
    },
}
"""What each word of a closed vocabulary means; a test holds it complete."""

SEEN_IN = {
    Scope.CARD: "where a card is played or counted",
    Scope.FLOOR: "where the floor is seen",
    Scope.PLAY: "where the play is seen",
}


def key_tables() -> str:
    """Return the tables of all keys: the file's own, then those of each rule area."""
    own = [(name, field) for name, field in Profile.model_fields.items() if not _areas(field.annotation)]
    lines = ["## The file", "", *_HEADINGS]
    lines += [_row(name, field) for name, field in own]
    lines += [f"| `{key}` | {_FILE_KEY_KINDS[key]} | – | {_cell(meaning)} |" for key, meaning in FILE_KEYS.items()]
    for name, field in Profile.model_fields.items():
        if _areas(field.annotation):
            lines += ["", f"## {name}", "", _sentence(field), "", *_HEADINGS, *_rows(field.annotation, name)]
    return "\n".join(lines) + "\n"


_HEADINGS = ("| key | takes | default | meaning |", "|---|---|---|---|")
_FILE_KEY_KINDS = {
    "extends": "text",
    "remove": "list of keys",
    "choose": "mapping from option to choice",
    "allow": "mapping from code to text",
}


def _sentence(field: FieldInfo) -> str:
    description = field.description or ""
    return f"{description[:1].upper()}{description[1:]}."


def _rows(annotation: Any, path: str) -> Iterator[str]:
    """Yield the rows of all keys below `path`."""
    for area in _areas(annotation):
        below = path + _between(annotation)
        for name, field in area.model_fields.items():
            yield _row(f"{below}.{name}", field)
            yield from _rows(field.annotation, f"{below}.{name}")


def _between(annotation: Any) -> str:
    return {dict: ".NAME", tuple: "[]"}.get(get_origin(annotation), "")


def _areas(annotation: Any) -> list[type[Area]]:
    """Return the areas that a value is made of: one, or one for each name, or each item."""
    if isinstance(annotation, type) and issubclass(annotation, Area):
        return [annotation]
    return [area for part in get_args(annotation) for area in _areas(part)]


def _row(path: str, field: FieldInfo) -> str:
    meaning = _cell(field.description or "") + _words(field.annotation)
    return f"| `{path}` | {_cell(_takes(field.annotation, field.metadata))} | {_default(field)} | {meaning} |"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _words(annotation: Any) -> str:
    """Return what the words of a closed vocabulary mean."""
    meant = [f"`{word}`: {meaning}" for part in _parts(annotation) for word, meaning in WORDS.get(part, {}).items()]
    return "<br>" + "; ".join(meant) if meant else ""


def _parts(annotation: Any) -> list[Any]:
    if get_origin(annotation) is Annotated:
        return _parts(get_args(annotation)[0])
    if get_origin(annotation) in (Union, UnionType):
        return [part for member in get_args(annotation) for part in _parts(member)]
    return [annotation]


def _takes(annotation: Any, marks: list[Any]) -> str:
    """Return what a value may be."""
    if get_origin(annotation) is Annotated:
        inner, *more = get_args(annotation)
        return _takes(inner, [*more, *marks])
    known = next((KINDS[id(mark)] for mark in marks if id(mark) in KINDS and KINDS[id(mark)] != "list"), None)
    if known:
        return known
    if get_origin(annotation) in (Union, UnionType) and type(None) in get_args(annotation) and not marks:
        return _takes(next(one for one in get_args(annotation) if one is not type(None)), [])
    if get_origin(annotation) is dict:
        return "mapping from name to " + _takes(get_args(annotation)[1], [])
    if get_origin(annotation) is tuple:
        return "list, each: " + _takes(get_args(annotation)[0], [])
    if isinstance(annotation, type) and issubclass(annotation, Area):
        return "mapping"
    if PatternField in _parts(annotation):
        return "pattern, or a mapping" if _areas(annotation) else "pattern"
    return _schema_words(next(mark.schema for mark in marks if isinstance(mark, fields.Read)))


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


def _default(field: FieldInfo) -> str:
    if field.is_required():
        return "required"
    default = None if field.default is PydanticUndefined else field.default
    if isinstance(default, PatternField):
        return f"`{default.node.text}`"
    return "–" if default in (None, "", ()) else f"`{default}`"


def name_tables() -> str:
    """Return the tables of all names of expressions, by kind."""
    lines = ["## Names"]
    for kind in Kind:
        names = [entry for entry in NAMES if entry.kind is kind]
        lines += ["", f"### {_TITLES[kind]}", "", "| name | known | meaning |", "|---|---|---|"]
        lines += [f"| `{entry.name}` | {_known(entry)} | {_cell(entry.meaning)} |" for entry in names]
        if kind is Kind.NUMBER:
            meaning = "what the table `NAME` of `deck.tables` gives the card"
            lines.append(f"| `card.NAME` | {SEEN_IN[Scope.CARD]} | {meaning} |")
    return "\n".join(lines) + "\n"


def _known(entry: Name) -> str:
    """Return where a name may be used."""
    if entry.within:
        return f"inside `{entry.within}(…)`"
    return "everywhere" if entry.reads is Reads.NOTHING else SEEN_IN[entry.scope]


_TITLES = {
    Kind.TRUTH: "Truths",
    Kind.NUMBER: "Numbers",
    Kind.PATTERN: "Patterns by name",
    Kind.ONE_CARD: "One card, before `is`",
    Kind.CARDS: "Sets of cards, behind `all` or `any`",
    Kind.QUANTIFIER: "How many of a set",
    Kind.FUNCTION: "The one function",
    Kind.KEYWORD: "Words that join",
}
