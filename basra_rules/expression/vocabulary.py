"""Every name of the expression language: the one table that checker, messages and documentation read.

A name says what kind of thing it is and what of a situation it looks at; from the latter follows
where it may be used (`Scope`).  A name may stand twice, once for each kind: `numeric` is a truth
about the captured cards, and a pattern.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from basra_rules.errors import Meant, one_of, write
from basra_rules.nearness import affirmed, is_surely, nearest

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from basra_rules.errors import Span


class Scope(StrEnum):
    """What an expression can see: the played card alone, also floor and history, or the whole play."""

    CARD = "card"
    FLOOR = "floor"
    PLAY = "play"


class Kind(StrEnum):
    """What a name stands for."""

    TRUTH = "truth"
    NUMBER = "number"
    PATTERN = "pattern"
    ONE_CARD = "one card"
    CARDS = "set of cards"
    QUANTIFIER = "quantifier"
    FUNCTION = "function"
    KEYWORD = "keyword"


class Reads(StrEnum):
    """What of a situation a name looks at, in the words of a message: "`sum` speaks of …"."""

    NOTHING = "nothing"
    CARD = "the played card"
    FLOOR = "the cards on the floor"
    TOP = "the top of the floor"
    HISTORY = "the play before"
    CAPTURED = "the captured cards"
    END = "the end of the deal"


_SCOPES = {
    Reads.NOTHING: Scope.CARD,
    Reads.CARD: Scope.CARD,
    Reads.FLOOR: Scope.FLOOR,
    Reads.TOP: Scope.FLOOR,
    Reads.HISTORY: Scope.FLOOR,
    Reads.CAPTURED: Scope.PLAY,
    Reads.END: Scope.PLAY,
}
_WIDTH = {Scope.CARD: 0, Scope.FLOOR: 1, Scope.PLAY: 2}


@dataclass(frozen=True, slots=True)
class Name:
    """One name: what it is, what it looks at, what it means, and what people write instead of it.

    `within` is the function inside whose brackets alone the name is known.
    """

    name: str
    kind: Kind
    reads: Reads
    meaning: str
    also: tuple[str, ...] = ()
    within: str = ""

    @property
    def scope(self) -> Scope:
        """Return the narrowest scope in which the name is known."""
        return _SCOPES[self.reads]

    def is_known_in(self, scope: Scope) -> bool:
        """Tell whether an expression that sees `scope` may use the name."""
        return _WIDTH[self.scope] <= _WIDTH[scope]


EQUAL_GROUPS = "equal_groups"
TABLE_PREFIX = "card."

_PHRASES = {
    phrase: (right, meaning)
    for right, meaning, phrases in (
        (
            "not previous.trailed",
            "the play before captured, or there was none",
            ("previous.captured", "previous.captures", "previous.capture", "previous.took", "previous.not_trailed"),
        ),
        (
            "floor.count == 0",
            "no card lay on the floor before the play",
            ("floor.empty", "floor.is_empty", "empty_floor", "floor_empty", "empty"),
        ),
    )
    for phrase in phrases
}
"""What is said by several words though people write one: what to write, and what it means."""

NAMES: tuple[Name, ...] = (
    # what `is` speaks of
    Name("card", Kind.ONE_CARD, Reads.CARD, "the played card", ("played", "played_card", "cards", "suit", "card.suit")),
    Name("floor.top", Kind.ONE_CARD, Reads.TOP, "the last card of a pile on the floor", ("top",)),
    Name("captured", Kind.CARDS, Reads.CAPTURED, "the cards that the play captures", ("captures", "capture", "taken")),
    Name("floor", Kind.CARDS, Reads.FLOOR, "the cards on the floor before the play", ("table", "board", "pool")),
    Name("all", Kind.QUANTIFIER, Reads.NOTHING, "every card of a set, which also holds of no cards", ("every", "each")),
    Name("any", Kind.QUANTIFIER, Reads.NOTHING, "at least one card of a set", ("some",)),
    # patterns
    Name("numeric", Kind.PATTERN, Reads.NOTHING, "every card that has a capture value", ("number", "numerical")),
    Name("any", Kind.PATTERN, Reads.NOTHING, "every card", ("every", "anything")),
    Name("none", Kind.PATTERN, Reads.NOTHING, "no card", ("nothing", "never")),
    Name("card.rank", Kind.PATTERN, Reads.CARD, "every card of the played card's rank", ("rank", "same_rank")),
    # truths
    Name("sweep", Kind.TRUTH, Reads.CAPTURED, "the floor was not empty and all of it is captured", ("basra", "clear")),
    Name("numeric", Kind.TRUTH, Reads.CAPTURED, "every captured card has a capture value", ("captured.numeric",)),
    Name("floor.numeric", Kind.TRUTH, Reads.FLOOR, "every card on the floor has a capture value"),
    Name("previous.trailed", Kind.TRUTH, Reads.HISTORY, "the play before in this deal captured nothing", ("trailed",)),
    Name("last_card", Kind.TRUTH, Reads.END, "no card is left in any hand or in the stock after this play", ("last",)),
    # numbers
    Name("sum", Kind.NUMBER, Reads.CAPTURED, "the capture values of the captured cards together", ("captured.sum",)),
    Name("count", Kind.NUMBER, Reads.CAPTURED, "how many cards are captured", ("captured.count", "length", "size")),
    Name("floor.count", Kind.NUMBER, Reads.FLOOR, "how many cards lay on the floor before the play", ("floor.size",)),
    Name("floor.sum", Kind.NUMBER, Reads.FLOOR, "the capture values of the cards on the floor together"),
    Name(
        "previous.floor_count",
        Kind.NUMBER,
        Reads.HISTORY,
        "how many cards lay on the floor before the play before",
        ("previous.count", "previous.floor.count"),
    ),
    Name("card.value", Kind.NUMBER, Reads.CARD, "the capture value of the played card, 0 if it has none", ("value",)),
    # the one function
    Name(
        EQUAL_GROUPS,
        Kind.FUNCTION,
        Reads.CAPTURED,
        "the captured cards, all numeric, can be parted into groups with one common total, so that it holds",
        ("groups_of",),
    ),
    Name("groups", Kind.NUMBER, Reads.CAPTURED, "how many groups there are", ("count",), within=EQUAL_GROUPS),
    Name("total", Kind.NUMBER, Reads.CAPTURED, "what each group sums to", ("sum",), within=EQUAL_GROUPS),
    # words that join
    Name("or", Kind.KEYWORD, Reads.NOTHING, "at least one side holds"),
    Name("and", Kind.KEYWORD, Reads.NOTHING, "both sides hold"),
    Name("not", Kind.KEYWORD, Reads.NOTHING, "what follows does not hold"),
    Name("is", Kind.KEYWORD, Reads.NOTHING, "the card, or the cards, match the pattern that follows", ("are",)),
)


def find(name: str, *kinds: Kind) -> Name | None:
    """Return the entry of `name` among `kinds`, or among all where none is given."""
    for entry in NAMES:
        if entry.name == name and (not kinds or entry.kind in kinds):
            return entry
    return None


def names_of(*kinds: Kind, scope: Scope = Scope.PLAY, within: str = "") -> tuple[Name, ...]:
    """Return the names of `kinds` that an expression of `scope` knows, in the order of the table."""
    return tuple(
        entry for entry in NAMES if entry.kind in kinds and entry.within == within and entry.is_known_in(scope)
    )


def table_names(tables: Collection[str]) -> tuple[Name, ...]:
    """Return the names that named tables add: `card.worth` for the table `worth`."""
    return tuple(
        Name(TABLE_PREFIX + table, Kind.NUMBER, Reads.CARD, f"what the table `{table}` gives the played card", (table,))
        for table in sorted(tables)
    )


def suggest(span: Span, name: str, entries: Sequence[Name]) -> Meant:
    """Return what to say of the unknown `name` at `span`: the entry most likely meant, with its meaning, or all."""
    said = _said_otherwise(name, entries)
    if said is not None:
        right, meaning = said
        return Meant(f"did you mean `{right}`? ({meaning})", (), (write(span, right, certain=False),))
    spellings = {also: entry for entry in reversed(entries) for also in entry.also}
    spellings |= {entry.name: entry for entry in reversed(entries)}
    meant = nearest(name, spellings)
    if meant is None:
        return Meant("expected " + one_of(list(dict.fromkeys(entry.name for entry in entries))))
    entry = spellings[meant]
    sure = meant == entry.name and is_surely(name, meant, spellings)
    return Meant(f"did you mean `{entry.name}`? ({entry.meaning})", (), (write(span, entry.name, certain=sure),))


def _said_otherwise(name: str, entries: Sequence[Name]) -> tuple[str, str] | None:
    """Return what to write instead of a name that several words say, such as `not sweep`, and what it means."""
    truths = {entry.name: entry for entry in entries if entry.kind is Kind.TRUTH}
    phrase = nearest(name, _PHRASES) if truths else None
    if phrase is not None and is_surely(name, phrase, {*_PHRASES, *truths}):
        return _PHRASES[phrase]
    denied = {entry.name: entry for entry in reversed(entries) if entry.kind in (Kind.TRUTH, Kind.PATTERN)}
    for rest in affirmed(name):
        meant = nearest(rest, denied)
        if meant is not None and (meant == rest or is_surely(rest, meant, denied)):
            return f"not {meant}", f"`{meant}`: {denied[meant].meaning}"
    return None
