"""An option that makes no difference."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra_rules.analysis.choices import choice_names
from basra_rules.analysis.contrast import is_proved_same
from basra_rules.analysis.findings import Finding, warn

if TYPE_CHECKING:
    from collections.abc import Iterator

    from basra_rules.analysis.study import Study
    from basra_rules.profile.models import Profile

CODE = "option-without-effect"


def check(study: Study) -> Iterator[Finding]:
    """Yield a finding for each option that has a single choice, or two that lead to the same game."""
    for option in study.profile.options:
        choices = choice_names(study.profile, option)
        span = study.profile.origins.key_span(f"options.{option}")
        key = f"options.{option}"
        if len(choices) == 1:
            message = f"the option `{option}` has one choice only"
            yield Finding(warn(CODE, message, span, "there is nothing to choose"), key, choices[0])
            continue
        for same, other in _same_pairs(study, option, choices):
            message = f"`{same}` and `{other}` of the option `{option}` lead to the same game"
            note = "no deal is dealt, played or scored otherwise under one of them"
            yield Finding(warn(CODE, message, span, "these choices make no difference", note), key, f"{same} {other}")


def _same_pairs(study: Study, option: str, choices: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    profiles: dict[str, Profile] = {choice: study.with_choice(option, choice) for choice in choices}
    told: list[str] = []
    for choice in choices:
        alike = next((one for one in told if is_proved_same(profiles[one], profiles[choice])), None)
        if alike is None:
            told.append(choice)
        else:
            yield alike, choice
