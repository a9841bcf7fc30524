"""Which sets of cards part into groups: a bit for every subset, in one word for few cards, in a table for more.

The cards in question have slots, the lowest card the first.  A subset is a number with a bit for each
slot; a set of subsets has a bit for each of these numbers, 32 to a word.  The five lower bits of a subset
say which bit of a word it is, the upper ones which word.  Of disjoint subsets the union is the sum,
so a group is added to all subsets in a word at once: one mask and one shift.
"""

# ruff: noqa: N803, PLR0913, PLR0917 - tables have capital letters; calls cost time

from __future__ import annotations

from basra_rules.simulation.kernel.places import (
    APART,
    APART_OF_SIX,
    EIGHT,
    HOLDERS,
    LOWER,
    MADE_OF,
    MOST_SLOTS,
    NO_VALUE,
    OTHER_SETS,
    SETS,
    SIXTY_FOURS,
    TOO_LARGE,
    UPPER,
    VALUE,
    Words,
)


def exact_sums(sums: int) -> int:
    """Return bit 6 of each byte that is 64; all bytes are below 128."""
    return sums & ~(sums - EIGHT) & SIXTY_FOURS


def groups_of_six(R: Words, cards: int, lift: int) -> int:
    """Return the groups of at most six cards: bit `subset - 1` for each subset that comes to the total.

    `lift` is 64 less the total in each byte.  Eight sums stand in one number, a byte for each subset of the three
    lowest cards; a further card is added to all eight at once.  So the lowest cards have slots 3 to 5, further ones
    0 to 2.
    """
    left = cards & (cards - 1)
    rest = left & (left - 1)
    sums = lift + 0x0100010001000100 * R[VALUE + (cards & -cards).bit_length() - 1]
    sums += 0x0101000001010000 * (R[VALUE + (left & -left).bit_length() - 1] & 63)
    sums += 0x0101010100000000 * (R[VALUE + (rest & -rest).bit_length() - 1] & 63)
    groups = exact_sums(sums) >> 7
    rest &= rest - 1
    a = EIGHT * (R[VALUE + (rest & -rest).bit_length() - 1] & 63)
    groups |= exact_sums(sums + a) >> 6 if rest else 0
    rest &= rest - 1
    if rest:
        b = EIGHT * R[VALUE + (rest & -rest).bit_length() - 1]
        groups |= exact_sums(sums + b) >> 5 | exact_sums(sums + a + b) >> 4
        rest &= rest - 1
        if rest:
            sums += EIGHT * R[VALUE + rest.bit_length() - 1]
            groups |= exact_sums(sums) >> 3 | exact_sums(sums + a) >> 2
            groups |= exact_sums(sums + b) >> 1 | exact_sums(sums + a + b)
    return groups & R[MADE_OF + cards.bit_count()]


def expand_six(cards: int, subset: int) -> int:
    """Return those of at most six cards whose slots are in `subset`."""
    one = cards & -cards
    left = cards ^ one
    two = left & -left
    left ^= two
    three = left & -left
    left ^= three
    four = left & -left
    left ^= four
    five = left & -left
    chosen = (one if subset & 8 else 0) | (two if subset & 16 else 0) | (three if subset & 32 else 0)
    return chosen | (four if subset & 1 else 0) | (five if subset & 2 else 0) | (left ^ five if subset & 4 else 0)


def unions_of_six(R: Words, cards: int, lift: int, one: int) -> int:
    """Return all that can be made of the groups of at most six cards, in the same way; `one`: a single group only."""
    groups = groups_of_six(R, cards, lift)
    if one or groups & (groups - 1) == 0:
        return groups
    unions = 0
    while groups:
        bit = groups & -groups
        group = bit.bit_length()
        unions |= bit | (unions & R[APART_OF_SIX + group]) << group
        groups ^= bit
    return unions


def expand(cards: int, subset: int) -> int:
    """Return those of `cards` whose slots are in `subset`."""
    chosen = 0
    while subset:
        if subset & 1:
            chosen |= cards & -cards
        cards &= cards - 1
        subset >>= 1
    return chosen


def slots_of(cards: int, wanted: int) -> int:
    """Return the slots of those of `cards` that are `wanted`."""
    slots = 0
    bit = 1
    while cards:
        if cards & -cards & wanted:
            slots |= bit
        bit += bit
        cards &= cards - 1
    return slots


