from __future__ import annotations

from dataclasses import replace
from itertools import chain, repeat
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from basra_rules.cards import card_set, format_play, parse_card, parse_cards
from basra_rules.engine.legality import refuse
from basra_rules.engine.match import start_match
from basra_rules.engine.state import Action, Seat, Table
from basra_rules.engine.view import table_of_view
from basra_rules.tui.commands import is_leaving
from basra_rules.tui.ink import Letters
from basra_rules.tui.offers import weigh
from basra_rules.tui.opening import Manner
from basra_rules.tui.screen import MatchLeft
from tests.players.seeing import see, shipped
from tests.tui.sitting import Sitting

if TYPE_CHECKING:
    from collections.abc import Iterator

JUNK = st.text(alphabet=st.characters()) | st.text(alphabet="?xX 0123456789ajqkcdhs♣♦♥♠,\x1b\u200f\r")


def choose(
    floor: str, hand: str, *lines: str, profile: str = "egyptian", manner: Manner = Manner.PLAIN
) -> tuple[str, str]:
    """Return the play that these lines come to, and what the screen answered after showing the table."""
    table = Sitting(profile, manner=manner)
    player, _ = table.person(lines)
    action = player.choose(table.rules, see(floor, hand))
    return format_play(action.card, action.captured), table.output.partition("your play>")[2]


def test_a_number_plays_a_card_that_can_do_one_thing() -> None:
    assert choose("3♣ 5♦ K♠", "8♥ 9♠", "1")[0] == "8♥ x 3♣ 5♦"
    assert choose("3♣ 5♦ K♠", "8♥ 9♠", "2")[0] == "9♠"


def test_of_several_captures_one_is_chosen_by_number_the_biggest_first() -> None:
    play, answers = choose("3♣ 5♦ 4♠ 4♥ K♠", "8♥ 9♠", "8h", "3")
    assert play == "8♥ x 4♥ 4♠"
    assert "  1: 8♥ takes 3♣ 4♥ 4♠ 5♦\n" in answers
    assert choose("3♣ 5♦ 4♠ 4♥ K♠", "8♥ 9♠", "8h", "1")[0] == "8♥ x 3♣ 4♥ 4♠ 5♦"


def test_of_several_captures_one_is_chosen_by_its_cards() -> None:
    assert choose("3♣ 5♦ 4♠ 4♥ K♠", "8♥ 9♠", "8h", "4s 4h")[0] == "8♥ x 4♥ 4♠"
    assert choose("3♣ 5♦ 4♠ 4♥ K♠", "8♥ 9♠", "8h", "x 5d 3c")[0] == "8♥ x 3♣ 5♦"


def test_at_the_list_another_card_may_be_chosen_instead() -> None:
    assert choose("3♣ 5♦ 4♠ 4♥ K♠ 9♦", "8♥ 9♠", "8h", "", "9s x 9d")[0] == "9♠ x 9♦"
    assert choose("3♣ 5♦ 4♠ 4♥ K♠", "8♥ 7♠", "8h", "7s x 3c 4h")[0] == "7♠ x 3♣ 4♥"


def test_a_number_that_is_not_in_the_list_is_asked_again() -> None:
    play, answers = choose("3♣ 5♦ 4♠ 4♥ K♠", "8♥ 9♠", "8h", "7", "9" * 5000, "2")
    assert "there are 3 choices, from 1 to 3" in answers
    assert play.startswith("8♥ x")


def test_a_long_list_is_cut_and_says_how_much_there_is() -> None:
    floor = "A♣ A♦ A♥ A♠ 2♣ 2♦ 2♥ 3♣ 3♦ 3♥ 4♣ 4♦ 5♣ 6♥ K♠"
    play, answers = choose(floor, "8♥", "1", "x 3c 5c")
    assert play == "8♥ x 3♣ 5♣"
    assert "  9: 8♥ takes" in answers
    assert "  10: " not in answers
    assert "captures; for one of the other" in answers


