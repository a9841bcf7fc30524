"""Matches played in a real terminal: tmux is sent the keys, and what its screen then shows is kept."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.tui.golden_files import compare_with_golden
from tests.tui.tmux import Terminal, basra_command, require_tmux

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

pytestmark = pytest.mark.usefixtures("tmux")

QUESTIONS = ("?", "? 1", "help", "rules", "", "score", "", "nonsense", "q", "99", "jc x 2c")
MOST_TURNS = 200


@pytest.fixture
def tmux() -> None:
    require_tmux()


def play(terminal: Terminal, lines: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Type the lines, then always `1`, to the end of the match; yield what was typed and what was then to be seen."""
    typed = iter(lines)
    screen = terminal.screen()
    yield "", screen
    for _ in range(MOST_TURNS):
        if screen.endswith("]"):
            return
        line = "" if screen.endswith(("begin:", "read on:", "deal:")) else next(typed, "1")
        screen = terminal.type(line)
        yield line, screen


def transcript(steps: Iterable[tuple[str, str]], most: int) -> str:
    """Return the first `most` screens and the last one, each below the line that was typed before it."""
    shown = list(steps)
    kept = shown if len(shown) <= most else [*shown[:most], shown[-1]]
    return "".join(f"=== typed: {line}\n{screen}\n" for line, screen in kept)


@pytest.mark.parametrize(
    ("name", "arguments", "size"),
    [
        ("egyptian-80x24", ["egyptian", "--seed", "6"], (80, 24)),
        ("egyptian-plain", ["egyptian", "--seed", "6", "--plain"], (80, 24)),
        ("egyptian-ascii", ["egyptian", "--seed", "6", "--ascii"], (80, 24)),
        ("partners-120x40", ["egyptian", "--seed", "6", "--players", "4"], (120, 40)),
        ("lebanese-80x24", ["lebanese", "--seed", "5", "--players", "3"], (80, 24)),
    ],
)
def test_a_match_at_the_terminal_looks_as_it_did(name: str, arguments: list[str], size: tuple[int, int]) -> None:
    with Terminal(basra_command("play", *arguments), *size) as terminal:
        text = transcript(play(terminal, QUESTIONS), most=40)
    assert text.rstrip().endswith("[exit 0]")
    compare_with_golden(f"tmux-{name}.txt", text)


def test_the_suits_have_four_colours_in_the_terminal() -> None:
    with Terminal(basra_command("play", "egyptian", "--seed", "6")) as terminal:
        terminal.type("")
        screen = terminal.screen("-e")
    for colour, suit in ((32, "♣"), (94, "♦"), (31, "♥")):
        assert re.search(rf"\x1b\[{colour}m[0-9AJQK]+{suit}", screen)


def test_no_color_is_honoured() -> None:
    with Terminal(basra_command("play", "egyptian", "--seed", "6"), NO_COLOR="1") as terminal:
        terminal.type("")
        screen = terminal.screen("-e")
    assert not any(f"\x1b[{colour}m" in screen for colour in (31, 32, 94))


@pytest.mark.parametrize("key", ["C-c", "C-d"])
@pytest.mark.parametrize("manner", [[], ["--plain"]])
@pytest.mark.parametrize("lines", [[], ["", "?"]])
def test_ctrl_c_and_ctrl_d_end_the_match_kindly(key: str, manner: list[str], lines: list[str]) -> None:
    with Terminal(basra_command("play", "egyptian", "--seed", "6", *manner)) as terminal:
        for line in lines:
            terminal.type(line)
        screen = terminal.press(key)
    assert "the same cards are dealt again by --seed 6\n[exit 0]" in screen
    assert "Traceback" not in screen
    assert ("before it began" in screen) is (not lines)


def test_a_terminal_that_can_not_draw_gets_the_plain_screen() -> None:
    with Terminal(["env", "TERM=dumb", *basra_command("--seed", "6")]) as terminal:
        screen = terminal.type("")
    assert "your turn · Egyptian Basra (egyptian)" in screen
