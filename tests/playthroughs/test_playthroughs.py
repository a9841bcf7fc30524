"""Whole deals as text, and counted trees of plays: whatever changes how a profile plays shows here.

`UPDATE_GOLDEN=1 python3 dev.py test tests/playthroughs` writes the files anew; read the difference.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

from basra_rules import resources
from basra_rules.cards import cards_of, format_cards, format_play
from basra_rules.engine.captures import find_captures
from basra_rules.engine.deal import play, start_deal, table_of
from basra_rules.engine.legality import may_trail
from basra_rules.engine.scoring import score_deal
from basra_rules.engine.state import Action, DealState, Seat
from basra_rules.engine.view import view
from basra_rules.exact import plain_number
from basra_rules.players.random_player import RandomPlayer
from basra_rules.profile.loading import load_profile
from basra_rules.rules.compiling import compile_rules
from tests.golden_files import compare_with_golden

if TYPE_CHECKING:
    from collections.abc import Iterator

    from basra_rules.cards import Card
    from basra_rules.exact import Number
    from basra_rules.rules.model import Rules

GOLDEN = Path(__file__).parent / "golden"
CASES = [(name, players) for name in resources.profile_names() for players in load_profile(name).seats.players]


def _stock(rules: Rules, seed: int) -> tuple[Card, ...]:
    stock = list(cards_of(rules.deck))
    Random(seed).shuffle(stock)
    return tuple(stock)


def _numbers(values: tuple[Number, ...]) -> str:
    return " ".join(plain_number(value) for value in values)


def _playthrough(rules: Rules, players: int, seed: int) -> Iterator[str]:
    """Yield a deal of random legal plays, line by line."""
    state = start_deal(rules, players, Seat(0), _stock(rules, seed)).state
    chooser = RandomPlayer(Random(seed))
    yield f"{rules.name}, {players} players, seed {seed}"
    for seat, hand in enumerate(state.hands):
        yield f"seat {seat}: {format_cards(hand)}"
    yield f"floor: {format_cards(state.floor)}"
    while not state.over:
        seat, floor = state.turn, state.floor
        action = chooser.choose(rules, view(state, seat))
        state = play(rules, state, action).state
        scored = state.last_play
        assert scored is not None
        bonus = f"  {' '.join(scored.bonuses)} +{plain_number(scored.points)}" if scored.bonuses else ""
        yield f"{seat}: [{format_cards(floor)}] {format_play(action.card, action.captured)}{bonus}"
    yield from _ending(rules, state)


def _ending(rules: Rules, state: DealState) -> Iterator[str]:
    yield f"packets: {' '.join(map(str, state.packets))}; leftover: {format_cards(state.leftover) or 'none'}"
    for side, captured in enumerate(state.captured):
        yield f"side {side}: {captured.bit_count()} cards: {format_cards(captured)}"
    result = score_deal(rules, state, tuple(0 for _ in rules.scoring.awards))
    yield f"cards {_numbers(result.cards)}; bonuses {_numbers(result.bonuses)}; points {_numbers(result.points)}"
    yield f"carries {_numbers(result.carries) or 'none'}; {'void' if result.void else 'counted'}"


@pytest.mark.parametrize(("name", "players"), CASES, ids=[f"{name}-{players}" for name, players in CASES])
def test_a_deal_goes_as_written_down(name: str, players: int) -> None:
    rules = compile_rules(load_profile(name))
    text = "\n\n".join("\n".join(_playthrough(rules, players, seed)) for seed in (1, 2)) + "\n"
    compare_with_golden(GOLDEN / f"{name}-{players}.txt", text)


def _perft(rules: Rules, state: DealState, depth: int) -> int:
    """Return the number of ways to make `depth` more plays."""
    if depth == 0 or state.over:
        return 1
    table = table_of(state)
    total = 0
    for card in cards_of(table.hand):
        outcomes = list(find_captures(rules, table, card, cap=10_000).sets)
        if may_trail(rules, table, card):
            outcomes.append(0)
        for captured in outcomes:
            total += 1 if depth == 1 else _perft(rules, play(rules, state, Action(card, captured)).state, depth - 1)
    return total


def test_the_trees_of_plays_have_as_many_leaves_as_written_down() -> None:
    lines = []
    for name, players in CASES:
        rules = compile_rules(load_profile(name))
        for seed in (1, 2):
            start = start_deal(rules, players, Seat(0), _stock(rules, seed)).state
            counts = [_perft(rules, start, depth) for depth in (1, 2, 3, 4)]
            lines.append(f"{name} {players} players seed {seed}: {' '.join(map(str, counts))}")
    compare_with_golden(GOLDEN / "perft.txt", "\n".join(lines) + "\n")
