"""A tmux server of its own, in which a test types and looks at the screen, as a person would."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Self

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).resolve().parents[2]
QUESTIONS = (
    "your play>",
    "takes which?",
    "Enter to begin:",
    "Enter to read on:",
    "Enter for the next deal:",
    "Enter for the table:",
)
_ENDED = "[exit "
_PATIENCE = 30.0


def require_tmux() -> None:
    """Skip where tmux is missing; but continuous integration must have it."""
    if shutil.which("tmux") is None:
        if os.environ.get("CI") == "true":
            pytest.fail("tmux is missing, and the golden transcripts need it")
        pytest.skip("tmux is missing")


def basra_command(*arguments: str) -> list[str]:
    """Return the command line that runs this checkout's `basra`."""
    return [sys.executable, "-m", "basra_rules", *arguments]


def environment(**changes: str) -> dict[str, str]:
    """Return an environment in which the looks of a terminal do not depend on who runs the test."""
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "TMPDIR")}
    return {**kept, "PYTHONPATH": str(ROOT), "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", **changes}


def is_waiting(screen: str) -> bool:
    """Tell whether the program asks something, or has ended."""
    return screen.endswith((*QUESTIONS, "]"))


class Terminal:
    """A program in a terminal of a given size."""

    def __init__(self, command: list[str], width: int = 80, height: int = 24, **changes: str) -> None:
        self._environment = environment(**changes)
        self._folder = TemporaryDirectory(prefix="basra-")
        self._socket = Path(self._folder.name) / "socket"
        self._log = Path(self._folder.name) / "log"
        self._log.touch()
        script = f'trap : INT; {shlex.join(command)}; echo "{_ENDED}$?]"; sleep 600'
        self._tmux("new-session", "-d", "-x", str(width), "-y", str(height), f"exec sh -c {shlex.quote(script)}")
        try:
            self._wait_until(is_waiting)
        except AssertionError:
            self.__exit__()
            raise
        self._tmux("pipe-pane", f"cat >> {shlex.quote(str(self._log))}")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._tmux("kill-server")
        self._folder.cleanup()

    def type(self, line: str) -> str:
        """Type a line and return the screen once the program waits again or has ended."""
        if line:
            self._tmux("send-keys", "-l", line)
            self._wait_until(lambda screen: screen.endswith(line))
        asked = self._count_questions()
        self._tmux("send-keys", "Enter")
        self._wait_until(lambda screen: self._count_questions() > asked or _ENDED in screen)
        return self._wait_until(is_waiting)

    def press(self, key: str) -> str:
        """Press a key by its tmux name, such as `C-c`, and return the screen once the program has ended."""
        self._tmux("send-keys", key)
        return self._wait_until(lambda screen: _ENDED in screen)

    def screen(self, *flags: str) -> str:
        """Return what the screen shows, without trailing blanks."""
        lines = [line.rstrip() for line in self._tmux("capture-pane", "-p", *flags).splitlines()]
        return "\n".join(lines).rstrip("\n")

    def _count_questions(self) -> int:
        """Return how often the program has asked something so far: the screen alone can't tell an answer from none."""
        log = self._log.read_text(encoding="utf-8", errors="replace")
        return sum(log.count(question) for question in QUESTIONS)

    def _wait_until(self, is_reached: Callable[[str], bool]) -> str:
        end = time.monotonic() + _PATIENCE
        while time.monotonic() < end:
            screen = self.screen()
            if is_reached(screen):
                return screen
            time.sleep(0.02)
        raise AssertionError(f"the program never got there; the screen shows:\n{self.screen()}")

    def _tmux(self, *arguments: str) -> str:
        command = ["tmux", "-S", str(self._socket), "-f", "/dev/null", *arguments]
        done = subprocess.run(command, capture_output=True, text=True, check=True, env=self._environment, timeout=30)
        return done.stdout
