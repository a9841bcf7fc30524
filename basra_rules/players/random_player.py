"""A bot that plays by chance alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra_rules.cards import cards_of
from basra_rules.engine.outcomes import find_outcomes
from basra_rules.engine.view import table_of_view

if TYPE_CHECKING:
    from random import Random

    from basra_rules.engine.state import Action, View
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
        found = [find_outcomes(rules, table, card) for card in cards_of(view.hand)]
        outcomes = self._chance.choice([one for one in found if one.total])
        return outcomes.action(self._chance.randrange(outcomes.total))
