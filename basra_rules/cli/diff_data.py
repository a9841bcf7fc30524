"""The answer of `basra diff` as plain data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from basra_rules.cards import card_set, cards_of, format_cards, format_play
from basra_rules.exact import exact

if TYPE_CHECKING:
    from basra_rules.analysis.comparison import Comparison, Side, Situation
    from basra_rules.analysis.paired_deals import PairedDeals
    from basra_rules.cards import CardSet
    from basra_rules.exact import Number
    from basra_rules.profile.option_differences import Offer, OptionDifference
    from basra_rules.simulation.mean_intervals import Mean


def as_json(comparison: Comparison) -> dict[str, Any]:
    """Return the comparison as plain data."""
    return {
        "profiles": list(comparison.names),
        "equal": bool(comparison.proved),
        "proof": comparison.proved or None,
        "rules": list(comparison.words),
        "options": [_option_json(one, comparison.names) for one in comparison.options],
        "size": comparison.size,
        "situations": [_situation_json(one, comparison.names) for one in comparison.situations],
        "unseen_rules": list(comparison.hidden),
        "counts": [
            {
                "rules": list(one.rules),
                "what": one.what,
                "outcomes": [
                    {"profile": name, "says": says, "scenario": scenario}
                    for name, says, scenario in zip(comparison.names, (one.one, one.other), one.scenarios, strict=True)
                ],
            }
            for one in comparison.counts
        ],
        "deals": None if comparison.deals is None else _deals_json(comparison.deals),
    }


def _option_json(option: OptionDifference, names: tuple[str, str]) -> dict[str, Any]:
    offers = zip(names, (option.here, option.there), strict=True)
    return {
        "option": option.name,
        "offers": [{"profile": name, **_offer_json(offer)} for name, offer in offers],
        "other_effect": list(option.other_effect),
    }


def _offer_json(offer: Offer | None) -> dict[str, Any]:
    if offer is None:
        return {"choices": None}
    return {"about": offer.about, "choices": list(offer.choices), "chosen": offer.made}


def _situation_json(situation: Situation, names: tuple[str, str]) -> dict[str, Any]:
    *before, last = situation.plays
    return {
        "rules": list(situation.rules),
        "floor": format_cards(situation.floor),
        "before": [format_play(play.card, play.captured) for play in before],
        "hand": format_cards(situation.hand & ~(1 << last.card)),
        "last_card": situation.last_card,
        "play": format_play(last.card, last.captured),
        "outcomes": [_side_json(name, side) for name, side in zip(names, situation.sides, strict=True)],
    }


def _side_json(name: str, side: Side) -> dict[str, Any]:
    return {
        "profile": name,
        "legal": [
            {"takes": _in_order(captured), "points": _plain(points), "bonuses": list(bonuses)}
            for captured, points, bonuses in side.captures
        ],
        "trail": side.trail,
        "refused": side.refusal or None,
        "rules": [
            {"key": rule.clause.key, "text": rule.clause.text, "verdict": rule.verdict} for rule in side.deciding
        ],
        "not_in_the_deck": _in_order(side.lacks) or None,
        "scenario": side.scenario,
    }


def _in_order(captured: CardSet) -> str:
    return format_cards(card_set(cards_of(captured)))


def _plain(value: Number) -> int | float:
    value = exact(value)
    return value if isinstance(value, int) else float(value)


def _deals_json(deals: PairedDeals) -> dict[str, Any]:
    changed = deals.changed
    return {
        "deals": deals.deals,
        "players": deals.players,
        "players_with_other_sides": list(deals.unlike),
        "policy": deals.policy,
        "seed": deals.seed,
        "share": {"value": changed.value, "low": changed.low, "high": changed.high},
        "points": _mean_json(deals.together),
        "gap": _mean_json(deals.gap),
    }


def _mean_json(found: Mean) -> dict[str, float | None]:
    return {"value": found.value, "low": found.low, "high": found.high}
