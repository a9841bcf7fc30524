from __future__ import annotations

import os
from pathlib import Path

import pytest

from basra_rules.errors import Diagnostic, DiagnosticsError, render_diagnostic
from basra_rules.source.reading import PROFILE_LIMIT, SCENARIO_LIMIT, read_file


def _refusal(path: Path, limit: int = PROFILE_LIMIT, name: str | None = None) -> Diagnostic:
    with pytest.raises(DiagnosticsError) as caught:
        read_file(path, limit, name)
    (diagnostic,) = caught.value.diagnostics
    return diagnostic


def _write(folder: Path, data: bytes, name: str = "house.yaml") -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


def test_the_limits_are_those_of_the_format() -> None:
    assert (PROFILE_LIMIT, SCENARIO_LIMIT) == (1_048_576, 16_777_216)


def test_a_file_is_read_under_its_path(tmp_path: Path) -> None:
    path = _write(tmp_path, "name: تيتا ♦\n".encode())
    source = read_file(path, PROFILE_LIMIT)
    assert source.name == str(path)
    assert source.text == "name: تيتا ♦\n"


def test_a_file_is_read_under_the_name_it_is_given(tmp_path: Path) -> None:
    assert read_file(_write(tmp_path, b"a: 1"), PROFILE_LIMIT, "egyptian").name == "egyptian"


def test_a_byte_order_mark_is_left_out_and_shifts_nothing(tmp_path: Path) -> None:
    assert read_file(_write(tmp_path, b"\xef\xbb\xbfname: x"), PROFILE_LIMIT).text == "name: x"


def test_line_breaks_are_kept_as_they_are(tmp_path: Path) -> None:
    assert read_file(_write(tmp_path, b"a: 1\r\nb: 2\rc: 3\n"), PROFILE_LIMIT).text == "a: 1\r\nb: 2\rc: 3\n"


def test_a_missing_file_is_named_with_the_nearest_name(tmp_path: Path) -> None:
    _write(tmp_path, b"", "egyptian.yaml")
    diagnostic = _refusal(tmp_path / "egyptain.yaml")
    assert diagnostic.code == "unreadable-file"
    assert diagnostic.message == f"`{tmp_path / 'egyptain.yaml'}` can't be read: there is no such file"
    assert diagnostic.help == f"did you mean `{tmp_path / 'egyptian.yaml'}`?"


def test_a_missing_file_without_a_near_name_has_no_hint(tmp_path: Path) -> None:
    _write(tmp_path, b"", "egyptian.yaml")
    assert _refusal(tmp_path / "qqqq").help == ""


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    diagnostic = _refusal(tmp_path / "houses" / "teta.yaml")
    assert diagnostic.message.endswith(f"there is no folder `{tmp_path / 'houses'}`")


def test_a_folder_that_can_not_be_listed_gives_no_hint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: Path) -> None:
        raise PermissionError(13, "Permission denied", str(self))

    _write(tmp_path, b"", "egyptian.yaml")
    monkeypatch.setattr(Path, "iterdir", refuse)
    assert _refusal(tmp_path / "egyptain.yaml").help == ""


def test_a_broken_link_is_called_one(tmp_path: Path) -> None:
    (tmp_path / "link.yaml").symlink_to(tmp_path / "nowhere.yaml")
    assert _refusal(tmp_path / "link.yaml").message.endswith("it is a link to a file that does not exist")


def test_links_in_a_circle_are_refused(tmp_path: Path) -> None:
    (tmp_path / "one").symlink_to(tmp_path / "two")
    (tmp_path / "two").symlink_to(tmp_path / "one")
    assert _refusal(tmp_path / "one").message.endswith("can't be read: too many levels of symbolic links")


def test_a_folder_is_refused(tmp_path: Path) -> None:
    assert _refusal(tmp_path).message == f"`{tmp_path}` can't be read: it is a folder"


def test_a_file_below_a_file_is_refused(tmp_path: Path) -> None:
    assert _refusal(_write(tmp_path, b"a: 1") / "b.yaml").message.endswith("can't be read: not a directory")


