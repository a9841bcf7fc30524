"""From a name or a path to a profile: parents, options, validation.  Loading is checking: one function.

The layers, the first at the bottom: the eldest ancestor's values, the choices its file makes, its
child's values, that child's choices, and so on; the caller's choices come last.  Of several choices
of one option only the last is made, where it stands.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from basra_rules import resources
from basra_rules.errors import (
    Diagnostic,
    DiagnosticsError,
    ProfileError,
    Span,
    nearest,
    one_of,
    sorted_diagnostics,
)
from basra_rules.profile.consistency import check_consistency
from basra_rules.profile.expression_fields import ExpressionContext
from basra_rules.profile.fields import NAME
from basra_rules.profile.locating import locate_profile_errors
from basra_rules.profile.merging import join_readings, merge, nulls, remove_all, removed_paths, repeated_keys
from basra_rules.profile.models import FILE_KEYS, Profile
from basra_rules.profile.options import (
    Choice,
    apply_choice,
    choice_faults,
    choice_name,
    choices_of,
    default_choice,
    option_faults,
    option_names,
    option_node,
)
from basra_rules.profile.provenance import MadeChoice, Origins
from basra_rules.source.nodes import Entry, MapNode, ScalarNode, describe, scalar_from_text, shorten
from basra_rules.source.parsing import read_nodes
from basra_rules.source.reading import PROFILE_LIMIT, read_file
from basra_rules.version import FORMAT

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from basra_rules.errors import SourceFile

_LONGEST_CHAIN = 64


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


@dataclass(frozen=True, slots=True)
class Family:
    """A profile's file and its parents, the nearest first; read once, resolved for any choices."""

    files: tuple[ProfileFile, ...]


def load_profile(name_or_path: str | Path, options: Mapping[str, object] | None = None) -> Profile:
    """Return the effective profile under the choices given.

    Args:
        name_or_path: a shipped profile's name, or the path of a file.
        options: choices by option; numbers and text mean the same choice.

    Raises:
        ProfileError: with every fault found, each with its place.
    """
    family = read_family(name_or_path)
    return resolve_profile(family, given_choices(options or {}))


def check_profile(name_or_path: str | Path, options: Mapping[str, object] | None = None) -> tuple[Diagnostic, ...]:
    """Return the faults that `load_profile` would raise, none where the profile is in order."""
    try:
        load_profile(name_or_path, options)
    except ProfileError as error:
        return error.diagnostics
    return ()


def given_choices(options: Mapping[str, object]) -> tuple[Choice, ...]:
    """Return a caller's choices, placed in the text that a command line would say them in."""
    made = []
    for name, choice in options.items():
        whole = scalar_from_text(f"{name}={choice}", "--option")
        source = whole.span.source
        option = ScalarNode(name, whole.style, Span(source, 0, len(name)))
        value = ScalarNode(str(choice), whole.style, Span(source, len(name) + 1, len(source.text)))
        made.append(Choice(option, value, "--option"))
    return tuple(made)


# Reading a profile and its parents


def read_family(name_or_path: str | Path) -> Family:
    """Read a profile's file and those of its parents.

    Raises:
        ProfileError: a file can't be read or is no mapping, a parent is unknown, or they go in a circle.
    """
    path = _profile_path(str(name_or_path), isinstance(name_or_path, Path))
    files: list[ProfileFile] = []
    try:
        source = _read_source(path)
        while True:
            files.append(_read_profile_file(path, source))
            parent = files[-1].document.entry("extends")
            if parent is None:
                break
            path = _parent_path(files, parent)
            source = _read_parent(path, parent)
    except DiagnosticsError as error:
        raise ProfileError(_inherited(error.diagnostics, files)) from None
    faults = [fault for file in files for fault in _file_faults(file)]
    if faults:
        raise ProfileError(_inherited(faults, files))
    return Family(tuple(files))


def is_path(text: str) -> bool:
    """Tell whether `text` means a file rather than a shipped profile."""
    return "/" in text or "\\" in text or text.endswith((".yaml", ".yml"))


def _profile_path(text: str, surely_path: bool) -> Path:
    if surely_path or is_path(text):
        return Path(text)
    shipped = resources.profile_path(text)
    if shipped is not None:
        return shipped
    if Path(text).exists():
        return Path(text)
    raise ProfileError([_unknown_profile(text, scalar_from_text(text, "PROFILE").span)])


def _unknown_profile(text: str, span: Span) -> Diagnostic:
    known = resources.profile_names()
    close = nearest(Path(text).stem, known)
    label = f"did you mean `{close}`?" if close else ""
    notes = [f"the profiles are {one_of(known)}"]
    if text and NAME.fullmatch(text) and Path(f"{text}.yaml").is_file():
        notes.append(f"there is a file here: write `{text}.yaml` to mean it")
    message = f"unknown profile `{shorten(text)}`"
    help_text = "a path has a `/` in it or ends in .yaml"
    return Diagnostic("unknown-profile", message, span, label, tuple(notes), help_text)


