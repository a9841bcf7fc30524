"""What a player is: somebody who sees a view and names an action."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from basra_rules.engine.state import Action, View
    from basra_rules.rules.model import Rules


class Player(Protocol):
    """A person or a bot in a seat; it is told nothing but the rules and its own view."""

    def choose(self, rules: Rules, view: View) -> Action:
        """Return the action to take; it is this player's turn and the hand is not empty."""
        ...
