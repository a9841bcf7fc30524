"""When files are looked at, what becomes of a look that is out of date, and of one that goes wrong."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

import pytest

from basra_rules.errors import InvariantError
from basra_rules.lsp import watching
from basra_rules.lsp.background import Library
from basra_rules.lsp.desk import Desk
from basra_rules.lsp.diagnosing import Finding, Findings, Question, find_errors
from basra_rules.lsp.watching import Watch
from basra_rules.lsp.worker import Worker
from basra_rules.scenarios.sorting import Kind
from tests.lsp.open_files import CHILD

if TYPE_CHECKING:
    from pathlib import Path

PATIENCE = 30


class SlowWorker(Worker):
    """Finds nothing, and takes its time; or does something else."""

    def __init__(self, answer: Exception | None = None) -> None:
        super().__init__()
        self.answer = answer
        self.asked: list[str] = []
        self.dropped = 0
        self.go_on = asyncio.Event()

    async def start(self) -> asyncio.subprocess.Process:
        raise OSError("no process is needed here")

    async def ask(self, question: Question) -> Findings:
        self.asked.append(question.source.text)
        try:
            await self.go_on.wait()
        except asyncio.CancelledError:
            self.dropped += 1
            raise
        if self.answer is not None:
            raise self.answer
        return {question.path: ()}


class Screen:
    """What would be shown."""

    def __init__(self, worker: Worker) -> None:
        self.shown: list[tuple[str, list[str], int | None]] = []
        self.desk = Desk()
        self.watch = Watch(Library(self.desk), self.show, worker)

    def show(self, uri: str, findings: tuple[Finding, ...], version: int | None) -> None:
        self.shown.append((uri, [one.diagnostic.code for one in findings], version))

    def type(self, path: Path, text: str, version: int) -> None:
        self.desk.put(path.as_uri(), text, version)
        self.watch.look_at(path.as_uri())

    async def until(self, number: int) -> None:
        async with asyncio.timeout(PATIENCE):
            while len(self.shown) < number:
                await asyncio.sleep(0.01)


@pytest.fixture(autouse=True)
def no_delay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "DELAY", 0.01)


async def until_asked(worker: SlowWorker, number: int) -> None:
    async with asyncio.timeout(PATIENCE):
        while len(worker.asked) < number:
            await asyncio.sleep(0.01)


def test_a_look_that_is_out_of_date_is_dropped(tmp_path: Path) -> None:
    async def session() -> None:
        worker = SlowWorker()
        screen = Screen(worker)
        screen.type(tmp_path / "a.yaml", CHILD, 1)
        await until_asked(worker, 1)
        screen.type(tmp_path / "a.yaml", CHILD + "title: x\n", 2)
        await until_asked(worker, 2)
        assert worker.dropped == 1
        worker.go_on.set()
        await screen.until(1)
        assert screen.shown == [((tmp_path / "a.yaml").as_uri(), [], 2)]
        screen.watch.stop()

    asyncio.run(session())


def test_errors_do_not_wait_for_what_takes_longer(tmp_path: Path) -> None:
    async def session() -> None:
        worker = SlowWorker()
        screen = Screen(worker)
        screen.type(tmp_path / "a.yaml", CHILD + "mach: 1\n", 1)
        await screen.until(1)
        assert screen.shown == [((tmp_path / "a.yaml").as_uri(), ["unknown-key"], 1)]
        assert worker.asked == []
        screen.type(tmp_path / "a.yaml", CHILD, 2)
        await screen.until(2)  # mended: that is shown at once too
        assert screen.shown[1:] == [((tmp_path / "a.yaml").as_uri(), [], 2)]
        screen.watch.stop()

    asyncio.run(session())


def test_a_file_that_others_do_not_depend_on_is_looked_at_alone(tmp_path: Path) -> None:
    async def session() -> None:
        worker = SlowWorker()
        worker.go_on.set()
        screen = Screen(worker)
        screen.type(tmp_path / "a.yaml", CHILD, 1)
        screen.type(tmp_path / "b.yaml", CHILD.replace("egyptian", "./a.yaml"), 1)
        await screen.until(2)
        worker.asked.clear()
        screen.type(tmp_path / "b.yaml", CHILD.replace("egyptian", "./a.yaml") + "title: x\n", 2)
        await screen.until(3)
        assert len(worker.asked) == 1
        screen.type(tmp_path / "a.yaml", CHILD + "title: x\n", 2)
        await screen.until(5)
        assert len(worker.asked) == 3
        screen.watch.stop()

    asyncio.run(session())


@pytest.mark.parametrize("fault", [InvariantError("ours"), OSError("no such process"), TimeoutError()])
def test_a_fault_of_ours_is_logged_and_the_next_look_is_taken(
    fault: Exception, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def session() -> None:
        worker = SlowWorker(fault)
        worker.go_on.set()
        screen = Screen(worker)
        screen.type(tmp_path / "a.yaml", CHILD, 1)
        async with asyncio.timeout(PATIENCE):
            while not caplog.records:
                await asyncio.sleep(0.01)
        worker.answer = None
        screen.type(tmp_path / "a.yaml", CHILD, 2)
        await screen.until(1)
        screen.watch.stop()

    with caplog.at_level(logging.ERROR):
        asyncio.run(session())
    assert "looking at" in caplog.text


def test_the_process_answers_is_ended_when_nobody_waits_and_starts_again(tmp_path: Path) -> None:
    async def session() -> None:
        worker, path = Worker(), tmp_path / "a.yaml"
        question = Question(path, Kind.PROFILE, {path: CHILD + "mach: 1\n"})
        assert await worker.ask(question) == find_errors(question)
        first = await worker.start()
        task = asyncio.create_task(worker.ask(Question(path, Kind.PROFILE, {path: CHILD})))
        await asyncio.sleep(0.05)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert await asyncio.wait_for(first.wait(), PATIENCE) != 0
        assert await worker.ask(question) == find_errors(question)
        second = await worker.start()
        worker.stop()
        assert await asyncio.wait_for(second.wait(), PATIENCE) != 0

    asyncio.run(session())


def test_a_fault_in_the_process_is_told_and_does_not_end_it(tmp_path: Path) -> None:
    async def session() -> None:
        worker, path = Worker(), tmp_path / "a.yaml"
        with pytest.raises(InvariantError, match="AttributeError"):
            await worker.ask(Question(path, Kind.PROFILE, None))  # type: ignore[arg-type]
        question = Question(path, Kind.PROFILE, {path: "mach: 1\n"})
        assert await worker.ask(question) == find_errors(question)
        process = await worker.start()
        process.kill()
        with pytest.raises(OSError, match="ended"):
            await worker.ask(question)
        assert await worker.ask(question) == find_errors(question)
        last = await worker.start()
        worker.stop()
        await last.wait()

    asyncio.run(session())
