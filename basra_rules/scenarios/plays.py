"""Scenarios of plays from a floor: what went before counts as the start of a deal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from basra_rules.cards import Card, CardSet, card_set, cards_of, format_cards, format_play
from basra_rules.engine.bonuses import score_bonuses
from basra_rules.engine.captures import find_captures
from basra_rules.engine.legality import may_trail, refuse
from basra_rules.engine.state import Action, Previous, Table
from basra_rules.engine.table import is_last_play, taken_cards
from basra_rules.errors import Edit, Fix, Span, name_meant
from basra_rules.exact import counted
from basra_rules.scenarios.setting import Asked, CannotRun, Setting
from basra_rules.source.nodes import ListNode, MapNode, ScalarNode

if TYPE_CHECKING:
    from basra_rules.rules.model import Rules
    from basra_rules.scenarios.model import Scenario
    from basra_rules.scenarios.reading import ReadScenario

_MOST_LISTED = 2000


def run_plays(rules: Rules, read: ReadScenario, scenario: Scenario) -> Setting:
    """Play a scenario's plays on its floor and return what the last one led to."""
    assert scenario.floor is not None
    assert scenario.plays is not None
    rest = card_set(scenario.hand or ())
    _check_cards(rules, read, scenario)
    table = Table(scenario.floor)
    check_bonus_names(rules, read, scenario)
    *before, (card, captured) = scenario.plays
    for number, (played, taken) in enumerate(before):
        table = _played(rules, read, table, Action(played, taken), number)
    table = Table(table.floor, table.previous, rest | 1 << card, scenario.last_card)
    action = Action(card, captured)
    asked = Asked(table, action, refuse(rules, table, action))
    facts = facts_of_play(rules, asked)
    if asked.refusal is None:
        facts["floor"] = after(table, action).floor
    return Setting(rules, read, scenario, facts, drawn_table(table, action), asked)


def after(table: Table, action: Action) -> Table:
    """Return the floor and the history as a legal play leaves them."""
    if action.captured:
        floor = tuple(card for card in table.floor if not action.captured >> card & 1)
    else:
        floor = (*table.floor, action.card)
    return Table(floor, Previous(not action.captured, len(table.floor)))


def check_bonus_names(rules: Rules, read: ReadScenario, scenario: Scenario) -> None:
    """Refuse the name of a bonus that the profile does not have."""
    for number, name in enumerate(scenario.expect.bonuses or ()):
        if name not in rules.bonus_names:
            item = _expected_bonus(read, number)
            meant = name_meant(item.text_span, name, rules.bonus_names)
            label = meant.label or "this profile has no bonuses"
            raise CannotRun("unknown-name", f"unknown bonus `{name}`", item.span, label).mended_by(*meant.fixes)


def _expected_bonus(read: ReadScenario, number: int) -> ScalarNode:
    """Return the name of an expected bonus, number `number` (from 0), as written."""
    expect = read.node.get("expect")
    listed = expect.get("bonuses") if isinstance(expect, MapNode) else None
    assert isinstance(listed, ListNode)
    item = listed.items[number]
    assert isinstance(item, ScalarNode)
    return item


def _played(rules: Rules, read: ReadScenario, table: Table, action: Action, number: int) -> Table:
    full = Table(table.floor, table.previous, 1 << action.card)
    refusal = refuse(rules, full, action)
    if refusal is not None:
        play = format_play(action.card, action.captured)
        message = f"play {number + 1}, {play}, is impossible, and it is not the last"
        notes = (f"the floor before it: {format_cards(table.floor) or 'empty'}",)
        raise CannotRun("impossible-play", message, play_span(read, number), refusal.message, notes)
    return after(table, action)


def play_span(read: ReadScenario, number: int) -> Span:
    """Return where play `number` (from 0) of a scenario was written."""
    plays = read.node.get("plays")
    return plays.items[number].span if isinstance(plays, ListNode) else read.span


