"""How far each shipped profile, and each single choice of its options, agrees with scenario files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from basra_rules.analysis.choices import choice_names
from basra_rules.analysis.noticing import Compared
from basra_rules.analysis.runs import Bench, Run, is_passed, joined, set_up
from basra_rules.profile.family import read_family
from basra_rules.resources import profile_names

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from basra_rules.analysis.runs import Combination
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
    """Return every shipped profile, and every single other choice of its options, by agreement, best first.

    A scenario's own choices count where a profile has them and are left out where it has not.  Of those that
    agree equally, plain profiles come before choices of options, and parents before those that extend them.
    """
    found: list[tuple[int, int, int, Agreement]] = []
    for place, name in enumerate(profile_names()):
        bench = Bench(read_family(name))
        after = len(bench.family.files) * 100 + place
        found += [(-one.passed, len(one.choices), after, one) for one in _agreements(name, bench, files)]
    return tuple(one for *_, one in sorted(found, key=lambda entry: entry[:3]))


def _agreements(name: str, bench: Bench, files: Sequence[ScenarioFile]) -> Iterator[Agreement]:
    plain = bench.ruleset(())
    assert plain is not None
    known = {option: choice_names(plain.profile, option) for option in plain.profile.options}
    runs = [
        Run(run.read, run.scenario, tuple(pair for pair in run.choices if pair[1] in known.get(pair[0], ())))
        for run in bench.runs(files)
    ]
    trial = _Trial(bench, runs)
    first = trial.verdicts(())
    yield _agreement(name, (), first, runs)
    for option, choices in known.items():
        for choice in choices:
            if choice != plain.profile.origins.choices[option].choice:
                made = ((option, choice),)
                yield _agreement(name, made, trial.verdicts(made, first), runs)


def _agreement(name: str, made: Combination, verdicts: Sequence[bool | None], runs: Sequence[Run]) -> Agreement:
    return Agreement(
        name,
        made,
        passed=sum(verdict is True for verdict in verdicts),
        ran=sum(verdict is not None for verdict in verdicts),
        total=len(verdicts),
        failing=tuple(run.read.name for run, verdict in zip(runs, verdicts, strict=True) if verdict is not True),
    )


class _Trial:
    """Runs scenarios under one profile's rules, again only where they can notice a change of choices."""

    def __init__(self, bench: Bench, runs: Sequence[Run]) -> None:
        self._bench = bench
        self._runs = runs
        self._compared: dict[Combination, Compared | None] = {}

    def verdicts(self, made: Combination, known: Sequence[bool | None] = ()) -> list[bool | None]:
        """Return whether each scenario passes; None where it can't run."""
        return [self._verdict(run, made, known[place] if known else None) for place, run in enumerate(self._runs)]

    def _verdict(self, run: Run, made: Combination, known: bool | None) -> bool | None:
        choices = joined(made, run.choices)
        here = self._rules(choices)
        if here is None:
            return None
        if made:
            before = self._rules(run.choices)
            if before is here or (before and not before.difference(here).may_be_noticed_by(run)):
                return known
        if is_passed(here.rules, run):
            return True
        return False if set_up(here.rules, run) is not None else None

    def _rules(self, made: Combination) -> Compared | None:
        if made not in self._compared:
            ruleset = self._bench.ruleset(made)
            self._compared[made] = None if ruleset is None else Compared(ruleset)
        return self._compared[made]


def render_ranking(ranking: Sequence[Agreement], most: int = 8) -> str:
    """Return the best of a ranking as text, those that agree equally on one rank."""
    if not ranking[0].passed:
        return "None of the profiles agrees with any of these scenarios."
    lines: list[str] = []
    places: dict[int, int] = {}
    for number, one in enumerate(ranking, 1):
        rank_of = places.setdefault(one.passed, number)
        if number > most and one.passed != ranking[0].passed:
            lines.append(f"and {len(ranking) - number + 1} more, which agree less")
            break
        tied = " (tied)" if sum(other.passed == one.passed for other in ranking) > 1 else ""
        cannot = f", {one.total - one.ran} can't run" if one.ran < one.total else ""
        lines.append(f"{rank_of}. {one.label}: {one.passed} of {one.total} agree ({one.percent} %){cannot}{tied}")
    best = ranking[0]
    if best.failing:
        lines += ["", f"what {best.label} does not agree with:", *(f"    {name}" for name in best.failing[:10])]
        lines += [f"    and {len(best.failing) - 10} more"] if len(best.failing) > 10 else []
    return "\n".join(lines)
