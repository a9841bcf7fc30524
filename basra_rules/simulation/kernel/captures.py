"""What a card may take: counted, drawn by number, or weighed for the best.

The sets that a card may take are numbered.  What is taken in any case comes first, alone, if there is such a
thing; then it with what may be added, in the order of the bits that stand for subsets, or of the counts by
value; where the card may also trail, that comes last.
"""

# ruff: noqa: N803, PLR0913, PLR0917 - tables have capital letters; calls cost time

from __future__ import annotations

from basra_rules.simulation.kernel.counts import count_ways, find_counts, nth_way
from basra_rules.simulation.kernel.places import (
    ALONE,
    AREA,
    ASKS,
    BEST,
    BEST_WORTH,
    BEYOND,
    CARD_POINTS_AT,
    CARD_POINTS_COUNT,
    DETAIL,
    FLOOR,
    KIND,
    LIFT,
    LISTED,
    MAXIMAL,
    MAY,
    MUST,
    NEVER,
    NEVER_ASKS,
    ONE_CARD,
    ONE_GROUP,
    OTHER_PROGRAM,
    PLAN_SIZE,
    PLANS,
    SETS,
    SWEEP_PROGRAM,
    TAKEN,
    TARGET,
    TOO_LARGE,
    VALUE,
    Words,
)
from basra_rules.simulation.kernel.programs import bonus_points, evaluate
from basra_rules.simulation.kernel.subsets import (
    add_groups,
    add_pick,
    count_sets,
    expand,
    expand_six,
    keep_maximal,
    lay_out,
    nth_subset,
    slots_of,
    unions_of_six,
)


def applying_plan(R: Words, W: Words, plan: int, face_up: int, floor: int) -> int:
    """Return the plan of a card whose ways ask conditions, at the open floor `face_up`."""
    return plan if face_up & R[plan + NEVER_ASKS] else answered_plan(R, W, R[plan + ASKS], face_up, floor)


def answered_plan(R: Words, W: Words, asks: int, face_up: int, floor: int) -> int:
    """Ask every condition listed at `asks`, and return the plan that the answers name.

    The programs read the situation from `W`: nothing is captured yet, and the open floor is all there is.
    """
    conditions = R[asks]
    W[FLOOR] = face_up
    W[TAKEN] = 0
    answers = 0
    for number in range(conditions):
        if evaluate(R, W, R[asks + 1 + number]):
            answers |= 1 << number
    W[FLOOR] = floor
    return R[asks + 1 + conditions + answers]


def fill_table(R: Words, W: Words, plan: int, must: int, may: int) -> int:
    """Write all that `plan` may take of `may` into the first area; return the words of its sets, 0 if too many.

    DETAIL lists how many picks, the cards of each, how many groupings, and each one's total, smallest
    size and whether it takes one group only.
    """
    words = lay_out(R, W, AREA, may)
    if words == 0:
        return 0
    if R[plan + KIND] == LISTED:
        at = R[plan + DETAIL]
        picks = R[at]
        at += 1
        for _ in range(picks):
            add_pick(W, AREA, words, slots_of(may, R[at]))
            at += 1
        groupings = R[at]
        at += 1
        for _ in range(groupings):
            add_groups(R, W, AREA, words, R[at], R[at + 1], R[at + 2])
            at += 3
        if R[MAXIMAL]:
            keep_maximal(R, W, AREA, words, may.bit_count())
    else:
        add_groups(R, W, AREA, words, R[plan + TARGET], 1, 1 if R[plan + KIND] == ONE_GROUP else 0)
    if must == 0:
        W[AREA + SETS] &= ~1
    return words


def is_small(R: Words, plan: int, may: int) -> int:
    """Tell whether the sets that `plan` takes of `may` fit one word and need no table."""
    return 1 if R[plan + LIFT] and may.bit_count() <= 6 else 0


def small_sets(R: Words, plan: int, may: int) -> int:
    """Return the subsets that may be taken of at most six cards, a bit for each at its number less 1."""
    return unions_of_six(R, may, R[plan + LIFT], R[plan + KIND])


def count_captures(R: Words, W: Words, plan: int, must: int, may: int) -> int:
    """Return how many sets a card may take; a table or a list of them is left in `W` where it needed one."""
    kind = R[plan + KIND]
    if may == 0:
        return 1 if must else 0
    if kind == ONE_CARD:
        return may.bit_count()
    if kind == BEYOND:
        W[TOO_LARGE] = 1
        return 0
    if is_small(R, plan, may):
        return small_sets(R, plan, may).bit_count() + (1 if must else 0)
    if kind < ONE_CARD and R[plan + DETAIL]:
        return count_ways(R, W, find_counts(R, W, may, R[plan + DETAIL], kind), must)
    return count_sets(W, AREA, fill_table(R, W, plan, must, may))


