"""Files to text: how much of a file is read, and what is no text of ours."""

from __future__ import annotations

import codecs
import stat
from typing import TYPE_CHECKING, Protocol

from basra_rules.errors import Diagnostic, DiagnosticsError, SourceFile, Span
from basra_rules.nearness import nearest

if TYPE_CHECKING:
    from pathlib import Path

MIB = 1024 * 1024
PROFILE_LIMIT = 1 * MIB
SCENARIO_LIMIT = 16 * MIB
LONGEST_CHAIN = 64
"""As many files, a profile and its parents, are read one after the other."""

_SAVE_AS_UTF8 = "save the file as UTF-8, which editors offer under `Encoding`"
_OTHER_ENCODINGS = {  # the longer marks first: UTF-32 little endian starts like UTF-16
    codecs.BOM_UTF32_LE: "UTF-32",
    codecs.BOM_UTF32_BE: "UTF-32",
    codecs.BOM_UTF16_LE: "UTF-16",
    codecs.BOM_UTF16_BE: "UTF-16",
}


class Reader(Protocol):
    """What gives the text of a file as `read_file` does: the disk, or an editor in which the file is open."""

    def __call__(self, path: Path, limit: int, name: str | None = None) -> SourceFile:
        """Return the text of the file at `path`, or raise `DiagnosticsError`."""


def read_file(path: Path, limit: int, name: str | None = None) -> SourceFile:
    """Return the text of the file at `path`, under the name that people know it by.

    A byte order mark at its start is left out.

    Raises:
        DiagnosticsError: it is no file, can't be read, has more than `limit` bytes or is no UTF-8.
    """
    shown = _printable(str(path) if name is None else name)
    return SourceFile(shown, _decode(_read(path, limit, shown), shown))


def source_of_bytes(data: bytes, limit: int, name: str) -> SourceFile:
    """Return what comes from elsewhere, such as from another program, as if it had been read from a file.

    Raises:
        DiagnosticsError: it has more than `limit` bytes or is no UTF-8.
    """
    if len(data) > limit:
        raise _too_large(name, len(data), limit)
    return SourceFile(name, _decode(data, name))


def source_of_text(text: str, limit: int, name: str) -> SourceFile:
    """Return a text that comes from elsewhere as if it had been read from a file.

    Raises:
        DiagnosticsError: it has more than `limit` bytes.
    """
    size = len(text) if text.isascii() else len(text.encode(errors="replace"))
    if size > limit:
        raise _too_large(name, size, limit)
    return SourceFile(name, text.removeprefix("\ufeff"))


def _read(path: Path, limit: int, name: str) -> bytes:
    """Return the bytes of a regular file; devices and pipes, which may never end, are refused."""
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise _unreadable(name, _kind(status.st_mode))
        if status.st_size > limit:
            raise _too_large(name, status.st_size, limit)
        with path.open("rb") as file:
            data = file.read(limit + 1)
    except FileNotFoundError:
        raise _missing(path, name) from None
    except PermissionError:
        raise _unreadable(name, "you have no permission to read it") from None
    except OSError as error:
        raise _unreadable(name, (error.strerror or type(error).__name__).lower()) from None
    except ValueError:  # a path that no file can have: a null character, half a character
        raise _unreadable(name, "this is no possible name of a file") from None
    if len(data) > limit:
        raise _too_large(name, len(data), limit)
    return data


def _kind(mode: int) -> str:
    return "it is a folder" if stat.S_ISDIR(mode) else "it is a device or a pipe, no file"


def _unreadable(name: str, reason: str, advice: str = "") -> DiagnosticsError:
    return DiagnosticsError([Diagnostic("unreadable-file", f"`{name}` can't be read: {reason}", help=advice)])


def _missing(path: Path, name: str) -> DiagnosticsError:
    if path.is_symlink():
        return _unreadable(name, "it is a link to a file that does not exist")
    if not path.parent.is_dir():
        return _unreadable(name, f"there is no folder `{_printable(str(path.parent))}`")
    meant = near_file(path)
    advice = f"did you mean `{_printable(str(meant))}`?" if meant else ""
    return _unreadable(name, "there is no such file", advice)


def near_file(path: Path) -> Path | None:
    """Return the file in the same folder that a path which leads nowhere was most likely meant to be."""
    try:
        neighbours = [entry.name for entry in path.parent.iterdir() if entry.name != path.name]
    except OSError:
        neighbours = []
    # endings are alike among profiles and would make any two names look near
    by_stem = {name.partition(".")[0]: name for name in neighbours}
    match = nearest(path.name.partition(".")[0], by_stem)
    return path.with_name(by_stem[match]) if match else None


def _printable(name: str) -> str:
    return "".join(ch if ch.isprintable() else "\N{REPLACEMENT CHARACTER}" for ch in name)


def _too_large(name: str, size: int, limit: int) -> DiagnosticsError:
    message = f"`{name}` is too large: {size:,} bytes, where {limit:,} are allowed"
    return DiagnosticsError([Diagnostic("too-large", message)])


def _decode(data: bytes, name: str) -> str:
    for mark, encoding in _OTHER_ENCODINGS.items():
        if data.startswith(mark):
            raise _not_text(f"`{name}` is written in {encoding}, not in UTF-8", help=_SAVE_AS_UTF8)
    data = data.removeprefix(codecs.BOM_UTF8)
    if b"\0" in data:
        raise _not_text(f"`{name}` is no text: it holds null bytes")
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise _no_utf8(data, error.start, name) from None


def _no_utf8(data: bytes, start: int, name: str) -> DiagnosticsError:
    """Point at the byte number `start`, in a text where all that is no UTF-8 shows as `�`."""
    at = len(data[:start].decode())
    span = Span(SourceFile(name, data.decode(errors="replace")), at, at + 1)
    message = f"the byte {data[start]:02X} is no UTF-8"
    return _not_text(message, span, "perhaps an accented letter in an older encoding", _SAVE_AS_UTF8)


def _not_text(message: str, span: Span | None = None, label: str = "", help: str = "") -> DiagnosticsError:  # noqa: A002
    return DiagnosticsError([Diagnostic("not-text", message, span, label, help=help)])
