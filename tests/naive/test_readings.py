"""The naive readings say what the examples of the written rules and of the sources say."""

from __future__ import annotations

import random

import pytest

from tests.naive.naive_deal import NaiveDeal
from tests.naive.readings import READINGS, History, Points
from tests.naive.situations import random_stock

SWEEPS: list[tuple[str, str, str, Points]] = [
    ("egyptian", "8♥", "3♣ 5♦", 10),
    ("egyptian", "J♥", "J♣", 0),
    ("egyptian", "7♦", "7♣ 3♣", 10),
    ("egyptian", "7♦", "7♣ 7♥", 0),  # G12
    ("egyptian", "7♦", "7♣ 3♣ 4♥", 0),  # G12
    ("egyptian", "7♦", "J♣", 0),
    ("bastra", "9♣", "5♥ 4♥ 2♥ 7♥", 10),
    ("bastra", "9♣", "3♥ 6♥ 5♥ 4♥ 9♥", 10),
    ("bastra", "J♥", "J♣", 0),
    ("egyptian-wiki", "J♥", "J♣", 20),
    ("yemeni", "7♦", "4♣ 6♣", 0),
    ("yemeni", "7♦", "5♣ 5♥", 10),
    ("yemeni", "7♦", "10♣", 10),
    ("yemeni", "7♦", "K♣ Q♣", 10),
    ("yemeni", "7♦", "A♣ 2♣ 7♣ 8♣", 10),
    ("yemeni", "J♥", "J♣", 20),
    ("ethiopian", "7♦", "10♣ 4♣ 6♣", 10),
    ("ethiopian", "7♦", "A♣ 2♣ 7♣ 8♣", 10),
    ("ethiopian", "7♦", "K♣", 0),
    ("ethiopian", "Q♣", "7♦", 10),
    ("ethiopian", "3♣", "7♦", 10),
    ("ethiopian", "J♣", "7♦", 0),
    ("ethiopian", "J♣", "J♥", 0),
    ("lebanese", "J♣", "J♥", 10),
    ("lebanese", "J♣", "7♥", 0),
    ("lebanese", "7♣", "3♣ 4♣", 10),
    ("lebanese-ashush", "7♣", "3♣ 4♣", 0),
    ("lebanese-ashush", "J♣", "J♥", 10),
    ("palestinian", "7♦", "7♠", 14),
    ("palestinian", "A♦", "A♠", 2),
    ("palestinian", "10♦", "4♠ 6♠", 20),
    ("palestinian", "J♦", "J♠", 0),
    ("jordanian-court", "Q♦", "Q♠", 20),
    ("syrian", "Q♦", "Q♠", 6),
    ("syrian", "K♦", "K♠", 8),
    ("syrian", "J♦", "J♠", 25),
    ("syrian", "J♦", "K♠", 0),
    ("syrian-homsi", "J♦", "J♠", 25),
    ("russian", "7♦", "K♠ 3♦", 10),
    ("russian", "5♦", "5♠", 0),
]


@pytest.mark.parametrize(("profile", "card", "floor", "points"), SWEEPS)
def test_a_sweep_earns_what_the_example_says(profile: str, card: str, floor: str, points: Points) -> None:
    cards = floor.split()
    reading = READINGS[profile]()
    assert frozenset(cards) in reading.captured_sets(card, cards)
    assert reading.bonus(card, cards, frozenset(cards), History(trailed=True, floor_count=1)) == points


def test_two_cards_left_by_a_capture_are_no_lebanese_basra() -> None:
    before = History(trailed=False, floor_count=4)
    assert READINGS["lebanese"]().bonus("7♣", ["3♣", "4♣"], frozenset({"3♣", "4♣"}), before) == 0


@pytest.mark.parametrize(
    ("profile", "players", "packets"),
    [
        ("bastra", 2, [4] * 6),
        ("bastra", 3, [4] * 4),
        ("bastra", 4, [4] * 3),
        ("lebanese", 3, [6, 6, 4]),
        ("palestinian", 4, [4, 4, 2]),
        ("palestinian", 3, [4, 4, 4, 1]),
    ],
)
def test_the_packets_are_those_that_the_rules_name(profile: str, players: int, packets: list[int]) -> None:
    chance, reading = random.Random(1), READINGS[profile]()
    deal = NaiveDeal(reading, players, 0, random_stock(chance, reading, players))
    while not deal.over:
        deal.play(*deal.random_play(chance, 0))
    assert deal.packets == packets
    assert sorted(card for cards in deal.captured for card in cards) == sorted(reading.DECK)


@pytest.mark.parametrize(
    ("profile", "chosen", "points"),
    [
        ("egyptian", {}, 43),
        ("russian", {}, 299),
        ("russian", {"card_points": "premiums_only"}, 35),
    ],
)
def test_a_deal_distributes_the_points_that_the_rules_name(profile: str, chosen: dict[str, str], points: int) -> None:
    reading = READINGS[profile](**chosen)
    assert sum(reading.score([52, 0], [set(reading.DECK), set()], [0, 0], 0).points) == points
