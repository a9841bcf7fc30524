"""What a play scores at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from basra_rules.engine.table import floor_cards, is_last_play, taken_cards
from basra_rules.exact import exact
from basra_rules.expression.situation import Situation

if TYPE_CHECKING:
    from collections.abc import Sequence

    from basra_rules.engine.state import Action, TableLike
    from basra_rules.exact import Number
    from basra_rules.rules.model import Bonus, Rules


@dataclass(frozen=True, slots=True)
class Scored:
    """A bonus that a play scores."""

    bonus: Bonus
    points: Number


def situation(table: TableLike, action: Action) -> Situation:
    """Return what expressions can see of a play; the floor counts its face-down cards too."""
    previous = table.previous
    return Situation(
        card=action.card,
        captured=taken_cards(table, action.captured),
        floor=floor_cards(table),
        top=table.floor[-1] if table.floor else None,
        previous_trailed=previous.trailed,
        previous_floor_count=previous.floor_count,
        last_card=is_last_play(table, action.card),
    )


def score_bonuses(rules: Rules, table: TableLike, action: Action) -> tuple[Scored, ...]:
    """Return the bonuses that a legal play scores, in the order of the profile.

    All whose condition holds score, save where another one scores instead; one worth 0 is off.

    Source: `bonuses`.
    """
    bonuses = rules.bonuses[action.card]
    if not bonuses or not action.captured:
        return ()
    if action.captured.bit_count() < len(table.floor) - table.hidden:
        bonuses = tuple([bonus for bonus in bonuses if not bonus.needs_sweep])
        if not bonuses:
            return ()
    return score_holding(bonuses, situation(table, action))


def score_holding(bonuses: Sequence[Bonus], asked: Situation) -> tuple[Scored, ...]:
    """Return those of the bonuses for a card that a capture of some cards scores."""
    holding = [
        Scored(bonus, points)
        for bonus in bonuses
        if (bonus.when is None or bonus.when(asked)) and (points := _points(bonus, asked))
    ]
    return tuple(_without_displaced(holding) if any(one.bonus.instead_of for one in holding) else holding)


def _points(bonus: Bonus, asked: Situation) -> Number:
    return exact(bonus.points(asked)) if callable(bonus.points) else bonus.points


def _without_displaced(holding: list[Scored]) -> list[Scored]:
    """Return those that no other one of those returned replaces: what is replaced replaces nothing."""
    left = list(holding)
    scored: list[Scored] = []
    while left:
        named = {one.bonus.instead_of for one in left}
        free = [one for one in left if one.bonus.name not in named] or left
        scored += free
        replaced = {one.bonus.instead_of for one in free}
        left = [one for one in left if one not in free and one.bonus.name not in replaced]
    return [one for one in holding if one in scored]
