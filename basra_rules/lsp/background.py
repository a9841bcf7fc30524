"""What stands behind an open file: its parent, the rules in force, and all names that it may speak of."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from basra_rules import resources
from basra_rules.errors import BasraError, ProfileError
from basra_rules.lsp.desk import Document, resolved, shown_file
from basra_rules.lsp.outline import Leaf, outline, unquoted
from basra_rules.profile.family import is_path, read_family
from basra_rules.profile.loading import resolve_profile
from basra_rules.scenarios.sorting import Kind, kind_of_text
from basra_rules.source.reading import LONGEST_CHAIN, PROFILE_LIMIT

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from basra_rules.errors import Span
    from basra_rules.lsp.desk import Desk
    from basra_rules.lsp.outline import Branch
    from basra_rules.profile.family import Family
    from basra_rules.profile.models import Profile

_MOST_KEPT = 16


@dataclass(frozen=True, slots=True)
class Background:
    """What is known around an open file.

    `parent` is the profile that a profile extends; `own` is the profile itself, or the one that scenarios are for.
    Either is None where it can't be had; `folder` is where the paths in the file start.
    """

    kind: Kind
    document: Document
    root: Branch
    parent: Profile | None = None
    own: Profile | None = None
    paths: Mapping[str, Path] = field(default_factory=dict)

    @property
    def rules(self) -> Profile | None:
        """Return the best there is: the profile in force, or else its parent."""
        return self.own or self.parent

    def path_of(self, span: Span) -> Path:
        """Return the path of the file that a span is in."""
        return self.paths.get(span.source.name) or shown_file(span.source.name)


@dataclass(slots=True)
class Library:
    """Resolves profiles, and keeps those asked for last; a profile is known by the texts of its files."""

    desk: Desk
    _kept: dict[tuple[tuple[str, str], ...], Profile] = field(default_factory=dict)

    def background(self, document: Document) -> Background:
        """Return what stands behind an open file."""
        kind, root = kind_of_text(document.path, document.text), outline(document.text)
        if kind is Kind.SCENARIOS:
            own = self._family(self._profile_of_scenarios(document, root))
            return Background(kind, document, root, None, self._resolved(own), _paths(own))
        parent = self._family(self._parent_of(document, root))
        own = self._family(document.path)
        return Background(
            kind, document, root, self._resolved(parent), self._resolved(own), _paths(parent) | _paths(own)
        )

    def files_behind(self, document: Document) -> frozenset[Path]:
        """Return the files that an open file depends on, as far as they can be made out: its profile, all parents."""
        behind: list[Path] = []
        here, key = document, "profile" if kind_of_text(document.path, document.text) is Kind.SCENARIOS else "extends"
        while len(behind) < LONGEST_CHAIN:
            named = self._file_named(here, key)
            if named is None or named in behind:
                break
            behind.append(named)
            here, key = self._document_at(named), "extends"
        return frozenset(behind)

    def _file_named(self, document: Document, key: str) -> Path | None:
        root = outline(document.text)
        meant = self._profile_of_scenarios(document, root) if key == "profile" else self._parent_of(document, root)
        path = resources.profile_path(meant) if isinstance(meant, str) else meant
        return None if path is None else resolved(path)

    def _document_at(self, path: Path) -> Document:
        try:
            text = self.desk.read(path, PROFILE_LIMIT).text
        except BasraError:
            text = ""
        return Document("", path, text)

    def _family(self, name_or_path: str | Path | None) -> Family | None:
        try:
            return None if name_or_path is None else read_family(name_or_path, self.desk.read)
        except ProfileError:
            return None

    def _resolved(self, family: Family | None) -> Profile | None:
        if family is None:
            return None
        key = tuple((str(file.path), file.source.text) for file in family.files)
        if key not in self._kept:
            try:
                self._kept[key] = resolve_profile(family)
            except BasraError:
                return None
            while len(self._kept) > _MOST_KEPT:
                del self._kept[next(iter(self._kept))]
        return self._kept[key]

    def _parent_of(self, document: Document, root: Branch) -> str | Path | None:
        return profile_named(document, _text_at(document, root, "extends"))

    def _profile_of_scenarios(self, document: Document, root: Branch) -> str | Path | None:
        beside = resources.profile_beside(document.path)
        return beside or profile_named(document, _text_at(document, root, "profile"))


def profile_named(document: Document, text: str) -> str | Path | None:
    """Return the profile that a file means by a text: a shipped one's name, or a path; None where it means none."""
    if is_path(text):
        return document.path.parent / text
    return text if text and resources.profile_path(text) else None


def _text_at(document: Document, root: Branch, key: str) -> str:
    entry = root.entry(key)
    leaf = entry.value if entry else None
    return unquoted(document.text[leaf.start : leaf.end]) if isinstance(leaf, Leaf) else ""


def _paths(family: Family | None) -> dict[str, Path]:
    return {file.source.name: file.path for file in family.files} if family else {}
