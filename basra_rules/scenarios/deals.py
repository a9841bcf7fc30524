"""Scenarios of a deal from its start, up to its last card."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from basra_rules.cards import card_set, cards_of, format_cards
from basra_rules.engine.deal import play, start_deal, table_of
from basra_rules.engine.legality import refuse
from basra_rules.engine.match import next_dealer
from basra_rules.engine.scoring import score_deal
from basra_rules.engine.state import Action, DealState, Dealt, Seat
from basra_rules.exact import counted
from basra_rules.scenarios.plays import (
    check_bonus_names,
    check_in_deck,
    drawn_table,
    facts_of_play,
    play_span,
    value_span,
)
from basra_rules.scenarios.setting import Asked, CannotRun, Setting

if TYPE_CHECKING:
    from basra_rules.engine.state import Event
    from basra_rules.rules.model import Rules
    from basra_rules.scenarios.model import Opening, Scenario
    from basra_rules.scenarios.reading import ReadScenario

NOT_OVER = "the deal is not over"


def run_deal(rules: Rules, read: ReadScenario, scenario: Scenario) -> Setting:
    """Deal as a scenario's opening says, make its plays, and return what that led to."""
    opening = scenario.opening
    assert opening is not None
    _check_opening(rules, read, opening)
    dealt = start_deal(rules, opening.players, Seat(opening.dealer), opening.stock, opening.places)
    state = dealt.state
    leader = state.turn
    check_bonus_names(rules, read, scenario)
    _check_places(read, opening, dealt.events)
    plays = tuple(Action(card, captured) for card, captured in scenario.plays or ())
    for number, action in enumerate(plays[:-1]):
        refusal = refuse(rules, table_of(state), action)
        if refusal is not None or state.over:
            raise _impossible(read, number, state, refusal.message if refusal else "the deal is over")
        state = play(rules, state, action).state
    if not plays:
        return _with_leader(_setting(rules, read, scenario, state, None), leader)
    asked = Asked(table_of(state), plays[-1], refuse(rules, table_of(state), plays[-1]))
    if state.over:
        raise _impossible(read, len(plays) - 1, state, "the deal is over")
    if asked.refusal is None:
        state = play(rules, state, plays[-1]).state
    return _with_leader(_setting(rules, read, scenario, state, asked), leader)


def _impossible(read: ReadScenario, number: int, state: DealState, reason: str) -> CannotRun:
    notes = (
        f"the floor before it: {format_cards(state.floor) or 'empty'}",
        f"seat {state.turn} holds {format_cards(state.hands[state.turn]) or 'nothing'}",
    )
    return CannotRun("impossible-play", f"play {number + 1} is impossible", play_span(read, number), reason, notes)


def _check_opening(rules: Rules, read: ReadScenario, opening: Opening) -> None:
    stock = value_span(read, "opening", "stock")
    for card in opening.stock:
        check_in_deck(rules.deck, card, stock)
    missing = cards_of(rules.deck & ~card_set(opening.stock))
    if missing:
        message = f"the stock is not the whole deck: it lacks {counted(len(missing), 'card')}"
        raise CannotRun(
            "incomplete-stock", message, stock, f"missing: {format_cards(missing[:6])}{' …' if missing[6:] else ''}"
        )
    if opening.dealer >= opening.players:
        span = value_span(read, "opening", "dealer")
        raise CannotRun("out-of-range", f"there is no seat {opening.dealer} among {opening.players}", span)


def _check_places(read: ReadScenario, opening: Opening, dealt: tuple[Event, ...]) -> None:
    """Refuse places for cards that were not kept off the floor."""
    kept_off = sum(len(event.kept_off) for event in dealt if isinstance(event, Dealt))
    if len(opening.places) > kept_off:
        message = f"{counted(len(opening.places), 'place')} for {counted(kept_off, 'card')} kept off the floor"
        raise CannotRun("conflict", message, value_span(read, "opening", "places"))


def _setting(rules: Rules, read: ReadScenario, scenario: Scenario, state: DealState, asked: Asked | None) -> Setting:
    assert scenario.opening is not None
    facts: dict[str, Any] = {
        "floor": state.floor,
        "hands": state.hands,
        "packets": state.packets,
        "captured": state.captured,
    }
    why_not = {}
    if state.over:
        result = score_deal(rules, state, tuple(0 for _ in rules.scoring.awards))
        facts["leftover"] = state.leftover
        facts["points"] = result.points
        facts["carry"] = sum(result.carries)
        facts["void"] = result.void
        facts["next_dealer"] = next_dealer(rules, state.players, state.dealer, void=result.void)
        why_not["turn"] = "the deal is over"
    else:
        facts["turn"] = state.turn
        why_not = dict.fromkeys(("leftover", "points", "carry", "void", "next_dealer"), NOT_OVER)
    drawn: tuple[str, ...] = ()
    if asked is not None:
        play_facts = facts_of_play(rules, asked)
        # `points` of a deal are its points, not those of the last play
        facts |= {key: value for key, value in play_facts.items() if key != "points"}
        drawn = drawn_table(asked.table, asked.action)
    return Setting(rules, read, scenario, facts, drawn or _drawn_deal(state), asked, why_not)


def _with_leader(setting: Setting, leader: Seat) -> Setting:
    return replace(setting, facts={**setting.facts, "leader": leader})


def _drawn_deal(state: DealState) -> tuple[str, ...]:
    floor = " ".join(f"[{card}]" for card in state.floor) or "(empty)"
    hands = (f"seat {seat}  {format_cards(hand)}" for seat, hand in enumerate(state.hands))
    return (f"floor  {floor}", *hands)
