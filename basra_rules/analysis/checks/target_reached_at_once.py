"""A target that every deal reaches."""

from __future__ import annotations

from fractions import Fraction
from math import floor
from typing import TYPE_CHECKING

from basra_rules.analysis.findings import Finding, chosen_in_file, warn
from basra_rules.analysis.fingerprint import has_remainder
from basra_rules.engine.bonuses import score_bonuses
from basra_rules.engine.budget import least_given
from basra_rules.exact import format_number
from basra_rules.profile.vocabulary import Leftover, Remainder

if TYPE_CHECKING:
    from collections.abc import Iterator

    from basra_rules.analysis.study import Study
    from basra_rules.exact import Number
    from basra_rules.rules.model import Rules

CODE = "target-reached-at-once"


def check(study: Study) -> Iterator[Finding]:
    """Yield a finding where the points of any deal, however they are shared, bring some side to the target."""
    rules = study.rules
    if rules.scoring.leftover is Leftover.NOBODY or _may_leave_cards_out(rules):
        return
    told = [line for players in rules.seats.players if (line := _told(study, players))]
    if len(told) == len(rules.seats.players) and not _loses_points(study):
        message = f"any deal in which cards are captured reaches the target of {format_number(rules.match.target)}"
        span = study.profile.span("match.target")
        notes = (*chosen_in_file(study, "match.target"), *told)
        yield Finding(warn(CODE, message, span, "one deal is enough to reach it", *notes), "match.target")


def _told(study: Study, players: int) -> str:
    """Return what some side gets of every deal among so many players, where that reaches the target."""
    sides = study.rules.seats.sides(players)
    total = least_given(study.rules, players)
    share = Fraction(total) / sides
    if share < study.rules.match.target:
        return ""
    return (
        f"{players} players: a deal with a capture gives at least {format_number(total)} points to {sides} sides, "
        f"so one of them has {_at_least(share, study.rules.match.target)}"
    )


def _at_least(share: Fraction, target: Number) -> str:
    """Return the points of whoever has no less than the others in words; a share such as 16/3 by what it exceeds."""
    written = format_number(share)
    return f"{written} or more" if "/" not in written else f"more than {format_number(max(floor(share), target))}"


def _may_leave_cards_out(rules: Rules) -> bool:
    """Tell whether cards that can't be shared out are nobody's."""
    return has_remainder(rules) and rules.dealing.remainder is Remainder.OUT_OF_PLAY


def _loses_points(study: Study) -> bool:
    """Tell whether a bonus may cost points, as far as it is known."""
    captures = study.conceivable_captures(study.scoring_cards())
    return captures is None or any(
        one.points < 0 for case in captures for one in score_bonuses(study.rules, case.table, case.action)
    )
