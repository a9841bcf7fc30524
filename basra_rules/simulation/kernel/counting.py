"""What a deal comes to, and the totals over many."""

# ruff: noqa: N803 - tables have capital letters; calls cost time

from __future__ import annotations

from basra_rules.simulation.kernel.captures import card_points
from basra_rules.simulation.kernel.chance import LOW, mix
from basra_rules.simulation.kernel.places import (
    AWARD_AT_LEAST,
    AWARD_CARDS,
    AWARD_COUNT,
    AWARD_IF_NOBODY,
    AWARD_POINTS,
    AWARD_SIZE,
    AWARDS_AT,
    BONUS_COUNT,
    BONUSES_AT,
    CAPTURED,
    CARRY_AT,
    CARRY_ON,
    FAR_BINS,
    GIVE_EACH,
    HELD,
    LOWEST_BIN,
    MISDEALT,
    NEAR_BINS,
    NUMBER,
    REPLAY,
    SCALE,
    SCORE,
    SCORING_COUNT,
    SCORING_PLAYS,
    SIDES,
    T_AWARDS_AT,
    T_BONUSES_AT,
    T_CARD_POINTS,
    T_CARDS,
    T_CHECK,
    T_DEALS,
    T_HISTOGRAM,
    T_LEAD,
    T_LEAD_SQUARES,
    T_LEAD_SQUARES_HIGH,
    T_POINTS,
    T_SQUARES,
    T_SQUARES_HIGH,
    T_TIES,
    Words,
)

NOT_GIVEN, GIVEN_TO_LEADERS, GIVEN_BY_COUNT = range(3)


def count_award(R: Words, W: Words, award: int) -> tuple[int, int]:
    """Count the cards of the award at `award` into HELD; return how it is given, and the count it takes.

    Source: G14, `scoring.awards`.
    """
    best = 0
    leaders = 0
    for side in range(R[SIDES]):
        held = (W[CAPTURED + side] & R[award + AWARD_CARDS]).bit_count()
        W[HELD + side] = held
        if side == 0 or held > best:
            best = held
            leaders = 1
        elif held == best:
            leaders += 1
    at_least = R[award + AWARD_AT_LEAST]
    if at_least == 0 and leaders == 1:
        return GIVEN_TO_LEADERS, best
    if at_least and best >= at_least:
        return GIVEN_BY_COUNT, at_least
    if R[award + AWARD_IF_NOBODY] == GIVE_EACH and leaders > 1:
        return GIVEN_TO_LEADERS, best
    return NOT_GIVEN, 0


def is_void(R: Words, W: Words) -> int:
    """Tell whether the deal is void: misdealt, or an award that is replayed for goes to nobody."""
    if W[MISDEALT]:
        return 1
    for number in range(R[AWARD_COUNT]):
        award = R[AWARDS_AT] + number * AWARD_SIZE
        if R[award + AWARD_IF_NOBODY] == REPLAY:
            given, _ = count_award(R, W, award)
            if given == NOT_GIVEN:
                return 1
    return 0


def score_deal(R: Words, W: Words, T: Words) -> int:
    """Write the points of each side into SCORE, and what is carried on; return 1 if the deal is void.

    Source: S0 §5, `scoring`.
    """
    if is_void(R, W):
        return 1
    sides = R[SIDES]
    bonuses = R[BONUS_COUNT]
    for side in range(sides):
        points = card_points(R, W[CAPTURED + side])
        T[T_CARD_POINTS] += points
        at = R[BONUSES_AT] + side * bonuses
        for bonus in range(bonuses):
            points += W[at + bonus]
            T[R[T_BONUSES_AT] + 2 * bonus + 1] += W[at + bonus]
        W[SCORE + side] = points
    for number in range(R[AWARD_COUNT]):
        score_award(R, W, T, number)
    return 0


def score_award(R: Words, W: Words, T: Words, number: int) -> int:
    """Give an award, or carry it on.

    Source: G14, `scoring.awards`.
    """
    award = R[AWARDS_AT] + number * AWARD_SIZE
    given, least = count_award(R, W, award)
    carry = R[CARRY_AT] + number
    if given == NOT_GIVEN:
        T[R[T_AWARDS_AT] + 2 * number + 1] += 1
        if R[award + AWARD_IF_NOBODY] == CARRY_ON:
            W[carry] += R[award + AWARD_POINTS]
        return 0
    winners = 0
    for side in range(R[SIDES]):
        winners += 1 if W[HELD + side] >= least else 0
    points = R[award + AWARD_POINTS]
    if winners == 1:  # what was carried waits until one side wins alone
        points += W[carry]
        W[carry] = 0
    for side in range(R[SIDES]):
        if W[HELD + side] >= least:
            W[SCORE + side] += points
            T[R[T_AWARDS_AT] + 2 * number] += points
    return 0


def far_bin(beyond: int) -> int:
    """Return which outer bin counts what lies so far beyond the nearest of them; see `places.FAR_BINS`."""
    doublings = (beyond + 8).bit_length() - 4
    return min(8 * doublings + (beyond + 8 >> doublings) - 8, FAR_BINS - 1)


def tally_deal(R: Words, W: Words, T: Words, leader: int) -> int:
    """Add a deal that counts to the totals; `leader` is the side that led it."""
    sides = R[SIDES]
    scale = R[SCALE]
    together = 0
    best = W[SCORE]
    tied = 0
    check = mix((W[NUMBER] & LOW) ^ (W[NUMBER] >> 32))
    for side in range(sides):
        points = W[SCORE + side]
        cards = W[CAPTURED + side]
        together += points
        T[T_POINTS + side] += points
        T[T_SQUARES + side] += points * points & LOW
        T[T_SQUARES_HIGH + side] += points * points >> 32
        T[T_CARDS + side] += cards.bit_count()
        column = points // scale - LOWEST_BIN
        if column < 0:
            column = NEAR_BINS + FAR_BINS + far_bin(-1 - column)
        elif column >= NEAR_BINS:
            column = NEAR_BINS + far_bin(column - NEAR_BINS)
        T[T_HISTOGRAM + column] += 1
        if side:
            if points > best:
                best = points
                tied = 0
            elif points == best:
                tied = 1
        check = ((check ^ (points & LOW)) * 16777619) & LOW
        check = ((check ^ (cards & LOW)) * 16777619) & LOW
        check = ((check ^ (cards >> 32)) * 16777619) & LOW
    lead = W[SCORE + leader] * sides - together
    T[T_LEAD] += lead
    T[T_LEAD_SQUARES] += lead * lead & LOW
    T[T_LEAD_SQUARES_HIGH] += lead * lead >> 32
    T[T_TIES] += tied
    T[T_CHECK] = (T[T_CHECK] + check) & LOW
    T[T_DEALS] += 1
    for number in range(W[SCORING_COUNT]):
        left = W[SCORING_PLAYS + 3 * number + 1]
        while left:
            T[R[T_BONUSES_AT] + 2 * ((left & -left).bit_length() - 1)] += 1
            left &= left - 1
    return 0
