"""Runs scenarios: sets the situation up, lets the engine decide, compares with what is expected."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from basra_rules import resources
from basra_rules.errors import Diagnostic, ProfileError, UsageError, name_meant
from basra_rules.profile.family import Family, is_path
from basra_rules.profile.loading import resolve_profile
from basra_rules.profile.options import Choice, choice_name, last_choices
from basra_rules.rules.compiling import compile_rules
from basra_rules.scenarios.comparing import compare
from basra_rules.scenarios.deals import run_deal
from basra_rules.scenarios.outcome import Outcome, Status
from basra_rules.scenarios.plays import run_plays
from basra_rules.scenarios.reading import ReadScenario, ScenarioFile, kind_of
from basra_rules.scenarios.scores import run_match, run_score
from basra_rules.scenarios.setting import CannotRun, Setting

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from basra_rules.rules.model import Rules


@dataclass(slots=True)
class Runner:
    """Runs scenarios under one profile; the rules for each combination of choices are compiled once."""

    family: Family
    choices: Sequence[Choice] = ()
    _rules: dict[tuple[tuple[str, str], ...], Rules | tuple[Diagnostic, ...]] = field(default_factory=dict)

    def run_file(self, file: ScenarioFile) -> Iterator[Outcome]:
        """Yield the outcome of every scenario of a file, in order."""
        for scenario in file.scenarios:
            yield self.run(scenario, file.choices)

    def file_faults(self, file: ScenarioFile) -> Iterator[Diagnostic]:
        """Yield what is wrong with a file as a whole: its choices, and the profile that it names."""
        compiled = self._compiled(file.choices)
        if isinstance(compiled, tuple):
            yield from compiled
        if file.profile is not None and not is_path(file.profile.text):
            known = resources.profile_names()
            if file.profile.text not in (*known, *(one.text("name") for one in self.family.files)):
                meant = name_meant(file.profile.text_span, file.profile.text, known)
                message, span = f"unknown profile `{file.profile.text}`", file.profile.span
                yield Diagnostic("unknown-profile", message, span, meant.label, fixes=meant.fixes)

    def run(self, read: ReadScenario, file_choices: Sequence[Choice] = ()) -> Outcome:
        """Return the outcome of one scenario.

        Its own choices win over the caller's, which win over the file's.
        """
        found = self.situate(read, file_choices)
        return found if isinstance(found, Outcome) else compared(found)

    def situate(self, read: ReadScenario, file_choices: Sequence[Choice] = ()) -> Setting | Outcome:
        """Return what a scenario leads to, not yet compared with what it expects; an outcome where it can't run."""
        if read.faults:
            return Outcome(read, Status.ERROR, faults=read.faults)
        rules = self._compiled(self.choices_for(read, file_choices))
        return Outcome(read, Status.ERROR, faults=rules) if isinstance(rules, tuple) else situate(rules, read)

    def choices_for(self, read: ReadScenario, file_choices: Sequence[Choice]) -> tuple[Choice, ...]:
        """Return the choices under which a scenario runs: of several for one option, the last."""
        return last_choices((*file_choices, *self.choices, *read.choices()))

    def _compiled(self, choices: Sequence[Choice]) -> Rules | tuple[Diagnostic, ...]:
        key = tuple((choice.option.text, choice_name(choice.choice.text)) for choice in choices)
        if key not in self._rules:
            try:
                self._rules[key] = compile_rules(resolve_profile(self.family, choices))
            except ProfileError as error:
                return error.diagnostics
        return self._rules[key]


def situate(rules: Rules, read: ReadScenario) -> Setting | Outcome:
    """Return what a scenario leads to under these rules; an outcome where it does not describe what can come about."""
    assert read.scenario is not None
    run = {"floor": run_plays, "opening": run_deal, "score": run_score, "match": run_match}[kind_of(read.scenario)]
    try:
        return run(rules, read, read.scenario)
    except CannotRun as error:
        return Outcome(read, Status.ERROR, faults=(error.diagnostic,))
    except UsageError as error:
        fault = Diagnostic("cannot-run", str(error), read.span)
        return Outcome(read, Status.ERROR, faults=(fault,))


def compared(setting: Setting) -> Outcome:
    """Return the outcome of a scenario: what is the case, compared with what it expects."""
    differences = tuple(compare(setting))
    status = Status.FAILED if differences else Status.PASSED
    drawn = (*setting.drawn, *_refused(setting)) if differences else ()
    return Outcome(setting.read, status, drawn, differences)


def _refused(setting: Setting) -> Iterator[str]:
    """Yield that the last play is refused, where the scenario does not ask for that: it explains the rest."""
    if setting.asked is not None and setting.asked.refusal is not None and not setting.scenario.expect.illegal:
        yield f"refused {setting.asked.refusal.message}"
