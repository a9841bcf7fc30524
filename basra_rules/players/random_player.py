"""A bot that plays by chance alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra_rules.cards import cards_of
from basra_rules.engine.captures import find_captures, nth_capture
from basra_rules.engine.legality import may_trail
from basra_rules.engine.state import Action
from basra_rules.engine.view import table_of_view

if TYPE_CHECKING:
    from random import Random

    from basra_rules.cards import Card
    from basra_rules.engine.state import Table, View
    from basra_rules.rules.model import Rules


class RandomPlayer:
    """Choose a card of the hand, then one of its distinct legal outcomes, each as likely as any other.

    Cards that may not be played at all, because another must capture, are left out beforehand.
    """

    def __init__(self, chance: Random) -> None:
        self._chance = chance

    def choose(self, rules: Rules, view: View) -> Action:
        """Return a legal action."""
        table = table_of_view(view)
        counts = [(card, _count_outcomes(rules, table, card)) for card in cards_of(view.hand)]
        card, outcomes = self._chance.choice([pair for pair in counts if pair[1]])
        return _nth_outcome(rules, table, card, self._chance.randrange(outcomes))


def _count_outcomes(rules: Rules, table: Table, card: Card) -> int:
    return find_captures(rules, table, card, cap=1).total + may_trail(rules, table, card)


def _nth_outcome(rules: Rules, table: Table, card: Card, number: int) -> Action:
    if may_trail(rules, table, card):
        if number == 0:
            return Action(card)
        number -= 1
    return Action(card, nth_capture(rules, table, card, number))
