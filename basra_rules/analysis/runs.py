"""Scenarios and the rules that they run under: each combination of choices is resolved and compiled once."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from basra_rules.cards import card_set
from basra_rules.engine.deal import play, start_deal, table_of
from basra_rules.engine.legality import refuse
from basra_rules.engine.state import Action, Seat, Table
from basra_rules.errors import ProfileError, UsageError
from basra_rules.profile.loading import given_choices, resolve_profile
from basra_rules.profile.options import Choice, choice_name, last_choices
from basra_rules.rules.compiling import compile_rules
from basra_rules.scenarios.comparing import compare
from basra_rules.scenarios.deals import run_deal
from basra_rules.scenarios.plays import after, run_plays
from basra_rules.scenarios.reading import kind_of
from basra_rules.scenarios.scores import run_match, run_score
from basra_rules.scenarios.setting import CannotRun

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from basra_rules.engine.state import DealState
    from basra_rules.profile.family import Family
    from basra_rules.profile.loading import Trees
    from basra_rules.profile.models import Profile
    from basra_rules.rules.model import Rules
    from basra_rules.scenarios.model import Scenario
    from basra_rules.scenarios.reading import ReadScenario, ScenarioFile
    from basra_rules.scenarios.setting import Setting

Combination = tuple[tuple[str, str], ...]
"""Choices by option, in the order in which they take effect."""

_RUN = {"floor": run_plays, "opening": run_deal, "score": run_score, "match": run_match}


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A profile under some choices, and its rules."""

    profile: Profile
    rules: Rules


@dataclass(frozen=True, slots=True)
class Run:
    """A scenario, with the choices under which it runs."""

    read: ReadScenario
    scenario: Scenario
    choices: Combination


@dataclass(slots=True)
class Bench:
    """Compiles a family for every combination of choices that is asked for."""

    family: Family
    choices: Sequence[Choice] = ()
    _known: dict[Combination, Ruleset | None] = field(default_factory=dict)
    _trees: Trees = field(default_factory=dict)

    def runs(self, files: Sequence[ScenarioFile]) -> Iterator[Run]:
        """Yield the scenarios of files that can be read, each with its choices.

        Its own choices win over the caller's, which win over the file's.
        """
        for file in files:
            for read in file.scenarios:
                if read.scenario is not None and not read.faults:
                    made = combination((*file.choices, *self.choices, *read.choices()))
                    yield Run(read, read.scenario, made)

    def ruleset(self, made: Combination) -> Ruleset | None:
        """Return the profile and its rules under a combination of choices; None where it is not valid."""
        if made not in self._known:
            try:
                profile = resolve_profile(self.family, choices_of_combination(made), trees=self._trees)
            except ProfileError:
                self._known[made] = None
            else:
                self._known[made] = Ruleset(profile, compile_rules(profile, self._like()))
        return self._known[made]

    def _like(self) -> tuple[Profile, Rules] | None:
        """Return rules that are known: most of others of the family are alike."""
        known = next((one for one in self._known.values() if one is not None), None)
        return None if known is None else (known.profile, known.rules)


def combination(choices: Sequence[Choice]) -> Combination:
    """Return the last choice of each option."""
    return tuple((one.option.text, choice_name(one.choice.text)) for one in last_choices(choices))


def choices_of_combination(made: Combination) -> tuple[Choice, ...]:
    """Return a combination as choices that a caller makes."""
    return given_choices(dict(made))


def changed(made: Combination, option: str, choice: str) -> Combination:
    """Return a combination with one choice exchanged or added, which takes effect last."""
    return joined(made, ((option, choice),))


def joined(made: Combination, later: Combination) -> Combination:
    """Return two combinations as one, in which the choices of the second win."""
    options = {option for option, _ in later}
    return (*(pair for pair in made if pair[0] not in options), *later)


def set_up(rules: Rules, run: Run) -> Setting | None:
    """Return what a scenario leads to under the rules, or None where it can't run."""
    try:
        return _RUN[kind_of(run.scenario)](rules, run.read, run.scenario)
    except (CannotRun, UsageError):
        return None


def is_passed(rules: Rules, run: Run) -> bool:
    """Tell whether a scenario runs under the rules and finds all that it expects."""
    setting = set_up(rules, run)
    return setting is not None and next(compare(setting), None) is None


def plays_of(rules: Rules, scenario: Scenario) -> Iterator[tuple[Table, Action]]:
    """Yield the plays of a scenario that the rules allow, each with the table it is made on."""
    if scenario.opening is not None:
        for state, action in _deal_plays(rules, scenario):
            yield table_of(state), action
    elif scenario.floor is not None:
        yield from _floor_plays(rules, scenario)


def _floor_plays(rules: Rules, scenario: Scenario) -> Iterator[tuple[Table, Action]]:
    table = Table(scenario.floor or ())
    plays = scenario.plays or ()
    for number, (card, captured) in enumerate(plays, 1):
        is_last = number == len(plays)
        rest = card_set(scenario.hand or ()) if is_last else 0
        here = Table(table.floor, table.previous, rest | 1 << card, is_last and scenario.last_card)
        action = Action(card, captured)
        if refuse(rules, here, action) is not None:
            return
        yield here, action
        table = after(here, action)


def _deal_plays(rules: Rules, scenario: Scenario) -> Iterator[tuple[DealState, Action]]:
    opening = scenario.opening
    assert opening is not None
    state = start_deal(rules, opening.players, Seat(opening.dealer), opening.stock, opening.places).state
    for card, captured in scenario.plays or ():
        action = Action(card, captured)
        if state.over or refuse(rules, table_of(state), action) is not None:
            return
        yield state, action
        state = play(rules, state, action).state
