"""The rulebook as what it says, before it is laid out: sections of statements, examples and notes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


DASH = "\N{NO-BREAK SPACE}– "
"""Stands between what is spoken of and what is said of it; no line starts with it."""


@dataclass(frozen=True, slots=True)
class Statement:
    """One thing that the rules say.

    `keys` are the profile's keys that it tells of.  `term` is what is spoken of, where it has a name;
    `parts` stand below it, as a list.  `notes` are numbers of notes, counted from 1.
    """

    text: str
    keys: tuple[str, ...] = ()
    term: str = ""
    parts: tuple[Statement, ...] = ()
    notes: tuple[int, ...] = ()

    @property
    def words(self) -> str:
        """Return all that it says, as one text."""
        own = f"{self.term}{DASH}{self.text}" if self.term else self.text
        return " ".join([own, *(part.words for part in self.parts)])


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and what stands below it; `areas` are the profile's areas that it tells of."""

    heading: str
    statements: tuple[Statement, ...]
    areas: tuple[str, ...] = ()
    numbered: bool = False


@dataclass(frozen=True, slots=True)
class Rulebook:
    """All that is told of a profile, in one language."""

    title: str
    lines: tuple[str, ...]
    sections: tuple[Section, ...]
    language: str = "en"
    direction: str = "ltr"
    foot: str = field(default="")

    @property
    def statements(self) -> Iterator[Statement]:
        """Yield every statement of every section."""
        for section in self.sections:
            yield from section.statements
