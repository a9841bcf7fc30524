"""An award that nobody can win."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra_rules.analysis.findings import Finding, as_note, warn
from basra_rules.analysis.scores import score_scenario
from basra_rules.cards import format_cards

if TYPE_CHECKING:
    from collections.abc import Iterator

    from basra_rules.analysis.study import Study

CODE = "award-out-of-reach"


def check(study: Study) -> Iterator[Finding]:
    """Yield a finding for each award that asks for more cards than there are."""
    rules = study.rules
    for award in rules.scoring.awards:
        counted = award.counts & rules.deck
        number = counted.bit_count()
        if not award.points or number >= (award.at_least or 1):
            continue
        key = f"scoring.awards.{award.name}"
        if number:
            message = f"nobody can win `{award.name}`: it takes {award.at_least}, and only {number} cards are counted"
            span, label = study.profile.span(f"{key}.at_least"), f"more than all of {format_cards(counted)}"
            label = label if number <= 8 else "more than there are"
        else:
            message = f"nobody can win `{award.name}`: no card of the deck is counted"
            span, label = study.profile.span(f"{key}.counts"), "no such card is in the deck"
        shares = (number, *[0] * (rules.seats.sides(rules.seats.players[0]) - 1))
        note = as_note(score_scenario(rules, award, shares, f"one side has every card that `{award.name}` counts"))
        yield Finding(warn(CODE, message, span, label, note), key)
