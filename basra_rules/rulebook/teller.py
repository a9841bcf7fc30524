"""What all sections speak with: the profile, its rules, and words for cards, numbers and conditions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from basra_rules.rulebook.amounts import Amounts, Speaking
from basra_rules.rulebook.conditions import All, Conditions, Some, Told
from basra_rules.rulebook.document import Statement
from basra_rules.rulebook.patterns import Describer, Form
from basra_rules.rulebook.voice import sentence
from basra_rules.rules.compiling import compile_rules

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from basra_rules.expression.tree import Condition, Pattern
    from basra_rules.profile.models import Profile
    from basra_rules.rulebook.voice import Voice
    from basra_rules.rules.model import Rules

_MOST_IN_LINE = 4
"""So many clauses can be followed in one sentence; more become a list."""


@dataclass(frozen=True, slots=True)
class Teller:
    """Tells of one profile in one language."""

    profile: Profile
    rules: Rules
    voice: Voice

    @property
    def patterns(self) -> Describer:
        """Return who puts patterns into words."""
        return Describer(self.voice, self.rules.tables, self.rules.deck)

    @property
    def amounts(self) -> Amounts:
        """Return who puts numbers into words where a card is played."""
        return Amounts(self.voice)

    @property
    def counted_amounts(self) -> Amounts:
        """Return who puts numbers into words where a card is counted."""
        return Amounts(self.voice, Speaking.COUNTED)

    @property
    def conditions(self) -> Conditions:
        """Return who puts conditions into words."""
        return Conditions(self.amounts, self.patterns)

    def cards(self, pattern: Pattern, form: Form) -> str:
        """Return the cards of a pattern as a noun phrase."""
        return self.patterns.describe(pattern, form)

    def statement(self, text: str, *keys: str, term: str = "") -> Statement:
        """Return a statement that starts with a capital letter."""
        return Statement(text if term else sentence(text), keys, sentence(term))

    def named(self, name: str, label: str | None = None) -> str:
        """Return what players call a bonus or an award: its label, else its name."""
        if label is not None:
            return self.voice.text_of_profile("label", label)
        return self.voice.text_of_profile("name", name.replace("_", " "))

    def with_condition(self, say: Callable[[str], str], condition: Condition, *keys: str, term: str = "") -> Statement:
        """Return the statement that `say` makes of a condition in words; what is too long for a line stands below."""
        words, below = self.in_words(condition)
        text = say(words)
        text = self.before_list(text) if below else self.full_stop(text)
        return Statement(text if term else sentence(text), keys, sentence(term), below)

    def full_stop(self, text: str) -> str:
        """Return a sentence with its stop."""
        # L10n: {sentence} is a whole sentence without its stop.
        return self.voice.gettext("{sentence}.", sentence=text)

    def before_list(self, text: str) -> str:
        """Return a sentence below which a list stands."""
        # L10n: {sentence} is a whole sentence, below which a list follows.
        return self.voice.gettext("{sentence}:", sentence=text)

    def in_words(self, condition: Condition) -> tuple[str, tuple[Statement, ...]]:
        """Return a condition as clauses behind "if", and the list below where they speak of one."""
        return self._in_words(self.conditions.describe(condition))

    def _in_words(self, told: Told) -> tuple[str, tuple[Statement, ...]]:
        """Return a condition as words, and the list below where they speak of one."""
        if isinstance(told, str):
            return told, ()
        clauses = [part for part in told.parts if isinstance(part, str)]
        lists = [part for part in told.parts if not isinstance(part, str)]
        if not lists and len(clauses) <= _MOST_IN_LINE:
            joined = self.voice.every(clauses) if isinstance(told, All) else self.voice.some(clauses)
            return joined, ()
        if isinstance(told, All) and len(lists) == 1 and len(clauses) < _MOST_IN_LINE:
            return self.voice.every([*clauses, self._head(lists[0])]), self._items(lists[0].parts)
        return self._head(told), self._items(told.parts)

    def _head(self, told: All | Some) -> str:
        if isinstance(told, Some):
            # L10n: Stands behind "if", perhaps after other clauses; a list of clauses follows.
            return self.voice.gettext("at least one of these is so")
        # L10n: Stands behind "if"; a list of clauses follows.
        return self.voice.gettext("all of these are so")

    def _items(self, parts: Sequence[Told]) -> tuple[Statement, ...]:
        return tuple(self._item(part) for part in parts)

    def _item(self, part: Told) -> Statement:
        words, below = self._in_words(part)
        return Statement(self.before_list(words) if below else words, parts=below)


def make_teller(profile: Profile, voice: Voice) -> Teller:
    """Return who tells of `profile`."""
    return Teller(profile, compile_rules(profile), voice)
