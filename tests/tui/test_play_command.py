from __future__ import annotations

import subprocess

from tests.tui.golden_files import compare_with_golden
from tests.tui.tmux import basra_command, environment


def basra(*arguments: str, typed: str = "", **changes: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        basra_command(*arguments),
        input=typed,
        capture_output=True,
        text=True,
        check=False,
        env=environment(**changes),
        timeout=120,
    )


def test_without_a_terminal_bots_play_a_match() -> None:
    done = basra("--seed", "6")
    assert (done.returncode, done.stderr) == (0, "")
    assert "your play>" not in done.stdout
    assert "final scores: bot 1 " in done.stdout


def test_bots_play_a_match_as_they_did() -> None:
    done = basra("play", "lebanese", "--players", "3", "--seed", "5", "--bots-only", "--bot", "random")
    compare_with_golden("bots-only.txt", done.stdout)


def test_a_script_of_lines_is_played_through_a_pipe() -> None:
    typed = "?\n1\n2\n8h x 2c\nscore\n" + "1\n" * 200
    done = basra("play", "--seed", "6", "--plain", typed=typed)
    assert (done.returncode, done.stderr) == (0, "")
    compare_with_golden("piped.txt", done.stdout)


def test_the_end_of_a_script_ends_the_match_kindly() -> None:
    done = basra("play", "--seed", "6", "--plain", typed="1\n1\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith(
        "end of input: the match ends here, in deal 1; scores: you 0, opponent 0\n"
        "the same cards are dealt again by --seed 6\n"
    )


def test_the_seed_is_shown_where_none_was_given_and_plays_the_same_match() -> None:
    first = basra("--bots-only").stdout
    seed = first.splitlines()[0].rpartition("seed ")[2]
    assert basra("--bots-only", "--seed", seed).stdout == first


def test_options_are_in_force_and_shown() -> None:
    done = basra("play", "bastra", "--players", "4", "--option", "sides=solo", "--seed", "1", "--bots-only")
    assert "option sides = solo (" in done.stdout
    assert "final scores: bot 1 " in done.stdout
    assert "bot 4 " in done.stdout


def test_ascii_reaches_the_output() -> None:
    assert basra("--seed", "6", "--bots-only", "--ascii").stdout.isascii()


def test_a_refused_number_of_players_is_a_message_and_not_a_traceback() -> None:
    done = basra("play", "--players", "3")
    assert done.returncode == 2
    assert "2 or 4 players, not for 3" in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""