def lay_out(R: Words, W: Words, area: int, cards: int) -> int:
    """Write the sums of all subsets into `area`; return how many words a set of subsets takes.

    For more than MOST_SLOTS cards that is 0, and TOO_LARGE is set.
    """
    count = cards.bit_count()
    if count > MOST_SLOTS:
        W[TOO_LARGE] = 1
        return 0
    for subset in range(32):
        W[area + LOWER + subset] = -1
    W[area + LOWER] = 0
    W[area + UPPER] = 0
    at = area + LOWER
    size = 1
    slot = 0
    while cards:
        if slot == 5:
            at = area + UPPER
            size = 1
        value = R[VALUE + (cards & -cards).bit_length() - 1]
        if value == 0:
            value = NO_VALUE
        for subset in range(size):
            W[at + size + subset] = W[at + subset] + value
        cards &= cards - 1
        size *= 2
        slot += 1
    words = size if slot > 5 else 1
    for word in range(words):
        W[area + SETS + word] = 0
    W[area + SETS] = 1
    return words


def add_groups(R: Words, W: Words, area: int, words: int, total: int, smallest: int, one: int) -> int:
    """Add to the sets of `area` all unions with groups of at least `smallest` cards that come to `total`."""
    source = area + SETS
    if one:
        source = area + OTHER_SETS
        for word in range(words):
            W[source + word] = W[area + SETS + word]
    for high in range(words):
        missing = total - W[area + UPPER + high]
        if missing < 0:
            continue
        groups = 0
        for low in range(32):
            groups |= (1 if W[area + LOWER + low] == missing else 0) << low
        while groups:
            low = (groups & -groups).bit_length() - 1
            groups &= groups - 1
            if high.bit_count() + low.bit_count() >= smallest:
                for word in range(words):
                    if not word & high:
                        W[area + SETS + (word | high)] |= (W[source + word] & R[APART + low]) << low
    return 0


def add_pick(W: Words, area: int, words: int, slots: int) -> int:
    """Replace each set of `area` by those with one more card of `slots`; where none is left, leave it."""
    for word in range(words):
        W[area + OTHER_SETS + word] = W[area + SETS + word]
        W[area + SETS + word] = 0
    for word in range(words):
        left = W[area + OTHER_SETS + word]
        while left:
            subset = word << 5 | ((left & -left).bit_length() - 1)
            left &= left - 1
            free = slots & ~subset
            if free == 0:
                W[area + SETS + word] |= 1 << (subset & 31)
            while free:
                more = subset | (free & -free)
                W[area + SETS + (more >> 5)] |= 1 << (more & 31)
                free &= free - 1
    return 0


def without_slot(R: Words, W: Words, source: int, target: int, words: int, slot: int) -> int:
    """Add to the sets at `target` those at `source` that have `slot`, without it."""
    if slot < 5:
        for word in range(words):
            W[target + word] |= (W[source + word] & R[HOLDERS + slot]) >> (1 << slot)
    else:
        bit = 1 << (slot - 5)
        for word in range(words):
            if word & bit:
                W[target + (word ^ bit)] |= W[source + word]
    return 0


def keep_maximal(R: Words, W: Words, area: int, words: int, slots: int) -> int:
    """Keep those sets of `area` that no other one contains."""
    smaller = area + OTHER_SETS
    for word in range(words):
        W[smaller + word] = 0
    for slot in range(slots):
        without_slot(R, W, area + SETS, smaller, words, slot)
    for slot in range(slots):
        without_slot(R, W, smaller, smaller, words, slot)
    for word in range(words):
        W[area + SETS + word] &= ~W[smaller + word]
    return 0


def count_sets(W: Words, area: int, words: int) -> int:
    """Return how many sets there are in `area`."""
    count = 0
    for word in range(words):
        count += W[area + SETS + word].bit_count()
    return count


def nth_subset(W: Words, area: int, number: int) -> int:
    """Return the subset that has `number` among the sets of `area`; there are more than that."""
    word = 0
    while number >= W[area + SETS + word].bit_count():
        number -= W[area + SETS + word].bit_count()
        word += 1
    sets = W[area + SETS + word]
    while number:
        sets &= sets - 1
        number -= 1
    return word << 5 | ((sets & -sets).bit_length() - 1)


def can_part(R: Words, W: Words, area: int, cards: int, groups: int, total: int) -> int:
    """Tell whether `cards`, all with a value, part into `groups` groups that come to `total` each."""
    if groups == 1:
        return 1
    words = lay_out(R, W, area, cards)
    if words == 0:
        return 0
    add_groups(R, W, area, words, total, 1, 0)
    every = (1 << cards.bit_count()) - 1
    return W[area + SETS + (every >> 5)] >> (every & 31) & 1
