"""Scenarios on which two rule sets part that capture alike: what a deal or a match comes to, how it is dealt."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from random import Random
from typing import TYPE_CHECKING

from basra_rules.analysis.scores import tally_scenario
from basra_rules.cards import card_set, cards_of, format_cards, format_play
from basra_rules.engine.captures import find_captures
from basra_rules.engine.deal import play, start_deal, table_of
from basra_rules.engine.legality import refuse
from basra_rules.engine.match import add_deal, next_dealer, start_match
from basra_rules.engine.scoring import Tally, score_deal, score_tallies
from basra_rules.engine.state import Action, DealResult, Seat
from basra_rules.errors import UsageError
from basra_rules.exact import exact, plain_number

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from basra_rules.cards import Card
    from basra_rules.engine.state import DealState
    from basra_rules.exact import Number
    from basra_rules.rules.model import Rules

_STOCKS = 6
_CARRIES = (0, 7)


@dataclass(frozen=True, slots=True)
class Areas:
    """Where two rule sets may part; `last_play`: in what the last play of a deal scores."""

    dealing: bool
    scoring: bool
    match: bool
    last_play: bool = False


def parting_scenario(one: Rules, other: Rules, name: str, areas: Areas) -> str | None:
    """Return a scenario that the first rule set passes and the other does not, or None where none was found."""
    found = _scoring_scenario(one, other, name) if areas.scoring else None
    if found is None and areas.match:
        found = _match_scenario(one, other, name)
    if found is None and (areas.dealing or areas.scoring or areas.last_play):
        found = _deal_scenario(one, other, name)
    return found


def sides_of(rules: Rules) -> tuple[int, ...]:
    """Return how many sides there may be, the fewest first."""
    return tuple(sorted({rules.seats.sides(players) for players in rules.seats.players}))


# Scoring


def _scoring_scenario(one: Rules, other: Rules, name: str) -> str | None:
    for sides in sides_of(one):
        for tallies in _tallies(one, sides):
            for carry in _CARRIES:
                here, there = _result(one, tallies, carry), _result(other, tallies, carry)
                if here != there:
                    only_void = here is not None and there is not None and here[:2] == there[:2]
                    return _told(one, tallies, name, carry, void_matters=only_void)
    return None


def _told(rules: Rules, tallies: Sequence[Tally], name: str, carry: Number, *, void_matters: bool) -> str:
    """Return a scenario of scoring, with a carry if there is one; where it matters, that the deal is not void."""
    plain = tally_scenario(rules, tallies, name).splitlines()
    result = _scored(rules, tallies, carry)
    points = ", ".join(plain_number(points) for points in result.points)
    said = "void: true" if result.void else f"points: [{points}], carry: {plain_number(sum(result.carries))}"
    said += ", void: false" if void_matters and not result.void else ""
    carried = [f"    carry: {plain_number(carry)}"] if carry else []
    return "\n".join([*plain[:2], *carried, *plain[2:-1], f"  expect: {{{said}}}"])


def _result(rules: Rules, tallies: Sequence[Tally], carry: Number) -> tuple[object, object, bool] | None:
    if len(tallies) not in sides_of(rules):
        return None
    result = _scored(rules, tallies, carry)
    return result.points, sum(result.carries), result.void


def _scored(rules: Rules, tallies: Sequence[Tally], carry: Number) -> DealResult:
    carries: list[Number] = [0 for _ in rules.scoring.awards]
    if carries:
        carries[0] = carry
    return score_tallies(rules, tallies, tuple(carries))


def _tallies(rules: Rules, sides: int) -> Iterator[tuple[Tally, ...]]:
    """Yield what sides may bring to the count, the plainest first."""
    deck = rules.deck.bit_count()
    half = deck // 2
    nothing = (Tally(0),) * (sides - 2)
    for first in (deck - deck // 3, half + 1, half, half - 1, 0, *range(deck + 1)):
        yield (Tally(first), Tally(deck - first), *nothing)
    for card in cards_of(rules.deck):
        yield (Tally(half + 2, 1 << card), Tally(deck - half - 2), *nothing)
    for award in rules.scoring.awards:
        counted = cards_of(award.counts & rules.deck)
        for first in range(len(counted) + 1):
            mine, yours = counted[:first], counted[first:]
            yield (Tally(half, card_set(mine)), Tally(deck - half, card_set(yours)), *nothing)
    for start in range(2):
        some = card_set(cards_of(rules.deck)[start:half])
        yield (Tally(some.bit_count(), some), Tally(deck - some.bit_count(), rules.deck & ~some), *nothing)


# Matches


def _match_scenario(one: Rules, other: Rules, name: str) -> str | None:
    for sides in sides_of(one):
        for deals in _matches(one, other, sides):
            here, there = _end(one, deals), _end(other, deals)
            if here is not None and here != there:
                over, winner = here
                listed = ", ".join("[" + ", ".join(plain_number(points) for points in deal) + "]" for deal in deals)
                said = f"over: {str(over).lower()}" + (
                    f", winner: {'null' if winner is None else winner}" if over else ""
                )
                return f"- name: {name}\n  match: {{deals: [{listed}]}}\n  expect: {{{said}}}"
    return None


def _matches(one: Rules, other: Rules, sides: int) -> Iterator[tuple[tuple[Number, ...], ...]]:
    numbers = (one.match.target, other.match.target, one.match.target + one.match.extend)
    targets = tuple(dict.fromkeys(exact(number + step) for number in numbers for step in (0, -1, 1)))
    rest: tuple[Number, ...] = (0,) * (sides - 2)
    for target in targets:
        yield ((target, 0, *rest),)
    for target in targets:
        yield ((target, target, *rest),)
    for target, more in product(targets, (1, 5, 10, 20, 30, 50, *targets)):
        yield ((target, target, *rest), (more, 0, *rest))
    for target in targets:
        yield ((target, 0, *rest), (0, target, *rest))


def _end(rules: Rules, deals: Sequence[tuple[Number, ...]]) -> tuple[bool, int | None] | None:
    players = next((one for one in rules.seats.players if rules.seats.sides(one) == len(deals[0])), None)
    if players is None:
        return None
    match = start_match(rules, players, Seat(0))
    for points in deals:
        if match.over:
            return None
        nothing: tuple[Number, ...] = (0,) * len(points)
        carries: tuple[Number, ...] = (0,) * len(rules.scoring.awards)
        result = DealResult(points=points, cards=points, bonuses=nothing, awards=(), carries=carries, void=False)
        match = add_deal(rules, match, result)
    return match.over, match.winner


# Deals


@dataclass(frozen=True, slots=True)
class _Opening:
    players: int
    dealer: int
    stock: tuple[Card, ...]
    places: tuple[int, ...]


def _deal_scenario(one: Rules, other: Rules, name: str) -> str | None:
    """Compare deals from a few stocks: as they are dealt, then played to the end."""
    openings = list(_openings(one))
    for opening in openings:
        if _dealt(one, opening) is not None and _dealt(one, opening) != _dealt(other, opening):
            return _opening_scenario(one, opening, (), name)
    for opening in openings:
        plays = _played_out(one, opening)
        if plays and _facts_after(one, opening, plays) != _facts_after(other, opening, plays):
            return _opening_scenario(one, opening, _fewest(one, other, opening, plays), name)
    return None


def _openings(rules: Rules) -> Iterator[_Opening]:
    cards = cards_of(rules.deck)
    kept = rules.dealing.keep_off | rules.dealing.keep_off_top
    for number in range(_STOCKS):
        for players in rules.seats.players:
            stock = list(cards)
            Random(number).shuffle(stock)
            if number % 2:
                stock = _with_kept_off(rules, players, stock, kept)
            yield _Opening(players, number % players, tuple(stock), (3,) if kept and number > 2 else ())


def _with_kept_off(rules: Rules, players: int, stock: list[Card], kept: int) -> list[Card]:
    """Return the stock with a card on the floor that may not lie there."""
    place = players * rules.dealing.packet
    card = next((card for card in stock if kept >> card & 1), None)
    if card is None or not rules.dealing.floor:
        return stock
    rest = [one for one in stock if one is not card]
    return [*rest[:place], card, *rest[place:]]


def _start(rules: Rules, opening: _Opening) -> DealState | None:
    try:
        return start_deal(rules, opening.players, Seat(opening.dealer), opening.stock, opening.places).state
    except UsageError:
        return None


def _dealt(rules: Rules, opening: _Opening) -> object:
    state = _start(rules, opening)
    if state is None:
        return None
    return (state.floor, state.hands, state.turn, state.packets, len(state.captured), state.over)


def _played_out(rules: Rules, opening: _Opening) -> tuple[Action, ...]:
    """Return the plays of a deal in which everybody captures as much as the first card can that can."""
    state = _start(rules, opening)
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


def _facts_after(rules: Rules, opening: _Opening, plays: Sequence[Action]) -> object:
    state = _start(rules, opening)
    for action in plays:
        if state is None or state.over or refuse(rules, table_of(state), action) is not None:
            return None
        state = play(rules, state, action).state
    if state is None:
        return None
    facts = (state.floor, state.hands, state.packets, state.captured, state.turn)
    if not state.over:
        return facts
    result = score_deal(rules, state, (0,) * len(rules.scoring.awards))
    dealer = next_dealer(rules, state.players, state.dealer, void=result.void)
    return (*facts, state.leftover, result.points, result.void, dealer)


def _fewest(one: Rules, other: Rules, opening: _Opening, plays: tuple[Action, ...]) -> tuple[Action, ...]:
    """Return the shortest beginning of some plays after which two rule sets part."""
    for number in range(1, len(plays)):
        made = plays[:number]
        here, there = _facts_after(one, opening, made), _facts_after(other, opening, made)
        if here != there:
            return made
    return plays


def _opening_scenario(rules: Rules, opening: _Opening, plays: Sequence[Action], name: str) -> str:
    half = len(opening.stock) // 2
    lines = [
        f"- name: {name}",
        "  opening:",
        f"    players: {opening.players}",
        f"    dealer: {opening.dealer}",
        *([f"    places: [{', '.join(map(str, opening.places))}]"] if opening.places else []),
        "    stock: >-",
        *(f"      {format_cards(cards)}" for cards in (opening.stock[:half], opening.stock[half:])),
        "  plays: [" + ", ".join(_play_text(action) for action in plays) + "]",
        "  expect: {" + ", ".join(_expected(rules, opening, plays)) + "}",
    ]
    return "\n".join(lines)


def _play_text(action: Action) -> str:
    text = format_play(action.card, action.captured)
    return f'"{text}"' if action.captured else text


def _expected(rules: Rules, opening: _Opening, plays: Sequence[Action]) -> Iterator[str]:
    state = _start(rules, opening)
    assert state is not None
    leader = state.turn
    for action in plays:
        state = play(rules, state, action).state
    yield f'floor: "{format_cards(state.floor)}"'
    yield "hands: [" + ", ".join(f'"{format_cards(hand)}"' for hand in state.hands) + "]"
    yield f"leader: {leader}"
    yield f"packets: [{', '.join(map(str, state.packets))}]"
    if plays or len(state.captured) != len(state.hands):
        yield "captured: [" + ", ".join(f'"{format_cards(cards)}"' for cards in state.captured) + "]"
    if not state.over:
        yield f"turn: {state.turn}"
        return
    result = score_deal(rules, state, (0,) * len(rules.scoring.awards))
    yield f'leftover: "{format_cards(state.leftover)}"'
    yield f"points: [{', '.join(plain_number(points) for points in result.points)}]"
    yield f"next_dealer: {next_dealer(rules, state.players, state.dealer, void=result.void)}"
