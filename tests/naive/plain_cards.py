"""Cards as strings, and the two searches on which every naive reading stands.

A card is its name, `7♦`.  Nothing here knows the engine, and nothing here is clever: subsets are listed one
by one, and groups are looked for by trying everything.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = ("♣", "♦", "♥", "♠")
SEVEN_OF_DIAMONDS = "7♦"


def rank(card: str) -> str:
    return card[:-1]


def full_deck() -> list[str]:
    return [r + s for r in RANKS for s in SUITS]


PIPS = {"A": 1, **{str(number): number for number in range(2, 11)}, "J": 0, "Q": 0, "K": 0}


def pips(card: str) -> int:
    """A counts 1, 2 to 10 their pips, J Q K nothing (0): the written rules, "Capture values"."""
    return PIPS[card[:-1]]


def subsets(cards: Iterable[str]) -> Iterator[frozenset[str]]:
    """All subsets with at least one card, one by one."""
    cards = sorted(cards)
    for size in range(1, len(cards) + 1):
        yield from map(frozenset, combinations(cards, size))


def splits(values: Sequence[int], total: int, smallest: int) -> bool:
    """Can all of `values` be parted into groups of `smallest` or more that each come to `total`?"""
    if not values:
        return True
    first, others = values[0], range(1, len(values))
    for size in range(smallest - 1, len(values)):
        for chosen in combinations(others, size):
            rest = [values[i] for i in others if i not in chosen]
            if first + sum(values[i] for i in chosen) == total and splits(rest, total, smallest):
                return True
    return False
