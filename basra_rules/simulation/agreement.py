"""The kernel held to the readable engine, play by play.

The kernel plays a deal and logs what it did.  The readable engine is given the same stock, places and
plays; whatever it makes of them must be what the kernel made: the legal sets, the captures, the bonuses,
the cards of each side, the points and what is carried on.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from basra_rules.cards import CARDS, card_set, cards_of, format_cards, format_play
from basra_rules.engine.captures import find_captures
from basra_rules.engine.deal import play, start_deal, table_of
from basra_rules.engine.legality import may_trail
from basra_rules.engine.scoring import score_deal
from basra_rules.engine.state import Action, BonusScored, Captured, IllegalAction, Seat
from basra_rules.engine.table import named_cards
from basra_rules.exact import exact
from basra_rules.simulation.kernel import places
from basra_rules.simulation.kernel.captures import count_captures, nth_capture
from basra_rules.simulation.kernel.playing import plan_of
from basra_rules.simulation.readable_deal import draw_opening, play_readably, worth_of
from basra_rules.simulation.worktable import Way, Worktable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from basra_rules.cards import Card, CardSet
    from basra_rules.engine.state import DealState, Table
    from basra_rules.exact import Number
    from basra_rules.rules.model import Rules
    from basra_rules.simulation.tables import RulesTable

MOST_LISTED = 300
"""Up to so many captures of a card are compared one by one, beyond only their number."""


@dataclass(frozen=True, slots=True)
class PlayRecord:
    """A play as the kernel made it."""

    card: Card
    captured: CardSet
    bonuses: tuple[str, ...] = ()
    points: Number = 0


@dataclass(frozen=True, slots=True)
class DealRecord:
    """A deal as the kernel played it, and what it made of it; `void`: to be dealt again, then nothing is scored."""

    players: int
    dealer: int
    stock: tuple[Card, ...]
    buried: tuple[int, ...]
    plays: tuple[PlayRecord, ...]
    captured: tuple[CardSet, ...]
    points: tuple[Number, ...]
    carries: tuple[Number, ...]
    void: bool

    def as_scenario(self, name: str) -> str:
        """Return the deal as a scenario, which the readable engine replays: `basra check PROFILE FILE`."""
        plays = ", ".join(f'"{format_play(one.card, one.captured)}"' for one in self.plays)
        places_text = f", places: [{', '.join(map(str, self.buried))}]" if self.buried else ""
        captured = ", ".join(f'"{format_cards(cards)}"' for cards in self.captured)
        return (
            f'- name: "{name}"\n'
            f"  opening: {{players: {self.players}, dealer: {self.dealer}, "
            f'stock: "{format_cards(self.stock)}"{places_text}}}\n'
            f"  plays: [{plays}]\n"
            f"  expect: {{captured: [{captured}]}}\n"
        )


def record_deal(worktable: Worktable, number: int, policy: int, rules: Rules) -> DealRecord:
    """Let the kernel play deal `number` with nothing carried into it, and return what it did.

    A deal that is void stands as it is: it is not dealt again.
    """
    table = worktable.table
    worktable.start(number, (0,) * len(table.carries))
    work = worktable.work
    work[places.DEALER] = number % table.players if worktable.rules[places.DEALER_MOVES] else 0
    stock, buried, _ = draw_opening(worktable.rules, work)
    voids = worktable.totals[places.T_VOIDS]
    worktable.rules[places.REPLAYS_ALLOWED] = 0
    worktable.rules[places.LOGS] = 1
    ended = worktable.run(number + 1, policy)
    if ended == places.STOPPED:
        play_readably(rules, worktable.rules, work, policy)
        ended = worktable.run(number + 1, policy)
    scale = table.scale
    return DealRecord(
        players=table.players,
        dealer=work[places.DEALER],
        stock=stock,
        buried=buried,
        plays=_plays(worktable),
        captured=tuple(work[places.CAPTURED : places.CAPTURED + table.sides]),
        points=tuple(_exact(work[places.SCORE + side], scale) for side in range(table.sides)),
        carries=tuple(_exact(carry, scale) for carry in worktable.carries),
        void=worktable.totals[places.T_VOIDS] > voids,
    )


def _exact(points: int, scale: int) -> Number:
    return exact(Fraction(points, scale))


def _plays(worktable: Worktable) -> tuple[PlayRecord, ...]:
    work, table = worktable.work, worktable.table
    scored = {}
    for number in range(work[places.SCORING_COUNT]):
        play_number, bonuses, points = work[places.SCORING_PLAYS + 3 * number : places.SCORING_PLAYS + 3 * number + 3]
        names = tuple(name for place, name in enumerate(table.bonuses) if bonuses >> place & 1)
        scored[play_number] = (names, _exact(points, table.scale))
    return tuple(
        PlayRecord(
            CARDS[work[places.LOG + 2 * number]],
            work[places.LOG + 2 * number + 1],
            *scored.get(number, ((), 0)),
        )
        for number in range(work[places.PLAYS])
    )


def find_disagreement(rules: Rules, table: RulesTable, record: DealRecord, policy: int) -> str | None:
    """Replay the record in the readable engine; return the first thing that is not as recorded."""
    return next(_disagreements(rules, table, record, policy), None)


def _disagreements(rules: Rules, table: RulesTable, record: DealRecord, policy: int) -> Iterator[str]:
    state = start_deal(rules, record.players, Seat(record.dealer), record.stock, record.buried).state
    probe = _Probe(rules, table, record, state)
    for number, made in enumerate(record.plays):
        if state.over:
            yield "the deal is void from the start"
            return
        where = f"play {number + 1}, {format_play(made.card, made.captured)}"
        asked = table_of(state)
        yield from (f"{where}: {problem}" for problem in probe.problems(asked, number))
        if policy == places.GREEDY:
            yield from (f"{where}: {problem}" for problem in _greed_problems(rules, asked, made))
        probe.former = card_set(state.floor)
        try:
            step = play(rules, state, Action(made.card, named_cards(asked, made.captured)))
        except IllegalAction as refused:
            yield f"{where}: the rules refuse it: {refused}"
            return
        taken = sum(event.cards for event in step.events if isinstance(event, Captured))
        bonuses = tuple(event.name for event in step.events if isinstance(event, BonusScored))
        points = sum(event.points for event in step.events if isinstance(event, BonusScored))
        if (taken, bonuses, points) != (made.captured, made.bonuses, made.points):
            yield f"{where}: scores {made.bonuses} {made.points}, by the rules {bonuses} {points}"
        state = step.state
    yield from _end_problems(rules, record, state)


def _end_problems(rules: Rules, record: DealRecord, state: DealState) -> Iterator[str]:
    if not state.over:
        yield "the deal is not over"
    if state.captured != record.captured:
        yield f"captured {[format_cards(cards) for cards in record.captured]}"
    result = score_deal(rules, state, (0,) * len(rules.scoring.awards))
    if result.void != record.void:
        yield f"void: {record.void}, by the rules {result.void}"
    elif not result.void and (result.points, result.carries) != (record.points, record.carries):
        yield f"points {record.points} carry {record.carries}, by the rules {result.points} carry {result.carries}"


class _Probe:
    """Asks the kernel, interpreted, what each card of a hand may take, and compares."""

    def __init__(self, rules: Rules, table: RulesTable, record: DealRecord, state: DealState) -> None:
        self._rules = rules
        self._words = list(table.words)
        self._work = [0] * table.work_size
        self._work[places.FLOOR_AT] = 0
        for place, card in enumerate(state.floor):
            self._work[places.DECK + place] = int(card)
        for number, made in enumerate(record.plays):
            self._work[places.LOG + 2 * number] = int(made.card)
            self._work[places.LOG + 2 * number + 1] = made.captured
        self.former = -1

    def problems(self, table: Table, number: int) -> Iterator[str]:
        """Yield where kernel and engine see different captures."""
        work = self._work
        work[places.FLOOR] = card_set(table.floor)
        work[places.FORMER] = self.former
        work[places.PLAYS] = number
        face_up = card_set(table.floor[table.hidden :])
        for card in cards_of(table.hand):
            expected = find_captures(self._rules, table, card, cap=MOST_LISTED)
            found = self.captures(card, face_up, expected.total)
            if found is None:
                continue
            total, sets = found
            if total != expected.total:
                yield f"{card} may take {total} sets, by the rules {expected.total}"
            elif total <= MOST_LISTED and set(sets) != set(expected.sets):
                yield f"{card} may take {list(map(format_cards, sets))}"

    def captures(self, card: Card, face_up: CardSet, expected: int) -> tuple[int, list[CardSet]] | None:
        """Return how many sets the kernel counts, and the sets; None where its tables are too small."""
        words, work = self._words, self._work
        work[places.TOO_LARGE] = 0
        plan = plan_of(words, work, int(card), face_up)
        must = face_up & words[plan + places.MUST]
        may = face_up & words[plan + places.MAY] & ~must
        total = count_captures(words, work, plan, must, may)
        if work[places.TOO_LARGE]:
            return None
        if total > MOST_LISTED or total != expected:
            return total, []
        return total, [nth_capture(words, work, plan, must, may, number) for number in range(total)]


def _greed_problems(rules: Rules, table: Table, made: PlayRecord) -> Iterator[str]:
    """Yield a problem where a greedy play was not the best."""
    trails = any(may_trail(rules, table, card) for card in cards_of(table.hand))
    worths = [
        worth_of(rules, table, Action(card, captured))
        for card in cards_of(table.hand)
        for captured in find_captures(rules, table, card, cap=1000).sets
    ]
    if trails:
        worths.append((0, 0))
    worth = worth_of(rules, table, Action(made.card, named_cards(table, made.captured))) if made.captured else (0, 0)
    if worth < max(worths):
        yield f"it is worth {worth}, but another play {max(worths)}"


def make_record(rules: Rules, table: RulesTable, seed: int, number: int, policy: int, way: Way) -> DealRecord:  # noqa: PLR0913, PLR0917
    """Return what the kernel makes of one deal."""
    return record_deal(Worktable(table, seed, matches=False, deals=1, way=way), number, policy, rules)
