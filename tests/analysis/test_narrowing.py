"""Fewer rules to look at: nothing is decided otherwise by them."""

from __future__ import annotations

from itertools import islice

import pytest

from basra_rules.analysis.narrowing import differing_bonuses, scored_names
from basra_rules.analysis.situations import cases, make_domain
from basra_rules.engine.bonuses import score_bonuses, situation
from basra_rules.profile.loading import load_profile

PAIRS = [("egyptian", "lebanese"), ("egyptian", "ethiopian"), ("bastra", "yemeni"), ("pisti", "pisti")]


def test_what_is_alike_is_left_out() -> None:
    one, other = make_domain(load_profile("egyptian"), load_profile("ethiopian")).rules
    names = {bonus.name for some in differing_bonuses(one, other)[0].bonuses for bonus in some}
    assert names < {bonus.name for some in one.bonuses for bonus in some}


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_two_rule_sets_part_over_a_play_just_where_their_differing_bonuses_do(one: str, other: str) -> None:
    domain = make_domain(load_profile(one), load_profile(other, {"last_pisti": "counts"} if other == "pisti" else {}))
    mine, theirs = domain.rules
    narrow = differing_bonuses(mine, theirs)
    assert all(set(few) <= set(all_) for few, all_ in zip(narrow[0].bonuses, mine.bonuses, strict=True))
    for case in islice(cases(domain, mine, 3), 0, 20_000, 7):
        if case.action.captured:
            now, card = situation(case.table, case.action), case.action.card
            here, there = (scored_names(rules.bonuses[card], now) for rules in narrow)
            every = [
                [(scored.bonus.name, scored.points) for scored in score_bonuses(rules, case.table, case.action)]
                for rules in (mine, theirs)
            ]
            assert (here == there) is (every[0] == every[1])
