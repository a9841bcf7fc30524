"""The smallest play on which two rule sets part.

It is looked for where they may part at all, with the cards that they treat differently.  Small floors are
gone through one and all, smallest first, so that "no situation up to N cards" is proved; where that would
take long, the largest are tried with some of the cards only.  Beyond them some large floors are tried.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING

from basra_rules.analysis.floors import count_floors, floors_of, sum_of
from basra_rules.analysis.narrowing import differing_bonuses, scored_names
from basra_rules.analysis.situations import Case, domain_of, held_back, is_reachable, positions_on
from basra_rules.cards import card_set, cards_of
from basra_rules.engine.bonuses import situation
from basra_rules.engine.captures import find_captures
from basra_rules.engine.layout import applying_ways, way_situation
from basra_rules.engine.legality import may_trail
from basra_rules.engine.state import Action
from basra_rules.profile.vocabulary import Obligation

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from basra_rules.analysis.effort import Effort
    from basra_rules.analysis.noticing import Difference
    from basra_rules.analysis.runs import Ruleset
    from basra_rules.analysis.situations import Domain, Position
    from basra_rules.cards import Card, CardSet
    from basra_rules.engine.state import Table
    from basra_rules.rules.model import Rules, Ways

DEFAULT_SIZE = 4
_MOST_POSITIONS = 7_000
_LARGE_FLOORS = 60
_MOST_CAPTURES = 1 << 12


@dataclass(frozen=True, slots=True)
class Parting:
    """A play that two rule sets treat differently; `domain` is what both of them can tell apart."""

    domain: Domain
    case: Case


def find_parting(
    one: Ruleset, other: Ruleset, difference: Difference, size: int, effort: Effort
) -> tuple[Parting | None, int]:
    """Return the smallest play that two rule sets treat differently, and up to how many floor cards all were tried.

    `effort` is what many such searches may spend together; with little left of it fewer positions are tried.
    """
    domain = domain_of(one, other)
    share = effort.share()
    search = _Search(domain, (one.rules, other.rules), difference, share)
    found = _smallest(domain, search, size, min(_MOST_POSITIONS, share.left))
    effort.settle(share)
    return found


def _smallest(domain: Domain, search: _Search, size: int, most: int) -> tuple[Parting | None, int]:
    difference = search.difference
    cards = [cards_of(members)[0] for members in domain.classes if members & difference.cards]
    tried = -1
    for number in range(size + 1):
        affordable = max(most // count_positions_of(domain, number), 1)
        found = search.on_floors_of(number, cards[-affordable:])
        if found is not None:
            return found, number
        if affordable < len(cards):
            break
        tried = number
    return search.on_large_floors(size, cards), tried


def count_positions_of(domain: Domain, number: int) -> int:
    """Return how many positions one card has on floors of so many cards."""
    orders = max(number, 1) if domain.sight.order else 1
    variants = len(domain.sight.histories(number)) * len(domain.sight.last_cards) * (2 if domain.sight.hand else 1)
    return count_floors(domain.classes, number) * orders * variants


@dataclass
class _Search:
    """Looks for a play that two rule sets treat differently; `late` is the first that needs the end of a deal."""

    domain: Domain
    rules: tuple[Rules, Rules]
    difference: Difference
    effort: Effort
    late: Parting | None = None

    @cached_property
    def _narrowed(self) -> tuple[Rules, Rules]:
        return differing_bonuses(*self.rules)

    def on_floors_of(self, number: int, cards: Sequence[Card]) -> Parting | None:
        """Look at every floor of so many cards; a play at the end of a deal is taken where no other is found."""
        for places, floor in floors_of(self.domain.classes, number):
            found = self._on_floor(places, floor, cards)
            if found is not None:
                return found
        return self.late

    def on_large_floors(self, size: int, cards: Sequence[Card]) -> Parting | None:
        """Look at some floors of more than `size` cards, always the same."""
        chance = Random(size)
        deck = cards_of(sum(self.domain.classes))
        for number in range(size + 1, size + 4):
            for _ in range(_LARGE_FLOORS):
                floor = chance.sample(deck, number)
                places = tuple(sorted(self.domain.place[card] for card in floor))
                found = self._on_floor(places, card_set(floor), [chance.choice(cards)])
                if found is not None:
                    return found
        return self.late

    def _on_floor(self, places: Sequence[int], floor: CardSet, cards: Sequence[Card]) -> Parting | None:
        for position in _positions(self.domain, places, floor, cards):
            self.effort.spend()
            action = self._parting_action(position)
            if action is not None and is_reachable(self.domain, position, self.rules):
                found = Parting(self.domain, Case(position.table, action))
                if not position.table.last_card:
                    return found
                self.late = self.late or found
        return None

    def _parting_action(self, position: Position) -> Action | None:
        """Return the first action at a position that the rule sets treat differently."""
        table, card = position.table, position.card
        if self._may_capture_apart(table, card):
            here, there = (find_captures(one, table, card, cap=_MOST_CAPTURES).sets for one in self.rules)
            if here != there:
                common = set(here) & set(there)
                # what is allowed shows more than what is refused
                return Action(card, next(one for one in (*here, *there) if one not in common))
        if self.difference.bonuses >> card & 1:
            one, other = (rules.bonuses[card] for rules in self._narrowed)
            for captured in find_captures(self.rules[0], table, card, cap=_MOST_CAPTURES).sets:
                asked = situation(table, action := Action(card, captured))
                if scored_names(one, asked) != scored_names(other, asked):
                    return action
        return Action(card) if self._may_trail_apart and _is_trailing_apart(self.rules, table, card) else None

    @cached_property
    def _may_trail_apart(self) -> bool:
        """Tell whether, of cards that capture alike, some may trail under one rule set only."""
        one, other = (rules.capture.obligation for rules in self.rules)
        return one is not other or one is Obligation.HAND

    def _may_capture_apart(self, table: Table, card: Card) -> bool:
        """Tell whether a card may take otherwise under the other rules: not where the same ways apply."""
        if not self.difference.captures >> card & 1:
            return False
        if self.difference.floor:
            return True
        now = way_situation(table, card)
        one, other = (_effect(applying_ways(rules.capture.ways[card], now)) for rules in self.rules)
        return one != other


def _positions(domain: Domain, places: Sequence[int], floor: CardSet, cards: Sequence[Card]) -> Iterator[Position]:
    free = [card for card in cards if not floor >> card & 1]
    free += [other for card in cards if floor >> card & 1 and (other := _another(domain, card, floor)) is not None]
    for position in positions_on(domain, tuple(places), floor, free) if free else ():
        yield position
        if domain.sight.hand and not position.table.last_card:
            yield from held_back(domain, position.table, position.card)


def _another(domain: Domain, card: Card, floor: CardSet) -> Card | None:
    """Return a card of the same class that is not on the floor."""
    return next((one for one in cards_of(domain.classes[domain.place[card]] & ~floor)), None)


def _effect(ways: Ways) -> tuple[object, ...]:
    """Return what ways take, without what they are called."""
    return (
        sum_of(way.cards for way in ways.wholes),
        [way.cards for way in ways.picks],
        [(way.total, way.smallest, way.single) for way in ways.groupings],
    )


def _is_trailing_apart(rules: Sequence[Rules], table: Table, card: Card) -> bool:
    """Tell whether only one of two rule sets lets a card trail that captures alike in both."""
    one, other = (each.capture.obligation for each in rules)
    if one is other and not (one is Obligation.HAND and table.hand):
        return False
    return may_trail(rules[0], table, card) != may_trail(rules[1], table, card)
