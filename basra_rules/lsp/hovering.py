"""What is shown over a place: a key's meaning and inherited value, a name's meaning in an expression."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from basra_rules.cards import parse_card
from basra_rules.errors import NotationError
from basra_rules.exact import format_number
from basra_rules.lsp.expressions import meaning_of, token_at
from basra_rules.lsp.names import find_name, sort_at, sort_of_keys
from basra_rules.lsp.outline import unquoted
from basra_rules.lsp.place import place_at
from basra_rules.lsp.subjects import marks_at, value_type
from basra_rules.lsp.telling import heading, in_code, key_about, place_of, tables_known
from basra_rules.profile.deck import tables_of
from basra_rules.profile.describing import spoken_words
from basra_rules.profile.differences import flow_text
from basra_rules.profile.expression_fields import ReadExpression
from basra_rules.profile.provenance import find_entry
from basra_rules.scenarios.sorting import Kind
from basra_rules.source.nodes import MapNode

if TYPE_CHECKING:
    from basra_rules.cards import Card
    from basra_rules.expression.vocabulary import Name
    from basra_rules.lsp.background import Background
    from basra_rules.lsp.names import Named, Sort
    from basra_rules.lsp.outline import Path
    from basra_rules.lsp.place import Place


@dataclass(frozen=True, slots=True)
class Hover:
    """A text in Markdown about the characters `start` up to `end`."""

    text: str
    start: int
    end: int


def hover(background: Background, at: int) -> Hover | None:
    """Return what there is to say of character number `at` of a file."""
    place = place_at(background.document.text, at)
    if place is None or background.kind is Kind.OTHER or place.start == place.end:
        return None
    return _over_key(background, place) if place.is_key else _over_value(background, place, at)


def _over_key(background: Background, place: Place) -> Hover | None:
    key = unquoted(place.text)
    sort = sort_of_keys(background, place.path)
    about = _about_name(background, sort, (*place.path, key), key) if sort else key_about(background, place.full_path)
    head = heading(background, place.full_path)
    return Hover(f"{head}\n\n{about}", place.start, place.end) if about else None


def _over_value(background: Background, place: Place, at: int) -> Hover | None:
    text = unquoted(place.text.strip())
    sort = sort_at(background, place.path)
    if sort is not None:
        about = _about_name(background, sort, place.path, text)
        return Hover(f"**{text}**\n\n{about}", place.start, place.end) if about else None
    read = next((mark for mark in marks_at(background, place.path) if isinstance(mark, ReadExpression)), None)
    words = spoken_words(value_type(background, place.path)[0], marks_at(background, place.path))
    if words.get(text):
        return Hover(f"**{text}**\n\n{words[text]}", place.start, place.end)
    start, end = token_at(background.document.text, at)
    token = background.document.text[start:end]
    if read is not None:
        found = meaning_of(read, background.document.text[place.start : start], token, tables_known(background))
        if found is not None:
            return Hover(_about_word(background, found), start, end)
    about = _about_card(background, token)
    if about:
        return Hover(about, start, end)
    about = key_about(background, place.path)
    return Hover(f"{heading(background, place.path)}\n\n{about}", place.start, place.end) if about else None


def _about_name(background: Background, sort: Sort, path: Path, name: str) -> str:
    found = find_name(background, sort, path, name)
    return "" if found is None else "\n\n".join(_paragraphs(background, sort, found))


def _paragraphs(background: Background, sort: Sort, found: Named) -> list[str]:
    detail = in_code(found.detail) if sort.value.endswith("key") else found.detail
    written = f"*written in* {place_of(background, found.span)}" if found.span else ""
    return [part for part in (f"*{sort.value}*", detail, found.about, written) if part]


def _about_word(background: Background, entry: Name) -> str:
    within = f", inside `{entry.within}(…)`" if entry.within else ""
    table = _table_of(background, entry)
    return f"**{entry.name}** – {entry.kind.value}{within}\n\n{entry.meaning}{table}"


def _table_of(background: Background, entry: Name) -> str:
    """Return the table that a name such as `card.worth` reads."""
    rules = background.rules
    found = rules.origins.entry(f"deck.tables.{entry.name.partition('.')[2]}") if rules else None
    if found is None or not entry.name.startswith("card."):
        return ""
    return f"\n\n{in_code(flow_text(found.value))} ({place_of(background, found.key.span)})"


def _about_card(background: Background, token: str) -> str:
    """Return what a card is worth under the rules in force."""
    try:
        card = parse_card(token)
    except NotationError:
        return ""
    rules = background.rules
    if rules is None:
        return f"**{card}**"
    value = tables_of(rules).values[card]
    worth = "no capture value" if value is None else f"capture value {format_number(value)}"
    scored = _points_of(background, card)
    return f"**{card}** – {worth}{f'; scores {scored}' if scored else ''}"


def _points_of(background: Background, card: Card) -> str:
    """Return which entries of `scoring.cards` speak of a card by its name or rank."""
    rules = background.rules
    cards = rules.origins.entry("scoring.cards") if rules else None
    if cards is None or not isinstance(cards.value, MapNode):
        return ""
    found = [find_entry(cards.value, str(one)) for one in (card, card.rank)]
    return " and ".join(f"`{entry.key.text}: {flow_text(entry.value)}`" for entry in found if entry is not None)
