"""Times of the analysis on every shipped profile, in seconds of processor and of the clock: `analysis_times.py`.

One line for a profile: lint as `basra check` runs it, and the slowest comparison with another profile.
"""

from __future__ import annotations

import sys
import time
from functools import partial
from typing import TYPE_CHECKING

from basra_rules.analysis.comparison import compare_profiles
from basra_rules.analysis.linting import lint_profile
from basra_rules.analysis.reaching import witnesses
from basra_rules.analysis.situations import cases, make_domain
from basra_rules.profile.loading import load_profile, read_family, resolve_profile
from basra_rules.resources import profile_names

if TYPE_CHECKING:
    from collections.abc import Callable

LIMIT = 10.0
DEALS = 400


def timed(run: Callable[[], object]) -> tuple[float, float]:
    """Return the seconds of the processor and of the clock that a run takes."""
    processor, clock = time.process_time(), time.perf_counter()
    run()
    return time.process_time() - processor, time.perf_counter() - clock


def enumerate_all(name: str) -> int:
    """List every case of a profile at the default size and beyond."""
    domain = make_domain(load_profile(name))
    small = sum(1 for _ in cases(domain, domain.rules[0]))
    return small + sum(1 for _ in witnesses(domain, domain.rules[0]))


def lint(name: str) -> None:
    """Lint as `basra check` does."""
    family = read_family(name)
    lint_profile(resolve_profile(family), family)


def diff(one: str, other: str) -> None:
    """Compare as `basra diff` does."""
    compare_profiles(load_profile(one), load_profile(other), (one, other), deals=DEALS)


def main() -> int:
    """Print the table; exit with 1 where anything takes longer than the limit."""
    names = sys.argv[1:] or list(profile_names())
    slowest = 0.0
    print(f"{'profile':<18}{'enumerate':>12}{'lint':>12}{'slowest diff':>16}  (processor seconds)")
    for name in names:
        enumerated = timed(partial(enumerate_all, name))[0]
        linted = timed(partial(lint, name))[0]
        compared = {other: timed(partial(diff, name, other))[0] for other in profile_names() if other != name}
        worst = max(compared, key=lambda other: compared[other])
        slowest = max(slowest, enumerated, linted, compared[worst])
        print(f"{name:<18}{enumerated:>12.2f}{linted:>12.2f}{compared[worst]:>16.2f}  {worst}", flush=True)
    print(f"slowest: {slowest:.2f} s; the limit is {LIMIT:.0f} s")
    return int(slowest > LIMIT)


if __name__ == "__main__":
    sys.exit(main())
