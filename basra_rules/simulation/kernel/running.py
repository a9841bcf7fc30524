"""Many deals one after the other: consecutive ones without an end, or matches."""

# ruff: noqa: N803, PLR0913, PLR0917 - tables have capital letters; calls cost time

from __future__ import annotations

from basra_rules.simulation.kernel.chance import stream
from basra_rules.simulation.kernel.counting import score_deal, tally_deal
from basra_rules.simulation.kernel.places import (
    AWARD_COUNT,
    CARRY_AT,
    DEALER,
    DEALER_LEADS,
    DEALER_MOVES,
    DONE,
    DRAWN,
    ENDLESS,
    FIRST_LEADER,
    FIRST_NUMBER,
    GAMES_TO_WIN,
    GAMES_WON,
    KEY,
    LENGTH_BINS,
    MATCH_DEALS,
    MATCH_EXTEND,
    MATCH_SCORE,
    MATCH_TARGET,
    MATCH_TIE,
    MATCHES,
    MOST_MATCH_DEALS,
    NUMBER,
    PENDING,
    PLAYERS,
    PLAYS,
    RAISE_TARGET,
    RAISED_TARGET,
    REPLAYS,
    REPLAYS_ALLOWED,
    SCORE,
    SIDE_OF,
    SIDES,
    STOPPED,
    T_DRAWS,
    T_LEADER_WINS,
    T_LENGTH_HISTOGRAM,
    T_LENGTH_SQUARES,
    T_LENGTHS,
    T_MATCHES,
    T_PLAYS,
    T_UNFINISHED,
    T_VOIDS,
    T_WINS,
    TOO_LARGE,
    TURN,
    Words,
)
from basra_rules.simulation.kernel.playing import play_deal


def leading_side(R: Words, W: Words) -> int:
    """Return the side that leads the deal.

    Source: `dealing.leader`.
    """
    return R[SIDE_OF + (W[DEALER] if R[DEALER_LEADS] else (W[DEALER] + 1) % R[PLAYERS])]


def clear_carries(R: Words, W: Words) -> int:
    """Let nothing be carried on."""
    for award in range(R[AWARD_COUNT]):
        W[R[CARRY_AT] + award] = 0
    return 0


def start_game(R: Words, W: Words) -> int:
    """Start the next game of a match from 0.

    Source: `match.games_to_win`.
    """
    W[RAISED_TARGET] = R[MATCH_TARGET]
    for side in range(R[SIDES]):
        W[MATCH_SCORE + side] = 0
    return clear_carries(R, W)


def start_number(R: Words, W: Words) -> int:
    """Get ready for the deal, or the match, that has NUMBER: who deals is settled by the number alone."""
    W[DEALER] = W[NUMBER] % R[PLAYERS] if R[DEALER_MOVES] or W[MATCHES] else 0
    W[TURN] = 0
    W[REPLAYS] = 0
    if W[MATCHES]:
        W[MATCH_DEALS] = 0
        W[FIRST_LEADER] = leading_side(R, W)
        for side in range(R[SIDES]):
            W[GAMES_WON + side] = 0
        start_game(R, W)
    return 0


def finish_match(W: Words, T: Words, best: int, leaders: int) -> int:
    """Count a match that is over; `best` is the side that is ahead."""
    if leaders == 1:
        T[T_WINS + best] += 1
        if best == W[FIRST_LEADER]:
            T[T_LEADER_WINS] += 1
    else:
        T[T_DRAWS] += 1
    deals = W[MATCH_DEALS]
    T[T_MATCHES] += 1
    T[T_LENGTHS] += deals
    T[T_LENGTH_SQUARES] += deals * deals
    T[T_LENGTH_HISTOGRAM + (deals if deals < LENGTH_BINS else LENGTH_BINS - 1)] += 1
    return 1


def is_over(R: Words, W: Words, best: int, leaders: int) -> int:
    """Tell whether the match is over now that the target is reached; raise it, or start another game, if not.

    Source: `match.tie`, `match.games_to_win`.
    """
    if leaders == 1 or R[MATCH_TIE] == DRAWN:
        if leaders == 1:
            W[GAMES_WON + best] += 1
        if R[GAMES_TO_WIN] == 1 or W[GAMES_WON + best] >= R[GAMES_TO_WIN]:
            return 1
        start_game(R, W)
    elif R[MATCH_TIE] == RAISE_TARGET:
        beyond = W[MATCH_SCORE + best] - W[RAISED_TARGET]
        W[RAISED_TARGET] += (beyond // R[MATCH_EXTEND] + 1) * R[MATCH_EXTEND]
    return 0


def add_to_match(R: Words, W: Words, T: Words) -> int:
    """Add the deal to the match; return 1 if it is over.

    Source: G11, G13, `match.target`, `match.tie`.
    """
    W[MATCH_DEALS] += 1
    best = 0
    leaders = 0
    for side in range(R[SIDES]):
        W[MATCH_SCORE + side] += W[SCORE + side]
        if side == 0 or W[MATCH_SCORE + side] > W[MATCH_SCORE + best]:
            best = side
            leaders = 1
        elif W[MATCH_SCORE + side] == W[MATCH_SCORE + best]:
            leaders += 1
    if W[MATCH_SCORE + best] >= W[RAISED_TARGET] and is_over(R, W, best, leaders):
        return finish_match(W, T, best, leaders)
    if W[MATCH_DEALS] == MOST_MATCH_DEALS:
        T[T_UNFINISHED] += 1
        return 1
    if R[DEALER_MOVES]:
        W[DEALER] = (W[DEALER] + 1) % R[PLAYERS]
    return 0


def finish_deal(R: Words, W: Words, T: Words, P: Words) -> int:
    """Count the deal that was played; return 1 where the deals of NUMBER are done with."""
    T[T_PLAYS] += W[PLAYS]
    W[TURN] += 1
    if score_deal(R, W, T):
        T[T_VOIDS] += 1
        W[REPLAYS] += 1
        return 0
    W[REPLAYS] = 0
    tally_deal(R, W, T, leading_side(R, W))
    if W[MATCHES]:
        return add_to_match(R, W, T)
    at = (W[NUMBER] - W[FIRST_NUMBER]) * R[SIDES]
    for side in range(R[SIDES]):
        P[at + side] = W[SCORE + side]
    return 1


def run(R: Words, W: Words, T: Words, P: Words, end: int, policy: int) -> int:
    """Play from NUMBER on, up to and without `end`; each number is a deal, or a match.

    Returns DONE; or STOPPED at a deal with a floor too large for the tables, which the caller may play
    himself and hand over as PENDING; or ENDLESS, where a deal is void again and again.

    Shapes: P has the points of every deal from FIRST_NUMBER on, by deal and side; not used by matches.
    """
    while W[NUMBER] < end:
        if W[PENDING] == 0:
            if W[TURN] == 0:
                start_number(R, W)
            W[TOO_LARGE] = 0
            play_deal(R, W, W[DEALER], policy, stream(W[KEY], W[NUMBER], W[TURN]))
            if W[TOO_LARGE]:
                return STOPPED
        W[PENDING] = 0
        if finish_deal(R, W, T, P):
            W[NUMBER] += 1
            W[TURN] = 0
        elif W[REPLAYS] > R[REPLAYS_ALLOWED]:
            return ENDLESS
    return DONE
