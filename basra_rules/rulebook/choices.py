"""What players may settle before they start: each choice with the statements that it changes."""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING

from basra_rules.profile.loading import given_choices, resolve_profile
from basra_rules.profile.options import choices_of, option_node
from basra_rules.rulebook.document import Statement
from basra_rules.rulebook.voice import sentence

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from basra_rules.profile.family import Family
    from basra_rules.profile.models import Profile
    from basra_rules.rulebook.document import Section
    from basra_rules.rulebook.teller import Teller

_NUMBER = re.compile(r"\d+")


def tell_options(
    teller: Teller, family: Family, told: Sequence[Section], tell: Callable[[Profile], Sequence[Section]]
) -> Iterator[Statement]:
    """Yield every option.  `told` is what was told so far, `tell` tells the same of another profile."""
    for name, option in teller.profile.options.items():
        about = teller.voice.text_of_profile("option", option.about)
        parts = tuple(_choices(teller, family, name, told, tell))
        keys = [f"options.{name}.{one}" for one in type(option).model_fields if getattr(option, one) is not None]
        yield Statement(_in_force(teller, name), tuple(keys), sentence(about), parts)


def _in_force(teller: Teller, name: str) -> str:
    """Return which choice is told of above."""
    choice = teller.profile.origins.choices[name].choice
    if not choice:
        # L10n: Follows what is chosen, such as "points that end the match", and a dash. A list of choices follows.
        return teller.voice.gettext("above is a rule of its own; it may also be:")
    # L10n: Follows what is chosen, such as "points that end the match", and a dash. {choice} is such as "101".
    # L10n: A list of other choices follows.
    return teller.voice.gettext("above it is “{choice}”; it may also be:", choice=_named(teller, choice))


def _named(teller: Teller, choice: str) -> str:
    return teller.voice.text_of_profile("choice", choice.replace("_", " "))


def _choices(
    teller: Teller,
    family: Family,
    name: str,
    told: Sequence[Section],
    tell: Callable[[Profile], Sequence[Section]],
) -> Iterator[Statement]:
    """Yield every choice that is not in force, with what it changes."""
    yield from _statements(teller, list(_told(teller, family, name, told, tell)))


def _told(
    teller: Teller,
    family: Family,
    name: str,
    told: Sequence[Section],
    tell: Callable[[Profile], Sequence[Section]],
) -> Iterator[tuple[str, str]]:
    """Yield what each choice that is not in force is called, and what it changes."""
    made = {one.option: one.choice for one in teller.profile.origins.choices.values() if one.choice}
    node = option_node(teller.profile.origins.tree, name)
    for choice in choices_of(node) if node else ():
        if choice != made.get(name):
            other = resolve_profile(
                family, given_choices({key: one for key, one in made.items() if key != name} | {name: choice})
            )
            changes = " ".join(_changes(teller, told, tell(other)))
            yield _named(teller, choice), changes


def _statements(teller: Teller, choices: Sequence[tuple[str, str]]) -> Iterator[Statement]:
    """Yield what choices change; one that differs from the one before by a number only is told of by that number."""
    say = teller.voice
    for _, group in groupby(choices, key=lambda one: _NUMBER.sub("#", one[1])):
        (named, changes), *others = group
        # L10n: {choice} is such as "121"; {changes} is one or more sentences.
        yield Statement(say.gettext("“{choice}”: {changes}", choice=named, changes=changes))
        numbers = [_other_number(changes, other) for _, other in others]
        if others and all(numbers):
            # L10n: The name of a choice in quotes; stands in a list of several.
            names = say.every([say.gettext("“{choice}”", choice=name) for name, _ in others])
            # L10n: {choices} is such as "“extend 30” and “extend 50”"; {numbers} is such as "30 and 50"; {number} is
            # L10n: the number in the sentences before. All numbers are digits.
            text = say.gettext(
                "{choices}: the same, with {numbers} instead of {number}.",
                choices=names,
                numbers=say.every([new for _, new in numbers]),
                number=numbers[0][0],
            )
            yield Statement(text)
        else:
            yield from (
                Statement(say.gettext("“{choice}”: {changes}", choice=name, changes=other)) for name, other in others
            )


def _other_number(one: str, other: str) -> tuple[str, ...]:
    """Return the number that stands in `one`, and the one for it in `other`, where nothing else differs."""
    pairs = zip(_NUMBER.findall(one), _NUMBER.findall(other), strict=True)
    differing = {pair for pair in pairs if pair[0] != pair[1]}
    return differing.pop() if len(differing) == 1 else ()


def _keyed(sections: Sequence[Section]) -> list[Statement]:
    """Return the statements that tell of a key; the others follow from these."""
    return [one for section in sections for one in section.statements if one.keys]


def _changes(teller: Teller, told: Sequence[Section], other: Sequence[Section]) -> Iterator[str]:
    """Yield what is told otherwise, and what is no longer told."""
    before, after = (_keyed(sections) for sections in (told, other))
    words = {one.words for one in before}
    new = [one for one in after if one.words not in words]
    yield from (one.words for one in new)
    kept = {one.words for one in after}
    keys = {key for one in new for key in one.keys}
    gone = [one.words for one in before if one.words not in kept and not keys.intersection(one.keys)]
    if gone:
        # L10n: {statements} are sentences of the rules that do not hold under this choice.
        yield teller.voice.gettext("Not in force then: {statements}", statements=" ".join(gone))
    elif not new:
        yield teller.voice.gettext("This changes nothing that is told here.")
