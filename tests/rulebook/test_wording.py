"""What readers stumbled over is said so that it can be understood in one way."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from basra_rules import resources
from basra_rules.expression.parsing import parse_condition
from basra_rules.profile.family import read_family
from basra_rules.profile.loading import load_profile
from basra_rules.rulebook.bonuses import name_bonuses
from basra_rules.rulebook.readings import chapters, citation_parts
from basra_rules.rulebook.teller import make_teller
from basra_rules.rulebook.telling import tell_rules
from basra_rules.rulebook.text_pages import render_text
from basra_rules.rulebook.voice import Language, Voice
from basra_rules.source.nodes import scalar_from_text

if TYPE_CHECKING:
    from basra_rules.rulebook.document import Rulebook

PROFILES = resources.profile_names()
each_profile = pytest.mark.parametrize("name", PROFILES)


def told(name: str, language: Language = Language.ENGLISH, **options: object) -> Rulebook:
    return tell_rules(read_family(name), options, Voice(language))


def words(name: str) -> str:
    return " ".join(render_text(told(name), 10_000).split())


@each_profile
def test_no_two_bonuses_that_score_are_called_alike(name: str) -> None:
    teller = make_teller(load_profile(name), Voice())
    scoring = {bonus.name for of_card in teller.rules.bonuses for bonus in of_card}
    names = [called for key, called in name_bonuses(teller).items() if key in scoring]
    assert len(set(names)) == len(names)


def test_a_bonus_named_by_its_card_does_not_repeat_the_card() -> None:
    assert "Basra with the 7♦ – 10 points if all captured cards are number cards and" in words("egyptian")


def test_bonuses_of_one_name_that_name_no_card_are_numbered() -> None:
    assert re.findall(r"Basra, case \d – 10 points", words("lebanese")) == [
        "Basra, case 1 – 10 points",
        "Basra, case 2 – 10 points",
    ]


def test_a_bonus_that_is_off_is_no_item_of_its_own() -> None:
    off = "A jack never scores anything at once, not even if the play takes the only card on the floor, a jack."
    assert off in words("egyptian")
    assert off not in " ".join(one.text for one in told("egyptian", lone_jack="double").statements)


def test_a_card_that_scores_otherwise_is_not_said_to_score_nothing(tmp_path_factory: pytest.TempPathFactory) -> None:
    house = tmp_path_factory.mktemp("house") / "house.yaml"
    bonuses = "jack: {when: sweep and card is J, points: 5}\n  lone_jack: {points: 0}"
    house.write_text(f"format: 1\nname: house\nextends: egyptian\nbonuses:\n  {bonuses}\n", encoding="utf-8")
    text = render_text(tell_rules(read_family(house), {}, Voice()), 10_000)
    assert "never scores" not in text
    assert "no points of its own if the played card is a jack" in text


def test_a_lone_card_is_told_in_one_clause() -> None:
    teller = make_teller(load_profile("egyptian"), Voice())
    said = {
        "sweep and count == 1": "the play takes the only card on the floor",
        "sweep and count == 1 and all captured is J": "the play takes the only card on the floor, a jack",
        "count == 1 and all captured is J": "the only captured card is a jack",
        "floor.count == 1 and all floor is 7♦": "the only card on the floor is the 7♦",
        "card is not (J or 7♦)": "the played card is neither a jack nor the 7♦",
        "card is not (J or Q or K)": "the played card is none of these: jacks, queens and kings",
        "equal_groups(groups >= 1)": "all captured cards are number cards",
    }
    for text, clause in said.items():
        assert teller.in_words(parse_condition(scalar_from_text(text))) == (clause, ())


def test_a_way_s_condition_comes_first() -> None:
    assert "• If the 7♦ is the only card on the floor, any card takes it. " in words("ethiopian")
    assert (
        "• If the top card of the pile is a card of the same rank as the played card, any card takes everything"
        in words("pisti")
    )


def test_one_group_is_told_of_as_one() -> None:
    assert "may take one group of number cards that, together with it, makes exactly 11." in words("pasur")


def test_the_most_cards_are_a_majority_only_where_a_number_is_needed() -> None:
    assert "Most cards – 3 points" in words("ethiopian")
    assert "Majority – 30 points for a side that has captured at least 27 cards." in words("russian")


def test_what_becomes_of_points_that_nobody_gets_is_said() -> None:
    assert "nobody gets these points, and nothing is carried over to the next deal." in words("ethiopian")
    assert "the deal is void: nobody scores anything for it, the points of the play are lost too," in words("russian")


def test_a_refused_part_of_a_capture_may_not_be_taken_alone() -> None:
    assert "Q♥ may not take Q♠ alone. It can only take Q♠ Q♦." in words("lebanese-ashush")
    assert "3♠ may not take 2♦ A♣. It can take nothing here." in words("pasur")


def test_choices_that_differ_by_a_number_are_told_together() -> None:
    assert "“extend 30” and “extend 50”: the same, with 30 and 50 instead of 20." in words("syrian")


# Citations and spaces


def test_a_citation_falls_into_key_and_chapters() -> None:
    assert citation_parts("S2 Palestinian, (2) Scoring") == ["S2 ", "Palestinian", ", ", "(2) ", "Scoring"]
    assert chapters("S2 Palestinian, (2) Scoring") == ["Palestinian", "Scoring"]
    assert chapters("S0 §5") == chapters("P0") == []


@pytest.mark.parametrize("language", [Language.RUSSIAN, Language.ARABIC])
@each_profile
def test_notes_have_no_word_in_another_script(name: str, language: Language) -> None:
    notes = next(section for section in told(name, language).sections if section.areas == ("readings",))
    assert re.findall(r"[A-Za-z]{2,}", " ".join(one.text for one in notes.statements)) == []


@pytest.mark.parametrize("language", Language)
def test_no_line_starts_with_a_dash_that_ends_a_thought(language: Language) -> None:
    for statement in told("syrian", language).statements:
        if statement.term:
            assert statement.words.startswith(f"{statement.term}\N{NO-BREAK SPACE}– ")
