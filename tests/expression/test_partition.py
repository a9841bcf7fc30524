"""Parting values into groups with one total: against brute force, and in bounded time."""

from __future__ import annotations

import random
import time
from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from basra_rules.expression import partition
from basra_rules.expression.partition import can_part, common_total

if TYPE_CHECKING:
    from collections.abc import Iterator

    from basra_rules.exact import Number


def every_parting(values: list[Number]) -> Iterator[list[list[Number]]]:
    """Yield each way of putting `values` into groups, none empty."""
    if not values:
        yield []
        return
    first, *others = values
    for size in range(len(others) + 1):
        for mates in combinations(range(len(others)), size):
            group = [first, *(others[place] for place in mates)]
            rest = [value for place, value in enumerate(others) if place not in mates]
            for parting in every_parting(rest):
                yield [group, *parting]


def possible_groups(values: list[Number]) -> set[int]:
    return {len(parting) for parting in every_parting(values) if len({sum(group) for group in parting}) == 1}


def found_groups(values: list[Number]) -> set[int]:
    return {groups for groups in range(-1, len(values) + 3) if can_part(tuple(values), groups)}


NUMBERS = st.one_of(
    st.integers(1, 10),
    st.integers(0, 3),
    st.integers(-3, 3),
    st.sampled_from([Fraction(1, 2), Fraction(3, 2), Fraction(5, 4), Fraction(-1, 2)]),
)


@settings(deadline=None, max_examples=200)
@given(st.lists(NUMBERS, max_size=7))
@example([1, -1])
@example([0, 1, -1])
@example([2, 2, -1, -1, -1, -1])
@example([3, 3, 3, 1, 1, 1, 2])
@example([5, 4, 3, 3, 3])
def test_the_search_finds_what_brute_force_finds(values: list[Number]) -> None:
    assert found_groups(values) == possible_groups(values)


@settings(deadline=None, max_examples=200)
@given(st.lists(NUMBERS, max_size=7))
@example([2, 1, 1, 1, 1])
@example([-2, -1, -1, -1, -1])
@example([2, -1, -1, 3, -3])
@example([5, 4, 3, 3, 3])
def test_the_search_is_right_also_where_sums_are_too_many_to_keep(values: list[Number]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(partition, "_MOST_SUMS", 0)
        forget()
        found = found_groups(values)
    forget()
    assert found == possible_groups(values)


def forget() -> None:
    partition._can_part.cache_clear()
    partition._survey.cache_clear()


def test_a_search_that_takes_too_many_steps_says_no(monkeypatch: pytest.MonkeyPatch) -> None:
    values = (4, 3, 2, 1)
    assert can_part(values, 2)
    forget()
    monkeypatch.setattr(partition, "_MOST_STEPS", 2)
    assert not can_part(values, 2)
    forget()


@settings(deadline=None)
@given(st.lists(st.integers(1, 6), min_size=1, max_size=4), st.integers(2, 5))
def test_groups_put_together_can_be_parted_again(group: list[int], groups: int) -> None:
    values: list[int] = []
    shuffled = random.Random(groups)
    for _ in range(groups):
        total, part = sum(group), []
        while total:
            part.append(shuffled.randint(1, total))
            total -= part[-1]
        values += part
    assert can_part(tuple(values), groups)
    assert common_total(tuple(values), groups) == sum(group)


@given(st.lists(NUMBERS, max_size=6), st.integers(1, 7))
def test_the_common_total_is_exact_whether_whole_or_not(values: list[Number], groups: int) -> None:
    found = common_total(tuple(values), groups)
    assert found * groups == sum(values)
    assert isinstance(found, int) is (Fraction(found).denominator == 1)


def test_no_values_have_no_groups() -> None:
    assert found_groups([]) == set()


def test_zeros_join_any_group_and_make_groups_of_their_own() -> None:
    assert found_groups([0, 0, 5, 5]) == {1, 2}
    assert found_groups([0, 0, 0]) == {1, 2, 3}


def test_the_whole_is_always_one_group() -> None:
    assert can_part((3, 4, Fraction(1, 2)), 1)
    assert common_total((3, 4, Fraction(1, 2)), 1) == Fraction(15, 2)


def timed(values: tuple[Number, ...]) -> tuple[list[int], float]:
    started = time.process_time()
    groups = [number for number in range(1, len(values) + 1) if can_part(values, number)]
    return groups, time.process_time() - started


def four_of_each(values: range) -> tuple[Number, ...]:
    return tuple(value for value in values for _ in range(4))


@pytest.mark.parametrize(
    ("values", "groups"),
    [
        (four_of_each(range(1, 10)), [1, 2, 3, 4, 5, 6, 9, 10, 12, 15, 18, 20]),
        (four_of_each(range(1, 11)), [1, 2, 4, 5, 10, 11, 20, 22]),
        (four_of_each(range(1, 14)), [1, 2, 4, 7, 13, 14, 26, 28]),
        (tuple(Fraction(value, 2) for value in four_of_each(range(1, 10))), [1, 2, 3, 4, 5, 6, 9, 10, 12, 15, 18, 20]),
        ((5,) * 52, [1, 2, 4, 13, 26, 52]),
    ],
    ids=["ace to nine", "ace to ten", "ace to king", "halves", "all alike"],
)
def test_whole_decks_are_parted_in_no_time(values: tuple[Number, ...], groups: list[int]) -> None:
    found, seconds = timed(values)
    assert found == groups
    assert seconds < 0.5


def test_awkward_values_by_rank_stay_bounded() -> None:
    """Thirteen random values of nine digits, four of each: nothing but the four suits parts them."""
    ranks = random.Random(7).sample(range(10**8, 10**9), 13)
    values = tuple(60 * value for value in ranks for _ in range(4))  # divisible, so that no count is ruled out at once
    found, seconds = timed(values)
    assert found == [1, 2, 4]
    assert seconds < 5


def test_the_hardest_values_get_an_answer_all_the_same() -> None:
    values = tuple(60 * value for value in random.Random(7).sample(range(10**8, 10**9), 52))
    started = time.process_time()
    can_part(values, 4)
    assert time.process_time() - started < 10
