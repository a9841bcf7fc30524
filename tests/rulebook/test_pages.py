"""The rulebooks of the shipped profiles, in every language and format."""

from __future__ import annotations

import re
from functools import cache
from html.parser import HTMLParser

import pytest
from markdown_it import MarkdownIt

from basra_rules import resources
from basra_rules.profile.family import read_family
from basra_rules.profile.loading import load_profile
from basra_rules.rulebook.document import Rulebook
from basra_rules.rulebook.html_page import render_html
from basra_rules.rulebook.telling import tell_rules
from basra_rules.rulebook.text_pages import CARDS, render_markdown, render_text
from basra_rules.rulebook.voice import Language, Voice

PROFILES = resources.profile_names()
PAGES = [(name, language) for name in PROFILES for language in Language]
each_page = pytest.mark.parametrize(("name", "language"), PAGES)
_MARKS = re.compile("[\N{LEFT-TO-RIGHT MARK}\N{RIGHT-TO-LEFT MARK}]")


@cache
def rulebook(name: str, language: Language = Language.ENGLISH) -> Rulebook:
    return tell_rules(read_family(name), {}, Voice(language))


@each_page
def test_every_line_of_text_fits_its_width(name: str, language: Language) -> None:
    text = _MARKS.sub("", render_text(rulebook(name, language), 60))
    assert max(map(len, text.splitlines())) <= 60


@each_page
def test_no_placeholder_and_no_gap_is_left(name: str, language: Language) -> None:
    text = render_text(rulebook(name, language), 100)
    assert re.findall(r"[{}]|\(\)|“”|\.\.|,,|;\.", text) == []


class Outline(HTMLParser):
    """What a page is made of: its tags in order, with their attributes, and its text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.text = ""
        self.outside = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in ("meta", "!doctype"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.text += data
        if not {"style", "bdi", "title"} & {*self.open}:
            self.outside += data


@each_page
def test_a_page_is_well_formed_and_needs_nothing_else(name: str, language: Language) -> None:
    page = render_html(rulebook(name, language))
    outline = Outline(page)
    assert outline.open == []
    tags = [tag for tag, _ in outline.tags]
    assert tags.count("h1") == 1
    assert tags.count("h2") == len(rulebook(name, language).sections)
    assert {"script", "link", "img", "iframe"} & {*tags} == set()
    assert re.findall(r"url\(|@import|https?:", page) == []
    assert outline.tags[0] == ("html", {"lang": language.value, "dir": "rtl" if language == "ar" else "ltr"})


@each_page
def test_every_card_of_a_page_is_isolated(name: str, language: Language) -> None:
    outline = Outline(render_html(rulebook(name, language)))
    assert CARDS.findall(outline.outside) == []
    isolated = [attributes for tag, attributes in outline.tags if tag == "bdi"]
    assert isolated
    assert all(attributes["dir"] == "ltr" for attributes in isolated)


@pytest.mark.parametrize("name", PROFILES)
def test_cards_of_an_arabic_text_stand_between_marks(name: str) -> None:
    text = render_text(rulebook(name, Language.ARABIC), 100)
    left, right = "\N{LEFT-TO-RIGHT MARK}", "\N{RIGHT-TO-LEFT MARK}"
    for found in CARDS.finditer(text):
        around = text[found.start() - 2 : found.start()] + text[found.end() : found.end() + 2]
        assert around == right + left + left + right


@pytest.mark.parametrize("name", PROFILES)
def test_an_arabic_text_starts_every_line_at_the_right(name: str) -> None:
    lines = render_text(rulebook(name, Language.ARABIC), 100).splitlines()
    assert {line[0] for line in lines if line} == {"\N{RIGHT-TO-LEFT MARK}"}
    markdown = render_markdown(rulebook(name, Language.ARABIC))
    assert markdown.startswith('<div dir="rtl">\n')
    assert markdown.endswith("</div>\n")


@pytest.mark.parametrize("number", ["12½", "-5", "-½", "7+3+4"])
def test_a_number_that_would_turn_round_is_isolated(number: str) -> None:
    line = f"عدد {number}، لا غير."
    book = Rulebook("عنوان", (line,), (), language="ar", direction="rtl")
    left, right = "\N{LEFT-TO-RIGHT MARK}", "\N{RIGHT-TO-LEFT MARK}"
    assert f" {right}{left}{number}{left}{right}،" in render_text(book, 100)
    assert f'عدد <bdi dir="ltr">{number}</bdi>،' in render_html(book)


def test_red_suits_are_red_and_black_ones_are_not() -> None:
    page = render_html(rulebook(PROFILES[0]))
    red = {*re.findall(r'<span class="red">([^<]+)</span>', page)}
    black = {*re.findall(r"<span>([^<]+)</span>", page)}
    assert {card[-1] for card in red} == {"♦", "♥"}
    assert {card[-1] for card in black} <= {"♣", "♠"}


@each_page
def test_markdown_says_the_same_as_text(name: str, language: Language) -> None:
    html = MarkdownIt("commonmark").render(render_markdown(rulebook(name, language)))
    assert "<code>" not in html
    from_markdown = Outline(html).text
    from_text = render_text(rulebook(name, language), 10_000)
    assert sorted(_words(from_markdown)) == sorted(_words(from_text))


def _words(text: str) -> list[str]:
    """Return the words, without numbers and marks of lists."""
    return re.findall(r"[^\W\d_]{2,}", text)


@pytest.mark.parametrize("name", PROFILES)
def test_every_reading_that_holds_is_noted_once(name: str) -> None:
    told = rulebook(name)
    notes = [number for statement in told.statements for number in statement.notes]
    listed = next(section.statements for section in told.sections if section.areas == ("readings",))
    assert list(dict.fromkeys(notes)) == list(range(1, len(listed) + 1))
    assert len({note.text for note in listed}) == len(listed)


@pytest.mark.parametrize("name", PROFILES)
def test_every_option_lists_its_other_choices(name: str) -> None:
    options = load_profile(name).options
    told = [one for section in rulebook(name).sections if section.areas == ("options",) for one in section.statements]
    assert len(told) == len(options)
    assert all(one.parts for one in told)
    assert all(len(part.text) > 10 for one in told for part in one.parts)
