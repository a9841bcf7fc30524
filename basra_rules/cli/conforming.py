"""Trying a program: on one profile, or on all of a kit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from basra_rules.conformance.asking import Conversation
from basra_rules.conformance.kit import kit_profiles
from basra_rules.conformance.trying import Trial, Trier, Verdict, settled
from basra_rules.profile.family import read_family
from basra_rules.profile.loading import given_choices


def try_program(
    profile: str, program: Sequence[str], options: Mapping[str, str], limit: float
) -> tuple[tuple[Trial, ...], str]:
    """Return what came of each profile, and what the program calls itself.

    Raises:
        DiagnosticsError: a profile or its scenarios can't be used.
        UsageError: the folder is no kit, or the program can't be started.
    """
    choices = given_choices(options)
    profiles = kit_profiles(Path(profile)) if Path(profile).is_dir() else {profile: profile}
    families = {name: read_family(place) for name, place in profiles.items()}
    with Conversation(program, limit) as conversation:
        trier = Trier(conversation)
        trials = [trier.try_profile(name, family, choices) for name, family in families.items()]
    return tuple(settled(trial, conversation.strays) for trial in trials), conversation.name or program[0]


def exit_code(trials: Sequence[Trial], *, complete: bool) -> int:
    """Return 0 where nothing failed and something passed; `complete`: and where everything is supported."""
    verdicts = {one.verdict for trial in trials for one in trial.tried}
    well = {Verdict.PASSED} if complete else {Verdict.PASSED, Verdict.PARTLY, Verdict.UNSUPPORTED}
    return 0 if verdicts <= well and verdicts & {Verdict.PASSED, Verdict.PARTLY} else 1
