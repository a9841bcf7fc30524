"""What seats and sides are called, as the person at the keyboard sees them round the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from basra_rules.profile.vocabulary import Direction

if TYPE_CHECKING:
    from basra_rules.engine.state import Seat, Side
    from basra_rules.rules.model import Rules

_ROUND_THE_TABLE = {2: ("opponent",), 3: ("left", "right"), 4: ("left", "opposite", "right")}


@dataclass(frozen=True, slots=True)
class Names:
    """A name for each seat and each side; `you` is the seat of the person, if one plays."""

    seats: tuple[str, ...]
    sides: tuple[str, ...]
    you: Seat | None

    def seat(self, seat: Seat) -> str:
        """Return what the seat is called."""
        return self.seats[seat]

    def side(self, side: Side) -> str:
        """Return what the side is called."""
        return self.sides[side]


def name_seats(rules: Rules, players: int, you: Seat | None) -> Names:
    """Return the names at a table of `players`, seen from seat `you`; of bots alone, by number."""
    seats = _bots(players) if you is None else _seen_from(rules, players, you)
    count = rules.seats.sides(players)
    sides = tuple(" + ".join(_your_side_first(seats[side::count])) for side in range(count))
    return Names(seats, sides, you)


def _bots(players: int) -> tuple[str, ...]:
    return tuple(f"bot {number}" for number in range(1, players + 1))


def _seen_from(rules: Rules, players: int, you: Seat) -> tuple[str, ...]:
    others = _ROUND_THE_TABLE[players]
    if rules.seats.direction is Direction.ANTICLOCKWISE and players > 2:
        others = others[::-1]
    if rules.seats.sides(players) < players:
        others = tuple("partner" if name == "opposite" else name for name in others)
    in_turn_order = ("you", *others)
    return tuple(in_turn_order[(seat - you) % players] for seat in range(players))


def _your_side_first(names: tuple[str, ...]) -> list[str]:
    return sorted(names, key=lambda name: name != "you")


def count_of(number: int, noun: str) -> str:
    """Return "1 card", "4 cards"."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def listed(names: tuple[str, ...]) -> str:
    """Return names as a list for a sentence."""
    if len(names) <= 1:
        return "".join(names)
    return ", ".join(names[:-1]) + " and " + names[-1]
