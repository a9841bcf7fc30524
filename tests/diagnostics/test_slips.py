"""One slip, one message, and where one repair alone is thinkable, the file is mended by it.

`UPDATE_GOLDEN=1 python3 dev.py test tests/diagnostics` writes what is said anew.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from textwrap import dedent, indent
from typing import TYPE_CHECKING

import pytest

from basra_rules.authoring.mending import mend
from basra_rules.errors import Diagnostic, DiagnosticsError, ProfileError, render_diagnostic
from basra_rules.profile.family import read_family
from basra_rules.profile.loading import resolve_profile
from basra_rules.scenarios.reading import read_scenarios
from basra_rules.scenarios.running import Runner
from basra_rules.source.editing import apply_edits
from basra_rules.source.reading import read_file
from tests.diagnostics.slips import Slip, compare_slips, read_slips
from tests.profile.writing import child

if TYPE_CHECKING:
    from collections.abc import Callable

    from basra_rules.source.reading import Reader


@dataclass(frozen=True)
class Found:
    """What was found in a file."""

    faults: tuple[Diagnostic, ...]


@dataclass(frozen=True)
class Kind:
    """A kind of file: what stands above each text, which texts have it already, and how a file is checked."""

    slips: Path
    head: str
    margin: str
    whole: tuple[str, ...]
    check: Callable[[Path, Reader], tuple[Diagnostic, ...]]

    def has_head(self, slip: Slip) -> bool:
        return not slip.text.startswith(self.whole)

    def full(self, slip: Slip) -> str:
        return self.head + indent(slip.text, self.margin) if self.has_head(slip) else slip.text

    def shown(self, slip: Slip, text: str) -> str:
        """Return a mended text as it stands in a file of slips."""
        return dedent(text.removeprefix(self.head)) if self.has_head(slip) and text.startswith(self.head) else text


@cache
def runner() -> Runner:
    return Runner(read_family("egyptian"))


def profile_faults(path: Path, read: Reader) -> tuple[Diagnostic, ...]:
    try:
        resolve_profile(read_family(path, read))
    except ProfileError as error:
        return error.diagnostics
    return ()


def scenario_faults(path: Path, read: Reader) -> tuple[Diagnostic, ...]:
    try:
        file = read_scenarios(path, read=read)
    except DiagnosticsError as error:
        return error.diagnostics
    of_file = tuple(runner().file_faults(file))
    return of_file or tuple(fault for outcome in runner().run_file(file) for fault in outcome.faults)


HERE = Path(__file__).parent
PROFILES = Kind(HERE / "profile_slips.txt", child(""), "", ("format:", "fromat:", "name:", "- format:"), profile_faults)
SCENARIOS = Kind(
    HERE / "scenario_slips.txt",
    "profile: egyptian\nscenarios:\n  - name: some\n",
    "    ",
    ("profile:", "- "),
    scenario_faults,
)
KINDS = {"profiles": PROFILES, "scenarios": SCENARIOS}
CASES = [(name, slip) for name, kind in KINDS.items() for slip in read_slips(kind.slips)]
IDS = [f"{name}: {slip.title}" for name, slip in CASES]


def write(folder: Path, kind: Kind, slip: Slip) -> Path:
    path = folder / "house.yaml"
    path.write_text(kind.full(slip), encoding="utf-8")
    return path


def said_of(kind: Kind, slip: Slip) -> str:
    """Return what is said of a text, and the text mended; the file is `house.yaml` in the current folder."""
    path = write(Path(), kind, slip)
    parts = [render_diagnostic(fault) + "\n" for fault in kind.check(path, read_file)]
    left = mend(lambda read: Found(kind.check(path, read)), {str(path): path}, lambda _: None)
    mended = path.read_text(encoding="utf-8")
    if mended != kind.full(slip):
        assert left.faults == (), f"{slip.title} is mended by half"
        parts.append(f"---- mended\n{kind.shown(slip, mended)}")
    return "".join(parts)


@pytest.mark.parametrize("name", KINDS)
def test_each_slip_is_answered_and_mended_as_expected(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    kind = KINDS[name]
    compare_slips(kind.slips, (said_of(kind, slip) for slip in read_slips(kind.slips)))


@pytest.mark.parametrize(("name", "slip"), CASES, ids=IDS)
def test_one_slip_is_told_in_one_message(name: str, slip: Slip, tmp_path: Path) -> None:
    faults = KINDS[name].check(write(tmp_path, KINDS[name], slip), read_file)
    assert len(faults) == 1, "\n\n".join(map(render_diagnostic, faults))


@pytest.mark.parametrize(("name", "slip"), CASES, ids=IDS)
def test_every_fix_leaves_another_text_and_no_fault_like_the_one_it_mends(
    name: str, slip: Slip, tmp_path: Path
) -> None:
    kind = KINDS[name]
    (fault,) = kind.check(write(tmp_path, kind, slip), read_file)
    for fix in fault.fixes:
        path = write(tmp_path, kind, slip)
        mended = apply_edits(fix.edits[0].span.source, fix.edits).source.text
        path.write_text(mended, encoding="utf-8")
        assert mended != kind.full(slip)
        assert place_of(fault) not in map(place_of, kind.check(path, read_file)), fix.title


def place_of(fault: Diagnostic) -> tuple[str, str, int]:
    assert fault.span is not None
    return fault.code, fault.message, fault.span.start


def test_there_are_slips_of_every_sort() -> None:
    assert len(CASES) > 150
    assert len(set(IDS)) == len(IDS)
