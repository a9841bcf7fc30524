"""A language to speak in: messages from its catalogue, with their placeholders filled in.

The functions have gettext's own names, so that babel finds the messages by them.  A message is a whole
sentence, or a noun phrase with a context; what a placeholder stands for is told to translators in a
comment that starts with `L10n:`.  English is what stands in the code.
"""

from __future__ import annotations

import gettext
import os
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from basra_rules.exact import format_number

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from basra_rules.exact import Number

LOCALES = Path(__file__).parent / "locale"
DOMAIN = "rulebook"
Value = str | int


class Language(StrEnum):
    """The languages that a rulebook can be had in."""

    ENGLISH = "en"
    ARABIC = "ar"
    FRENCH = "fr"
    RUSSIAN = "ru"
    PORTUGUESE = "pt"
    POLISH = "pl"


RIGHT_TO_LEFT = frozenset({Language.ARABIC})
_SPELLINGS = {Language.ENGLISH: "en_GB"}
"""Where lists are joined otherwise than the bare language has it."""


def system_language() -> Language:
    """Return the language of the system's messages, if a rulebook can be had in it; else English."""
    told = next((value for name in _VARIABLES if (value := os.environ.get(name))), "")
    code = told.partition("_")[0].partition(".")[0].lower()
    return Language(code) if code in set(Language) else Language.ENGLISH


_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")


def catalogue_path(language: Language) -> Path:
    """Return the file that holds a language's messages; English has none."""
    return LOCALES / language.value / "LC_MESSAGES" / f"{DOMAIN}.po"


@cache
def _catalogue(language: Language) -> gettext.NullTranslations:
    """Return the messages of a language, compiled in memory; what is not translated stays English."""
    from babel.messages.mofile import write_mo  # noqa: PLC0415 - only where another language is asked for
    from babel.messages.pofile import read_po  # noqa: PLC0415

    path = catalogue_path(language)
    if not path.is_file():
        return gettext.NullTranslations()
    compiled = BytesIO()
    with path.open("rb") as file:
        write_mo(compiled, read_po(file, locale=language.value, domain=DOMAIN))
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


@dataclass(frozen=True, slots=True)
class Voice:
    """Says things in one language."""

    language: Language = Language.ENGLISH

    @property
    def _messages(self) -> gettext.NullTranslations:
        return _catalogue(self.language)

    @property
    def is_right_to_left(self) -> bool:
        """Tell whether the language is written from right to left."""
        return self.language in RIGHT_TO_LEFT

    def gettext(self, message: str, **values: Value) -> str:
        """Return a message, its placeholders filled in."""
        return self._messages.gettext(message).format(**values)

    def pgettext(self, context: str, message: str, **values: Value) -> str:
        """Return a message that means something else in other contexts."""
        return self._messages.pgettext(context, message).format(**values)

    def ngettext(self, singular: str, plural: str, count: int, **values: Value) -> str:
        """Return a message in the form that goes with `count`, which it may name as `{count}`."""
        return self._messages.ngettext(singular, plural, count).format(count=count, **values)

    def npgettext(self, context: str, singular: str, plural: str, count: int) -> str:
        """Return a message of a context in the form that goes with `count`."""
        return self._messages.npgettext(context, singular, plural, count).format(count=count)

    def text_of_profile(self, context: str, text: str) -> str:
        """Return a text out of a profile: translated if a shipped one has it, else as its author wrote it."""
        return self._messages.pgettext(context, text)

    def points(self, points: Number) -> str:
        """Return "10 points", "1 point", "12½ points"."""
        if isinstance(points, int):
            # L10n: What a bonus, an award or a card is worth, such as "10 points".
            return self.npgettext("worth", "{count} point", "{count} points", points)
        # L10n: As "{count} points", where the number is no whole one: "12½ points".
        return self.pgettext("worth, a fraction", "{number} points", number=format_number(points))

    def every(self, parts: Sequence[str]) -> str:
        """Return "a, b and c"."""
        return self._listed(parts, "standard")

    def some(self, parts: Sequence[str]) -> str:
        """Return "a, b or c"."""
        return self._listed(parts, "or")

    def series(self, parts: Sequence[str]) -> str:
        """Return longer parts one after the other: "a; b; c"."""
        # L10n: Joins the entries of a longer list: "aces: 1; from 2 to 10: the number on the card".
        return "".join(part if not place else self.pgettext("joins", "; ") + part for place, part in enumerate(parts))

    def _listed(self, parts: Sequence[str], style: str) -> str:
        from babel.lists import format_list  # noqa: PLC0415 - loaded when it is needed

        locale = _SPELLINGS.get(self.language, self.language.value)
        return format_list(parts, style=style, locale=locale)  # type: ignore[arg-type] # babel wants a literal


def calculation(numbers: Iterable[str]) -> str:
    """Return "6 + 6 + 4", which is not broken between two lines."""
    return "\N{NO-BREAK SPACE}+\N{NO-BREAK SPACE}".join(numbers)


def sentence(text: str) -> str:
    """Return a text with a capital first letter, where its script has capitals."""
    return text[:1].upper() + text[1:]
