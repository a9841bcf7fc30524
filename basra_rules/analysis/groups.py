"""What a card may take at all, on any floor."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from basra_rules.cards import cards_of
from basra_rules.engine.groups import iterate_groups
from basra_rules.engine.layout import book_of
from basra_rules.engine.state import Table
from basra_rules.profile.vocabulary import Groups
from basra_rules.rules.model import Ways

if TYPE_CHECKING:
    from collections.abc import Callable

    from basra_rules.cards import Card, CardSet
    from basra_rules.engine.layout import Layout
    from basra_rules.rules.model import Grouping, Pick, Rules, Whole

    AnyWay = Whole | Pick | Grouping


def takable(rules: Rules, card: Card, ways: Ways | None = None) -> CardSet:
    """Return every card that `card` takes from some floor, by any of its ways or of those given.

    Conditions are left aside: where one never holds, that is another matter.
    """
    bare = with_ways(rules, card, without_conditions(rules.capture.ways[card] if ways is None else ways))
    layout = book_of(bare).layout(Table(()), card)
    others = rules.deck & ~(1 << card)
    taken = layout.whole & others
    rest = layout.scope & others & ~layout.whole
    for cards in layout.picks:
        taken |= cards & rest
    return taken | _in_groups(layout, rest)


def takable_by_class(rules: Rules, cards: CardSet) -> CardSet:
    """Return every card that some card of a class takes from some floor."""
    card = cards_of(cards)[0]
    found = takable(rules, card)
    # of the class itself, other cards may take the one that was asked
    return found | cards if found & cards else found


def _in_groups(layout: Layout, cards: CardSet) -> CardSet:
    """Return those of `cards` that stand in some group."""
    available = layout.pack(cards)
    found = 0
    for place, one in enumerate(layout.classes):
        if one.value and one.cards & cards:
            groups = (next(iterate_groups(layout, available, rule, place), None) for rule in layout.groups)
            if any(group is not None for group in groups):
                found |= one.cards & cards
    return found


def with_ways(rules: Rules, card: Card, ways: Ways) -> Rules:
    """Return the rules with other ways for one card, which ask for nothing, and groups as the player chooses."""
    capture = rules.capture
    every = tuple(ways if number == card else one for number, one in enumerate(capture.ways))
    return replace(rules, capture=replace(capture, ways=every, groups=Groups.CHOSEN, conditional=False))


def takes_whole_floor(rules: Rules, card: Card) -> bool:
    """Tell whether every way of a card to take cards whole takes all that may lie there."""
    return all(not rules.deck & ~(way.cards | 1 << card) for way in rules.capture.ways[card].wholes)


@lru_cache(maxsize=64)
def every_capture_takes_all(rules: Rules) -> bool:
    """Tell whether every capture takes all that lies there."""
    ways = rules.capture.ways
    return all(
        not (ways[card].picks or ways[card].groupings) and takes_whole_floor(rules, card)
        for card in cards_of(rules.deck)
    )


def every_way(rules: Rules, card: Card) -> tuple[AnyWay, ...]:
    """Return the ways that admit a card, of every kind."""
    ways = rules.capture.ways[card]
    return (*ways.wholes, *ways.picks, *ways.groupings)


def without_conditions(ways: Ways) -> Ways:
    """Return the ways as they are where all of them apply."""
    return Ways(
        tuple(replace(way, when=None) for way in ways.wholes),
        tuple(replace(way, when=None) for way in ways.picks),
        tuple(replace(way, when=None) for way in ways.groupings),
    )


def only(ways: Ways, key: str) -> Ways:
    """Return those of the ways that were written at `key`."""
    return _chosen(ways, lambda way: way.clause.key == key)


def without(ways: Ways, key: str) -> Ways:
    """Return the ways but for those that were written at `key`."""
    return _chosen(ways, lambda way: way.clause.key != key)


def _chosen(ways: Ways, wanted: Callable[[AnyWay], bool]) -> Ways:
    return Ways(
        tuple(filter(wanted, ways.wholes)), tuple(filter(wanted, ways.picks)), tuple(filter(wanted, ways.groupings))
    )