def _read_source(path: Path) -> SourceFile:
    return read_file(path, PROFILE_LIMIT, resources.shown_path(path))


def _read_parent(path: Path, parent: Entry) -> SourceFile:
    """Read a parent's text, or refuse it where it is named: that is where the slip is."""
    try:
        return _read_source(path)
    except DiagnosticsError as error:
        text = parent.value.text if isinstance(parent.value, ScalarNode) else str(path)
        close = nearest(Path(text).stem, resources.profile_names())
        label = f"did you mean the shipped profile `{close}`?" if close else "expected a profile's name or its path"
        message = f"the parent `{shorten(text)}` can't be used"
        notes = (error.diagnostics[0].message, f"looked for at {path}")
        raise DiagnosticsError([Diagnostic("unreadable-parent", message, parent.value.span, label, notes)]) from None


def _read_profile_file(path: Path, source: SourceFile) -> ProfileFile:
    document = read_nodes(source)
    if not isinstance(document, MapNode):
        message = f"a profile is a mapping of keys to values, this is {describe(document)}"
        raise DiagnosticsError([Diagnostic("wrong-type", message, document.span, "expected `format: 1` and so on")])
    newer = document.get("format")
    if isinstance(newer, ScalarNode) and isinstance(newer.value, int) and newer.value > FORMAT:
        message = f"the file is in format {newer.text}; this version of the program reads format {FORMAT}"
        raise DiagnosticsError([Diagnostic("newer-format", message, newer.span, help="a newer version reads it")])
    return ProfileFile(path, source, document)


def _parent_path(files: Sequence[ProfileFile], parent: Entry) -> Path:
    value = parent.value
    if not isinstance(value, ScalarNode) or value.kind == "null" or not value.text:
        message = f"`extends` names one profile, found {describe(value)}"
        raise DiagnosticsError([Diagnostic("wrong-type", message, value.span, "expected a name or a path")])
    if is_path(value.text):
        path = files[-1].path.parent / value.text
    else:
        shipped = resources.profile_path(value.text)
        if shipped is None:
            raise DiagnosticsError([_unknown_profile(value.text, value.span)])
        path = shipped
    if any(_same_file(path, file.path) for file in files) or len(files) >= _LONGEST_CHAIN:
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


def _same_file(one: Path, other: Path) -> bool:
    try:
        return one.resolve() == other.resolve()
    except (OSError, RuntimeError):
        return False


def _file_faults(file: ProfileFile) -> Iterator[Diagnostic]:
    yield from nulls(file.document)
    yield from repeated_keys(file.document)
    for key in ("format", "name"):
        if file.document.get(key) is None:
            start = Span(file.source, 0, 0)
            label = f"expected `{key}: {FORMAT if key == 'format' else 'NAME'}`"
            yield Diagnostic("missing-key", f"the file lacks `{key}`", start, label)
    for key in ("choose", "allow"):
        node = file.document.get(key)
        if node is not None and not isinstance(node, MapNode):
            found = f"expected a mapping, found {describe(node)}"
            yield Diagnostic("wrong-type", found, node.span, f"`{key}`: {FILE_KEYS[key]}")
        for entry in node if isinstance(node, MapNode) else ():
            if not isinstance(entry.value, ScalarNode):
                message = f"expected a text, found {describe(entry.value)}"
                yield Diagnostic("wrong-type", message, entry.value.span)
    yield from removed_paths(file.document.get("remove"))[1]


def _inherited(diagnostics: Sequence[Diagnostic], files: Sequence[ProfileFile]) -> Iterator[Diagnostic]:
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


# Resolving: laying the layers over each other, and validating what comes out

Trees = dict[tuple[int, str], tuple[ScalarNode, Any]]
_OWN_KEYS = frozenset({"name", "title", "format"}) | frozenset(FILE_KEYS)


def resolve_profile(family: Family, choices: Sequence[Choice] = ()) -> Profile:
    """Return the effective profile of a family under a caller's choices.

    Raises:
        ProfileError: with every fault found.
    """
    trees = ExpressionContext().trees
    layers, faults = _lay(family, choices)
    profile: Profile | None = None
    if not faults:
        profile, faults = _validated(layers, trees)
    if profile is not None and not faults:
        faults = tuple(_other_choices(family, profile, choices, trees))
    if profile is None or faults:
        raise ProfileError(_inherited(sorted_diagnostics(faults), family.files))
    return profile


