"""Another program as a process: asked a line at a time, never waited for without end."""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import subprocess
import threading
from collections import deque
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING

from basra_rules.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_LONGEST_LINE = 4 * 1024 * 1024
_KEPT_LINES = 12
_MOST_WAITING = 256
_PATIENCE = 0.1
_FAREWELL = 2.0
"""The seconds that a program has to end by itself once its input is at its end."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line that the program wrote."""

    text: str


@dataclass(frozen=True, slots=True)
class Silence:
    """No line came in time, or else none will come any more, for a reason."""

    reason: str | None


class Process:
    """A running program; to be stopped by whoever started it."""

    def __init__(self, command: Sequence[str]) -> None:
        self._process = _start(command)
        self._lines: queue.Queue[bytes | None] = queue.Queue(_MOST_WAITING)
        self._stopped = threading.Event()
        self._requests: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._complaints: deque[str] = deque(maxlen=_KEPT_LINES)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._writer = _thread(_write_all, self._process.stdin, self._requests)
        self._reader = _thread(_read_all, self._process.stdout, self._hand_over)
        self._listener = _thread(_keep_last, self._process.stderr, self._complaints)

    def send(self, line: str) -> None:
        """Send a line, without waiting for the program to read it."""
        self._requests.put(line.encode() + b"\n")

    def receive(self, limit: float) -> Line | Silence:
        """Return the next line, or after `limit` seconds silence."""
        try:
            line = self._lines.get(timeout=max(limit, 0))
        except queue.Empty:
            return Silence(None)
        if line is None:
            return Silence(self._how_it_ended())
        if len(line) > _LONGEST_LINE:
            return Silence(f"a line of more than {_LONGEST_LINE:,} bytes")
        return Line(line.decode(errors="replace").rstrip("\r\n"))

    def _hand_over(self, line: bytes | None) -> None:
        """Put a line where it is waited for; a program that talks without end has to wait, until it is stopped."""
        while not self._stopped.is_set():
            with contextlib.suppress(queue.Full):
                self._lines.put(line, timeout=_PATIENCE)
                return

    def _how_it_ended(self) -> str:
        try:
            code = self._process.wait(_FAREWELL)
        except subprocess.TimeoutExpired:
            return "the program closed its output"
        self._listener.join(_FAREWELL)
        told = "".join(f"\n    {line}" for line in self._complaints)
        ended = f"by signal {-code}" if code < 0 else f"with exit code {code}"
        return f"the program ended, {ended}" + (f", after it wrote on standard error:{told}" if told else "")

    def stop(self) -> list[str]:
        """End the program, kindly if it can be, and return the lines that nobody waited for."""
        self._requests.put(None)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_FAREWELL)
            self._reader.join(_FAREWELL)
        self.kill()
        lines = iter(self._lines.get_nowait, None)
        with contextlib.suppress(queue.Empty):
            return [line.decode(errors="replace") for line in lines]
        return []

    def kill(self) -> None:
        """End the program and all that it started, now."""
        self._stopped.set()
        self._requests.put(None)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if os.name == "posix":
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        self._process.wait()
        for thread in (self._writer, self._reader, self._listener):
            thread.join(_FAREWELL)


def _start(command: Sequence[str]) -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(  # noqa: S603 - to run it is what the user asks for
            list(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=os.name == "posix",  # so that it can be ended with all that it starts
        )
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise UsageError(f"`{command[0]}` can't be started: {reason}") from None


def _thread(work: Callable[..., None], *arguments: object) -> threading.Thread:
    """Start work beside ours, that does not keep our program from ending."""
    thread = threading.Thread(target=work, args=arguments, daemon=True)
    thread.start()
    return thread


def _write_all(stream: IO[bytes], requests: queue.SimpleQueue[bytes | None]) -> None:
    """Write requests until there are no more, or nobody reads them."""
    with contextlib.suppress(OSError), stream:
        while (request := requests.get()) is not None:
            stream.write(request)
            stream.flush()


def _read_all(stream: IO[bytes], hand_over: Callable[[bytes | None], None]) -> None:
    """Read lines until the end, or until one is too long."""
    with contextlib.suppress(OSError, ValueError), stream:
        while line := stream.readline(_LONGEST_LINE + 1):
            hand_over(line)
            if len(line) > _LONGEST_LINE:
                break
    hand_over(None)


def _keep_last(stream: IO[bytes], lines: deque[str]) -> None:
    """Read what is written on standard error, and keep its end."""
    with contextlib.suppress(OSError, ValueError), stream:
        while line := stream.readline(_LONGEST_LINE):
            lines.append(line.decode(errors="replace").rstrip()[:400])
