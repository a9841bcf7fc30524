"""A bonus that another always covers: it never scores, or never alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra_rules.analysis.findings import Finding, warn, witness
from basra_rules.engine.bonuses import score_bonuses, situation

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from basra_rules.analysis.situations import Case
    from basra_rules.analysis.study import Study
    from basra_rules.cards import Card

CODE = "always-covered"


def check(study: Study) -> Iterator[Finding]:
    """Yield a finding for each bonus that scores only beside another, or never because another scores instead."""
    for name in study.profile.bonuses:
        cards = [card for card in study.scoring_cards() if any(one.name == name for one in study.rules.bonuses[card])]
        if _scores_alone(study, name, cards):
            continue
        plays = study.conceivable_captures(cards)
        scoring = [_scored(study, case) for case in _holding(study, name, plays or ())]
        example = next(_holding(study, name, study.captures_by(cards)), None)
        if not scoring or example is None:
            continue  # it never holds, or it is off, or nothing can be proved
        others = set.intersection(*scoring) - {name}
        if not any(name in scored for scored in scoring):
            yield _finding(study, name, example, "never scores: wherever it holds, another scores instead of it")
        elif all(name in scored for scored in scoring) and others:
            other = min(others)
            yield _finding(study, name, example, f"never scores alone: `{other}` scores wherever it does")


def _scores_alone(study: Study, name: str, cards: list[Card]) -> bool:
    """Tell whether some card scores this bonus and can score no other."""
    lone = [card for card in cards if len(study.rules.bonuses[card]) == 1]
    return any(True for _ in _holding(study, name, study.captures_by(lone)))


def _holding(study: Study, name: str, plays: Iterable[Case]) -> Iterator[Case]:
    """Yield the plays in which a bonus holds, whether or not another scores instead."""
    for case in plays:
        for bonus in study.rules.bonuses[case.action.card]:
            if bonus.name == name and (bonus.when is None or bonus.when(situation(case.table, case.action))):
                yield case


def _scored(study: Study, case: Case) -> set[str]:
    return {one.bonus.name for one in score_bonuses(study.rules, case.table, case.action)}


def _finding(study: Study, name: str, case: Case, says: str) -> Finding:
    span = study.profile.origins.key_span(f"bonuses.{name}")
    notes = witness(study, case, f"{name} holds here")
    return Finding(warn(CODE, f"the bonus `{name}` {says}", span, "always covered", *notes), f"bonuses.{name}")
