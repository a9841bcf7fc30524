"""House rules by chance: whatever is found in them is true, and what is proved the same plays the same."""

from __future__ import annotations

import time
from random import Random
from typing import TYPE_CHECKING

import pytest

from basra_rules.analysis.contrast import is_proved_same
from basra_rules.analysis.edits import edited
from basra_rules.analysis.linting import find_all
from basra_rules.analysis.mutants import mutants_of
from basra_rules.analysis.runs import Ruleset
from basra_rules.analysis.study import Study
from basra_rules.cards import cards_of
from basra_rules.engine.bonuses import score_bonuses
from basra_rules.engine.captures import find_captures
from basra_rules.engine.deal import play, start_deal, table_of
from basra_rules.engine.legality import may_trail
from basra_rules.engine.scoring import score_deal
from basra_rules.engine.state import Action, Seat
from basra_rules.exact import exact
from basra_rules.profile.loading import resolve_profile
from basra_rules.rules.compiling import compile_rules
from tests.analysis.random_houses import valid_house
from tests.analysis.test_linting import PROOFS, Found, assert_witness_passes

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from basra_rules.cards import Card, CardSet
    from basra_rules.engine.state import DealState
    from basra_rules.exact import Number
    from basra_rules.rules.model import Rules

LIMIT = 10.0
MUTANTS, DEALS = 12, 3


@pytest.mark.parametrize("seed", range(8))
def test_whatever_is_found_in_a_house_by_chance_is_true(tmp_path: Path, seed: int) -> None:
    text, family = valid_house(Random(seed))
    profile = resolve_profile(family)
    start = time.process_time()
    found = find_all(Study(profile, family))
    assert time.process_time() - start < LIMIT, text
    for one in found:
        assert_witness_passes(tmp_path, family, one.diagnostic)
        if one.diagnostic.code in PROOFS:
            PROOFS[one.diagnostic.code](Found(profile, family, one.diagnostic))


@pytest.mark.parametrize("seed", range(100, 106))
def test_what_is_proved_the_same_is_dealt_played_and_scored_alike(seed: int) -> None:
    chance = Random(seed)
    text, family = valid_house(chance)
    profile = resolve_profile(family)
    base = Ruleset(profile, compile_rules(profile))
    edits = [(mutant.change, mutant.edit) for mutant in mutants_of(profile) if mutant.edit is not None]
    for change, edit in chance.sample(edits, MUTANTS):
        other = edited(base, edit)
        if other is not None and is_proved_same(profile, other.profile):
            for _ in range(DEALS):
                assert_alike(base.rules, other.rules, chance, f"{change}\n{text}")


def assert_alike(one: Rules, other: Rules, chance: Random, told: str) -> None:
    """Play a deal by chance under two rule sets at once."""
    assert (one.deck, one.seats.players) == (other.deck, other.seats.players), told
    players = chance.choice(one.seats.players)
    stock = list(cards_of(one.deck))
    chance.shuffle(stock)
    here, there = (start_deal(rules, players, Seat(0), tuple(stock)).state for rules in (one, other))
    while not here.over:
        card = chance.choice(cards_of(here.hands[here.turn]))
        allowed = legal(one, here, card)
        assert allowed == legal(other, there, card), told
        action = Action(card, chance.choice(sorted(allowed)))
        here, there = play(one, here, action).state, play(other, there, action).state
        assert here == there, told
    if not here.void:
        nothing: tuple[Number, ...] = (0,) * len(one.scoring.awards)
        other_nothing: tuple[Number, ...] = (0,) * len(other.scoring.awards)
        assert score_deal(one, here, nothing).points == score_deal(other, there, other_nothing).points, told


def legal(rules: Rules, state: DealState, card: Card) -> Mapping[CardSet, Number]:
    """Return what a card may take, nothing among it where it may trail, with the points of each play."""
    table = table_of(state)
    sets = [*find_captures(rules, table, card).sets, *([0] if may_trail(rules, table, card) else [])]
    plays = {captured: score_bonuses(rules, table, Action(card, captured)) for captured in sets}
    return {captured: exact(sum(one.points for one in scored)) for captured, scored in plays.items()}
