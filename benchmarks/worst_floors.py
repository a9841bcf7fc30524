"""How long the engine takes on the worst floors, and how many deals of random play it plays in a second.

    python benchmarks/worst_floors.py [PROFILE]

Three tables: counting all captured sets and listing the first hundred; deciding about one set, the worst
of many floors; deals a second, one state for every play and changed in place.
"""

from __future__ import annotations

import sys
import time
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from basra_rules import compile_rules, load_profile
from basra_rules.cards import CARDS, RANKS, card_set, cards_of
from basra_rules.engine.captures import find_captures, is_capture
from basra_rules.engine.course import Course
from basra_rules.engine.deal import play, start_deal, table_of
from basra_rules.engine.patterns import forget_patterns
from basra_rules.engine.scoring import Tally, score_tallies
from basra_rules.engine.state import Action, Seat, Table
from basra_rules.profile.vocabulary import Groups
from tests.engine.hand_made import PIPS, RUSSIAN_VALUES, Game, grouping, ways

if TYPE_CHECKING:
    from collections.abc import Callable

    from basra_rules.cards import Card
    from basra_rules.engine.state import DealState, TableLike
    from basra_rules.exact import Number
    from basra_rules.rules.model import Grouping, Rules

KING = CARDS[51]
RANK_NUMBERS: tuple[Number | None, ...] = tuple(RANKS.index(card.rank) + 1 for card in CARDS)
DEALS = 1000
TRIES = 4000


def make_rules(values: tuple[Number | None, ...], groups: Groups, *groupings: Grouping) -> Rules:
    """Return rules by which every card takes such groups."""
    made = ways(groupings=groupings)
    return Game(ways=lambda _: made, values=values, groups=groups).rules()


def seconds(action: Callable[[], object]) -> float:
    """Return how much of the processor's time `action` takes."""
    start = time.process_time()
    action()
    return time.process_time() - start


FLOORS: tuple[tuple[str, tuple[Card, ...], tuple[Number | None, ...], tuple[Grouping, ...]], ...] = (
    ("ten on 36: ace to nine", CARDS[:36], PIPS, (grouping(10),)),
    ("nine on 32: ace to eight", CARDS[:32], PIPS, (grouping(9),)),
    ("jack of 11 on 40: ace to ten", CARDS[:40], RUSSIAN_VALUES, (grouping(11),)),
    ("tens and fives on 40", CARDS[:40], PIPS, (grouping(10), grouping(5))),
    ("queen of 12 on 40", CARDS[:40], RANK_NUMBERS, (grouping(12),)),
    ("king of 13 on 40", CARDS[:40], RANK_NUMBERS, (grouping(13),)),
    ("king of 13 on 48: ace to queen", CARDS[:48], RANK_NUMBERS, (grouping(13),)),
    ("twenty on 40", CARDS[:40], RANK_NUMBERS, (grouping(20),)),
    ("forty-five on 40", CARDS[:40], RANK_NUMBERS, (grouping(45),)),
)


def report_listing() -> None:
    """Print how long counting and the first hundred take."""
    print(f"{'counting and the first hundred':34} {'groups':8} {'sets':>16} {'exact':6} {'ms':>8}")
    for name, floor, values, groupings in FLOORS:
        for groups in Groups:
            rules = make_rules(values, groups, *groupings)
            forget_patterns()
            took = seconds(partial(find_captures, rules, Table(floor), KING))
            found = find_captures(rules, Table(floor), KING)
            print(f"{name:34} {groups:8} {found.total:16} {found.exact!s:6} {took * 1e3:8.1f}")


def report_deciding() -> None:
    """Print how long deciding about one set takes on the worst of many floors by chance."""
    print(f"\n{'deciding about one set':34} {'groups':8} {'mean µs':>16} {'worst ms':>15}")
    for name, floor, values, groupings in FLOORS:
        for groups in Groups:
            rules, chance = make_rules(values, groups, *groupings), Random(1)
            times = [_time_decision(rules, floor[:40], chance) for _ in range(TRIES)]
            print(f"{name:34} {groups:8} {sum(times) / len(times) * 1e6:16.1f} {max(times) * 1e3:15.2f}")


def _time_decision(rules: Rules, deck: tuple[Card, ...], chance: Random) -> float:
    floor = chance.sample(deck, chance.randint(8, len(deck)))
    table, taken = Table(tuple(floor)), card_set(chance.sample(floor, chance.randint(2, len(floor))))
    return seconds(lambda: is_capture(rules, table, KING, taken))


def choose(rules: Rules, table: TableLike, chance: Random) -> Action:
    """Return a legal action: uniform over the hand, then over the captures, or else a trail."""
    hand = cards_of(table.hand)
    card = hand[int(chance.random() * len(hand))]
    captures = find_captures(rules, table, card)
    return Action(card, captures.sets[int(chance.random() * len(captures.sets))] if captures.sets else 0)


def play_states(rules: Rules, state: DealState, chance: Random) -> tuple[tuple[int, ...], tuple[Number, ...]]:
    """Play a deal out with a state for every play."""
    while not state.over:
        state = play(rules, state, choose(rules, table_of(state), chance)).state
    return state.captured, state.points


def play_course(rules: Rules, state: DealState, chance: Random) -> tuple[tuple[int, ...], tuple[Number, ...]]:
    """Play a deal out in place."""
    course = Course(rules, state)
    while not course.over:
        course.play(choose(rules, course, chance))
        course.go_on()
    return tuple(course.captured), tuple(course.points)


def report_deals(name: str) -> None:
    """Print the deals a second of two random players by a profile."""
    rules = compile_rules(load_profile(name, {}))
    print(f"\n{name}, two random players, {DEALS} deals")
    for label, finish in (("a state for every play", play_states), ("changed in place", play_course)):
        took = seconds(partial(_play_deals, rules, finish))
        print(f"{label:34} {DEALS / took:8.0f} deals a second")


def _play_deals(
    rules: Rules, finish: Callable[[Rules, DealState, Random], tuple[tuple[int, ...], tuple[Number, ...]]]
) -> None:
    chance, carries = Random(1), (0,) * len(rules.scoring.awards)
    stock = list(cards_of(rules.deck))
    for number in range(DEALS):
        chance.shuffle(stock)
        captured, points = finish(rules, start_deal(rules, 2, Seat(number % 2), tuple(stock)).state, chance)
        tallies = [Tally(won.bit_count(), won, bonus) for won, bonus in zip(captured, points, strict=True)]
        carries = score_tallies(rules, tallies, carries).carries  # type: ignore[assignment]


if __name__ == "__main__":
    report_listing()
    report_deciding()
    report_deals(sys.argv[1] if len(sys.argv) > 1 else "egyptian")
