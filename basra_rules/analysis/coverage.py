"""Coverage: what of a profile its scenarios show, and what they leave unseen.

Whatever a scenario leads to counts, each of its plays too, if it can run.  Conditions count by their parts,
never by lines: how a file is formatted makes no difference.  What is proved to be impossible is not missing;
what is missing comes with the smallest scenario that would show it, where a search finds one.  So what there is
to see follows from the profile and the choices alone, whatever the scenarios show.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from basra_rules.analysis.apart import tell_apart
from basra_rules.analysis.bonus_use import can_score
from basra_rules.analysis.choices import choice_names
from basra_rules.analysis.effort import Effort
from basra_rules.analysis.fingerprint import fingerprint, play_print
from basra_rules.analysis.noticing import Compared
from basra_rules.analysis.parts import can_be, is_off, parts_of_profile
from basra_rules.analysis.reaching import representatives
from basra_rules.analysis.runs import Bench, changed, combination
from basra_rules.analysis.sightings import Sightings
from basra_rules.analysis.study import Study
from basra_rules.analysis.telling_scores import sides_of
from basra_rules.analysis.trees import conditions_of
from basra_rules.analysis.way_use import why_unused
from basra_rules.analysis.witnesses import (
    bonus_witness,
    decides,
    match_witness,
    part_witness,
    tally_witness,
    way_witness,
    with_options,
)
from basra_rules.profile.loading import resolve_profile

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Sequence

    from basra_rules.analysis.parts import Part
    from basra_rules.analysis.runs import Combination, Ruleset
    from basra_rules.errors import Span
    from basra_rules.profile.family import Family
    from basra_rules.profile.options import Choice
    from basra_rules.scenarios.reading import ScenarioFile

    Context = tuple[Combination, Ruleset]
    """A profile under some choices."""


_UNDECIDED = "and it is not proved that there is none"
_MOST_LOOKED_AT = 40_000
"""So many positions are gone through, for all that is not found otherwise."""

_SIZE = 3
"""Floors of so many cards are gone through for a play on which a choice decides."""


class Subject(StrEnum):
    """What is counted."""

    PART = "parts of conditions"
    BONUS = "bonuses"
    WAY = "ways of capturing"
    CHOICE = "choices of options"
    AWARD = "awards"
    TIE = "ends of a match"


@dataclass(frozen=True, slots=True)
class Missing:
    """Something that no scenario shows, with a scenario to paste where one was found."""

    subject: Subject
    key: str
    message: str
    place: Span | None
    scenario: str | None = None


@dataclass(frozen=True, slots=True)
class Count:
    """How much of one subject is seen."""

    seen: int
    total: int

    @property
    def percent(self) -> int:
        """Return how many in a hundred are seen, never rounded up; all of nothing is all."""
        return 100 * self.seen // self.total if self.total else 100


@dataclass(frozen=True, slots=True)
class Coverage:
    """What the scenarios of a profile show; `impossible` says what is proved to be never seen, and is not counted."""

    profile: str
    scenarios: int
    counts: dict[Subject, Count]
    missing: tuple[Missing, ...]
    impossible: tuple[str, ...]

    @property
    def total(self) -> Count:
        """Return the sum of all subjects."""
        counts = self.counts.values()
        return Count(sum(one.seen for one in counts), sum(one.total for one in counts))


def measure(family: Family, choices: Sequence[Choice] = (), files: Sequence[ScenarioFile] = ()) -> Coverage:
    """Return what scenario files show of a profile under a caller's choices.

    Raises:
        ProfileError: the profile is not valid.
    """
    profile = resolve_profile(family, choices)
    bench = Bench(family, choices)
    survey = _Survey(bench, combination(choices), Sightings.of(bench, files))
    survey.take()
    missing = tuple(sorted(survey.missing, key=lambda one: list(Subject).index(one.subject)))
    counts = {subject: Count(survey.seen[subject], survey.total[subject]) for subject in Subject}
    return Coverage(profile.name, survey.sightings.runs, counts, missing, tuple(dict.fromkeys(survey.impossible)))


@dataclass(slots=True)
class _Survey:
    """Compares what was seen with what there is to see."""

    bench: Bench
    made: Combination
    sightings: Sightings
    seen: dict[Subject, int] = field(default_factory=lambda: dict.fromkeys(Subject, 0))
    total: dict[Subject, int] = field(default_factory=lambda: dict.fromkeys(Subject, 0))
    missing: list[Missing] = field(default_factory=list)
    impossible: list[str] = field(default_factory=list)
    _studies: dict[Hashable, Study] = field(default_factory=dict)
    _effort: Effort = field(default_factory=Effort)
    _alone: dict[Hashable, Study] = field(default_factory=dict)
    _looking: Effort = field(default_factory=lambda: Effort(_MOST_LOOKED_AT))

    def take(self) -> None:
        """Count everything."""
        contexts = list(self._contexts())
        self._parts(contexts)
        self._bonuses(contexts)
        self._ways(contexts)
        self._choices()
        self._awards(contexts)
        self._ties(contexts)

    def _contexts(self) -> Iterator[Context]:
        """Yield the profile as it is, then with each other choice of one option."""
        base = self.bench.ruleset(self.made)
        assert base is not None
        yield self.made, base
        for option in base.profile.options:
            for choice in choice_names(base.profile, option):
                made = changed(self.made, option, choice)
                other = self.bench.ruleset(made)
                if choice != base.profile.origins.choices[option].choice and other is not None:
                    yield made, other

    def _options(self, made: Combination) -> dict[str, str]:
        return {option: choice for option, choice in made if (option, choice) not in self.made}

    def _study(self, context: Context) -> Study:
        """Return the study of a context, the same for all in which it is played alike.

        Where one is needed, all are made, and in the same order: so it never hangs on the scenarios what is proved
        before the effort is spent.
        """
        if not self._studies:
            for one in self._contexts():
                alike = _alike(one[1])
                if alike not in self._studies:
                    self._studies[alike] = study = Study(one[1].profile, effort=self._effort, alone=self._alone)
                    for card in representatives(study.domain):
                        _ = study.reached[card]
        return self._studies[_alike(context[1])]

    def _count(self, subject: Subject, *, is_seen: bool) -> None:
        self.total[subject] += 1
        self.seen[subject] += is_seen

    def _miss(self, subject: Subject, key: str, message: str, place: Span | None, scenario: str | None) -> None:
        self._count(subject, is_seen=False)
        self.missing.append(Missing(subject, key, message, place, scenario))

    def _parts(self, contexts: Sequence[Context]) -> None:
        where: dict[tuple[str, str, int], list[tuple[Part, Context]]] = {}
        for context in contexts:
            for part in parts_of_profile(context[1].profile):
                where.setdefault(part.identity, []).append((part, context))
        for found in where.values():
            for value in (True, False):
                self._part(found, value)
        base = contexts[0][1].profile
        on = {key for _, one in contexts for key, _ in conditions_of(one.profile) if not is_off(one.profile, key)}
        for key, _ in conditions_of(base):
            if key not in on:
                self.impossible.append(f"{key.removesuffix('.when')} is off: it is worth 0 under every choice")

    def _part(self, found: Sequence[tuple[Part, Context]], value: bool) -> None:
        """Count a part of a condition, wherever it is written so under some choice."""
        said = "true" if value else "false"
        part = found[0][0]
        if (part.identity, value) in self.sightings.parts:
            self._count(Subject.PART, is_seen=True)
            return
        possible = [(one, context) for one, context in found if can_be(self._study(context), one, value)]
        if not possible:
            self.impossible.append(f"`{part.text}` in {part.key} is never {said}")
            return
        shown = self._first(
            (context, part_witness(self._study(context), one, value, self._looking)) for one, context in possible
        )
        message = f"no scenario finds `{part.text}` in {part.key} {said}"
        if shown is None:
            message += f"; no play was found in which it is, {_UNDECIDED}"
        self._miss(Subject.PART, part.key, message, part.span, shown)

    def _first(self, found: Iterable[tuple[Context, str | None]]) -> str | None:
        """Return the first scenario that there is, with the choices under which it is one."""
        return next((with_options(one, self._options(made)) for (made, _), one in found if one is not None), None)

    def _bonuses(self, contexts: Sequence[Context]) -> None:
        where: dict[str, list[Context]] = {}
        for context in contexts:
            for name in context[1].profile.bonuses:
                if not is_off(context[1].profile, f"bonuses.{name}"):
                    where.setdefault(name, []).append(context)
        for name, some in where.items():
            for scored in (True, False):
                self._bonus(name, scored, some)

    def _bonus(self, name: str, scored: bool, contexts: Sequence[Context]) -> None:
        key = f"bonuses.{name}"
        said = "scored" if scored else "left unscored by a capture"
        if (name, scored) in self.sightings.bonuses:
            self._count(Subject.BONUS, is_seen=True)
            return
        possible = [context for context in contexts if can_score(self._study(context), name, scored)]
        if not possible:
            self.impossible.append(f"{key} is {'never scored' if scored else 'scored by every capture'}")
            return
        shown = self._first(
            (context, bonus_witness(self._study(context), name, scored, self._looking)) for context in possible
        )
        message = f"in no scenario is {key} {said}"
        if shown is None:
            message += f"; no play was found in which it is, {_UNDECIDED}"
        self._miss(Subject.BONUS, key, message, contexts[0][1].profile.origins.key_span(key), shown)

    def _ways(self, contexts: Sequence[Context]) -> None:
        where: dict[str, list[Context]] = {}
        for context in contexts:
            for name in context[1].profile.capture.ways:
                where.setdefault(name, []).append(context)
        for name, some in where.items():
            if name in self.sightings.ways:
                self._count(Subject.WAY, is_seen=True)
            else:
                self._way(name, some)

    def _way(self, name: str, contexts: Sequence[Context]) -> None:
        key = f"capture.ways.{name}"
        reasons = [why_unused(self._study(context), name) for context in contexts]
        if None not in reasons:
            self.impossible.append(f"{key} {reasons[0]}")
            return
        possible = [context for context, reason in zip(contexts, reasons, strict=True) if reason is None]
        shown = self._first((context, way_witness(self._study(context), name, self._looking)) for context in possible)
        message = f"no scenario uses {key}"
        if shown is None:
            message += f"; no play was found in which it takes anything, {_UNDECIDED}"
        self._miss(Subject.WAY, key, message, contexts[0][1].profile.origins.key_span(key), shown)

    def _choices(self) -> None:
        base = self.bench.ruleset(self.made)
        assert base is not None
        for option in base.profile.options:
            for choice in choice_names(base.profile, option):
                key = f"options.{option}"
                if (option, choice) in self.sightings.choices:
                    self._count(Subject.CHOICE, is_seen=True)
                else:
                    place = base.profile.origins.key_span(key)
                    scenario = self._choice_witness(base, option, choice)
                    self._miss(Subject.CHOICE, key, f"no scenario runs with {option}={choice}", place, scenario)

    def _choice_witness(self, base: Ruleset, option: str, choice: str) -> str | None:
        """Return a scenario in which a choice decides, where one is quickly found, or else any that runs with it."""
        chosen = self.bench.ruleset(changed(self.made, option, choice))
        others = [self.bench.ruleset(changed(self.made, option, one)) for one in choice_names(base.profile, option)]
        if chosen is None:
            return None
        name = f"{option}={choice} decides"
        for other in [base, *others]:
            told = _tell(chosen, other, name, self._effort)
            if told is not None:
                return with_options(told, {option: choice})
        plain = match_witness(chosen.rules, tie=False, name=f"{option}={choice} runs")
        return None if plain is None else with_options(plain, {option: choice})

    def _awards(self, contexts: Sequence[Context]) -> None:
        rules, profile = contexts[0][1].rules, contexts[0][1].profile
        for award in rules.scoring.awards:
            key = f"scoring.awards.{award.name}"
            for won in (True, False):
                said = "won" if won else "left to `if_nobody`"
                shares = next((one for one in decides(rules, award, sides_of(rules)) if one[1] is won), None)
                if shares is None:
                    self.impossible.append(f"{key} is always {'undecided' if won else 'won'}")
                elif (award.name, won) in self.sightings.awards:
                    self._count(Subject.AWARD, is_seen=True)
                else:
                    scenario = tally_witness(rules, award, shares[0], f"{award.name} is {said}")
                    self._miss(
                        Subject.AWARD, key, f"in no scenario is {key} {said}", profile.origins.key_span(key), scenario
                    )

    def _ties(self, contexts: Sequence[Context]) -> None:
        rules, profile = contexts[0][1].rules, contexts[0][1].profile
        for tie in (False, True):
            said = "equal highest scores at the target" if tie else "one highest score at the target"
            key = "match.tie" if tie else "match.target"
            if tie in self.sightings.ends:
                self._count(Subject.TIE, is_seen=True)
            else:
                scenario = match_witness(rules, tie=tie, name=said)
                self._miss(Subject.TIE, key, f"no match has {said}", profile.span(key), scenario)


def _alike(ruleset: Ruleset) -> Hashable:
    """Return what is equal for rule sets of which the same is seen and possible."""
    rules = ruleset.rules
    alike = fingerprint(rules)["bonuses"], rules.capture.obligation, rules.dealing.hidden
    return play_print(ruleset.profile, rules), alike


def _tell(one: Ruleset, other: Ruleset | None, name: str, effort: Effort) -> str | None:
    """Return a scenario that the first rule set passes and the other does not, if one is quickly found."""
    if other is None or other is one:
        return None
    here, there = Compared(one), Compared(other)
    difference = here.difference(there)
    return tell_apart((here, there), difference, name, _SIZE, effort).scenario if difference else None
