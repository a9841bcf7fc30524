"""A profile as a table changes it: choices of its options and keys of its own, as text and as rules.

What a table answers otherwise than a profile is tried key by key: a change counts where the rules with it answer
as the table does.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from basra_rules.analysis.questions import SOMETHING_ELSE
from basra_rules.errors import ProfileError
from basra_rules.profile.family import family_of
from basra_rules.profile.loading import resolve_profile
from basra_rules.profile.vocabulary import Groups, Obligation
from basra_rules.rules.compiling import compile_rules
from basra_rules.source.reading import PROFILE_LIMIT, source_of_text
from basra_rules.version import FORMAT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from basra_rules.analysis.questions import Question
    from basra_rules.analysis.runs import Combination
    from basra_rules.rules.model import Rules

    Answers = Sequence[tuple[Question, str]]

Overrides: TypeAlias = tuple[tuple[str, str], ...]
"""Values by dotted key, both as they are written."""

_NAME = "ours"
_NUMBER = re.compile(r"(?<![\w♣♦♥♠])\d+(?:\.\d+)?(?![\w♣♦♥♠])")


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
    """Return the changes of keys with which a profile answers as it is told, as far as there are any."""
    found: Overrides = ()
    told = [pair for pair in answers if pair[1] != SOMETHING_ELSE]
    fitting = [pair for pair in told if _fits(pair, overridden(parent, made, ()))]
    for pair in sorted((pair for pair in told if pair not in fitting), key=lambda one: one[0].effort):
        changed = _first_fitting(parent, made, found, [*fitting, pair])
        if changed is not None:
            found = changed
            fitting.append(pair)
    return found


def _first_fitting(parent: str, made: Combination, found: Overrides, answers: Answers) -> Overrides | None:
    """Return the changes, and one or two more, with which all answers fit; the last is the one that did not."""
    rules = overridden(parent, made, found)
    assert rules is not None
    question, said = answers[-1]
    single = list(dict.fromkeys(_changes(question, said, rules)))
    more: list[Overrides] = [(), *((one,) for one in single)]
    more += [pair for pair in combinations(single, 2) if pair[0][0] != pair[1][0]]
    for changes in more:
        tried = tuple((dict(found) | dict(changes)).items())
        there = overridden(parent, made, tried)
        if all(_fits(pair, there) for pair in reversed(answers)):
            return tried
    return None


def _fits(pair: tuple[Question, str], rules: Rules | None) -> bool:
    return rules is not None and pair[0].answer(rules) == pair[1]


def _changes(question: Question, said: str, rules: Rules) -> Iterator[tuple[str, str]]:
    """Yield each change of one key that may be behind an answer."""
    numbers = list(dict.fromkeys([*_NUMBER.findall(said), "0"]))
    for key in question.keys:
        if key in _WORDS:
            yield from ((key, str(word)) for word in _WORDS[key])
        elif key in _NAMES:
            yield from ((key.replace("*", name), one) for name in _NAMES[key](rules) for one in numbers)
        else:
            words = question.words
            yield from ((key, str(word)) for word in words or ())
            yield from ((key, f"{{{word}: {one}}}") for word in words or () for one in numbers[:-1])
            yield from ((key, one) for one in (() if words else numbers))


_WORDS = {"capture.obligation": Obligation, "capture.groups": Groups}
_NAMES: dict[str, Callable[[Rules], Sequence[str]]] = {
    "bonuses.*.points": lambda rules: rules.bonus_names,
    "scoring.awards.*.points": lambda rules: [award.name for award in rules.scoring.awards],
}
