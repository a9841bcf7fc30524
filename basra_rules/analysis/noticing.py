"""What of a rule set another one has otherwise, and so which scenarios can notice it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from basra_rules.analysis.fingerprint import (
    captures_with,
    named_bonuses_with,
    print_of_dealing,
    print_of_match,
    print_of_scoring,
    print_of_seats,
)
from basra_rules.cards import card_set, cards_of
from basra_rules.profile.vocabulary import Obligation
from basra_rules.scenarios.reading import kind_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from basra_rules.analysis.fingerprint import Print
    from basra_rules.analysis.runs import Ruleset, Run
    from basra_rules.cards import Card, CardSet
    from basra_rules.rules.model import Rules


@dataclass(frozen=True, slots=True)
class Difference:
    """Where two rule sets are not written alike: the cards played otherwise, and the areas beside.

    Of the cards, `captures` may take other cards, `bonuses` may score otherwise; `floor`: all may, as other cards
    lie there or are worth something else.
    """

    cards: CardSet
    floor: bool
    captures: CardSet
    bonuses: CardSet
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
class CardRules:
    """What a rule set does with each card that is played, in a form that compares."""

    captures: Mapping[Card, Print]
    bonuses: Mapping[Card, Print]
    floor: Print


def card_rules(rules: Rules) -> CardRules:
    """Return what rules do with each card; bonuses count by their names, which scenarios may ask for."""
    cards, capture = cards_of(rules.deck), rules.capture
    return CardRules(
        {card: captures_with(rules, card) for card in cards},
        {card: named_bonuses_with(rules, card) for card in cards},
        (rules.deck, rules.tables.values, capture.pile, capture.groups),
    )


def _unlike(one: Mapping[Card, Print], other: Mapping[Card, Print]) -> CardSet:
    return card_set([card for card in one.keys() | other.keys() if one.get(card) != other.get(card)])


@dataclass(frozen=True)
class Compared:
    """A rule set in the form in which it is compared with others."""

    ruleset: Ruleset

    @cached_property
    def cards(self) -> CardRules:
        """Return what it does with each card."""
        return card_rules(self.rules)

    @property
    def rules(self) -> Rules:
        """Return the compiled rules."""
        return self.ruleset.rules

    def prints(self, difference: Difference) -> tuple[object, ...]:
        """Return all that decides where another rule set parts from it: of the match, only if that differs."""
        rules = self.rules
        match = print_of_match(rules) if difference.match else None
        return (
            self.cards,
            rules.capture.obligation,
            print_of_seats(rules),
            print_of_dealing(rules),
            print_of_scoring(rules),
            match,
        )

    def difference(self, other: Compared, *, plays: bool = True) -> Difference:
        """Return where the other is not written alike; without `plays`, what single plays do is known to be."""
        mine, yours = self.rules, other.rules
        every = mine.deck | yours.deck
        floor = plays and self.cards.floor != other.cards.floor
        captures = every if floor else _unlike(self.cards.captures, other.cards.captures) if plays else 0
        bonuses = every if floor else _unlike(self.cards.bonuses, other.cards.bonuses) if plays else 0
        obliged = plays and mine.capture.obligation is not yours.capture.obligation
        seats = print_of_seats(mine) != print_of_seats(yours)
        deck = mine.deck != yours.deck
        return Difference(
            cards=every if obliged else captures | bonuses,
            floor=floor,
            captures=captures,
            bonuses=bonuses,
            dealing=print_of_dealing(mine) != print_of_dealing(yours) or deck or seats,
            scoring=print_of_scoring(mine) != print_of_scoring(yours) or deck or seats,
            match=print_of_match(mine) != print_of_match(yours) or seats,
            whole_hand=Obligation.HAND in (mine.capture.obligation, yours.capture.obligation),
        )
