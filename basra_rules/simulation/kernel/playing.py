"""The plays of a deal, by chance or greedily."""

# ruff: noqa: C901, N803, PLR0912, PLR0913, PLR0915, PLR0917 - tables have capital letters; calls cost time

from __future__ import annotations

from basra_rules.simulation.kernel.captures import applying_plan, best_capture, choose, count_captures
from basra_rules.simulation.kernel.chance import LOW, MULTIPLIER
from basra_rules.simulation.kernel.dealing import deal_packets, hidden_cards, open_deal
from basra_rules.simulation.kernel.places import (
    ALONE,
    ASKS,
    BEST,
    BEST_WORTH,
    BONUS_COUNT,
    BONUS_POINTS_AT,
    BONUSES_AT,
    CAPTURED,
    DEALER_LEADS,
    DECK,
    DECK_SIZE,
    DRAWS,
    FLOOR,
    FORMER,
    FREE,
    GREEDY,
    HAND_AT,
    HAND_COUNT,
    HAND_DECIDES,
    HIDDEN,
    HOLDING,
    LAST_CARD,
    LAST_SIDE,
    LEFTOVER,
    LOG,
    LOGS,
    MAY,
    MAY_TRAIL,
    MISDEALT,
    MUST,
    NEVER,
    OPENING_FLOOR,
    OTHER_PROGRAM,
    PACKET,
    PLAN_SIZE,
    PLANS,
    PLAY_COUNT,
    PLAYERS,
    PLAYS,
    REMAINDER,
    SCORING_COUNT,
    SCORING_PLAYS,
    SIDE_OF,
    SIDES,
    STOCK_AT,
    SWEEP_PROGRAM,
    TAKEN,
    TO_DEALER,
    TO_LAST_CAPTURER,
    Words,
)
from basra_rules.simulation.kernel.programs import bonus_points


def score_play(R: Words, W: Words, program: int, side: int, play: int) -> int:
    """Score the bonuses of a play for `side`, and note which.

    Source: `bonuses`.
    """
    points = bonus_points(R, W, program)
    left = W[HOLDING]
    if left:
        at = SCORING_PLAYS + 3 * W[SCORING_COUNT]
        W[at] = play
        W[at + 1] = left
        W[at + 2] = points
        W[SCORING_COUNT] += 1
        while left:
            bonus = (left & -left).bit_length() - 1
            left &= left - 1
            W[R[BONUSES_AT] + side * R[BONUS_COUNT] + bonus] += W[R[BONUS_POINTS_AT] + bonus]
    return points


def plan_of(R: Words, W: Words, card: int, face_up: int) -> int:
    """Return the plan by which `card` captures now."""
    plan = PLANS + PLAN_SIZE * card
    return applying_plan(R, W, plan, face_up, W[FLOOR]) if R[plan + ASKS] else plan


def choose_from_hand(R: Words, W: Words, at: int, held: int, face_up: int, chance: int) -> tuple[int, int]:
    """Choose by chance where, if a card of the hand can capture, one must; return its place and what it takes.

    Source: G2, `capture.obligation: hand`.
    """
    able = 0
    for slot in range(held):
        place = at + slot
        plan = plan_of(R, W, W[place], face_up)
        must = face_up & R[plan + MUST]
        if must or count_captures(R, W, plan, must, face_up & R[plan + MAY] & ~must):
            W[FREE + able] = place
            able += 1
    if able == 0:
        return at + (chance * held >> 32), 0
    drawn = chance * able
    place = W[FREE + (drawn >> 32)]
    plan = plan_of(R, W, W[place], face_up)
    must = face_up & R[plan + MUST]
    may = face_up & R[plan + MAY] & ~must
    if may == 0:
        return place, must
    return place, choose(R, W, plan, must, may, R[MAY_TRAIL], drawn & LOW)


def choose_best(R: Words, W: Words, at: int, held: int, face_up: int, chance: int) -> tuple[int, int]:
    """Choose what is worth most at once, the first of several; return its place and what it takes.

    Trailing is worth nothing; where nothing is worth more, one of the cards that may trail does, by chance.
    """
    found = 0
    best_place = at
    best_taken = 0
    best_worth = 0
    free = 0
    for slot in range(held):
        place = at + slot
        card = W[place]
        best_capture(R, W, card, plan_of(R, W, card, face_up), face_up)
        taken = W[BEST]
        if taken and (found == 0 or W[BEST_WORTH] > best_worth):
            found = 1
            best_place = place
            best_taken = taken
            best_worth = W[BEST_WORTH]
        if R[MAY_TRAIL] or taken == 0:
            W[FREE + free] = place
            free += 1
    if R[HAND_DECIDES] and found:
        free = 0
    if free == 0 or best_worth > 0:
        return best_place, best_taken
    return W[FREE + (chance * free >> 32)], 0


def clear_captured(R: Words, W: Words) -> int:
    """Let nobody have captured or scored anything."""
    for side in range(R[SIDES]):
        W[CAPTURED + side] = 0
    at = R[BONUSES_AT]
    for bonus in range(R[SIDES] * R[BONUS_COUNT]):
        W[at + bonus] = 0
    W[SCORING_COUNT] = 0
    return 0


