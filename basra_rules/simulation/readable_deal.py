"""A deal played by the readable engine where the kernel's tables are too small, by the same chance."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from basra_rules.cards import CARDS, cards_of
from basra_rules.engine.bonuses import score_bonuses
from basra_rules.engine.captures import find_captures
from basra_rules.engine.deal import play, start_deal, table_of
from basra_rules.engine.legality import may_trail
from basra_rules.engine.outcomes import find_outcomes
from basra_rules.engine.state import Action, BonusScored, Captured, Seat
from basra_rules.errors import UsageError
from basra_rules.simulation.kernel import places
from basra_rules.simulation.kernel.chance import advance, bits, stream
from basra_rules.simulation.kernel.dealing import open_deal, shuffle

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from basra_rules.cards import Card
    from basra_rules.engine.state import DealState, Event, Table
    from basra_rules.exact import Number
    from basra_rules.rules.model import Rules
    from basra_rules.simulation.kernel.places import Words

    Choice: TypeAlias = Callable[[Rules, Table, "Chance"], Action]

MOST_WEIGHED = 4096
"""Where a card has more captures than this, greedy play weighs those that come first."""


class Chance:
    """A stream of the kernel, drawn from one number at a time."""

    def __init__(self, state: int) -> None:
        self._state = state

    def below(self, count: int) -> int:
        """Return a number below `count`, which may be large."""
        drawn = 0
        for _ in range(2):
            self._state = advance(self._state)
            drawn = drawn << 32 | bits(self._state)
        return drawn * count >> 64


def play_readably(rules: Rules, words: Sequence[int], work: Words, policy: int) -> None:
    """Play the deal at which the kernel stopped, and hand its result over in `work`.

    Raises:
        UsageError: even the readable engine can't count all captures of a card.
    """
    state, chance = opening_of(rules, words, work)
    choose = _greedy_action if policy == places.GREEDY else _random_action
    result = _Result(rules, words, work)
    while not state.over:
        action = choose(rules, table_of(state), chance)
        seat = state.turn
        step = play(rules, state, action)
        result.note(seat, action, step.events)
        state = step.state
    result.finish(state)


def opening_of(rules: Rules, words: Sequence[int], work: Words) -> tuple[DealState, Chance]:
    """Return the deal that `work` is about to play, before its first play, and the chance of its plays."""
    stock, buried, state = draw_opening(words, work)
    dealer = Seat(work[places.DEALER])
    return start_deal(rules, words[places.PLAYERS], dealer, stock, buried).state, Chance(state)


def draw_opening(words: Sequence[int], work: Words) -> tuple[tuple[Card, ...], tuple[int, ...], int]:
    """Return the stock, the places of buried cards and the state of chance that `work` opens its next deal with."""
    rules, scratch = list(words), [0] * len(work)
    start = stream(work[places.KEY], work[places.NUMBER], work[places.TURN])
    shuffle(rules, scratch, start)
    stock = tuple(CARDS[card] for card in scratch[places.DECK : places.DECK + rules[places.DECK_SIZE]])
    chance = open_deal(rules, scratch, work[places.DEALER], start)
    buried = scratch[places.BURIED_AT : places.BURIED_AT + scratch[places.KEPT_COUNT]]
    return stock, tuple(buried) if rules[places.BURIES] else (), chance


class _Result:
    """Writes what happens in a deal into the kernel's table."""

    def __init__(self, rules: Rules, words: Sequence[int], work: Words) -> None:
        self._words = words
        self._work = work
        self._scale = words[places.SCALE]
        self._numbers = {bonus.name: bonus.index for bonuses in rules.bonuses for bonus in bonuses}
        self._bonuses = [0] * (words[places.SIDES] * words[places.BONUS_COUNT])
        self._plays = 0
        self._scoring = 0

    def note(self, seat: int, action: Action, events: Sequence[Event]) -> None:
        """Note a play."""
        scored = [event for event in events if isinstance(event, BonusScored)]
        taken = sum(event.cards for event in events if isinstance(event, Captured))
        at = places.LOG + 2 * self._plays
        self._work[at], self._work[at + 1] = int(action.card), taken
        side = seat % self._words[places.SIDES]
        if scored:
            at = places.SCORING_PLAYS + 3 * self._scoring
            self._work[at] = self._plays
            self._work[at + 1] = sum(1 << self._numbers[event.name] for event in scored)
            self._work[at + 2] = self._whole(sum(event.points for event in scored))
            self._scoring += 1
        for event in scored:
            place = side * self._words[places.BONUS_COUNT] + self._numbers[event.name]
            self._bonuses[place] += self._whole(event.points)
        self._plays += 1

    def _whole(self, points: Number) -> int:
        return int(points * self._scale)

    def finish(self, state: DealState) -> None:
        """Hand the deal over."""
        work = self._work
        for side, cards in enumerate(state.captured):
            work[places.CAPTURED + side] = cards
        for place, points in enumerate(self._bonuses):
            work[self._words[places.BONUSES_AT] + place] = points
        work[places.SCORING_COUNT] = self._scoring
        work[places.PLAYS] = self._plays
        work[places.PENDING] = 1


def _random_action(rules: Rules, table: Table, chance: Chance) -> Action:
    found = [find_outcomes(rules, table, card) for card in cards_of(table.hand)]
    free = [outcomes for outcomes in found if outcomes.total]
    outcomes = free[chance.below(len(free))]
    if not outcomes.exact:
        raise UsageError(f"a floor came up from which {outcomes.card} may take more sets than can be counted")
    return outcomes.action(chance.below(outcomes.total))


def _greedy_action(rules: Rules, table: Table, chance: Chance) -> Action:
    """Return what is worth most at once, as the kernel's `choose_best` does."""
    weighed = list(_weighed(rules, table))
    trails = [Action(card) for card in cards_of(table.hand) if may_trail(rules, table, card)]
    best = max(weighed, key=lambda pair: pair[0], default=None)
    if best is None or (trails and best[0] <= (0, 0)):
        return trails[chance.below(len(trails))]
    return best[1]


def _weighed(rules: Rules, table: Table) -> Iterator[tuple[tuple[Number, int], Action]]:
    for card in cards_of(table.hand):
        for captured in find_captures(rules, table, card, cap=MOST_WEIGHED).sets:
            action = Action(card, captured)
            yield (worth_of(rules, table, action)), action


def worth_of(rules: Rules, table: Table, action: Action) -> tuple[Number, int]:
    """Return what a capture is worth at once: its points, then how many cards it takes."""
    seen = cards_of(action.captured | 1 << action.card)
    bonus = sum(scored.points for scored in score_bonuses(rules, table, action))
    hidden = table.hidden if action.captured == table.face_up else 0
    return bonus + sum(rules.scoring.cards[card] for card in seen), action.captured.bit_count() + hidden
