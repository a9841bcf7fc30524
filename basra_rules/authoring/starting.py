"""Starting a house's own profile: a commented file that extends another, and a file of scenarios beside it.

Everything that the comments say is made from the rules in force; nothing of it is kept here a second time.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from basra_rules import resources
from basra_rules.authoring.canonical import is_text_to_all
from basra_rules.authoring.first_scenario import expectations, first_scenario
from basra_rules.authoring.layout_writing import quoted
from basra_rules.authoring.saving import replace_file
from basra_rules.authoring.suggesting import Suggestion, as_value, suggest
from basra_rules.errors import INVISIBLE, SourceFile, UsageError
from basra_rules.profile.family import family_of
from basra_rules.profile.fields import NAME, NAME_RULE, near_name
from basra_rules.profile.json_schema import profile_schema
from basra_rules.profile.loading import resolve_profile
from basra_rules.scenarios.json_schema import scenario_schema
from basra_rules.source.nodes import shorten
from basra_rules.version import FORMAT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from basra_rules.profile.family import Family
    from basra_rules.profile.models import Profile
    from basra_rules.profile.schema import Path as KeyPath

    IsSound = Callable[[Family], bool]

SCHEMA_FOLDER = ".basra"
"""The folder beside new files in which their JSON Schemas lie, for editors."""

LONGEST_NAME = 50
"""As many characters a name may have: more, and in some scripts no disk would take the files."""

_SCHEMAS = {"profile": profile_schema, "scenarios": scenario_schema}
_NOTE_COLUMN = 52
_WIDTH = 118
_ABOUT = {
    "seats": "How they sit and play",
    "capture": "What must capture",
    "bonuses": "Bonuses",
    "scoring": "Points after a deal",
    "match": "The end of a match",
    "choose": "Options of the parent, settled for this house; the choice in force stands in [ ]",
}


@dataclass(frozen=True, slots=True)
class Draft:
    """A profile to be started: its name and title, its parent, and the changes that are made at once.

    `points` are those of bonuses, by name.
    """

    name: str
    parent: Family
    title: str = ""
    choices: Mapping[str, str] = field(default_factory=dict)
    points: Mapping[str, str] = field(default_factory=dict)

    @property
    def changes(self) -> bool:
        """Tell whether anything is changed at once."""
        return bool(self.choices or self.points)


def check_name(name: str) -> None:
    """Refuse what can't be the name of a new profile.

    Raises:
        UsageError: it is no name, too long, or a shipped profile's, be it in other letters.
    """
    if len(name) > LONGEST_NAME:
        counted = f"{len(name)} characters, where {LONGEST_NAME} are allowed"
        raise UsageError(f"`{shorten(name)}` is too long a name: it has {counted}")
    if not NAME.fullmatch(name):
        close = near_name(name)
        hint = f"; perhaps `{close}`" if close else ""
        raise UsageError(f"`{name}` is no name: {NAME_RULE}{hint}")
    included = next((one for one in resources.profile_names() if one.casefold() == name.casefold()), None)
    if included is not None:
        but = "" if included == name else f", `{included}`, but for capital letters"
        raise UsageError(f"`{name}` is the name of a profile that is included{but}; perhaps `our-{included}`")


def check_title(title: str) -> None:
    """Refuse what can't be a title.

    Raises:
        UsageError: it is not one line of visible characters, or blank.
    """
    if title and not title.strip():
        raise UsageError("the title is blank: say what players call it, or leave `--title` out")
    if not title.isprintable() or INVISIBLE.search(title):
        raise UsageError("a title is one line, and all of it can be seen")


def files_of(name: str, folder: Path) -> tuple[Path, Path]:
    """Return the files that a new profile consists of: the profile and its scenarios."""
    return folder / f"{name}.yaml", folder / f"{name}.scenarios.yaml"


def check_free(name: str, folder: Path) -> None:
    """Refuse to write over a file.

    Raises:
        UsageError: one of a new profile's files is there already.
    """
    for path in files_of(name, folder):
        if os.path.lexists(path):
            raise UsageError(f"`{path}` is there already, and is left as it stands")


def start(draft: Draft, folder: Path, is_sound: IsSound) -> tuple[Path, Path]:
    """Write the two files of a new profile, and the schemas that they name; return the two.

    Args:
        draft: what they say.
        folder: where they go.
        is_sound: tells of a family whether nothing is wrong with it; only what is sound is suggested.

    Raises:
        UsageError: the name can't be used, a file is there already, or one can't be written.
    """
    check_name(draft.name)
    check_title(draft.title)
    check_free(draft.name, folder)
    paths = files_of(draft.name, folder)
    texts = render_profile(draft, folder, is_sound), render_scenarios(draft)
    try:
        (folder / SCHEMA_FOLDER).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"`{folder}` can't be written: {(error.strerror or '').lower()}") from None
    for kind in _SCHEMAS:
        write_schema(kind, folder)
    written: list[Path] = []
    try:
        for path, text in zip(paths, texts, strict=True):
            replace_file(path, text.encode())
            written.append(path)
    except BaseException:
        for path in written:
            path.unlink()
        raise
    return paths


def write_schema(kind: str, folder: Path) -> None:
    """Write the JSON Schema of a kind of file where those in a folder look for it, if it is not that one yet."""
    path = folder / _schema_path(kind)
    data = (json.dumps(_SCHEMAS[kind](), ensure_ascii=False) + "\n").encode()
    if not path.is_file() or path.read_bytes() != data:
        replace_file(path, data)


def _schema_path(kind: str) -> str:
    return f"{SCHEMA_FOLDER}/{kind}.schema.json"


def _head(kind: str) -> list[str]:
    return [f"# yaml-language-server: $schema={_schema_path(kind)}", "#"]


# The profile


def render_profile(draft: Draft, folder: Path, is_sound: IsSound) -> str:
    """Return the text of a new profile's file."""
    parent = resolve_profile(draft.parent)
    title = draft.title or draft.name
    name = f"{draft.name}.yaml"
    own = [
        f"format: {FORMAT}",
        f"name: {_as_text(draft.name)}",
        *([f"title: {_as_text(draft.title)}"] if draft.title else []),
        f"extends: {_as_text(_extends(draft, folder))}",
    ]
    lines = [
        *_head("profile"),
        *_comment(f"{title}: {parent.title or parent.name}, with changes. What is not said here is as it is there."),
        *_comment(
            "A line that starts with # and a key is a change that could be made: take the # away, and put your value "
            "there. Of one key write one line, such as `match: {target: 151, tie: draw}`."
        ),
        *_comment(
            f"`basra check {name}` tells whether it is sound, `basra show {name}` prints all rules, and "
            f"`basra why {name} KEY` tells where one comes from."
        ),
        "",
        *own,
    ]

    def would_do(line: str) -> bool:
        return is_sound(family_of(folder / name, SourceFile(name, "\n".join([*own, line]))))

    open_to_change = [one for one in suggest(parent) if not _is_made(draft, one)]
    lines += _sections(draft, parent, tuple(_first_that(open_to_change, would_do)))
    if not draft.changes:
        lines += ["", "allow:", "  changes-nothing: nothing is changed yet   # delete this entry once something is"]
    return "\n".join(lines) + "\n"


