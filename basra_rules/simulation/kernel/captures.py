"""What a card may take: counted, drawn by number, or weighed for the best.

The sets that a card may take are numbered: those of a small table by the subset they add to what is
taken in any case, from none of it upwards; where the card may also trail, that comes last.
"""

# ruff: noqa: N803, PLR0913, PLR0917 - tables have capital letters; calls cost time

from __future__ import annotations

from basra_rules.simulation.kernel.places import (
    ALONE,
    AREA,
    BEYOND,
    CARD_POINTS_AT,
    CARD_POINTS_COUNT,
    CHOSEN_GROUPS,
    DETAIL,
    FLOOR,
    KIND,
    LISTED,
    MAXIMAL,
    MAY,
    MUST,
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
    few_unions,
    keep_maximal,
    lay_out,
    may_total,
    nth_subset,
)


def applying_plan(R: Words, W: Words, plan: int, face_up: int, floor: int) -> int:
    """Return the plan of a card whose ways ask conditions, at the open floor `face_up`.

    DETAIL lists cards of which one on the floor makes all conditions false, how many conditions there are,
    their programs, and a plan for each pattern of answers, all false first.
    """
    detail = R[plan + DETAIL]
    if face_up & R[detail]:
        return R[detail + 2 + R[detail + 1]]
    return answered_plan(R, W, detail, face_up, floor)


def answered_plan(R: Words, W: Words, detail: int, face_up: int, floor: int) -> int:
    """Ask every condition, and return the plan that the answers name.

    The programs read the situation from `W`: nothing is captured yet, and the open floor is all there is.
    """
    conditions = R[detail + 1]
    W[FLOOR] = face_up
    W[TAKEN] = 0
    answers = 0
    for number in range(conditions):
        if evaluate(R, W, R[detail + 2 + number]):
            answers |= 1 << number
    W[FLOOR] = floor
    return R[detail + 2 + conditions + answers]


def fill_table(R: Words, W: Words, plan: int, must: int, may: int) -> int:
    """Write all that `plan` may take of `may` into the first area; return the words of its sets, 0 if too many.

    DETAIL lists how many picks, the cards of each, how many groupings, and each one's total, smallest
    size and whether it takes one group only.
    """
    words = lay_out(R, W, AREA, may)
    if words == 0:
        return 0
    at = R[plan + DETAIL]
    if at:
        picks = R[at]
        at += 1
        for _ in range(picks):
            slots = 0
            bit = 1
            left = may
            while left:
                if left & -left & R[at]:
                    slots |= bit
                bit += bit
                left &= left - 1
            add_pick(W, AREA, words, slots)
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
    return 1 if R[plan + KIND] < LISTED and may.bit_count() <= 5 else 0


def small_sets(R: Words, W: Words, plan: int, must: int, may: int) -> int:
    """Return the subsets of at most five cards that may be taken besides `must`, a bit for each."""
    sets = 1
    if may_total(R, may, R[plan + TARGET]):
        sets = few_unions(R, W, AREA, may, R[plan + TARGET], R[plan + KIND])
    return sets if must else sets & ~1


def count_captures(R: Words, W: Words, plan: int, must: int, may: int) -> int:
    """Return how many sets a card may take; a table of them is left in the first area where it needed one."""
    if may == 0:
        return 1 if must else 0
    if R[plan + KIND] == BEYOND:
        W[TOO_LARGE] = 1
        return 0
    if is_small(R, plan, may):
        return small_sets(R, W, plan, must, may).bit_count()
    return count_sets(W, AREA, fill_table(R, W, plan, must, may))


def nth_capture(R: Words, W: Words, plan: int, must: int, may: int, number: int) -> int:
    """Return the set that has `number`; `count_captures` was asked before and said that there are more."""
    if may == 0:
        return must
    if is_small(R, plan, may):
        sets = small_sets(R, W, plan, must, may)
        for _ in range(number):
            sets &= sets - 1
        return must | expand(may, (sets & -sets).bit_length() - 1)
    return must | expand(may, nth_subset(W, AREA, number))


