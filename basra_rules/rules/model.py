"""The compiled rules: what the engine obeys.  Nothing in here, and nothing that reads it, knows a game.

Everything that depends only on the card played is worked out beforehand, one entry for each of
the 52 cards.  Conditions and points are functions of a `Situation`; `None` stands for a condition
that always holds.  Every rule keeps its `Clause`: what it is called and where it was written; and
those that ask something keep the trees of what they ask, for who explains or compiles them further.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from basra_rules.cards import CardSet
    from basra_rules.errors import Span
    from basra_rules.exact import Number
    from basra_rules.expression.situation import DeckTables, Situation
    from basra_rules.expression.tree import Condition as ConditionTree
    from basra_rules.expression.tree import NumberTree
    from basra_rules.profile.vocabulary import (
        Direction,
        Groups,
        IfNobody,
        KeptOff,
        Leader,
        Leftover,
        NextDealer,
        Obligation,
        Refill,
        Remainder,
        TiePolicy,
    )

Test: TypeAlias = Callable[["Situation"], bool]
Amount: TypeAlias = Callable[["Situation"], "Number"]


@dataclass(frozen=True, slots=True)
class Clause:
    """A rule as written: its key (`bonuses.basra`), its words, its place, its source if given."""

    key: str
    text: str
    span: Span | None = None
    source: str = ""


@dataclass(frozen=True, slots=True)
class Whole:
    """Floor cards that a way takes whole: every one of `cards`."""

    cards: CardSet
    when: Test | None
    clause: Clause
    when_tree: ConditionTree | None = None


@dataclass(frozen=True, slots=True)
class Pick:
    """Floor cards of which a way takes exactly one, the player's choice, where there is one."""

    cards: CardSet
    when: Test | None
    clause: Clause
    when_tree: ConditionTree | None = None


@dataclass(frozen=True, slots=True)
class Grouping:
    """Disjoint groups of numeric floor cards that the player may add, each totalling `total`.

    A group has at least `smallest` cards; `single` allows one group only.
    """

    total: Number
    smallest: int
    single: bool
    when: Test | None
    clause: Clause
    when_tree: ConditionTree | None = None


@dataclass(frozen=True, slots=True)
class Ways:
    """All ways that admit one played card, by kind, each kind in the order of the file."""

    wholes: tuple[Whole, ...]
    picks: tuple[Pick, ...]
    groupings: tuple[Grouping, ...]


@dataclass(frozen=True, slots=True)
class Bonus:
    """A bonus as it stands for one played card; `points` is a number where it is the same always.

    `index` is its place among all bonuses of the profile; `instead_of` names a bonus that does
    not score where this one does.  `condition` is the tree behind `when`, for explanations.  `needs_sweep`:
    it is plain from `when` that only a sweep scores.
    """

    name: str
    label: str
    index: int
    when: Test | None
    points: Number | Amount
    instead_of: str | None
    condition: ConditionTree
    clause: Clause
    points_tree: NumberTree | None = None
    needs_sweep: bool = False


@dataclass(frozen=True, slots=True)
class Award:
    """Points for captured cards of a kind, counted after the deal.

    `at_least` None: to the side with the most; a number: to every side with that many.
    """

    name: str
    label: str
    counts: CardSet
    at_least: int | None
    points: Number
    if_nobody: IfNobody
    clause: Clause


@dataclass(frozen=True, slots=True)
class Seats:
    """How many may play, and how they sit."""

    players: tuple[int, ...]
    partners: bool
    direction: Direction

    def sides(self, players: int) -> int:
        """Return how many sides `players` seats make: partners sit opposite each other."""
        return 2 if self.partners and players == 4 else players


@dataclass(frozen=True, slots=True)
class Dealing:
    """How the cards come to the seats and to the floor; `keep_off_top` speaks of the last card.

    `redeal`: so many of these cards on the floor as first dealt make the deal void.
    """

    packet: int
    singly: bool
    floor: int
    hidden: int
    keep_off: CardSet
    keep_off_top: CardSet
    kept_off_go: KeptOff
    refill: Refill
    leader: Leader
    next_dealer: NextDealer
    remainder: Remainder
    redeal: tuple[tuple[CardSet, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Capture:
    """What a card takes; `ways` has 52 places, indexed by the played card."""

    pile: bool
    obligation: Obligation
    groups: Groups
    ways: tuple[Ways, ...]
    conditional: bool  # whether some way asks more than which cards lie on the floor
    obligation_clause: Clause
    groups_clause: Clause


@dataclass(frozen=True, slots=True)
class Scoring:
    """What is counted after the deal; `cards` has 52 places, the points of each captured card."""

    cards: tuple[Number, ...]
    awards: tuple[Award, ...]
    leftover: Leftover


@dataclass(frozen=True, slots=True)
class MatchRules:
    """When a match ends; `extend` is how far the target rises where `tie` says so."""

    target: Number
    tie: TiePolicy
    extend: Number
    games_to_win: int = 1
    clauses: tuple[Clause, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """A profile, compiled; what is worked out of them further is kept by which rules they are, not by how they look.

    `bonus_names` are all that the profile has, those that are off too.

    `bonuses` has 52 places, indexed by the played card: those bonuses that can score with it.
    """

    name: str
    title: str
    seats: Seats
    deck: CardSet
    tables: DeckTables
    dealing: Dealing
    capture: Capture
    bonuses: tuple[tuple[Bonus, ...], ...]
    scoring: Scoring
    match: MatchRules
    bonus_names: tuple[str, ...] = ()
