"""Files are mended in their own text: what is certain, nothing else, and nothing is lost."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from basra_rules.authoring.mending import Change, choose_mendings, mend
from basra_rules.errors import Diagnostic, Edit, Fix, InvariantError, ProfileError, Span, UsageError, write
from basra_rules.profile.family import read_family
from basra_rules.profile.loading import resolve_profile
from basra_rules.source.editing import apply_edits
from basra_rules.source.reading import read_file
from tests.profile.writing import child

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from basra_rules.source.reading import Reader

SLIPS = """\
# the game of my grandmother
dealing:
  paket: 6      # six each
bonuses:
  basra:        # as loud as you can
    when: >-
      sweep
      && numerc
# nobody asks for it
remove: [options.targt]
"""
MENDED = """\
# the game of my grandmother
dealing:
  packet: 6      # six each
bonuses:
  basra:        # as loud as you can
    when: >-
      sweep
      and numeric
# nobody asks for it
remove: [options.target]
"""


@dataclass(frozen=True)
class Found:
    """What a check found."""

    faults: tuple[Diagnostic, ...]


def profile_check(path: Path) -> Callable[[Reader], Found]:
    def check(read: Reader) -> Found:
        try:
            resolve_profile(read_family(path, read))
        except ProfileError as error:
            return Found(error.diagnostics)
        return Found(())

    return check


def mended(path: Path, check: Callable[[Reader], Found] | None = None) -> tuple[list[str], Found]:
    """Mend a file and return what was told, and what is left."""
    told: list[Change] = []
    left = mend(check or profile_check(path), {str(path): path}, told.append)
    return [f"{change.place.line}: {change.title}" for change in told], left


def house(folder: Path, text: str, head: bytes = b"") -> Path:
    path = folder / "house.yaml"
    path.write_bytes(head + child(text).encode())
    return path


def test_all_that_is_certain_is_mended_one_after_the_other_and_comments_stay(tmp_path: Path) -> None:
    path = house(tmp_path, SLIPS)
    told, left = mended(path)
    assert path.read_text(encoding="utf-8") == child(MENDED)
    assert left.faults == ()
    lines = ["6: write `packet`", "11: write `and`", "11: write `numeric`", "13: write `target`"]
    assert sorted(told) == sorted(lines)


def test_what_is_mended_needs_no_mending(tmp_path: Path) -> None:
    path = house(tmp_path, SLIPS)
    mended(path)
    before = path.stat().st_mtime_ns, path.read_bytes()
    assert mended(path)[0] == []
    assert (path.stat().st_mtime_ns, path.read_bytes()) == before


def test_what_could_be_meant_otherwise_is_left(tmp_path: Path) -> None:
    path = house(tmp_path, "choose: {target: 111}\n")
    told, left = mended(path)
    assert told == []
    assert [fault.code for fault in left.faults] == ["unknown-choice"]
    assert path.read_text(encoding="utf-8") == child("choose: {target: 111}\n")


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_line_ends_and_the_byte_order_mark_stay(ending: str, mark: bytes, tmp_path: Path) -> None:
    path = tmp_path / "house.yaml"
    path.write_bytes(mark + child(SLIPS).replace("\n", ending).encode())
    mended(path)
    assert path.read_bytes() == mark + child(MENDED).replace("\n", ending).encode()


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_lines_that_are_put_in_end_like_the_others(ending: str, tmp_path: Path) -> None:
    path = tmp_path / "house.yaml"
    path.write_bytes(child("bonuses:\n  basra: ~\n").replace("\n", ending).encode())
    mended(path)
    assert path.read_bytes() == child("remove: [bonuses.basra]\n").replace("\n", ending).encode()


def test_the_mode_stays_and_no_other_file_is_left(tmp_path: Path) -> None:
    path = house(tmp_path, SLIPS)
    path.chmod(0o640)
    mended(path)
    assert path.stat().st_mode & 0o7777 == 0o640
    assert [one.name for one in tmp_path.iterdir()] == ["house.yaml"]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    path = house(tmp_path / "there", SLIPS)
    link = tmp_path / "link.yaml"
    link.symlink_to(path)
    mended(link)
    assert link.is_symlink()
    assert path.read_text(encoding="utf-8") == child(MENDED)


def test_a_file_that_can_not_be_written_is_said_and_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = house(tmp_path, SLIPS)
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(UsageError, match="can't be written"):
        mended(path)
    assert path.read_text(encoding="utf-8") == child(SLIPS)


def test_a_file_that_somebody_else_changes_meanwhile_stays_as_it_is(tmp_path: Path) -> None:
    path = house(tmp_path, SLIPS)
    check = profile_check(path)

    def interrupted(read: Reader) -> Found:
        found = check(read)
        path.write_text("something else", encoding="utf-8")
        return found

    with pytest.raises(UsageError, match="was changed while it was being checked"):
        mended(path, interrupted)
    assert path.read_text(encoding="utf-8") == "something else"


def test_the_file_of_a_parent_is_not_touched(tmp_path: Path) -> None:
    parent = tmp_path / "parent.yaml"
    parent.write_text(child("dealing: {paket: 6}\n"), encoding="utf-8")
    path = tmp_path / "house.yaml"
    path.write_text("format: 1\nname: kids\nextends: ./parent.yaml\nmatch: {targt: 121}\n", encoding="utf-8")
    _, left = mended(path)
    assert parent.read_text(encoding="utf-8") == child("dealing: {paket: 6}\n")
    assert "target: 121" in path.read_text(encoding="utf-8")
    assert [fault.code for fault in left.faults] == ["unknown-key"]


# What a check may say that helps nobody


def only_fault(path: Path, fix_of: Callable[[Span], Fix]) -> Callable[[Reader], Found]:
    """Return a check that finds the same fault, at the first character, in whatever text."""

    def check(read: Reader) -> Found:
        source = read(path, 1000, str(path))
        span = Span(source, 0, 1)
        return Found((Diagnostic("code", "message", span, fixes=(fix_of(span),)),))

    return check


def test_a_fix_that_mends_nothing_is_taken_back(tmp_path: Path) -> None:
    path = house(tmp_path, "")
    before = path.read_bytes()
    told, _ = mended(path, only_fault(path, lambda span: write(span, "x" + span.text, certain=True)))
    assert told == []
    assert path.read_bytes() == before


def test_fixes_that_undo_each_other_end(tmp_path: Path) -> None:
    path = tmp_path / "house.yaml"
    path.write_text("a", encoding="utf-8")

    def check(read: Reader) -> Found:
        source = read(path, 1000, str(path))
        span = Span(source, 0, 1)
        other = "b" if source.text == "a" else "a"
        return Found((Diagnostic("code", f"not {source.text}", span, fixes=(write(span, other, certain=True),)),))

    told, _ = mended(path, check)
    assert len(told) <= 2
    assert path.read_text(encoding="utf-8") in ("a", "b")


def faults_of(spans: Iterable[Span]) -> list[Diagnostic]:
    return [
        Diagnostic("code", str(number), span, fixes=(write(span, "x", certain=True),))
        for number, span in enumerate(spans)
    ]


def test_edits_that_touch_are_not_made_at_once(tmp_path: Path) -> None:
    source = read_file(house(tmp_path, SLIPS), 1000, "house.yaml")
    spans = [Span(source, 0, 3), Span(source, 2, 5), Span(source, 3, 3), Span(source, 6, 7)]
    chosen = choose_mendings(faults_of(spans), "house.yaml")
    assert [one.fault.message for one in chosen] == ["0", "3"]
    with pytest.raises(InvariantError, match="overlap"):
        apply_edits(source, [Edit(spans[0], "x"), Edit(spans[1], "y")])


def test_a_fix_that_changes_two_files_is_for_editors(tmp_path: Path) -> None:
    one, other = (read_file(house(tmp_path, ""), 1000, name) for name in ("house.yaml", "other.yaml"))
    edits = (Edit(Span(one, 0, 1), ""), Edit(Span(other, 0, 1), ""))
    fault = Diagnostic("code", "message", fixes=(Fix("do both", edits, certain=True),))
    assert choose_mendings([fault], "house.yaml") == ()
