"""Floors on which nobody could list what a card may take: counted, drawn and decided all the same."""

from __future__ import annotations

import random
import time
from collections import Counter
from dataclasses import replace
from itertools import product
from math import comb, prod
from typing import TYPE_CHECKING

import pytest

from basra_rules.cards import CARDS, RANKS, Suit, card_set, cards_of, cards_of_suit
from basra_rules.engine.captures import can_capture, find_captures, is_capture, make_offer, nth_capture
from basra_rules.engine.state import Table
from basra_rules.profile.vocabulary import Groups
from tests.engine.hand_made import PIPS, RUSSIAN_VALUES, Game, grouping, pick, ways

if TYPE_CHECKING:
    from collections.abc import Callable

    from basra_rules.cards import Card
    from basra_rules.exact import Number
    from basra_rules.rules.model import Grouping, Pick, Rules

KING = CARDS[51]
LOW_36 = CARDS[:36]
LOW_40 = CARDS[:40]
RANK_NUMBERS: tuple[Number | None, ...] = tuple(RANKS.index(card.rank) + 1 for card in CARDS)


def make_rules(
    *groupings: Grouping,
    groups: Groups = Groups.CHOSEN,
    values: tuple[Number | None, ...] = PIPS,
    picks: tuple[Pick, ...] = (),
) -> Rules:
    """Return rules by which every card takes such groups."""
    made = ways(picks=picks, groupings=groupings)
    return Game(ways=lambda _: made, values=values, groups=groups).rules()


TENS = make_rules(grouping(10))


def seconds(action: Callable[[], object]) -> float:
    """Return how long `action` takes."""
    start = time.process_time()
    action()
    return time.process_time() - start


def count_by_laying(floor: tuple[Card, ...], total: int) -> int:
    """Return the number of sets that part into groups of `total`, by laying cards down one by one.

    Cards part into groups if they can be laid in a row such that each multiple of the total is met: this
    goes over all count vectors and is independent of the engine's search.
    """
    sizes = Counter(PIPS[card] for card in floor)
    values = sorted(value for value in sizes if value is not None and value < total)
    reachable = {(0,) * len(values)}
    for counts in product(*(range(sizes[value] + 1) for value in values)):
        filled = sum(int(value) * count for value, count in zip(values, counts, strict=True)) % total
        for place, value in enumerate(values):
            before = (filled - int(value)) % total
            if counts[place] and before + int(value) <= total:
                fewer = (*counts[:place], counts[place] - 1, *counts[place + 1 :])
                if fewer in reachable:
                    reachable.add(counts)
                    break
    complete = [
        counts
        for counts in reachable
        if any(counts) and sum(int(v) * n for v, n in zip(values, counts, strict=True)) % total == 0
    ]
    return sum(prod(comb(sizes[v], n) for v, n in zip(values, counts, strict=True)) for counts in complete)


def test_a_ten_on_thirty_six_cards_has_its_exact_total_and_its_first_hundred_at_once() -> None:
    assert seconds(lambda: find_captures(TENS, Table(LOW_36), KING)) < 2
    found = find_captures(TENS, Table(LOW_36), KING)
    assert found.exact
    assert found.total == 1_888_629_799
    assert len(set(found.sets)) == 100
    assert found.sets[0] == card_set(LOW_36)


@pytest.mark.parametrize("seed", range(4))
def test_totals_agree_with_laying_cards_down_one_by_one(seed: int) -> None:
    chance = random.Random(seed)
    for size, total in ((14, 9), (18, 8), (16, 10)):
        floor = tuple(chance.sample(LOW_36, size))
        rules = make_rules(grouping(total))
        assert find_captures(rules, Table(floor), KING).total == count_by_laying(floor, total)


def test_an_eleven_on_forty_cards_is_exact_too() -> None:
    rules = make_rules(grouping(11), values=RUSSIAN_VALUES)
    found = find_captures(rules, Table(LOW_40), KING)
    assert found.exact
    assert found.total == 23_132_998_637


def test_the_first_sets_do_not_depend_on_how_many_are_asked_for() -> None:
    floor = Table(LOW_36[2:])
    many = find_captures(TENS, floor, KING, cap=5000).sets
    assert len(set(many)) == 5000
    assert find_captures(TENS, floor, KING).sets == many[:100]
    assert find_captures(TENS, floor, KING, cap=0).sets == ()
    assert [nth_capture(TENS, floor, KING, number) for number in range(5000)] == list(many)


@pytest.mark.parametrize("groups", Groups)
def test_sets_drawn_by_number_are_legal_and_differ(groups: Groups) -> None:
    chance = random.Random(5)
    rules = make_rules(grouping(10), groups=groups)
    for size in (20, 30, 35):
        floor = Table(tuple(chance.sample(LOW_36, size)))
        total = find_captures(rules, floor, KING).total
        numbers = {chance.randrange(total) for _ in range(200)}
        drawn = {nth_capture(rules, floor, KING, number) for number in numbers}
        assert len(drawn) == len(numbers)
        assert all(is_capture(rules, floor, KING, taken) for taken in drawn)


