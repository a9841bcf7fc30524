"""Times of the analysis on every shipped profile, in seconds of the processor: `analysis_times.py [PROFILE…]`.

One line for a profile: listing all its situations, lint as `basra check` runs it, coverage, mutation, and the
slowest comparison with another profile; then, once, an interview and a ranking by scenarios.
"""

from __future__ import annotations

import sys
import time
from functools import partial
from typing import TYPE_CHECKING

from basra_rules.analysis.agreement import rank
from basra_rules.analysis.comparison import compare_profiles
from basra_rules.analysis.coverage import measure
from basra_rules.analysis.identification import Interview
from basra_rules.analysis.linting import lint_profile
from basra_rules.analysis.mutation import mutate
from basra_rules.analysis.reaching import witnesses
from basra_rules.analysis.situations import cases, make_domain
from basra_rules.profile.family import read_family
from basra_rules.profile.loading import load_profile, resolve_profile
from basra_rules.resources import profile_names
from basra_rules.scenarios.belonging import scenario_files

if TYPE_CHECKING:
    from collections.abc import Callable

LIMIT = 10.0
DEALS = 400


def timed(run: Callable[[], object]) -> float:
    """Return the seconds of the processor that a run takes."""
    start = time.process_time()
    run()
    return time.process_time() - start


def enumerate_all(name: str) -> None:
    """List every case of a profile at the default size and beyond."""
    domain = make_domain(load_profile(name))
    for listed in (cases(domain, domain.rules[0]), witnesses(domain, domain.rules[0])):
        for _ in listed:
            pass


def lint(name: str) -> None:
    """Lint as `basra check` does."""
    family = read_family(name)
    lint_profile(resolve_profile(family), family)


def cover(name: str) -> None:
    """Measure coverage as `basra check --coverage` does."""
    family = read_family(name)
    measure(family, (), scenario_files((), family))


def change(name: str) -> None:
    """Try every mutant as `basra mutate` does."""
    family = read_family(name)
    mutate(family, (), scenario_files((), family))


def diff(one: str, other: str) -> None:
    """Compare as `basra diff` does."""
    compare_profiles(load_profile(one), load_profile(other), (one, other), deals=DEALS)


def interview() -> None:
    """Hold an interview as `basra identify` does, with the first answer of every question."""
    held = Interview()
    while (question := held.next_question()) is not None:
        held.answer(question, held.choices_for(question)[0])
    held.result()


def main() -> int:
    """Print the table; exit with 1 where anything takes longer than the limit."""
    names = sys.argv[1:] or list(profile_names())
    steps = {"enumerate": enumerate_all, "lint": lint, "coverage": cover, "mutate": change}
    slowest = 0.0
    print(f"{'profile':<18}" + "".join(f"{step:>11}" for step in steps) + f"{'slowest diff':>15}")
    for name in names:
        taken = [timed(partial(step, name)) for step in steps.values()]
        compared = {other: timed(partial(diff, name, other)) for other in profile_names() if other != name}
        worst = max(compared, key=lambda other: compared[other])
        slowest = max(slowest, *taken, compared[worst])
        row = "".join(f"{seconds:>11.2f}" for seconds in taken)
        print(f"{name:<18}{row}{compared[worst]:>15.2f}  {worst}", flush=True)
    asked, ranked = timed(interview), timed(lambda: rank(scenario_files((), read_family(names[0]))))
    print(f"identify: an interview {asked:.2f}, the scenarios of {names[0]} {ranked:.2f}")
    slowest = max(slowest, asked, ranked)
    print(f"slowest: {slowest:.2f} s; the limit is {LIMIT:.0f} s")
    return int(slowest > LIMIT)


if __name__ == "__main__":
    sys.exit(main())
