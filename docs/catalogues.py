"""Refreshes the rulebook's catalogues: what the code and the shipped profiles say, in every language's file.

`python -m docs.catalogues`, in the project's environment, after a message was added or changed.  New
messages come in untranslated, changed ones too; what nobody says any more is dropped.  A test holds the
catalogues to what is extracted here.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from basra_rules import resources
from basra_rules.profile.loading import load_profile
from basra_rules.profile.options import choices_of, option_node
from basra_rules.rulebook.readings import chapters
from basra_rules.rulebook.voice import DOMAIN, Language, catalogue_path

if TYPE_CHECKING:
    from collections.abc import Iterator

    from basra_rules.profile.models import Profile

CODE = Path(__file__).parent.parent / "basra_rules" / "rulebook"
TRANSLATED = tuple(language for language in Language if language is not Language.ENGLISH)
_METHODS = [("**.py", "python")]
_COMMENTS = ("L10n:",)
_HEADER = "# The rulebook in LANGUAGE. How to translate: docs/how-to/translate.md"
_PLURALS = {
    Language.FRENCH: "nplurals=2; plural=(n > 1);",
    Language.PORTUGUESE: "nplurals=2; plural=(n != 1);",
}
"""Where babel's own forms have one for whole millions, which no card game needs."""
_WIDTH = 110


def template() -> Catalog:
    """Return every message, untranslated, with what translators are told of it."""
    catalogue = Catalog(domain=DOMAIN, project="basra-rules", header_comment=_HEADER, fuzzy=False)
    found = extract_from_dir(CODE, _METHODS, comment_tags=_COMMENTS, strip_comment_tags=True)
    for file, _, message, comments, context in sorted(found, key=lambda one: (one[0], one[1])):
        catalogue.add(
            message, locations=[(file, 0)], auto_comments=[" ".join(comments)] * bool(comments), context=context
        )
    for context, text, comment in _profile_texts():
        catalogue.add(text, locations=[("profiles", 0)], auto_comments=[comment], context=context)
    return catalogue


def _profile_texts() -> Iterator[tuple[str, str, str]]:
    """Yield what shipped profiles say in words of their own: context, text, comment."""
    for name in resources.profile_names():
        yield from _texts_of(load_profile(name))


def _texts_of(profile: Profile) -> Iterator[tuple[str, str, str]]:
    yield "title", profile.title or profile.name, "The title of a rulebook: what the game is called."
    for text in profile.sources.values():
        yield "source", text, "A source of the rules; stands behind its key: S0 strict Egyptian profile (Russian)."
    yield from _option_texts(profile)
    yield from _names(profile)
    for reading in profile.readings:
        for chapter in chapters(reading.source or ""):
            yield "citation", chapter, "A chapter of a source, as in “S2 Lebanese, variant A, Basra”."
        for text in (*([reading.note] if reading.note else []), *reading.others):
            yield "reading", text, "A note on how a place of the sources is understood; starts with a small letter."


def _option_texts(profile: Profile) -> Iterator[tuple[str, str, str]]:
    for name, option in profile.options.items():
        yield "option", option.about, "What players may settle before they start; a heading."
        node = option_node(profile.origins.tree, name)
        for choice in choices_of(node) if node else ():
            if not choice.isdigit():
                yield "choice", choice.replace("_", " "), f"A choice of “{option.about}”, in quotes."


def _names(profile: Profile) -> Iterator[tuple[str, str, str]]:
    for name, bonus in profile.bonuses.items():
        if bonus.label is not None:
            yield "label", bonus.label, "What players call a bonus."
        else:
            yield "name", name.replace("_", " "), "What players call a bonus."
    for name in profile.scoring.awards:
        yield "name", name.replace("_", " "), "Points for the most, or for many, captured cards of a kind."
    for name in profile.deck.tables:
        yield "table", name, "A further number of cards; stands in quotes: their “worth”."


def refreshed(language: Language, wanted: Catalog) -> Catalog:
    """Return a language's catalogue, brought into step with `wanted`."""
    path = catalogue_path(language)
    if path.is_file():
        with path.open("rb") as file:
            catalogue = read_po(file, locale=language.value, domain=DOMAIN)
    else:
        catalogue = Catalog(
            locale=language.value,
            domain=DOMAIN,
            project="basra-rules",
            version="1",
            msgid_bugs_address="docs/how-to/translate.md",
            header_comment=_HEADER.replace("LANGUAGE", language.name.capitalize()),
            last_translator="basra-rules",
            language_team="basra-rules",
            fuzzy=False,
        )
        if language in _PLURALS:
            catalogue.mime_headers = [("Plural-Forms", _PLURALS[language])]
    catalogue.update(wanted, no_fuzzy_matching=True, update_creation_date=False)
    return catalogue


def main() -> None:
    """Write every catalogue anew, and tell what is left to translate."""
    wanted = template()
    for language in TRANSLATED:
        catalogue = refreshed(language, wanted)
        path = catalogue_path(language)
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as file:
            write_po(file, catalogue, width=_WIDTH, include_lineno=False, ignore_obsolete=True)
        missing = sum(not all(_strings(message.string)) for message in catalogue if message.id)
        sys.stderr.write(f"{path}: {len(catalogue)} messages, {missing} to translate\n")


def _strings(string: str | tuple[str, ...] | list[str] | None) -> list[str]:
    return [string or ""] if isinstance(string, str | None) else list(string)


if __name__ == "__main__":
    main()
