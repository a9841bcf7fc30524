"""The situation enumerator: every play that the rules may be asked about, up to what they can't tell apart.

    domain = make_domain(load_profile("…"))           # or of several profiles: then what any of them can tell apart
    for position in positions(domain, size=4): …      # a table and a card to play, nothing decided yet
    for case in cases(domain, rules, size=4): …       # a table and a legal action: each capture, or trailing
    for case in witnesses(domain, rules, size=4): …   # in `reaching.py`: larger floors, one play for each further
                                                      # combination of what the expressions read
    scenario_of(domain, rules, case, name)            # in `snippets.py`: a case as a scenario to paste

A domain may hold profiles that differ from the one whose rules are asked (mutants, another variant):
then the enumeration is fine enough for all of them.  Cards are grouped in classes (`classes.py`); a floor
is a number of cards of each class, shown by the lowest cards of each; captures that differ only by cards of
a class count once.  History, the order of the floor, the end of the deal and the rest of the hand vary only
as far as a profile of the domain can see them (`sight.py`).

Order, always the same: fewest floor cards first, then the lowest cards, then the played card; the start
of a deal before plays with a history.  Everything streams; nothing is kept.

Left out: face-down cards of a pile's first floor, which only count as cards; and which histories can't come
about (`is_reachable`).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property, reduce
from operator import and_
from typing import TYPE_CHECKING

from basra_rules.analysis.classes import classes_of
from basra_rules.analysis.effort import Effort
from basra_rules.analysis.floors import Supply, count_floors, floors_of
from basra_rules.analysis.groups import takable_by_class
from basra_rules.analysis.history import Past, Tries, is_start
from basra_rules.analysis.runs import Ruleset
from basra_rules.analysis.sight import sight_of
from basra_rules.cards import FULL_DECK, cards_of, iterate
from basra_rules.engine.captures import can_capture, find_captures
from basra_rules.engine.legality import may_trail
from basra_rules.engine.state import Action, Table
from basra_rules.profile.vocabulary import Obligation
from basra_rules.rules.compiling import compile_rules

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from basra_rules.analysis.floors import Places
    from basra_rules.analysis.history import Before
    from basra_rules.analysis.sight import Sight
    from basra_rules.cards import Card, CardSet
    from basra_rules.engine.state import Previous
    from basra_rules.profile.models import Profile
    from basra_rules.rules.model import Rules

DEFAULT_SIZE = 4
MOST_POSITIONS = 250_000
"""Where more positions would be enumerated by default, the default floor size is smaller."""

_LONGER = 8
_MOST_CAPTURES = 1 << 12


@dataclass(frozen=True, slots=True)
class Position:
    """A table and the card that is played on it."""

    table: Table
    card: Card


@dataclass(frozen=True, slots=True)
class Case:
    """One play: a table and an action that the rules allow on it."""

    table: Table
    action: Action


@dataclass(frozen=True)
class Domain:
    """What the rules of some profiles can tell apart.

    `rules` are those of the profiles, in order; `place` has 52 entries, the place of each card's class,
    -1 for a card that is not in every deck.  `effort` is what the searches of the domain may spend in all.
    """

    profiles: tuple[Profile, ...]
    rules: tuple[Rules, ...]
    classes: tuple[CardSet, ...]
    place: tuple[int, ...]
    sight: Sight
    effort: Effort = field(default_factory=Effort, compare=False)

    @cached_property
    def _taken(self) -> dict[int, tuple[Rules, tuple[CardSet, ...]]]:
        return {}

    def takable(self, rules: Rules) -> tuple[CardSet, ...]:
        """Return, for each class, what its cards may take under `rules`, conditions aside."""
        known = self._taken.get(id(rules))
        if known is None:
            known = self._taken[id(rules)] = rules, tuple(takable_by_class(rules, cards) for cards in self.classes)
        return known[1]

    @property
    def default_size(self) -> int:
        """Return the greatest number of floor cards, at most four, that is enumerated in a few seconds."""
        # where it is seen exactly what lay there before, each position is long to look into, its past too
        most = (
            MOST_POSITIONS // _LONGER
            if self.sight.floor_count and self.sight.floor_count_tests is None
            else MOST_POSITIONS
        )
        return next((size for size in range(DEFAULT_SIZE, 0, -1) if count_positions(self, size) <= most), 0)


def make_domain(*profiles: Profile) -> Domain:
    """Return what the profiles together can tell apart; at least one."""
    return domain_of(*(Ruleset(profile, compile_rules(profile)) for profile in profiles))


def domain_of(*rulesets: Ruleset, effort: Effort | None = None) -> Domain:
    """Return what compiled profiles together can tell apart; at least one.

    Searches share `effort` with whatever else was given it, or have one of their own.
    """
    profiles = tuple(one.profile for one in rulesets)
    classes = classes_of(profiles)
    place = [-1] * 52
    for number, cards in enumerate(classes):
        for card in iterate(cards):
            place[card] = number
    rules = tuple(one.rules for one in rulesets)
    return Domain(profiles, rules, classes, tuple(place), sight_of(profiles), effort or Effort())


def count_positions(domain: Domain, size: int) -> int:
    """Return about how many positions there are with at most `size` floor cards."""
    sight, played = domain.sight, len(domain.classes)
    total = 0
    for cards in range(size + 1):
        variants = len(sight.histories(cards)) * len(sight.last_cards) * (max(cards, 1) if sight.order else 1)
        total += count_floors(domain.classes, cards) * played * variants
    return total


def positions(domain: Domain, size: int | None = None, played: CardSet = FULL_DECK) -> Iterator[Position]:
    """Yield every position with at most `size` floor cards, smallest first; by default `domain.default_size`.

    Only cards of classes that `played` has a card of are played.
    """
    for number in range((domain.default_size if size is None else size) + 1):
        for places, floor in floors_of(domain.classes, number):
            for position in positions_on(domain, places, floor, _playable(domain, floor, played)):
                yield position
                if domain.sight.hand and not position.table.last_card:
                    yield from held_back(domain, position.table, position.card)


def positions_on(domain: Domain, places: Places, floor: CardSet, played: Sequence[Card]) -> Iterator[Position]:
    """Yield every position of these played cards on one floor, played from a hand of one: orders, histories, ends."""
    for ordered in _orders(domain, places, cards_of(floor)):
        for card in played:
            yield from _positions_with(domain, ordered, card)


def _playable(domain: Domain, floor: CardSet, played: CardSet) -> tuple[Card, ...]:
    """Return the lowest card that does not lie on the floor of each class that `played` has a card of."""
    supply = Supply(domain.classes, floor)
    free = (supply.next_card(place) for place, cards in enumerate(domain.classes) if cards & played)
    return tuple(card for card in free if card is not None)


def _orders(domain: Domain, places: Places, cards: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
    """Yield the floor's orders that can be told apart: with a card of each class on top."""
    if not domain.sight.order or not cards:
        yield cards
        return
    for place in dict.fromkeys(places):
        top = max(card for card in cards if domain.place[card] == place)
        yield (*(card for card in cards if card is not top), top)


