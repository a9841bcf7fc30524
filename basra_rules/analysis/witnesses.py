"""The smallest scenarios that show one thing: a part true, a bonus scored, a way used, an award won, a tie."""

from __future__ import annotations

import re
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING

from basra_rules.analysis.asked import seen_by
from basra_rules.analysis.bonus_use import capture_with
from basra_rules.analysis.further import further_plays
from basra_rules.analysis.reaching import representatives, smallness
from basra_rules.analysis.scores import score_scenario, shares_of
from basra_rules.analysis.sightings import is_won
from basra_rules.analysis.snippets import quoted, scenario_of
from basra_rules.analysis.way_use import cards_played, is_used, play_by
from basra_rules.analysis.wrapping import folded
from basra_rules.cards import card_set
from basra_rules.exact import plain_number
from basra_rules.expression.compiling import compile_condition
from basra_rules.profile.vocabulary import Leftover

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from basra_rules.analysis.effort import Effort
    from basra_rules.analysis.parts import Part
    from basra_rules.analysis.situations import Case
    from basra_rules.analysis.study import Study
    from basra_rules.cards import Card
    from basra_rules.expression.compiling import Test
    from basra_rules.rules.model import Award, Rules


_FEW = 3
"""Where a floor has no more cards, no smaller one is looked for."""


def part_witness(study: Study, part: Part, value: bool, effort: Effort) -> str | None:
    """Return the smallest play, as a scenario, in which a part of a condition has a value."""
    judged = study.judgement(part.key)
    known = [case for truths, case in judged.seen.items() if part.value(truths) is value]
    if part.number and part.key.startswith("bonuses.") and all(len(case.table.floor) > _FEW for case in known):
        # also of cards that settle the whole condition
        alone = study.judge_alone(part.key, part.tree)
        known += filter(None, [alone.find(value) if alone else None])
    case = min(known, key=smallness, default=None) or _further_part(study, part, value, effort)
    return _scenario(study, case, f"`{part.text}` is {'true' if value else 'false'}")


def _further_part(study: Study, part: Part, value: bool, effort: Effort) -> Case | None:
    @cache
    def test_of(card: Card) -> Test | bool:
        return compile_condition(part.tree, study.rules.tables, card)

    played = card_set(card for card in study.asked(part.key) if test_of(card) is not (not value))
    for case in further_plays(study, played, effort):
        test, now = test_of(case.action.card), seen_by(part.key, case)
        if now is not None and (test if isinstance(test, bool) else test(now)) is value:
            return case
    return None


def bonus_witness(study: Study, name: str, scored: bool, effort: Effort) -> str | None:
    """Return the smallest capture that scores a bonus, or does not."""
    case = capture_with(study, name, scored, study.captures)
    if case is None:
        bonuses = study.rules.bonuses
        cards = representatives(study.domain)
        played = card_set(card for card in cards if not scored or any(one.name == name for one in bonuses[card]))
        further = (one for one in further_plays(study, played, effort) if one.action.captured)
        case = capture_with(study, name, scored, further)
    return _scenario(study, case, f"{name} {'scores' if scored else 'does not score'}")


def way_witness(study: Study, name: str, effort: Effort) -> str | None:
    """Return the smallest play by which a way takes something."""
    further = further_plays(study, cards_played(study, name), effort)
    case = play_by(study, name) or next((one for one in further if is_used(study, name, one)), None)
    return _scenario(study, case, f"the way {name} takes something")


def _scenario(study: Study, case: Case | None, name: str) -> str | None:
    return None if case is None else scenario_of(study.domain, study.rules, case, name)


def decides(rules: Rules, award: Award, sides: Sequence[int]) -> Iterator[tuple[tuple[int, ...], bool]]:
    """Yield how the cards that an award counts may be shared, and whether somebody wins it so."""
    shares = chain.from_iterable(shares_of(rules, award, number) for number in sides)
    # where nobody captures, the last capturer takes nothing
    bare = [] if rules.scoring.leftover is Leftover.DEALER else [(0,) * number for number in sides]
    yield from ((one, is_won(award, one)) for one in chain(shares, bare))


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


def body_of(scenario: str) -> str:
    """Return a scenario without its name."""
    return _FIRST_KEY.split(scenario, maxsplit=1)[1]


_FIRST_KEY = re.compile(r"\n  (?=\S)")
"""Where the first key after the name begins, which may take several lines."""