def facts_of_play(rules: Rules, asked: Asked) -> dict[str, Any]:
    """Return what is the case of a play: its legal sets, whether it is refused, what it took and scored."""
    table, action = asked.table, asked.action
    captures = find_captures(rules, table, action.card, cap=_MOST_LISTED)
    legal = {taken_cards(table, captured) for captured in captures.sets}
    if legal and may_trail(rules, table, action.card):
        legal.add(0)
    facts: dict[str, Any] = {"illegal": asked.refusal is not None, "legal": legal, "total": captures.total}
    if asked.refusal is None:
        scored = score_bonuses(rules, table, action)
        facts["takes"] = taken_cards(table, action.captured)
        facts["points"] = sum(one.points for one in scored)
        facts["bonuses"] = tuple(one.bonus.name for one in scored)
    return facts


def _check_cards(rules: Rules, read: ReadScenario, scenario: Scenario) -> None:
    """Refuse a card that stands in two places, or is not in the deck."""
    assert scenario.floor is not None
    places: list[tuple[str, tuple[Card, ...], Span]] = [
        ("on the floor", scenario.floor, value_span(read, "floor")),
        ("in the hand", scenario.hand or (), value_span(read, "hand")),
        *(
            (f"as play {number + 1}", (card,), play_span(read, number))
            for number, (card, _) in enumerate(scenario.plays or ())
        ),
    ]
    seen: dict[Card, str] = {}
    for where, cards, span in places:
        for card in cards:
            if card in seen:
                fault = CannotRun("card-twice", f"{card} stands there twice: {seen[card]} and {where}", span)
                raise _split_by_comma(read, scenario, fault)
            seen[card] = where
            check_in_deck(rules.deck, card, span)
    for number, (_, captured) in enumerate(scenario.plays or ()):
        for card in cards_of(captured):
            check_in_deck(rules.deck, card, play_span(read, number))


def _split_by_comma(read: ReadScenario, scenario: Scenario, fault: CannotRun) -> CannotRun:
    """Return the fault with what to do where a comma between brackets parted the cards that a play captures."""
    plays, span = read.node.get("plays"), fault.diagnostic.span
    items = plays.items if isinstance(plays, ListNode) else ()
    number = next((number for number, item in enumerate(items) if item.span == span), 0)
    before = items[number - 1] if number else None
    if before is None or span is None or not (scenario.plays or ())[number - 1][1] or before.span.text[:1] in "'\"":
        return fault
    comma = Span(span.source, before.span.end, span.start)
    if comma.text.strip() != ",":
        return fault
    fix = Fix("write a space instead of the comma", (Edit(comma, " "),), certain=True)
    return fault.noting("in [ ] a comma starts the next play: captured cards have spaces between them").mended_by(fix)


def check_in_deck(deck: CardSet, card: Card, span: Span) -> None:
    """Refuse a card that the profile's deck does not have."""
    if not deck >> card & 1:
        raise CannotRun("not-in-deck", f"{card} is not in the deck of this profile", span)


def value_span(read: ReadScenario, *path: str) -> Span:
    """Return where a value of the scenario was written."""
    node: Any = read.node
    for key in path:
        node = node.get(key) if isinstance(node, MapNode) else None
    return read.span if node is None else node.span


def drawn_table(table: Table, action: Action) -> tuple[str, ...]:
    """Return the floor as drawn, and the play."""
    floor = " ".join(f"[{card}]" for card in table.floor) or "(empty)"
    last = ", the last card of the deal" if is_last_play(table, action.card) else ""
    lines = [f"floor  {floor}", f"play   {format_play(action.card, action.captured)}{last}"]
    if table.hand & ~(1 << action.card):
        lines.insert(1, f"hand   {format_cards(table.hand)}")
    if table.previous.floor_count or table.previous.trailed:
        did = "trailed" if table.previous.trailed else "captured"
        lay = counted(table.previous.floor_count, "card")
        lines.insert(0, f"before the play before, which {did}, {lay} lay on the floor")
    return tuple(lines)
