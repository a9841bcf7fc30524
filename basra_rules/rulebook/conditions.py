"""Conditions put into words: clauses that stand behind "if" or as the items of a list.

`not` is carried to the innermost parts, each of which has a sentence for either answer; so no bracket
is left, and what mixes "and" and "or" becomes a list below the sentence.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import ceil, floor
from typing import TYPE_CHECKING

from basra_rules.exact import exact
from basra_rules.expression.tree import (
    And,
    CardIs,
    CardsAre,
    Compared,
    Comparison,
    EqualGroups,
    Flag,
    Literal,
    Not,
    NotPattern,
    NumberName,
    Or,
    Quantifier,
    SingleCard,
    Subject,
)
from basra_rules.rulebook.lone_cards import merged, only_card, takes_only_card
from basra_rules.rulebook.patterns import Form, opposite

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from basra_rules.expression.tree import Condition, NumberTree, Pattern
    from basra_rules.rulebook.amounts import Amounts
    from basra_rules.rulebook.patterns import Describer


@dataclass(frozen=True, slots=True)
class All:
    """Every part holds; a part is a clause in words or again a list."""

    parts: tuple[Told, ...]


@dataclass(frozen=True, slots=True)
class Some:
    """At least one part holds."""

    parts: tuple[Told, ...]


Told = str | All | Some

_OPPOSITE = {
    Comparison.LESS: Comparison.AT_LEAST,
    Comparison.AT_MOST: Comparison.MORE,
    Comparison.MORE: Comparison.AT_MOST,
    Comparison.AT_LEAST: Comparison.LESS,
    Comparison.EQUAL: Comparison.DIFFERENT,
    Comparison.DIFFERENT: Comparison.EQUAL,
}
_TURNED = {
    Comparison.LESS: Comparison.MORE,
    Comparison.AT_MOST: Comparison.AT_LEAST,
    Comparison.MORE: Comparison.LESS,
    Comparison.AT_LEAST: Comparison.AT_MOST,
    Comparison.EQUAL: Comparison.EQUAL,
    Comparison.DIFFERENT: Comparison.DIFFERENT,
}


@dataclass(frozen=True, slots=True)
class Conditions:
    """Puts the conditions of one profile into words of one language."""

    amounts: Amounts
    patterns: Describer

    def describe(self, tree: Condition) -> Told:
        """Return a condition as clauses and lists of them."""
        return self._positive(tree)

    def _positive(self, tree: Condition) -> Told:
        if isinstance(tree, Not):
            return self._negative(tree.operand)
        if isinstance(tree, And):
            parts = [self._positive(part) for part in merged(tree.parts)]
            return _all([*self._lone_card(tree.parts), *parts, *self._only_cards(tree.parts)])
        if isinstance(tree, Or):
            return _some([self._positive(part) for part in tree.parts])
        if isinstance(tree, Compared):
            return _all([self._compared(*pair) for pair in _pairs(tree)])
        if isinstance(tree, EqualGroups):
            return self._equal_groups(tree)
        return self._leaf(tree, holds=True)

    def _negative(self, tree: Condition) -> Told:
        if isinstance(tree, Not):
            return self._positive(tree.operand)
        if isinstance(tree, And):
            return _some([self._negative(part) for part in tree.parts])
        if isinstance(tree, Or):
            return _all([self._negative(part) for part in tree.parts])
        if isinstance(tree, Compared):
            return _some([self._compared(left, _OPPOSITE[sign], right) for left, sign, right in _pairs(tree)])
        if isinstance(tree, EqualGroups):
            return self._no_equal_groups(tree)
        return self._leaf(tree, holds=False)

    def _leaf(self, tree: Flag | CardIs | CardsAre, *, holds: bool) -> str:
        if isinstance(tree, Flag):
            return self.flags(holds=holds)[tree.name]
        if isinstance(tree, CardIs):
            return self._card_is(tree, holds=holds)
        return self._cards_are(tree, holds=holds)

    # Truths that have a name

    def flags(self, *, holds: bool) -> dict[str, str]:
        """Return the clause for each truth that has a name, or for its contrary."""
        say = self.amounts.voice
        if holds:
            return {
                # L10n: All these clauses stand behind "if", or as items of a list. This one is a sweep:
                # L10n: the floor was not empty, and the play takes all of it.
                "sweep": say.gettext("the play takes everything on the floor"),
                "numeric": say.gettext("all captured cards are number cards"),
                "floor.numeric": say.gettext("all cards on the floor are number cards"),
                # L10n: The play just before, by another player.
                "previous.trailed": say.gettext("the previous play in this deal captured nothing"),
                "last_card": say.gettext("it is the very last card of the deal"),
            }
        return {
            "sweep": say.gettext("the play leaves something on the floor"),
            "numeric": say.gettext("at least one captured card is not a number card"),
            "floor.numeric": say.gettext("at least one card on the floor is not a number card"),
            # L10n: The contrary of "the previous play in this deal captured nothing".
            "previous.trailed": say.gettext("the previous play captured something, or there was none in this deal"),
            "last_card": say.gettext("it is not the very last card of the deal"),
        }

    # Cards

    def _card_is(self, tree: CardIs, *, holds: bool) -> str:
        voice = self.amounts.voice
        wanted: Pattern = NotPattern(tree.pattern, tree.span) if tree.negated else tree.pattern
        if tree.subject is SingleCard.PLAYED:
            return self._played_is(wanted if holds else opposite(wanted))
        if holds:
            # L10n: The floor is a pile here. {card} has the form "one".
            return voice.gettext("the top card of the pile is {card}", card=self.patterns.describe(wanted, Form.ONE))
        card = self.patterns.describe(opposite(wanted), Form.ONE)
        # L10n: The floor is a pile here. {card} has the form "one".
        return voice.gettext("the top card of the pile is {card}, or there is no pile", card=card)

    def _played_is(self, wanted: Pattern) -> str:
        voice = self.amounts.voice
        excluded = self.patterns.excluded(wanted, Form.ONE)
        match excluded:
            case []:
                # L10n: {card} has the form "one": "the played card is a jack or the 7♦".
                return voice.gettext("the played card is {card}", card=self.patterns.describe(wanted, Form.ONE))
            case [card]:
                # L10n: {card} has the form "one": "the played card is not a jack".
                return voice.gettext("the played card is not {card}", card=card)
            case [one, other]:
                # L10n: {one} and {other} have the form "one": "the played card is neither a jack nor the 7♦".
                return voice.gettext("the played card is neither {one} nor {other}", one=one, other=other)
        # L10n: {cards} has the form "many": "the played card is none of these: jacks, queens and kings".
        cards = voice.every(self.patterns.excluded(wanted, Form.MANY))
        return voice.gettext("the played card is none of these: {cards}", cards=cards)

    def _cards_are(self, tree: CardsAre, *, holds: bool) -> str:
        voice = self.amounts.voice
        pattern = opposite(tree.pattern) if tree.negated else tree.pattern
        quantifier = tree.quantifier
        if not holds:
            pattern = opposite(pattern)
            quantifier = Quantifier.ANY if quantifier is Quantifier.ALL else Quantifier.ALL
        card = self.patterns.describe(pattern, Form.ONE)
        return {
            # L10n: {card} has the form "one": "every captured card is a ten, a queen or a king".
            (Quantifier.ALL, Subject.CAPTURED): voice.gettext("every captured card is {card}", card=card),
            # L10n: {card} has the form "one".
            (Quantifier.ANY, Subject.CAPTURED): voice.gettext("at least one captured card is {card}", card=card),
            # L10n: {card} has the form "one". On an empty floor this is so as well.
            (Quantifier.ALL, Subject.FLOOR): voice.gettext("every card on the floor is {card}", card=card),
            # L10n: {card} has the form "one".
            (Quantifier.ANY, Subject.FLOOR): voice.gettext("at least one card on the floor is {card}", card=card),
        }[quantifier, tree.subject]

    def _only_cards(self, parts: Sequence[Condition]) -> list[Told]:
        """Return the clauses for "just one card, and it is a jack", which `merged` leaves out."""
        told: list[Told] = []
        for subject in Subject:
            found = only_card(parts, subject)
            if found is not None and subject is Subject.CAPTURED and takes_only_card(parts):
                # L10n: {card} has the form "one": "the play takes the only card on the floor, a jack".
                clause = self.amounts.voice.gettext(
                    "the play takes the only card on the floor, {card}", card=self.only(found)
                )
                told.append(clause)
            elif found is not None:
                told.append(self._only_card(subject, self.only(found)))
        return told

    def _lone_card(self, parts: Sequence[Condition]) -> list[Told]:
        """Return the clause for a lone card that is taken, whatever it is."""
        if takes_only_card(parts) and only_card(parts, Subject.CAPTURED) is None:
            return [self.amounts.voice.gettext("the play takes the only card on the floor")]
        return []

    def only(self, found: CardsAre) -> str:
        """Return what a lone card is."""
        return self.patterns.describe(opposite(found.pattern) if found.negated else found.pattern, Form.ONE)

    def _only_card(self, subject: Subject, card: str) -> str:
        voice = self.amounts.voice
        if subject is Subject.CAPTURED:
            # L10n: {card} has the form "one": "the only captured card is a jack".
            return voice.gettext("the only captured card is {card}", card=card)
        # L10n: {card} has the form "one": "the only card on the floor is the 7♦".
        return voice.gettext("the only card on the floor is {card}", card=card)

    # Numbers

    def _compared(self, left: NumberTree, sign: Comparison, right: NumberTree) -> Told:
        if isinstance(left, Literal) and not isinstance(right, Literal):
            left, sign, right = right, _TURNED[sign], left
        if isinstance(left, NumberName) and isinstance(right, Literal):
            counted = self._counted(left.name, sign, right)
            if counted:
                return counted
        words = {"left": self.amounts.describe(left), "right": self.amounts.describe(right)}
        return self._comparison(sign, words)

    def _comparison(self, sign: Comparison, words: dict[str, str]) -> str:
        voice = self.amounts.voice
        return {
            # L10n: {left} and {right} are numbers, as digits or in words of any gender, in the basic case:
            # L10n: "the total of the captured cards is less than 10".
            Comparison.LESS: voice.gettext("{left} is less than {right}", **words),
            Comparison.AT_MOST: voice.gettext("{left} is at most {right}", **words),
            Comparison.MORE: voice.gettext("{left} is more than {right}", **words),
            Comparison.AT_LEAST: voice.gettext("{left} is at least {right}", **words),
            # L10n: "the total of the captured cards is equal to the value of the played card".
            Comparison.EQUAL: voice.gettext("{left} is equal to {right}", **words),
            Comparison.DIFFERENT: voice.gettext("{left} is not equal to {right}", **words),
        }[sign]

    def _counted(self, name: str, sign: Comparison, number: Literal) -> str:
        """Return a clause on a number of things, where the number is a whole one that makes sense."""
        sign, count = _whole(sign, number.value)
        if count is None:
            return ""
        return self.counts(name, count).get(sign, "")

    def counts(self, name: str, count: int) -> dict[Comparison, str]:
        """Return the clauses on how many of something there are; none where `name` counts nothing."""
        match name:
            case "count":
                return self._captured_counts(count)
            case "floor.count":
                return self._floor_counts(count)
            case "previous.floor_count":
                return self._earlier_counts(count)
            case "groups":
                return self._group_counts(count)
        return {}

    def _captured_counts(self, count: int) -> dict[Comparison, str]:
        say = self.amounts.voice
        return {
            Comparison.EQUAL: say.ngettext(
                "exactly {count} card is captured", "exactly {count} cards are captured", count
            ),
            Comparison.AT_MOST: say.ngettext(
                "at most {count} card is captured", "at most {count} cards are captured", count
            ),
            Comparison.AT_LEAST: say.ngettext(
                "at least {count} card is captured", "at least {count} cards are captured", count
            ),
        }

    def _floor_counts(self, count: int) -> dict[Comparison, str]:
        say = self.amounts.voice
        return {
            # L10n: Before the play.
            Comparison.EQUAL: say.ngettext(
                "exactly {count} card lies on the floor", "exactly {count} cards lie on the floor", count
            ),
            Comparison.AT_MOST: say.ngettext(
                "at most {count} card lies on the floor", "at most {count} cards lie on the floor", count
            ),
            Comparison.AT_LEAST: say.ngettext(
                "at least {count} card lies on the floor", "at least {count} cards lie on the floor", count
            ),
        }

    def _earlier_counts(self, count: int) -> dict[Comparison, str]:
        say = self.amounts.voice
        return {
            # L10n: Before the play just before this one.
            Comparison.EQUAL: say.ngettext(
                "before the previous play exactly {count} card lay on the floor",
                "before the previous play exactly {count} cards lay on the floor",
                count,
            ),
            Comparison.AT_MOST: say.ngettext(
                "before the previous play at most {count} card lay on the floor",
                "before the previous play at most {count} cards lay on the floor",
                count,
            ),
            Comparison.AT_LEAST: say.ngettext(
                "before the previous play at least {count} card lay on the floor",
                "before the previous play at least {count} cards lay on the floor",
                count,
            ),
        }

    def _group_counts(self, count: int) -> dict[Comparison, str]:
        say = self.amounts.voice
        return {
            # L10n: Captured cards are parted into groups that all have one total.
            Comparison.EQUAL: say.ngettext("there is exactly {count} group", "there are exactly {count} groups", count),
            Comparison.AT_MOST: say.ngettext(
                "there is at most {count} group", "there are at most {count} groups", count
            ),
            Comparison.AT_LEAST: say.ngettext(
                "there is at least {count} group", "there are at least {count} groups", count
            ),
        }

    # Equal groups

    def _equal_groups(self, tree: EqualGroups) -> Told:
        voice = self.amounts.voice
        wanted = _telling(tree.condition)
        if wanted is None:
            return self.flags(holds=True)["numeric"]
        # L10n: {condition} is one or more clauses, such as "there are at least 2 groups and the total of each
        # L10n: group is less than 10".
        return voice.gettext(
            "the captured cards are number cards and can be split into groups with equal totals (one card, or all of "
            "them, may be a group) so that {condition}",
            condition=self._in_line(self._positive(wanted)),
        )

    def _no_equal_groups(self, tree: EqualGroups) -> Told:
        voice = self.amounts.voice
        wanted = _telling(tree.condition)
        if wanted is None:
            return self.flags(holds=False)["numeric"]
        # L10n: The contrary of "the captured cards are number cards and can be split … so that {condition}".
        return voice.gettext(
            "the captured cards are not all number cards, or can't be split into groups with equal totals (one card, "
            "or all of them, may be a group) so that {condition}",
            condition=self._in_line(self._positive(wanted)),
        )

    def _in_line(self, told: Told) -> str:
        """Return a condition as one text; lists within lists stand in brackets."""
        if isinstance(told, str):
            return told
        parts = [part if isinstance(part, str) else f"({self._in_line(part)})" for part in told.parts]
        return self.amounts.voice.every(parts) if isinstance(told, All) else self.amounts.voice.some(parts)


def _pairs(tree: Compared) -> list[tuple[NumberTree, Comparison, NumberTree]]:
    """Return a chain as the neighbours that are compared."""
    neighbours = zip(pairwise(tree.terms), tree.comparisons, strict=True)
    return [(left, sign, right) for (left, right), sign in neighbours]


def _whole(sign: Comparison, value: int | Fraction) -> tuple[Comparison, int | None]:
    """Return a comparison with a count as one with a whole number: less than 3 is at most 2."""
    match sign:
        case Comparison.LESS:
            sign, value = Comparison.AT_MOST, ceil(value) - 1
        case Comparison.AT_MOST:
            value = floor(value)
        case Comparison.MORE:
            sign, value = Comparison.AT_LEAST, floor(value) + 1
        case Comparison.AT_LEAST:
            value = ceil(value)
    whole = exact(value)
    return sign, whole if isinstance(whole, int) and whole >= 0 else None


def _all(parts: Sequence[Told]) -> Told:
    found: list[Told] = []
    for part in parts:
        found += part.parts if isinstance(part, All) else (part,)
    return found[0] if len(found) == 1 else All(tuple(found))


def _some(parts: Sequence[Told]) -> Told:
    found: list[Told] = []
    for part in parts:
        found += part.parts if isinstance(part, Some) else (part,)
    return found[0] if len(found) == 1 else Some(tuple(found))


def _telling(condition: Condition) -> Condition | None:
    """Return a condition on groups without what always holds: that there is at least one; None if nothing is left."""
    if isinstance(condition, And):
        left = tuple(part for part in condition.parts if _telling(part) is not None)
        return And(left, condition.span) if len(left) > 1 else next(iter(left), None)
    if isinstance(condition, Compared) and len(condition.comparisons) == 1:
        (left_term, sign, right_term), *_ = _pairs(condition)
        if isinstance(left_term, NumberName) and left_term.name == "groups" and isinstance(right_term, Literal):
            return None if _whole(sign, right_term.value) == (Comparison.AT_LEAST, 1) else condition
    return condition
