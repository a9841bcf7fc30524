"""Rules that show only with cards that one of two decks lacks: a play under the rules that have the cards."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from basra_rules.analysis.contrast import Verdict, judge
from basra_rules.analysis.fingerprint import print_of_bonus, print_of_way
from basra_rules.analysis.groups import without
from basra_rules.analysis.runs import Ruleset
from basra_rules.analysis.situations import domain_of, reachable_positions
from basra_rules.analysis.trees import BONUSES, WAYS
from basra_rules.cards import card_set

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from basra_rules.analysis.situations import Domain, Position
    from basra_rules.cards import CardSet
    from basra_rules.rules.model import Rules

_MOST_FLOOR = 3


@dataclass(frozen=True, slots=True)
class Lacking:
    """A position in which a rule shows that the other rules can't come to, as their deck lacks a card of it.

    `side` is whose rules know the position, `domain` what these alone can tell apart; `captured` is the capture
    that scores, None where what may be captured is in question.
    """

    rule: str
    side: int
    domain: Domain
    position: Position
    verdict: Verdict
    captured: CardSet | None


def lacking_partings(domain: Domain, rules: Sequence[str]) -> Iterator[Lacking]:
    """Yield the smallest position for each of the ways and bonuses in question that shows with such cards alone."""
    for rule in rules:
        if not rule.startswith((WAYS, BONUSES)):
            continue
        prints = [_print(each, rule) for each in domain.rules[:2]]
        found = (_find(domain, side, rule) for side in (0, 1) if prints[side] and prints[0] != prints[1])
        yield from [one for one in found if one is not None][:1]


def _print(rules: Rules, rule: str) -> object:
    return print_of_way(rules, rule) if rule.startswith(WAYS) else print_of_bonus(rules, rule.removeprefix(BONUSES))


def _find(domain: Domain, side: int, rule: str) -> Lacking | None:
    """Return the smallest position of one side that has a card which the other deck lacks, and shows the rule."""
    rules = domain.rules[side]
    lacking = rules.deck & ~domain.rules[1 - side].deck
    own = domain_of(Ruleset(domain.profiles[side], rules))
    ways = tuple(without(one, rule) for one in rules.capture.ways)
    changed = replace(rules, capture=replace(rules.capture, ways=ways))
    for position in reachable_positions(own, (rules,), _MOST_FLOOR) if lacking else ():
        if not (card_set(position.table.floor) | 1 << position.card) & lacking:
            continue
        verdict = judge(rules, position)
        if rule.startswith(WAYS) and verdict.captures.keys() != judge(changed, position).captures.keys():
            return Lacking(rule, side, own, position, verdict, None)
        name = rule.removeprefix(BONUSES)
        scored = (captured for captured in verdict.captures if verdict.points_of(name, captured))
        if rule.startswith(BONUSES) and (captured := next(scored, None)):
            return Lacking(rule, side, own, position, verdict, captured)
    return None
