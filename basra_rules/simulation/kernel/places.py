"""What stands where in the kernel's tables, and the operations of its programs.

Points are whole numbers on the scale of the rules (halves are doubled), capture values likewise.
"""

from __future__ import annotations

from typing import TypeAlias

Words: TypeAlias = list[int]
"""A table: a list of integers when interpreted, an array of 64-bit integers when compiled."""

# ---- R, the rules: numbers and yes-or-no at the front ------------------------------------------------
PLAYERS, SIDES, DECK_SIZE, PACKET, SINGLY, FLOOR_SIZE, HIDDEN, KEPT_OFF, KEPT_OFF_TOP, BURIES = range(10)
DRAWS, DEALER_LEADS, DEALER_MOVES, MAY_TRAIL, HAND_DECIDES, MAXIMAL, LEFTOVER, REMAINDER = range(10, 18)
CARD_POINTS_COUNT, AWARD_COUNT, BONUS_COUNT, DISPLACES, MATCH_TARGET, MATCH_TIE, MATCH_EXTEND, SCALE = range(18, 26)
CARD_POINTS_AT, AWARDS_AT, INSTEAD_OF_AT, CARRY_AT, BONUSES_AT, BONUS_POINTS_AT = range(26, 32)
T_AWARDS_AT, T_BONUSES_AT = 32, 33
PLAY_COUNT = 34  # of a deal
LOGS = 39  # whether plays are logged
SHUFFLED, LEFT_OUT = 48, 49  # how many cards are shuffled; those of them that are no part of the deck
REPLAYS_ALLOWED = 35  # how often a void deal is dealt again
GAMES_TO_WIN = 36  # of a match
REDEAL_COUNT, REDEALS_AT = 37, 38  # cards, and how many of them on the floor as first dealt make the deal void
MADE_OF = 40  # by number of slots, up to six: a bit, at its number less 1, for each set of them
# by card: its value in sums (0: none); the place before it has that of no card, NO_VALUE
VALUE = 64
CARDS = 128  # what is shuffled, in the order of the deck
SIDE_OF = 192  # by seat
APART = 208  # by set of five slots, 0 to 31: a bit for each set that shares no slot with it
HOLDERS = 240  # by slot of five: a bit for each set that has it
APART_OF_SIX = 256  # by set of six slots: the same, a bit for each set at its number less 1
ALIKE = 320  # by value: its cards
WAYS = 392  # by how many there are, 8 words, and how many are taken: the number of ways to do so
FIRST_CHOICE = 456  # by how many are taken: the place of the first way to do so
CHOICES = 464  # each way as bits; those for few cards come before those for more
PLANS = 592  # by card: its plan, of PLAN_SIZE words; further plans, programs and lists come after
PLAN_SIZE = 16
END_OF_FIXED_RULES = PLANS + 52 * PLAN_SIZE

# ---- a plan: what a card can do with any floor -----------------------------------------------------------
# MUST is taken where it lies there; of MAY some may be taken besides; of ALONE a single card may.  TARGET is what
# groups total.  LIFT is 64 less TARGET in each byte, or 0 where the sums of six cards are too large for bytes.
MUST, MAY, ALONE, TARGET, KIND, DETAIL, LIFT = range(7)
# kinds: any number of groups · one group (of both, DETAIL lists all groups as counts by value, or is 0) · one card
# of MAY · whatever DETAIL lists (MAXIMAL included) · more conditions than there is room for
CHOSEN_GROUPS, ONE_GROUP, ONE_CARD, LISTED, BEYOND = range(5)
# The plan of a card goes on.  Where ways ask conditions, this plan is that of all answers no, and ASKS lists how many
# conditions there are, their programs, and a plan for each pattern of answers; a card of NEVER_ASKS on the floor makes
# all answers no.  Programs of bonuses, for plays that sweep and for others, are 0 where none can score; where a card is
# captured of those that stand NEVER words further, none does.
ASKS, NEVER_ASKS, SWEEP_PROGRAM, OTHER_PROGRAM = range(7, 11)
NEVER = 2

EIGHT = 0x0101010101010101
"""One in each of eight bytes."""
SIXTY_FOURS = 64 * EIGHT

# ---- counts by value: how many cards of each value, in four bits, the uppermost of which is free
GUARDS = 0x888888888888888
SEVENS = 0x777777777777777
GROUPS_AT_ONCE = 48
MOST_ALIKE = 7
MOST_VALUES = 15
MOST_WAYS = 1 << 16

# ---- who gets what is left over; what happens to an award that nobody wins; a tie at the target ------------
TO_NOBODY, TO_LAST_CAPTURER, TO_DEALER = range(3)
GIVE_NOBODY, GIVE_EACH, CARRY_ON, REPLAY = range(4)
ANOTHER_DEAL, DRAWN, RAISE_TARGET = range(3)
AWARD_CARDS, AWARD_AT_LEAST, AWARD_POINTS, AWARD_IF_NOBODY, AWARD_SIZE = range(5)

