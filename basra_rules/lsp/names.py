"""Places where a file names something that is written elsewhere: what may be named there, and where that stands.

Completion offers these names, hover tells of them, and the way to a definition leads to their places.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING

from basra_rules import resources
from basra_rules.analysis.diagnostic_pages import page_of
from basra_rules.analysis.linting import CODES
from basra_rules.errors import BasraError, Span
from basra_rules.lsp.outline import Branch
from basra_rules.lsp.subjects import REMOVE
from basra_rules.profile.differences import RULE_AREAS, flow_text
from basra_rules.profile.options import choices_of, option_node
from basra_rules.profile.schema import description
from basra_rules.scenarios.sorting import Kind
from basra_rules.source.nodes import MapNode, ScalarNode, shorten
from basra_rules.source.parsing import read_nodes
from basra_rules.source.reading import PROFILE_LIMIT, read_file

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path as FilePath

    from basra_rules.lsp.background import Background
    from basra_rules.lsp.outline import Path
    from basra_rules.profile.models import Profile
    from basra_rules.source.nodes import Entry, Node


class Sort(StrEnum):
    """What a name is the name of."""

    PROFILE = "profile"
    KEY = "key"
    RULE = "key of the rules"
    INHERITED_KEY = "inherited key"
    BONUS = "bonus"
    OPTION = "option"
    CHOICE = "choice"
    SOURCE = "source"
    CODE = "diagnostic"


@dataclass(frozen=True, slots=True)
class Named:
    """Something that can be named: its name, what it is in a few words, more about it, and where it is written."""

    name: str
    detail: str = ""
    about: str = ""
    span: Span | None = None


def sort_at(background: Background, path: Path) -> Sort | None:
    """Return what the value at a path names; None where it names nothing."""
    return (_sort_in_scenarios if background.kind is Kind.SCENARIOS else _sort_in_profile)(path)


def sort_of_keys(background: Background, path: Path) -> Sort | None:
    """Return what the keys of the mapping at a path name, where they name something written elsewhere."""
    if background.kind is Kind.SCENARIOS:
        return Sort.OPTION if path[-1:] == ("options",) and len(path) in (1, 3) else None
    return {"choose": Sort.OPTION, "allow": Sort.CODE}.get(path[0]) if len(path) == 1 else None


def _sort_in_scenarios(path: Path) -> Sort | None:
    if path == ("profile",):
        return Sort.PROFILE
    if path[-2:-1] == ("options",) and len(path) in (2, 4):
        return Sort.CHOICE
    return Sort.BONUS if path[2:4] == ("expect", "bonuses") and len(path) == 5 else None


def _sort_in_profile(path: Path) -> Sort | None:
    if path[-2:-1] == (REMOVE,) and (len(path) == 2 or path[0] == "options"):
        return Sort.INHERITED_KEY
    match path:
        case ("extends",):
            return Sort.PROFILE
        case ("choose", _):
            return Sort.CHOICE
        case ("options", _, "sets"):
            return Sort.RULE
        case ("readings", _, "key"):
            return Sort.KEY
        case ("readings", _, "source"):
            return Sort.SOURCE
        case ("bonuses", _, "instead_of"):
            return Sort.BONUS
    return None


def names(background: Background, sort: Sort, path: Path) -> tuple[Named, ...]:
    """Return everything of a sort that may be named at a path."""
    finders: dict[Sort, Callable[[Background, Path], Iterator[Named]]] = {
        Sort.PROFILE: _profiles,
        Sort.KEY: lambda here, _: _keys(here, here.rules),
        Sort.RULE: lambda here, _: _keys(here, here.rules, RULE_AREAS),
        Sort.INHERITED_KEY: lambda here, _: _keys(here, here.parent),
        Sort.BONUS: lambda here, _: _entries(here, "bonuses"),
        Sort.OPTION: lambda here, _: _options(here),
        Sort.CHOICE: lambda here, path: _choices(here, path[-1]),
        Sort.SOURCE: lambda here, _: _entries(here, "sources"),
        Sort.CODE: lambda *_: _codes(),
    }
    found = {one.name: one for one in finders[sort](background, path)}
    return tuple(found.values())


def find_name(background: Background, sort: Sort, path: Path, name: str) -> Named | None:
    """Return what a name at a path means, if it means anything."""
    return next((one for one in names(background, sort, path) if one.name == name), None)


def _profiles(background: Background, _: Path) -> Iterator[Named]:
    for name in resources.profile_names():
        path = resources.profile_path(name)
        assert path is not None
        yield _profile(name, path)
    for path in _beside(background.document.path):
        yield _profile(path.name, path)


def _beside(path: FilePath) -> Iterator[FilePath]:
    """Yield the files in the same folder that may be profiles."""
    try:
        beside = sorted(path.parent.glob("*.yaml"))
    except OSError:
        return
    for other in beside:
        if other != path and not other.name.endswith(".scenarios.yaml") and not resources.is_shipped(other):
            yield other


def _profile(name: str, path: FilePath) -> Named:
    try:
        return _heading(name, path, path.stat().st_mtime_ns)
    except (BasraError, OSError):
        return Named(name)


@lru_cache(maxsize=256)
def _heading(name: str, path: FilePath, _: int) -> Named:
    """Return what a profile says of itself; asked again when its file has changed."""
    source = read_file(path, PROFILE_LIMIT, resources.shown_path(path))
    document = read_nodes(source)
    title, extends = (document.get(key) if isinstance(document, MapNode) else None for key in ("title", "extends"))
    about = f"extends `{extends.text}`" if isinstance(extends, ScalarNode) else "extends no other profile"
    return Named(name, title.text if isinstance(title, ScalarNode) else "", about, Span(source, 0, 0))


_AREAS = (*RULE_AREAS, "options", "sources")


def _keys(background: Background, profile: Profile | None, areas: Sequence[str] = _AREAS) -> Iterator[Named]:
    """Yield every key that a profile has in some areas, with dots between the parts of its path."""
    tree = profile.origins.tree if profile else MapNode((), Span(background.document.source, 0, 0))
    for area in tree:
        if area.key.text in areas:
            yield from _paths(area, ())


def _paths(entry: Entry, path: Path) -> Iterator[Named]:
    here = (*path, entry.key.text)
    yield Named(".".join(here), shorten(flow_text(entry.value), 60), description(here), entry.key.span)
    if isinstance(entry.value, MapNode) and not (here[0] == "options" and len(here) > 1):
        for inner in entry.value:
            yield from _paths(inner, here)


def _entries(background: Background, area: str) -> Iterator[Named]:
    """Yield the entries of a mapping by name, those in force and those that the file itself is adding."""
    for entry in entries_in_force(background.rules, (area,)):
        yield Named(entry.key.text, _label(entry.value), flow_text(entry.value), entry.key.span)
    own = background.root.entry(area)
    for twig in own.value.entries if own and isinstance(own.value, Branch) and background.kind is Kind.PROFILE else ():
        yield Named(twig.key, span=Span(background.document.source, twig.start, twig.key_end))


def _label(value: Node) -> str:
    label = value.get("label") if isinstance(value, MapNode) else value
    return shorten(label.text, 60) if isinstance(label, ScalarNode) else ""


def entries_in_force(profile: Profile | None, path: Path) -> tuple[Entry, ...]:
    """Return the entries of the mapping at a path of a profile; none where there is no mapping."""
    if profile is None:
        return ()
    if not path:
        return profile.origins.tree.entries
    found = profile.origins.entry(".".join(path))
    return found.value.entries if found is not None and isinstance(found.value, MapNode) else ()


def _options(background: Background) -> Iterator[Named]:
    profile = _chosen_from(background)
    for name, option in profile.options.items() if profile else ():
        made = profile.origins.choices[name].choice if profile else ""
        node = option_node(profile.origins.tree, name) if profile else None
        choices = " | ".join(f"[{one}]" if one == made else one for one in choices_of(node)) if node else ""
        span = profile.origins.key_span(f"options.{name}") if profile else None
        yield Named(name, choices, option.about, span)


def _chosen_from(background: Background) -> Profile | None:
    """Return the profile whose options are chosen from: a profile chooses among those of its parent."""
    return background.rules if background.kind is Kind.SCENARIOS else background.parent


def _choices(background: Background, option: str) -> Iterator[Named]:
    profile = _chosen_from(background)
    node = option_node(profile.origins.tree, option) if profile else None
    for choice, value in choices_of(node).items() if node else ():
        detail = "" if isinstance(value, ScalarNode) and value.text == choice else shorten(flow_text(value), 60)
        yield Named(choice, detail, span=value.span)


def _codes() -> Iterator[Named]:
    for code in CODES:
        page = page_of(code)
        yield Named(code, page.splitlines()[0].partition(": ")[2], page)
