"""The enumerator against plain listing on small decks: nothing missing, nothing twice, always in order."""

from __future__ import annotations

from itertools import islice, pairwise
from typing import TYPE_CHECKING

import pytest

from basra_rules.analysis.reaching import reach, representatives, witnesses
from basra_rules.analysis.situations import (
    Case,
    Position,
    cases,
    count_positions,
    is_reachable,
    make_domain,
    positions,
    reachable_positions,
)
from basra_rules.engine.bonuses import score_bonuses
from basra_rules.engine.legality import refuse
from basra_rules.engine.state import Action, Previous
from basra_rules.profile.loading import load_profile
from basra_rules.resources import profile_names
from tests.analysis.small_decks import alike, every_case, small_profile

if TYPE_CHECKING:
    from pathlib import Path

    from basra_rules.engine.state import Table
    from basra_rules.exact import Number
    from basra_rules.rules.model import Rules

TELLING_SUITS = """
bonuses:
  red: {when: sweep and any captured is (♦ or ♥), points: 3}
"""
LOOKING_BACK = """
bonuses:
  again: {when: previous.trailed and previous.floor_count == 1 and numeric, points: 3}
  after_two: {when: previous.floor_count >= 2 and count == 1, points: 1}
"""
PILE = """
remove: [capture.groups, options.groups, capture.ways.sum, capture.ways.courts, options.court_match]
capture:
  floor: pile
  ways:
    match: {played: not J, when: floor.top is card.rank, takes: floor}
bonuses:
  last: {when: last_card and count > 1, points: 1}
"""
ONE_OF_THEM = "capture: {ways: {sevens: {played: 2, takes: J or 7, how_many: one}}}"
VARIANTS = ["", TELLING_SUITS, LOOKING_BACK, PILE, ONE_OF_THEM]
NAMES = ["as the default", "telling suits apart", "looking back", "a pile", "one of several"]


@pytest.mark.parametrize("changes", VARIANTS, ids=NAMES)
def test_no_situation_is_missing_and_none_comes_twice(tmp_path: Path, changes: str) -> None:
    domain = make_domain(small_profile(tmp_path, changes))
    rules = domain.rules[0]
    size = 2 if domain.sight.order or domain.sight.trailed else 3
    listed = [alike(domain, case) for case in cases(domain, rules, size)]
    assert len(listed) == len(set(listed))
    assert set(listed) == {alike(domain, case) for case in every_case(domain, rules, size)}


@pytest.mark.parametrize("changes", VARIANTS, ids=NAMES)
def test_cases_alike_score_alike(tmp_path: Path, changes: str) -> None:
    domain = make_domain(small_profile(tmp_path, changes))
    rules = domain.rules[0]
    scored = {alike(domain, case): names(rules, case) for case in cases(domain, rules, 2)}
    for case in every_case(domain, rules, 2):
        assert names(rules, case) == scored[alike(domain, case)]


def names(rules: Rules, case: Case) -> list[tuple[str, Number]]:
    return [(one.bonus.name, one.points) for one in score_bonuses(rules, case.table, case.action)]


@pytest.mark.parametrize("changes", VARIANTS, ids=NAMES)
def test_every_combination_that_larger_floors_have_is_reached(tmp_path: Path, changes: str) -> None:
    domain = make_domain(small_profile(tmp_path, changes))
    rules = domain.rules[0]
    reached = {card: reach(domain, rules, card)[1] for card in representatives(domain)}
    found = {card: {one.reading.key(case) for case in one.plays} for card, one in reached.items()}
    for case in every_case(domain, rules, 3):
        card = representatives(domain)[domain.place[case.action.card]]
        if case.action.card is card and case.action.captured:
            assert reached[card].reading.key(case) in found[card]


