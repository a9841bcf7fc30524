"""`last_card: true`: the last play of a scenario that starts from a floor is made with the deal's last card."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from basra_rules.analysis.openings import openings
from basra_rules.cards import cards_of, format_cards, format_play
from basra_rules.engine.captures import find_captures
from basra_rules.engine.deal import play, start_deal, table_of
from basra_rules.engine.state import Action, Seat
from basra_rules.engine.table import is_last_play
from basra_rules.profile.family import read_family
from basra_rules.profile.loading import load_profile
from basra_rules.rules.compiling import compile_rules
from basra_rules.scenarios.outcome import Status
from basra_rules.scenarios.reading import read_scenarios
from basra_rules.scenarios.report import render_outcome
from basra_rules.scenarios.running import Runner

if TYPE_CHECKING:
    from pathlib import Path

    from basra_rules.engine.state import DealState
    from basra_rules.rules.model import Rules
    from basra_rules.scenarios.outcome import Outcome


def run(folder: Path, text: str, profile: str = "pisti") -> Outcome:
    path = folder / "some.yaml"
    path.write_text(f"scenarios:\n- name: some\n{text}\n", encoding="utf-8")
    (read,) = read_scenarios(path).scenarios
    return Runner(read_family(profile)).run(read)


@pytest.mark.parametrize(("last_card", "points"), [("true", 0), ("false", 10)])
def test_a_bonus_that_asks_for_it_sees_it(last_card: str, points: int, tmp_path: Path) -> None:
    text = f'  floor: 7♣\n  plays: ["7♦ x 7♣"]\n  last_card: {last_card}\n  expect: {{points: {points}}}'
    assert run(tmp_path, text).status is Status.PASSED


def test_only_the_last_play_is_made_with_it(tmp_path: Path) -> None:
    house = tmp_path / "house.yaml"
    when = "previous.trailed and previous.floor_count == 0 and last_card"
    house.write_text(
        f"format: 1\nname: house\nextends: egyptian\nbonuses: {{last: {{when: {when}, points: 5}}}}\n", encoding="utf-8"
    )
    text = '  floor: ""\n  plays: [7♣, "7♥ x 7♣", 9♣, "9♥ x 9♣"]\n  last_card: true\n  expect: {bonuses: [basra, last]}'
    assert run(tmp_path, text, str(house)).status is Status.PASSED


def test_the_floor_is_what_the_play_leaves_and_not_yet_given_away(tmp_path: Path) -> None:
    text = "  floor: 7♣ 9♦\n  plays: [K♣]\n  last_card: true\n  expect: {floor: 7♣ 9♦ K♣, takes: ''}"
    assert run(tmp_path, text).status is Status.PASSED


def test_a_failure_tells_it(tmp_path: Path) -> None:
    text = '  floor: 7♣\n  plays: ["7♦ x 7♣"]\n  last_card: true\n  expect: {points: 10}'
    report = render_outcome(run(tmp_path, text))
    assert "play   7♦ x 7♣, the last card of the deal" in report
    assert "last_card: yes" in report


def test_it_means_what_the_last_play_of_a_deal_is(tmp_path: Path) -> None:
    """The last play of whole deals, told anew from the floor it was made on, scores the same."""
    rules = compile_rules(load_profile("pisti"))
    captures = 0
    for opening in openings(rules, stocks=12):
        state = start_deal(rules, opening.players, Seat(opening.dealer), opening.stock, opening.places).state
        while not state.over:
            action = greedy(rules, state)
            is_last = is_last_play(table_of(state), action.card)
            after = play(rules, state, action).state
            assert is_last is after.over
            if is_last and not state.hidden:
                captures += bool(action.captured)
                assert after.last_play is not None
                text = (
                    f'  floor: "{format_cards(state.floor)}"\n'
                    f'  plays: ["{format_play(action.card, action.captured)}"]\n  last_card: true\n'
                    f"  expect: {{points: {after.last_play.points}, bonuses: [{', '.join(after.last_play.bonuses)}]}}"
                )
                assert render_outcome(run(tmp_path, text)) == ""
            state = after
    assert captures


def greedy(rules: Rules, state: DealState) -> Action:
    """Return the first capture that there is, else a trail."""
    for card in cards_of(state.hand):
        for captured in find_captures(rules, table_of(state), card, cap=1).sets:
            return Action(card, captured)
    return Action(cards_of(state.hand)[0])
