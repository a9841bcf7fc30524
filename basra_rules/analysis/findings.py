"""What a check finds: a diagnostic, and what makes it the same finding under another choice of an option."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from basra_rules.analysis.snippets import scenario_of
from basra_rules.errors import Diagnostic, Severity
from basra_rules.profile.options import choice_name

if TYPE_CHECKING:
    from basra_rules.analysis.situations import Case
    from basra_rules.analysis.study import Study
    from basra_rules.errors import Span

SUCH_AS = "as it is now:"

Identity: TypeAlias = tuple[str, str, str]
"""A finding's code, the key of the rule it is about, and what tells it from others about the same rule."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A finding about the rule at `key`; `said` tells it from others about the same rule.

    `case` is the play that shows it, where one does.
    """

    diagnostic: Diagnostic
    key: str
    said: str = ""
    case: Case | None = None

    @property
    def identity(self) -> Identity:
        """Return what is equal for the same finding under other choices of options."""
        return self.diagnostic.code, self.key, self.said


def warn(code: str, message: str, span: Span | None, label: str, *notes: str) -> Diagnostic:
    """Return a warning; its help tells where to read more and how to justify it."""
    told = f"`basra explain {code}`; if it is meant so: `allow: {{{code}: the reason}}`"
    return Diagnostic(code, message, span, label, notes, told, Severity.WARNING)


def warn_of_allow(code: str, message: str, span: Span, label: str) -> Diagnostic:
    """Return a warning about `allow` itself, which nothing justifies."""
    return Diagnostic(code, message, span, label, help=f"`basra explain {code}`", severity=Severity.WARNING)


def witness(study: Study, case: Case | None, name: str) -> tuple[str, ...]:
    """Return a note that shows a play as a scenario which the profile passes; none where there is no play."""
    if case is None:
        return ()
    return (as_note(scenario_of(study.domain, study.rules, case, name)),)


def chosen_in_file(study: Study, key: str) -> tuple[str, ...]:
    """Return a note where the value of a key is what the file itself chooses of an option, with the place."""
    made, file = study.profile.origins.by_choice.get(key), study.profile.origins.files[0]
    texts = study.family.files[0].texts("choose") if study.family else ()
    return tuple(
        f"chosen at {file.name}:{choice.span.line}: `choose: {{{option.text}: {choice.text}}}`"
        for option, choice in texts
        if made is not None and option.text == made.option and choice_name(choice.text) == made.choice
    )


def as_note(scenario: str) -> str:
    """Return a note that shows a scenario."""
    return "\n".join([SUCH_AS, *(f"      {line}" for line in scenario.splitlines())])