def draw_card(R: Words, W: Words, place: int, at: int, held: int) -> int:
    """Fill the place of the card played from the stock, or close the gap once that is used up.

    Source: S1, `dealing.refill: after_play`.
    """
    if W[STOCK_AT] < R[DECK_SIZE]:
        W[place] = W[DECK + W[STOCK_AT]]
        W[STOCK_AT] += 1
    else:
        W[place] = W[at + held - 1]
        for seat in range(R[PLAYERS]):
            if W[HAND_AT + seat] == at:
                W[HAND_COUNT + seat] -= 1
    return 0


def play_deal(R: Words, W: Words, dealer: int, policy: int, chance: int) -> int:
    """Play a deal to its end: what each side captured, its bonuses and the log are left in `W`.

    Returns the number of plays.

    Source: S0 §2 to §6, `dealing`, `capture`, `scoring.leftover`.
    """
    players = R[PLAYERS]
    trail = R[MAY_TRAIL]
    draws = R[DRAWS]
    logs = R[LOGS]
    simple = 0 if policy == GREEDY or R[HAND_DECIDES] else 1
    chance = open_deal(R, W, dealer, chance)
    clear_captured(R, W)
    if W[MISDEALT]:
        W[PLAYS] = 0
        return 0
    floor = W[OPENING_FLOOR]
    hidden = hidden_cards(R, W) if R[HIDDEN] else 0
    former = -1
    last_side = -1
    seat = dealer if R[DEALER_LEADS] else (dealer + 1) % players
    turn = 0
    play = 0
    plays = R[PLAY_COUNT]
    held = R[PACKET]
    while play < plays:
        at = W[HAND_AT + seat]
        face_up = floor ^ hidden
        chance = MULTIPLIER * (chance & LOW) + (chance >> 32)
        drawn = (chance ^ (chance >> 32)) & LOW
        if draws:
            held = W[HAND_COUNT + seat]
        if simple:
            drawn *= held
            place = at + (drawn >> 32)
            card = W[place]
            own = PLANS + PLAN_SIZE * card
            plan = own
            if R[own + ASKS]:
                W[FORMER] = former
                W[PLAYS] = play
                plan = applying_plan(R, W, own, face_up, floor)
            taken = face_up & R[plan + MUST]
            may = face_up & R[plan + MAY] & ~taken
            if may & (may - 1) or may & R[plan + ALONE]:
                taken = choose(R, W, plan, taken, may, trail, drawn & LOW)
            elif trail and drawn >> 31 & 1:
                taken = 0
        else:
            W[FLOOR] = floor
            W[FORMER] = former
            W[PLAYS] = play
            W[LAST_CARD] = 1 if play + 1 == plays else 0
            if policy == GREEDY:
                place, taken = choose_best(R, W, at, held, face_up, drawn)
            else:
                place, taken = choose_from_hand(R, W, at, held, face_up, drawn)
            card = W[place]
            own = PLANS + PLAN_SIZE * card
        if hidden and taken == face_up and taken:
            taken = floor
            hidden = 0
        # Whether a play captures is a coin toss, and a branch guessed wrong takes as long as a play:
        # `trailed` is a mask of all bits or none.
        trailed = (taken - 1) >> 63
        side = R[SIDE_OF + seat]
        which = own + (SWEEP_PROGRAM if taken == floor | trailed else OTHER_PROGRAM)
        program = R[which] & ~trailed
        if program and taken & R[which + NEVER] == 0:
            W[FLOOR] = floor
            W[TAKEN] = taken
            W[FORMER] = former
            W[PLAYS] = play
            W[LAST_CARD] = 1 if play + 1 == plays else 0
            score_play(R, W, program, side, play)
        former = floor
        bit = 1 << card
        floor = floor ^ taken | bit & trailed
        W[CAPTURED + side] |= (taken | bit) & ~trailed
        last_side = side if taken else last_side
        if logs:
            W[LOG + 2 * play] = card
            W[LOG + 2 * play + 1] = taken
        play += 1
        seat = seat + 1 if seat + 1 < players else 0
        if draws:
            draw_card(R, W, place, at, held)
        else:
            W[place] = W[at + held - 1]
            turn += 1
            if turn == players:
                turn = 0
                held -= 1
                if held == 0 and play < plays:
                    held = R[PACKET]
                    if (plays - play) < held * players:
                        held = (plays - play) // players
                    deal_packets(R, W, dealer, held)
    W[PLAYS] = play
    W[LAST_SIDE] = last_side
    return give_leftover(R, W, floor, dealer)


def give_leftover(R: Words, W: Words, floor: int, dealer: int) -> int:
    """Give away what is left on the floor, and cards of the stock that could not be shared out.

    Source: S0 §6, G6, G7, `scoring.leftover`, `dealing.remainder`.
    """
    rest = 0
    for place in range(W[STOCK_AT], R[DECK_SIZE]):
        rest |= 1 << W[DECK + place]
    for part in range(2):
        cards = rest if part else floor
        to = R[REMAINDER] if part else R[LEFTOVER]
        if to == TO_DEALER:
            W[CAPTURED + R[SIDE_OF + dealer]] |= cards
        elif to == TO_LAST_CAPTURER and W[LAST_SIDE] >= 0:
            W[CAPTURED + W[LAST_SIDE]] |= cards
    return W[PLAYS]
