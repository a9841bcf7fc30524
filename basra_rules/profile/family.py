"""A profile's file and its parents: read once, each in the format of today.

What is wrong with one file alone is found here; what comes of the files together, in `loading.py`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from basra_rules import resources
from basra_rules.errors import Diagnostic, DiagnosticsError, ProfileError, Span, name_meant, one_of, write
from basra_rules.nearness import nearest
from basra_rules.profile.fields import NAME
from basra_rules.profile.locating import unknown_key
from basra_rules.profile.merging import removed_paths, repeated_keys
from basra_rules.profile.migrations import is_older, migrate
from basra_rules.profile.models import FILE_KEYS
from basra_rules.profile.nulls import null_faults
from basra_rules.profile.options import option_names
from basra_rules.profile.schema import is_required, known_keys
from basra_rules.source.keys import mapping_meant, semicolon_faults
from basra_rules.source.nodes import Entry, ListNode, MapNode, Node, ScalarNode, describe, scalar_from_text, shorten
from basra_rules.source.parsing import read_nodes
from basra_rules.source.reading import LONGEST_CHAIN, PROFILE_LIMIT, near_file, read_file
from basra_rules.source.text_edits import add_entry, dashes_to_keys
from basra_rules.version import FORMAT

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from basra_rules.errors import Fix, SourceFile
    from basra_rules.source.reading import Reader

_SURELY_A_CHILD = 3


@dataclass(frozen=True, slots=True)
class ProfileFile:
    """One file of a profile: its path, its source and its document."""

    path: Path
    source: SourceFile
    document: MapNode

    def text(self, key: str) -> str:
        """Return the text of a key of the file itself, or nothing where it is not there."""
        node = self.document.get(key)
        return node.text if isinstance(node, ScalarNode) else ""

    def texts(self, key: str) -> tuple[tuple[ScalarNode, ScalarNode], ...]:
        """Return the keys and texts of a mapping of the file itself; none where it is not there."""
        node = self.document.get(key)
        entries = node if isinstance(node, MapNode) else ()
        return tuple((entry.key, entry.value) for entry in entries if isinstance(entry.value, ScalarNode))


@dataclass(frozen=True, slots=True)
class Family:
    """A profile's file and its parents, the nearest first; read once, resolved for any choices."""

    files: tuple[ProfileFile, ...]


def read_family(name_or_path: str | Path, read: Reader = read_file) -> Family:
    """Read a profile's file and those of its parents.

    Raises:
        ProfileError: a file can't be read or is no mapping, a parent is unknown, or they go in a circle.
    """
    path = find_profile(name_or_path)
    try:
        source = read(path, PROFILE_LIMIT, resources.shown_path(path))
    except DiagnosticsError as error:
        raise ProfileError(error.diagnostics) from None
    return family_of(path, source, read)


def family_of(path: Path, source: SourceFile, read: Reader = read_file) -> Family:
    """Return the family of a text that is, or is to be, the file at `path`.

    Raises:
        ProfileError: as `read_family` does.
    """
    files: list[ProfileFile] = []
    try:
        while True:
            files.append(_read_profile_file(path, source))
            parent = files[-1].document.entry("extends")
            if parent is None:
                break
            path = _parent_path(files, parent)
            source = _read_parent(path, parent, read)
    except DiagnosticsError as error:
        raise ProfileError(tell_heirs(error.diagnostics, files)) from None
    documents = [file.document for file in files]
    faults = [fault for place, file in enumerate(files) for fault in _file_faults(file, documents[place + 1 :])]
    if faults:
        raise ProfileError(tell_heirs(faults, files))
    return Family(tuple(files))


def is_path(text: str) -> bool:
    """Tell whether `text` means a file rather than a shipped profile."""
    return "/" in text or "\\" in text or text.endswith((".yaml", ".yml"))


def find_profile(name_or_path: str | Path) -> Path:
    """Return the file of a profile, given by its path or by the name of a shipped one.

    Raises:
        ProfileError: there is no profile of this name.
    """
    text = str(name_or_path)
    if isinstance(name_or_path, Path) or is_path(text):
        return Path(text)
    shipped = resources.profile_path(text)
    if shipped is not None:
        return shipped
    if Path(text).exists():
        return Path(text)
    raise ProfileError([_unknown_profile(text, scalar_from_text(text, "PROFILE").span)])


