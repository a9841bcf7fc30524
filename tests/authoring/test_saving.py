"""Files written anew: all or nothing, with their mode, links, line ends and byte order mark."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from basra_rules.authoring.saving import open_text, replace_file
from basra_rules.errors import UsageError


def test_the_mode_stays_and_a_new_file_gets_the_usual_one(tmp_path: Path) -> None:
    old, new, usual = tmp_path / "old", tmp_path / "new", tmp_path / "usual"
    old.write_bytes(b"a")
    old.chmod(0o640)
    usual.touch()
    replace_file(old, b"b")
    replace_file(new, b"c")
    assert (old.read_bytes(), old.stat().st_mode & 0o777) == (b"b", 0o640)
    assert new.stat().st_mode == usual.stat().st_mode


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root gives files away")
def test_owner_and_group_stay(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(b"a")
    path.chmod(0o640)
    os.chown(path, 12345, 54321)
    replace_file(path, b"b")
    after = path.stat()
    assert (after.st_uid, after.st_gid, after.st_mode & 0o777) == (12345, 54321, 0o640)


def test_a_file_that_may_not_be_given_away_is_written_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError

    path = tmp_path / "a.yaml"
    path.write_bytes(b"a")
    path.chmod(0o600)
    monkeypatch.setattr(os, "chown", refuse)
    replace_file(path, b"b")
    assert (path.read_bytes(), path.stat().st_mode & 0o777) == (b"b", 0o600)


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").write_bytes(b"a")
    link = tmp_path / "link"
    link.symlink_to("real")
    replace_file(link, b"b")
    assert link.is_symlink()
    assert (tmp_path / "real").read_bytes() == b"b"


def test_line_ends_and_the_byte_order_mark_stay(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(b"\xef\xbb\xbfa: 1\r\nb: 2\r\n")
    file = open_text(path)
    assert file.text == "a: 1\nb: 2\n"
    file.save("b: 2\na: 1\n")
    assert path.read_bytes() == b"\xef\xbb\xbfb: 2\r\na: 1\r\n"


def test_an_interrupted_write_leaves_the_file_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(b"old")

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        replace_file(path, b"new")
    assert [one.name for one in tmp_path.iterdir()] == ["a.yaml"]
    assert path.read_bytes() == b"old"


def test_a_file_that_can_not_be_written_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(b"old")
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(UsageError, match="no permission"):
        replace_file(path, b"new")
    with pytest.raises(UsageError, match="can't be written"):
        replace_file(tmp_path / "nowhere" / "a.yaml", b"new")
