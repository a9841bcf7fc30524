"""Every code has a sample: a folder with a faulty file, what is said of it, and the file mended, if a fix is certain.

`UPDATE_GOLDEN=1 python3 dev.py test tests/diagnostics` writes `expected.txt` and the mended files anew.
"""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

import pytest

from basra_rules.analysis.checking import Report, check_everything
from basra_rules.analysis.diagnostic_pages import codes
from basra_rules.authoring.mending import mend
from basra_rules.cli.reports import render_report
from basra_rules.columns import cells
from basra_rules.source.reading import PROFILE_LIMIT, Reader, read_file
from tests.golden_files import compare_with_golden

HERE = Path(__file__).parent
PROFILE, SCENARIOS = "house.yaml", "some.scenarios.yaml"
SAMPLES = {folder.name: folder for folder in sorted(HERE.iterdir()) if (folder / "expected.txt").exists()}
FILE_OF = {code: SCENARIOS if (folder / SCENARIOS).exists() else PROFILE for code, folder in SAMPLES.items()}


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def lay_out(code: str) -> None:
    """Copy a sample here; the file that is too large grows only now."""
    shutil.copytree(SAMPLES[code], ".", dirs_exist_ok=True)
    if code == "too-large":
        with Path(PROFILE).open("a", encoding="utf-8") as file:
            file.write("# padding\n" * (PROFILE_LIMIT // 10))


def check(code: str, read: Reader = read_file) -> Report:
    if FILE_OF[code] == SCENARIOS:
        named = re.search(r"^profile: (\S+)$", Path(SCENARIOS).read_text(encoding="utf-8"), re.MULTILINE)
        return check_everything(named[1] if named else "egyptian", (Path(SCENARIOS),), {}, read)
    return check_everything(f"./{PROFILE}", (), {}, read)


@pytest.mark.parametrize("code", SAMPLES)
def test_what_is_said_of_a_sample_is_expected(code: str) -> None:
    lay_out(code)
    said = render_report(check(code), "text") + "\n"
    assert f"[{code}]" in said
    compare_with_golden(SAMPLES[code] / "expected.txt", said)


@pytest.mark.parametrize("code", SAMPLES)
def test_what_is_said_of_a_sample_fits_a_terminal_and_says_the_same(code: str) -> None:
    lay_out(code)
    report = check(code)
    pasted = {line for one in report.faults for note in one.notes for line in note.split("\n")[1:]}
    for width in (60, 80, 120):
        said = render_report(report, "text", width)
        assert [line for line in said.split("\n") if cells(line) > width and not is_kept(line, pasted)] == []
        assert words_of(said) == words_of(render_report(report, "text"))


def is_kept(line: str, pasted: set[str]) -> bool:
    """Tell whether a line is as wide as it is: a scenario's, a place, or a single word."""
    return line in pasted or "--> " in line or len(line.strip("= ").split()) == 1


def words_of(said: str) -> list[str]:
    """Return the words of messages without the lines of files that they show."""
    return re.sub(r"(?m)^\d+ \|.*$|^ +\|[ ^]*", "", said).split()


@pytest.mark.parametrize("code", SAMPLES)
def test_a_sample_is_mended_where_a_fix_is_certain_and_only_there(code: str) -> None:
    lay_out(code)
    path = Path(FILE_OF[code])
    before = path.read_bytes() if path.exists() else b""
    left = mend(lambda read: check(code, read), {PROFILE: Path(PROFILE), SCENARIOS: Path(SCENARIOS)}, lambda _: None)
    fixed = SAMPLES[code] / f"fixed{path.name.removeprefix(path.name.partition('.')[0])}"
    after = path.read_bytes() if path.exists() else b""
    if os.environ.get("UPDATE_GOLDEN") and after != before:
        fixed.write_bytes(after)
    assert (fixed.read_bytes() if fixed.exists() else before) == after
    if fixed.exists():
        assert code not in {one.code for one in left.faults}


def test_every_code_has_a_sample_and_every_sample_its_code() -> None:
    assert set(SAMPLES) == set(codes())
