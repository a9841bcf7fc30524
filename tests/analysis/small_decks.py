"""Profiles with few cards, so that every situation can be listed without any cleverness."""

from __future__ import annotations

from itertools import combinations, permutations
from typing import TYPE_CHECKING

from basra_rules.analysis.situations import Case, Position, is_reachable
from basra_rules.cards import Card, card_set, cards_of
from basra_rules.engine.captures import find_captures
from basra_rules.engine.legality import may_trail
from basra_rules.engine.state import Action, Previous, Table
from basra_rules.profile.loading import load_profile

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator
    from pathlib import Path

    from basra_rules.analysis.situations import Domain
    from basra_rules.profile.models import Profile
    from basra_rules.rules.model import Rules

TWELVE = "not ((A or 2 or J) or (7♦ or 7♣))"


def small_profile(folder: Path, changes: str = "", parent: str = "egyptian", without: str = TWELVE) -> Profile:
    """Write and load a house rule of two players that leaves out most of the deck."""
    text = (
        f"format: 1\nname: small\nextends: {parent}\nseats: {{players: [2]}}\ndeck: {{without: {without}}}\n"
        f"dealing: {{packet: 2, floor: 2, hidden: 0}}\n{changes}\n"
    )
    path = folder / "small.yaml"
    path.write_text(text, encoding="utf-8")
    return load_profile(path)


def every_case(domain: Domain, rules: Rules, size: int) -> Iterator[Case]:
    """Yield every play of actual cards on actual floors, with every history: slow and plain."""
    for number in range(size + 1):
        for chosen in combinations(cards_of(rules.deck), number):
            for card in cards_of(rules.deck & ~card_set(chosen)):
                for table in _tables(domain, chosen):
                    if is_reachable(domain, Position(table, card), (rules,)):
                        yield from _plays(rules, table, card)


def _tables(domain: Domain, floor: tuple[Card, ...]) -> Iterator[Table]:
    orders = permutations(floor) if domain.sight.order else [floor]
    for order in orders:
        for previous in _histories(domain, len(floor)):
            for last in (False, True) if domain.sight.last_card else (False,):
                yield Table(order, previous, last_card=last)


def _histories(domain: Domain, floor_count: int) -> Iterator[Previous]:
    yield Previous()
    if domain.sight.trailed or domain.sight.floor_count:
        if floor_count:
            yield Previous(trailed=True, floor_count=floor_count - 1)
        yield from (Previous(floor_count=before) for before in range(floor_count + 1, floor_count + 3))


def _plays(rules: Rules, table: Table, card: Card) -> Iterator[Case]:
    for captured in find_captures(rules, table, card, cap=1000).sets:
        yield Case(table, Action(card, captured))
    if may_trail(rules, table, card):
        yield Case(table, Action(card))


def alike(domain: Domain, case: Case) -> Hashable:
    """Return what two cases have in common that differ only by cards of a class."""
    table, action = case.table, case.action

    def places(cards: tuple[Card, ...]) -> tuple[int, ...]:
        return tuple(sorted(domain.place[card] for card in cards))

    top = domain.place[table.floor[-1]] if domain.sight.order and table.floor else None
    return (
        places(table.floor),
        top,
        domain.place[action.card],
        places(cards_of(action.captured)),
        domain.sight.look(table.previous),
        table.last_card,
    )
