"""Runs scenarios: sets the situation up, lets the engine decide, compares with what is expected."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from basra_rules import resources
from basra_rules.errors import Diagnostic, ProfileError, UsageError, did_you_mean
from basra_rules.profile.loading import Family, is_path, resolve_profile
from basra_rules.profile.options import Choice, choice_name
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
                label = did_you_mean(file.profile.text, known)
                yield Diagnostic("unknown-profile", f"unknown profile `{file.profile.text}`", file.profile.span, label)

    def run(self, read: ReadScenario, file_choices: Sequence[Choice] = ()) -> Outcome:
        """Return the outcome of one scenario.

        Its own choices win over the caller's, which win over the file's.
        """
        if read.scenario is None or read.faults:
            return Outcome(read, Status.ERROR, faults=read.faults)
        rules = self._compiled((*file_choices, *self.choices, *read.choices()))
        if isinstance(rules, tuple):
            return Outcome(read, Status.ERROR, faults=rules)
        run = {"floor": run_plays, "opening": run_deal, "score": run_score, "match": run_match}[kind_of(read.scenario)]
        try:
            setting = run(rules, read, read.scenario)
        except CannotRun as error:
            return Outcome(read, Status.ERROR, faults=(error.diagnostic,))
        except UsageError as error:
            fault = Diagnostic("cannot-run", str(error), read.span)
            return Outcome(read, Status.ERROR, faults=(fault,))
        return self._compared(setting)

    def _compared(self, setting: Setting) -> Outcome:
        differences = tuple(compare(setting))
        status = Status.FAILED if differences else Status.PASSED
        drawn = (*setting.drawn, *_refused(setting)) if differences else ()
        return Outcome(setting.read, status, drawn, differences)

    def _compiled(self, choices: Sequence[Choice]) -> Rules | tuple[Diagnostic, ...]:
        last = {choice.option.text: choice for choice in choices}
        key = tuple(sorted((name, choice_name(choice.choice.text)) for name, choice in last.items()))
        if key not in self._rules:
            try:
                self._rules[key] = compile_rules(resolve_profile(self.family, tuple(last.values())))
            except ProfileError as error:
                return error.diagnostics
        return self._rules[key]


def _refused(setting: Setting) -> Iterator[str]:
    """Yield that the last play is refused, where the scenario does not ask for that: it explains the rest."""
    if setting.asked is not None and setting.asked.refusal is not None and not setting.scenario.expect.illegal:
        yield f"refused {setting.asked.refusal.message}"