def _unknown_profile(text: str, span: Span) -> Diagnostic:
    known = resources.profile_names()
    meant = name_meant(span, Path(text).stem, known)
    label = meant.label if meant.fixes else ""
    notes = [f"the profiles are {one_of(known)}"]
    if text and NAME.fullmatch(text) and Path(f"{text}.yaml").is_file():
        notes.append(f"there is a file here: write `{text}.yaml` to mean it")
    message = f"unknown profile `{shorten(text)}`"
    help_text = "a path has a `/` in it or ends in .yaml"
    return Diagnostic("unknown-profile", message, span, label, tuple(notes), help_text, fixes=meant.fixes)


def _read_parent(path: Path, parent: Entry, read: Reader) -> SourceFile:
    """Read a parent's text, or refuse it where it is named: that is where the slip is."""
    try:
        return read(path, PROFILE_LIMIT, resources.shown_path(path))
    except DiagnosticsError as error:
        assert isinstance(parent.value, ScalarNode)  # it named a path
        raise DiagnosticsError([_unreadable_parent(path, parent.value, error.diagnostics[0].message)]) from None


def _unreadable_parent(path: Path, named: ScalarNode, reason: str) -> Diagnostic:
    message = f"the parent `{shorten(named.text)}` can't be used"
    shipped = nearest(Path(named.text).stem, resources.profile_names())
    beside = near_file(path)
    label, meant = "expected a profile's name or its path", None
    if beside:
        meant = named.text.removesuffix(path.name) + beside.name
        label = f"did you mean `{meant}`?"
    elif shipped:
        meant, label = shipped, f"did you mean the shipped profile `{shipped}`?"
    sure = shipped == named.text.removesuffix(path.suffix)
    fault = Diagnostic("unreadable-parent", message, named.span, label, (reason, f"looked for at {path}"))
    return fault.mended_by(write(named.text_span, meant, certain=sure and not beside) if meant else None)


def _read_profile_file(path: Path, source: SourceFile) -> ProfileFile:
    document = read_nodes(source)
    if not isinstance(document, MapNode):
        message = f"a profile is a mapping of keys to values, this is {describe(document)}"
        fault = Diagnostic("wrong-type", message, document.span, "expected `format: 1` and so on")
        fix = dashes_to_keys(document) if isinstance(document, ListNode) else None
        raise DiagnosticsError([fault.mended_by(fix)])
    newer = document.get("format")
    if isinstance(newer, ScalarNode) and isinstance(newer.value, int) and newer.value > FORMAT:
        message = f"the file is in format {newer.text}; this version of the program reads format {FORMAT}"
        raise DiagnosticsError([Diagnostic("newer-format", message, newer.span, help="a newer version reads it")])
    return ProfileFile(path, source, migrate(source, document) if is_older(document) else document)


def _parent_path(files: Sequence[ProfileFile], parent: Entry) -> Path:
    value = parent.value
    if not isinstance(value, ScalarNode) or value.kind == "null" or not value.text:
        message = f"`extends` names one profile, found {describe(value)}"
        notes = (f"the profiles are {one_of(resources.profile_names())}",)
        fault = Diagnostic("wrong-type", message, value.span, "expected a name or a path", notes)
        raise DiagnosticsError([fault.mended_by(_only_item(value))])
    if is_path(value.text):
        path = _follow(files[-1].path.parent, value.text)
    else:
        shipped = resources.profile_path(value.text)
        if shipped is None:
            raise DiagnosticsError([_unknown_profile(value.text, value.text_span)])
        path = shipped
    if any(_same_file(path, file.path) for file in files) or len(files) >= LONGEST_CHAIN:
        circle = " → ".join([*(file.source.name for file in files), str(path)])
        label = "a profile can't extend itself, directly or through others"
        raise DiagnosticsError(
            [
                Diagnostic(
                    "inheritance-cycle", "the profiles extend each other in a circle", value.span, label, (circle,)
                )
            ]
        )
    return path


def _follow(folder: Path, way: str) -> Path:
    """Return the file to which a way leads from a folder, be that still to be made."""
    return folder / way if folder.is_dir() else (folder / way).resolve()


def _only_item(node: Node) -> Fix | None:
    """Return the fix that writes the one text of a list without the list."""
    alone = node.items[0] if isinstance(node, ListNode) and len(node) == 1 else None
    return write(node.span, alone.text, certain=True) if isinstance(alone, ScalarNode) and alone.text else None