def _lay(family: Family, choices: Sequence[Choice]) -> tuple[Origins, tuple[Diagnostic, ...]]:
    made = {file.path: _choices_in(file) for file in family.files}
    last: dict[str, Choice] = {}
    for one in [*(one for file in reversed(family.files) for one in made[file.path]), *choices]:
        last[one.option.text] = one
    tree = MapNode((), family.files[0].document.span)
    faults: list[Diagnostic] = []
    in_force: dict[str, MadeChoice] = {}
    by_choice: dict[str, MadeChoice] = {}
    removed = tuple(item for file in family.files for item in removed_paths(file.document.get("remove"))[0])
    layers: list[tuple[ProfileFile | None, Sequence[Choice]]] = [
        *((file, made[file.path]) for file in reversed(family.files)),
        (None, choices),
    ]
    for file, wanted in layers:
        if file is not None:
            tree, wrong = _own_values(tree, file, family)
            faults += wrong
        for choice in wanted:
            wrong = choice_faults(tree, choice)
            faults += wrong
            if wrong or last[choice.option.text] is not choice:
                continue
            name, chosen = choice.option.text, choice_name(choice.choice.text)
            tree, paths, wrong = apply_choice(tree, name, chosen)
            faults += wrong
            in_force[name] = MadeChoice(name, chosen, choice.by)
            by_choice |= dict.fromkeys(paths, in_force[name])
    return replace(_origins(family, tree, in_force, by_choice), removed=removed), tuple(faults)


def _own_values(tree: MapNode, file: ProfileFile, family: Family) -> tuple[MapNode, tuple[Diagnostic, ...]]:
    items, _ = removed_paths(file.document.get("remove"))
    tree, faults = remove_all(tree, items)
    nearest_file = file is family.files[0]
    own = tuple(entry for entry in file.document if entry.key.text not in FILE_KEYS)
    kept = tuple(entry for entry in own if nearest_file or entry.key.text not in _OWN_KEYS)
    values = MapNode(kept, file.document.span)
    return join_readings(merge(tree, values), tree, values), faults


def _choices_in(file: ProfileFile) -> tuple[Choice, ...]:
    made = file.document.get("choose")
    if not isinstance(made, MapNode):
        return ()
    return tuple(
        Choice(entry.key, entry.value, file.text("name")) for entry in made if isinstance(entry.value, ScalarNode)
    )


def _origins(
    family: Family, tree: MapNode, in_force: Mapping[str, MadeChoice], by_choice: Mapping[str, MadeChoice]
) -> Origins:
    choices = {}
    for name in option_names(tree):
        default = default_choice(tree, name)
        choices[name] = in_force.get(name) or MadeChoice(name, default or "", "default")
    allow = family.files[0].document.get("allow")
    allowed = (
        {entry.key.text: entry.value.text for entry in allow if isinstance(entry.value, ScalarNode)}
        if isinstance(allow, MapNode)
        else {}
    )
    parents = tuple(file.text("name") for file in family.files[1:])
    return Origins(tree, tuple(file.source for file in family.files), parents, choices, dict(by_choice), allowed)


def _validated(origins: Origins, trees: Trees) -> tuple[Profile | None, tuple[Diagnostic, ...]]:
    faults = tuple(option_faults(origins.tree))
    context = ExpressionContext(_table_names(origins.tree), trees)
    try:
        profile = Profile.model_validate(origins.tree, context=context)
    except ValidationError as error:
        spans = {fault.span for fault in faults}
        located = locate_profile_errors(error, origins)
        return None, (*faults, *(fault for fault in located if fault.span not in spans))
    profile._origins = origins
    return profile, faults or tuple(check_consistency(profile))


def _table_names(tree: MapNode) -> tuple[str, ...]:
    deck = tree.get("deck")
    tables = deck.get("tables") if isinstance(deck, MapNode) else None
    return tables.keys if isinstance(tables, MapNode) else ()


def _other_choices(family: Family, profile: Profile, choices: Sequence[Choice], trees: Trees) -> Iterator[Diagnostic]:
    """Yield the faults that making any one other choice would bring: they are the file's faults."""
    told: set[tuple[str, str, Span | None]] = set()
    for name in profile.options:
        option = option_node(profile.origins.tree, name)
        for choice in choices_of(option) if option else ():
            if choice == profile.origins.choices[name].choice:
                continue
            others = tuple(one for one in choices if one.option.text != name)
            trial = Choice(scalar_from_text(name), scalar_from_text(choice), name)
            layers, faults = _lay(family, (*others, trial))
            if not faults:
                _, faults = _validated(layers, trees)
            for fault in faults:
                if (fault.code, fault.message, fault.span) in told:
                    continue
                told.add((fault.code, fault.message, fault.span))
                notes = (*fault.notes, f"with the choice `{choice}` of the option `{name}`")
                yield Diagnostic(fault.code, fault.message, fault.span, fault.label, notes, fault.help)
