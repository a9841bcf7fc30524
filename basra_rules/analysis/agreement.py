"""How far each shipped profile agrees with scenario files: plain, with other choices, with the best of them together.

Choices are combined one by one, as long as one more, or two where one alone is not enough, make more scenarios
pass; of choices that come to the same, the fewest are kept.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING

from basra_rules.analysis.choices import choice_names
from basra_rules.analysis.noticing import Compared
from basra_rules.analysis.runs import Bench, changed, combination, is_passed, joined, set_up
from basra_rules.profile.family import read_family
from basra_rules.resources import profile_names

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from basra_rules.analysis.runs import Combination, Run
    from basra_rules.scenarios.reading import ScenarioFile


@dataclass(frozen=True, slots=True)
class Agreement:
    """How many scenarios pass under a profile with some choices; `ran` are those that can run at all."""

    name: str
    choices: Combination
    passed: int
    ran: int
    total: int
    failing: tuple[str, ...]

    @property
    def percent(self) -> int:
        """Return how many in a hundred scenarios pass, never rounded up."""
        return 100 * self.passed // self.total if self.total else 0

    @property
    def label(self) -> str:
        """Return the profile with its choices."""
        made = ", ".join(f"{option}={choice}" for option, choice in self.choices)
        return f"{self.name} with {made}" if made else self.name


def rank(files: Sequence[ScenarioFile]) -> tuple[Agreement, ...]:
    """Return every shipped profile, plain, with every other choice and with the best of them together, best first.

    Choices count as they do for `basra check`: a scenario's own win over those that are tried, and these over those
    of its file; where a profile has not what is chosen, the scenario can't run.  Of those that agree equally, those
    with the fewest choices come first, and parents before those that extend them.
    """
    searches = [_search(name, place, files) for place, name in enumerate(profile_names())]
    known = [(search, search.agreement(made)) for search in searches for made in search.at_most_one]
    most = max(one.passed for _, one in known)
    for search in searches:
        made = search.best() if search.reach() >= most else ()
        if len(made) > 1:
            known.append((search, search.agreement(made)))
            most = max(most, known[-1][1].passed)
    known.sort(key=lambda pair: (-pair[1].passed, len(pair[1].choices), pair[0].after))
    return tuple(one for _, one in known)


def _search(name: str, place: int, files: Sequence[ScenarioFile]) -> _Search:
    bench = Bench(read_family(name))
    plain = bench.ruleset(())
    assert plain is not None
    known = {option: choice_names(plain.profile, option) for option in plain.profile.options}
    runs = [_Chosen(run, combination(file.choices)) for file in files for run in bench.runs((file,))]
    singles = tuple(
        (option, choice)
        for option, choices in known.items()
        for choice in choices
        if choice != plain.profile.origins.choices[option].choice
    )
    valid = frozenset((option, choice) for option, choices in known.items() for choice in choices)
    return _Search(name, len(bench.family.files) * 100 + place, singles, _Trial(bench, runs, valid), runs)


@dataclass(frozen=True, slots=True)
class _Chosen:
    """A scenario that runs, and what its file chooses for all of its scenarios."""

    run: Run
    by_file: Combination

    def choices(self, made: Combination) -> Combination:
        """Return all choices under which it runs where these are made."""
        return joined(joined(self.by_file, made), combination(self.run.read.choices()))


@dataclass
class _Search:
    """Looks for the choices of one profile that together make the most scenarios pass.

    `singles` are the choices that are not the default; `after` tells the profile's place among equals.
    """

    name: str
    after: int
    singles: Combination
    _trial: _Trial
    _runs: Sequence[_Chosen]
    _known: dict[Combination, list[bool | None]] = field(default_factory=dict)

    @property
    def at_most_one(self) -> tuple[Combination, ...]:
        """Return no choice, and each single one."""
        return ((), *((single,) for single in self.singles))

    def agreement(self, made: Combination) -> Agreement:
        """Return how many scenarios pass under some choices."""
        verdicts = self.verdicts(made)
        return Agreement(
            self.name,
            made,
            passed=self._passed(made),
            ran=sum(verdict is not None for verdict in verdicts),
            total=len(verdicts),
            failing=tuple(one.run.read.name for one, passed in zip(self._runs, verdicts, strict=True) if not passed),
        )

    def reach(self) -> int:
        """Return how many scenarios pass, or can notice that a choice is made: no combination makes more pass."""
        failing = self._failing(())
        noticed = [self._trial.noticing((single,), (), failing) for single in self.singles]
        return self._passed(()) + len(frozenset().union(*noticed))

    def verdicts(self, made: Combination) -> list[bool | None]:
        """Return whether each scenario passes; None where it can't run."""
        if made not in self._known:
            self._known[made] = self._trial.verdicts(made, self.verdicts(())) if made else self._trial.verdicts(())
        return self._known[made]

    def best(self) -> Combination:
        """Return the best combination of choices that is found step by step, without any that does nothing."""
        made: Combination = ()
        while not all(self.verdicts(made)):
            more = self._improved(made, ((single,) for single in self.singles))
            more = more or self._improved(made, self._pairs(made))
            if more is None:
                break
            made = more
        for pair in made:
            without = tuple(other for other in made if other != pair)
            made = without if self._passed(without) >= self._passed(made) else made
        return made

    def _failing(self, made: Combination) -> list[int]:
        return [place for place, verdict in enumerate(self.verdicts(made)) if not verdict]

    def _passed(self, made: Combination) -> int:
        return sum(verdict is True for verdict in self.verdicts(made))

    def _improved(self, made: Combination, steps: Iterable[Combination]) -> Combination | None:
        """Return `made` with the further choices that make the most scenarios pass; None where none makes more."""
        best, most = None, self._passed(made)
        for step in steps:
            tried = self._in_order(joined(made, step))
            if tried != made and self._passed(tried) > most:
                best, most = tried, self._passed(tried)
        return best

    def _pairs(self, made: Combination) -> Iterator[Combination]:
        """Yield each two choices that one scenario, which does not pass yet, can notice both."""
        failing = self._failing(made)
        noticed = {
            one: self._trial.noticing(self._in_order(changed(made, *one)), made, failing) for one in self.singles
        }
        for one, other in combinations(self.singles, 2):
            if one[0] != other[0] and noticed[one] & noticed[other]:
                yield (one, other)

    def _in_order(self, made: Combination) -> Combination:
        return tuple(sorted(made, key=self.singles.index))