def test_every_set_of_a_middling_floor_is_drawn_once() -> None:
    floor = Table(tuple(random.Random(7).sample(LOW_36, 14)))
    found = find_captures(TENS, floor, KING, cap=10**6)
    assert found.total == len(found.sets) > 100
    assert [nth_capture(TENS, floor, KING, number) for number in range(found.total)] == list(found.sets)


def test_a_set_that_does_not_part_into_groups_is_no_capture() -> None:
    floor = Table(LOW_36)
    assert not is_capture(TENS, floor, KING, card_set(LOW_36[:35]))
    nines_and_twos = card_set(card for card in LOW_36 if PIPS[card] in (9, 2))
    assert not is_capture(TENS, floor, KING, nines_and_twos | card_set(LOW_36[:2]))
    assert is_capture(TENS, floor, KING, card_set(LOW_36))


MANY_RULES = {
    "tens": TENS,
    "maximal tens": make_rules(grouping(10), groups=Groups.MAXIMAL),
    "elevens": make_rules(grouping(11), values=RUSSIAN_VALUES, groups=Groups.MAXIMAL),
    "thirteens": make_rules(grouping(13), values=RANK_NUMBERS, groups=Groups.MAXIMAL),
    "tens and fives": make_rules(grouping(10), grouping(5), groups=Groups.MAXIMAL),
    "tens and one seven": make_rules(grouping(10), grouping(7, single=True), groups=Groups.MAXIMAL),
    "a spade and tens": make_rules(grouping(10), picks=(pick(cards_of_suit(Suit.SPADES)),), groups=Groups.MAXIMAL),
    "twenties": make_rules(grouping(20), values=RANK_NUMBERS, groups=Groups.MAXIMAL),
}


@pytest.mark.parametrize("name", MANY_RULES)
def test_deciding_takes_no_time_on_any_floor(name: str) -> None:
    chance, rules = random.Random(11), MANY_RULES[name]
    for _ in range(60):
        floor = Table(tuple(chance.sample(CARDS[:44], chance.randint(12, 40))))
        taken = card_set(chance.sample(floor.floor, chance.randint(2, len(floor.floor))))
        make_offer(rules, floor, KING)
        assert seconds(lambda: is_capture(rules, floor, KING, taken)) < 0.1  # noqa: B023


@pytest.mark.parametrize("name", MANY_RULES)
def test_listing_and_deciding_agree_on_middling_floors(name: str) -> None:
    chance, rules = random.Random(13), MANY_RULES[name]
    for _ in range(12):
        floor = Table(tuple(chance.sample(CARDS[:44], 12)))
        found = find_captures(rules, floor, KING, cap=10**6)
        legal = set(found.sets)
        assert found.total == len(legal)
        assert can_capture(rules, floor, KING) == bool(legal)
        tried = [card_set(chance.sample(floor.floor, chance.randint(1, 12))) for _ in range(150)]
        for taken in (*tried, *found.sets[:40]):
            assert is_capture(rules, floor, KING, taken) == (taken in legal)


@pytest.mark.parametrize("groups", Groups)
@pytest.mark.parametrize("total", [13, 20, 45])
def test_rules_beyond_any_real_game_stop_and_say_so(groups: Groups, total: int) -> None:
    rules = make_rules(grouping(total), values=RANK_NUMBERS, groups=groups)
    floor = Table(CARDS[:48])
    assert seconds(lambda: find_captures(rules, floor, KING)) < 10
    found = find_captures(rules, floor, KING)
    assert not found.exact
    assert found.total >= len(found.sets) > 0
    assert all(is_capture(rules, floor, KING, taken) for taken in found.sets[:20])
    assert is_capture(rules, floor, KING, nth_capture(rules, floor, KING, found.total - 1))


def test_many_cards_of_one_value_are_counted_without_listing() -> None:
    rules = make_rules(grouping(20), values=(1,) * 52)
    found = find_captures(rules, Table(LOW_40), KING)
    assert found.total == comb(40, 20) + 1
    assert nth_capture(rules, Table(LOW_40), KING, found.total - 1) == card_set(cards_of(card_set(LOW_40))[20:])


def test_a_maximal_set_leaves_nothing_that_could_be_added() -> None:
    rules = make_rules(grouping(10), groups=Groups.MAXIMAL)
    chosen = make_rules(grouping(10))
    chance = random.Random(17)
    for _ in range(10):
        floor = Table(tuple(chance.sample(LOW_36, 24)))
        for taken in find_captures(rules, floor, KING, cap=5).sets:
            left = replace(floor, floor=tuple(card for card in floor.floor if not taken >> card & 1))
            assert not can_capture(chosen, left, KING)
