"""Deals from the start: on which stock two rule sets part, and such a deal as a scenario."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from random import Random
from typing import TYPE_CHECKING

from basra_rules.analysis.snippets import cards_text, quoted
from basra_rules.analysis.wrapping import folded
from basra_rules.cards import cards_of, format_cards, format_play
from basra_rules.engine.captures import find_captures
from basra_rules.engine.deal import play, start_deal, table_of
from basra_rules.engine.legality import refuse
from basra_rules.engine.match import next_dealer
from basra_rules.engine.scoring import score_deal
from basra_rules.engine.state import Action, Dealt, Seat
from basra_rules.errors import UsageError
from basra_rules.exact import plain_number

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from basra_rules.cards import Card, CardSet
    from basra_rules.engine.state import DealState
    from basra_rules.rules.model import Rules

_STOCKS = 6
_IN_A_LINE = 13
_WITH_PARTNERS = 4
"""Of so many players each may have a side, or two share one: the captured cards tell."""


@dataclass(frozen=True, slots=True)
class Opening:
    """A deal before its first play: who sits where, the stock, and the places of buried cards."""

    players: int
    dealer: int
    stock: tuple[Card, ...]
    places: tuple[int, ...]


def find_deal_apart(one: Rules, other: Rules) -> tuple[Opening, tuple[Action, ...]] | None:
    """Return a deal on which two rule sets part: as it is dealt, or after some plays."""
    dealt = chain(openings(one), redeal_openings(one, other))
    found = next((opening for opening in dealt if is_dealt_apart(one, other, opening)), None)
    return find_play_apart(one, other) if found is None else (found, ())


def find_play_apart(one: Rules, other: Rules) -> tuple[Opening, tuple[Action, ...]] | None:
    """Return a deal on which two rule sets part after some plays."""
    for opening in openings(one):
        plays = _played_out(one, opening)
        if plays and _facts_after(one, opening, plays) != _facts_after(other, opening, plays):
            return opening, _fewest(one, other, opening, plays)
    return None


def is_dealt_apart(one: Rules, other: Rules, opening: Opening) -> bool:
    """Tell whether a deal that the first rule set allows lies otherwise under the other before anybody plays."""
    here = _dealt(one, opening)
    return here is not None and here != _dealt(other, opening)


def openings(rules: Rules, stocks: int = _STOCKS) -> Iterator[Opening]:
    """Yield deals from a few stocks, always the same, to every number of players."""
    cards = cards_of(rules.deck)
    kept = rules.dealing.keep_off | rules.dealing.keep_off_top
    for number in range(stocks):
        for players in rules.seats.players:
            stock = list(cards)
            Random(number).shuffle(stock)
            if number % 2:
                stock = _with_kept_off(rules, players, stock, kept)
            yield Opening(players, number % players, tuple(stock), (3,) if kept and number > 2 else ())


def redeal_openings(one: Rules, other: Rules) -> Iterator[Opening]:
    """Yield deals with as many cards on the floor as either rule set redeals for, and with one fewer."""
    for cards, count in dict.fromkeys((*one.dealing.redeal, *other.dealing.redeal)):
        for number in (count, count - 1):
            chosen = cards_of(cards & one.deck)[:number]
            plain = cards_of(one.deck & ~cards & ~one.dealing.keep_off & ~other.dealing.keep_off)
            floor = (*chosen, *plain[: one.dealing.floor - len(chosen)])
            rest = tuple(card for card in cards_of(one.deck) if card not in floor)
            for players in one.seats.players:
                place = players * one.dealing.packet
                yield Opening(players, 0, (*rest[:place], *floor, *rest[place:]), ())


def _with_kept_off(rules: Rules, players: int, stock: list[Card], kept: int) -> list[Card]:
    """Return the stock with a card on the floor that may not lie there."""
    place = players * rules.dealing.packet
    card = next((card for card in stock if kept >> card & 1), None)
    if card is None or not rules.dealing.floor:
        return stock
    rest = [one for one in stock if one is not card]
    return [*rest[:place], card, *rest[place:]]


def start(rules: Rules, opening: Opening) -> DealState | None:
    """Return the deal before its first play, None where the rules don't allow it."""
    try:
        return start_deal(rules, opening.players, Seat(opening.dealer), opening.stock, opening.places).state
    except UsageError:
        return None


def _dealt(rules: Rules, opening: Opening) -> object:
    state = start(rules, opening)
    if state is None:
        return None
    return (state.floor, state.hands, state.turn, state.packets, len(state.captured), state.over)


