"""Where two profiles part in play: for each way or bonus that differs, the smallest position that shows it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from basra_rules.analysis.contrast import Verdict, judge
from basra_rules.analysis.edits import Edit, edited, value_at
from basra_rules.analysis.fingerprint import print_of_bonus, print_of_way
from basra_rules.analysis.floors import sum_of
from basra_rules.analysis.groups import only, without
from basra_rules.analysis.narrowing import differing_bonuses, scored_names
from basra_rules.analysis.reaching import reach, representatives, smallness
from basra_rules.analysis.runs import Ruleset
from basra_rules.analysis.situations import Position, is_reachable, reachable_positions
from basra_rules.analysis.trees import BONUSES, WAYS
from basra_rules.cards import FULL_DECK, cards_of
from basra_rules.engine.bonuses import situation
from basra_rules.engine.captures import find_captures
from basra_rules.engine.legality import refuse
from basra_rules.expression.printing import print_expression
from basra_rules.profile.vocabulary import Groups

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from basra_rules.analysis.effort import Effort
    from basra_rules.analysis.fingerprint import ByCard
    from basra_rules.analysis.situations import Case, Domain
    from basra_rules.cards import CardSet
    from basra_rules.profile.expression_fields import ConditionField
    from basra_rules.rules.model import Rules, Ways

VALUES = "deck.capture_values"
OBLIGATION = "capture.obligation"
GROUPS = "capture.groups"

_MOST_CAPTURES = 20_000
"""So many captures are looked at on larger floors for what other plays there may show."""
_MOST_PLAYS = 2_000
"""After so many plays on larger floors no further card is tried."""
_LARGER = 600
"""What looking at larger floors takes, in positions gone through."""

SAME_PLAY, OTHER_PLAY, OTHER_NAME = 0, 1, 2
"""How well a position shows a bonus that differs: the same play scores otherwise; only one side allows the play;
another bonus gives as much."""


@dataclass(frozen=True, slots=True)
class Parting:
    """A position in which a rule that differs shows, and what both make of it.

    `captured` is the capture in question, None where what may be played differs.  `for_first`: whether the first
    profile gives more, or allows what the other does not; else the other does.
    """

    rule: str
    position: Position
    one: Verdict
    other: Verdict
    captured: CardSet | None
    grade: int
    for_first: bool = True


@dataclass(frozen=True)
class Partings:
    """What two profiles play differently; `size` is how many floor cards were enumerated.

    `shown` has a position for each differing rule that shows at all, and `turned` one for the other profile's good,
    where a rule that both have shows in both directions; `hidden` are rules that say something else, but no position
    was found in which it shows.
    """

    rules: tuple[str, ...]
    shown: Mapping[str, Parting]
    turned: Mapping[str, Parting]
    size: int

    @property
    def hidden(self) -> tuple[str, ...]:
        """Return the rules that differ in words only, as far as was looked."""
        return tuple(rule for rule in self.rules if rule not in self.shown)


def find_partings(domain: Domain, size: int | None = None) -> Partings:
    """Return the smallest position for each way or bonus in which the first two profiles of a domain differ."""
    size = domain.default_size if size is None else size
    search = _Search(domain)
    for position in search.positions(size):
        search.look(position)
        if search.is_over:
            break
    if search.missing:
        search.begin_anew()
        for position in search.larger(size):
            search.look(position)
    return Partings(tuple(search.played), search.found, search.turned, size)


def find_one_parting(domain: Domain, size: int, tried: int, effort: Effort) -> tuple[Parting | None, bool]:
    """Return the first position found in which the first two profiles of a domain differ, and whether all were tried.

    Floors of up to `size` cards are gone through where not all of them were `tried`, and then larger ones looked at,
    as long as the effort lasts.
    """
    search = _Search(domain)
    for position in search.positions(size) if size > tried else ():
        if not effort.spend():
            return None, False
        if found := search.first_at(position):
            return found, True
    for position in search.larger(max(size, tried)) if effort.spend(_LARGER) else ():
        if found := search.first_at(position):
            return found, True
    return None, True


def deciding_ways(domain: Domain, partings: Partings, position: Position) -> tuple[str, ...]:
    """Return, of the rules that differ, those that make what may be captured at a position different."""
    search = _Search(domain)
    return tuple(rule for rule in partings.rules if rule.startswith(WAYS) and search.is_cause(rule, position))


class _Search:
    """Looks at positions until each differing rule has been seen at work."""

    def __init__(self, domain: Domain) -> None:
        self._domain = domain
        self._sides = domain.rules[0], domain.rules[1]
        self._known: dict[tuple[str, bool], Parting] = {}
        self._looked_at = 0
        self.played = dict(self._differing())

    @property
    def found(self) -> dict[str, Parting]:
        """Return the best position for each rule that was seen at work."""
        best: dict[str, Parting] = {}
        for (rule, _), parting in self._known.items():
            if rule not in best or parting.grade < best[rule].grade:
                best[rule] = parting
        return best

    @property
    def turned(self) -> dict[str, Parting]:
        """Return a position in the other direction for rules that show as well in both."""
        others = ((rule, self._known.get((rule, not best.for_first))) for rule, best in self.found.items())
        return {rule: other for rule, other in others if other is not None and other.grade == SAME_PLAY}

    @property
    def missing(self) -> tuple[str, ...]:
        """Return the differing rules that no position has shown yet."""
        found = self.found
        return tuple(rule for rule in self.played if rule not in found)

    @property
    def is_over(self) -> bool:
        """Tell whether nothing better can be found."""
        return not self._open

    @cached_property
    def _open(self) -> Mapping[str, CardSet]:
        """Return the rules that a better position may be found for, with the played cards that may show it."""
        settled = {key for key, parting in self._known.items() if parting.grade == SAME_PLAY}
        return {
            rule: cards
            for rule, cards in self.played.items()
            if sum((rule, direction) in settled for direction in (True, False)) < 1 + (rule in self._both_ways)
        }

    @cached_property
    def _both_ways(self) -> frozenset[str]:
        """Return the rules that both profiles have with other conditions, so that either may give more."""
        one, other = self._domain.profiles[:2]
        shared = (one.bonuses.keys() & other.bonuses.keys(), one.capture.ways.keys() & other.capture.ways.keys())
        bonuses = (name for name in shared[0] if _text(one.bonuses[name].when) != _text(other.bonuses[name].when))
        ways = (
            name for name in shared[1] if _text(one.capture.ways[name].when) != _text(other.capture.ways[name].when)
        )
        return frozenset((*(f"{BONUSES}{name}" for name in bonuses), *(f"{WAYS}{name}" for name in ways)))

    def _differing(self) -> Iterator[tuple[str, CardSet]]:
        """Yield the rules that differ, each with the played cards for which it does."""
        one, other = self._common
        if any(one.tables.values[card] != other.tables.values[card] for card in cards_of(one.deck)):
            yield VALUES, FULL_DECK
        if one.capture.obligation != other.capture.obligation:
            yield OBLIGATION, FULL_DECK
        if one.capture.groups != other.capture.groups and all(_has_groups(rules) for rules in (one, other)):
            yield GROUPS, FULL_DECK
        pairs = list(zip(self._domain.profiles[:2], self._common, strict=True))
        ways = [
            {f"{WAYS}{name}": print_of_way(rules, f"{WAYS}{name}") for name in profile.capture.ways}
            for profile, rules in pairs
        ]
        yield from ((rule, cards) for rule, cards in _unlike(*ways) if not self._is_by_values(rule, ways))
        bonuses = [
            {f"{BONUSES}{name}": print_of_bonus(rules, name) for name in profile.bonuses} for profile, rules in pairs
        ]
        yield from _unlike(*bonuses)

    def _is_by_values(self, way: str, ways: Sequence[Mapping[str, ByCard]]) -> bool:
        """Tell whether a way that both sides have differs in capture values alone."""
        other = self._with_other_values[1]
        if other is None or any(way not in one for one in ways):
            return False
        return print_of_way(replace(other, deck=self._common[0].deck), way) == ways[0][way]

    @cached_property
    def _common(self) -> tuple[Rules, Rules]:
        """Return both rules as they are for the cards that both decks have."""
        deck = self._sides[0].deck & self._sides[1].deck
        return replace(self._sides[0], deck=deck), replace(self._sides[1], deck=deck)

    def positions(self, size: int) -> Iterator[Position]:
        """Yield the small positions in which a differing rule may show, smallest first."""
        played = 0
        for cards in self.played.values():
            played |= cards
        return reachable_positions(self._domain, self._sides, size, played) if played else iter(())

    def larger(self, size: int) -> Iterator[Position]:
        """Yield positions with more floor cards, one for each combination of what either side's rules read.

        Those come first whose play shows a difference by itself, then others on which other plays may, as long as
        what is looked at for that lasts.
        """
        others: list[Case] = []
        for case in self._larger_cases(size):
            if self._is_apart(case):
                yield from self._reachable(case)
            elif self._may_show_beside(case):
                others.append(case)
        for case in sorted(others, key=smallness):
            if not self.missing or self._looked_at > _MOST_CAPTURES:
                return
            yield from self._reachable(case)

    def _larger_cases(self, size: int) -> Iterator[Case]:
        """Yield plays on larger floors of the cards that may show what is missing."""
        gone_through = 0
        for card in representatives(self._domain):
            alike = self._domain.classes[self._domain.place[card]]
            if not any(self.played[rule] & alike for rule in self.missing):
                continue
            for rules in self._sides:
                plays = reach(self._domain, rules, card, coarse=True)[0].plays
                gone_through += len(plays)
                yield from (case for case in plays if len(case.table.floor) > size)
            if gone_through > _MOST_PLAYS:
                return

    def _reachable(self, case: Case) -> Iterator[Position]:
        position = Position(case.table, case.action.card)
        if self._looked_at <= 2 * _MOST_CAPTURES and is_reachable(self._domain, position, self._sides):
            yield position

    def _is_apart(self, case: Case) -> bool:
        """Tell whether a play is scored otherwise, or only one side allows it."""
        asked = situation(case.table, case.action)
        one, other = (scored_names(rules.bonuses[asked.card], asked) for rules in self._narrowed)
        if one != other:
            return True
        is_played_alike = all(rule.startswith(BONUSES) for rule in self.played)
        return not is_played_alike and any(refuse(rules, case.table, case.action) for rules in self._sides)

    def _may_show_beside(self, case: Case) -> bool:
        """Tell whether another play at the same position may show a rule that is missing."""
        missing = (rule for rule in self.missing if not rule.startswith(BONUSES))
        return any(self.played[rule] >> case.action.card & 1 for rule in missing)

    def begin_anew(self) -> None:
        """Forget how much was looked at."""
        self._looked_at = 0

    def first_at(self, position: Position) -> Parting | None:
        """Look at a position, and return what was found first of all."""
        self.look(position)
        return next(iter(self.found.values()), None)

    def look(self, position: Position) -> None:
        """Keep what a position shows of the rules that are not settled yet."""
        if not any(cards >> position.card & 1 for cards in self._open.values()):
            return
        one, other = (judge(rules, position) for rules in self._narrowed)
        self._looked_at += len(one.captures) + len(other.captures)
        if one.plain() == other.plain() and one.names() == other.names():
            return
        one, other = (judge(rules, position) for rules in self._sides)
        for rule in tuple(self._open):
            for parting in self._shows(rule, position, one, other):
                known = self._known.get((rule, parting.for_first))
                if known is None or parting.grade < known.grade:
                    self._known[rule, parting.for_first] = parting
                    self.__dict__.pop("_open", None)

    def _shows(self, rule: str, position: Position, one: Verdict, other: Verdict) -> Iterator[Parting]:
        if rule.startswith(BONUSES):
            yield from _bonus_shows(rule, position, one, other)
        elif rule == OBLIGATION:
            if one.captures.keys() == other.captures.keys() and one.trail != other.trail:
                yield Parting(rule, position, one, other, None, SAME_PLAY)
        elif one.captures.keys() == other.captures.keys():
            return
        elif rule == VALUES:
            grade = self._grade_of_values(position)
            if grade is not None:
                yield Parting(rule, position, one, other, None, grade)
        elif self.is_cause(rule, position):
            if one.captures.keys() - other.captures.keys():
                yield Parting(rule, position, one, other, None, SAME_PLAY)
            if other.captures.keys() - one.captures.keys():
                yield Parting(rule, position, one, other, None, SAME_PLAY, for_first=False)

    def _grade_of_values(self, position: Position) -> int | None:
        """Tell how capture values show in what may be captured: alone, or beside other rules; None: not at all."""
        one, other = self._sides
        mine, theirs = self._with_other_values
        if mine is None or theirs is None or _same_sets((mine, other), position) or _same_sets((one, theirs), position):
            return SAME_PLAY
        changed = not _same_sets((one, mine), position) or not _same_sets((other, theirs), position)
        return OTHER_PLAY if changed else None

    def is_cause(self, rule: str, position: Position) -> bool:
        """Tell whether a rule has a part in what may be captured being different."""
        if rule == GROUPS:
            chosen = (replace(side, capture=replace(side.capture, groups=Groups.CHOSEN)) for side in self._sides)
            return _same_sets(chosen, position)
        if _same_sets((self._changed(side, rule, only) for side in (0, 1)), position):
            return False
        return any(not _same_sets((self._sides[side], self._changed(side, rule, without)), position) for side in (0, 1))

    @cached_property
    def _with_other_values(self) -> tuple[Rules | None, Rules | None]:
        """Return the rules of each side with the capture values of the other; None where these do not go with it."""
        one, other = (Ruleset(*pair) for pair in zip(self._domain.profiles[:2], self._sides, strict=True))
        return _with_values(one, other), _with_values(other, one)

    @cached_property
    def _narrowed(self) -> tuple[Rules, Rules]:
        return differing_bonuses(*self._sides)

    def _changed(self, side: int, way: str, change: Callable[[Ways, str], Ways]) -> Rules:
        """Return the rules of a side with one way only, or without it."""
        key = side, way, change
        if key not in self._known_changes:
            rules = self._sides[side]
            ways = tuple(change(one, way) for one in rules.capture.ways)
            self._known_changes[key] = replace(rules, capture=replace(rules.capture, ways=ways))
        return self._known_changes[key]

    @cached_property
    def _known_changes(self) -> dict[tuple[int, str, Callable[[Ways, str], Ways]], Rules]:
        return {}


def _with_values(one: Ruleset, other: Ruleset) -> Rules | None:
    path = tuple(VALUES.split("."))
    old, new = (value_at(each.profile.origins.tree, path) for each in (one, other))
    changed = edited(one, Edit(path, old, new))
    return None if changed is None else changed.rules


def _bonus_shows(rule: str, position: Position, one: Verdict, other: Verdict) -> Iterator[Parting]:
    name = rule.removeprefix(BONUSES)
    for captured in dict.fromkeys([*one.captures, *other.captures]):
        mine, theirs = one.points_of(name, captured), other.points_of(name, captured)
        if mine == theirs:
            continue
        if captured not in one.captures or captured not in other.captures:
            grade = OTHER_PLAY
        else:
            grade = SAME_PLAY if one.points(captured) != other.points(captured) else OTHER_NAME
        yield Parting(rule, position, one, other, captured, grade, for_first=mine > theirs)


def _text(written: ConditionField | None) -> str:
    return "" if written is None else print_expression(written.tree)


def _same_sets(sides: Iterable[Rules], position: Position) -> bool:
    one, other = (frozenset(find_captures(rules, position.table, position.card).sets) for rules in sides)
    return one == other


def _unlike(one: Mapping[str, ByCard], other: Mapping[str, ByCard]) -> Iterator[tuple[str, CardSet]]:
    """Yield the rules that differ, with the played cards; rules alike under two names don't."""
    renamed = {one[key] for key in one.keys() - other.keys()} & {other[key] for key in other.keys() - one.keys()}
    for key in dict.fromkeys([*one, *other]):
        here, there = one.get(key, frozenset()), other.get(key, frozenset())
        is_renamed = (key not in one or key not in other) and (here in renamed or there in renamed)
        if here != there and not is_renamed:
            yield key, sum_of(1 << card for card, _ in here ^ there)


def _has_groups(rules: Rules) -> bool:
    return any(rules.capture.ways[card].groupings for card in cards_of(rules.deck))
