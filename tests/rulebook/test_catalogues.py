"""The catalogues are complete, in step with the code and the profiles, and keep every placeholder."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

import pytest
from babel.messages.pofile import read_po

from basra_rules.rulebook.text_pages import CARDS
from basra_rules.rulebook.voice import DOMAIN, Language, Voice, catalogue_path, system_language
from docs.catalogues import TRANSLATED, refreshed, template

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog, Message

pytestmark = pytest.mark.parametrize("language", TRANSLATED)

_PLACEHOLDER = re.compile(r"\{(\w*)\}")
_TO_TRY = range(201)


@cache
def catalogue(language: Language) -> Catalog:
    with catalogue_path(language).open("rb") as file:
        return read_po(file, locale=language.value, domain=DOMAIN)


@cache
def wanted() -> Catalog:
    return template()


def identities(messages: Catalog) -> set[tuple[str | None, str]]:
    return {(message.context, str(message.id)) for message in messages if message.id}


def name_of(message: Message) -> str:
    text = message.id if isinstance(message.id, str) else message.id[0]
    return f"{message.context}: {text}" if message.context else text


def translations(message: Message) -> tuple[str, ...]:
    return (message.string or "",) if isinstance(message.string, str | None) else tuple(message.string)


def test_a_catalogue_has_every_message_and_no_other(language: Language) -> None:
    assert identities(catalogue(language)) == identities(wanted()), "run `python -m docs.catalogues`"


def test_a_catalogue_stands_as_the_command_writes_it(language: Language) -> None:
    before, after = (list(map(_as_written, one)) for one in (catalogue(language), refreshed(language, wanted())))
    assert before[1:] == after[1:], "run `python -m docs.catalogues`"


def _as_written(message: Message) -> tuple[object, ...]:
    return message.context, message.id, message.string, " ".join(message.auto_comments)


def test_every_message_is_translated(language: Language) -> None:
    missing = [name_of(message) for message in catalogue(language) if message.id and not all(translations(message))]
    assert missing == []


def test_no_translation_is_doubtful(language: Language) -> None:
    assert [name_of(message) for message in catalogue(language) if message.id and message.fuzzy] == []


def test_a_translation_has_every_placeholder(language: Language) -> None:
    wrong = []
    for message in catalogue(language):
        texts = [text for text in translations(message) if text]
        last = message.id if isinstance(message.id, str) else message.id[-1]
        expected = sorted(_PLACEHOLDER.findall(last))
        for place, text in enumerate(texts):
            found = sorted(_PLACEHOLDER.findall(text))
            may_lack = ["count"] if message.pluralizable and _serves_one_number(language, place) else []
            if found not in (expected, sorted(set(expected) - set(may_lack))):
                wrong.append(f"{name_of(message)}: {text}")
    assert wrong == []


@cache
def _serves_one_number(language: Language, place: int) -> bool:
    """Tell whether a plural form is for one number alone; none is no number of cards."""
    forms = re.search(r"plural=(.*?);?$", str(catalogue(language).plural_forms))
    assert forms is not None
    from gettext import c2py  # noqa: PLC0415 - as gettext itself reads the header

    plural = c2py(forms[1])
    return len([number for number in _TO_TRY if number and plural(number) == place]) <= 1


def test_a_translation_names_the_same_cards(language: Language) -> None:
    """A slip of the pen in a card would be a wrong rule."""
    wrong = []
    for message in catalogue(language):
        first = message.id if isinstance(message.id, str) else message.id[0]
        expected = sorted(" ".join(CARDS.findall(first)).split())
        texts = [text for text in translations(message) if text]
        wrong += [text for text in texts if sorted(" ".join(CARDS.findall(text)).split()) != expected]
    assert wrong == []


def test_a_sentence_ends_as_it_does_in_english(language: Language) -> None:
    wrong = []
    for message in catalogue(language):
        first = message.id if isinstance(message.id, str) else message.id[0]
        ends = first[-1:] if first[-1:] in ".:" else ""
        texts = [text for text in translations(message) if text]
        wrong += [text for text in texts if (text[-1] if text[-1] in ".:" else "") != ends]
    assert wrong == []


def test_the_system_s_language_is_spoken(language: Language, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    assert system_language() is Language.ENGLISH
    monkeypatch.setenv("LANG", f"{language}_XX.UTF-8")
    assert system_language() is language


def test_a_house_s_own_words_stay_as_they_are(language: Language) -> None:
    assert Voice(language).text_of_profile("label", "the jack of my aunt") == "the jack of my aunt"
