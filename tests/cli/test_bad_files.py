"""Files that no profile should be: each is refused quickly, with exit code 2 and no traceback."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.cli.running import basra

if TYPE_CHECKING:
    from pathlib import Path

HEAD = "format: 1\nname: house\nextends: egyptian\n"
BOMB = "a: &a [x, x]\n" + "".join(
    f"{name}: &{name} [*{before}, *{before}, *{before}, *{before}]\n"
    for before, name in zip("abcdefghij", "bcdefghijk", strict=True)
)

FILES: dict[str, bytes] = {
    "binary": bytes(range(256)) * 20,
    "empty": b"",
    "only a comment": b"# nothing\n",
    "UTF-16": HEAD.encode("utf-16"),
    "Latin-1": HEAD.encode() + b"title: caf\xe9\n",
    "ten thousand brackets": HEAD.encode() + b"title: " + b"[" * 10_000,
    "ten thousand brackets in an expression": HEAD.encode() + b"bonuses: {basra: {when: '" + b"(" * 1_900 + b"sweep'}}",
    "an alias bomb": HEAD.encode() + BOMB.encode(),
    "a tag": HEAD.encode() + b"title: !!python/object:os.system x\n",
    "5 MB": HEAD.encode() + b"# " + b"x" * 5_000_000,
    "two documents": HEAD.encode() + b"---\n" + HEAD.encode(),
    "a tab": HEAD.encode() + b"match:\n\ttarget: 5\n",
    "an alias to nothing": HEAD.encode() + b"title: *x\n",
    "an alias to itself": HEAD.encode() + b"deck: &a {x: *a}\n",
    "a bidirectional override": HEAD.encode() + "title: a\u202eb\n".encode(),
    "a null character": HEAD.encode() + b"title: a\0b\n",
}


@pytest.mark.parametrize("title", FILES)
@pytest.mark.parametrize("command", ["check", "show"])
def test_a_hopeless_file_is_refused(title: str, command: str, tmp_path: Path) -> None:
    path = tmp_path / "house.yaml"
    path.write_bytes(FILES[title])
    done = basra(command, str(path))
    told = done.stdout + done.stderr
    assert done.returncode == 2, told
    assert "house.yaml" in told
    assert "error[" in told
    assert "Traceback" not in told
    assert "internal error" not in told


def test_a_directory_is_refused(tmp_path: Path) -> None:
    done = basra("check", str(tmp_path) + "/")
    assert done.returncode == 2
    assert "error[" in done.stdout
