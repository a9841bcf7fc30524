"""Two options that settle one key: which of them counts depends on which is chosen last."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, product
from typing import TYPE_CHECKING

from basra_rules.analysis.choices import choice_names
from basra_rules.analysis.findings import Finding, warn
from basra_rules.profile.in_force import values_settled
from basra_rules.profile.options import apply_choice, keys_in_common

if TYPE_CHECKING:
    from collections.abc import Iterator

    from basra_rules.analysis.study import Study
    from basra_rules.source.nodes import MapNode

CODE = "options-overlap"


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two choices of two options, and what a key is when the second is made last, or the first."""

    first: tuple[str, str]
    second: tuple[str, str]
    key: str
    values: tuple[str, str]


def check(study: Study) -> Iterator[Finding]:
    """Yield a finding for each pair of options of which two choices can't both be in force."""
    origins = study.profile.origins
    for one, other in combinations(study.profile.options, 2):
        places = [origins.key_span(f"options.{name}") for name in (one, other)]
        own = [span for span in places if span is not None and span.source == origins.files[0]]
        conflict = _find_conflict(study, one, other) if own else None
        if conflict is not None:
            message = f"the options `{one}` and `{other}` both settle `{conflict.key}`"
            label = f"whichever of `{one}` and `{other}` is chosen last counts"
            found = warn(CODE, message, own[-1], label, _tell(conflict))
            yield Finding(found, f"options.{other}", one)


def _tell(conflict: Conflict) -> str:
    first, second = (f"--option {option}={choice}" for option, choice in (conflict.first, conflict.second))
    last, turned = conflict.values
    return f"with `{first} {second}` `{conflict.key}` is {last}, the other way round {turned}"


def _find_conflict(study: Study, one: str, other: str) -> Conflict | None:
    """Return the first two choices whose order makes a difference."""
    tree = study.profile.origins.tree
    if not keys_in_common(tree, one, other):
        return None
    for pair in product(choice_names(study.profile, one), choice_names(study.profile, other)):
        first, second = (one, pair[0]), (other, pair[1])
        values = [_values(tree, order, one, other) for order in ((first, second), (second, first))]
        key = next((key for key in values[0] if values[0][key] != values[1][key]), None)
        if key is not None:
            return Conflict(first, second, key, (values[0][key], values[1][key]))
    return None


def _values(tree: MapNode, order: tuple[tuple[str, str], ...], one: str, other: str) -> dict[str, str]:
    """Return what two options settle after choices of theirs are made in this order."""
    for name, choice in order:
        tree, _, _ = apply_choice(tree, name, choice)
    return values_settled(tree, one) | values_settled(tree, other)
