"""What a profile offers to be chosen otherwise than another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from basra_rules.profile.differences import flow_text
from basra_rules.profile.options import choice_name, choices_of, key_set_by, option_node
from basra_rules.source.nodes import ScalarNode

if TYPE_CHECKING:
    from collections.abc import Iterator

    from basra_rules.profile.models import Profile
    from basra_rules.source.nodes import Node


@dataclass(frozen=True, slots=True)
class Offer:
    """An option as a profile has it: what it is about, its choices in order, and the one in force."""

    about: str
    choices: tuple[str, ...]
    made: str | None


@dataclass(frozen=True, slots=True)
class OptionDifference:
    """An option that two profiles do not offer alike; None where there is none.

    `other_effect` are the choices that both offer and that do something else.
    """

    name: str
    here: Offer | None
    there: Offer | None
    other_effect: tuple[str, ...] = ()


def find_option_differences(profile: Profile, other: Profile) -> tuple[OptionDifference, ...]:
    """Return the options that one of two profiles lacks, or of which they offer other choices."""
    return tuple(_differences(profile, other))


def _differences(profile: Profile, other: Profile) -> Iterator[OptionDifference]:
    for name in dict.fromkeys((*profile.options, *other.options)):
        here, there = (_offer(one, name) for one in (profile, other))
        mine, theirs = (_effects(one, name) for one in (profile, other))
        both = [choice for choice in mine if choice in theirs]
        changed = tuple(choice for choice in both if mine[choice] != theirs[choice])
        if here is None or there is None or set(here.choices) != set(there.choices) or changed:
            yield OptionDifference(name, here, there, changed)


def _offer(profile: Profile, name: str) -> Offer | None:
    if name not in profile.options:
        return None
    return Offer(profile.options[name].about, tuple(_effects(profile, name)), profile.origins.choices[name].choice)


def _effects(profile: Profile, name: str) -> dict[str, str]:
    """Return what each choice of an option does, in short form."""
    node = option_node(profile.origins.tree, name)
    if node is None:
        return {}
    sets = key_set_by(node)
    return {choice: _effect(sets, value) for choice, value in choices_of(node).items()}


def _effect(sets: ScalarNode | None, value: Node) -> str:
    if sets is None:
        return flow_text(value)
    said = choice_name(value.text) if isinstance(value, ScalarNode) else flow_text(value)
    return f"{sets.text}: {said}"
