"""The rules in force, as players read them: what was chosen, what differs from the default, where each rule stands."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import groupby
from typing import TYPE_CHECKING

from basra_rules import resources
from basra_rules.profile.differences import RULE_AREAS, group_differences
from basra_rules.profile.loading import load_profile
from basra_rules.profile.schema import is_pattern_keyed, known_keys
from basra_rules.rules.compiling import clause
from basra_rules.source.nodes import MapNode
from basra_rules.tui.clauses import describe_clause, place_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from basra_rules.profile.differences import Difference
    from basra_rules.profile.models import Profile
    from basra_rules.profile.schema import Path
    from basra_rules.source.nodes import Entry


@dataclass(frozen=True, slots=True)
class OptionInForce:
    """A choice that the players made, or that was made for them; what is no choice is told with the rules."""

    name: str
    choice: str
    about: str


@dataclass(frozen=True, slots=True)
class RulesInForce:
    """What the person is told of the rules.

    `differences` are those from the `default` profile, by area; `rules` are all that is written, each with
    its place; `unwritten` is what no file says, so that the value which it then has is in force.
    """

    options: tuple[OptionInForce, ...]
    default: str
    differences: tuple[str, ...]
    rules: tuple[str, ...]
    unwritten: tuple[str, ...]


def rules_in_force(profile: Profile) -> RulesInForce:
    """Return what the players are told of the profile."""
    choices = profile.origins.choices
    default = load_profile(resources.DEFAULT_PROFILE)
    return RulesInForce(
        tuple(
            OptionInForce(name, choices[name].choice, option.about)
            for name, option in profile.options.items()
            if choices[name].choice
        ),
        default.name,
        tuple(_tell_differences(profile, default)),
        tuple(_tell_rules(profile)),
        tuple(_tell_unwritten(profile)),
    )


# Differences


def _tell_differences(profile: Profile, default: Profile) -> Iterator[str]:
    """Yield the differences by area: settings, then what both have otherwise, what one alone has."""
    for area, found in group_differences(profile, default).items():
        changed = [one for one in found if one.here is not None and not _is_added(one)]
        for thing, differences in groupby(changed, lambda one: _named_thing(one.path)):
            changes = "; ".join(map(_tell_change, differences))
            yield f"{area}: {thing} ({changes})" if thing else f"{area}: {changes}"
        yield from (f"{area}, only here: {one.path[-1]} {_plain(one.here)}" for one in found if _is_added(one))
        gone = ", ".join(_short_name(one.path) for one in found if one.here is None)
        if gone:
            yield f"{area}, not here: {gone}"


def _is_added(one: Difference) -> bool:
    """Tell whether this is a whole bonus, way or award that the other profile has not."""
    return one.there is None and _names_things(one.path[:-1])


def _names_things(path: Path) -> bool:
    """Tell whether the author names what stands at `path`: ways, bonuses, awards, tables."""
    return not known_keys(path) and not is_pattern_keyed(path)


def _named_thing(path: Path) -> str:
    """Return which way, bonus or award the key at `path` belongs to, or nothing."""
    lengths = range(1, len(path) - 1)
    return next((path[length] for length in lengths if _names_things(path[:length])), "")


def _short_name(path: Path) -> str:
    """Return the key without its area and without words that only say that names follow."""
    around = (word for place, word in enumerate(path[1:-1], 2) if not _names_things(path[:place]))
    return ".".join([*around, path[-1]])


def _tell_change(one: Difference) -> str:
    instead = "" if one.there is None else f" instead of {_plain(one.there)}"
    thing = _named_thing(one.path)
    return f"{_short_name(one.path).removeprefix(f'{thing}.')}: {_plain(one.here)}{instead}"


def _plain(value: str | None) -> str:
    """Return a value without the marks of YAML."""
    written = value or ""
    if written.startswith("{"):
        return f"({written[1:-1]})"
    return {"true": "yes", "false": "no"}.get(written, written.strip("[]"))


# Rules


def _tell_rules(profile: Profile) -> Iterator[str]:
    for path in _rule_paths(profile):
        key = ".".join(path)
        entry = profile.origins.entry(key)
        assert entry is not None
        rule = clause(profile, key)
        yield describe_clause(rule if rule.text else replace(rule, text="nothing"), _further_places(entry))


def _rule_paths(profile: Profile) -> Iterator[Path]:
    """Yield the key of every rule: a way, bonus or award is one, and so is what goes by card pattern."""
    for area in RULE_AREAS:
        entry = profile.origins.entry(area)
        if entry is not None:
            yield from _paths_below(entry, (area,))


def _paths_below(entry: Entry, path: Path) -> Iterator[Path]:
    is_one_rule = not isinstance(entry.value, MapNode) or is_pattern_keyed(path) or _names_things(path[:-1])
    if is_one_rule:
        yield path
    else:
        assert isinstance(entry.value, MapNode)
        for inner in entry.value:
            yield from _paths_below(inner, (*path, inner.key.text))


def _further_places(entry: Entry) -> Iterator[str]:
    """Yield where parts of a rule were written that stand in another file than the rule."""
    if isinstance(entry.value, MapNode):
        for inner in entry.value:
            if inner.value.span.source.name != entry.key.span.source.name:
                yield f"{inner.key.text} {place_of(inner.value.span)}"


def _tell_unwritten(profile: Profile) -> Iterator[str]:
    """Yield the settings that no file mentions, with the value that they have then."""
    for area in RULE_AREAS:
        model = getattr(profile, area)
        for name in known_keys((area,)):
            value = getattr(model, name)
            if profile.origins.entry(f"{area}.{name}") is None and isinstance(value, int | StrEnum):
                yield f"{area}.{name}: {value}"
