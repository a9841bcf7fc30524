"""A picture of a simulation: the points of a deal, where they come from, the lengths of matches."""

from __future__ import annotations

import os
from collections import Counter
from importlib import import_module
from typing import TYPE_CHECKING, Any

from basra_rules.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from basra_rules.simulation.statistics import Bin, Summary

SUFFIXES = (".png", ".svg", ".pdf")
COLUMNS = 120
"""At most about so many show how the points fall."""
BEYOND = 0.0005
"""So much of all, at either end, lies outside of the picture."""


def check_picture(path: Path) -> None:
    """Raise `UsageError` unless a picture can be drawn into such a file."""
    problem = _problem_of(path)
    if problem is not None:
        raise UsageError(f"`--plot {path}`: {problem}")
    _matplotlib()


def _problem_of(path: Path) -> str | None:
    if path.suffix.lower() not in SUFFIXES:
        return f"the name ends in none of {', '.join(SUFFIXES)}"
    if path.is_dir():
        return "this is a folder"
    if not path.parent.is_dir():
        return f"there is no folder `{path.parent}`"
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        return "it can't be written there"
    return None


def _matplotlib() -> Any:
    try:
        matplotlib: Any = import_module("matplotlib")
    except ImportError:
        raise UsageError("`--plot` needs matplotlib: pip install 'basra-rules[plots]'") from None
    matplotlib.use("Agg")
    return import_module("matplotlib.pyplot")


def draw_summaries(found: Mapping[str, Summary], title: str, path: Path) -> None:
    """Draw the statistics into a file, whose name says of which kind; of several games, by their names, side by side.

    Raises:
        UsageError: the file can't be written.
    """
    pyplot = _matplotlib()
    lengths = [one.matches.lengths for one in found.values() if one.matches is not None]
    panels = 3 if lengths else 2
    figure, axes = pyplot.subplots(1, panels, figsize=(5 * panels, 4), layout="constrained")
    _draw_points(axes[0], found)
    _draw_sources(axes[1], found)
    if lengths:
        _draw_lengths(axes[2], lengths[0])
    figure.suptitle(title, wrap=True)
    try:
        figure.savefig(path)
    except OSError as error:
        raise UsageError(f"`--plot {path}`: {error.strerror or error}") from None
    finally:
        pyplot.close(figure)


def _whole_ticks(axis: Any) -> None:
    axis.set_major_locator(import_module("matplotlib.ticker").MaxNLocator(integer=True))


def _draw_points(axes: Any, found: Mapping[str, Summary]) -> None:
    shown = {name: _shown(summary.histogram) for name, summary in found.items()}
    lows = [low for bins in shown.values() for low, _ in bins] or [0]
    width = (max(lows) - min(lows)) // COLUMNS + 1
    for (name, bins), summary in zip(shown.items(), found.values(), strict=True):
        columns: Counter[int] = Counter()
        for low, times in bins:
            columns[(low - min(lows)) // width] += times
        every = sum(one.times for one in summary.histogram) or 1
        starts = [min(lows) + column * width for column in columns]
        look = {"alpha": 0.5, "label": name} if len(found) > 1 else {}
        axes.bar(starts, [times / every for times in columns.values()], width=width, align="edge", **look)
    _whole_ticks(axes.xaxis)
    axes.set_xlabel("points of a side in a deal")
    axes.set_ylabel("share of the sides" if width == 1 else f"share of the sides, by {width:,} points")
    if len(found) > 1:
        axes.legend()


def _shown(bins: Sequence[Bin]) -> list[tuple[int, int]]:
    """Return from where on how many were counted, without the few at the ends, and without open ends."""
    few = BEYOND * sum(one.times for one in bins)
    below, shown = 0, list[tuple[int, int]]()
    above = sum(one.times for one in bins)
    for one in bins:
        below += one.times
        if below > few and above > few and one.low is not None and one.high is not None:
            shown.append((one.low, one.times))
        above -= one.times
    return shown


def _draw_sources(axes: Any, found: Mapping[str, Summary]) -> None:
    names = list(dict.fromkeys(one.name for summary in found.values() for one in summary.sources if one.points))
    thick = 0.8 / len(found)
    for place, (title, summary) in enumerate(found.items()):
        points = {one.name: one.points for one in summary.sources}
        at = [number + (place - (len(found) - 1) / 2) * thick for number in range(len(names))]
        axes.barh(at, [points.get(name, 0.0) for name in names], height=thick, label=title)
    axes.set_yticks(range(len(names)), names)
    axes.invert_yaxis()
    axes.set_xlabel("points a deal, of all sides")


def _draw_lengths(axes: Any, lengths: Sequence[Bin]) -> None:
    axes.bar([one.low for one in lengths], [one.times for one in lengths])
    _whole_ticks(axes.xaxis)
    _whole_ticks(axes.yaxis)
    axes.set_xlabel("deals in a match")
    axes.set_ylabel("matches")
