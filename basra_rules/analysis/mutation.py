"""Mutation: which changes of a profile no scenario notices, and the situation that would tell.

A mutant is a changed document that the normal loader accepts.  It runs the scenarios that can notice the
change, up to the first that fails.  One that none notices either differs from the profile in some
situation, and then survives with that situation as a scenario to paste; or no situation tells them apart.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from basra_rules.analysis.apart import tell_apart, tell_plays_apart
from basra_rules.analysis.choices import choice_names
from basra_rules.analysis.edits import edited
from basra_rules.analysis.effort import Effort
from basra_rules.analysis.mutants import mutants_of
from basra_rules.analysis.noticing import Compared
from basra_rules.analysis.runs import Bench, changed, combination, is_passed
from basra_rules.analysis.telling import DEFAULT_SIZE
from basra_rules.analysis.witnesses import with_options
from basra_rules.profile.loading import resolve_profile
from basra_rules.scenarios.reading import kind_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from basra_rules.analysis.apart import Telling
    from basra_rules.analysis.mutants import Mutant
    from basra_rules.analysis.noticing import CardRules, Difference
    from basra_rules.analysis.runs import Combination, Run
    from basra_rules.errors import Span
    from basra_rules.profile.family import Family
    from basra_rules.profile.loading import Trees
    from basra_rules.profile.options import Choice
    from basra_rules.profile.vocabulary import Obligation
    from basra_rules.scenarios.reading import ScenarioFile

_PLAY_AREAS = ("deck.", "capture.", "bonuses.", "options.")
_MOST_KEPT = 32
_QUICK, _EFFORT = 400_000, 6_000
"""So many positions are looked at by the quick search, and beyond it, for all mutants together."""
_SIZE_UNDER_OPTIONS = 2
"""Where a mutant is like the profile as it is, floors of so many cards are tried with other choices of options."""

_CHEAP_FIRST = {"floor": 0, "score": 1, "match": 2, "opening": 3}


@dataclass(frozen=True, slots=True)
class Survivor:
    """A mutant that nobody notices, with a scenario that would: the profile passes it, the mutant does not."""

    mutant: Mutant
    scenario: str
    place: Span | None


@dataclass(frozen=True, slots=True)
class Alike:
    """A mutant that no situation was found to tell apart.

    Its compiled rules are equal; or no play can tell it, which is proved; or all floors up to `size` cards were
    tried; or, where that is None, deals and scores.
    """

    mutant: Mutant
    is_equal: bool
    size: int | None
    is_proved: bool = False

    def is_decided(self, asked: int) -> bool:
        """Tell whether as much was tried as was asked for: all floors up to so many cards."""
        return self.is_proved or self.size is None or self.size >= asked


@dataclass(frozen=True, slots=True)
class Mutation:
    """What became of the mutants of a profile.

    `undecided` are changes of which not all plays up to the size asked for were tried, and none tells; `invalid` are
    changes that the loader refuses; `unused` names scenarios that do not pass as it is.
    """

    profile: str
    killed: tuple[Mutant, ...]
    survivors: tuple[Survivor, ...]
    alike: tuple[Alike, ...]
    undecided: tuple[Alike, ...]
    invalid: int
    scenarios: int
    unused: tuple[str, ...]

    @property
    def exit_code(self) -> int:
        """Return 1 where a mutant survives, else 0."""
        return 1 if self.survivors else 0


def mutate(
    family: Family, choices: Sequence[Choice] = (), files: Sequence[ScenarioFile] = (), size: int = DEFAULT_SIZE
) -> Mutation:
    """Return what becomes of each mutant of a profile under these scenarios.

    Raises:
        ProfileError: the profile is not valid as it is.
    """
    profile = resolve_profile(family, choices)
    hunt = _Hunt(Bench(family, choices), combination(choices), size)
    hunt.take(files)
    killed: list[Mutant] = []
    survivors: list[Survivor] = []
    alike: list[Alike] = []
    invalid = 0
    for mutant in mutants_of(profile):
        end = hunt.chase(mutant)
        if end is None:
            invalid += 1
        elif isinstance(end, Survivor):
            survivors.append(end)
        elif isinstance(end, Alike):
            alike.append(end)
        else:
            killed.append(mutant)
    own = profile.origins.files[0]  # what the file itself says comes first, then what it inherits
    survivors.sort(key=lambda one: one.place is None or one.place.source != own)
    count = sum(map(len, hunt.runs.values()))
    return Mutation(
        profile=profile.name,
        killed=tuple(killed),
        survivors=tuple(survivors),
        alike=tuple(one for one in alike if one.is_decided(size)),
        undecided=tuple(one for one in alike if not one.is_decided(size)),
        invalid=invalid,
        scenarios=count,
        unused=tuple(hunt.unused),
    )


@dataclass(slots=True)
class _Hunt:
    """Puts mutants to the scenarios."""

    bench: Bench
    made: Combination
    size: int
    runs: dict[Combination, list[Run]] = field(default_factory=dict)
    quick: Effort = field(default_factory=lambda: Effort(_QUICK))
    effort: Effort = field(default_factory=lambda: Effort(_EFFORT))
    unused: list[str] = field(default_factory=list)
    _known: dict[Combination, Compared | None] = field(default_factory=dict)
    _trees: Trees = field(default_factory=dict)
    _mutants: dict[tuple[Mutant, Combination], Compared | None] = field(default_factory=dict)

    def take(self, files: Sequence[ScenarioFile]) -> None:
        """Take over the scenarios that pass as the profile is, the cheap ones first."""
        self.runs = {self.made: []}
        for run in self.bench.runs(files):
            here = self._original(run.choices)
            if here is not None and is_passed(here.rules, run):
                self.runs.setdefault(run.choices, []).append(run)
            else:
                self.unused.append(run.read.name)
        for some in self.runs.values():
            some.sort(key=lambda run: _CHEAP_FIRST[kind_of(run.scenario)])

    def _original(self, made: Combination) -> Compared | None:
        if made not in self._known:
            ruleset = self.bench.ruleset(made)
            self._known[made] = None if ruleset is None else Compared(ruleset)
        return self._known[made]

    def _known_original(self, made: Combination) -> Compared:
        original = self._original(made)
        assert original is not None
        return original

    def _mutated(self, mutant: Mutant, made: Combination) -> Compared | None:
        """Return what becomes of the profile under a combination of choices; None where nothing does."""
        if (mutant, made) not in self._mutants:
            if len(self._mutants) >= _MOST_KEPT:
                self._mutants.clear()
            self._mutants[mutant, made] = self._make(mutant, made)
        return self._mutants[mutant, made]

    def _make(self, mutant: Mutant, made: Combination) -> Compared | None:
        original = self.bench.ruleset(made)
        if original is None or mutant.option in dict(made):
            return None
        if mutant.edit is not None:
            ruleset = edited(original, mutant.edit, self._trees)
        else:
            ruleset = self.bench.ruleset(changed(made, mutant.option, mutant.now.strip("`")))
        return None if ruleset is None else Compared(ruleset)

    def chase(self, mutant: Mutant) -> Survivor | Alike | bool | None:
        """Return how a mutant ends: True where a scenario notices it, None where it is not valid."""
        if self._mutated(mutant, self.made) is None:
            return None
        for made, runs in self.runs.items():
            found = self._differing(mutant, made)
            if found is not None and self._is_noticed(*found, runs):
                return True
        return self._search(mutant)

    def _search(self, mutant: Mutant) -> Survivor | Alike:
        """Look for a scenario that would notice a mutant, under the choices as made and under others."""
        first: tuple[Combination, Compared, Telling] | None = None
        searched: list[tuple[tuple[CardRules, Obligation], ...]] = []
        compared: list[tuple[object, object]] = []
        for made in self._contexts():
            found = self._differing(mutant, made)
            if found is None:
                continue
            original = self._known_original(made)
            prints = original.prints(found[1]), found[0].prints(found[1])
            if prints in compared:
                continue  # as under another choice, which does not matter here
            compared.append(prints)
            pair = tuple((one.cards, one.rules.capture.obligation) for one in (original, found[0]))
            size = 0 if pair in searched else self.size if not searched else min(self.size, _SIZE_UNDER_OPTIONS)
            told = tell_apart((original, found[0]), found[1], mutant.question, size, self.quick)
            if told.scenario is not None:
                return self._survivor(mutant, told.scenario, made)
            searched.append(pair)
            if first is None and told.size is not None:
                first = made, found[0], told
        return Alike(mutant, not searched, None) if first is None else self._search_far(mutant, *first)

    def _search_far(self, mutant: Mutant, made: Combination, mutated: Compared, told: Telling) -> Survivor | Alike:
        """Look on for a play, with all that is at hand, where the quick search found none."""
        original = self._known_original(made)
        assert told.size is not None
        pair = original.ruleset, mutated.ruleset
        far = tell_plays_apart(pair, mutant.question, self.size, told.size, self.effort)
        if far.scenario is not None:
            return self._survivor(mutant, far.scenario, made)
        return Alike(mutant, is_equal=False, size=far.size, is_proved=far.is_proved)

    def _survivor(self, mutant: Mutant, scenario: str, made: Combination) -> Survivor:
        options = {option: choice for option, choice in made if (option, choice) not in self.made}
        return Survivor(mutant, with_options(scenario, options), self._place(mutant))

    def _contexts(self) -> Iterator[Combination]:
        """Yield the choices as made, then with each other choice of one option."""
        yield self.made
        profile = self._known_original(self.made).ruleset.profile
        for option in profile.options:
            for choice in choice_names(profile, option):
                if choice != profile.origins.choices[option].choice:
                    yield changed(self.made, option, choice)

    def _place(self, mutant: Mutant) -> Span | None:
        origins = self._known_original(self.made).ruleset.profile.origins
        parts = mutant.key.split(".")
        around = (origins.span(".".join(parts[:length])) for length in range(len(parts), 0, -1))
        return next((span for span in around if span is not None), None)

    def _differing(self, mutant: Mutant, made: Combination) -> tuple[Compared, Difference] | None:
        """Return the mutant under a combination of choices, where it is not written alike there."""
        original = self._original(made)
        mutated = self._mutated(mutant, made)
        if original is None or mutated is None:
            return None
        difference = original.difference(mutated, plays=mutant.key.startswith(_PLAY_AREAS))
        return (mutated, difference) if difference else None

    @staticmethod
    def _is_noticed(mutated: Compared, difference: Difference, runs: list[Run]) -> bool:
        for place, run in enumerate(runs):
            if difference.may_be_noticed_by(run) and not is_passed(mutated.rules, run):
                # what noticed one mutant may well notice the next
                runs.insert(0, runs.pop(place))
                return True
        return False
