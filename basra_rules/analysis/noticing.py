"""What of a rule set another one has otherwise, and so which scenarios can notice it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from basra_rules.analysis.telling import CardRules, card_rules
from basra_rules.cards import card_set
from basra_rules.profile.vocabulary import Obligation
from basra_rules.scenarios.reading import kind_of

if TYPE_CHECKING:
    from basra_rules.analysis.runs import Ruleset, Run
    from basra_rules.cards import CardSet
    from basra_rules.rules.model import Rules


@dataclass(frozen=True, slots=True)
class Difference:
    """Where two rule sets are not written alike: the cards played otherwise, and the areas beside."""

    cards: CardSet
    dealing: bool
    scoring: bool
    match: bool
    whole_hand: bool

    def __bool__(self) -> bool:
        return bool(self.cards) or self.is_beside_plays

    @property
    def is_beside_plays(self) -> bool:
        """Tell whether anything differs beside what single plays take and score."""
        return self.dealing or self.scoring or self.match

    def may_be_noticed_by(self, run: Run) -> bool:
        """Tell whether a scenario looks at anything that differs."""
        scenario = run.scenario
        match kind_of(scenario):
            case "score":
                return self.scoring
            case "match":
                return self.match
            case "opening":
                return self.dealing or self.scoring or bool(scenario.plays and self._is_played(run))
        return self._is_played(run)

    def _is_played(self, run: Run) -> bool:
        scenario = run.scenario
        played = card_set([card for card, _ in scenario.plays or ()]) | card_set(scenario.hand or ())
        return bool(self.cards & played) or (self.whole_hand and bool(self.cards) and scenario.opening is not None)


@dataclass(frozen=True)
class Compared:
    """A rule set in the form in which it is compared with others."""

    ruleset: Ruleset

    @cached_property
    def cards(self) -> CardRules:
        """Return what it does with each card."""
        return card_rules(self.ruleset)

    @property
    def rules(self) -> Rules:
        """Return the compiled rules."""
        return self.ruleset.rules

    def difference(self, other: Compared, *, plays: bool = True) -> Difference:
        """Return where the other is not written alike; without `plays`, what single plays do is known to be."""
        mine, yours = self.rules, other.rules
        seats = mine.seats != yours.seats
        deck = mine.deck != yours.deck
        return Difference(
            cards=self.cards.differing(other.cards) if plays else 0,
            dealing=mine.dealing != yours.dealing or deck or seats,
            scoring=_scoring(mine) != _scoring(yours) or deck or seats,
            match=_match(mine) != _match(yours) or seats,
            whole_hand=Obligation.HAND in (mine.capture.obligation, yours.capture.obligation),
        )


def _scoring(rules: Rules) -> tuple[object, ...]:
    awards = tuple((one.counts & rules.deck, one.at_least, one.points, one.if_nobody) for one in rules.scoring.awards)
    return rules.scoring.cards, awards, rules.scoring.leftover


def _match(rules: Rules) -> tuple[object, ...]:
    match = rules.match
    return match.target, match.tie, match.extend, match.games_to_win