class _Trial:
    """Runs scenarios under one profile's rules, again only where they can notice a change of choices."""

    def __init__(self, bench: Bench, runs: Sequence[_Chosen], valid: frozenset[tuple[str, str]]) -> None:
        self._bench = bench
        self._runs = runs
        self._valid = valid
        self._compared: dict[Combination, Compared | None] = {}

    def verdicts(self, made: Combination, known: Sequence[bool | None] = ()) -> list[bool | None]:
        """Return whether each scenario passes; None where it can't run."""
        return [self._verdict(one, made, known[place] if known else None) for place, one in enumerate(self._runs)]

    def _verdict(self, chosen: _Chosen, made: Combination, known: bool | None) -> bool | None:
        run, here = chosen.run, self._rules(chosen.choices(made))
        if here is None:
            return None
        if made:
            before = self._rules(chosen.choices(()))
            if before is here or (before and not before.difference(here).may_be_noticed_by(run)):
                return known
        if is_passed(here.rules, run):
            return True
        return False if set_up(here.rules, run) is not None else None

    def noticing(self, made: Combination, before: Combination, places: Sequence[int]) -> frozenset[int]:
        """Return which of some scenarios can notice that other choices are made."""
        found = []
        for place in places:
            chosen = self._runs[place]
            one, other = (self._rules(chosen.choices(choices)) for choices in (before, made))
            if one is None or (other is not None and one.difference(other).may_be_noticed_by(chosen.run)):
                found.append(place)
        return frozenset(found)

    def _rules(self, made: Combination) -> Compared | None:
        if made not in self._compared:
            ruleset = self._bench.ruleset(made) if self._valid.issuperset(made) else None
            self._compared[made] = None if ruleset is None else Compared(ruleset)
        return self._compared[made]


def _left_over(last: Agreement, others: Sequence[Agreement]) -> Iterator[str]:
    """Yield the names of those that agree as well as the last one that is listed, and how many agree less."""
    tied = [one.label for one in others if one.passed == last.passed]
    if tied:
        yield f"tied with the last: {'; '.join(tied)}"
    if len(others) > len(tied):
        yield f"and {len(others) - len(tied)} more, which agree less"


def render_ranking(ranking: Sequence[Agreement], most: int = 8) -> str:
    """Return the best of a ranking as text, those that agree equally on one rank."""
    if not ranking[0].passed:
        return "None of the profiles agrees with any of these scenarios."
    lines: list[str] = []
    places: dict[int, int] = {}
    for number, one in enumerate(ranking, 1):
        rank_of = places.setdefault(one.passed, number)
        if number > most and one.passed != ranking[0].passed:
            lines += _left_over(ranking[number - 2], ranking[number - 1 :])
            break
        tied = " (tied)" if sum(other.passed == one.passed for other in ranking) > 1 else ""
        cannot = f", {one.total - one.ran} can't run" if one.ran < one.total else ""
        lines.append(f"{rank_of}. {one.label}: {one.passed} of {one.total} agree ({one.percent} %){cannot}{tied}")
    best = ranking[0]
    if best.failing:
        lines += ["", f"what {best.label} does not agree with:", *(f"    {name}" for name in best.failing[:10])]
        lines += [f"    and {len(best.failing) - 10} more"] if len(best.failing) > 10 else []
    return "\n".join(lines)
