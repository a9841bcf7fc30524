"""What each card can do, as plans and programs of the kernel's table."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import lcm
from typing import TYPE_CHECKING, TypeAlias

from basra_rules.cards import CARDS, FULL_DECK, card_set
from basra_rules.errors import InvariantError
from basra_rules.profile.vocabulary import Groups
from basra_rules.rules.model import Grouping, Pick, Whole
from basra_rules.simulation.kernel import places
from basra_rules.simulation.programs import ProgramWriter

if TYPE_CHECKING:
    from collections.abc import Sequence

    from basra_rules.cards import Card
    from basra_rules.exact import Number
    from basra_rules.expression.tree import Condition, NumberTree
    from basra_rules.rules.model import Bonus, Rules
    from basra_rules.simulation.count_table import CountTable

    Way: TypeAlias = Whole | Pick | Grouping

MOST_CONDITIONS = 8
"""So many ways of one card may ask a condition; beyond, the readable engine plays."""


@dataclass(frozen=True, slots=True)
class Scales:
    """What capture values and points are multiplied by, so that they are whole numbers."""

    values: int
    points: int

    def value(self, number: Number | None) -> int:
        """Return a capture value, or a total of some, as the kernel counts it."""
        return int((number or 0) * self.values)

    def of_points(self, number: Number) -> int:
        """Return points as the kernel counts them."""
        return int(number * self.points)


def scales_of(rules: Rules) -> Scales:
    """Return the scales on which every number of the rules is whole."""
    values = [value for value in rules.tables.values if value is not None]
    values += [grouping.total for ways in rules.capture.ways for grouping in ways.groupings]
    value_scale = lcm(*(number.denominator for number in values))
    points = [*rules.scoring.cards, rules.match.target, rules.match.extend]
    points += [award.points for award in rules.scoring.awards]
    denominators = [number.denominator for number in points]
    for card, bonuses in zip(CARDS, rules.bonuses, strict=True):
        writer = ProgramWriter([], rules.tables, card, value_scale)
        denominators += [_denominator(writer, bonus) for bonus in bonuses]
    return Scales(value_scale, lcm(*denominators))


def _denominator(writer: ProgramWriter, bonus: Bonus) -> int:
    if callable(bonus.points):
        return writer.number(points_tree(bonus)).denominator
    return bonus.points.denominator


def points_tree(bonus: Bonus) -> NumberTree:
    """Return the tree of points that depend on the play."""
    if bonus.points_tree is None:
        raise InvariantError(f"the bonus `{bonus.name}` has no tree of its points")
    return bonus.points_tree


def _tree(way: Way) -> Condition:
    if way.when_tree is None:
        raise InvariantError(f"`{way.clause.key}` has no tree of its condition")
    return way.when_tree


@dataclass(slots=True)
class PlanWriter:
    """Writes what cards can do: fixed plans at their places in `words`, all else at its end.

    `widest` is the greatest number that a program can come upon, `most_points` the most that a bonus gives.
    """

    rules: Rules
    scales: Scales
    words: list[int]
    widest: int = 0
    most_points: int = 0
    counts: CountTable | None = None
    _shared: dict[tuple[int, ...], int] = field(default_factory=dict)
    _groups: dict[tuple[Number, int], int] = field(default_factory=dict)

    def write_card(self, card: Card) -> None:
        """Write the plan of `card` and the programs of its bonuses."""
        at = places.PLANS + places.PLAN_SIZE * card
        plan = self._card_plan(card)
        self.words[at : at + len(plan)] = plan
        for which, sweep in ((places.SWEEP_PROGRAM, True), (places.OTHER_PROGRAM, False)):
            self.words[at + which], self.words[at + which + places.NEVER] = self._bonus_program(card, sweep=sweep)

    def _writer(self, card: Card, *, sweep: bool | None) -> ProgramWriter:
        return ProgramWriter(self.words, self.rules.tables, card, self.scales.values, sweep)

    def _append(self, words: Sequence[int]) -> int:
        self.words += words
        return len(self.words) - len(words)

    # ways

    def _card_plan(self, card: Card) -> Sequence[int]:
        """Return the plan of a card: what its ways do, or do if all conditions are false, and the conditions."""
        ways = self.rules.capture.ways[card]
        every: list[Way] = [*ways.wholes, *ways.picks, *ways.groupings]
        asking = [way for way in every if way.when is not None]
        if len(asking) > MOST_CONDITIONS:
            # all of the floor is in question: whenever a card lies there, the kernel stops
            return 0, FULL_DECK, FULL_DECK, 0, places.BEYOND, 0, 0, 0, 0
        plan = self._plan([way for way in every if way.when is None])
        if not asking:
            return *plan, 0, 0
        programs = [self._way_program(way, card) for way in asking]
        plans = [self._answered_plan(every, asking, answers) for answers in range(1 << len(asking))]
        never = FULL_DECK
        for way in asking:
            never &= self._writer(card, sweep=None).excluded(_tree(way))
        return *plan, self._append([len(programs), *programs, *plans]), never

    def _way_program(self, way: Way, card: Card) -> int:
        writer = self._writer(card, sweep=None)
        start = len(self.words)
        writer.condition(_tree(way))
        writer.end()
        self.widest = max(self.widest, writer.widest)
        return start

    def _answered_plan(self, every: list[Way], asking: list[Way], answers: int) -> int:
        """Return where the plan stands of those ways that apply by `answers`, a bit for each that asks."""
        off = {id(way) for place, way in enumerate(asking) if not answers >> place & 1}
        plan = tuple(self._plan([way for way in every if id(way) not in off]))
        if plan not in self._shared:
            self._shared[plan] = self._append(plan)
        return self._shared[plan]

    def _plan(self, ways: Sequence[Way]) -> Sequence[int]:
        must = 0
        for way in ways:
            if isinstance(way, Whole):
                must |= way.cards
        picks = [way for way in ways if isinstance(way, Pick)]
        groupings = [way for way in ways if isinstance(way, Grouping) and way.total > 0]
        if not picks and not groupings:
            return must, 0, 0, 0, places.CHOSEN_GROUPS, 0, 0
        if len(picks) == 1 and not groupings:
            return must, picks[0].cards, picks[0].cards, 0, places.ONE_CARD, 0, 0
        maximal = self.rules.capture.groups is Groups.MAXIMAL
        if not picks and len(groupings) == 1 and groupings[0].smallest <= 2 and not maximal:
            return self._plain_plan(must, groupings[0])
        may = self._pickable(picks, groupings)
        masks = [pick.cards for pick in picks]
        totals = [word for grouping in groupings for word in self._grouping(grouping)]
        detail = self._append([len(picks), *masks, len(groupings), *totals])
        return must, may, may, 0, places.LISTED, detail, 0

    def _plain_plan(self, must: int, grouping: Grouping) -> Sequence[int]:
        may = self._admitted(grouping)
        total = self.scales.value(grouping.total)
        values = [self._value(card) for card in CARDS if may >> card & 1]
        alone = card_set(card for card in CARDS if may >> card & 1 and self._value(card) == total)
        kind = places.ONE_GROUP if grouping.single else places.CHOSEN_GROUPS
        lift = (64 - total) * places.EIGHT if 6 * max(values, default=0) < 64 and total < 64 else 0
        return must, may, alone, total, kind, self._listed_groups(grouping), lift

    def _listed_groups(self, grouping: Grouping) -> int:
        """Return where the groups are listed that `grouping` makes, as counts by value; 0 where they are not."""
        if self.counts is None:
            return 0
        key = grouping.total, grouping.smallest
        if key not in self._groups:
            groups = self.counts.groups(grouping)
            self._groups[key] = self._append([len(groups) // places.GROUPS_AT_ONCE, *groups]) if groups else 0
        return self._groups[key]

    def _pickable(self, picks: Sequence[Pick], groupings: Sequence[Grouping]) -> int:
        may = 0
        for pick in picks:
            may |= pick.cards
        for grouping in groupings:
            may |= self._admitted(grouping)
        return may

    def _admitted(self, grouping: Grouping) -> int:
        """Return the cards that can be in a group."""
        most = self.scales.value(grouping.total) - (0 if grouping.smallest <= 1 else 1)
        return card_set(card for card in CARDS if 0 < self._value(card) <= most)

    def _value(self, card: Card) -> int:
        return self.scales.value(self.rules.tables.values[card])

    def _grouping(self, grouping: Grouping) -> tuple[int, int, int]:
        return self.scales.value(grouping.total), grouping.smallest, int(grouping.single)

    # bonuses

    def _bonus_program(self, card: Card, *, sweep: bool) -> tuple[int, int]:
        """Write the bonuses of `card` for a play that sweeps, or does not; return where, 0 if none can score.

        And cards of which one captured is enough that none scores.
        """
        writer = self._writer(card, sweep=sweep)
        bonuses = [bonus for bonus in self.rules.bonuses[card] if writer.settled(bonus.condition) is not False]
        if not bonuses:
            return 0, 0
        start = len(self.words)
        never = FULL_DECK
        for bonus in bonuses:
            never &= writer.excluded(bonus.condition)
            self._write_bonus(writer, bonus)
        writer.end()
        self.widest = max(self.widest, writer.widest)
        return start, never

    def _write_bonus(self, writer: ProgramWriter, bonus: Bonus) -> None:
        hole = None
        if writer.settled(bonus.condition) is None:
            writer.condition(bonus.condition)
            hole = writer.skip_unless()
        if callable(bonus.points):
            found = writer.scaled(points_tree(bonus), self.scales.points)
        else:
            found = writer.whole(self.scales.of_points(bonus.points))
        writer.hold(bonus.index)
        if hole is not None:
            writer.land(hole)
        self.most_points = max(self.most_points, abs(found.low), abs(found.high))
