"""Tries a program on the scenarios of a profile: what it answers is compared as `basra check` compares."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from basra_rules.conformance.plain_scenarios import plain_scenario
from basra_rules.conformance.protocol import answered
from basra_rules.errors import DiagnosticsError, sorted_diagnostics
from basra_rules.profile.effective import effective_document
from basra_rules.profile.loading import resolve_profile
from basra_rules.profile.options import choice_name
from basra_rules.scenarios.belonging import scenario_files
from basra_rules.scenarios.outcome import Outcome, Status
from basra_rules.scenarios.reading import given_expectations
from basra_rules.scenarios.report import render_outcome
from basra_rules.scenarios.running import Runner, compared

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from basra_rules.conformance.asking import Conversation, Reply
    from basra_rules.profile.family import Family
    from basra_rules.profile.options import Choice
    from basra_rules.scenarios.reading import ReadScenario, ScenarioFile
    from basra_rules.scenarios.setting import Setting
    from basra_rules.source.json_nodes import Json


class Verdict(StrEnum):
    """What came of a scenario that a program was tried on; `partly`: it does not support all that is expected."""

    PASSED = "passed"
    FAILED = "failed"
    ERROR = "error"
    PARTLY = "partly"
    UNSUPPORTED = "unsupported"


@dataclass(frozen=True, slots=True)
class Tried:
    """A scenario that a program was tried on: the number of its request, what came of it, and the report for people."""

    number: int
    scenario: ReadScenario
    verdict: Verdict
    report: str = ""
    seconds: float = 0


@dataclass(frozen=True, slots=True)
class Trial:
    """All scenarios of a profile that a program was tried on."""

    profile: str
    tried: tuple[Tried, ...]

    def count(self, verdict: Verdict) -> int:
        """Return how many scenarios ended so."""
        return sum(one.verdict is verdict for one in self.tried)


@dataclass(slots=True)
class Trier:
    """Tries the program at the other end of a conversation on one profile after the other."""

    conversation: Conversation
    _asked: int = 0

    def try_profile(self, name: str, family: Family, choices: Sequence[Choice] = ()) -> Trial:
        """Return what came of the reference scenarios of a profile.

        Raises:
            DiagnosticsError: the profile or its scenarios can't be used.
        """
        effective = EffectiveRules(family, Runner(family, choices))
        files = scenario_files((), family)
        return Trial(name, tuple(one for file in files for one in self._try_file(effective, file)))

    def _try_file(self, effective: EffectiveRules, file: ScenarioFile) -> Iterator[Tried]:
        faults = sorted_diagnostics(effective.runner.file_faults(file))
        if faults:
            raise DiagnosticsError(faults)
        for scenario in file.scenarios:
            self._asked += 1
            setting = effective.runner.situate(scenario, file.choices)
            if isinstance(setting, Outcome):
                yield Tried(self._asked, scenario, Verdict.ERROR, render_outcome(setting))
            else:
                yield self._try(setting, effective.under(effective.runner.choices_for(scenario, file.choices)))

    def _try(self, setting: Setting, rules: Effective) -> Tried:
        request = {
            "id": self._asked,
            "type": "scenario",
            "profile": rules.document["name"],
            "options": rules.options,
            "rules": rules.document,
            "scenario": plain_scenario(setting.scenario),
            "wanted": list(given_expectations(setting.scenario)),
        }
        reply = self.conversation.ask(request)
        verdict, report = _judged(setting, reply)
        return Tried(self._asked, setting.read, verdict, report, reply.seconds)


def settled(trial: Trial, strays: Mapping[int, Sequence[str]]) -> Trial:
    """Return a trial with what the program said out of turn, by the number of the request that it belongs to."""
    return replace(trial, tried=tuple(_with_strays(one, strays.get(one.number, ())) for one in trial.tried))


def _with_strays(tried: Tried, strays: Sequence[str]) -> Tried:
    if not strays:
        return tried
    report = tried.report or _headline(Verdict.ERROR, tried.scenario)
    return replace(tried, verdict=Verdict.ERROR, report="\n".join([report, *(f"  {stray}" for stray in strays)]))


@dataclass(frozen=True, slots=True)
class Effective:
    """The rules that a scenario is under: the choices in force and the effective document."""

    options: dict[str, str]
    document: dict[str, Json]


@dataclass(frozen=True, slots=True)
class EffectiveRules:
    """A profile, its runner, and its effective rules by choices."""

    family: Family
    runner: Runner
    _documents: dict[tuple[tuple[str, str], ...], Effective] = field(default_factory=dict)

    def under(self, choices: Sequence[Choice]) -> Effective:
        """Return the rules under these choices."""
        key = tuple((one.option.text, choice_name(one.choice.text)) for one in choices)
        if key not in self._documents:
            profile = resolve_profile(self.family, choices)
            made = {option: one.choice for option, one in profile.origins.choices.items()}
            self._documents[key] = Effective(made, effective_document(profile))
        return self._documents[key]


def _judged(setting: Setting, reply: Reply) -> tuple[Verdict, str]:
    """Return what a reply comes to, and the report on it."""
    answer, read = reply.answer, setting.read
    if reply.trouble or answer is None or answer.error is not None:
        told = reply.trouble or (answer.error if answer and answer.error else "it gave no reason")
        return Verdict.ERROR, _told(Verdict.ERROR, read, told)
    if answer.answers is None or not set(given_expectations(setting.scenario)) - set(answer.left_out):
        told = answer.unsupported or f"unsupported: {', '.join(answer.left_out)}"
        return Verdict.UNSUPPORTED, _told(Verdict.UNSUPPORTED, read, told)
    try:
        outcome = compared(answered(setting, answer))
    except DiagnosticsError as error:
        return Verdict.ERROR, _told(Verdict.ERROR, read, f"its answer can't be read\n{error}")
    if outcome.status is Status.FAILED:
        return Verdict.FAILED, render_outcome(outcome)
    if answer.left_out:
        return Verdict.PARTLY, _told(Verdict.PARTLY, read, f"unsupported: {', '.join(answer.left_out)}")
    return Verdict.PASSED, ""


def _headline(verdict: Verdict, scenario: ReadScenario) -> str:
    span = scenario.span
    return f"{verdict}: {scenario.name}\n  --> {span.source.name}:{span.line}"


def _told(verdict: Verdict, scenario: ReadScenario, text: str) -> str:
    lines = text.splitlines() or [""]
    return "\n".join([_headline(verdict, scenario), *(f"  {line}" for line in lines)])
