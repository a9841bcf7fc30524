"""The legal captured sets found by trying everything: slow, plain, and independent of the engine."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from basra_rules.cards import card_set, cards_of
from basra_rules.profile.vocabulary import Groups

if TYPE_CHECKING:
    from collections.abc import Iterator

    from basra_rules.cards import Card, CardSet
    from basra_rules.rules.model import Grouping, Rules


def every_capture(rules: Rules, floor: tuple[Card, ...], card: Card) -> set[CardSet]:
    """Return the legal captured sets of `card` on an open floor; ways must have no conditions."""
    played = rules.capture.ways[card]
    base = frozenset(one for one in floor if any(way.cards >> one & 1 for way in played.wholes))
    found: set[frozenset[Card]] = set()
    for picked in _every_pick([way.cards for way in played.picks], frozenset(floor) - base, frozenset()):
        rest = [one for one in floor if one not in base | picked]
        for grouped in _every_union(rules, played.groupings, rest):
            found.add(base | picked | grouped)
    found.discard(frozenset())
    if rules.capture.groups is Groups.MAXIMAL:
        found = {one for one in found if not any(one < other for other in found)}
    return {card_set(one) for one in found}


def _every_pick(picks: list[CardSet], free: frozenset[Card], chosen: frozenset[Card]) -> Iterator[frozenset[Card]]:
    if not picks:
        yield chosen
        return
    candidates = [one for one in free - chosen if picks[0] >> one & 1]
    for one in candidates:
        yield from _every_pick(picks[1:], free, chosen | {one})
    if not candidates:
        yield from _every_pick(picks[1:], free, chosen)


def _every_union(rules: Rules, groupings: tuple[Grouping, ...], rest: list[Card]) -> set[frozenset[Card]]:
    unions: set[frozenset[Card]] = {frozenset()}
    for grouping in groupings:
        groups = list(_every_group(rules, grouping, rest))
        if grouping.single:
            unions |= {union | group for union in unions for group in groups if not union & group}
            continue
        for group in groups:
            unions |= {union | group for union in unions if not union & group}
    return unions


def _every_group(rules: Rules, grouping: Grouping, rest: list[Card]) -> Iterator[frozenset[Card]]:
    numeric = [one for one in rest if rules.tables.values[one] is not None]
    for size in range(max(1, grouping.smallest), len(numeric) + 1):
        for group in combinations(numeric, size):
            total = sum(rules.tables.values[one] or 0 for one in group)
            if total == grouping.total and grouping.total > 0:
                yield frozenset(group)


def all_subsets(floor: tuple[Card, ...]) -> Iterator[CardSet]:
    """Yield every set of floor cards, the empty one too."""
    for size in range(len(floor) + 1):
        for chosen in combinations(floor, size):
            yield card_set(chosen)


def in_order(rules: Rules, captures: set[CardSet]) -> list[CardSet]:
    """Return captures, most cards first, then those with the highest values, then by the order of the deck."""

    def key(captured: CardSet) -> tuple[int, list[float], list[tuple[float, int]]]:
        chosen = sorted((-float(rules.tables.values[card] or 0), int(card)) for card in cards_of(captured))
        return -len(chosen), [value for value, _ in chosen], chosen

    return sorted(captures, key=key)
