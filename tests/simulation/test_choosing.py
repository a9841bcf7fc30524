"""The kernel's choice by chance: every outcome has its own share of the chances, and all shares are alike."""

from __future__ import annotations

from random import Random

import pytest

from basra_rules.cards import card_set, cards_of
from basra_rules.engine.captures import find_captures
from basra_rules.engine.state import Table
from basra_rules.simulation.kernel import places
from basra_rules.simulation.kernel.captures import choose
from basra_rules.simulation.kernel.playing import plan_of
from basra_rules.simulation.tables import compile_table
from tests.simulation.games import shipped

FLOORS = 1500
BITS = 32


@pytest.mark.parametrize("name", ["russian", "egyptian", "pasur", "ethiopian", "jordanian"])
def test_chances_in_equal_steps_lead_to_every_outcome_once(name: str) -> None:
    rules, random = shipped(name), Random(4)
    table = compile_table(rules, 2)
    words, work = list(table.words), [0] * table.work_size
    work[places.FORMER] = -1
    sizes = set()
    for _ in range(FLOORS):
        card, *floor = random.sample(cards_of(rules.deck), random.randint(3, 14))
        face_up = work[places.FLOOR] = card_set(floor)
        plan = plan_of(words, work, int(card), face_up)
        must = face_up & words[plan + places.MUST]
        may = face_up & words[plan + places.MAY] & ~must
        if not may:
            continue
        captures = find_captures(rules, Table(tuple(floor)), card, cap=1000).sets
        for outcomes in (captures, (*captures, 0)):
            trail = len(outcomes) - len(captures)
            steps = [((2 * step + 1) << BITS - 1) // len(outcomes) for step in range(len(outcomes))]
            chosen = [choose(words, work, plan, must, may, trail, chance) for chance in steps]
            assert sorted(chosen) == sorted(outcomes), (card, floor)
        sizes.add(may.bit_count())
    assert set(range(2, 9)) <= sizes
