"""Something that two profiles deal or count differently, in words and as scenarios."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CountParting:
    """What is dealt or counted, what each side's rules make of it, and the same as scenarios that each passes alone.

    `rules` are those that show in it.  A scenario is None where none can say it, as for cards that are not in a deck.
    """

    rules: tuple[str, ...]
    what: str
    one: str
    other: str
    scenarios: tuple[str | None, str | None]
