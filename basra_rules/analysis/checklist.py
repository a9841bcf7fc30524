"""Many rules in one question: which of these facts, or of these plays, is otherwise at a table?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from basra_rules.analysis.questions import Question
    from basra_rules.rules.model import Rules

ALL_SO = "nothing: all of it is so"


@dataclass(frozen=True)
class Checklist:
    """A question of which one among several answers to other questions, all facts or all plays, is not so."""

    stated: tuple[tuple[Question, str], ...]

    effort = 0.0
    keys: tuple[str, ...] = ()
    played = None
    words = None
    label = ""
    wanted = ""

    @property
    def text(self) -> str:
        """Return the question; what it asks for is in the choices."""
        what = "is" if self.stated[0][0].label else "plays goes"
        return f"Which of these {what} otherwise at your table?"

    @property
    def topic(self) -> str:
        """Return what it is about: nothing else."""
        return self.text

    @property
    def subject(self) -> str:
        """Return what it is about: nothing else."""
        return self.text

    @property
    def choices(self) -> tuple[str, ...]:
        """Return the answers to choose from."""
        return (ALL_SO, *(_statement(one, said) for one, said in self.stated))

    def in_full(self, said: str) -> str:
        """Return an answer with all that it speaks of."""
        return f"{said} ({'; '.join(self.choices[1:])})" if said == ALL_SO else said

    def answer(self, rules: Rules) -> str:
        """Return the first of them that is otherwise in the rules."""
        otherwise = (_statement(one, said) for one, said in self.stated if one.answer(rules) != said)
        return next(otherwise, ALL_SO)

    def parse_answer(self, text: str) -> str | None:  # noqa: ARG002 - what every question has
        """Return nothing: one of the choices is the answer."""
        return None

    def question_meant(self, said: str | None) -> Question | None:
        """Return the question on what is otherwise, if an answer names it."""
        return next((one for one, so in self.stated if _statement(one, so) == said), None)


def _statement(question: Question, said: str) -> str:
    return f"{question.label or _position(question)}: {said}"


def _position(question: Question) -> str:
    """Return a play as it is told before it is asked what it takes."""
    return question.text.rpartition(":")[0]
