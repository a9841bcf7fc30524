"""Keys that are no text: sent through a pseudo-terminal of the standard library, no tmux needed."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
import time

import pytest

from tests.tui.tmux import QUESTIONS, basra_command, environment

PATIENCE = 30.0
CTRL_C, CTRL_D = b"\x03", b"\x04"
HALF_A_LINE = b"half a li"
# Standard input becomes the controlling terminal of the new session, so that ctrl-C reaches the program.
TAKE_THE_TERMINAL = "import os, sys; os.close(os.open(os.ttyname(0), os.O_RDWR)); os.execv(sys.argv[1], sys.argv[1:])"


class PseudoTerminal:
    """A program that believes that it sits at a terminal."""

    def __init__(self, *arguments: str) -> None:
        self._master, slave = pty.openpty()
        self._process = subprocess.Popen(
            [sys.executable, "-c", TAKE_THE_TERMINAL, *basra_command(*arguments)],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=environment(TERM="xterm", COLUMNS="80", LINES="24"),
            start_new_session=True,
        )
        os.close(slave)
        self.output = b""

    def send(self, keys: bytes) -> None:
        """Wait for a question and press the keys."""
        seen = len(self.output)
        while not self.output[seen:].rstrip().endswith(tuple(map(str.encode, QUESTIONS))):
            if not self._read():
                raise AssertionError(f"no question came: {self.output!r}")
        self.press(keys)

    def press(self, keys: bytes) -> None:
        """Press the keys as soon as a hand could: right after its question readline does not yet hear a ctrl-C."""
        time.sleep(0.1)
        os.write(self._master, keys)

    def finish(self) -> int:
        """Read what is left and return the exit code."""
        while self._read():
            pass
        os.close(self._master)
        return self._process.wait(PATIENCE)

    def _read(self) -> bytes:
        ready, _, _ = select.select([self._master], [], [], PATIENCE)
        if not ready:
            return b""
        try:
            more = os.read(self._master, 1 << 16)
        except OSError:  # the other end is closed
            return b""
        self.output += more
        return more


@pytest.mark.parametrize("key", [CTRL_C, CTRL_D], ids=["ctrl-C", "ctrl-D"])
@pytest.mark.parametrize("arguments", [["--seed", "6"], ["--seed", "6", "--plain"]], ids=["drawn", "plain"])
@pytest.mark.parametrize("before", [[], [b"\r"], [b"\r", b"1\r"], [b"\r", HALF_A_LINE]])
def test_interruption_and_end_of_input_are_kind(key: bytes, arguments: list[str], before: list[bytes]) -> None:
    terminal = PseudoTerminal(*arguments)
    for keys in before:
        terminal.send(keys)
    if key == CTRL_D and before[-1:] == [HALF_A_LINE]:
        terminal.press(b"\r")
    if key == CTRL_C and before[-1:] == [HALF_A_LINE]:
        terminal.press(key)
    else:
        terminal.send(key)
    assert terminal.finish() == 0
    assert b"the same cards are dealt again by --seed 6" in terminal.output
    assert b"Traceback" not in terminal.output


def test_bytes_that_are_no_text_are_answered() -> None:
    terminal = PseudoTerminal("--seed", "6")
    for keys in (b"\r", b"\xff\xfe\x00\x1b[A\r", b"\xd9\xa3\r", b"quit\r"):
        terminal.send(keys)
    assert terminal.finish() == 0
    assert b"is no card" in terminal.output
    assert b"left at the keyboard" in terminal.output


def test_an_output_that_can_not_carry_suits_gets_ascii() -> None:
    done = subprocess.run(
        basra_command("--seed", "6", "--bots-only"),
        capture_output=True,
        check=True,
        env=environment(PYTHONIOENCODING="latin-1"),
        timeout=60,
    )
    assert done.stdout.isascii()
    assert b"2C takes 2D 2S" in done.stdout
