"""Where the thing stands that a place speaks of: the parent's value, the parent's file, a bonus, an option."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from basra_rules import resources
from basra_rules.errors import SourceFile, Span
from basra_rules.lsp.background import profile_named
from basra_rules.lsp.expressions import meaning_of, token_at
from basra_rules.lsp.names import Sort, find_name, sort_at, sort_of_keys
from basra_rules.lsp.outline import unquoted
from basra_rules.lsp.place import place_at
from basra_rules.lsp.subjects import marks_at
from basra_rules.lsp.telling import inherited_entry, tables_known
from basra_rules.profile.expression_fields import ReadExpression
from basra_rules.scenarios.sorting import Kind

if TYPE_CHECKING:
    from pathlib import Path

    from basra_rules.lsp.background import Background
    from basra_rules.lsp.place import Place


@dataclass(frozen=True, slots=True)
class Target:
    """A place in a file."""

    path: Path
    span: Span


def find_definition(background: Background, at: int) -> Target | None:
    """Return where the thing stands that character number `at` of a file speaks of."""
    place = place_at(background.document.text, at)
    if place is None or background.kind is Kind.OTHER or place.start == place.end:
        return None
    span = _of_key(background, place) if place.is_key else _of_value(background, place, at)
    if span is not None:
        return Target(background.path_of(span), span)
    return _profile_file(background, place)


def _of_key(background: Background, place: Place) -> Span | None:
    key = unquoted(place.text)
    sort = sort_of_keys(background, place.path)
    if sort is not None:
        named = find_name(background, sort, (*place.path, key), key)
        return named.span if named else None
    found = inherited_entry(background, place.full_path)
    return found.key.span if found is not None else None


def _of_value(background: Background, place: Place, at: int) -> Span | None:
    text = unquoted(place.text.strip())
    sort = sort_at(background, place.path)
    if sort is not None:
        named = find_name(background, sort, place.path, text) if sort is not Sort.PROFILE else None
        return named.span if named else None
    table = _table(background, place, at)
    if table is not None:
        return table
    found = inherited_entry(background, place.path)
    return found.value.span if found is not None else None


def _table(background: Background, place: Place, at: int) -> Span | None:
    """Return where the table stands that a name such as `card.worth` reads."""
    read = next((mark for mark in marks_at(background, place.path) if isinstance(mark, ReadExpression)), None)
    if read is None or background.rules is None:
        return None
    start, end = token_at(background.document.text, at)
    token = background.document.text[start:end]
    known = tables_known(background)
    entry = meaning_of(read, background.document.text[place.start : start], token, known)
    name = token.partition(".")[2]
    return background.rules.origins.key_span(f"deck.tables.{name}") if entry is not None and name in known else None


def _profile_file(background: Background, place: Place) -> Target | None:
    """Return the file of the profile that a place names."""
    if place.is_key or sort_at(background, place.path) is not Sort.PROFILE:
        return None
    meant = profile_named(background.document, unquoted(place.text.strip()))
    path = resources.profile_path(meant) if isinstance(meant, str) else meant
    if path is None or not path.is_file():
        return None
    return Target(path, Span(SourceFile(resources.shown_path(path), ""), 0, 0))
