from __future__ import annotations

import math
from collections import Counter
from random import Random
from typing import TYPE_CHECKING

from basra_rules.cards import format_play
from basra_rules.players.random_player import RandomPlayer
from tests.players.seeing import see, shipped

if TYPE_CHECKING:
    from basra_rules.rules.model import Rules

DRAWS = 4000


def tally(rules: Rules, floor: str, hand: str) -> Counter[str]:
    player = RandomPlayer(Random(1))
    view = see(floor, hand)
    actions = [player.choose(rules, view) for _ in range(DRAWS)]
    return Counter(format_play(action.card, action.captured) for action in actions)


def about(count: int, share: float) -> bool:
    """Tell whether a count is within five standard deviations of what chance makes of it."""
    return abs(count - DRAWS * share) < 5 * math.sqrt(DRAWS * share * (1 - share))


def test_cards_are_equally_likely_and_then_the_outcomes_of_a_card() -> None:
    counts = tally(shipped(), "3♣ 5♦ 4♠ 4♥ K♠", "8♥ 9♠")
    # 3 5, 4 4, or all four; the nine takes 4 5 in two ways: with 4♠ or with 4♥
    assert set(counts) == {"8♥ x 3♣ 5♦", "8♥ x 4♥ 4♠", "8♥ x 3♣ 4♥ 4♠ 5♦", "9♠ x 4♥ 5♦", "9♠ x 4♠ 5♦"}
    for play, count in counts.items():
        assert about(count, 1 / 6 if play.startswith("8") else 1 / 4)


def test_a_card_that_can_not_capture_trails() -> None:
    counts = tally(shipped(), "K♠", "8♥ 9♠")
    assert set(counts) == {"8♥", "9♠"}


def test_trailing_is_one_outcome_more_where_capturing_is_optional() -> None:
    counts = tally(shipped("russian"), "8♠ 3♣", "8♥")
    assert set(counts) == {"8♥", "8♥ x 8♠"}
    assert about(counts["8♥"], 1 / 2)


def test_where_the_hand_must_capture_only_cards_that_can_are_drawn() -> None:
    counts = tally(shipped("bastra", obligation="hand"), "8♠ 3♣ K♥", "8♥ Q♥ 9♠")
    assert set(counts) == {"8♥ x 8♠"}


def test_the_same_chance_gives_the_same_choices() -> None:
    view = see("3♣ 5♦ 4♠ 4♥ K♠", "8♥ 9♠")
    first, second = (
        [player.choose(shipped(), view) for _ in range(30)]
        for player in (RandomPlayer(Random(5)), RandomPlayer(Random(5)))
    )
    assert first == second
