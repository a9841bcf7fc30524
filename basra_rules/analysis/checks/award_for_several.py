"""An award that several sides can win in one deal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra_rules.analysis.findings import Finding, as_note, warn
from basra_rules.analysis.scores import score_scenario

if TYPE_CHECKING:
    from collections.abc import Iterator

    from basra_rules.analysis.study import Study

CODE = "award-for-several"


def check(study: Study) -> Iterator[Finding]:
    """Yield a finding for each award whose number of cards two sides can reach at once."""
    for award in study.rules.scoring.awards:
        counted = (award.counts & study.rules.deck).bit_count()
        if award.at_least is None or not award.points or 2 * award.at_least > counted:
            continue
        sides = study.rules.seats.sides(study.rules.seats.players[0])
        shares = (award.at_least, counted - award.at_least, *[0] * (sides - 2))
        message = f"two sides can have {award.at_least} of the {counted} cards, and both get `{award.name}`"
        label = f"more than half would be {counted // 2 + 1}; `most` is another way to say it"
        span = study.profile.span(f"scoring.awards.{award.name}.at_least")
        note = as_note(score_scenario(study.rules, award, shares, "both get it"))
        yield Finding(warn(CODE, message, span, label, note), f"scoring.awards.{award.name}")
