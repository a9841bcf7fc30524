"""Worked examples are true, and show what the rules can do."""

from __future__ import annotations

import pytest

from basra_rules import resources
from basra_rules.profile.family import read_family
from basra_rules.profile.loading import load_profile
from basra_rules.rulebook.examples import chosen_examples
from basra_rules.rulebook.teller import make_teller
from basra_rules.rulebook.telling import tell_rules
from basra_rules.rulebook.voice import Voice
from basra_rules.scenarios.reading import read_scenarios


@pytest.mark.parametrize("name", resources.profile_names())
def test_every_bonus_and_every_way_shows(name: str) -> None:
    teller = make_teller(load_profile(name), Voice())
    shown = {one for example in chosen_examples(teller, read_family(name)) for one in example.shows}
    bonuses = {bonus.clause.key for of_card in teller.rules.bonuses for bonus in of_card}
    cards = [card for card in range(52) if teller.rules.deck >> card & 1]
    admitting = [teller.rules.capture.ways[card] for card in cards]
    ways = {way.clause.key for kind in admitting for way in kind.wholes}
    ways |= {way.clause.key for kind in admitting for way in kind.picks}
    ways |= {way.clause.key for kind in admitting for way in kind.groupings}
    assert bonuses | ways <= shown


@pytest.mark.parametrize("name", resources.profile_names())
def test_there_are_four_to_eight_plays(name: str) -> None:
    teller = make_teller(load_profile(name), Voice())
    assert 4 <= len(chosen_examples(teller, read_family(name))) <= 8


def test_a_choice_changes_what_an_example_scores() -> None:
    family = read_family("egyptian")
    plain, double = (tell_rules(family, options, Voice()) for options in ({}, {"lone_jack": "double"}))
    texts = [[one.text for one in book.sections[-2].statements] for book in (plain, double)]
    assert not any("Double basra: 20 points" in text for text in texts[0])
    assert any("J♠" in text and "Double basra: 20 points" in text for text in texts[1])


def test_the_scenarios_behind_them_are_the_profile_s_own() -> None:
    path = resources.profile_path("egyptian")
    assert path is not None
    scenarios = resources.scenarios_path(path)
    assert scenarios is not None
    floors = [one.scenario.floor for one in read_scenarios(scenarios).scenarios if one.scenario]
    teller = make_teller(load_profile("egyptian"), Voice())
    assert all(example.floor in floors for example in chosen_examples(teller, read_family("egyptian")))
