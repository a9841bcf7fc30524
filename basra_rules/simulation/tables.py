"""Rules to the kernel's table, for a number of players."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from basra_rules.cards import CARDS, cards_of
from basra_rules.engine.opening import check_opening
from basra_rules.profile.vocabulary import (
    Groups,
    IfNobody,
    KeptOff,
    Leader,
    Leftover,
    NextDealer,
    Obligation,
    Refill,
    Remainder,
    TiePolicy,
)
from basra_rules.simulation.count_table import make_count_table
from basra_rules.simulation.kernel import places
from basra_rules.simulation.plans import PlanWriter, scales_of
from basra_rules.simulation.programs import LARGEST

if TYPE_CHECKING:
    from collections.abc import Sequence

    from basra_rules.cards import CardSet
    from basra_rules.rules.model import Award, Rules
    from basra_rules.simulation.plans import Scales

_LEFTOVER = {
    Leftover.NOBODY: places.TO_NOBODY,
    Leftover.LAST_CAPTURER: places.TO_LAST_CAPTURER,
    Leftover.DEALER: places.TO_DEALER,
}
_REMAINDER = {
    Remainder.OUT_OF_PLAY: places.TO_NOBODY,
    Remainder.REFUSE: places.TO_NOBODY,
    Remainder.LAST_CAPTURER: places.TO_LAST_CAPTURER,
    Remainder.DEALER: places.TO_DEALER,
}
_IF_NOBODY = {
    IfNobody.NOBODY: places.GIVE_NOBODY,
    IfNobody.EACH: places.GIVE_EACH,
    IfNobody.CARRY: places.CARRY_ON,
    IfNobody.REPLAY: places.REPLAY,
}
_TIE = {
    TiePolicy.ANOTHER_DEAL: places.ANOTHER_DEAL,
    TiePolicy.DRAW: places.DRAWN,
    TiePolicy.EXTEND: places.RAISE_TARGET,
}
_LONGEST_CARRY = 1 << 10
"""So many times in a row an award is thought to be carried on, where overflow is concerned."""
_MOST_BONUSES = 62
MOST_REPLAYS = 1000
"""A deal that is void more often than this in a row is no deal."""


@dataclass(frozen=True, slots=True)
class RulesTable:
    """Rules for so many players as the kernel reads them; a plain value that travels to other processes.

    `scale`: what points are multiplied by.  `work_size`, `totals_size`: the words of the kernel's other tables.
    `fits`: whether all numbers stay where compiled arithmetic is exact.  `carries`: the points of each award,
    0 where it is not carried on.
    """

    words: tuple[int, ...]
    players: int
    sides: int
    scale: int
    work_size: int
    totals_size: int
    fits: bool
    carries: tuple[int, ...]
    bonuses: tuple[str, ...]
    awards: tuple[str, ...]


def compile_table(rules: Rules, players: int, shuffled: CardSet = 0) -> RulesTable:
    """Return the rules as the kernel reads them.

    `shuffled`: what is shuffled in place of the deck, whose cards are then taken out of it in their order: so rules
    with different decks are played with the same cards.

    Raises:
        UsageError: the rules are not for so many players.
    """
    check_opening(rules, players, 0, cards_of(rules.deck))
    words = [0] * places.END_OF_FIXED_RULES
    scales = scales_of(rules)
    sides = rules.seats.sides(players)
    bonuses = _bonus_names(rules)
    _write_cards(rules, players, scales, words)
    _write_shuffled(rules, shuffled | rules.deck, words)
    _write_numbers(rules, players, scales, words)
    _write_scoring(rules, bonuses, scales, words)
    counts = make_count_table(rules.deck, tuple(map(scales.value, rules.tables.values)), scales.values)
    if counts is not None:
        counts.write(words)
    plans = PlanWriter(rules, scales, words, counts=counts)
    for card in CARDS:
        plans.write_card(card)
    most = _most_points(rules, scales) + 52 * len(bonuses) * plans.most_points
    widest = max(plans.widest, (2 * sides * most) ** 2, *map(abs, words))
    awards = rules.scoring.awards
    _write_masks(words)
    work_size, totals_size = _write_addresses(words, sides, len(awards), len(bonuses))
    return RulesTable(
        words=tuple(words),
        players=players,
        sides=sides,
        scale=scales.points,
        work_size=work_size,
        totals_size=totals_size,
        fits=widest < LARGEST and len(bonuses) < _MOST_BONUSES,
        carries=tuple(scales.of_points(award.points) if award.if_nobody is IfNobody.CARRY else 0 for award in awards),
        bonuses=bonuses,
        awards=tuple(award.name for award in awards),
    )


def _bonus_names(rules: Rules) -> tuple[str, ...]:
    names = {bonus.index: bonus.name for bonuses in rules.bonuses for bonus in bonuses}
    return tuple(names.get(index, "") for index in range(max(names, default=-1) + 1))


def _most_points(rules: Rules, scales: Scales) -> int:
    """Return the most that cards and awards can give a side, carries included."""
    most = sum(abs(scales.of_points(points)) for points in rules.scoring.cards)
    for award in rules.scoring.awards:
        most += abs(scales.of_points(award.points)) * (_LONGEST_CARRY if award.if_nobody is IfNobody.CARRY else 1)
    return most


def _write_numbers(rules: Rules, players: int, scales: Scales, words: list[int]) -> None:
    dealing, match = rules.dealing, rules.match
    numbers = {
        places.PLAYERS: players,
        places.SIDES: rules.seats.sides(players),
        places.DECK_SIZE: rules.deck.bit_count(),
        places.PACKET: dealing.packet,
        places.SINGLY: dealing.singly,
        places.FLOOR_SIZE: dealing.floor,
        places.HIDDEN: min(dealing.hidden, dealing.floor),
        places.KEPT_OFF: dealing.keep_off,
        places.KEPT_OFF_TOP: dealing.keep_off_top,
        places.BURIES: dealing.kept_off_go is KeptOff.INSIDE_STOCK,
        places.DRAWS: dealing.refill is Refill.AFTER_PLAY,
        places.DEALER_LEADS: dealing.leader is Leader.DEALER,
        places.DEALER_MOVES: dealing.next_dealer is NextDealer.AFTER_DEALER,
        places.MAY_TRAIL: rules.capture.obligation is Obligation.NONE,
        places.HAND_DECIDES: rules.capture.obligation is Obligation.HAND,
        places.MAXIMAL: rules.capture.groups is Groups.MAXIMAL,
        places.LEFTOVER: _LEFTOVER[rules.scoring.leftover],
        places.REMAINDER: _REMAINDER[dealing.remainder],
        places.MATCH_TARGET: scales.of_points(match.target),
        places.MATCH_TIE: _TIE[match.tie],
        places.MATCH_EXTEND: scales.of_points(match.extend),
        places.SCALE: scales.points,
        places.GAMES_TO_WIN: match.games_to_win,
        places.REDEAL_COUNT: len(dealing.redeal),
        places.REPLAYS_ALLOWED: MOST_REPLAYS,
        places.PLAY_COUNT: (rules.deck.bit_count() - dealing.floor) // players * players,
    }
    if dealing.refill is Refill.AFTER_PLAY:
        numbers[places.PLAY_COUNT] = rules.deck.bit_count() - dealing.floor
    for place, number in numbers.items():
        words[place] = int(number)


def _write_cards(rules: Rules, players: int, scales: Scales, words: list[int]) -> None:
    words[places.VALUE - 1] = places.NO_VALUE
    for card, value in enumerate(rules.tables.values):
        words[places.VALUE + card] = scales.value(value)
    for seat in range(players):
        words[places.SIDE_OF + seat] = seat % rules.seats.sides(players)


def _write_shuffled(rules: Rules, shuffled: CardSet, words: list[int]) -> None:
    words[places.SHUFFLED] = shuffled.bit_count()
    words[places.LEFT_OUT] = shuffled & ~rules.deck
    for place, card in enumerate(cards_of(shuffled)):
        words[places.CARDS + place] = int(card)


def _write_masks(words: list[int]) -> None:
    """Write which sets of slots go together: the same by any rules."""
    for one in range(32):
        words[places.APART + one] = sum(1 << other for other in range(32) if not one & other)
    for slot in range(5):
        words[places.HOLDERS + slot] = sum(1 << one for one in range(32) if one >> slot & 1)
    for one in range(1, 64):
        words[places.APART_OF_SIX + one] = sum(1 << other - 1 for other in range(1, 64) if not one & other)
    for slots in range(7):
        words[places.MADE_OF + slots] = sum(
            1 << subset - 1 for subset in range(1, 64) if slots > 2 or (subset % 8 == 0 and subset < 8 << slots)
        )


def _write_scoring(rules: Rules, bonuses: Sequence[str], scales: Scales, words: list[int]) -> None:
    scoring = rules.scoring
    worth: dict[int, CardSet] = {}
    for card, number in enumerate(scoring.cards):
        points = scales.of_points(number)
        if points:
            worth[points] = worth.get(points, 0) | 1 << card
    displaced = _displaced(rules, bonuses)
    words[places.CARD_POINTS_COUNT] = len(worth)
    words[places.AWARD_COUNT] = len(scoring.awards)
    words[places.BONUS_COUNT] = len(bonuses)
    words[places.DISPLACES] = int(any(displaced))
    words[places.CARD_POINTS_AT] = len(words)
    words += [word for points, cards in worth.items() for word in (cards, points)]
    words[places.AWARDS_AT] = len(words)
    words += [word for award in scoring.awards for word in _award(award, scales)]
    words[places.REDEALS_AT] = len(words)
    words += [word for redeal in rules.dealing.redeal for word in redeal]
    words[places.INSTEAD_OF_AT] = len(words)
    words += displaced


def _award(award: Award, scales: Scales) -> tuple[int, int, int, int]:
    return award.counts, award.at_least or 0, scales.of_points(award.points), _IF_NOBODY[award.if_nobody]


def _displaced(rules: Rules, names: Sequence[str]) -> list[int]:
    """Return for each bonus a bit for the one that does not score where it does."""
    instead = {bonus.name: bonus.instead_of for bonuses in rules.bonuses for bonus in bonuses if bonus.instead_of}
    bits = {name: 1 << index for index, name in enumerate(names) if name}
    return [bits.get(instead.get(name, ""), 0) for name in names]


def _write_addresses(words: list[int], sides: int, awards: int, bonuses: int) -> tuple[int, int]:
    """Write where things stand whose number depends on the rules; return the sizes of `W` and `T`."""
    words[places.CARRY_AT] = places.END_OF_FIXED_WORK
    words[places.BONUSES_AT] = words[places.CARRY_AT] + awards
    words[places.BONUS_POINTS_AT] = words[places.BONUSES_AT] + sides * bonuses
    words[places.T_AWARDS_AT] = places.END_OF_FIXED_TOTALS
    words[places.T_BONUSES_AT] = words[places.T_AWARDS_AT] + 2 * awards
    return words[places.BONUS_POINTS_AT] + bonuses, words[places.T_BONUSES_AT] + 2 * bonuses
