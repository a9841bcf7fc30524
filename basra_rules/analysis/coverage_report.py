"""The report of what scenarios show: what is missing, with each scenario to paste once, and the counts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from basra_rules.analysis.snippets import PASTE
from basra_rules.analysis.witnesses import body_of
from basra_rules.analysis.wrapping import wrap_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from basra_rules.analysis.coverage import Coverage, Missing


def render_coverage(coverage: Coverage, width: int | None = None) -> str:
    """Return the coverage as text: what is missing, what can't be seen, and the counts."""
    lines = [*_missing_lines(coverage.missing)]
    if coverage.impossible:
        lines += ["", "not counted, as it is proved that no play shows it:"][0 if lines else 1 :]
        lines += [f"    {one}" for one in coverage.impossible]
    lines += [""] if lines else []
    lines += [
        f"{subject}: {count.seen} of {count.total} seen ({count.percent} %)"
        for subject, count in coverage.counts.items()
        if count.total
    ]
    total = coverage.total
    scenarios = "1 scenario shows" if coverage.scenarios == 1 else f"{coverage.scenarios} scenarios show"
    lines.append(f"{coverage.profile}: {scenarios} {total.seen} of {total.total} ({total.percent} %)")
    return "\n".join(part for line in lines for part in wrap_line(line, width))


def _missing_lines(missing: Sequence[Missing]) -> Iterator[str]:
    """Yield what is missing, all that a scenario shows above it: first what shows most, last what nothing shows."""
    groups: dict[str, list[Missing]] = {}
    for one in missing:
        groups.setdefault(body_of(one.scenario) if one.scenario else "", []).append(one)
    alone = groups.pop("", [])
    if groups:
        yield PASTE
    for group in sorted(groups.values(), key=len, reverse=True):
        yield ""
        yield from map(_said, group)
        yield from (f"    {line}" for line in (group[0].scenario or "").splitlines())
    if groups and alone:
        yield ""
    yield from map(_said, alone)


def _said(one: Missing) -> str:
    place = f"{one.place.source.name}:{one.place.line}: " if one.place else ""
    return f"{place}{one.message}"


def coverage_as_json(coverage: Coverage) -> dict[str, Any]:
    """Return the coverage as plain data."""
    counts = {subject.value: one for subject, one in coverage.counts.items()} | {"total": coverage.total}
    return {
        "profile": coverage.profile,
        "scenarios": coverage.scenarios,
        "counts": {
            name: {"seen": one.seen, "total": one.total, "percent": one.percent} for name, one in counts.items()
        },
        "missing": [
            {
                "subject": one.subject.value,
                "key": one.key,
                "message": one.message,
                "file": one.place.source.name if one.place else None,
                "line": one.place.line if one.place else None,
                "scenario": one.scenario,
            }
            for one in coverage.missing
        ],
        "not_counted": list(coverage.impossible),
    }
