"""What may be typed at a place: keys, names, words, choices, cards, the vocabulary of expressions."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from basra_rules.cards import CARDS, spell_cards
from basra_rules.lsp.expressions import card_words, expected_at, token_at
from basra_rules.lsp.names import entries_in_force, names, sort_at, sort_of_keys
from basra_rules.lsp.place import place_at
from basra_rules.lsp.subjects import has_patterns_as_keys, keys_at, marks_at, subject_of, value_type
from basra_rules.lsp.telling import key_about, tables_known
from basra_rules.profile.describing import spoken_words
from basra_rules.profile.differences import flow_text
from basra_rules.profile.expression_fields import CAPTURE_VALUES, FROM, ReadExpression
from basra_rules.profile.fields import Notation, Read
from basra_rules.profile.models import ALL_OF_FLOOR
from basra_rules.scenarios.sorting import Kind, may_become_ours
from basra_rules.source.nodes import shorten

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from basra_rules.lsp.background import Background
    from basra_rules.lsp.names import Named
    from basra_rules.lsp.outline import Path
    from basra_rules.lsp.place import Place


class Look(StrEnum):
    """What an offer is, for the sign that editors put before it."""

    KEY = "key"
    NAME = "name"
    WORD = "word"
    FUNCTION = "function"
    CARD = "card"


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that may be typed: the name by which it is found, the text that is written, what it is."""

    name: str
    look: Look
    detail: str = ""
    about: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Offers:
    """What may be typed instead of the characters `start` up to `end`."""

    start: int
    end: int
    items: tuple[Offer, ...] = ()


_CARD_TOKEN = re.compile(r"[^\s,\"'\[\]]*\Z")
_QUOTES = ('"', "'")
TOP_OF_FLOOR = "{top: J}"
TIE = "{extend: 20}"


def complete(background: Background, at: int) -> Offers:
    """Return what may be typed at character number `at` of a file."""
    place = place_at(background.document.text, at)
    if place is None or (background.kind is Kind.OTHER and not may_become_ours(background.document.text)):
        return Offers(at, at)
    if place.is_key:
        found = tuple(_keys(background, place))
        if found or place.text:
            return Offers(place.start, place.end, found)
    return _with_space(background.document.text, _values(background, place, at))


def _with_space(text: str, offers: Offers) -> Offers:
    """Return the same with the space that has to stand behind a colon."""
    if text[offers.start - 1 : offers.start] != ":":
        return offers
    return replace(offers, items=tuple(replace(one, text=f" {one.text}") for one in offers.items))


# Keys


def _keys(background: Background, place: Place) -> Iterator[Offer]:
    end = "" if place.has_colon else ":"
    written = {*place.siblings}
    for key, facts in keys_at(background, place.path).items():
        if key not in written:
            about = key_about(background, (*place.path, key))
            yield Offer(key, Look.KEY, facts.takes, about, f"{key}{end} " if end else key)
    for name, detail, about in _named_keys(background, place.path):
        if name not in written:
            yield Offer(name, Look.NAME, detail, about, f"{name}{end} " if end else name)
    if has_patterns_as_keys(background, place.path):
        yield from _pattern_keys(background, place, written)


def _named_keys(background: Background, path: Path) -> Iterator[tuple[str, str, str]]:
    """Yield the names that keys at a path may have because something is called so elsewhere."""
    sort = sort_of_keys(background, path)
    if sort is not None:
        yield from ((one.name, one.detail, one.about) for one in names(background, sort, path))
        return
    subject = subject_of(background, path)
    if subject is None or keys_at(background, path) or background.kind is Kind.SCENARIOS:
        return
    for entry in entries_in_force(background.parent, subject.path):
        about = key_about(background, (*path, entry.key.text))
        yield entry.key.text, shorten(flow_text(entry.value), 60), about


