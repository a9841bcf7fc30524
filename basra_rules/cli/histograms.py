"""Small histograms for a terminal: their bars show where the mass is, the few beyond get a row at either end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from basra_rules.simulation.statistics import Bin

BARS = 12
BEYOND = 0.001
"""Up to this share of all may lie beyond the bars at either end."""
_WIDEST_BAR, _NARROWEST_BAR = 40, 8
_BLOCKS = " ▏▎▍▌▋▊▉█"


@dataclass(frozen=True, slots=True)
class _Row:
    name: str
    times: int


def histogram(bins: Sequence[Bin], width: int) -> list[str]:
    """Return rows for at most `BARS` ranges of values, and one for the few beyond at either end."""
    rows = list(_rows([one for one in bins if one.times]))
    if not rows:
        return ["  none"]
    most, total = max(row.times for row in rows), sum(row.times for row in rows)
    names = max(len(row.name) for row in rows)
    longest = min(_WIDEST_BAR, max(_NARROWEST_BAR, width - names - 13))
    return [
        f"  {row.name:>{names}}  {_bar(row.times / most, longest):<{longest}} {100 * row.times / total:5.1f} %"
        for row in rows
    ]


def _rows(bins: Sequence[Bin]) -> Iterator[_Row]:
    below, inside, above = _parted(bins)
    if below:
        yield _Row(f"fewer than {_low(inside[0]):,}", sum(one.times for one in below))
    if inside:
        yield from _inner_rows(inside)
    if above:
        yield _Row(f"{_low(above[0]):,} and more", sum(one.times for one in above))


def _parted(bins: Sequence[Bin]) -> tuple[Sequence[Bin], Sequence[Bin], Sequence[Bin]]:
    """Return the bins of the few below, those of the bars, and those of the few above; open ends are never inside."""
    first, end = 0, len(bins)
    few = BEYOND * sum(one.times for one in bins) if _span(bins) > BARS else 0
    while first < end - 1 and (bins[first].low is None or sum(one.times for one in bins[: first + 1]) <= few):
        first += 1
    while end > first and (bins[end - 1].high is None or sum(one.times for one in bins[end - 1 :]) <= few):
        end -= 1
    return bins[:first], bins[first:end], bins[end:]


def _span(bins: Sequence[Bin]) -> int:
    return _high(bins[-1]) - _low(bins[0]) + 1 if bins else 0


def _inner_rows(bins: Sequence[Bin]) -> Iterator[_Row]:
    step = -(-_span(bins) // BARS)
    start, last = _low(bins[0]), _high(bins[-1])
    empty_from: int | None = None
    while start <= last:
        within = [one for one in bins if start <= _low(one) < start + step]
        high = min(last, max([start + step - 1, *map(_high, within)]))  # the ranges of far bins may reach beyond
        if within:
            if empty_from is not None:
                yield _row(empty_from, start - 1, 0)
                empty_from = None
            yield _row(start, high, sum(one.times for one in within))
        elif empty_from is None:
            empty_from = start
        start = high + 1


def _row(low: int, high: int, times: int) -> _Row:
    return _Row(f"{low:,}" if low == high else f"{low:,} to {high:,}", times)


def _low(one: Bin) -> int:
    return one.low if one.low is not None else one.high or 0


def _high(one: Bin) -> int:
    return one.high if one.high is not None else one.low or 0


def _bar(share: float, longest: int) -> str:
    eighths = round(8 * longest * share)
    return "█" * (eighths // 8) + (_BLOCKS[eighths % 8] if eighths % 8 else "")
