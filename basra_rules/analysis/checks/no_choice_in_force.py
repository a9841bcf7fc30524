"""An option without a default: the rules are as none of its choices has them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra_rules.analysis.choices import choice_names
from basra_rules.analysis.contrast import is_proved_same
from basra_rules.analysis.findings import Finding, warn
from basra_rules.errors import one_of
from basra_rules.profile.in_force import values_settled
from basra_rules.profile.loading import resolve_profile
from basra_rules.profile.options import key_set_by, keys_in_common, option_node
from basra_rules.source.nodes import ListNode
from basra_rules.source.text_edits import add_item

if TYPE_CHECKING:
    from collections.abc import Iterator

    from basra_rules.analysis.study import Study
    from basra_rules.errors import Fix
    from basra_rules.profile.models import Profile

CODE = "no-choice-in-force"


def check(study: Study) -> Iterator[Finding]:
    """Yield a finding for each option of which no choice is in force where nobody chooses.

    That a file gives a value of its own to what an inherited option sets is none: it is how one says that.
    """
    profile = study.profile if study.family is None else resolve_profile(study.family)
    for name in profile.options:
        if profile.origins.choices[name].choice or not _is_own(study, profile, name) or _is_overlapped(profile, name):
            continue
        choices = choice_names(profile, name)
        if study.family is None or not any(
            is_proved_same(profile, study.with_choice(name, choice)) for choice in choices
        ):
            yield _finding(profile, name, choices)


def _is_own(study: Study, profile: Profile, name: str) -> bool:
    """Tell whether the file defines the option, or takes the default away from one whose choices are patches."""
    span = profile.origins.key_span(f"options.{name}")
    if span is not None and span.source == profile.origins.files[0]:
        return True
    option, parent = option_node(profile.origins.tree, name), study.parent
    had_one = parent is not None and name in parent.options and parent.origins.choices[name].choice
    return bool(had_one) and option is not None and key_set_by(option) is None


def _is_overlapped(profile: Profile, name: str) -> bool:
    """Tell whether the choice of another option is in force instead, which is told of the two."""
    made = [one.option for one in profile.origins.made if one.option != name]
    return any(keys_in_common(profile.origins.tree, name, other) for other in made)


def _finding(profile: Profile, name: str, choices: tuple[str, ...]) -> Finding:
    origins = profile.origins
    values = values_settled(origins.tree, name)
    message = f"no choice of the option `{name}` is in force"
    told = "; ".join(f"`{key}` is {value}" for key, value in values.items())
    label = f"{told}, which is not {one_of(choices)}" if len(values) == 1 else "none of its choices says that"
    notes = (() if len(values) == 1 else (told,)) + ("who makes a choice can't go back to the rules as they are",)
    spans = [span for key in values if (span := origins.span(key)) is not None and span.source == origins.files[0]]
    span = spans[0] if spans else origins.key_span(f"options.{name}")
    return Finding(warn(CODE, message, span, label, *notes).mended_by(_as_choice(profile, name)), f"options.{name}")


def _as_choice(profile: Profile, name: str) -> Fix | None:
    """Return the fix that adds the value in force to the values that the file lists."""
    option = option_node(profile.origins.tree, name)
    listed, sets = (option.get("choices"), key_set_by(option)) if option else (None, None)
    if sets is None or not isinstance(listed, ListNode) or listed.span.source != profile.origins.files[0]:
        return None
    value = values_settled(profile.origins.tree, name)[sets.text]
    return add_item(listed, value, f"add the choice `{value}`", certain=False)
