from __future__ import annotations

import re

import pytest

from basra_rules.tui.ink import Letters
from basra_rules.tui.opening import Manner
from tests.tui.golden_files import compare_with_golden
from tests.tui.sitting import Sitting, then_the_first_card, to_the_end_of_the_deal

ASKING = ("?", "help", "rules", "score", "? 1", "zz", "9", "8h x", "", "q")
TABLES = [
    ("egyptian", 2, 6),
    ("egyptian", 4, 6),
    ("lebanese", 3, 5),
    ("bastra", 4, 9),
    ("russian", 2, 5),
    ("pisti", 3, 3),
]
KEPT = [
    ("egyptian", 4, 6, Manner.PLAIN),
    ("lebanese", 3, 5, Manner.PLAIN),
    ("bastra", 4, 9, Manner.DRAWN),
    ("russian", 2, 5, Manner.PLAIN),
    ("russian", 2, 5, Manner.DRAWN),
    ("pisti", 2, 3, Manner.DRAWN),
]
SOLO = {"bastra": {"sides": "solo"}}


def sitting(name: str, players: int, seed: int, manner: Manner, letters: Letters = Letters.UNICODE) -> Sitting:
    return Sitting(name, SOLO.get(name, {}), players, seed, manner, letters)


def first_deal(output: str) -> str:
    """Return the output up to the start of the second deal: enough to look at, without being endless."""
    return output.partition(" · deal 2 ")[0].rpartition("\n")[0] + "\n"


@pytest.mark.parametrize(("name", "players", "seed", "manner"), KEPT)
def test_the_first_deal_looks_as_it_did(name: str, players: int, seed: int, manner: Manner) -> None:
    table = sitting(name, players, seed, manner)
    output = table.play(to_the_end_of_the_deal(table, *ASKING))
    compare_with_golden(f"{name}-{players}-{manner}.txt", first_deal(output))


@pytest.mark.parametrize("manner", [Manner.PLAIN, Manner.DRAWN])
@pytest.mark.parametrize(("name", "players", "seed"), TABLES)
def test_ascii_is_nothing_but_ascii(name: str, players: int, seed: int, manner: Manner) -> None:
    table = sitting(name, players, seed, manner, Letters.ASCII)
    output = table.play(to_the_end_of_the_deal(table, *ASKING))
    assert output.isascii()
    assert re.search(r"\b7[CDHS]\b", output)


@pytest.mark.parametrize("letters", Letters)
@pytest.mark.parametrize("width", [40, 80, 120])
def test_no_line_of_a_drawn_screen_is_wider_than_the_terminal(width: int, letters: Letters) -> None:
    table = Sitting(seed=6, manner=Manner.DRAWN, letters=letters, size=(width, 24))
    output = table.play(to_the_end_of_the_deal(table, *ASKING))
    typed = ("your play>", "takes which?")
    assert all(len(line) <= width for line in output.splitlines() if not any(word in line for word in typed))


@pytest.mark.parametrize("manner", [Manner.PLAIN, Manner.DRAWN])
def test_profile_and_seed_stand_on_every_screen(manner: Manner) -> None:
    output = Sitting(seed=6, manner=manner).play(then_the_first_card())
    turns = output.split("your play>")[:-1]
    assert len(turns) > 20
    assert all("Egyptian Basra (egyptian) · deal" in turn and "seed 6" in turn for turn in turns)


def test_the_plain_screen_draws_nothing() -> None:
    output = Sitting(seed=6).play(then_the_first_card(*ASKING))
    assert not set(output) & set("─│╭╮╰╯\x1b")


def test_the_end_names_the_winner_and_the_scores() -> None:
    output = Sitting(seed=6).play(then_the_first_card())
    assert re.search(r"^(you|opponent) wins? the match after \d+ deals$", output, re.MULTILINE)
    assert re.search(r"^final scores: you \d+, opponent \d+$", output, re.MULTILINE)


def test_end_of_input_ends_the_match_kindly() -> None:
    output = Sitting(seed=6).play(["1", "1"])
    assert "end of input: the match ends here, in deal 1; scores: you 0, opponent 0\n" in output
    assert output.endswith("the same cards are dealt again by --seed 6\n")


def test_quit_ends_the_match_kindly() -> None:
    output = Sitting(seed=6).play(["1", "quit", "1"])
    assert "left at the keyboard: the match ends here" in output
    assert output.count("your play>") == 2


def test_partners_share_a_name_in_the_scores() -> None:
    output = Sitting(players=4, seed=6).play(["quit"])
    assert "scores: you + partner 0, right + left 0" in output


def test_four_solo_and_three_are_named_by_where_they_sit() -> None:
    output = Sitting("bastra", {"sides": "solo"}, players=4, seed=6).play(["quit"])
    assert "scores: you 0, left 0, opposite 0, right 0" in output
    output = Sitting("lebanese", players=3, seed=6).play(["quit"])
    assert "scores: you 0, left 0, right 0" in output


def test_the_start_names_the_options_and_the_differences() -> None:
    output = Sitting("lebanese", players=3, seed=6).play(["quit"])
    start = output.partition("deal 1")[0]
    assert "option sides = partners (" in start
    assert "differences from egyptian, the default:\n" in start
    assert "  dealing.packet: 6 (egyptian: 4)\n" in start
    assert "with nothing changed" in Sitting(seed=6).play(["quit"]).partition("deal 1")[0]
