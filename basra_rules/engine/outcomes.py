"""What may come of playing a card: trailing, or one of its captures, counted and picked by number."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from basra_rules.engine.captures import make_offer
from basra_rules.engine.legality import may_trail
from basra_rules.engine.state import Action
from basra_rules.profile.vocabulary import Obligation

if TYPE_CHECKING:
    from basra_rules.cards import Card
    from basra_rules.engine.captures import Offer
    from basra_rules.engine.state import TableLike
    from basra_rules.rules.model import Rules


class Outcomes(NamedTuple):
    """The outcomes of one card; where it may trail, that has number 0, and its captures come after in their order."""

    card: Card
    offer: Offer
    trails: bool
    total: int

    @property
    def exact(self) -> bool:
        """Tell whether there are no more than `total`: only rules far from any real game have more."""
        return self.offer.every is not None or self.offer.patterns.exact

    def action(self, number: int) -> Action:
        """Return the action that has `number`, counted from 0; there are more than that."""
        if not self.trails:
            return Action(self.card, self.offer.nth(number))
        return Action(self.card, self.offer.nth(number - 1)) if number else Action(self.card)


def find_outcomes(rules: Rules, table: TableLike, card: Card) -> Outcomes:
    """Return what may come of playing `card` at `table`; nothing where another card must capture.

    Source: G1, G2, `capture`.
    """
    offer = make_offer(rules, table, card)
    captures = offer.total
    trails = not captures if rules.capture.obligation is Obligation.PLAYED_CARD else may_trail(rules, table, card)
    return Outcomes(card, offer, trails, captures + trails)
