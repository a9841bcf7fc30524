"""How long the engine takes on the worst floors, and how many deals of random play it plays in a second.

    python benchmarks/worst_floors.py [PROFILE]

Three tables: counting all captured sets and listing the first hundred; deciding about one set, the worst
of many floors; deals a second.
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
from basra_rules.engine.deal import play, start_deal
from basra_rules.engine.outcomes import find_outcomes
from basra_rules.engine.patterns import forget_patterns
from basra_rules.engine.scoring import score_deal
from basra_rules.engine.state import Seat, Table
from basra_rules.profile.vocabulary import Groups
from tests.engine.hand_made import PIPS, RUSSIAN_VALUES, Game, grouping, ways

if TYPE_CHECKING:
    from collections.abc import Callable

    from basra_rules.cards import Card
    from basra_rules.engine.state import Action, DealState
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


def choose(rules: Rules, state: DealState, chance: Random) -> Action:
    """Return a legal action: uniform over the hand, then over the outcomes of the card."""
    hand = cards_of(state.hand)
    outcomes = find_outcomes(rules, state, hand[int(chance.random() * len(hand))])
    return outcomes.action(int(chance.random() * outcomes.total))


def report_deals(name: str) -> None:
    """Print the deals a second of two random players by a profile."""
    rules = compile_rules(load_profile(name, {}))
    print(f"\n{name}, two random players, {DEALS} deals")
    took = seconds(partial(_play_deals, rules))
    print(f"{'a state for every play':34} {DEALS / took:8.0f} deals a second")


def _play_deals(rules: Rules) -> None:
    chance, carries = Random(1), (0,) * len(rules.scoring.awards)
    stock = list(cards_of(rules.deck))
    for number in range(DEALS):
        chance.shuffle(stock)
        state = start_deal(rules, 2, Seat(number % 2), tuple(stock)).state
        while not state.over:
            state = play(rules, state, choose(rules, state, chance)).state
        carries = score_deal(rules, state, carries).carries  # type: ignore[assignment]


if __name__ == "__main__":
    report_listing()
    report_deciding()
    report_deals(sys.argv[1] if len(sys.argv) > 1 else "egyptian")