def test_trailing_is_in_the_list_where_capturing_is_optional() -> None:
    play, answers = choose("8♠ 3♣", "8♥", "1", "2", profile="russian")
    assert play == "8♥"
    assert "  2: 8♥ trails\n" in answers


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("8h x 3c", "3♣"),
        ("8h x 3c 5d ks", "K♠"),
        ("8h x 2c", "2♣"),
        ("jc", "J♣"),
        ("3c", "3♣"),
    ],
)
def test_a_refused_play_says_why_and_the_turn_goes_on(line: str, said: str) -> None:
    play, answers = choose("3♣ 5♦ K♠", "8♥ 9♠", line, "2")
    assert play == "9♠"
    assert said in answers.partition("\n")[2]


def test_a_play_that_must_capture_is_refused_with_the_rule_and_its_place() -> None:
    _, answers = choose("8♠ 3♣ K♥", "8♥ Q♥ 9♠", "qh", "8h", profile="bastra")
    assert "rule" not in answers
    table = Sitting("bastra", {"obligation": "hand"})
    player, _ = table.person(["qh", "8h"])
    player.choose(table.rules, see("8♠ 3♣ K♥", "8♥ Q♥ 9♠"))
    assert "Q♥ can't be played now" in table.output
    assert "rule capture.obligation (" in table.output
    assert "bastra.yaml:" in table.output


def test_why_of_a_hand_tells_of_cards_that_may_not_be_played() -> None:
    table = Sitting("bastra", {"obligation": "hand"})
    player, _ = table.person(["?", "? qh", "8h"])
    player.choose(table.rules, see("8♠ 3♣ K♥", "8♥ Q♥ 9♠"))
    assert table.output.count("\nQ♥ can't be played now\n  another card of the hand can capture: 8♥ takes 8♠\n") == 2


def test_why_of_one_capture_tells_what_is_wrong_with_it() -> None:
    _, answers = choose("3♣ 5♦ K♠", "8♥ 9♠", "? 8h x 3c 5d ks", "? 8h x 3c 5d", "2")
    assert "8♥ x 3♣ 5♦ K♠ is refused\n" in answers
    assert "8♥ takes 3♣ 5♦, but scores no bonus\n" in answers


def test_the_score_page_names_a_carry() -> None:
    table = Sitting()
    player, _ = table.person(["score", "1"])
    table.story.match = replace(start_match(table.rules, 2, Seat(0)), carries=(30,))
    player.choose(table.rules, see("3♣ 5♦ K♠", "8♥ 9♠"))
    assert "majority: 30 carried from before\n" in table.output


def test_why_names_what_a_bonus_lacks_with_rule_and_line() -> None:
    _, answers = choose("3♣ 5♦ K♠", "8♥ 9♠", "? 8h", "1")
    assert "8♥ takes 3♣ 5♦, but scores no bonus" in answers
    assert "bonuses.basra (profiles/egyptian.yaml:" in answers
    assert "sweep: no" in answers
    assert "does not hold: sweep · bonuses.basra (profiles/egyptian.yaml:" in choose("3♣ 5♦ K♠", "8♥ 9♠", "?", "1")[1]


def test_why_gives_the_values_of_the_parts() -> None:
    _, answers = choose("7♠ 4♥ 3♦", "7♦", "? 7d", "1")
    assert "sum <= 10: no" in answers
    assert "sum: 14" in answers


def test_why_tells_of_a_jack_that_no_bonus_is_for_it() -> None:
    _, answers = choose("J♠", "J♣", "?", "1")
    assert "J♣ takes J♠, the whole floor" in answers
    assert "card is not (J or 7♦)" in answers


def test_why_names_the_ways_that_find_nothing() -> None:
    _, answers = choose("3♣ K♠", "8♥", "?", "1")
    assert "no such card lies on the floor: capture.ways.match (profiles/egyptian.yaml:" in answers
    assert "played: numeric" not in answers
    assert "played: numeric" in choose("3♣ K♠", "8♥", "? 1", "1")[1]
    assert "no 2 or more cards total 8: capture.ways.sum (profiles/egyptian.yaml:" in answers
    assert "no cards lie on the floor" in choose("", "8♥", "?", "1")[1]


