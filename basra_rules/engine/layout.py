"""How the floor looks to one played card, and how sets of floor cards are packed into one number.

Floor cards that the rules can't tell apart are of one class: the same capture value, and open to the
same picks.  A set of cards matters only by how many it has of each class.  These counts stand in one
integer, the vector: a field for each class, the lowest value in the lowest bits, with a spare bit on
top of each field (the guard), and above all fields the number of cards.  So vectors add up, compare
field by field in one subtraction, and sort by number of cards first, then by the highest values.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache, reduce
from math import lcm
from operator import or_
from typing import TYPE_CHECKING, TypeAlias

from basra_rules.cards import cards_of
from basra_rules.engine.table import is_last_play
from basra_rules.expression.situation import Situation
from basra_rules.profile.vocabulary import Groups
from basra_rules.rules.model import Ways

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from basra_rules.cards import Card, CardSet
    from basra_rules.engine.state import TableLike
    from basra_rules.rules.model import Grouping, Pick, Rules, Test, Whole

Vector: TypeAlias = int
Counts: TypeAlias = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GroupRule:
    """A grouping with its total as a whole number, on the scale of the layout's values."""

    total: int
    smallest: int
    single: bool

    def admits(self, value: int) -> bool:
        """Tell whether a card of this value can be in a group."""
        return value < self.total or (value == self.total and self.smallest <= 1)


@dataclass(frozen=True, slots=True)
class CardClass:
    """Cards that the rules can't tell apart; `value` 0: in no group."""

    cards: CardSet
    value: int
    shift: int
    picks: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """What a played card can do with any floor, by the ways that apply.

    `whole` are the cards taken if they lie there, `scope` those that a pick or a group may take,
    `weights` what each of the 52 cards adds to a vector.  `guards`, `fields` and `idle` are masks: the
    spare bits, all fields, those of cards that are in no group.
    """

    whole: CardSet
    scope: CardSet
    reach: CardSet
    picks: tuple[CardSet, ...]
    groups: tuple[GroupRule, ...]
    maximal: bool
    classes: tuple[CardClass, ...]
    weights: tuple[Vector, ...]
    width: int
    guards: Vector
    fields: Vector
    idle: Vector

    @property
    def half(self) -> int:
        """Return the guard bit of the lowest field."""
        return 1 << self.width - 1

    @property
    def count_shift(self) -> int:
        """Return where the number of cards stands in a vector."""
        return self.width * len(self.classes)

    def pack(self, cards: CardSet) -> Vector:
        """Return the vector of `cards`; those outside the scope don't count."""
        weights = self.weights
        vector = 0
        while cards:
            low = cards & -cards
            vector += weights[low.bit_length() - 1]
            cards ^= low
        return vector

    def counts(self, vector: Vector) -> Counts:
        """Return how many cards of each class there are."""
        mask = self.half - 1
        return tuple([vector >> one.shift & mask for one in self.classes])

    def slack(self, capacity: Vector) -> Vector:
        """Return what to add to a vector so that a guard rises where it exceeds `capacity`."""
        return (self.guards - (self.guards >> self.width - 1)) - (capacity & self.fields)

    def fits(self, vector: Vector, capacity: Vector) -> bool:
        """Tell whether `vector` has at most as many of each class as `capacity`."""
        return not (vector + self.slack(capacity)) & self.guards

    def beyond(self, vector: Vector, other: Vector) -> Vector:
        """Return what `vector` has of each class beyond what `other` has."""
        difference = (vector & self.fields | self.guards) - (other & self.fields)
        enough = difference & self.guards
        left = difference & (enough - (enough >> self.width - 1))
        return left | sum(self.counts(left)) << self.count_shift

    def top(self, vector: Vector) -> int:
        """Return the place of the highest class of which `vector` has a card; it has one."""
        return ((vector & self.fields).bit_length() - 1) // self.width

    def total(self, vector: Vector) -> int:
        """Return what the cards come to."""
        return sum(one.value * count for one, count in zip(self.classes, self.counts(vector), strict=True))

    def unit(self, place: int) -> Vector:
        """Return the vector of one card of the class at `place`."""
        return 1 << self.classes[place].shift | 1 << self.count_shift