def _same_file(one: Path, other: Path) -> bool:
    try:
        return one.resolve() == other.resolve()
    except (OSError, RuntimeError):
        return False


def _file_faults(file: ProfileFile, parents: Sequence[MapNode]) -> Iterator[Diagnostic]:
    yield from null_faults(file.document, parents)
    yield from repeated_keys(file.document)
    yield from (
        fault for entry in file.document if entry.key.text != "readings" for fault in semicolon_faults(entry.value)
    )
    yield from _lacking_faults(file)
    for key in ("choose", "allow"):
        node = file.document.get(key)
        if isinstance(node, ListNode) or (isinstance(node, ScalarNode) and node.kind != "null"):
            found = f"expected a mapping, found {describe(node)}"
            advice, *fixes = mapping_meant(node, [name for one in parents for name in option_names(one)])
            fault = Diagnostic("wrong-type", found, node.span, f"`{key}`: {FILE_KEYS[key]}", help=advice)
            yield fault.mended_by(*fixes)
        for entry in node if isinstance(node, MapNode) else ():
            if not isinstance(entry.value, ScalarNode):
                message = f"expected a text, found {describe(entry.value)}"
                yield Diagnostic("wrong-type", message, entry.value.span)
            elif entry.value.kind == "text" and not entry.value.text.strip():
                message = f"`{key}.{entry.key.text}` says nothing"
                yield Diagnostic("empty", message, entry.value.span, f"expected {_EXPECTED[key]}")
    yield from removed_paths(file.document.get("remove"))[1]


_EXPECTED = {"allow": "the reason for which the finding stands", "choose": "a choice"}


def _lacking_faults(file: ProfileFile) -> Iterator[Diagnostic]:
    """Yield which of the keys that speak of the file are missing, or misspelt; without a parent, that alone is told."""
    document = file.document
    misspelt: dict[str | None, Entry] = {}
    for entry in document:
        meant = None if entry.key.text in known_keys(()) else nearest(entry.key.text, known_keys(()))
        misspelt.setdefault(meant, entry)
    for key in ("format", "name", "extends"):
        if document.get(key) is None and key in misspelt:
            yield unknown_key(misspelt[key].key, known_keys(()))
    for key, value in (("format", str(FORMAT)), ("name", file.path.stem)):
        if document.get(key) is None and key not in misspelt:
            label = f"expected `{key}: {FORMAT if key == 'format' else 'NAME'}`"
            fault = Diagnostic("missing-key", f"the file lacks `{key}`", Span(file.source, 0, 0), label)
            text = f"{key}: {value}"
            after = "format" if key == "name" else ""
            fix = add_entry(document, text, f"add `{text}`", after=after, certain=key == "format")
            yield fault.mended_by(fix if NAME.fullmatch(value) else None)
    if document.get("extends") is None and "extends" not in misspelt:
        yield from _no_parent(file)


def _no_parent(file: ProfileFile) -> Iterator[Diagnostic]:
    """Yield that a profile has no parent, where it lacks so much that it must have been meant to have one."""
    lacking = [key for key in known_keys(()) if is_required((key,)) and file.document.get(key) is None]
    lacking = [key for key in lacking if key not in ("format", "name")]
    if len(lacking) >= _SURELY_A_CHILD:
        message = f"the profile extends no other and lacks {one_of(lacking).replace(' or ', ' and ')}"
        help_text = "say which profile it changes: `extends: NAME`; there is no hidden base"
        start = Span(file.source, 0, 1)
        notes = (f"the profiles are {one_of(resources.profile_names())}",)
        label = "expected `extends`, or a complete profile"
        fault = Diagnostic("missing-key", message, start, label, notes, help_text)
        text = f"extends: {resources.DEFAULT_PROFILE}"
        yield fault.mended_by(add_entry(file.document, text, f"add `{text}`", after="name", certain=False))


def tell_heirs(diagnostics: Sequence[Diagnostic], files: Sequence[ProfileFile]) -> Iterator[Diagnostic]:
    """Yield the diagnostics, saying of those in a parent's file who inherits them."""
    for one in diagnostics:
        names = [file.source.name for file in files]
        where = one.span.source.name if one.span else ""
        if where in names[1:]:
            child = names[names.index(where) - 1]
            notes = (*one.notes, f"inherited by: {child}")
            yield replace(one, notes=notes)
        else:
            yield one
