"""The result of `basra simulate` as JSON: every figure; what is not known is null."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from basra_rules.cli.simulating import Report
    from basra_rules.rules.model import Rules
    from basra_rules.simulation.statistics import Bin, Estimate, MatchSummary, Share, Summary


def as_json(report: Report) -> dict[str, Any]:
    """Return the result for programs."""
    order, simulation, summary = report.order, report.simulation, report.summary
    document: dict[str, Any] = {
        **_profile(order.rules, order.options),
        "deals": summary.deals,
        "plays": summary.plays,
        "void_deals": summary.voids,
        "seconds": simulation.seconds,
        "cpu_seconds": simulation.cpu_seconds,
        "startup_seconds": report.startup_seconds,
        "deals_per_second": summary.deals / simulation.seconds if simulation.seconds else 0.0,
        **_figures(summary),
        "checksum": f"{simulation.checksum:08x}",
        "seed": order.seed,
        "players": order.players,
        "policy": order.policy.value,
    }
    if order.until is not None:
        document["until"] = {"interval": order.until, "reached": report.reached, "widest": report.widest}
    if summary.matches is not None:
        document["matches"] = _matches(summary.matches)
    if order.other is not None and report.other is not None and report.difference is not None:
        document["compared"] = {
            **_profile(order.other, order.other_options),
            **_figures(report.other),
            "difference": [_estimate(one) for one in report.difference.points],
            "changed": _share(report.difference.changed),
        }
    return document


def _profile(rules: Rules, options: dict[str, str]) -> dict[str, Any]:
    return {"profile": rules.name, "title": rules.title, "options": options}


def _figures(summary: Summary) -> dict[str, Any]:
    return {
        "mean_points": [one.mean for one in summary.points],
        "spread": [one.spread for one in summary.points],
        "interval": [one.half_width for one in summary.points],
        "mean_cards": list(summary.cards),
        "lead": _estimate(summary.lead),
        "ties": _share(summary.ties),
        "sources": [
            {"name": one.name, "points": one.points, "share": one.share, "times": one.times} for one in summary.sources
        ],
        "nobody": {name: _share(share) for name, share in summary.nobody.items()},
        "histogram": _bins(summary.histogram),
    }


def _matches(found: MatchSummary) -> dict[str, Any]:
    return {
        "played": found.matches,
        "wins": None if found.wins is None else [_share(one) for one in found.wins],
        "leader_wins": None if found.leader_wins is None else _share(found.leader_wins),
        "draws": found.draws,
        "unfinished": found.unfinished,
        "limit": found.limit,
        "deals": None if found.length is None else _estimate(found.length),
        "histogram": _bins(found.lengths),
    }


def _bins(bins: Sequence[Bin]) -> list[dict[str, int | None]]:
    return [{"from": one.low, "to": one.high, "times": one.times} for one in bins]


def _estimate(one: Estimate) -> dict[str, float | None]:
    return {"mean": one.mean, "spread": one.spread, "interval": one.half_width}


def _share(one: Share) -> dict[str, float]:
    return {"value": one.value, "low": one.low, "high": one.high}
