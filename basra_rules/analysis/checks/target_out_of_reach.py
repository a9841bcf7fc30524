"""A target that no deal brings nearer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra_rules.analysis.findings import Finding, as_note, warn
from basra_rules.analysis.scores import tally_scenario
from basra_rules.cards import cards_of
from basra_rules.engine.bonuses import score_bonuses
from basra_rules.engine.scoring import Tally
from basra_rules.exact import format_number

if TYPE_CHECKING:
    from collections.abc import Iterator

    from basra_rules.analysis.situations import Case
    from basra_rules.analysis.study import Study

CODE = "target-out-of-reach"


def check(study: Study) -> Iterator[Finding]:
    """Yield a finding where neither cards nor awards nor bonuses ever give a point."""
    scoring = study.rules.scoring
    if any(scoring.cards[card] > 0 for card in cards_of(study.rules.deck)):
        return
    if any(award.points > 0 for award in scoring.awards):
        return
    captures = study.conceivable_captures(study.scoring_cards())
    if captures is None or any(_points(study, case) for case in captures):
        return
    message = f"the target of {format_number(study.rules.match.target)} is out of reach: no deal gives points"
    label = "no card, award or bonus gives any"
    tallies = (Tally(study.rules.deck.bit_count(), study.rules.deck), *[Tally(0)] * (_sides(study) - 1))
    note = as_note(tally_scenario(study.rules, tallies, "whatever is captured"))
    yield Finding(warn(CODE, message, study.profile.span("match.target"), label, note), "match.target")


def _sides(study: Study) -> int:
    return study.rules.seats.sides(study.rules.seats.players[0])


def _points(study: Study, case: Case) -> bool:
    return any(one.points > 0 for one in score_bonuses(study.rules, case.table, case.action))
