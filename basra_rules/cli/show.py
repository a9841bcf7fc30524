"""`basra show`: a profile's effective rules, where each comes from, its options, readings and budget."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from basra_rules.cli.options import OptionList, ProfileArgument, parse_options

if TYPE_CHECKING:
    from collections.abc import Iterator

    from basra_rules.engine.budget import Budget
    from basra_rules.profile.models import Profile
    from basra_rules.profile.provenance import Origins
    from basra_rules.source.nodes import Entry, MapNode

_COLUMN = 64


def show(
    profile: ProfileArgument,
    option: OptionList = None,
    *,
    effective: Annotated[
        bool, typer.Option("--effective", help="Print the rules as a profile's file that extends no other.")
    ] = False,
) -> None:
    """Print a profile: its effective rules with their places, its options, readings and budget."""
    from basra_rules.profile.loading import load_profile  # noqa: PLC0415 - loaded when it is needed

    choices = parse_options(option)
    typer.echo(_standalone(profile, choices) if effective else "\n".join(_page(load_profile(profile, choices))))


def _standalone(name_or_path: str, options: dict[str, str]) -> str:
    """Return the rules as a file of their own, which allows no finding that it does not have."""
    from basra_rules.authoring.standalone import reasons_of, write_standalone  # noqa: PLC0415
    from basra_rules.profile.family import read_family  # noqa: PLC0415
    from basra_rules.profile.loading import given_choices  # noqa: PLC0415

    family, choices = read_family(name_or_path), given_choices(options)
    text = write_standalone(family, choices)
    idle = _idle_reasons(text, name_or_path) if reasons_of(family) else frozenset()
    return (write_standalone(family, choices, idle) if idle else text).rstrip("\n")


def _idle_reasons(text: str, name: str) -> frozenset[str]:
    """Return the codes that a profile's text allows though nothing of the kind is found in it."""
    from pathlib import Path  # noqa: PLC0415

    from basra_rules.analysis.checks import unused_allow  # noqa: PLC0415
    from basra_rules.analysis.linting import lint_profile  # noqa: PLC0415
    from basra_rules.errors import SourceFile  # noqa: PLC0415
    from basra_rules.profile.family import family_of  # noqa: PLC0415
    from basra_rules.profile.loading import resolve_profile  # noqa: PLC0415

    alone = family_of(Path(name), SourceFile(name, text))
    found = lint_profile(resolve_profile(alone), alone)
    return frozenset(one.span.text for one in found if one.code == unused_allow.CODE and one.span is not None)


def _page(profile: Profile) -> Iterator[str]:
    origins = profile.origins
    yield f"{profile.name}: {profile.title or profile.name}"
    yield "files: " + ", which extends ".join(source.name for source in origins.files)
    for key, text in profile.sources.items():
        yield f"source {key}: {text}"
    yield ""
    yield from _rules(origins)
    yield from _options(profile)
    yield from _readings(profile)
    yield ""
    yield from _budget(profile)


def _rules(origins: Origins) -> Iterator[str]:
    from basra_rules.profile.differences import RULE_AREAS  # noqa: PLC0415

    for area in RULE_AREAS:
        found = origins.entry(area)
        if found is not None:
            yield from _entry(found, (), origins)


def _entry(entry: Entry, path: tuple[str, ...], origins: Origins) -> Iterator[str]:
    from basra_rules.profile.differences import flow_text  # noqa: PLC0415
    from basra_rules.source.nodes import MapNode  # noqa: PLC0415

    here = (*path, entry.key.text)
    indent = "  " * len(path)
    if isinstance(entry.value, MapNode) and len(entry.value):
        yield f"{indent}{entry.key.text}:"
        for inner in entry.value:
            yield from _entry(inner, here, origins)
        return
    text = f"{indent}{entry.key.text}: {flow_text(entry.value)}"
    yield f"{text:<{_COLUMN}} # {_history(entry, '.'.join(here), origins)}"


def _history(entry: Entry, path: str, origins: Origins) -> str:
    """Return where a value was written, by which choice, and what it overrode, the latest first."""
    from basra_rules.profile.differences import flow_text  # noqa: PLC0415

    span = entry.value.span
    told = f"{span.source.name}:{span.line}"
    made = origins.by_choice.get(path)
    if made is not None:
        told += f", the choice {made.choice} of {made.option} ({made.by})"
    for old in reversed(entry.overridden):
        told += f"; was {flow_text(old)} ({old.span.source.name}:{old.span.line})"
    return told


def _options(profile: Profile) -> Iterator[str]:
    from basra_rules.profile.options import choices_of, option_node  # noqa: PLC0415

    if profile.options:
        yield ""
        yield "options (--option NAME=CHOICE):"
    for name, option in profile.options.items():
        node: MapNode | None = option_node(profile.origins.tree, name)
        made = profile.origins.choices[name]
        choices = tuple(choices_of(node)) if node else ()
        shown = " | ".join(f"[{choice}]" if choice == made.choice else choice for choice in choices)
        own = "" if made.choice else f" (none of these is in force: {_settled(profile, name)})"
        by = f" (chosen by {made.by})" if made.by not in ("default", "") else ""
        yield f"  {name}: {shown}{own}{by}  – {option.about}"


def _settled(profile: Profile, option: str) -> str:
    """Return what is in force of what an option settles, where that is none of its choices."""
    from basra_rules.profile.in_force import values_settled  # noqa: PLC0415

    return "; ".join(f"{key} is {value}" for key, value in values_settled(profile.origins.tree, option).items())


def _readings(profile: Profile) -> Iterator[str]:
    from basra_rules.profile.readings import overriding  # noqa: PLC0415

    if profile.readings:
        yield ""
        yield "readings:"
    for place, reading in enumerate(profile.readings):
        replaced = overriding(profile, place)
        if replaced is not None:
            yield f"  {reading.key} – overridden at {replaced.source.name}:{replaced.line}, so no source speaks of it"
            continue
        source = f", {reading.source}" if reading.source else ""
        note = f": {reading.note}" if reading.note else ""
        others = f" (also read: {'; '.join(reading.others)})" if reading.others else ""
        yield f"  {reading.key} – {reading.status}{source}{note}{others}"


def _budget(profile: Profile) -> Iterator[str]:
    from basra_rules.engine.budget import compute_budget  # noqa: PLC0415
    from basra_rules.exact import format_number  # noqa: PLC0415
    from basra_rules.rules.compiling import compile_rules  # noqa: PLC0415

    rules = compile_rules(profile)
    budgets = {players: compute_budget(rules, players) for players in rules.seats.players}
    for budget, players in _grouped(budgets):
        low = format_number(budget.cards + budget.awards_low)
        high = format_number(budget.cards + budget.awards_high)
        total = low if low == high else f"{low} to {high}"
        who = " or ".join(map(str, players))
        yield f"budget of a deal for {who} players: {total} points, besides bonuses and a carry"


def _grouped(budgets: dict[int, Budget]) -> Iterator[tuple[Budget, tuple[int, ...]]]:
    for budget in dict.fromkeys(budgets.values()):
        yield budget, tuple(players for players, one in budgets.items() if one == budget)