def _played_out(rules: Rules, opening: Opening) -> tuple[Action, ...]:
    """Return the plays of a deal in which everybody captures as much as the first card can that can."""
    state = start(rules, opening)
    made: list[Action] = []
    while state is not None and not state.over:
        action = _choose(rules, state, len(made))
        made.append(action)
        state = play(rules, state, action).state
    return tuple(made)


def _choose(rules: Rules, state: DealState, number: int) -> Action:
    table = table_of(state)
    hand = cards_of(state.hands[state.turn])
    turned = hand[number % len(hand) :] + hand[: number % len(hand)]
    for card in turned:
        found = find_captures(rules, table, card, cap=1).sets
        action = Action(card, found[0] if found else 0)
        if refuse(rules, table, action) is None:
            return action
    raise UsageError("no card may be played")


def _facts_after(rules: Rules, opening: Opening, plays: Sequence[Action]) -> object:
    state = start(rules, opening)
    for action in plays:
        if state is None or state.over or refuse(rules, table_of(state), action) is not None:
            return None
        state = play(rules, state, action).state
    return None if state is None else facts_of(rules, state)


def facts_of(rules: Rules, state: DealState) -> object:
    """Return what a scenario can tell of a deal: how it lies, and what it comes to where it is over."""
    facts = (state.floor, state.hands, state.packets, state.captured, state.turn, state.over)
    if not state.over:
        return facts
    result = score_deal(rules, state, (0,) * len(rules.scoring.awards))
    dealer = next_dealer(rules, state.players, state.dealer, void=result.void)
    return (*facts, state.leftover, result.points, result.void, dealer)


def _fewest(one: Rules, other: Rules, opening: Opening, plays: tuple[Action, ...]) -> tuple[Action, ...]:
    """Return the shortest beginning of some plays after which two rule sets part."""
    for number in range(1, len(plays)):
        made = plays[:number]
        here, there = _facts_after(one, opening, made), _facts_after(other, opening, made)
        if here != there:
            return made
    return plays


def opening_scenario(rules: Rules, opening: Opening, plays: Sequence[Action], name: str) -> str:
    """Return a scenario of a deal and its first plays, with what the rules make of it."""
    stock, places = opening.stock, _places_used(rules, opening)
    lines = [
        f"- name: {quoted(name)}",
        "  opening:",
        f"    players: {opening.players}",
        f"    dealer: {opening.dealer}",
        *([f"    places: [{', '.join(map(str, places))}]"] if places else []),
        "    stock: >-",
        *(f"      {format_cards(stock[at : at + _IN_A_LINE])}" for at in range(0, len(stock), _IN_A_LINE)),
        "  plays: [" + ", ".join(_play_text(action) for action in plays) + "]",
        "  expect:",
        *(f"    {line}" for line in _expected(rules, opening, plays)),
    ]
    return "\n".join(map(folded, lines))


def _places_used(rules: Rules, opening: Opening) -> tuple[int, ...]:
    """Return the places of those cards that these rules keep off the floor: none where the deal is void."""
    dealt = start_deal(rules, opening.players, Seat(opening.dealer), opening.stock, opening.places).events
    return opening.places[: sum(len(event.kept_off) for event in dealt if isinstance(event, Dealt))]


def _play_text(action: Action) -> str:
    text = format_play(action.card, action.captured)
    return f'"{text}"' if action.captured else text


def _expected(rules: Rules, opening: Opening, plays: Sequence[Action]) -> Iterator[str]:
    state = start(rules, opening)
    assert state is not None
    leader = state.turn
    for action in plays:
        if refuse(rules, table_of(state), action) is not None:
            yield "illegal: true"
            return
        state = play(rules, state, action).state
    yield f"floor: {cards_text(state.floor)}"
    yield from _each("hands", state.hands)
    yield f"leader: {leader}"
    yield f"packets: [{', '.join(map(str, state.packets))}]"
    if plays or len(state.hands) == _WITH_PARTNERS:
        yield from _each("captured", state.captured)
    if not state.over:
        yield f"turn: {state.turn}"
        return
    if state.void:
        yield "void: true"
        return
    result = score_deal(rules, state, (0,) * len(rules.scoring.awards))
    yield f"leftover: {cards_text(state.leftover)}"
    yield f"points: [{', '.join(plain_number(points) for points in result.points)}]"
    yield f"next_dealer: {next_dealer(rules, state.players, state.dealer, void=result.void)}"


def _each(key: str, sets: Sequence[CardSet]) -> Iterator[str]:
    """Yield the lines of a list of sets of cards."""
    yield f"{key}:"
    yield from (f"  - {cards_text(cards)}" for cards in sets)
