"""Looks for what takes seconds to find, in a process of its own that may be stopped at any moment.

Both ends are this program's: questions and answers go through its standard streams as pickles.
"""

from __future__ import annotations

import asyncio
import pickle
import sys
import traceback
from typing import TYPE_CHECKING, Any, BinaryIO

from basra_rules.errors import InvariantError
from basra_rules.lsp.streams import claim_output

if TYPE_CHECKING:
    from basra_rules.lsp.diagnosing import Findings, Question

LONGEST = 120
"""Seconds after which an answer is no longer waited for."""
_HEAD = 8


class Worker:
    """Answers one question at a time; one that is no longer asked is dropped, with the process that looks for it."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._starting = asyncio.Lock()

    async def start(self) -> asyncio.subprocess.Process:
        """Return the process, started if there is none."""
        async with self._starting:
            if self._process is None or self._process.returncode is not None:
                self._process = await _start()
            return self._process

    async def ask(self, question: Question) -> Findings:
        """Return what is found.

        Raises:
            OSError: the process can't be started, ended unasked, or took too long.
            InvariantError: a fault of this program.
        """
        process = await self.start()
        try:
            async with asyncio.timeout(LONGEST):
                answer = await _exchange(process, question)
        except EOFError:
            self.stop()
            raise ConnectionError("the process that looks for findings ended") from None
        except (asyncio.CancelledError, OSError):  # also a timeout
            self.stop()
            raise
        if isinstance(answer, str):
            raise InvariantError(answer)
        return answer

    def stop(self) -> None:
        """End the process; the next question starts another."""
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            process.kill()


async def _start() -> asyncio.subprocess.Process:
    safe_path = ("-P",) if sys.flags.safe_path else ()
    pipe = asyncio.subprocess.PIPE
    return await asyncio.create_subprocess_exec(sys.executable, *safe_path, "-m", __name__, stdin=pipe, stdout=pipe)


async def _exchange(process: asyncio.subprocess.Process, question: Question) -> Findings | str:
    assert process.stdin is not None
    assert process.stdout is not None
    data = pickle.dumps(question)
    process.stdin.write(len(data).to_bytes(_HEAD, "big") + data)
    await process.stdin.drain()
    size = int.from_bytes(await process.stdout.readexactly(_HEAD), "big")
    answer: Findings | str = pickle.loads(await process.stdout.readexactly(size))  # noqa: S301 - our own process
    return answer


def main() -> None:
    """Answer questions until there are no more."""
    answers = claim_output()
    from basra_rules.lsp.diagnosing import find_all  # noqa: PLC0415 - while the first question is still being typed

    while (question := _read(sys.stdin.buffer)) is not None:
        try:
            data = pickle.dumps(find_all(question))
        except Exception:  # a fault of ours, for the server to log
            data = pickle.dumps(traceback.format_exc())
        answers.write(len(data).to_bytes(_HEAD, "big") + data)
        answers.flush()


def _read(stream: BinaryIO) -> Any:
    head = stream.read(_HEAD)
    if len(head) < _HEAD:
        return None
    return pickle.loads(stream.read(int.from_bytes(head, "big")))  # noqa: S301 - our own process


if __name__ == "__main__":
    main()
