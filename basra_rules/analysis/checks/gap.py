"""A gap: something that can happen, and the profile does not say what then."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra_rules.analysis.findings import Finding, as_note, warn
from basra_rules.analysis.fingerprint import has_remainder
from basra_rules.analysis.scores import score_scenario
from basra_rules.profile.vocabulary import IfNobody, Leftover, Obligation, Remainder

if TYPE_CHECKING:
    from collections.abc import Iterator

    from basra_rules.analysis.study import Study
    from basra_rules.rules.model import Award

CODE = "gap"


def check(study: Study) -> Iterator[Finding]:
    """Yield a finding where nobody need capture in a deal, and where one leads alone without winning."""
    yield from _nobody_captures(study)
    for award in study.rules.scoring.awards:
        yield from _one_leads_alone(study, award)


def _nobody_captures(study: Study) -> Iterator[Finding]:
    rules = study.rules
    if rules.capture.obligation is not Obligation.NONE:
        return
    goes = {
        "scoring.leftover": rules.scoring.leftover is Leftover.LAST_CAPTURER,
        "dealing.remainder": rules.dealing.remainder is Remainder.LAST_CAPTURER and has_remainder(rules),
    }
    for key, to_last_capturer in goes.items():
        if to_last_capturer:
            message = f"nobody need capture in a deal, and `{key}` does not say who gets the cards then"
            label = "where nothing obliges, there may be no last capturer"
            note = "all may trail all through a deal; the cards then count for nobody"
            yield Finding(warn(CODE, message, study.profile.span("capture.obligation"), label, note), key)


def _one_leads_alone(study: Study, award: Award) -> Iterator[Finding]:
    """Yield a finding where `each` speaks of those who tie, but one side may lead alone with too few cards."""
    if award.at_least is None or award.if_nobody is not IfNobody.EACH:
        return
    counted = (award.counts & study.rules.deck).bit_count()
    for players in study.rules.seats.players:
        sides = study.rules.seats.sides(players)
        shares = _shares_below(counted, sides, award.at_least)
        if shares is None:
            continue
        key = f"scoring.awards.{award.name}"
        message = (
            f"it may be that nobody has {award.at_least}, and `{award.name}` does not say what then "
            "if one side leads alone"
        )
        note = as_note(_scenario(study, award, shares))
        span = study.profile.span(f"{key}.if_nobody")
        yield Finding(warn(CODE, message, span, "`each` speaks of those who tie", note), key, "leads alone")
        return


def _shares_below(counted: int, sides: int, at_least: int) -> tuple[int, ...] | None:
    """Return shares of so many cards, the first the largest by itself and still too small; None if there are none."""
    most = min(at_least - 1, counted)
    rest = counted - most
    others = [rest // (sides - 1) + (place < rest % (sides - 1)) for place in range(sides - 1)]
    return (most, *others) if others and max(others) < most else None


def _scenario(study: Study, award: Award, shares: tuple[int, ...]) -> str:
    return score_scenario(study.rules, award, shares, f"nobody has {award.at_least}, and one has most")
