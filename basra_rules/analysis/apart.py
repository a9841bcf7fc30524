"""A scenario that one rule set passes and another does not, wherever they part: plays, counts, matches, deals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from basra_rules.analysis.contrast import is_proved_one_game
from basra_rules.analysis.parting import find_one_parting
from basra_rules.analysis.situations import Case, domain_of
from basra_rules.analysis.snippets import question_of, scenario_of
from basra_rules.analysis.telling import find_parting
from basra_rules.analysis.telling_scores import Areas, parting_scenario
from basra_rules.engine.state import Action

if TYPE_CHECKING:
    from basra_rules.analysis.effort import Effort
    from basra_rules.analysis.noticing import Compared, Difference
    from basra_rules.analysis.runs import Ruleset


@dataclass(frozen=True, slots=True)
class Telling:
    """A scenario that tells two rule sets apart, if one was found.

    `size`: up to how many floor cards every play was tried, None where plays are not in question.
    `is_proved`: no play tells them apart at all.
    """

    scenario: str | None = None
    size: int | None = None
    is_proved: bool = False


def tell_apart(
    pair: tuple[Compared, Compared], difference: Difference, name: str, size: int, effort: Effort
) -> Telling:
    """Return a scenario, by a quick search, that the first rule set passes and the other does not.

    Plays are looked for on floors of up to `size` cards, fewer where little of the effort is left.
    """
    (one, other), parting, reached = pair, None, None
    if difference.cards and size:
        parting, reached = find_parting(one.ruleset, other.ruleset, difference, size, effort)
    if parting is not None:
        return Telling(scenario_of(parting.domain, one.rules, parting.case, name), reached)
    if not difference.is_beside_plays:
        return Telling(None, reached)
    areas = Areas(difference.dealing, difference.scoring, difference.match)
    return Telling(parting_scenario(one.rules, other.rules, name, areas), reached)


def tell_plays_apart(pair: tuple[Ruleset, Ruleset], name: str, size: int, tried: int, effort: Effort) -> Telling:
    """Return a play that tells two rule sets apart, looked for as far as when two profiles are compared.

    Floors of up to `tried` cards are known not to; those of up to `size` are gone through while the effort lasts.
    """
    one, other = pair
    domain = domain_of(one, other)
    if is_proved_one_game(domain):
        return Telling(None, tried, is_proved=True)
    size = min(size, domain.default_size)
    parting, is_complete = find_one_parting(domain, size, tried, effort)
    if parting is None:
        return Telling(None, max(size, tried) if is_complete else tried)
    case = Case(parting.position.table, Action(parting.position.card, parting.captured or 0))
    told = question_of if parting.captured is None else scenario_of
    return Telling(told(domain, domain.rules[0], case, name, also=domain.rules[:2]), tried)
