"""Trailing and captures counted together, and picked by number."""

from __future__ import annotations

from dataclasses import replace

import pytest

from basra_rules.cards import cards_of, parse_card
from basra_rules.engine.captures import find_captures
from basra_rules.engine.deal import table_of
from basra_rules.engine.legality import may_trail, refuse
from basra_rules.engine.outcomes import find_outcomes
from basra_rules.engine.state import Action
from basra_rules.profile.vocabulary import Obligation
from tests.engine.hand_made import EGYPTIAN, PASUR, RUSSIAN, Game, cards, table
from tests.engine.playing_out import opening

GAMES = {
    "egyptian": EGYPTIAN,
    "russian": RUSSIAN,
    "pasur": PASUR,
    "hand": replace(EGYPTIAN, obligation=Obligation.HAND),
}
FLOORS = ("", "3♣ 5♦", "8♣ 3♣ 5♦ K♠", "A♣ A♦ 2♣ 2♦ 3♣ 3♦ 4♣ 5♣ 6♣", "J♠ Q♠")


@pytest.mark.parametrize("floor", FLOORS)
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_every_outcome_of_a_card_has_one_number(game: Game, floor: str) -> None:
    rules, asked = game.rules(), table(floor, hand="8♥ 9♥ J♥ K♥")
    for card in cards_of(asked.hand):
        outcomes = find_outcomes(rules, asked, card)
        actions = [outcomes.action(number) for number in range(outcomes.total)]
        trail = [Action(card)] if may_trail(rules, asked, card) else []
        sets = find_captures(rules, asked, card, cap=1000).sets
        assert actions == trail + [Action(card, captured) for captured in sets]
        assert outcomes.exact


def test_a_card_has_no_outcome_where_another_one_must_capture() -> None:
    rules, asked = GAMES["hand"].rules(), table("3♣ 5♦", hand="8♥ 9♥")
    nine = parse_card("9♥")
    assert find_outcomes(rules, asked, nine).total == 0
    assert refuse(rules, asked, Action(nine)) is not None


def test_a_state_is_the_table_of_its_next_play() -> None:
    state = opening(EGYPTIAN, "6♦ 2♣ 3♣ 4♣ A♦ 2♦ 3♦ 4♦ A♣ 5♦ 9♣ K♠")
    asked = table_of(state)
    six = parse_card("6♦")
    assert (asked.floor, asked.hand, asked.face_up) == (state.floor, state.hand, state.face_up)
    assert find_outcomes(EGYPTIAN.rules(), state, six).action(0) == Action(six, cards("A♣ 5♦"))
