"""What players may settle before they start: each choice with the statements that it changes."""

from __future__ import annotations

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
    made = {one.option: one.choice for one in teller.profile.origins.choices.values() if one.choice}
    node = option_node(teller.profile.origins.tree, name)
    for choice in choices_of(node) if node else ():
        if choice != made.get(name):
            other = resolve_profile(family, given_choices(made | {name: choice}))
            changes = " ".join(_changes(teller, told, tell(other)))
            # L10n: {choice} is such as "121"; {changes} is one or more sentences.
            yield Statement(
                teller.voice.gettext("“{choice}”: {changes}", choice=_named(teller, choice), changes=changes)
            )


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
        # L10n: {statements} are sentences of the rules that a choice takes away.
        yield teller.voice.gettext("This falls away: {statements}", statements=" ".join(gone))
    elif not new:
        yield teller.voice.gettext("This changes nothing that is told here.")