def test_a_file_without_permission_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: Path, mode: str = "r") -> None:
        raise PermissionError(13, f"Permission denied ({mode})", str(self))

    path = _write(tmp_path, b"a: 1")
    monkeypatch.setattr(Path, "open", refuse)
    assert _refusal(path).message == f"`{path}` can't be read: you have no permission to read it"


def test_a_pipe_is_refused_without_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert _refusal(tmp_path / "pipe").message.endswith("it is a device or a pipe, no file")


def test_a_device_is_refused() -> None:
    assert _refusal(Path("/dev/zero")).message == "`/dev/zero` can't be read: it is a device or a pipe, no file"


@pytest.mark.parametrize("name", ["a\0b.yaml", "a\ud800.yaml"])
def test_a_name_that_no_file_can_have_is_refused_and_printable(name: str) -> None:
    diagnostic = _refusal(Path(name))
    assert diagnostic.message.endswith("this is no possible name of a file")
    assert diagnostic.message.isprintable()


def test_a_name_that_is_too_long_is_refused() -> None:
    assert _refusal(Path("x" * 5000)).message.endswith("can't be read: file name too long")


def test_a_file_over_the_limit_is_refused_and_one_at_the_limit_is_read(tmp_path: Path) -> None:
    assert read_file(_write(tmp_path, b"x" * 1000), 1000).text == "x" * 1000
    path = _write(tmp_path, b"x" * 1234)
    diagnostic = _refusal(path, 1000)
    assert diagnostic.code == "too-large"
    assert diagnostic.message == f"`{path}` is too large: 1,234 bytes, where 1,000 are allowed"


def test_a_file_that_is_longer_than_it_says_is_read_no_further_than_the_limit() -> None:
    path = Path("/proc/self/environ")  # says that it has no bytes
    assert path.stat().st_size == 0
    assert _refusal(path, 3).message == "`/proc/self/environ` is too large: 4 bytes, where 3 are allowed"


@pytest.mark.parametrize(
    ("encoding", "shown"),
    [("utf-16", "UTF-16"), ("utf-32", "UTF-32"), ("utf-16-be", "UTF-16"), ("utf-32-be", "UTF-32")],
)
def test_another_unicode_encoding_is_named(tmp_path: Path, encoding: str, shown: str) -> None:
    text = "name: x" if encoding in ("utf-16", "utf-32") else "\ufeffname: x"
    diagnostic = _refusal(_write(tmp_path, text.encode(encoding)), name="house.yaml")
    assert diagnostic.code == "not-text"
    assert diagnostic.message == f"`house.yaml` is written in {shown}, not in UTF-8"
    assert "UTF-8" in diagnostic.help


@pytest.mark.parametrize("data", [b"name: x\0", b"\x7fELF\0\0\0", "name: x".encode("utf-16-le")])
def test_null_bytes_are_no_text(tmp_path: Path, data: bytes) -> None:
    diagnostic = _refusal(_write(tmp_path, data), name="house.yaml")
    assert diagnostic.message == "`house.yaml` is no text: it holds null bytes"


def test_a_byte_of_another_encoding_is_pointed_at(tmp_path: Path) -> None:
    data = "format: 1\nname: ♦ Zahl".encode() + b"\xe9\nextends: egyptian\n"
    diagnostic = _refusal(_write(tmp_path, data), name="house.yaml")
    assert render_diagnostic(diagnostic) == (
        "error[not-text]: the byte E9 is no UTF-8\n"
        " --> house.yaml:2:13\n"
        "  |\n"
        "2 | name: ♦ Zahl�\n"
        "  |             ^ perhaps an accented letter in an older encoding\n"
        "  = help: save the file as UTF-8, which editors offer under `Encoding`"
    )


def test_a_character_cut_off_at_the_end_is_no_text(tmp_path: Path) -> None:
    diagnostic = _refusal(_write(tmp_path, "name: ♦".encode()[:-1]))
    assert diagnostic.span is not None
    assert (diagnostic.code, diagnostic.span.column) == ("not-text", 7)


def test_a_missing_file_is_not_taken_for_one_that_shares_only_its_ending(tmp_path: Path) -> None:
    (tmp_path / "teta.yaml").touch()
    assert _refusal(tmp_path / "nofile.yaml").help == ""
    assert _refusal(tmp_path / "tetta.yaml").help == f"did you mean `{tmp_path / 'teta.yaml'}`?"
