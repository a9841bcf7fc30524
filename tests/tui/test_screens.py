from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from basra_rules import resources
from basra_rules.cards import card_set, parse_card, parse_cards
from basra_rules.engine.state import Action, Table
from basra_rules.profile.loading import load_profile
from basra_rules.rules.compiling import compile_rules
from basra_rules.source.nodes import MapNode
from basra_rules.tui.in_force import rules_in_force
from basra_rules.tui.ink import Letters, wrap
from basra_rules.tui.offers import weigh
from basra_rules.tui.opening import Manner
from basra_rules.tui.pages import introduce
from basra_rules.tui.wording import name_seats
from tests.profile.writing import child, write
from tests.tui.golden_files import compare_with_golden
from tests.tui.sitting import Sitting, then_the_first_card, to_the_end_of_the_deal

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

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
    assert "  dealing: packet: 6 instead of 4; singly: yes instead of no;" in start
    assert "  bonuses, only here: lone_and_trailed (label: basra, when: sweep and card is not J and" in start
    assert "  bonuses, not here: seven_of_diamonds, lone_jack\n" in start
    assert "  scoring: majority (points: 3 instead of 30; if_nobody: nobody instead of carry)\n" in start
    assert "{" not in start
    assert "with nothing changed" in Sitting(seed=6).play(["quit"]).partition("deal 1")[0]


@pytest.mark.parametrize("name", resources.profile_names())
def test_the_start_of_every_profile_fits_a_usual_terminal(name: str) -> None:
    table = Sitting(name)
    lines = introduce(table.story, table.in_force)
    assert sum(len(wrap(line, 80)) for line in lines) <= 22
    left_out = re.fullmatch(r"  and (\d+) more; `rules` tells all", lines[-1])
    shown = sum(line.startswith("  ") for line in lines) - (left_out is not None)
    assert shown + int(left_out[1] if left_out else 0) == len(table.in_force.differences)


def test_those_who_only_watch_are_sent_to_the_command_that_tells_all() -> None:
    table = Sitting("pisti")
    table.story.names = name_seats(table.rules, 2, None)
    assert introduce(table.story, table.in_force)[-1].endswith(" more; `basra show pisti` tells all")


@pytest.mark.parametrize("name", resources.profile_names())
def test_the_rules_page_names_every_rule_with_its_place(name: str) -> None:
    profile = load_profile(name)
    told = rules_in_force(profile).rules
    rules = [line.partition(" (")[0] for line in told]
    assert all(re.match(r"[\w.]+ \([^():]+\.yaml:\d+", line) for line in told)
    for leaf in leaves(profile.origins.tree):
        assert sum(f"{leaf}.".startswith(f"{rule}.") for rule in rules) == 1, leaf


def leaves(node: MapNode, path: str = "") -> Iterator[str]:
    for entry in node:
        key = f"{path}{entry.key.text}"
        if key not in ("format", "name", "title", "sources", "options", "readings", "allow"):
            yield from leaves(entry.value, f"{key}.") if isinstance(entry.value, MapNode) else [key]


def test_a_rule_of_two_files_names_both_places(tmp_path: Path) -> None:
    path = write(tmp_path, child("bonuses: {basra: {points: 12}}"))
    told = rules_in_force(load_profile(path)).rules
    (basra,) = (line for line in told if line.startswith("bonuses.basra "))
    assert "house.yaml:4" in basra
    assert ", when profiles/egyptian.yaml:" in basra


def test_the_rules_page_tells_what_no_file_says() -> None:
    assert rules_in_force(load_profile("egyptian")).unwritten == (
        "dealing.hidden: 0",
        "capture.floor: spread",
        "match.games_to_win: 1",
    )


@pytest.mark.parametrize("question", ["?", "help", "rules", "score", "? 1", "8h x"])
@pytest.mark.parametrize(("name", "players", "seed"), TABLES)
def test_after_every_answer_scores_floor_and_hand_are_in_sight(
    question: str, name: str, players: int, seed: int
) -> None:
    output = sitting(name, players, seed, Manner.DRAWN).play([question, question, "quit"])
    turns = list(re.finditer("your play>", output))
    assert len(turns) == 3
    for turn in turns:
        assert_table_in_sight(output[: turn.start()].splitlines()[-23:])


def assert_table_in_sight(lines: list[str]) -> None:
    assert any(line.startswith("scores ") for line in lines)
    assert any(line.startswith(("floor  ", "pile  ", "╭─", "no cards on the floor")) for line in lines)
    assert any(re.match(r" ?1 +[0-9AJQK]+[♣♦♥♠] ", line) for line in lines)


@pytest.mark.parametrize("manner", [Manner.PLAIN, Manner.DRAWN])
def test_games_won_are_shown_where_a_match_takes_several(manner: Manner) -> None:
    table = Sitting(seed=6, manner=manner)
    table.rules = replace(table.rules, match=replace(table.rules.match, games_to_win=2))
    table.story.rules = table.rules
    turns = table.play(["help"]).split("your play>")
    assert re.search(r"games won:? +you 0, opponent 0\n", turns[0])
    assert manner is Manner.PLAIN or re.search(r"games won +you 0, opponent 0\n", turns[1])
    assert "games won" not in Sitting(seed=6, manner=manner).play(["help"])


def test_a_card_pattern_written_otherwise_is_the_same_key(tmp_path: Path) -> None:
    path = write(tmp_path, child("scoring: {cards: {2C: 5, 3H: 1}}"))
    assert rules_in_force(load_profile(path)).differences == ("scoring: cards.2C: 5 instead of 2; cards.3H: 1",)


def test_a_bonus_that_depends_on_face_down_cards_is_not_promised(tmp_path: Path) -> None:
    path = tmp_path / "kings.yaml"
    path.write_text(
        "format: 1\nname: kings\nextends: pisti\n"
        "bonuses:\n  kings: {when: any captured is K or any captured is not K, points: 5}\n"
        "  many: {when: count > 3, points: 1}\n",
        encoding="utf-8",
    )
    rules = compile_rules(load_profile(path))
    pile = Table(parse_cards("K♠ 2♦ 3♦ 8♣"), hand=card_set(parse_cards("8♥")), hidden=3)
    choice = weigh(rules, pile, Action(parse_card("8♥"), card_set(parse_cards("8♣"))))
    assert [one.bonus.name for one in choice.scored] == ["many"]