@pytest.mark.parametrize("name", profile_names())
def test_every_case_of_a_shipped_profile_is_a_legal_play(name: str) -> None:
    domain = make_domain(load_profile(name))
    rules = domain.rules[0]
    some = [*islice(cases(domain, rules, 4), 0, None, 97), *islice(witnesses(domain, rules), 0, None, 7)]
    assert some
    assert [case for case in some if refuse(rules, case.table, case.action) is not None] == []


def test_small_floors_come_first_and_then_low_cards() -> None:
    domain = make_domain(load_profile("egyptian"))

    def smallness(position: Position) -> tuple[int, tuple[int, ...]]:
        floor = position.table.floor
        return len(floor), tuple(sorted(domain.place[card] for card in floor))

    order = [smallness(position) for position in positions(domain, 3)]
    assert order == sorted(order)


def test_witnesses_come_smallest_first_and_lie_on_larger_floors() -> None:
    domain = make_domain(load_profile("egyptian"))
    sizes = [len(case.table.floor) for case in witnesses(domain, domain.rules[0], 4)]
    assert min(sizes) > 4
    assert all(one <= other for one, other in pairwise(sizes))


def test_the_enumeration_is_always_the_same() -> None:
    profile = load_profile("lebanese")
    one, other = make_domain(profile), make_domain(profile)
    assert list(cases(one, one.rules[0], 2)) == list(cases(other, other.rules[0], 2))
    assert list(witnesses(one, one.rules[0], 2)) == list(witnesses(other, other.rules[0], 2))


def test_the_first_cases_come_at_once_whatever_the_size() -> None:
    domain = make_domain(load_profile("egyptian"))
    assert len(list(islice(cases(domain, domain.rules[0], 12), 100))) == 100


def test_cards_that_nothing_tells_apart_are_of_one_class() -> None:
    domain = make_domain(load_profile("egyptian"))
    assert len(domain.classes) == 14
    assert sorted(cards.bit_count() for cards in domain.classes) == [1, 3, *[4] * 12]


def test_two_profiles_share_the_finest_classes() -> None:
    domain = make_domain(load_profile("palestinian"), load_profile("egyptian"))
    assert len(domain.classes) == 12  # without kings and queens, with 7♦ apart


def test_history_is_told_only_as_far_as_it_is_seen() -> None:
    assert make_domain(load_profile("egyptian")).sight.histories(2) == (Previous(),)
    seen = make_domain(load_profile("lebanese")).sight
    assert seen.histories(2) == (Previous(), Previous(trailed=True, floor_count=1))
    assert seen.histories(0) == (Previous(), Previous(floor_count=1))


def test_a_history_that_no_legal_play_leads_to_is_left_out() -> None:
    domain = make_domain(load_profile("lebanese"))
    rules = domain.rules[0]
    # an eight would have had to take the other eight
    assert all(not _is_pair_after_trailing(one.table) for one in reachable_positions(domain, (rules,), 2))
    assert any(_is_pair_after_trailing(one.table) for one in positions(domain, 2))
    assert not any(is_reachable(domain, one) for one in positions(domain, 2) if _is_pair_after_trailing(one.table))


def _is_pair_after_trailing(table: Table) -> bool:
    return len(table.floor) == 2 and table.previous.trailed and table.floor[0].rank == table.floor[1].rank == "8"


def test_the_hand_varies_where_it_obliges() -> None:
    domain = make_domain(load_profile("bastra", {"obligation": "hand"}))
    held = [one for one in positions(domain, 1) if one.table.hand]
    assert held
    assert all(refuse(domain.rules[0], one.table, action_of(one)) is not None for one in held)


def action_of(position: Position) -> Action:
    return Action(position.card)


def test_the_default_size_is_smaller_where_every_card_is_told_apart(tmp_path: Path) -> None:
    profile = small_profile(tmp_path, "bonuses: {suits: {when: any captured is ♦, points: 1}}", without="none")
    domain = make_domain(profile)
    assert domain.default_size == 3
    assert count_positions(domain, 3) < 250_000 < count_positions(domain, 4)
