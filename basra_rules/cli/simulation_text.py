"""The statistics of a simulation as text, with small histograms."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from basra_rules.simulation.comparing import Difference
    from basra_rules.simulation.statistics import Estimate, MatchSummary, Summary

    Compared = tuple[str, Summary | None, Difference | None]

BARS = 12
WIDTH = 40
_BLOCKS = " ▏▎▍▌▋▊▉█"


def render_report(headline: str, summary: Summary, ending: str, compared: Compared | None) -> str:
    """Return the whole report."""
    parts = [[headline], list(_points(summary)), list(_sources(summary)), list(_chances(summary))]
    if summary.matches is not None:
        parts.append(list(_matches(summary.matches)))
    if compared is not None:
        parts.append(list(_comparison(compared)))
    parts.append(["points of a side in a deal", *histogram(summary.histogram, summary.lowest)])
    parts.append([ending])
    return "\n\n".join("\n".join(part) for part in parts)


def _points(summary: Summary) -> Iterator[str]:
    yield "points a deal            mean  95 % interval  spread   cards"
    for side, (one, cards) in enumerate(zip(summary.points, summary.cards, strict=True)):
        yield f"  side {side}            {one.mean:10.3f}      ± {one.half_width:<7.3f}{one.spread:8.2f}{cards:8.2f}"
    yield f"  whoever leads gets {_signed(summary.lead)} more than the others on average"


def _signed(one: Estimate, places: int = 3) -> str:
    return f"{one.mean:+.{places}f} ± {one.half_width:.{places}f}"


def _percent(one: Estimate) -> str:
    return f"{100 * one.mean:.2f} % ± {100 * one.half_width:.2f}"


def _sources(summary: Summary) -> Iterator[str]:
    yield "where the points come from"
    width = max(len(source.name) for source in summary.sources)
    for source in summary.sources:
        times = "" if source.times is None else f"   scores {source.times:.4f} times a deal"
        yield f"  {source.name:<{width}}  {source.points:9.3f} a deal {100 * source.share:6.1f} %{times}"


def _chances(summary: Summary) -> Iterator[str]:
    yield f"the best sides get the same in {_percent(summary.ties)} of the deals"
    for name, share in summary.nobody.items():
        yield f"{name} goes to nobody in {_percent(share)}"
    if summary.voids:
        yield f"{summary.voids:,} deals were void and dealt again"


def _matches(found: MatchSummary) -> Iterator[str]:
    length = found.length
    yield f"a match takes {length.mean:.2f} ± {length.half_width:.2f} deals (spread {length.spread:.2f})"
    for side, one in enumerate(found.wins):
        yield f"  side {side} wins {_percent(one)}"
    yield f"  whoever leads first wins {_percent(found.leader_wins)}"
    if found.draws:
        yield f"  {found.draws:,} end in a draw"
    if found.unfinished:
        yield f"  {found.unfinished:,} were broken off without a winner"
    yield "deals in a match"
    yield from histogram(found.lengths, 0)


def _comparison(compared: Compared) -> Iterator[str]:
    title, summary, difference = compared
    if summary is None or difference is None:
        return
    yield f"the same cards and choices by {title}"
    for side, (one, change) in enumerate(zip(summary.points, difference.points, strict=True)):
        yield f"  side {side}   {one.mean:10.3f}   difference {_signed(change, 4)}"
    changed = difference.changed
    interval = f"{100 * changed.low:.2f} to {100 * changed.high:.2f}"
    yield f"  {100 * changed.value:.2f} % of the deals ({interval}) come out differently"


def histogram(counts: Sequence[int], lowest: int) -> list[str]:
    """Return bars for at most `BARS` ranges of values, the first of which is `lowest`."""
    used = [place for place, times in enumerate(counts) if times]
    if not used:
        return ["  none"]
    first, last = used[0], used[-1]
    step = max(1, -(-(last - first + 1) // BARS))
    ranges = [(start, min(start + step, last + 1)) for start in range(first, last + 1, step)]
    sums = [sum(counts[start:end]) for start, end in ranges]
    most, total = max(sums), sum(sums)
    lines = []
    for (start, end), times in zip(ranges, sums, strict=True):
        low, high = start + lowest, end - 1 + lowest
        name = f"{low}" if low == high else f"{low} to {high}"
        lines.append(f"  {name:>12}  {_bar(times / most):<{WIDTH}} {100 * times / total:5.1f} %")
    return lines


def _bar(share: float) -> str:
    eighths = round(8 * WIDTH * share)
    return "█" * (eighths // 8) + (_BLOCKS[eighths % 8] if eighths % 8 else "")
