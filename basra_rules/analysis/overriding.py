"""A profile as a table changes it: choices of its options and keys of its own, as text and as rules.

What a table answers otherwise than a profile is tried key by key: a change counts where the rules with it answer
as the table does.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from basra_rules.analysis.house_changes import changes_behind
from basra_rules.analysis.questions import SOMETHING_ELSE
from basra_rules.errors import ProfileError
from basra_rules.profile.family import family_of
from basra_rules.profile.loading import resolve_profile
from basra_rules.rules.compiling import compile_rules
from basra_rules.source.reading import PROFILE_LIMIT, source_of_text
from basra_rules.version import FORMAT

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from basra_rules.analysis.house_changes import Overrides
    from basra_rules.analysis.questions import Question
    from basra_rules.analysis.runs import Combination
    from basra_rules.rules.model import Rules

    Answers = Sequence[tuple[Question, str]]

_NAME = "ours"


def render_house(name: str, parent: str, made: Combination, overrides: Overrides) -> str:
    """Return the text of a profile that extends a shipped one."""
    lines = [f"format: {FORMAT}", f"name: {name}", f"extends: {parent}"]
    if made:
        lines.append("choose: " + _flow(dict(made)))
    nested: dict[str, Any] = {}
    for key, value in overrides:
        *outer, last = key.split(".")
        place = nested
        for part in outer:
            place = place.setdefault(part, {})
        place[last] = value
    lines += [f"{key}: {_flow(value)}" for key, value in nested.items()]
    return "\n".join(lines) + "\n"


def _flow(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_flow(one)}" for key, one in value.items()) + "}"
    return str(value)


@lru_cache(maxsize=1024)
def overridden(parent: str, made: Combination, overrides: Overrides) -> Rules | None:
    """Return the rules of a shipped profile with some changes; None where it can't be changed so."""
    text = render_house(_NAME, parent, made, overrides)
    path = Path(f"{_NAME}.yaml")
    try:
        family = family_of(path, source_of_text(text, PROFILE_LIMIT, path.name))
        return compile_rules(resolve_profile(family))
    except ProfileError:
        return None


def find_overrides(parent: str, made: Combination, answers: Answers) -> Overrides:
    """Return the changes of keys with which a profile answers as it is told, as far as there are any.

    No change is kept that answers another question otherwise than before, and still not as it is told.
    """
    told = [pair for pair in answers if pair[1] != SOMETHING_ELSE]
    found = _fitting_all(parent, made, told)
    contradicted = _contradicted(parent, made, found, told)
    while contradicted:
        told = [pair for pair in told if pair not in contradicted]
        found = _fitting_all(parent, made, told)
        contradicted = _contradicted(parent, made, found, told)
    return found


@lru_cache(maxsize=1024)
def is_met(parent: str, answers: tuple[tuple[Question, str], ...]) -> bool:
    """Tell whether a shipped profile, with some keys changed, answers as it is told."""
    rules = overridden(parent, (), find_overrides(parent, (), answers))
    return all(_fits(pair, rules) for pair in answers)


def _fitting_all(parent: str, made: Combination, told: Answers) -> Overrides:
    found: Overrides = ()
    fitting = [pair for pair in told if _fits(pair, overridden(parent, made, ()))]
    for pair in sorted((pair for pair in told if pair not in fitting), key=lambda one: one[0].effort):
        changed = _first_fitting(parent, made, found, [*fitting, pair])
        if changed is not None:
            found = changed
            fitting.append(pair)
    return found


def _contradicted(parent: str, made: Combination, found: Overrides, told: Answers) -> Answers:
    """Return an answer that changes miss although they are behind it, and those that led to these changes."""
    before, after = overridden(parent, made, ()), overridden(parent, made, found)
    assert before is not None
    assert after is not None
    missed = [pair for pair in told if pair[0].answer(before) != pair[0].answer(after) != pair[1]]
    if not missed:
        return ()
    there = missed[0][0].answer(after)
    behind = [key for key, _ in found if not _answers(parent, made, _without(found, key), missed[0][0], there)]
    led = [
        pair
        for pair in told
        if pair[0].answer(before) != pair[1]
        and any(not _answers(parent, made, _without(found, key), *pair) for key in behind)
    ]
    return [missed[0], *led]


def _without(found: Overrides, key: str) -> Overrides:
    return tuple(pair for pair in found if pair[0] != key)


def _answers(parent: str, made: Combination, overrides: Overrides, question: Question, said: str) -> bool:
    return _fits((question, said), overridden(parent, made, overrides))


def _first_fitting(parent: str, made: Combination, found: Overrides, answers: Answers) -> Overrides | None:
    """Return the changes, and a few more, with which all answers fit; the last is the one that did not."""
    rules = overridden(parent, made, found)
    assert rules is not None
    question, said = answers[-1]
    for changes in ((), *changes_behind(question, said, rules)):
        tried = tuple((dict(found) | dict(changes)).items())
        there = None if _overlap(tried) else overridden(parent, made, tried)
        if all(_fits(pair, there) for pair in reversed(answers)):
            return tried
    return None


def _overlap(overrides: Overrides) -> bool:
    """Tell whether one key is inside another one."""
    keys = [f"{key}." for key, _ in overrides]
    return any(one != other and one.startswith(other) for one in keys for other in keys)


def _fits(pair: tuple[Question, str], rules: Rules | None) -> bool:
    return rules is not None and pair[0].answer(rules) == pair[1]


def word_changes(question: Question, parent: str) -> Iterator[Rules]:
    """Yield the rules of a shipped profile with each other word under the key that a question is about."""
    rules = overridden(parent, (), ())
    assert rules is not None
    for change in changes_behind(question, "", rules):
        changed = overridden(parent, (), change) if len(change) == 1 else None
        if changed is not None:
            yield changed
