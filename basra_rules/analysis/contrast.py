"""Two rule sets at one table: where they part, and whether they ever do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from basra_rules.analysis.features import reading_of
from basra_rules.analysis.fingerprint import PLAY_AREAS, bonuses_with, fingerprint
from basra_rules.analysis.floors import floors_of
from basra_rules.analysis.reaching import reach, representatives
from basra_rules.analysis.situations import Case, actions, is_reachable, make_domain, positions_on
from basra_rules.engine.bonuses import score_bonuses
from basra_rules.engine.captures import find_captures
from basra_rules.engine.legality import may_trail
from basra_rules.engine.state import Action
from basra_rules.exact import exact

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from basra_rules.analysis.fingerprint import Print
    from basra_rules.analysis.situations import Domain, Position
    from basra_rules.cards import Card, CardSet
    from basra_rules.engine.bonuses import Scored
    from basra_rules.exact import Number
    from basra_rules.profile.models import Profile
    from basra_rules.rules.model import Rules

_MOST_CAPTURES = 1 << 12


@dataclass(frozen=True, slots=True)
class Verdict:
    """What rules make of a position: the legal captures with what each scores, and whether it may trail."""

    captures: Mapping[CardSet, tuple[Scored, ...]]
    trail: bool

    def points(self, captured: CardSet) -> Number | None:
        """Return what a capture scores at once; None where it is not allowed."""
        scored = self.captures.get(captured)
        return None if scored is None else exact(sum(one.points for one in scored))

    def points_of(self, bonus: str, captured: CardSet) -> Number:
        """Return what one bonus scores for a capture; 0 where it does not, or the capture is not allowed."""
        return sum(one.points for one in self.captures.get(captured, ()) if one.bonus.name == bonus)

    def names(self) -> Mapping[CardSet, tuple[str, ...]]:
        """Return the names of the bonuses that each capture scores."""
        return {captured: tuple(one.bonus.name for one in scored) for captured, scored in self.captures.items()}

    def plain(self) -> tuple[Mapping[CardSet, Number | None], bool]:
        """Return what is played and scored, without the names of the bonuses."""
        return {captured: self.points(captured) for captured in self.captures}, self.trail


def judge(rules: Rules, position: Position) -> Verdict:
    """Return what `rules` make of a position."""
    table, card = position.table, position.card
    sets = find_captures(rules, table, card, cap=_MOST_CAPTURES).sets
    scored = {captured: score_bonuses(rules, table, Action(card, captured)) for captured in sets}
    return Verdict(scored, may_trail(rules, table, card))


def is_proved_same(one: Profile, other: Profile) -> bool:
    """Tell whether it is proved that two profiles deal, play and score alike, whatever they say."""
    return is_proved_one_game(make_domain(one, other))


def is_proved_one_game(domain: Domain) -> bool:
    """Tell whether it is proved that the first two profiles of a domain deal, play and score alike."""
    prints = tuple(map(fingerprint, domain.rules[:2]))
    if any(prints[0][area] != prints[1][area] for area in prints[0] if area not in PLAY_AREAS):
        return False
    return _is_play_proved_same(domain, *prints)


def _is_play_proved_same(domain: Domain, one: Mapping[str, Print], other: Mapping[str, Print]) -> bool:
    if one["capture"] != other["capture"]:
        return False  # other words for the same captures can't be told from other captures on large floors
    return one["bonuses"] == other["bonuses"] or is_scored_same(domain)


def is_scored_same(domain: Domain) -> bool:
    """Tell whether it is proved that two rule sets that capture alike give every capture the same points."""
    differing = [card for card in representatives(domain) if _bonuses_differ(domain, card)]
    if any(any(_differ_on_lone_cards(domain, card)) for card in differing):
        return False
    return all(_is_card_scored_same(domain, card) for card in differing)


def _bonuses_differ(domain: Domain, card: Card) -> bool:
    one, other = (bonuses_with(rules, card) for rules in domain.rules[:2])
    return one != other


def _differ_on_lone_cards(domain: Domain, card: Card) -> Iterator[bool]:
    """Yield, of plays that score differently from floors of at most one card, whether they come about.

    Most differences show here.
    """
    left = [cards & ~(1 << card) for cards in domain.classes]
    for size in (0, 1):
        for places, floor in floors_of(left, size):
            for position in positions_on(domain, places, floor, (card,)):
                taken = actions(domain, domain.rules[0], position)
                if any(_points_differ(domain, Case(position.table, action)) for action in taken):
                    yield is_reachable(domain, position)


def _is_card_scored_same(domain: Domain, card: Card) -> bool:
    if reading_of(domain, card, coarse=True).groups:
        return False  # of equal sums not every verdict on groups may be among the plays
    _, conceivable = reach(domain, domain.rules[0], card, coarse=True)
    return conceivable.complete and not any(_points_differ(domain, case) for case in conceivable.plays)


def _points_differ(domain: Domain, case: Case) -> bool:
    one, other = (
        sum(scored.points for scored in score_bonuses(rules, case.table, case.action)) for rules in domain.rules[:2]
    )
    return one != other