# ---- W, what changes: the situation that programs ask about -------------------------------------------------
FLOOR, TAKEN, FORMER, LAST_CARD, PLAYS, GROUPS, TOTAL, HOLDING = range(8)
# where the play stands
TOO_LARGE, NUMBER, TURN, REPLAYS, DEALER, RAISED_TARGET, MATCH_DEALS, PENDING = range(8, 16)
LAST_SIDE, FLOOR_AT, KEPT_COUNT, STOCK_AT, KEY, MATCHES, FIRST_DEALER, SCORING_COUNT, FIRST_LEADER = range(16, 25)
FIRST_NUMBER, OPENING_FLOOR, MISDEALT, BEST, BEST_WORTH, IN_QUESTION = range(25, 31)
STACK = 32
STACK_SIZE = 128
DECK = 160  # the stock in order; hands are played from where they lie in it
ASIDE = 224  # cards kept off the opening floor, in the order met
BURIED_AT = 288  # how many stock cards lay above each where it was put back
HAND_AT = 352  # by seat: the place of its first card
HAND_COUNT = 360  # by seat: how many cards it holds
FREE = 368  # slots of a hand that may be played
LOG = 432  # by play of the deal: the card, and what it took
SCORING_PLAYS = 560  # by play that scored a bonus: its number, the bonuses as bits, the points
CAPTURED = 720  # by side
SCORE = 724  # by side, of the deal
HELD = 728  # by side, while an award is counted
MATCH_SCORE = 732  # by side
GAMES_WON = 736  # by side
AREA = 768  # a table of subsets; a second one follows, for `equal_groups`, and then lists of counts by value
LOWER = 0  # in an area: the sums of the subsets of the first five slots, -1 where there are fewer
UPPER = 32  # the sums of the subsets of the further slots
MOST_SLOTS = 16
MOST_WORDS = 1 << MOST_SLOTS - 5
SETS = UPPER + MOST_WORDS  # a bit for each subset
OTHER_SETS = SETS + MOST_WORDS
AREA_SIZE = OTHER_SETS + MOST_WORDS
SECOND_AREA = AREA + AREA_SIZE
COUNTS = SECOND_AREA + AREA_SIZE  # what may be taken, as counts by value
MOST_COUNTS = 1024
WEIGHTS = COUNTS + MOST_COUNTS  # in how many ways each
END_OF_FIXED_WORK = WEIGHTS + MOST_COUNTS  # carries, bonuses of the deal and their points come after
NO_VALUE = 1 << 50
"""What a card without a capture value, or no card, counts where sums are compared: more than any total."""

# ---- T, what is counted over many deals --------------------------------------------------------------------
T_DEALS, T_PLAYS, T_VOIDS, T_TIES, T_CARD_POINTS, T_LEAD, T_LEAD_SQUARES, T_CHECK = range(8)
T_MATCHES, T_UNFINISHED, T_DRAWS, T_LENGTHS, T_LENGTH_SQUARES, T_LEADER_WINS = range(8, 14)
T_LEAD_SQUARES_HIGH = 14  # sums of squares in two words: this one counts 2 to the power of 32 each
T_POINTS, T_SQUARES, T_WINS, T_CARDS, T_SQUARES_HIGH = 16, 20, 24, 28, 32  # by side
T_HISTOGRAM = 36  # points of a side in a deal: a bin for each whole number from LOWEST_BIN on, and then the outer bins
LOWEST_BIN = -64
NEAR_BINS = 512
# upwards, then downwards: eight of one point, eight of two, eight of four and so on; the last has all beyond
FAR_BINS = 256
HISTOGRAM_SIZE = NEAR_BINS + 2 * FAR_BINS
T_LENGTH_HISTOGRAM = T_HISTOGRAM + HISTOGRAM_SIZE  # deals in a match
LENGTH_BINS = 128
END_OF_FIXED_TOTALS = T_LENGTH_HISTOGRAM + LENGTH_BINS  # awards (points, how often nobody's), bonuses (times, points)

# ---- programs: operations with their operands ---------------------------------------------------------------
END, PUSH, LOAD, COUNT_OF, SUM_OF, NONE_IN, SOME_IN, TOP_IN, TRAILED, FORMER_COUNT = range(10)
NOT, ADD, SUBTRACT, MULTIPLY, LESS, AT_MOST, EQUAL, KEEP_FALSE, KEEP_TRUE, SKIP_UNLESS = range(10, 20)
HOLD, NEXT_GROUPS, CAN_PART, STORE = range(20, 24)

# ---- how a seat plays ---------------------------------------------------------------------------------------
RANDOM, GREEDY = range(2)
# ---- how a run ends -----------------------------------------------------------------------------------------
DONE, STOPPED, ENDLESS = range(3)
MOST_MATCH_DEALS = 1000
