"""Machine code on disk: loaded as it was made, made anew where it can't be trusted, never half there."""

from __future__ import annotations

import os
import sys
from array import array
from threading import Event, Thread
from typing import TYPE_CHECKING

import pytest

from basra_rules.simulation import compiled, machine_code
from basra_rules.simulation.compiled import code_path, kernel_at, table
from basra_rules.simulation.machine_code import assemble, read_code
from tests.simulation.games import needs_compiler

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

pytestmark = needs_compiler

CODE = "define i32 @entry(ptr %result, ptr %error, i64 %word) {\n  ret i32 0\n}\n"
INNER = CODE.replace("@entry", "@inner")
FEW, MANY = 1000, 2_000_000_000


def add(rules: int, work: int, totals: int, points: int, end: int, policy: int) -> int:  # noqa: PLR0917
    return rules + work + totals + points + end + policy


def wait_for_word(rules: int, work: int, totals: int, points: int, end: int, policy: int) -> int:  # noqa: ARG001, PLR0917
    """Count until somebody changes the first word, which is read each time as any may be written to."""
    words = table(work)
    count = 0
    while words[0] == 0 and count < end:
        count += 1
        words[policy] = count
    return count


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let something take the kernel's place that is compiled at once."""
    monkeypatch.setattr(compiled, "kernel_functions", lambda: iter(()))
    monkeypatch.setattr(compiled, "run_at", add)


def never(*_: object) -> None:
    raise AssertionError("the compiler was asked")


def test_code_on_disk_is_used_without_the_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "cache" / "code"
    assert kernel_at(path)(1, 2, 3, 4, 5, -6) == 9
    assert [one.name for one in path.parent.iterdir()] == ["code"]
    monkeypatch.setattr(compiled, "_compile_functions", never)
    assert kernel_at(path)(1, 2, 3, 4, 5, 1 << 62) == 15 + (1 << 62)


@pytest.mark.parametrize(
    "damage",
    [
        lambda content: content[:-1],
        lambda content: content[: len(content) // 2] + b"?" + content[len(content) // 2 + 1 :],
        lambda content: content.replace(b"\n", b"", 1),
        lambda _: b"",
    ],
    ids=["cut off", "changed", "joined", "empty"],
)
def test_damaged_code_is_made_anew(damage: Callable[[bytes], bytes], tmp_path: Path) -> None:
    path = tmp_path / "code"
    kernel_at(path)
    path.write_bytes(damage(path.read_bytes()))
    assert read_code(path) is None
    assert kernel_at(path)(1, 2, 3, 4, 5, 6) == 21
    assert read_code(path) is not None


@pytest.mark.skipif(sys.platform == "win32", reason="files have no such owners")
def test_code_that_others_may_have_written_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "code"
    kernel_at(path)
    path.chmod(0o620)
    assert read_code(path) is None
    path.chmod(0o644)
    assert read_code(path) is not None
    monkeypatch.setattr(os, "geteuid", lambda: os.stat(path).st_uid + 1)  # noqa: PTH116
    assert read_code(path) is None


def test_where_nothing_can_be_kept_it_is_made_each_time(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert kernel_at(tmp_path / "file" / "code")(1, 2, 3, 4, 5, 6) == 21


def test_where_the_compiler_makes_it_otherwise_nothing_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine_code, "assemble", lambda *_: None)
    assert kernel_at(tmp_path / "code")(1, 2, 3, 4, 5, 6) == 21
    assert not list(tmp_path.iterdir())


def test_python_goes_on_while_the_kernel_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "run_at", wait_for_word)
    function = kernel_at(tmp_path / "code")
    work = array("q", [0, 0])
    assert function(0, work.buffer_info()[0], 0, 0, FEW, 1) == FEW
    started, counted = Event(), list[int]()

    def count() -> None:
        started.set()
        counted.append(function(0, work.buffer_info()[0], 0, 0, MANY, 1))

    thread = Thread(target=count)
    thread.start()
    started.wait()
    work[0] = 1
    thread.join()
    assert counted[0] < MANY


def test_code_that_needs_nothing_else_is_assembled() -> None:
    code = assemble(CODE + INNER.replace("define", "define internal"), 1)
    assert code is not None
    assert code.name == "entry"
    assert machine_code.load(code, 1)(5) == 0


@pytest.mark.parametrize(
    "text",
    [
        CODE + INNER,
        INNER.replace("define", "define internal"),
        "declare i32 @elsewhere()\n" + CODE.replace("ret i32 0", "%a = call i32 @elsewhere()\n  ret i32 %a"),
        "@elsewhere = external global i32\n" + CODE.replace("ret i32 0", "%a = load i32, ptr @elsewhere\n  ret i32 %a"),
        CODE.replace("i64 %word", "i32 %word"),
        CODE.replace("i64 %word", "i64 %word, i64 %more"),
        CODE.replace("ptr %error, ", ""),
        CODE.replace("ptr %result, ptr %error, i64 %word", ""),
        CODE.replace("i32 @", "i64 @").replace("ret i32", "ret i64"),
    ],
    ids=["two", "none", "function", "variable", "narrow", "more", "fewer", "no arguments", "result"],
)
def test_code_that_is_not_called_as_known_or_needs_more_is_not_kept(text: str) -> None:
    assert assemble(text, 1) is None


def test_code_is_kept_for_one_kind_of_processor_in_the_users_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    here = code_path()
    assert here.parent == tmp_path / "basra-rules"
    monkeypatch.setattr(machine_code, "processor", lambda: "another")
    assert code_path() != here
    monkeypatch.setenv("XDG_CACHE_HOME", "cache")
    assert code_path().is_absolute()
