"""The shipped profiles as those among which a table's own is looked for, and what speaks against each."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from basra_rules.analysis.choices import choice_names
from basra_rules.analysis.overriding import overridden
from basra_rules.analysis.questions import roughly
from basra_rules.analysis.runs import Bench
from basra_rules.profile.family import read_family
from basra_rules.resources import profile_names

if TYPE_CHECKING:
    from basra_rules.analysis.house_changes import Overrides
    from basra_rules.analysis.questions import Question
    from basra_rules.analysis.runs import Combination, Ruleset

UNDER_AN_OPTION = 0.3
OF_A_HOUSE = 0.4
"""Houses have rules of their own for it, whatever else they play."""
ROUGHLY = 0.6


@dataclass(eq=False)
class Candidate:
    """A shipped profile, with what it answers under its default choices and under others."""

    name: str
    _bench: Bench = field(repr=False)
    _known: dict[tuple[Question, Combination], str] = field(default_factory=dict, repr=False)

    @cached_property
    def ruleset(self) -> Ruleset:
        """Return the profile under its default choices."""
        return self.ruleset_of(())

    def ruleset_of(self, made: Combination) -> Ruleset:
        """Return the profile under some choices of its options."""
        found = self._bench.ruleset(made)
        assert found is not None, f"{self.name} has no such choices: {made}"
        return found

    def answer(self, question: Question, made: Combination = ()) -> str:
        """Return what the profile answers under some choices."""
        key = (question, made)
        if key not in self._known:
            self._known[key] = question.answer(self.ruleset_of(made).rules)
        return self._known[key]

    @property
    def ancestors(self) -> int:
        """Return how many profiles it extends, directly or through others."""
        return len(self._bench.family.files) - 1

    @cached_property
    def single_choices(self) -> tuple[Combination, ...]:
        """Return each choice of one option that is not the default."""
        profile = self.ruleset.profile
        return tuple(
            ((option, choice),)
            for option in profile.options
            for choice in choice_names(profile, option)
            if choice != profile.origins.choices[option].choice
        )

    def penalty(self, question: Question, said: str) -> float:
        """Return how much an answer speaks against the profile: 0, a little, or 1."""
        if self.answer(question) == said:
            return 0
        if any(self.answer(question, made) == said for made in self.single_choices):
            return UNDER_AN_OPTION
        if question.label:
            return OF_A_HOUSE
        return ROUGHLY if roughly(self.answer(question)) == roughly(said) else 1

    def answer_with(self, question: Question, made: Combination, overrides: Overrides) -> str:
        """Return what the profile answers with some keys changed besides."""
        rules = overridden(self.name, made, overrides) if overrides else None
        return question.answer(rules) if rules is not None else self.answer(question, made)


def shipped_candidates() -> tuple[Candidate, ...]:
    """Return every shipped profile as a candidate."""
    return tuple(Candidate(name, Bench(read_family(name))) for name in profile_names())