def choose(R: Words, W: Words, plan: int, must: int, may: int, trail: int, chance: int) -> int:
    """Return what is taken by `chance`, 32 bits: one of the sets, or nothing if `trail` or there are none."""
    if may & R[plan + ALONE] == 0:
        rest = may & (may - 1)
        more = rest & (rest - 1)
        if more == 0:
            return choose_of_two(R, plan, must, may, trail, chance)
        more &= more - 1
        if more & (more - 1) == 0:
            return choose_of_four(R, plan, must, may, trail, chance)
    if is_small(R, plan, may):
        sets = small_sets(R, W, plan, must, may)
        count = sets.bit_count()
        number = chance * (count + trail) >> 32
        if number >= count:
            return 0
        while number:
            sets &= sets - 1
            number -= 1
        return must | expand(may, (sets & -sets).bit_length() - 1)
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


def choose_of_four(R: Words, plan: int, must: int, may: int, trail: int, chance: int) -> int:
    """Do the same for three or four cards, none of which is a group alone: nearly all cases, and no loops.

    Where there is no fourth card, its value is NO_VALUE.
    """
    one = may & -may
    rest = may ^ one
    two = rest & -rest
    rest ^= two
    three = rest & -rest
    four = rest ^ three
    total = R[plan + TARGET]
    a = R[VALUE + one.bit_length() - 1]
    b = R[VALUE + two.bit_length() - 1]
    c = R[VALUE + three.bit_length() - 1]
    d = R[VALUE + four.bit_length() - 1]
    low = 1 if a + b == total else 0
    high = 1 if c + d == total else 0
    odd = 1 if a + c == total else 0
    even = 1 if b + d == total else 0
    outer = 1 if a + d == total else 0
    inner = 1 if b + c == total else 0
    every = 1 if a + b + c + d == total else 0
    if R[plan + KIND] == CHOSEN_GROUPS:
        every |= low & high | odd & even | outer & inner
    sets = 1 if must else 0
    sets |= low << 3 | odd << 5 | inner << 6 | outer << 9 | even << 10 | high << 12 | every << 15
    sets |= (1 if a + b + c == total else 0) << 7
    sets |= (1 if a + b + d == total else 0) << 11
    sets |= (1 if a + c + d == total else 0) << 13
    sets |= (1 if b + c + d == total else 0) << 14
    count = sets.bit_count()
    number = chance * (count + trail) >> 32
    if number >= count:
        return 0
    while number:
        sets &= sets - 1
        number -= 1
    subset = (sets & -sets).bit_length() - 1
    taken = must | (one if subset & 1 else 0) | (two if subset & 2 else 0)
    return taken | (three if subset & 4 else 0) | (four if subset & 8 else 0)


def choose_large(R: Words, W: Words, plan: int, must: int, may: int, trail: int, chance: int) -> int:
    """Do the same where a table is needed."""
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
    program = R[PLANS + PLAN_SIZE * card + (SWEEP_PROGRAM if taken == W[FLOOR] else OTHER_PROGRAM)]
    points = card_points(R, seen | 1 << card)
    if program:
        W[TAKEN] = taken
        points += bonus_points(R, W, program)
    return 64 * points + taken.bit_count()


def best_capture(R: Words, W: Words, card: int, plan: int, face_up: int) -> tuple[int, int]:
    """Return the capture of `card` that is worth most, the first of several, and its worth; else nothing."""
    must = face_up & R[plan + MUST]
    may = face_up & R[plan + MAY] & ~must
    best = 0
    best_worth = 0
    single = 0
    words = 1
    if may == 0:
        if must == 0:
            return 0, 0
        single = 1
    elif R[plan + KIND] == BEYOND:
        W[TOO_LARGE] = 1
        return 0, 0
    elif is_small(R, plan, may):
        single = small_sets(R, W, plan, must, may)
    else:
        words = fill_table(R, W, plan, must, may)
        single = W[AREA + SETS]
    for word in range(words):
        sets = single if word == 0 else W[AREA + SETS + word]
        while sets:
            subset = word << 5 | ((sets & -sets).bit_length() - 1)
            sets &= sets - 1
            chosen = must | expand(may, subset)
            taken = W[FLOOR] if chosen == face_up else chosen
            worth = weigh(R, W, card, taken, chosen)
            if best == 0 or worth > best_worth:
                best = chosen
                best_worth = worth
    return best, best_worth
