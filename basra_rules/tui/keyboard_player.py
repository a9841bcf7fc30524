"""The person at the keyboard as a player: shows the table, asks until an action is named that the rules allow."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from basra_rules.engine.legality import refuse
from basra_rules.engine.state import Action
from basra_rules.engine.view import table_of_view
from basra_rules.tui.choosing import list_choices, parse_choice
from basra_rules.tui.commands import (
    AskFor,
    AskWhy,
    Leave,
    NotUnderstood,
    PlayCard,
    PlayExactly,
    Redraw,
    parse_command,
)
from basra_rules.tui.offers import Offer, make_offers
from basra_rules.tui.pages import find_page
from basra_rules.tui.reasons import explain_action, explain_hand, explain_offer, explain_refusal
from basra_rules.tui.screen import MatchLeft

if TYPE_CHECKING:
    from basra_rules.cards import Card, CardSet
    from basra_rules.engine.state import Table, View
    from basra_rules.rules.model import Rules
    from basra_rules.tui.commands import Command
    from basra_rules.tui.in_force import RulesInForce
    from basra_rules.tui.screen import Screen, Story

YOUR_TURN = "your play>"


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of the person: the rules, what is seen and what each card can do."""

    rules: Rules
    view: View
    table: Table
    offers: tuple[Offer, ...]

    @property
    def hand(self) -> tuple[Card, ...]:
        """Return the hand in the order of its numbers."""
        return tuple(offer.card for offer in self.offers)


class KeyboardPlayer:
    """Asks the person; every line gets an answer, only an allowed play ends the turn."""

    def __init__(self, screen: Screen, story: Story, in_force: RulesInForce) -> None:
        self._screen = screen
        self._story = story
        self._in_force = in_force

    def choose(self, rules: Rules, view: View) -> Action:
        """Return the action that the person chose."""
        table = table_of_view(view)
        turn = Turn(rules, view, table, make_offers(rules, table))
        self._screen.show_turn(view, turn.offers)
        action = None
        while action is None:
            action = self._carry_out(parse_command(self._screen.ask(YOUR_TURN), turn.hand), turn)
        return action

    def _carry_out(self, command: Command, turn: Turn) -> Action | None:
        """Do what the command asks; return an action if it names one that the rules allow."""
        match command:
            case PlayCard(card):
                return self._choose_capture(card, turn)
            case PlayExactly(card, captured):
                return self._allow(Action(card, captured), turn)
            case AskWhy(card, captured):
                self._screen.show_page(_explain(card, captured, turn))
            case AskFor(page):
                self._screen.show_page(find_page(page, self._story, turn.view, self._in_force))
            case Redraw():
                self._screen.show_turn(turn.view, turn.offers)
            case NotUnderstood(answer):
                self._screen.say((answer,))
            case Leave():
                raise MatchLeft("left at the keyboard")
        return None

    def _allow(self, action: Action, turn: Turn) -> Action | None:
        illegal = refuse(turn.rules, turn.table, action)
        if illegal is None:
            return action
        self._screen.say(explain_refusal(illegal))
        return None

    def _choose_capture(self, card: Card, turn: Turn) -> Action | None:
        offer = next((offer for offer in turn.offers if offer.card == card), None)
        if offer is None or not offer.choices:
            return self._allow(Action(card), turn)
        if len(offer.choices) == 1:
            return offer.choices[0].action
        return self._ask_which(offer, turn)

    def _ask_which(self, offer: Offer, turn: Turn) -> Action | None:
        """Let the person choose among captures; anything else typed is a command as always."""
        self._screen.say(list_choices(offer))
        while True:
            line = self._screen.ask(f"{offer.card} takes which?")
            chosen = parse_choice(line, offer, turn.table.hand)
            if chosen is None:
                return self._carry_out(parse_command(line, turn.hand), turn)
            if isinstance(chosen, Action):
                return self._allow(chosen, turn)
            self._screen.say((chosen.answer,))


def _explain(card: Card | None, captured: CardSet | None, turn: Turn) -> tuple[str, ...]:
    if card is None:
        return explain_hand(turn.rules, turn.table, turn.offers)
    offer = next((offer for offer in turn.offers if offer.card == card), None)
    if offer is None or captured is not None:
        return explain_action(turn.rules, turn.table, Action(card, captured or 0))
    return explain_offer(turn.rules, turn.table, offer)
