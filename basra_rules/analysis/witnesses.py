"""The smallest scenarios that show one thing: a part true, a bonus scored, a way used, an award won, a tie."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from basra_rules.analysis.reaching import smallness
from basra_rules.analysis.scores import score_scenario, shares_of
from basra_rules.analysis.sightings import is_won
from basra_rules.analysis.snippets import quoted, scenario_of
from basra_rules.analysis.way_use import play_by
from basra_rules.analysis.wrapping import folded
from basra_rules.engine.bonuses import score_bonuses
from basra_rules.exact import plain_number

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from basra_rules.analysis.parts import Part
    from basra_rules.analysis.situations import Case
    from basra_rules.analysis.study import Study
    from basra_rules.rules.model import Award, Rules


def part_witness(study: Study, part: Part, value: bool, name: str) -> str | None:
    """Return the smallest play, as a scenario, in which a part of a condition has a value."""
    judged = study.judgement(part.key)
    found = (case for truths, case in judged.seen.items() if part.value(truths) is value)
    return _scenario(study, min(found, key=smallness, default=None), name)


def bonus_witness(study: Study, name: str, scored: bool) -> str | None:
    """Return the smallest capture that scores a bonus, or does not."""
    for case in study.captures:
        names = [one.bonus.name for one in score_bonuses(study.rules, case.table, case.action)]
        if (name in names) is scored:
            return _scenario(study, case, f"{name} {'scores' if scored else 'does not score'}")
    return None


def way_witness(study: Study, name: str) -> str | None:
    """Return the smallest play by which a way takes something."""
    return _scenario(study, play_by(study, name), f"the way {name} takes something")


def _scenario(study: Study, case: Case | None, name: str) -> str | None:
    return None if case is None else scenario_of(study.domain, study.rules, case, name)


def decides(rules: Rules, award: Award, sides: Sequence[int]) -> Iterator[tuple[tuple[int, ...], bool]]:
    """Yield how the cards that an award counts may be shared, and whether somebody wins it so."""
    for number in sides:
        for shares in shares_of(rules, award, number):
            yield shares, is_won(award, shares)


def tally_witness(rules: Rules, award: Award, shares: Sequence[int], name: str) -> str:
    """Return a scenario in which the cards that an award counts are shared so."""
    return score_scenario(rules, award, shares, name)


def match_witness(rules: Rules, *, tie: bool, name: str) -> str | None:
    """Return a match of one deal that ends at the target, with equal highest scores or one."""
    sides = rules.seats.sides(rules.seats.players[0])
    target = rules.match.target
    points = [target, target if tie else 0, *[0] * (sides - 2)]
    listed = ", ".join(plain_number(one) for one in points)
    if not tie:
        ends = rules.match.games_to_win == 1
        return f"- name: {quoted(name)}\n  match: {{deals: [[{listed}]]}}\n  expect: {{over: {str(ends).lower()}}}"
    over = str(rules.match.tie.value == "draw" and rules.match.games_to_win == 1).lower()
    return f"- name: {quoted(name)}\n  match: {{deals: [[{listed}]]}}\n  expect: {{over: {over}}}"


def with_options(scenario: str, options: Mapping[str, str]) -> str:
    """Return a scenario with choices of options under its name."""
    if not options:
        return scenario
    head, rest = _FIRST_KEY.split(scenario, maxsplit=1)
    made = ", ".join(f"{option}: {choice}" for option, choice in options.items())
    return f"{head}\n{folded(f'  options: {{{made}}}')}\n  {rest}"


_FIRST_KEY = re.compile(r"\n  (?=\S)")
"""Where the first key after the name begins, which may take several lines."""
