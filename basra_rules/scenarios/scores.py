"""Scenarios of scoring a finished deal, and of the end of a match."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from basra_rules.cards import card_set, format_cards
from basra_rules.engine.match import add_deal, start_match
from basra_rules.engine.scoring import Tally, score_tallies
from basra_rules.engine.state import DealResult, Seat
from basra_rules.exact import Number, counted, format_number
from basra_rules.profile.vocabulary import IfNobody
from basra_rules.scenarios.plays import check_in_deck
from basra_rules.scenarios.setting import CannotRun, Setting
from basra_rules.source.nodes import ListNode, MapNode

if TYPE_CHECKING:
    from collections.abc import Sequence

    from basra_rules.errors import Span
    from basra_rules.rules.model import Rules
    from basra_rules.scenarios.model import Scenario, SideCount
    from basra_rules.scenarios.reading import ReadScenario


def run_score(rules: Rules, read: ReadScenario, scenario: Scenario) -> Setting:
    """Score a deal from what each side captured."""
    assert scenario.score is not None
    sides = scenario.score.sides
    _players_for(rules, read, len(sides))
    _check_sides(rules, read, sides)
    tallies = tuple(Tally(side.cards, card_set(side.with_), side.bonuses) for side in sides)
    result = score_tallies(rules, tallies, _carries(rules, scenario.score.carry))
    facts: dict[str, Any] = {"points": result.points, "carry": sum(result.carries), "void": result.void}
    drawn = tuple(
        f"side {number}  {counted(side.cards, 'card')}"
        + (f" with {format_cards(side.with_)}" if side.with_ else "")
        + (f", bonuses {format_number(side.bonuses)}" if side.bonuses else "")
        for number, side in enumerate(sides)
    )
    return Setting(rules, read, scenario, facts, drawn)


def _check_sides(rules: Rules, read: ReadScenario, sides: Sequence[SideCount]) -> None:
    """Refuse what nobody can have captured: a card of another side, or more cards than there are."""
    seen, deck = 0, rules.deck.bit_count()
    for number, side in enumerate(sides):
        place = _side_span(read, number, "cards")
        for card in side.with_:
            span = _side_span(read, number, "with")
            check_in_deck(rules.deck, card, span)
            if seen >> card & 1:
                raise CannotRun("card-twice", f"two sides captured {card}", span)
            seen |= 1 << card
        if side.cards > deck:
            message = f"side {number} captured {side.cards} cards, but the deck has {deck}"
            raise CannotRun("too-many-cards", message, place, f"expected at most {deck}")
        if len(side.with_) > side.cards:
            message = f"side {number} captured {side.cards} in all, but {len(side.with_)} are named"
            raise CannotRun("too-many-cards", message, place, f"expected at least {len(side.with_)}")


def _side_span(read: ReadScenario, number: int, key: str) -> Span:
    """Return where a value of side `number` (from 0) was written."""
    score = read.node.get("score")
    sides = score.get("sides") if isinstance(score, MapNode) else None
    side = sides.items[number] if isinstance(sides, ListNode) else None
    node = side.get(key) if isinstance(side, MapNode) else None
    return read.span if node is None else node.span


def _carries(rules: Rules, carry: Number) -> tuple[Number, ...]:
    """Return the carry of each award: the one given belongs to the first award that carries."""
    carries: list[Number] = [0 for _ in rules.scoring.awards]
    carrying = [place for place, award in enumerate(rules.scoring.awards) if award.if_nobody is IfNobody.CARRY]
    if carry:
        carries[(carrying or [0])[0]] = carry
    return tuple(carries)


def _players_for(rules: Rules, read: ReadScenario, sides: int) -> int:
    fitting = (players for players in rules.seats.players if rules.seats.sides(players) == sides)
    players = next(fitting, None)
    if players is None:
        known = sorted({rules.seats.sides(number) for number in rules.seats.players})
        label = f"expected {' or '.join(map(str, known))} sides"
        raise CannotRun(
            "no-such-sides", f"no number of players makes {sides} sides under these rules", read.span, label
        )
    return players


def run_match(rules: Rules, read: ReadScenario, scenario: Scenario) -> Setting:
    """Add up the deals of a match."""
    assert scenario.match is not None
    deals = scenario.match.deals
    players = _players_for(rules, read, len(deals[0]))
    match = start_match(rules, players, Seat(0))
    for number, points in enumerate(deals):
        span = _deal_span(read, number)
        if len(points) != len(deals[0]):
            message = f"deal {number + 1} has points for {len(points)} sides, the first for {len(deals[0])}"
            raise CannotRun("conflict", message, span)
        if match.over:
            raise CannotRun(
                "match-over", f"the match is over before deal {number + 1}", span, "no deal is played after that"
            )
        match = add_deal(rules, match, _result(rules, points))
    facts: dict[str, Any] = {"over": match.over, "winner": match.winner}
    scores = " – ".join(format_number(score) for score in match.scores)
    drawn = (f"scores {scores}", f"target {format_number(match.target)}")
    return Setting(rules, read, scenario, facts, drawn)


def _result(rules: Rules, points: tuple[Number, ...]) -> DealResult:
    nothing: tuple[Number, ...] = tuple(0 for _ in points)
    carries: tuple[Number, ...] = tuple(0 for _ in rules.scoring.awards)
    return DealResult(points=points, cards=points, bonuses=nothing, awards=(), carries=carries, void=False)


def _deal_span(read: ReadScenario, number: int) -> Span:
    node = read.node.get("match")
    deals = node.get("deals") if isinstance(node, MapNode) else None
    return deals.items[number].span if isinstance(deals, ListNode) else read.span
