"""The report of a mutation run: what nothing checks, rule by rule, and the situation that would."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from basra_rules.analysis.snippets import PASTE
from basra_rules.analysis.wrapping import wrap_line
from basra_rules.exact import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from basra_rules.analysis.mutation import Alike, Mutation, Survivor

SHOWN = 20
"""So many changes of a kind are told in full, where not all are wanted."""

_NAMED_PARTS = frozenset({("capture", "ways"), ("scoring", "awards"), ("deck", "tables")})


def render_mutation(mutation: Mutation, most: int | None = None, width: int | None = None) -> str:
    """Return the report as text: survivors by rule, the first `most` of them with their scenarios, then the counts.

    Where not all is wanted, changes that make no difference are told only if none survives.
    """
    lines: list[str] = []
    if mutation.survivors:
        lines += [*_overview(mutation.survivors), "", PASTE, ""]
    lines += _survivor_lines(mutation.survivors, most)
    lines += [f"left aside, it does not pass as it is: {name}" for name in mutation.unused]
    if most is None or not mutation.survivors:
        lines += _alike_lines("no situation tells these changes apart:", mutation.alike, most)
        lines += _alike_lines("not decided whether anything tells these changes apart:", mutation.undecided, most)
    return "\n".join(part for line in [*lines, summary(mutation)] for part in _parts(line, width))


def _parts(line: str | _AsItIs, width: int | None) -> list[str]:
    return [line] if isinstance(line, _AsItIs) else wrap_line(line, width)


class _AsItIs(str):
    """A line that is not broken: it is to be pasted."""

    __slots__ = ()


def summary(mutation: Mutation) -> str:
    """Return the counts on one line."""
    tried = len(mutation.killed) + len(mutation.survivors)
    notice = "notices" if mutation.scenarios == 1 else "notice"
    return (
        f"{mutation.profile}: {counted(mutation.scenarios, 'scenario')} {notice} {len(mutation.killed)} of "
        f"{counted(tried, 'change')}; {len(mutation.survivors)} survive; {len(mutation.alike)} more make no difference"
        + (f"; {len(mutation.undecided)} not decided" if mutation.undecided else "")
    )


def rule_of(key: str) -> str:
    """Return the key of the rule that a changed key belongs to: a whole way, bonus or award, or else one setting."""
    parts = key.split(".")
    return ".".join(parts[: 3 if tuple(parts[:2]) in _NAMED_PARTS else 2])


def by_rule(survivors: Sequence[Survivor]) -> dict[str, list[Survivor]]:
    """Return the survivors of each rule, the rules in the order in which they come first."""
    found: dict[str, list[Survivor]] = {}
    for one in survivors:
        found.setdefault(rule_of(one.mutant.key), []).append(one)
    return found


def _overview(survivors: Sequence[Survivor]) -> Iterator[str]:
    """Yield how many changes of each rule survive."""
    yield f"{counted(len(survivors), 'change')} that no scenario notices:"
    groups = by_rule(survivors)
    wide = max(map(len, groups))
    yield from (f"    {rule:<{wide}}  {len(group)}" for rule, group in groups.items())


def _survivor_lines(survivors: Sequence[Survivor], most: int | None) -> Iterator[str]:
    told = 0
    for rule, group in by_rule(survivors).items():
        shown = group if most is None else group[: most - told]
        if shown:
            yield f"in {rule}:"
        for one in shown:
            yield from (*_one_survivor(one), "")
        told += len(shown)
    if told < len(survivors):
        yield f"{len(survivors) - told} more: `--all` shows every one with its scenario"
        yield ""


def _one_survivor(one: Survivor) -> Iterator[str]:
    place = f" ({one.place.source.name}:{one.place.line})" if one.place else ""
    yield one.mutant.sentence + place
    yield f"    {_flat(one.mutant.change)}"
    yield "  this would:"
    yield from (_AsItIs(f"    {line}") for line in one.scenario.splitlines())


def _alike_lines(title: str, alike: Sequence[Alike], most: int | None) -> Iterator[str]:
    if alike:
        yield title
    yield from (f"    {_flat(one.mutant.change)} ({_proof(one)})" for one in alike[:most])
    if most is not None and len(alike) > most:
        yield f"    {len(alike) - most} more: `--all` shows every one"


def _proof(one: Alike) -> str:
    if one.is_equal:
        return "equal once compiled"
    if one.is_proved:
        return "proved: every play is allowed and scored alike"
    if one.size is None:
        return "no difference in any deal or score that was tried"
    return f"no situation up to {counted(one.size, 'card')}"


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
                "rule": rule_of(one.mutant.key),
                "key": one.mutant.key,
                "change": _flat(one.mutant.change),
                "message": one.mutant.sentence,
                "file": one.place.source.name if one.place else None,
                "line": one.place.line if one.place else None,
                "scenario": one.scenario,
            }
            for one in mutation.survivors
        ],
        "not_decided": [{"change": _flat(one.mutant.change), "tried": _proof(one)} for one in mutation.undecided],
        "no_difference": [{"change": _flat(one.mutant.change), "proof": _proof(one)} for one in mutation.alike],
    }
