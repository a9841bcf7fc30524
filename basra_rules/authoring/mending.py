"""Mending files: the certain fixes of what a check finds, applied in the text itself, until none is left.

All is tried in memory first.  A fix after which the same fault stands in the same place was none, and neither is one
that leads back to an earlier text: such are taken back.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, TypeVar

from basra_rules.authoring.saving import byte_order_mark, replace_file
from basra_rules.errors import SourceFile, UsageError
from basra_rules.source.editing import apply_edits
from basra_rules.source.reading import read_file

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from pathlib import Path

    from basra_rules.errors import Diagnostic, Fix, Span
    from basra_rules.source.reading import Reader

_MOST_PASSES = 200


class Finds(Protocol):
    """What a check found."""

    @property
    def faults(self) -> Iterable[Diagnostic]:
        """Return all faults of the files, in order."""
        ...


Found = TypeVar("Found", bound=Finds)
_Identity = tuple[str, str, str, int]


@dataclass(frozen=True, slots=True)
class Change:
    """A change that was made to a file: where, in the text before it, and what it was."""

    place: Span
    title: str

    def __str__(self) -> str:
        return f"{self.place.source.name}:{self.place.line}: {self.title}"


@dataclass(frozen=True, slots=True)
class Mending:
    """A fault and the fix that is certain to mend it."""

    fault: Diagnostic
    fix: Fix

    @property
    def change(self) -> Change:
        """Return what is told of it."""
        return Change(self.fix.edits[0].span, self.fix.title)


@dataclass(slots=True)
class _Drafts:
    """The texts that files are to have, by the names that people know them by; reads all others from the disk."""

    texts: dict[str, SourceFile] = field(default_factory=dict)
    changes: tuple[Change, ...] = ()

    def __call__(self, path: Path, limit: int, name: str | None = None) -> SourceFile:
        shown = str(path) if name is None else name
        return self.texts[shown] if shown in self.texts else read_file(path, limit, name)

    def with_changes(self, name: str, mendings: tuple[Mending, ...]) -> _Drafts:
        """Return the drafts with the edits of some mendings made to one file."""
        edits = [edit for one in mendings for edit in one.fix.edits]
        text = apply_edits(edits[0].span.source, edits).source
        return _Drafts(self.texts | {name: text}, (*self.changes, *(one.change for one in mendings)))


def mend(check: Callable[[Reader], Found], files: Mapping[str, Path], tell: Callable[[Change], None]) -> Found:
    """Check, apply what is certain, and check again, until nothing certain is left; then write the files.

    Args:
        check: reads the files by the reader that it is given, and returns what it finds.
        files: the files that may be changed, by the names under which diagnostics know them.
        tell: is told every change of a file that has been written.

    Returns:
        What is found in the files as they were written.

    Raises:
        UsageError: a file can't be written, or was changed by somebody else meanwhile.
    """
    originals: dict[str, SourceFile] = {}
    refused: set[_Identity] = set()
    drafts = _Drafts()
    seen: list[dict[str, SourceFile]] = []
    found = check(drafts)
    for _ in range(_MOST_PASSES):
        tried = drafts
        mendings: list[Mending] = []
        for name in files:
            chosen = choose_mendings(found.faults, name, refused)
            if chosen:
                originals.setdefault(name, chosen[0].fix.edits[0].span.source)
                tried = tried.with_changes(name, chosen)
                mendings += chosen
        if not mendings:
            break
        after = check(tried)
        mended = {_identity(one.fault) for one in mendings}
        stuck = mended if tried.texts in seen else mended & {_identity(fault) for fault in after.faults}
        refused |= stuck
        if not stuck:
            drafts, found = tried, after
            seen.append(tried.texts)
    _write(drafts, originals, files, tell)
    return found


def choose_mendings(
    diagnostics: Iterable[Diagnostic], name: str, refused: Iterable[_Identity] = ()
) -> tuple[Mending, ...]:
    """Return the faults that can be mended for certain in the file `name` alone, by fixes that don't touch another."""
    chosen: list[Mending] = []
    known = set(refused)
    for fault in diagnostics:
        fix = next((one for one in fault.fixes if one.certain and _is_within(one, name)), None)
        if fix and _identity(fault) not in known and not any(_touch(fix, other.fix) for other in chosen):
            chosen.append(Mending(fault, fix))
    return tuple(chosen)


def _identity(fault: Diagnostic) -> _Identity:
    span = fault.span
    return fault.code, fault.message, span.source.name if span else "", span.start if span else -1


def _is_within(fix: Fix, name: str) -> bool:
    return bool(fix.edits) and all(edit.span.source.name == name for edit in fix.edits)


def _touch(one: Fix, other: Fix) -> bool:
    """Tell whether two fixes change the same place, or one directly beside the other."""
    return any(
        mine.span.start <= theirs.span.end and theirs.span.start <= mine.span.end
        for mine in one.edits
        for theirs in other.edits
    )


def _write(
    drafts: _Drafts, originals: Mapping[str, SourceFile], files: Mapping[str, Path], tell: Callable[[Change], None]
) -> None:
    for name, draft in drafts.texts.items():
        _rewrite(files[name], originals[name].text, draft.text)
        for change in drafts.changes:
            if change.place.source.name == name:
                tell(change)


def _rewrite(path: Path, before: str, after: str) -> None:
    """Write a file's text, with the byte order mark that it may have; its line ends are in the text."""
    data = path.read_bytes()
    mark = byte_order_mark(data)
    if data.removeprefix(mark) != before.encode():
        raise UsageError(f"`{path}` was changed while it was being checked: it is left as it is")
    replace_file(path, mark + after.encode())
