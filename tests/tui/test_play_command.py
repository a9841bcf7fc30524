from __future__ import annotations

import subprocess
import sys

import pytest

from basra_rules.cli import main
from tests.tui.golden_files import compare_with_golden
from tests.tui.tmux import basra_command, environment

NO_TERMINAL = "no terminal: bots play; --plain reads answers from the input\n"


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
    assert (done.returncode, done.stderr) == (0, NO_TERMINAL)
    assert "your play>" not in done.stdout
    assert "final scores: bot 1 " in done.stdout


def test_answers_that_are_not_read_are_not_passed_over_in_silence() -> None:
    assert basra("--seed", "6", typed="1\n").stderr == NO_TERMINAL
    assert basra("--seed", "6", "--bots-only", typed="1\n").stderr == ""


def in_shell(redirection: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run `basra` below a shell that closes or pipes its streams."""
    return subprocess.run(
        ["sh", "-c", f'"$@" {redirection}', "sh", *basra_command(*arguments)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        env=environment(),
        timeout=120,
    )


def test_a_closed_input_is_no_terminal() -> None:
    done = in_shell("<&-", "play", "--seed", "8")
    assert (done.returncode, done.stderr) == (0, NO_TERMINAL)
    assert "final scores: bot 1 " in done.stdout
    assert "end of input: the match ends here" in in_shell("<&-", "play", "--plain").stdout


@pytest.mark.parametrize("arguments", [["play", "--bots-only"], ["show", "egyptian"], ["--version"], ["--help"]])
def test_a_closed_output_is_an_error_in_one_line(arguments: list[str]) -> None:
    done = in_shell(">&-", *arguments)
    assert (done.returncode, done.stderr) == (2, "error: the output can't be written: it is closed\n")


def test_a_closed_stderr_hides_messages_and_nothing_else() -> None:
    assert in_shell("2>&-", "play", "--seed", "6").stdout == basra("--seed", "6").stdout
    assert in_shell("2>&-", "play", "nonsense").returncode == 2


@pytest.mark.parametrize("reader", ["head -1", "true"])
@pytest.mark.parametrize("arguments", [["play", "--bots-only", "--seed", "6"], ["show", "egyptian"]])
def test_a_reader_that_goes_away_is_no_error(reader: str, arguments: list[str]) -> None:
    assert in_shell(f"| {reader}", *arguments).stderr == ""


def test_hardly_anything_is_imported_before_an_interruption_is_caught() -> None:
    code = "import sys; before = set(sys.modules); import basra_rules.cli.main; print(*set(sys.modules) - before)"
    done = subprocess.run(
        [sys.executable, "-S", "-c", code], capture_output=True, text=True, check=True, env=environment(), timeout=60
    )
    assert not {"typing", "re", "typer", "pathlib"} & set(done.stdout.split())


def test_an_interruption_anywhere_ends_quietly(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(main, "_means_play", lambda _: interrupted())
    monkeypatch.setattr("sys.argv", ["basra", "show"])
    with pytest.raises(SystemExit) as left:
        main.main()
    assert left.value.code == 130


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
