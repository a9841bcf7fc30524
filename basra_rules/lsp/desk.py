"""The files that are open in the editor: their texts count, not those on the disk."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from pygls.uris import from_fs_path, to_fs_path, urlparse

from basra_rules import resources
from basra_rules.errors import SourceFile
from basra_rules.source.reading import read_file, source_of_text

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Document:
    """An open file: its address, as the editor writes it, its path, and its text."""

    uri: str
    path: Path
    text: str
    version: int = 0

    @property
    def source(self) -> SourceFile:
        """Return the text under the name that people know the file by."""
        return SourceFile(resources.shown_path(self.path), self.text)


def path_of(uri: str) -> Path:
    """Return the path of an address; one that is no file's, such as that of a file never saved, gives a name alone."""
    return Path(to_fs_path(uri) or Path(urlparse(uri)[2] or "untitled").name)


@dataclass(slots=True)
class Desk:
    """All open files, by address."""

    documents: dict[str, Document] = field(default_factory=dict)

    def put(self, uri: str, text: str, version: int) -> Document:
        """Lay a file on the desk, or its new text."""
        self.documents[uri] = Document(uri, path_of(uri), text, version)
        return self.documents[uri]

    def take_away(self, uri: str) -> None:
        """Take a file off the desk: its text is that of the disk again."""
        self.documents.pop(uri, None)

    def find(self, path: Path) -> Document | None:
        """Return the open file at `path`, if it is open."""
        wanted = resolved(path)
        return next((one for one in self.documents.values() if resolved(one.path) == wanted), None)

    def uri_of(self, path: Path) -> str:
        """Return the address of a file, as the editor writes it where it has the file open."""
        found = self.find(path)
        return found.uri if found else str(from_fs_path(str(resolved(path))))

    def texts(self) -> dict[Path, str]:
        """Return the texts of all open files."""
        return {resolved(one.path): one.text for one in self.documents.values()}

    def read(self, path: Path, limit: int, name: str | None = None) -> SourceFile:
        """Return the text of a file as `read_file` does, but of an open file what the editor shows."""
        return TextReader(self.texts())(path, limit, name)


@dataclass(frozen=True, slots=True)
class TextReader:
    """Reads files, some of which have other texts than on the disk."""

    texts: Mapping[Path, str]

    def __call__(self, path: Path, limit: int, name: str | None = None) -> SourceFile:
        """Return the text of the file at `path`."""
        text = self.texts.get(resolved(path))
        if text is None:
            return read_file(path, limit, name)
        return source_of_text(text, limit, str(path) if name is None else name)


def shown_file(name: str) -> Path:
    """Return the path of a file that people know by a name; the reverse of `resources.shown_path`."""
    shipped = resources.data_folder("profiles").parent / name
    return shipped if name.startswith("profiles") and shipped.is_file() else Path(name)


def resolved(path: Path) -> Path:
    """Return a path in the one form by which files are compared."""
    try:
        return path.resolve()
    except (OSError, RuntimeError, ValueError):  # a circle of links, or a name that no file can have
        return path
