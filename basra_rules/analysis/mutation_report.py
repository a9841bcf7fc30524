"""The report of a mutation run: what nothing checks, and the situation that would."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from basra_rules.analysis.mutation import Alike, Mutation, Survivor


def render_mutation(mutation: Mutation) -> str:
    """Return the report as text: survivors with their scenarios, then the counts."""
    lines: list[str] = []
    for one in mutation.survivors:
        lines += [*_survivor_lines(one), ""]
    lines += [f"left aside, it does not pass as it is: {name}" for name in mutation.unused]
    lines += list(_alike_lines(mutation))
    return "\n".join([*lines, summary(mutation)])


def summary(mutation: Mutation) -> str:
    """Return the counts on one line."""
    tried = len(mutation.killed) + len(mutation.survivors)
    return (
        f"{mutation.profile}: {mutation.scenarios} scenarios notice {len(mutation.killed)} of {tried} changes; "
        f"{len(mutation.survivors)} survive; {len(mutation.alike)} more make no difference"
    )


def _survivor_lines(one: Survivor) -> Iterator[str]:
    place = f" ({one.place.source.name}:{one.place.line})" if one.place else ""
    yield one.mutant.sentence + place
    yield f"    {_flat(one.mutant.change)}"
    yield "  this would:"
    yield from (f"    {line}" for line in one.scenario.splitlines())


def _alike_lines(mutation: Mutation) -> Iterator[str]:
    if mutation.alike:
        yield "no situation tells these changes apart:"
        yield from (f"    {_flat(one.mutant.change)} ({_proof(one)})" for one in mutation.alike)


def _proof(one: Alike) -> str:
    if one.is_equal:
        return "equal once compiled"
    if one.size is None:
        return "no difference in any deal or score that was tried"
    return f"no situation up to {one.size} cards"


def _flat(text: str) -> str:
    return " ".join(text.split())


def mutation_as_json(mutation: Mutation) -> dict[str, Any]:
    """Return the report as plain data."""
    return {
        "profile": mutation.profile,
        "scenarios": mutation.scenarios,
        "killed": len(mutation.killed),
        "survived": len(mutation.survivors),
        "alike": len(mutation.alike),
        "invalid": mutation.invalid,
        "unused": list(mutation.unused),
        "survivors": [
            {
                "key": one.mutant.key,
                "change": _flat(one.mutant.change),
                "message": one.mutant.sentence,
                "file": one.place.source.name if one.place else None,
                "line": one.place.line if one.place else None,
                "scenario": one.scenario,
            }
            for one in mutation.survivors
        ],
        "no_difference": [{"change": _flat(one.mutant.change), "proof": _proof(one)} for one in mutation.alike],
    }
