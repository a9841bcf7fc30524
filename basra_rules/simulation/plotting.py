"""A picture of a simulation: the points of a deal, where they come from, the lengths of matches."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from basra_rules.errors import UsageError

if TYPE_CHECKING:
    from pathlib import Path

    from basra_rules.simulation.statistics import Summary

SUFFIXES = (".png", ".svg", ".pdf")


def check_picture(path: Path) -> None:
    """Raise `UsageError` unless a picture can be drawn into such a file."""
    if path.suffix not in SUFFIXES:
        raise UsageError(f"`--plot {path}`: the name ends in none of {', '.join(SUFFIXES)}")
    _matplotlib()


def _matplotlib() -> Any:
    try:
        matplotlib: Any = import_module("matplotlib")
    except ImportError:
        raise UsageError("`--plot` needs matplotlib: pip install 'basra-rules[plots]'") from None
    matplotlib.use("Agg")
    return import_module("matplotlib.pyplot")


def draw_summary(summary: Summary, title: str, path: Path) -> None:
    """Draw the statistics into a file; its name says of which kind."""
    pyplot = _matplotlib()
    panels = 2 if summary.matches is None else 3
    figure, axes = pyplot.subplots(1, panels, figsize=(5 * panels, 4), layout="constrained")
    _draw_points(axes[0], summary)
    _draw_sources(axes[1], summary)
    if summary.matches is not None:
        lengths = summary.matches.lengths
        most = max((deals for deals, times in enumerate(lengths) if times), default=1)
        axes[2].bar(range(most + 1), lengths[: most + 1])
        axes[2].set_xlabel("deals in a match")
        axes[2].set_ylabel("matches")
    figure.suptitle(title)
    figure.savefig(path)
    pyplot.close(figure)


def _draw_points(axes: Any, summary: Summary) -> None:
    used = [place for place, times in enumerate(summary.histogram) if times]
    first, last = (used[0], used[-1]) if used else (0, 0)
    points = [place + summary.lowest for place in range(first, last + 1)]
    axes.bar(points, summary.histogram[first : last + 1], width=1.0)
    axes.set_xlabel("points of a side in a deal")
    axes.set_ylabel("times")


def _draw_sources(axes: Any, summary: Summary) -> None:
    sources = [source for source in reversed(summary.sources) if source.points]
    axes.barh([source.name for source in sources], [source.points for source in sources])
    axes.set_xlabel("points a deal, of all sides")
