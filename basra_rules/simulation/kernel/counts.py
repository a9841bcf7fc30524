"""What may be taken by how many cards of each value, where many cards are in question.

Cards of one value are alike to whoever makes groups.  How many of each are meant stands in one number, four bits
for each value, of which the uppermost is a guard: that no value exceeds what lies there shows in one subtraction.
The groups that come to a total are listed in the rules once for all; a floor of seventeen cards has a hundred
thousand subsets, but ten of these groups and some eighty sums of them.
"""

# ruff: noqa: N803 - tables have capital letters; calls cost time

from __future__ import annotations

from basra_rules.simulation.kernel.places import (
    ALIKE,
    CHOICES,
    COUNTS,
    FIRST_CHOICE,
    GROUPS_AT_ONCE,
    GUARDS,
    IN_QUESTION,
    MOST_COUNTS,
    MOST_WAYS,
    SEVENS,
    TOO_LARGE,
    WAYS,
    WEIGHTS,
    Words,
)
from basra_rules.simulation.kernel.subsets import expand


def count_values(R: Words, cards: int) -> int:
    """Return how many of `cards` there are of each value."""
    held = 0
    for place in range(16):
        held |= (cards & R[ALIKE + place]).bit_count() << 4 * place
    return held


def fitting_groups(R: Words, held: int, at: int) -> int:
    """Return a bit for each of the groups listed at `at` that can be made of what is `held`."""
    fitting = 0
    for number in range(GROUPS_AT_ONCE):
        fitting |= (1 if (held - R[at + number]) & GUARDS == GUARDS else 0) << number
    return fitting


def add_group(W: Words, held: int, group: int, found: int, last: int) -> int:
    """Add `group` to each of the `found` counts, and again to what comes of it; return how many there are now.

    `last`: it is added to so many of them at most.  What can't be made of what is `held`, or is there already,
    is left out.
    """
    at = 0
    while at < found and at < last:
        more = W[COUNTS + at] + group
        at += 1
        if (held - more) & GUARDS == GUARDS:
            other = 0
            while other < found and W[COUNTS + other] != more:
                other += 1
            if other == found:
                if found == MOST_COUNTS:
                    W[TOO_LARGE] = 1
                    return found
                W[COUNTS + found] = more
                found += 1
    return found


def find_counts(R: Words, W: Words, cards: int, groups: int, one: int) -> int:
    """Write into COUNTS all that the groups listed at `groups` make of `cards`, first nothing; return how many.

    `one`: a single group only.
    """
    held = count_values(R, cards)
    W[IN_QUESTION] = held
    held |= GUARDS
    W[COUNTS] = 0
    found = 1
    at = groups + 1
    for _ in range(R[groups]):
        fitting = fitting_groups(R, held, at)
        while fitting:
            place = (fitting & -fitting).bit_length() - 1
            found = add_group(W, held, R[at + place], found, 1 if one else MOST_COUNTS)
            fitting &= fitting - 1
        at += GROUPS_AT_ONCE
    return found


def partly_taken(held: int, taken: int) -> int:
    """Return a bit, in place of its guard, for each value of which some cards are taken and some are left."""
    return (taken + SEVENS) & (held - taken + SEVENS) & GUARDS


def ways_to_take(R: Words, held: int, taken: int) -> int:
    """Return in how many ways so many cards of each value can be taken from those `held`."""
    ways = 1
    partly = partly_taken(held, taken)
    while partly:
        place = (partly & -partly).bit_length() - 4
        ways *= R[WAYS + ((held >> place & 7) << 3 | taken >> place & 7)]
        partly &= partly - 1
    return ways


def count_ways(R: Words, W: Words, found: int, must: int) -> int:
    """Write in how many ways each of the `found` counts can be taken; return how many in all.

    Taking none of them counts only if there is something that `must` be taken.  Where there are too many, that is 0,
    and TOO_LARGE is set.
    """
    held = W[IN_QUESTION]
    total = 1 if must else 0
    W[WEIGHTS] = total
    for number in range(1, found):
        ways = ways_to_take(R, held, W[COUNTS + number])
        W[WEIGHTS + number] = ways
        total += ways
    if total > MOST_WAYS:
        W[TOO_LARGE] = 1
    return 0 if W[TOO_LARGE] else total


def nth_way(R: Words, W: Words, cards: int, number: int) -> int:
    """Return the set of `cards` that has `number`, in the order of the counts; there are more than that."""
    at = 0
    while number >= W[WEIGHTS + at]:
        number -= W[WEIGHTS + at]
        at += 1
    held = W[IN_QUESTION]
    taken = W[COUNTS + at]
    chosen = 0
    for place in range(16):
        chosen |= R[ALIKE + place] if taken >> 4 * place & 7 else 0
    chosen &= cards
    partly = partly_taken(held, taken)
    while partly:
        place = (partly & -partly).bit_length() - 4
        partly &= partly - 1
        count = taken >> place & 7
        ways = R[WAYS + ((held >> place & 7) << 3 | count)]
        alike = chosen & R[ALIKE + (place >> 2)]
        chosen ^= alike ^ expand(alike, R[CHOICES + R[FIRST_CHOICE + count] + number % ways])
        number //= ways
    return chosen