def _positions_with(domain: Domain, floor: tuple[Card, ...], card: Card) -> Iterator[Position]:
    for previous in domain.sight.histories(len(floor)):
        for last in domain.sight.last_cards:
            yield Position(Table(floor, previous, last_card=last), card)


def held_back(domain: Domain, table: Table, card: Card) -> Iterator[Position]:
    """Yield the position in which another card of the hand can capture and `card` can't, if there is one."""
    obliging = next(rules for rules in domain.rules if rules.capture.obligation is Obligation.HAND)
    if not table.floor or can_capture(obliging, table, card):
        return
    supply = Supply(domain.classes, _used(table, card))
    for place in range(len(domain.classes)):
        other = supply.next_card(place)
        if other is not None and can_capture(obliging, table, other):
            yield Position(replace(table, hand=1 << card | 1 << other), card)
            return


def _used(table: Table, card: Card) -> CardSet:
    return sum(1 << one for one in table.floor) | table.hand | 1 << card


def is_reachable(domain: Domain, position: Position, rules: Sequence[Rules] = (), tries: Tries | None = None) -> bool:
    """Tell whether a legal play leads to the position's history under `rules`, or else all those of the domain.

    The start of a deal is always possible, as in a scenario.  False also where `tries` are used up, which many
    questions may share.
    """
    table = position.table
    if is_start(table):
        return True
    return play_before(domain, position, rules, tries) is not None


def play_before(
    domain: Domain, position: Position, rules: Sequence[Rules] = (), tries: Tries | None = None
) -> Before | None:
    """Return a play that leads to the position's history, legal under all of `rules`, or else of the domain."""
    asked = tuple(rules) or domain.rules
    takable = tuple(reduce(and_, some) for some in zip(*map(domain.takable, asked), strict=True))
    past = Past(asked, domain.classes, takable, tries or Tries())
    return past.find_before(position.table, position.card)


def actions(domain: Domain, rules: Rules, position: Position) -> Iterator[Action]:
    """Yield what `rules` allow at a position: captures, those with most cards first, then trailing.

    Of captures that differ only by cards of a class, the first stands for all.
    """
    table, card = position.table, position.card
    seen: set[Places] = set()
    for captured in find_captures(rules, table, card, cap=_MOST_CAPTURES).sets:
        alike = tuple(sorted(domain.place[one] for one in iterate(captured)))
        if alike not in seen:
            seen.add(alike)
            yield Action(card, captured)
    if may_trail(rules, table, card):
        yield Action(card)


def cases(domain: Domain, rules: Rules, size: int | None = None) -> Iterator[Case]:
    """Yield every play that `rules` allow with at most `size` floor cards, smallest first."""
    for position in reachable_positions(domain, (rules,), size):
        for action in actions(domain, rules, position):
            yield Case(position.table, action)


def reachable_positions(
    domain: Domain, rules: Sequence[Rules], size: int | None = None, played: CardSet = FULL_DECK
) -> Iterator[Position]:
    """Yield the positions that can come about under all the rules given, smallest first."""
    trails: dict[tuple[tuple[Card, ...], Previous], bool] = {}  # of the floor at hand: whether a trail leads there
    for position in positions(domain, size, played):
        table = position.table
        key = (table.floor, table.previous)
        if is_start(table):
            yield position
        elif not table.previous.trailed:
            if is_reachable(domain, position, rules):
                yield position
        else:
            if key not in trails:
                trails = {key: is_reachable(domain, position, rules)}
            if trails[key]:
                yield position