def test_a_deck_of_forty_cards_on_the_floor_can_be_shown_and_played() -> None:
    floor = " ".join(f"{rank}{suit}" for rank in ("A", *range(2, 10)) for suit in "♣♦♥♠")
    for manner in (Manner.PLAIN, Manner.DRAWN):
        play, answers = choose(floor, "10♥ Q♣", "?", "10h", "1", manner=manner)
        assert play.startswith("10♥ x")
        assert "for one of the other" in answers


def never_leaving(lines: list[str]) -> list[str]:
    return [line for line in lines if not is_leaving(line)]


@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(
    lines=st.lists(JUNK, max_size=6).map(never_leaving),
    manner=st.sampled_from([Manner.PLAIN, Manner.DRAWN]),
    profile=st.sampled_from(["egyptian", "russian"]),
)
def test_whatever_is_typed_the_turn_ends_with_a_play_that_the_rules_allow(
    lines: list[str], manner: Manner, profile: str
) -> None:
    table = Sitting(profile, manner=manner, letters=Letters.ASCII)
    player, _ = table.person(chain(lines, repeat("1")))
    view = see("3♣ 5♦ 4♠ 4♥ K♠", "8♥ 9♠ J♥")
    action = player.choose(table.rules, view)
    assert refuse(table.rules, table_of_view(view), action) is None


def babble(chance: Random) -> Iterator[str]:
    """Yield lines that are now and then a play, and mostly noise."""
    words = [
        "?",
        "help",
        "rules",
        "score",
        "8h",
        "jd x 3c",
        "x",
        "",
        "99",
        "why 2",
        "\x1b[A",
        "ولد",
        "💥",
        "j",
        "? 8h x 2c",
    ]
    while True:
        yield chance.choice([*words, str(chance.randint(0, 9)), "1"])


@pytest.mark.parametrize("manner", [Manner.PLAIN, Manner.DRAWN])
@pytest.mark.parametrize(("profile", "players"), [("egyptian", 2), ("russian", 4)])
def test_a_babbling_person_gets_to_the_end_of_the_match(profile: str, players: int, manner: Manner) -> None:
    output = Sitting(profile, players=players, seed=3, manner=manner).play(babble(Random(4)))
    assert "final scores:" in output


def test_end_of_input_in_the_middle_of_a_list_leaves_the_match() -> None:
    with pytest.raises(MatchLeft):
        choose("3♣ 5♦ 4♠ 4♥ K♠", "8♥ 9♠", "8h")


def test_why_of_a_pile_names_the_part_that_does_not_hold_and_the_top() -> None:
    _, answers = choose("3♣ K♠", "8♥", "?", "? 1", "1", profile="pisti")
    assert "  does not hold: floor.top is card.rank (floor.top: K♠) · capture.ways.match (profiles/family/" in answers
    assert "\n    floor.top is card.rank: no\n    floor.top: K♠\n" in answers


def test_why_gives_the_numbers_in_the_condition_of_a_way() -> None:
    _, answers = choose("3♣ K♠", "8♥", "?", "? 1", "1", profile="ethiopian")
    assert (
        "  does not hold: floor.count == 1 (floor.count is 2), all floor is 7♦ · capture.ways.lone_seven (" in answers
    )
    assert "\n      floor.count == 1: no\n        floor.count: 2\n" in answers


def test_whoever_takes_the_open_cards_of_a_pile_sweeps_it() -> None:
    rules = shipped("pisti")
    floor = parse_cards("2♣ 3♣ 4♣ 8♠")
    for captured in ("8♠", "2♣ 3♣ 4♣ 8♠"):
        choice = weigh(rules, Table(floor, hidden=3), Action(parse_card("8♥"), card_set(parse_cards(captured))))
        assert (choice.sweep, choice.face_down) == (True, 3)
    spread = weigh(shipped(), Table(parse_cards("8♠ K♠")), Action(parse_card("8♥"), card_set(parse_cards("8♠"))))
    assert (spread.sweep, spread.face_down) == (False, 0)
