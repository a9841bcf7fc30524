"""The statistics of a simulation as text, as wide as the terminal allows."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from basra_rules.cli.histograms import histogram

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from basra_rules.simulation.comparing import Difference
    from basra_rules.simulation.statistics import Estimate, MatchSummary, Share, Summary

    Compared = tuple[str, Summary | None, Difference | None]
    Rows = Sequence[Sequence[str]]

UNKNOWN = "–"


def render_report(headline: str, summary: Summary, ending: str, compared: Compared | None, width: int) -> str:
    """Return the whole report."""
    parts = [[headline], _points(summary, width), _sources(summary, width), list(_chances(summary))]
    if summary.matches is not None:
        parts += [list(_matches(summary.matches)), ["deals in a match", *histogram(summary.matches.lengths, width)]]
    if compared is not None:
        parts.append(list(_comparison(compared, width)))
    rounded = ", rounded down" if summary.rounded else ""
    parts.append([f"points of a side in a deal{rounded}", *histogram(summary.histogram, width)])
    parts.append([ending])
    return "\n\n".join("\n".join(_folded(part, width)) for part in parts)


def _folded(lines: Sequence[str], width: int) -> Iterator[str]:
    for line in lines:
        indent = " " * (len(line) - len(line.lstrip()) + 2)
        if len(line) <= width:
            yield line
        else:
            yield from textwrap.wrap(
                line, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
            )


def _table(rows: Rows, width: int) -> list[str]:
    """Return the rows in columns, the first of them the heads; where these are too wide, a block for each row."""
    columns = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        "  ".join(
            [f"{row[0]:<{columns[0]}}", *(f"{cell:>{wide}}" for cell, wide in zip(row[1:], columns[1:], strict=True))]
        )
        for row in rows
    ]
    if max(map(len, lines)) <= width:
        return [line.rstrip() for line in lines]
    heads, *others = rows
    blocks = [heads[0]]
    for row in others:
        blocks.append(row[0])
        blocks += [f"    {head}: {cell}" for head, cell in zip(heads[1:], row[1:], strict=True) if cell]
    return blocks


def _points(summary: Summary, width: int) -> list[str]:
    rows = [("points a deal", "mean", "95 % interval", "spread", "cards")]
    for side, (one, cards) in enumerate(zip(summary.points, summary.cards, strict=True)):
        rows.append((f"  side {side}", f"{one.mean:,.3f}", _within(one), _known(one.spread, 2), f"{cards:.2f}"))
    return [*_table(rows, width), f"  whoever leads gets {_signed(summary.lead)} more than the others on average"]


def _known(number: float | None, places: int) -> str:
    return UNKNOWN if number is None else f"{number:,.{places}f}"


def _within(one: Estimate, places: int = 3) -> str:
    return f"± {_known(one.half_width, places)}"


def _signed(one: Estimate, places: int = 3) -> str:
    return f"{one.mean:+,.{places}f} {_within(one, places)}"


def _percent(one: Share) -> str:
    return f"{100 * one.value:.2f} % ({100 * one.low:.2f} to {100 * one.high:.2f})"


def _sources(summary: Summary, width: int) -> list[str]:
    rows = [("where the points come from", "a deal", "share", "scores")]
    for source in summary.sources:
        share = UNKNOWN if source.share is None else f"{100 * source.share:.1f} %"
        times = "" if source.times is None else f"{source.times:.4f} times"
        rows.append((f"  {source.name}", f"{source.points:,.3f}", share, times))
    lines = _table(rows, width)
    if any(source.share is None for source in summary.sources):
        lines.append("  no shares, since some points are taken away")
    return lines


def _chances(summary: Summary) -> Iterator[str]:
    yield f"the best sides get the same in {_percent(summary.ties)} of the deals"
    for name, share in summary.nobody.items():
        yield f"{name} goes to nobody in {_percent(share)}"
    if summary.voids == 1:
        yield "1 deal was void and dealt again"
    elif summary.voids:
        yield f"{summary.voids:,} deals were void and dealt again"


def _matches(found: MatchSummary) -> Iterator[str]:
    length = found.length
    if length is None:
        yield f"a match takes {UNKNOWN} deals, for none came to its end"
    else:
        yield f"a match takes {length.mean:.2f} {_within(length, 2)} deals (spread {_known(length.spread, 2)})"
    for side, one in enumerate(found.wins or ()):
        yield f"  side {side} wins {_percent(one)}"
    if found.leader_wins is not None:
        yield f"  whoever leads first wins {_percent(found.leader_wins)}"
    if found.draws:
        yield f"  {found.draws:,} ended in a draw"
    if found.unfinished:
        matches = "1 match was" if found.unfinished == 1 else f"{found.unfinished:,} matches were"
        yield f"  {matches} broken off without a winner after {found.limit:,} deals"


def _comparison(compared: Compared, width: int) -> Iterator[str]:
    title, summary, difference = compared
    if summary is None or difference is None:
        return
    yield f"the same cards and choices by {title}"
    rows = [("", "mean", "difference", "95 % interval")]
    for side, (one, change) in enumerate(zip(summary.points, difference.points, strict=True)):
        rows.append((f"  side {side}", f"{one.mean:,.3f}", f"{change.mean:+,.4f}", _within(change, 4)))
    yield from _table(rows, width)
    yield f"  {_percent(difference.changed)} of the deals come out differently"
