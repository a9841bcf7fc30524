"""Conditions and points as programs: a stack machine that reads the situation from `W`."""

# ruff: noqa: C901, N803, PLR0912, PLR0915 - tables have capital letters; calls cost time

from __future__ import annotations

from basra_rules.simulation.kernel.places import (
    ADD,
    AT_MOST,
    BONUS_COUNT,
    BONUS_POINTS_AT,
    CAN_PART,
    COUNT_OF,
    DECK,
    DISPLACES,
    END,
    EQUAL,
    FLOOR,
    FLOOR_AT,
    FLOOR_SIZE,
    FORMER,
    FORMER_COUNT,
    GROUPS,
    HOLD,
    HOLDING,
    INSTEAD_OF_AT,
    KEEP_FALSE,
    KEEP_TRUE,
    LESS,
    LOAD,
    LOG,
    MULTIPLY,
    NEXT_GROUPS,
    NONE_IN,
    NOT,
    PLAYS,
    PUSH,
    SECOND_AREA,
    SKIP_UNLESS,
    SOME_IN,
    STACK,
    STORE,
    SUBTRACT,
    SUM_OF,
    TAKEN,
    TOP_IN,
    TOTAL,
    TRAILED,
    VALUE,
    Words,
)
from basra_rules.simulation.kernel.subsets import can_part


def sum_of(R: Words, cards: int) -> int:
    """Return the capture values of `cards` together."""
    total = 0
    while cards:
        total += R[VALUE + (cards & -cards).bit_length() - 1]
        cards &= cards - 1
    return total


def top_of_floor(R: Words, W: Words) -> int:
    """Return the floor's last card as a set: trailed last of those that still lie there, or dealt last."""
    floor = W[FLOOR]
    for number in range(W[PLAYS] - 1, -1, -1):
        card = 1 << W[LOG + 2 * number]
        if W[LOG + 2 * number + 1] == 0 and floor & card:
            return card
    for place in range(R[FLOOR_SIZE] - 1, -1, -1):
        card = 1 << W[DECK + W[FLOOR_AT] + place]
        if floor & card:
            return card
    return 0


def next_groups(R: Words, W: Words) -> int:
    """Go on to the next number of equal groups that the captured cards could make; return 0 after the last."""
    taken = W[TAKEN]
    rest = taken
    while rest:
        if R[VALUE + (rest & -rest).bit_length() - 1] == 0:
            return 0
        rest &= rest - 1
    total = sum_of(R, taken)
    groups = W[GROUPS] + 1
    while groups <= taken.bit_count():
        if total % groups == 0:
            W[GROUPS] = groups
            W[TOTAL] = total // groups
            return 1
        groups += 1
    return 0


def evaluate(R: Words, W: Words, at: int) -> int:
    """Run the program at `at`; return what is on top of the stack at its end."""
    top = STACK
    while True:
        operation = R[at]
        if operation == END:
            return W[top - 1]
        if operation == PUSH:
            W[top] = R[at + 1]
            top += 1
            at += 2
        elif operation == NONE_IN:
            W[top] = 0 if W[R[at + 1]] & R[at + 2] else 1
            top += 1
            at += 3
        elif operation == SOME_IN:
            W[top] = 1 if W[R[at + 1]] & R[at + 2] else 0
            top += 1
            at += 3
        elif operation == COUNT_OF:
            W[top] = W[R[at + 1]].bit_count()
            top += 1
            at += 2
        elif operation == SUM_OF:
            W[top] = sum_of(R, W[R[at + 1]])
            top += 1
            at += 2
        elif operation == KEEP_FALSE:
            if W[top - 1]:
                top -= 1
                at += 2
            else:
                at = R[at + 1]
        elif operation == KEEP_TRUE:
            if W[top - 1]:
                at = R[at + 1]
            else:
                top -= 1
                at += 2
        elif operation == SKIP_UNLESS:
            top -= 1
            at = at + 2 if W[top] else R[at + 1]
        elif operation == TOP_IN:
            W[top] = 1 if top_of_floor(R, W) & R[at + 1] else 0
            top += 1
            at += 2
        elif operation == LOAD:
            W[top] = W[R[at + 1]]
            top += 1
            at += 2
        elif operation == TRAILED:
            W[top] = 1 if W[FORMER] >= 0 and W[FLOOR] & ~W[FORMER] else 0
            top += 1
            at += 1
        elif operation == FORMER_COUNT:
            W[top] = W[FORMER].bit_count() if W[FORMER] >= 0 else 0
            top += 1
            at += 1
        elif operation == NOT:
            W[top - 1] = 0 if W[top - 1] else 1
            at += 1
        elif operation == HOLD:
            top -= 1
            if W[top] != 0:
                W[HOLDING] |= 1 << R[at + 1]
                W[R[BONUS_POINTS_AT] + R[at + 1]] = W[top]
            at += 2
        elif operation == NEXT_GROUPS:
            if next_groups(R, W):
                at += 2
            else:
                W[top] = 0
                top += 1
                at = R[at + 1]
        elif operation == STORE:
            top -= 1
            W[R[at + 1]] = W[top]
            at += 2
        elif operation == CAN_PART:
            W[top] = can_part(R, W, SECOND_AREA, W[TAKEN], W[GROUPS], W[TOTAL])
            top += 1
            at += 1
        else:
            top -= 1
            left = W[top - 1]
            right = W[top]
            if operation == ADD:
                W[top - 1] = left + right
            elif operation == SUBTRACT:
                W[top - 1] = left - right
            elif operation == MULTIPLY:
                W[top - 1] = left * right
            elif operation == LESS:
                W[top - 1] = 1 if left < right else 0
            elif operation == AT_MOST:
                W[top - 1] = 1 if left <= right else 0
            elif operation == EQUAL:
                W[top - 1] = 1 if left == right else 0
            at += 1


def without_displaced(R: Words, holding: int) -> int:
    """Return those bonuses of `holding` that score: what is replaced by another one replaces nothing."""
    left = holding
    scoring = 0
    while left:
        named = 0
        for bonus in range(R[BONUS_COUNT]):
            if left >> bonus & 1:
                named |= R[R[INSTEAD_OF_AT] + bonus]
        free = left & ~named
        if free == 0:
            free = left
        scoring |= free
        left &= ~free
        for bonus in range(R[BONUS_COUNT]):
            if free >> bonus & 1:
                left &= ~R[R[INSTEAD_OF_AT] + bonus]
    return scoring


def bonus_points(R: Words, W: Words, program: int) -> int:
    """Return the points of all bonuses that score by `program`; leave them in HOLDING, as bits."""
    W[HOLDING] = 0
    evaluate(R, W, program)
    if R[DISPLACES]:
        W[HOLDING] = without_displaced(R, W[HOLDING])
    points = 0
    left = W[HOLDING]
    while left:
        points += W[R[BONUS_POINTS_AT] + (left & -left).bit_length() - 1]
        left &= left - 1
    return points
