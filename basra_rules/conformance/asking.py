"""A conversation with a program: one request at a time, and whatever goes wrong is that request's."""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from basra_rules.conformance.messages import MessageError
from basra_rules.conformance.program import Process, Silence
from basra_rules.conformance.protocol import HELLO, PROTOCOL, Answer, hello, read_answer
from basra_rules.source.json_nodes import Json, json_line

if TYPE_CHECKING:
    from collections.abc import Sequence

_GIVE_UP = 12
_COST_OF_SILENCE = 4
"""A program that ends is soon started again, one that falls silent has cost much time."""
_MOST_STRAYS = 100


@dataclass(frozen=True, slots=True)
class Reply:
    """What came of a request: an answer, or the trouble there was; both where the answer was late."""

    answer: Answer | None = None
    trouble: str = ""
    seconds: float = 0


class Conversation:
    """Asks a program; one that ends or falls silent is started again, but not for ever.

    A request has `limit` seconds.  It is waited for twice as long, so that a late answer is told from none.
    """

    def __init__(self, command: Sequence[str], limit: float) -> None:
        self._command = command
        self._limit = limit
        self._process: Process | None = None
        self._failures = 0
        self._last_failure = ""
        self._last = HELLO
        self.name = ""
        self.strays: dict[int, list[str]] = {}

    def __enter__(self) -> Conversation:
        return self

    def __exit__(self, *_: object) -> None:
        for line in self._process.stop() if self._process is not None else ():
            with suppress(MessageError):
                self._stray(read_answer(line).number, self._last)

    def ask(self, request: dict[str, Json]) -> Reply:
        """Return what the program says to a request."""
        if self._failures >= _GIVE_UP:
            return Reply(trouble=f"not asked, for the program failed again and again: {self._last_failure}")
        if self._process is None:
            greeting = self._greet()
            if greeting.trouble:
                return self._failed(greeting)
        reply = self._exchange(request)
        if self._process is None:
            return self._failed(reply)
        self._failures = 0
        return reply

    def _failed(self, reply: Reply) -> Reply:
        self._failures += _COST_OF_SILENCE if reply.seconds >= self._limit else 1
        self._last_failure = reply.trouble
        return reply

    def _greet(self) -> Reply:
        """Start the program and exchange greetings; a program that does not greet is ended."""
        self._process = Process(self._command)
        reply = self._exchange(hello())
        said = reply.answer.hello if reply.answer else None
        if said is not None and said.protocol == str(PROTOCOL):
            self.name = said.program
            return Reply(reply.answer)
        if self._process is not None:
            self._drop()
        trouble = reply.trouble or "its answer says no `protocol`"
        if said is not None:
            trouble = f"it speaks the protocol {said.protocol}, this is {PROTOCOL}"
        return Reply(trouble=f"the program was greeted: {trouble}", seconds=reply.seconds)

    def _exchange(self, request: dict[str, Json]) -> Reply:
        """Send a request and wait for its answer; a program that does not answer is ended."""
        assert self._process is not None
        self._last = number = request["id"]
        start = time.monotonic()
        self._process.send(json_line(request))
        for _ in range(_MOST_STRAYS):
            line = self._process.receive(start + 2 * self._limit - time.monotonic())
            seconds = time.monotonic() - start
            if isinstance(line, Silence):
                self._drop()
                return Reply(trouble=line.reason or f"no answer within {2 * self._limit:g} s", seconds=seconds)
            try:
                answer = read_answer(line.text)
            except MessageError as error:
                return Reply(trouble=f"what it wrote is no answer: {error}", seconds=seconds)
            if answer.number == number:
                late = f"answered after {seconds:.1f} s, later than the {self._limit:g} s allowed"
                return Reply(answer, late if seconds > self._limit else "", seconds)
            self._stray(answer.number, number)
        self._drop()
        return Reply(trouble=f"{_MOST_STRAYS} lines in a row answer other requests", seconds=time.monotonic() - start)

    def _stray(self, number: int, asked: int) -> None:
        """Note an answer out of its turn, with the request that it answers or else the one that was asked last."""
        if HELLO < number <= asked:
            self.strays.setdefault(number, []).append("answered again, out of turn")
        else:
            self.strays.setdefault(asked, []).append(f"answered request {number}, which was not asked")

    def _drop(self) -> None:
        assert self._process is not None
        self._process.kill()
        self._process = None
