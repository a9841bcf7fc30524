"""What a profile would be with other choices of its options."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from basra_rules.profile.family import Family
from basra_rules.profile.loading import resolve_profile
from basra_rules.profile.options import Choice, choices_of, option_node
from basra_rules.source.nodes import scalar_from_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from basra_rules.profile.models import Profile


@dataclass(frozen=True, slots=True)
class Alternative:
    """A profile with one choice exchanged for another."""

    option: str
    choice: str
    profile: Profile


def choice_names(profile: Profile, option: str) -> tuple[str, ...]:
    """Return the choices of an option, in order."""
    node = option_node(profile.origins.tree, option)
    return tuple(choices_of(node)) if node else ()


def alternatives(profile: Profile, family: Family) -> Iterator[Alternative]:
    """Yield the profile with each other choice of each option, the choices of other options as they are."""
    for option in profile.options:
        for choice in choice_names(profile, option):
            if choice != profile.origins.choices[option].choice:
                yield Alternative(option, choice, with_choices(profile, family, {option: choice}))


def with_choices(profile: Profile, family: Family, changed: Mapping[str, str]) -> Profile:
    """Return the profile with some choices exchanged: they are made last, so that they are in force."""
    kept = {option: choice for option, choice in callers_choices(profile).items() if option not in changed}
    return resolve_profile(family, tuple(_choice(*pair) for pair in (kept | dict(changed)).items()))


def callers_choices(profile: Profile) -> Mapping[str, str]:
    """Return what a caller chose for a profile, by option: what no file says."""
    return {one.option: one.choice for one in profile.origins.made if one.by == CALLER}


def parent_of(profile: Profile, family: Family) -> Profile | None:
    """Return the profile that this one extends, with the caller's choices of its options."""
    if len(family.files) < 2:
        return None
    above = Family(family.files[1:])
    parent = resolve_profile(above)
    chosen = {option: choice for option, choice in callers_choices(profile).items() if option in parent.options}
    return with_choices(parent, above, chosen) if chosen else parent


CALLER = "--option"


def _choice(option: str, choice: str) -> Choice:
    return Choice(scalar_from_text(option, CALLER), scalar_from_text(choice, CALLER), CALLER)
