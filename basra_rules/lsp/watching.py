"""Looks at open files whenever they change: errors at once, what takes longer when nobody types any more.

A look that is out of date is dropped.  What is known of a file that is open nowhere, a profile's scenarios, is shown as
long as the file that led to it is open.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from basra_rules.lsp.desk import path_of, resolved
from basra_rules.lsp.diagnosing import Question, find_errors
from basra_rules.lsp.worker import Worker
from basra_rules.scenarios.sorting import Kind, kind_of_text

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from basra_rules.lsp.background import Library
    from basra_rules.lsp.desk import Desk, Document
    from basra_rules.lsp.diagnosing import Finding, Findings

    Show = Callable[[str, tuple[Finding, ...], int | None], None]

DELAY = 0.2
"""Seconds without a key pressed after which a file is looked at."""

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class Watch:
    """Keeps what was found in the open files up to date, and shows it: `show(address, findings, version)`."""

    library: Library
    show: Show
    worker: Worker = field(default_factory=Worker)
    found: dict[str, Findings] = field(default_factory=dict)
    _faulty: set[str] = field(default_factory=set)
    _looks: dict[str, asyncio.Task[None]] = field(default_factory=dict)
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    _warming: asyncio.Future[None] | None = None

    @property
    def desk(self) -> Desk:
        """Return the open files."""
        return self.library.desk

    def warm_up(self) -> None:
        """Have the process started while errors are looked for; whether that works is seen when it is asked."""
        if self._warming is None or self._warming.done():
            self._warming = asyncio.ensure_future(self._start_worker())

    def look_at(self, uri: str) -> None:
        """Look at a file soon, and at those that depend on it."""
        self._look_soon(uri)
        self._look_at_those_behind(uri)

    def look_at_all(self) -> None:
        """Look at all files soon: something changed on the disk."""
        for uri in self.desk.documents:
            self._look_soon(uri)

    def _look_at_those_behind(self, uri: str) -> None:
        """Look at the files that a file stands behind: its children, and the scenarios for it."""
        path = resolved(path_of(uri))
        for other in tuple(self.desk.documents.values()):
            if other.uri != uri and path in self.library.files_behind(other):
                self._look_soon(other.uri)

    def _look_soon(self, uri: str) -> None:
        self._stop_looking(uri)
        self._looks[uri] = asyncio.get_running_loop().create_task(self._look(uri))

    def forget(self, uri: str) -> None:
        """Show nothing of a closed file any more, nor of those that only it led to."""
        self._stop_looking(uri)
        shown = self.found.pop(uri, {})
        self.show(uri, (), None)
        self._faulty.discard(uri)
        for path in shown:
            self._show_unopened(path)
        self._look_at_those_behind(uri)  # its text is that of the disk again

    def stop(self) -> None:
        """Drop all looks and the process that helps with them."""
        for uri in tuple(self._looks):
            self._stop_looking(uri)
        self.worker.stop()

    def findings(self, uri: str) -> tuple[Finding, ...]:
        """Return what is shown of a file."""
        document = self.desk.documents.get(uri)
        own = self.found.get(uri, {})
        return own.get(document.path, ()) if document else ()

    def _stop_looking(self, uri: str) -> None:
        look = self._looks.pop(uri, None)
        if look is not None:
            look.cancel()

    async def _look(self, uri: str) -> None:
        await asyncio.sleep(DELAY)
        document = self.desk.documents.get(uri)
        if document is None:
            return
        try:
            await self._look_through(document)
        except Exception:  # a fault of ours must not end the server
            _log.exception("looking at %s failed", uri)

    async def _look_through(self, document: Document) -> None:
        kind = kind_of_text(document.path, document.text)
        if kind is Kind.OTHER:
            self._found(document, {document.path: ()})
            return
        question = Question(document.path, kind, self.desk.texts())
        self.warm_up()
        errors = await asyncio.to_thread(find_errors, question)
        is_faulty = any(errors.values())
        if is_faulty or document.uri in self._faulty:  # what is merely odd stays until it is found again
            self._found(document, errors)
        (self._faulty.add if is_faulty else self._faulty.discard)(document.uri)
        if not is_faulty or kind is Kind.SCENARIOS:
            async with self._turn:
                self._found(document, await self.worker.ask(question))

    async def _start_worker(self) -> None:
        with contextlib.suppress(OSError):
            await self.worker.start()

    def _found(self, document: Document, findings: Findings) -> None:
        before = self.found.get(document.uri, {})
        self.found[document.uri] = findings
        self.show(document.uri, findings.get(document.path, ()), document.version)
        for path in {**before, **findings}:
            if path != document.path:
                self._show_unopened(path)

    def _show_unopened(self, path: Path) -> None:
        """Show what is known of a file that is not open itself; an open one speaks for itself."""
        if self.desk.find(path) is None:
            found = [one for findings in self.found.values() for one in findings.get(path, ())]
            self.show(self.desk.uri_of(path), tuple(dict.fromkeys(found)), None)
