"""Scenarios in a form that any program reads: cards as lists of names, a play as a card and what it takes."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from basra_rules.cards import CardSet, cards_of
from basra_rules.scenarios.model import Scenario
from basra_rules.scenarios.reading import ReadScenario, given_expectations, kind_of, validated
from basra_rules.source.json_nodes import Json, as_node, number_as_json
from basra_rules.source.nodes import MapNode

if TYPE_CHECKING:
    from collections.abc import Iterable

    from basra_rules.cards import Card
    from basra_rules.scenarios.model import MatchDeals, Opening, Score


def plain_scenario(scenario: Scenario) -> dict[str, Json]:
    """Return the situation of a scenario, without what is expected of it; every default is written out."""
    kind = kind_of(scenario)
    situation: dict[str, Json] = {"kind": kind}
    if kind == "floor":
        situation |= {"floor": _names(scenario.floor or ()), "hand": _names(scenario.hand or ())}
        situation["last_card"] = scenario.last_card
    if scenario.opening is not None:
        situation["opening"] = _opening(scenario.opening)
    if kind in ("floor", "opening"):
        situation["plays"] = [_play(card, captured) for card, captured in scenario.plays or ()]
    if scenario.score is not None:
        situation["score"] = _score(scenario.score)
    if scenario.match is not None:
        situation["match"] = _match(scenario.match)
    return situation


def _play(card: Card, captured: CardSet) -> Json:
    return {"card": str(card), "takes": _names(captured)}


def _opening(opening: Opening) -> Json:
    return {
        "players": opening.players,
        "dealer": opening.dealer,
        "stock": _names(opening.stock),
        "places": list(opening.places),
    }


def _score(score: Score) -> Json:
    sides = [
        {"cards": side.cards, "with": _names(side.with_), "bonuses": number_as_json(side.bonuses)}
        for side in score.sides
    ]
    return {"carry": number_as_json(score.carry), "sides": sides}


def _match(match: MatchDeals) -> Json:
    return {"deals": [[number_as_json(points) for points in deal] for deal in match.deals]}


def _names(cards: CardSet | Iterable[Card]) -> list[str]:
    return [str(card) for card in (cards_of(cards) if isinstance(cards, int) else cards)]


def plain_expectations(scenario: Scenario) -> dict[str, Json]:
    """Return what a scenario expects, by key."""
    return {key: plain_value(key, getattr(scenario.expect, key)) for key in given_expectations(scenario)}


def plain_value(key: str, value: Json) -> Json:
    """Return the value of an expectation or of a fact in the form of an answer."""
    if key == "legal":
        return [_names(cards) for cards in sorted(value, key=lambda cards: (-cards.bit_count(), cards))]
    if key in ("takes", "floor", "leftover"):
        return _names(value)
    if key in ("hands", "captured"):
        return [_names(cards) for cards in value]
    if isinstance(value, tuple | list):
        return [plain_value("", one) for one in value]
    return number_as_json(value) if isinstance(value, Fraction) else value


def scenario_of(situation: Json, name: str) -> ReadScenario:
    """Return the scenario that a plain situation says; it expects nothing.

    Raises:
        ScenarioFileError: it says none.
    """
    fields = {key: value for key, value in situation.items() if key != "kind"}
    if "plays" in fields:
        fields["plays"] = [_play_text(play) for play in fields["plays"]]
    node = as_node({"name": name, **fields, "expect": {}}, name)
    assert isinstance(node, MapNode)
    return ReadScenario(name, node, validated(Scenario, node))


def _play_text(play: Json) -> str:
    taken = " ".join(play["takes"])
    return f"{play['card']} x {taken}" if taken else str(play["card"])
