"""Where two profiles part over the end of a match: for each rule that differs, the points of deals that show it."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from basra_rules.analysis.count_parting import CountParting
from basra_rules.analysis.exchanging import MATCH, exchanged
from basra_rules.analysis.scores import match_scenario, play_deals
from basra_rules.exact import exact, format_number
from basra_rules.profile.vocabulary import TiePolicy

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from basra_rules.engine.state import MatchState
    from basra_rules.exact import Number
    from basra_rules.rules.model import Rules

Deals = tuple[tuple["Number", ...], ...]


def match_partings(one: Rules, other: Rules, sides: int, rules: Sequence[str]) -> Iterator[CountParting]:
    """Yield a match that ends otherwise for each of the rules in question that says when it ends."""
    for rule in rules:
        if rule.startswith(MATCH):
            found = _find((one, other), sides, rule)
            if found is not None:
                yield _told((one, other), sides, rule, found)


def _find(both: tuple[Rules, Rules], sides: int, rule: str) -> Deals | None:
    """Return deals after which the rules part, and one of them by the rule in question alone.

    At best it decides under both; the fewest deals come first.
    """
    changed = exchanged(both[0], both[1], rule), exchanged(both[1], both[0], rule)
    kept: Deals | None = None
    for deals in _matches(both, sides):
        mine, theirs = (_end(play_deals(rules, sides, deals)) for rules in both)
        if mine == theirs:
            continue
        alone = [_end(play_deals(rules, sides, deals)) for rules in changed]
        decides = mine != alone[0], theirs != alone[1]
        if all(decides):
            return deals
        if any(decides):
            kept = kept or deals
    return kept


def _end(match: MatchState) -> object:
    return match.over, match.winner


def _matches(both: tuple[Rules, Rules], sides: int) -> Iterator[Deals]:
    """Yield the points of deals: a side, or two alike, reach what either rule set asks for, once or again."""
    numbers = sorted({exact(number) for rules in both for number in _numbers(rules)})
    rest: tuple[Number, ...] = (0,) * (sides - 2)
    won: list[Deals] = [((number, 0, *rest),) for number in numbers]
    tied: list[Deals] = [((number, number, *rest),) for number in numbers]
    games = max(rules.match.games_to_win for rules in both)
    again: list[Deals] = [one * count for one in won for count in range(2, games + 1)]
    more: list[Deals] = [((exact(step), 0, *rest),) for step in (1, 5, 10, *numbers)]
    yield from (*won, *tied, *again)
    yield from (first + then for first, then in product(tied, more))
    yield from (before + first + then for before, first, then in product(won, tied, more))


def _numbers(rules: Rules) -> Iterator[Number]:
    yield rules.match.target
    if rules.match.tie is TiePolicy.EXTEND:
        yield rules.match.target + rules.match.extend


def _told(both: tuple[Rules, Rules], sides: int, rule: str, deals: Deals) -> CountParting:
    what = "the deals come to " + ", then ".join(" – ".join(map(format_number, points)) for points in deals)
    one, other = (_words(rules, sides, deals) for rules in both)
    title = f"{what} ({rule})"
    scenarios = match_scenario(both[0], sides, deals, title), match_scenario(both[1], sides, deals, title)
    return CountParting((rule,), what, one, other, scenarios)


def _words(rules: Rules, sides: int, deals: Deals) -> str:
    match = play_deals(rules, sides, deals)
    if match.over:
        ended = "a draw" if match.winner is None else f"side {match.winner} has won"
        return f"{ended} after {match.deals} of them" if match.deals < len(deals) else ended
    told = ["the match goes on"]
    if match.target != rules.match.target:
        told.append(f"to {format_number(match.target)} points")
    if any(match.games):
        told.append("games won: " + " – ".join(map(str, match.games)))
    return ", ".join(told)