def _pattern_keys(background: Background, place: Place, written: set[str]) -> Iterator[Offer]:
    end = "" if place.has_colon else ": "
    subject = subject_of(background, place.path)
    inherited = {entry.key.text for entry in entries_in_force(background.parent, subject.path if subject else ())}
    if subject is not None and subject.path[:-1] == ("deck", "tables") and FROM not in written:
        yield Offer(FROM, Look.KEY, CAPTURE_VALUES, text=FROM + end)
    for text, about in (*card_words(), ("numeric", "every card that has a capture value")):
        if text not in written | inherited:
            yield Offer(text, Look.CARD, about, text=text + end)


# Values


def _values(background: Background, place: Place, at: int) -> Offers:
    sort = sort_at(background, place.path)
    typed = background.document.text[place.start : at]
    start = place.start + typed.startswith(_QUOTES)
    end = place.end - (place.end > start and place.text.endswith(_QUOTES) and len(place.text) > 1)
    if sort is not None:
        return Offers(start, end, tuple(_named(names(background, sort, place.path))))
    marks = marks_at(background, place.path)
    if any(isinstance(mark, Notation) and mark.spell is spell_cards for mark in _around(background, place.path)):
        return _cards(background, place, at)
    words = tuple(_words(background, place.path))
    expression = next((mark for mark in marks if isinstance(mark, ReadExpression)), None)
    if expression is not None:
        return _expression(background, expression, start, at, words)
    return Offers(start, end, words)


def _named(found: Iterable[Named]) -> Iterator[Offer]:
    for one in found:
        yield Offer(one.name, Look.NAME, one.detail, one.about, one.name)


def _around(background: Background, path: Path) -> tuple[Any, ...]:
    """Return the marks of the value at a path, or of the list that it is an item of."""
    marks = marks_at(background, path)
    return marks if marks or not path or not path[-1].isdecimal() else _around(background, path[:-1])


def _words(background: Background, path: Path) -> Iterator[Offer]:
    """Yield the words of a closed vocabulary, truth, and forms in brackets that are easily forgotten."""
    for word, meaning in spoken_words(value_type(background, path)[0], marks_at(background, path)).items():
        yield Offer(word, Look.WORD, meaning, text=TIE if word == "extend" else word)
    for mark in (mark for mark in marks_at(background, path) if isinstance(mark, Read)):
        if mark.schema.get("type") == "boolean":
            yield from (Offer(word, Look.WORD, text=word) for word in ("true", "false"))
    if path[-1:] == ("keep_off_floor",):
        yield Offer("top", Look.WORD, "only the last card of the opening floor", text=TOP_OF_FLOOR)
    if path[:2] == ("deck", "tables") and path[-1] == FROM:
        yield Offer(CAPTURE_VALUES, Look.WORD, text=CAPTURE_VALUES)
    if path[-1:] == ("takes",) and background.kind is Kind.PROFILE:
        yield Offer(ALL_OF_FLOOR, Look.WORD, "every card on the floor", text=ALL_OF_FLOOR)


def _expression(background: Background, read: ReadExpression, start: int, at: int, words: tuple[Offer, ...]) -> Offers:
    text = background.document.text
    token, end = token_at(text, at)
    token = max(token, start)
    before = text[start:token]
    expected = expected_at(read, before, tables_known(background))
    items = [*(words if not before.strip() else ()), *(_name(one) for one in expected.names)]
    if expected.cards:
        items += [Offer(word, Look.CARD, about, text=word) for word, about in card_words()]
    return Offers(token, end, tuple(items))


def _name(entry: Any) -> Offer:
    is_function = entry.kind == "function"
    text = f"{entry.name}(" if is_function else entry.name
    return Offer(entry.name, Look.FUNCTION if is_function else Look.WORD, str(entry.kind), entry.meaning, text)


def _cards(background: Background, place: Place, at: int) -> Offers:
    """Return all cards that are not yet named in the text around."""
    before = _CARD_TOKEN.search(background.document.text[place.start : at])
    start = place.start + (before.start() if before else 0)
    named = set(re.split(r"[\s,\"'\[\]]+", place.text))
    left = [card for card in map(str, CARDS) if card not in named]
    return Offers(start, at, tuple(Offer(card, Look.CARD, text=card) for card in left))