def nth_capture(R: Words, W: Words, plan: int, must: int, may: int, number: int) -> int:
    """Return the set that has `number`; `count_captures` was asked before and said that there are more."""
    kind = R[plan + KIND]
    if may == 0:
        return must
    if kind == ONE_CARD:
        return must | expand(may, 1 << number)
    if is_small(R, plan, may):
        return nth_small(must, may, small_sets(R, plan, may), number)
    if kind < ONE_CARD and R[plan + DETAIL]:
        return must | nth_way(R, W, may, number)
    return must | expand(may, nth_subset(W, AREA, number))


def nth_small(must: int, may: int, sets: int, number: int) -> int:
    """Return the set that has `number`: `must` alone where that is any, then in the order of `sets`; or nothing."""
    number -= 1 if must else 0
    while number > 0:
        sets &= sets - 1
        number -= 1
    subset = (sets & -sets).bit_length() if number == 0 else 0
    return must | expand_six(may, subset) if subset or number < 0 else 0


def choose(R: Words, W: Words, plan: int, must: int, may: int, trail: int, chance: int) -> int:
    """Return what is taken by `chance`, 32 bits: one of the sets, or nothing if `trail` or there are none."""
    if may & R[plan + ALONE] == 0:
        rest = may & (may - 1)
        more = rest & (rest - 1)
        if more == 0:
            return choose_of_two(R, plan, must, may, trail, chance)
    if is_small(R, plan, may):
        sets = small_sets(R, plan, may)
        return nth_small(must, may, sets, chance * (sets.bit_count() + (1 if must else 0) + trail) >> 32)
    return choose_large(R, W, plan, must, may, trail, chance)


def choose_of_two(R: Words, plan: int, must: int, may: int, trail: int, chance: int) -> int:
    """Do the same for two cards, neither of which is a group alone: they are one together, or there is none."""
    rest = may & (may - 1)
    made = R[VALUE + rest.bit_length() - 1] + R[VALUE + (may ^ rest).bit_length() - 1]
    pair = 1 if made == R[plan + TARGET] else 0
    count = pair + (1 if must else 0)
    number = chance * (count + trail) >> 32
    if number >= count:
        return 0
    return must | may if number + 1 == count and pair else must


def choose_large(R: Words, W: Words, plan: int, must: int, may: int, trail: int, chance: int) -> int:
    """Do the same where a table or a list is needed."""
    count = count_captures(R, W, plan, must, may)
    number = chance * (count + trail) >> 32
    return nth_capture(R, W, plan, must, may, number) if number < count else 0


def card_points(R: Words, cards: int) -> int:
    """Return the points that captured cards are worth."""
    points = 0
    at = R[CARD_POINTS_AT]
    for _ in range(R[CARD_POINTS_COUNT]):
        points += (cards & R[at]).bit_count() * R[at + 1]
        at += 2
    return points


def weigh(R: Words, W: Words, card: int, taken: int, seen: int) -> int:
    """Return what taking `taken` is worth at once: points first, then cards; of points only what is seen."""
    which = PLANS + PLAN_SIZE * card + (SWEEP_PROGRAM if taken == W[FLOOR] else OTHER_PROGRAM)
    points = card_points(R, seen | 1 << card)
    if R[which] and taken & R[which + NEVER] == 0:
        W[TAKEN] = taken
        points += bonus_points(R, W, R[which])
    return 64 * points + taken.bit_count()


def consider(R: Words, W: Words, card: int, face_up: int, chosen: int) -> int:
    """Note `chosen` as the best capture of `card` if nothing before was worth as much."""
    worth = weigh(R, W, card, W[FLOOR] if chosen == face_up else chosen, chosen)
    if W[BEST] == 0 or worth > W[BEST_WORTH]:
        W[BEST] = chosen
        W[BEST_WORTH] = worth
    return 0


def best_capture(R: Words, W: Words, card: int, plan: int, face_up: int) -> int:
    """Leave the capture of `card` that is worth most, the first of several, in BEST, and its worth; else nothing."""
    W[BEST] = 0
    W[BEST_WORTH] = 0
    must = face_up & R[plan + MUST]
    may = face_up & R[plan + MAY] & ~must
    if may == 0:
        if must:
            consider(R, W, card, face_up, must)
    elif R[plan + KIND] == BEYOND:
        W[TOO_LARGE] = 1
    elif R[plan + KIND] == ONE_CARD:
        while may:
            consider(R, W, card, face_up, must | may & -may)
            may &= may - 1
    elif is_small(R, plan, may):
        if must:
            consider(R, W, card, face_up, must)
        sets = small_sets(R, plan, may)
        while sets:
            consider(R, W, card, face_up, must | expand_six(may, (sets & -sets).bit_length()))
            sets &= sets - 1
    else:
        for word in range(fill_table(R, W, plan, must, may)):
            consider_each(R, W, card, face_up, must, may, W[AREA + SETS + word], word << 5)
    return 0


def consider_each(R: Words, W: Words, card: int, face_up: int, must: int, may: int, sets: int, first: int) -> int:
    """Consider `must` with each subset of `may` that has a bit in `sets`, of which the lowest stands for `first`."""
    while sets:
        subset = first + (sets & -sets).bit_length() - 1
        sets &= sets - 1
        consider(R, W, card, face_up, must | expand(may, subset))
    return 0
