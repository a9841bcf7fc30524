"""A rulebook as one HTML page that needs nothing else, and prints on a sheet of paper."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from basra_rules.rulebook.document import DASH
from basra_rules.rulebook.text_pages import CARDS, NUMBERS

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

    from basra_rules.rulebook.document import Rulebook, Section, Statement

_STYLE = Path(__file__).with_name("page.css")
_RED = "♦♥"
_SHORT = 30
"""Statements of so few characters may stand side by side in print."""


def render_html(rulebook: Rulebook) -> str:
    """Return the rulebook as a page; cards read from left to right in every language."""
    return "\n".join(_page(rulebook)) + "\n"


def _page(rulebook: Rulebook) -> Iterator[str]:
    yield "<!DOCTYPE html>"
    yield f'<html lang="{rulebook.language}" dir="{rulebook.direction}">'
    yield "<head>"
    yield '<meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{escape(rulebook.title)}</title>"
    yield f"<style>\n{_STYLE.read_text(encoding='utf-8')}</style>"
    yield "</head>"
    yield "<body>"
    yield f"<header><h1>{_text(rulebook.title)}</h1>"
    yield from (f"<p>{_text(line)}</p>" for line in rulebook.lines)
    yield "</header>"
    yield "<main>"
    for section in rulebook.sections:
        yield from _section(section)
    yield "</main>"
    yield "</body>"
    yield "</html>"


def _section(section: Section) -> Iterator[str]:
    list_tag = "ol" if section.numbered else "ul"
    marked = ' class="notes"' if section.areas == ("readings",) else ""
    yield f"<section><h2>{_text(section.heading)}</h2>"
    yield f"<{list_tag}{marked}>"
    for number, statement in enumerate(section.statements, 1):
        place = f' id="note-{number}"' if marked else ""
        yield from _item(statement, place)
    yield f"</{list_tag}></section>"


def _item(statement: Statement, place: str = "") -> Iterator[str]:
    term = f"<strong>{_text(statement.term)}</strong>{DASH}" if statement.term else ""
    notes = ", ".join(f'<a href="#note-{number}">{number}</a>' for number in statement.notes)
    raised = f"<sup>{notes}</sup>" if notes else ""
    is_short = statement.term and not statement.parts and len(statement.words) <= _SHORT
    marked = ' class="short"' if is_short else ""
    line = f"<li{place}{marked}>{term}{_text(statement.text)}{raised}"
    if not statement.parts:
        yield f"{line}</li>"
        return
    yield line
    yield "<ul>"
    for part in statement.parts:
        yield from _item(part)
    yield "</ul></li>"


def _text(text: str) -> str:
    """Return a text with its cards marked, each suit in its colour; they and `NUMBERS` read from left to right."""
    escaped = NUMBERS.sub(r'<bdi dir="ltr">\g<0></bdi>', escape(text, quote=False))
    return CARDS.sub(_cards, escaped)


def _cards(found: re.Match[str]) -> str:
    cards = " ".join(_card(card) for card in found[0].split())
    return f'<bdi class="cards" dir="ltr">{cards}</bdi>'


def _card(card: str) -> str:
    return f'<span class="red">{card}</span>' if card[-1] in _RED else f"<span>{card}</span>"
