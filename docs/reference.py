"""The reference of profile files and expressions, made from the models' descriptions and the table of names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_origin

from basra_rules.expression.vocabulary import NAMES, Kind, Name, Reads, Scope
from basra_rules.profile.describing import (
    FILE_KEY_KINDS,
    areas_of,
    default_in_words,
    what_it_takes,
    word_meanings,
)
from basra_rules.profile.models import FILE_KEYS, Profile

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pydantic.fields import FieldInfo

SEEN_IN = {
    Scope.CARD: "where a card is played or counted",
    Scope.FLOOR: "where the floor is seen",
    Scope.PLAY: "where the play is seen",
}


def key_tables() -> str:
    """Return the tables of all keys: the file's own, then those of each rule area."""
    own = [(name, field) for name, field in Profile.model_fields.items() if not areas_of(field.annotation)]
    lines = ["## The file", "", *_HEADINGS]
    lines += [_row(name, field) for name, field in own]
    lines += [f"| `{key}` | {FILE_KEY_KINDS[key]} | – | {_cell(meaning)} |" for key, meaning in FILE_KEYS.items()]
    for name, field in Profile.model_fields.items():
        if areas_of(field.annotation):
            lines += ["", f"## {name}", "", _sentence(field), "", *_HEADINGS, *_rows(field.annotation, name)]
    return "\n".join(lines) + "\n"


_HEADINGS = ("| key | takes | default | meaning |", "|---|---|---|---|")


def _sentence(field: FieldInfo) -> str:
    description = field.description or ""
    return f"{description[:1].upper()}{description[1:]}."


def _rows(annotation: Any, path: str) -> Iterator[str]:
    """Yield the rows of all keys below `path`."""
    for area in areas_of(annotation):
        below = path + _between(annotation)
        for name, field in area.model_fields.items():
            yield _row(f"{below}.{name}", field)
            yield from _rows(field.annotation, f"{below}.{name}")


def _between(annotation: Any) -> str:
    return {dict: ".NAME", tuple: "[]"}.get(get_origin(annotation), "")


def _row(path: str, field: FieldInfo) -> str:
    meaning = _cell(field.description or "") + _words(field.annotation)
    takes = _cell(what_it_takes(field.annotation, field.metadata))
    return f"| `{path}` | {takes} | {default_in_words(field)} | {meaning} |"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _words(annotation: Any) -> str:
    """Return what the words of a closed vocabulary mean."""
    meant = [f"`{word}`: {meaning}" for word, meaning in word_meanings(annotation).items()]
    return "<br>" + "; ".join(meant) if meant else ""


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