def _as_text(text: str) -> str:
    return as_value(text) if is_text_to_all(text) else quoted(text)


def _extends(draft: Draft, folder: Path) -> str:
    """Return how the new file names its parent: a shipped profile by name, another by the way to it."""
    path = draft.parent.files[0].path
    if resources.profile_path(path.stem) == path:
        return path.stem
    way = Path(os.path.relpath(path.resolve(), folder.resolve())).as_posix()
    return way if "/" in way or way.endswith((".yaml", ".yml")) else f"./{way}"


def _first_that(suggestions: Sequence[Suggestion], would_do: Callable[[str], bool]) -> Iterator[Suggestion]:
    """Yield of each key the first suggestion that would do."""
    done: set[KeyPath] = set()
    for one in suggestions:
        if one.path not in done and would_do(one.line()):
            done.add(one.path)
            yield one


def _sections(draft: Draft, parent: Profile, suggestions: Sequence[Suggestion]) -> Iterator[str]:
    for key, about in _ABOUT.items():
        made = _made(draft, key)
        here = [one for one in suggestions if one.path[0] == key]
        if not made and not here:
            continue
        yield ""
        yield from _comment(about + (":" if key != "bonuses" else ", each with the condition on which it scores:"))
        if key == "bonuses":
            yield from _conditions(parent)
        yield from ([f"{key}:", *(f"  {line}" for line in made)] if made else [])
        for one in here:
            line = f"{f'  #{one.line(1)}' if made else f'#{one.line()}':<{_NOTE_COLUMN}}# "
            yield line + shorten(one.note, _WIDTH - len(line))


def _is_made(draft: Draft, suggestion: Suggestion) -> bool:
    area, name = suggestion.path[:2]
    return (area == "choose" and name in draft.choices) or (area == "bonuses" and name in draft.points)


def _made(draft: Draft, key: str) -> list[str]:
    """Return the entries of a section that are in force at once."""
    if key == "choose":
        return [f"{option}: {as_value(choice)}" for option, choice in draft.choices.items()]
    if key == "bonuses":
        return [f"{name}: {{points: {as_value(points)}}}" for name, points in draft.points.items()]
    return []


def _conditions(parent: Profile) -> Iterator[str]:
    for name, bonus in parent.bonuses.items():
        when = " ".join(bonus.when.node.text.split())
        yield from _comment(f"{name}: {bonus.points.node.text}, when {when}", "#   ")


def _comment(text: str, start: str = "# ") -> Iterator[str]:
    """Yield a comment, on as many lines as it needs."""
    line = start.rstrip() if not text else start
    for word in text.split(" "):
        if line != start and len(line) + len(word) > _WIDTH:
            yield line.rstrip()
            line = "#   "
        line += f"{word} "
    yield line.rstrip()


# The scenarios


def render_scenarios(draft: Draft) -> str:
    """Return the text of a new profile's scenarios."""
    lines: Sequence[str] = first_scenario(draft.parent, resolve_profile(draft.parent))
    head = [
        *_head("scenarios"),
        *_comment(f"What must hold in {draft.title or draft.name}; `basra check {draft.name}.yaml` runs it."),
        *_comment("Each has a name, the floor, the plays, and what is expected of the last play, any of:"),
        *(line for told in expectations() for line in _comment(told, "#   ")),
        *_comment("Whole deals, scoring and matches can be written down too; `basra schema scenarios` has every key."),
    ]
    return "\n".join([*head, "", "source: house", "scenarios:", *(f"  {line}" for line in lines)]) + "\n"
