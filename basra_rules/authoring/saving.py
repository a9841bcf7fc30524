"""Files read and written back as they are: byte order mark, line ends, owner, mode and links stay."""

from __future__ import annotations

import codecs
import os
import secrets
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from basra_rules.errors import UsageError


@dataclass(frozen=True, slots=True)
class TextFile:
    """A file's bytes, its text with line feeds alone, and how the one is made of the other."""

    path: Path
    data: bytes
    text: str
    line_end: str

    def encode(self, text: str) -> bytes:
        """Return the bytes of the file with another text: with its byte order mark and its line ends."""
        return byte_order_mark(self.data) + text.replace("\n", self.line_end).encode()

    def save(self, text: str) -> None:
        """Write the file anew.

        Raises:
            UsageError: it can't be written.
        """
        replace_file(self.path, self.encode(text))


def open_text(path: Path) -> TextFile:
    """Return the file at `path`, which has been read before as UTF-8 without a fault."""
    return text_of(path, path.read_bytes())


def text_of(path: Path, data: bytes) -> TextFile:
    """Return the file at `path` if these were its bytes, which are UTF-8."""
    text = data.removeprefix(codecs.BOM_UTF8).decode()
    return TextFile(path, data, with_line_feeds(text), _line_end(text))


def byte_order_mark(data: bytes) -> bytes:
    """Return the mark that a file of UTF-8 may start with; nothing where it has none."""
    return codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""


def with_line_feeds(text: str) -> str:
    """Return a text with line feeds as its only line breaks."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _line_end(text: str) -> str:
    """Return the line end that a text uses first."""
    feed = text.find("\n")
    return "\r\n" if feed > 0 and text[feed - 1] == "\r" else "\n"


def replace_file(path: Path, data: bytes) -> None:
    """Write a file's new bytes: all or nothing, whenever it is interrupted.

    A symbolic link to it stays one, and the file keeps its mode, and its owner where this process may give files away.

    Raises:
        UsageError: it can't be written.
    """
    target = Path(os.path.realpath(path))
    if target.exists() and not os.access(target, os.W_OK):
        raise UsageError(f"`{path}` can't be written: you have no permission to write it")
    draft = target.with_name(f".{target.name}.{secrets.token_hex(4)}")
    try:
        before = target.stat() if target.exists() else None
        with os.fdopen(os.open(draft, _NEW_FILE, 0o666 if before is None else 0o600), "wb") as file:
            file.write(data)
        if before is not None:
            _give_to(draft, before)
            draft.chmod(before.st_mode & 0o7777)
        draft.replace(target)
    except BaseException as error:
        with suppress(OSError):
            draft.unlink()
        if isinstance(error, OSError):
            raise UsageError(f"`{path}` can't be written: {(error.strerror or '').lower()}") from None
        raise


_NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)


def _give_to(path: Path, before: os.stat_result) -> None:
    """Give a file the owner and the group that another had, as far as that is allowed."""
    now = path.stat()
    if hasattr(os, "chown") and (now.st_uid, now.st_gid) != (before.st_uid, before.st_gid):
        for owner, group in ((-1, before.st_gid), (before.st_uid, -1)):
            with suppress(OSError):
                os.chown(path, owner, group)
