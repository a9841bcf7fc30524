"""Numbers put into words: noun phrases that stand alone or behind "is", always in the basic case."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from basra_rules.exact import format_number
from basra_rules.expression.tree import Arithmetic, Literal, Negated, NumberName, Operator
from basra_rules.expression.vocabulary import TABLE_PREFIX

if TYPE_CHECKING:
    from basra_rules.expression.tree import NumberTree
    from basra_rules.rulebook.voice import Voice


class Speaking(StrEnum):
    """Which card `card` is: the one that is played, or one that is counted after the deal."""

    PLAYED = "played"
    COUNTED = "counted"


@dataclass(frozen=True, slots=True)
class Amounts:
    """Puts numbers into words of one language."""

    voice: Voice
    speaking: Speaking = Speaking.PLAYED

    def describe(self, tree: NumberTree) -> str:
        """Return a number as a noun phrase: "10", "the number of captured cards"."""
        if isinstance(tree, Literal):
            return format_number(tree.value)
        if isinstance(tree, NumberName):
            return self.name(tree.name)
        if isinstance(tree, Negated):
            # L10n: {amount} is a number in words: "minus the value of the played card".
            return self.voice.gettext("minus {amount}", amount=self._part(tree.operand))
        return self._calculated(tree)

    def points(self, tree: NumberTree) -> str:
        """Return how many points a number stands for."""
        if isinstance(tree, Literal):
            return self.voice.points(tree.value)
        if self.speaking is Speaking.COUNTED and isinstance(tree, NumberName) and tree.name == "card.value":
            # L10n: What a captured card is worth, behind its name and a dash: "A number card – as many points as it
            # L10n: counts in sums".
            return self.voice.gettext("as many points as it counts in sums")
        # L10n: How much a bonus or a card is worth. {amount} is a number in words:
        # L10n: "twice the “worth” of the played card in points", also before "if the play takes …".
        return self.voice.gettext("{amount} in points", amount=self.describe(tree))

    def name(self, name: str) -> str:
        """Return what a named number is."""
        if name.startswith(TABLE_PREFIX) and name not in self._names():
            return self._of_table(name.removeprefix(TABLE_PREFIX))
        return self._names()[name]

    def _names(self) -> dict[str, str]:
        voice = self.voice
        return {
            # L10n: The captured cards' values, added up. All these phrases stand before "is at most 10"
            # L10n: or behind "is equal to": keep them in the basic case.
            "sum": voice.gettext("the total of the captured cards"),
            "count": voice.gettext("the number of captured cards"),
            "floor.sum": voice.gettext("the total of the cards on the floor"),
            "floor.count": voice.gettext("the number of cards on the floor"),
            # L10n: "The previous play" is the one just before, by another player.
            "previous.floor_count": voice.gettext("the number of cards on the floor before the previous play"),
            "card.value": (
                voice.gettext("the value of the played card")
                if self.speaking is Speaking.PLAYED
                # L10n: "A number card: its value in sums, in points".
                else voice.gettext("its value in sums")
            ),
            # L10n: Captured cards are parted into groups that all have one total.
            "groups": voice.gettext("the number of groups"),
            # L10n: Captured cards are parted into groups that all have this one total.
            "total": voice.gettext("the total of each group"),
        }

    def _of_table(self, table: str) -> str:
        named = self.voice.text_of_profile("table", table)
        if self.speaking is Speaking.PLAYED:
            # L10n: {table} is the name of a further number that cards have in some games, such as “worth”.
            return self.voice.gettext("the “{table}” of the played card", table=named)
        # L10n: {table} is the name of a further number that cards have in some games, such as “worth”.
        return self.voice.gettext("its “{table}”", table=named)

    def _calculated(self, tree: Arithmetic) -> str:
        voice = self.voice
        left, right = self._part(tree.left), self._part(tree.right)
        match tree.operator:
            case Operator.PLUS:
                # L10n: {left} and {right} are numbers, as digits or in words.
                return voice.gettext("{left} plus {right}", left=left, right=right)
            case Operator.MINUS:
                # L10n: {left} and {right} are numbers: "11 minus the value of the played card".
                return voice.gettext("{left} minus {right}", left=left, right=right)
            case Operator.TIMES if tree.left == Literal(2, tree.span):
                # L10n: {amount} is a number in words: "twice the “worth” of the played card".
                return voice.gettext("twice {amount}", amount=right)
            case Operator.TIMES:
                # L10n: {left} and {right} are numbers: "3 times the number of captured cards".
                return voice.gettext("{left} times {right}", left=left, right=right)

    def _part(self, tree: NumberTree) -> str:
        """Return a number within a calculation; another calculation stands in brackets."""
        words = self.describe(tree)
        return words if isinstance(tree, Literal | NumberName) else f"({words})"
