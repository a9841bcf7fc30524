"""Rules without what is not in question: fewer plays are to be looked at, and more is decided, so.

Two rule sets without the bonuses that are alike in both; a profile with one condition only.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from basra_rules.analysis.fingerprint import entry_of_bonus
from basra_rules.analysis.trees import BONUSES, WHEN
from basra_rules.cards import CARDS
from basra_rules.engine.bonuses import score_holding
from basra_rules.expression.tree import Literal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from basra_rules.cards import Card
    from basra_rules.exact import Number
    from basra_rules.expression.situation import Situation
    from basra_rules.expression.tree import Condition
    from basra_rules.profile.models import Profile
    from basra_rules.rules.model import Bonus, Rules


def differing_bonuses(one: Rules, other: Rules) -> tuple[Rules, Rules]:
    """Return two rule sets with only those bonuses, card by card, that are not alike in both.

    They score a play alike just where the rule sets do, as what is left out scores alike.  Everything stays
    where cards are worth something else, as the same words then mean something else.
    """
    if one.tables.values != other.tables.values:
        return one, other
    pairs = [_differing(one, other, card) for card in CARDS]
    mine, theirs = ([pair[side] for pair in pairs] for side in (0, 1))
    return replace(one, bonuses=tuple(mine)), replace(other, bonuses=tuple(theirs))


def only_condition(profile: Profile, key: str, tree: Condition) -> Profile | None:
    """Return a profile whose only bonus is the one with the condition at `key`; None where it is such a one already.

    The condition is as in `tree`, and the bonus worth 1.  Where `key` is about a way of capturing, no bonus is left.
    """
    name = key.removeprefix(BONUSES).removesuffix(WHEN)
    bonus = profile.bonuses.get(name) if key.startswith(BONUSES) else None
    if bonus is None:
        kept = {}
    else:
        one = replace(bonus.points, tree=Literal(1, bonus.points.tree.span))
        kept = {
            name: bonus.model_copy(update={"when": replace(bonus.when, tree=tree), "points": one, "instead_of": None})
        }
    return None if profile.bonuses == kept else profile.model_copy(update={"bonuses": kept})


def scored_names(bonuses: Sequence[Bonus], asked: Situation) -> list[tuple[str, Number]]:
    """Return which of the bonuses a capture scores, and how much each."""
    return [(one.bonus.name, one.points) for one in score_holding(bonuses, asked)]


def _differing(one: Rules, other: Rules, card: Card) -> tuple[tuple[Bonus, ...], tuple[Bonus, ...]]:
    here, there = ({bonus.name: bonus for bonus in rules.bonuses[card]} for rules in (one, other))
    linked = {bonus.instead_of for bonus in (*here.values(), *there.values())}
    alike = {
        name
        for name in here.keys() & there.keys() - linked
        if not here[name].instead_of and not there[name].instead_of
        if here[name] is there[name] or _says_the_same((here[name], one), (there[name], other), card)
    }
    mine, theirs = (tuple(some[name] for name in some if name not in alike) for some in (here, there))
    return mine, theirs


def _says_the_same(one: tuple[Bonus, Rules], other: tuple[Bonus, Rules], card: Card) -> bool:
    return entry_of_bonus(*one, card) == entry_of_bonus(*other, card)