def make_layout(ways: Ways, values: tuple[int, ...], scale: int, deck: CardSet, maximal: bool) -> Layout:
    """Return the layout of a card captured by `ways`; `values` are scaled, 0 for none."""
    groups = tuple(_group_rule(grouping, scale) for grouping in ways.groupings if grouping.total > 0)
    picks = tuple(pick.cards for pick in ways.picks)
    members: dict[tuple[int, tuple[int, ...]], CardSet] = {}
    for card in cards_of(deck):
        value = values[card] if any(rule.admits(values[card]) for rule in groups) else 0
        admitted = tuple(place for place, cards in enumerate(picks) if cards >> card & 1)
        if value or admitted:
            members[value, admitted] = members.get((value, admitted), 0) | 1 << card
    width = max((cards.bit_count() for cards in members.values()), default=0).bit_length() + 1
    classes = tuple(
        CardClass(cards, value, width * place, admitted)
        for place, ((value, admitted), cards) in enumerate(sorted(members.items()))
    )
    whole, scope = _union(way.cards for way in ways.wholes), _union(members.values())
    return Layout(
        whole=whole,
        scope=scope,
        reach=whole | scope,
        picks=picks,
        groups=groups,
        maximal=maximal,
        classes=classes,
        weights=_weights(classes, width),
        width=width,
        guards=sum(1 << one.shift + width - 1 for one in classes),
        fields=(1 << width * len(classes)) - 1,
        idle=sum((1 << width) - 1 << one.shift for one in classes if not one.value),
    )


def _group_rule(grouping: Grouping, scale: int) -> GroupRule:
    return GroupRule(int(grouping.total * scale), grouping.smallest, grouping.single)


def _union(sets: Iterable[CardSet]) -> CardSet:
    return reduce(or_, sets, 0)


def _weights(classes: tuple[CardClass, ...], width: int) -> tuple[Vector, ...]:
    weights = [0] * 52
    for one in classes:
        for card in cards_of(one.cards):
            weights[card] = 1 << one.shift | 1 << width * len(classes)
    return tuple(weights)


class LayoutBook:
    """The layouts of some rules, made when they are first asked for and shared by cards alike."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.scale = _scale(rules)
        self._values = tuple(int((value or 0) * self.scale) for value in rules.tables.values)
        self._tests = tuple(tuple(_tests(ways)) for ways in rules.capture.ways)
        self.fixed: list[Layout | None] = [None] * 52
        self._by_answers: dict[tuple[Card, int], Layout] = {}
        self._by_ways: dict[tuple[object, ...], Layout] = {}

    def layout(self, table: TableLike, card: Card) -> Layout:
        """Return the layout of `card` at `table`."""
        if self._tests[card]:
            return self._conditional_layout(table, card)
        layout = self.fixed[card]
        if layout is None:
            layout = self.fixed[card] = self._make(self.rules.capture.ways[card])
        return layout

    def _conditional_layout(self, table: TableLike, card: Card) -> Layout:
        situation = way_situation(table, card)
        answers = 0
        for place, test in enumerate(self._tests[card]):
            answers |= test(situation) << place
        layout = self._by_answers.get((card, answers))
        if layout is None:
            layout = self._make(applying_ways(self.rules.capture.ways[card], situation))
            self._by_answers[card, answers] = layout
        return layout

    def _make(self, ways: Ways) -> Layout:
        key = (
            tuple(way.cards for way in ways.wholes),
            tuple(pick.cards for pick in ways.picks),
            tuple((grouping.total, grouping.smallest, grouping.single) for grouping in ways.groupings),
        )
        layout = self._by_ways.get(key)
        if layout is None:
            maximal = self.rules.capture.groups is Groups.MAXIMAL
            layout = make_layout(ways, self._values, self.scale, self.rules.deck, maximal)
            self._by_ways[key] = layout
        return layout


def applying_ways(ways: Ways, situation: Situation) -> Ways:
    """Return those of `ways` whose condition holds.

    Source: `capture.ways.*.when`: all ways that admit the played card apply together.
    """
    return Ways(
        tuple(way for way in ways.wholes if way.when is None or way.when(situation)),
        tuple(way for way in ways.picks if way.when is None or way.when(situation)),
        tuple(way for way in ways.groupings if way.when is None or way.when(situation)),
    )


def way_situation(table: TableLike, card: Card) -> Situation:
    """Return what a way's condition is asked about: the open floor, and nothing captured yet."""
    return Situation(
        card,
        captured=0,
        floor=table.face_up,
        top=table.floor[-1] if table.floor else None,
        previous_trailed=table.previous.trailed,
        previous_floor_count=table.previous.floor_count,
        last_card=is_last_play(table, card),
    )


def _tests(ways: Ways) -> Iterator[Test]:
    every: tuple[Whole | Pick | Grouping, ...] = (*ways.wholes, *ways.picks, *ways.groupings)
    for way in every:
        if way.when is not None:
            yield way.when


def _scale(rules: Rules) -> int:
    numbers = [value for value in rules.tables.values if value is not None]
    numbers += [grouping.total for ways in rules.capture.ways for grouping in ways.groupings]
    return lcm(*(number.denominator for number in numbers))


@lru_cache(maxsize=32)
def book_of(rules: Rules) -> LayoutBook:
    """Return the layouts of `rules`; a few rules' books are kept."""
    return LayoutBook(rules)
