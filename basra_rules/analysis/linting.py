"""Lint: every check of a profile's meaning, put together.

A finding about plays counts only if it stands under every choice of the profile's options, save of those that the
file itself chooses; any finding only where it is the file's own: what a parent's file says and its own lint finds
is reported there.  `allow` justifies the rest.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from basra_rules.analysis.checks import (
    always_covered,
    always_holds,
    award_for_several,
    award_out_of_reach,
    changes_nothing,
    gap,
    matches_nothing,
    mixed_and_or,
    never_holds,
    no_choice_in_force,
    option_without_effect,
    options_overlap,
    override_equal,
    packet_does_not_divide,
    part_decides_nothing,
    rule_without_effect,
    same_play_twice,
    target_out_of_reach,
    target_reached_at_once,
    uncapturable_card,
    unknown_code,
    unused_allow,
    way_never_applies,
)
from basra_rules.analysis.fingerprint import play_print
from basra_rules.analysis.study import Study
from basra_rules.analysis.trees import WHEN
from basra_rules.errors import sorted_diagnostics
from basra_rules.profile.family import Family
from basra_rules.profile.loading import resolve_profile

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Hashable, Iterator

    from basra_rules.analysis.findings import Finding, Identity
    from basra_rules.errors import Diagnostic
    from basra_rules.profile.models import Profile

    Check = Callable[[Study], Iterator[Finding]]

PLAY_CHECKS: dict[str, Check] = {
    module.CODE: module.check
    for module in (
        never_holds,
        always_holds,
        part_decides_nothing,
        always_covered,
        same_play_twice,
        uncapturable_card,
        way_never_applies,
    )
}
"""Checks of what is played and scored in play."""

DEAL_CHECKS: dict[str, Check] = {
    module.CODE: module.check
    for module in (
        packet_does_not_divide,
        target_out_of_reach,
        target_reached_at_once,
        gap,
        award_for_several,
        award_out_of_reach,
    )
}
"""Checks of how it is dealt, counted and won."""

FILE_CHECKS: dict[str, Check] = {
    module.CODE: module.check
    for module in (
        changes_nothing,
        override_equal,
        option_without_effect,
        options_overlap,
        no_choice_in_force,
        matches_nothing,
        mixed_and_or,
        rule_without_effect,
    )
}
"""Checks of what a file says by itself, what it adds to its parent, and of its options."""

CODES = (*PLAY_CHECKS, *DEAL_CHECKS, *FILE_CHECKS, unused_allow.CODE, unknown_code.CODE)


def lint_profile(profile: Profile, family: Family | None = None) -> tuple[Diagnostic, ...]:
    """Return what is odd about a valid profile, as warnings in reading order, each with a witness.

    Without `family`, what needs the files (parents, other choices of options) is left aside.
    """
    study = Study(profile, family)
    every = _find_every(study)
    kept = [one for one in _without_consequences(every) if one.diagnostic.code not in profile.origins.allow]
    codes = {finding.diagnostic.code for finding in every}
    kept += [*unused_allow.check_allowed(study, codes, CODES), *unknown_code.check_codes(study, CODES)]
    return sorted_diagnostics(finding.diagnostic for finding in kept)


def find_in_deals(family: Family) -> frozenset[tuple[str, str, str]]:
    """Return what is odd about how a family's cards are dealt, counted and won, told by what makes a finding the same.

    It is quick, for no play is looked at.
    """
    study = Study(resolve_profile(family), family)
    return frozenset(finding.identity for check in DEAL_CHECKS.values() for finding in check(study))


def find_all(study: Study) -> list[Finding]:
    """Return every finding about a profile's own file, justified or not."""
    return _without_consequences(_find_every(study))


def _find_every(study: Study) -> list[Finding]:
    """Return also what follows from another finding."""
    checks = PLAY_CHECKS | DEAL_CHECKS
    found = _own(study, [finding for check in checks.values() for finding in check(study)])
    plays = [finding for finding in found if finding.diagnostic.code in PLAY_CHECKS]
    kept = _under_every_choice(study, plays)
    found = [finding for finding in found if finding in kept or finding not in plays]
    return found + [finding for check in FILE_CHECKS.values() for finding in check(study.as_written)]


def _without_covered(found: list[Finding]) -> list[Finding]:
    """Leave out that two bonuses score together where one of them is always covered: one cause, one finding."""
    covered = _keys(found, always_covered.CODE)
    return [
        finding
        for finding in found
        if finding.diagnostic.code != same_play_twice.CODE or not covered & {finding.key, f"bonuses.{finding.said}"}
    ]


def _without_consequences(found: list[Finding]) -> list[Finding]:
    """Leave out that a file changes nothing where what it does say is found to be idle, and other such doublings."""
    idle = _keys(found, *_IDLE)
    told = tuple(_keys(found, award_out_of_reach.CODE, matches_nothing.CODE, override_equal.CODE))
    unreached = _keys(found, award_out_of_reach.CODE)
    nothing = _keys(found, matches_nothing.CODE)
    never = tuple(f"{key.removesuffix(WHEN)}." for key in _keys(found, never_holds.CODE))
    return [
        finding
        for finding in _without_covered(found)
        if not (idle and finding.diagnostic.code == changes_nothing.CODE)
        and not (finding.diagnostic.code == rule_without_effect.CODE and finding.key.startswith((*told, *never)))
        and not (finding.diagnostic.code == gap.CODE and finding.key in unreached)
        and not (finding.diagnostic.code == override_equal.CODE and finding.key in nothing)
        and not (
            finding.diagnostic.code in (way_never_applies.CODE, never_holds.CODE)
            and finding.key.removesuffix(WHEN) in nothing
        )
    ]


_IDLE = (
    never_holds.CODE,
    way_never_applies.CODE,
    override_equal.CODE,
    option_without_effect.CODE,
    rule_without_effect.CODE,
)
"""Codes of findings which tell already why a file changes nothing."""


def _keys(found: list[Finding], *codes: str) -> set[str]:
    return {finding.key for finding in found if finding.diagnostic.code in codes}


def _own(study: Study, found: list[Finding]) -> list[Finding]:
    """Leave out what stands in a parent's file and is found there too."""
    own, family = study.profile.origins.files[0], study.family
    inherited = [one for one in found if one.diagnostic.span is not None and one.diagnostic.span.source != own]
    if not inherited or study.parent is None or family is None:
        return found
    above = Study(study.parent, Family(family.files[1:]), effort=study.effort, alone=study.alone)
    there = _still_found(above, inherited)
    told = {one: _told_of(study.profile, one) for one in inherited}
    return [told.get(one, one) for one in found if one not in told or one.identity not in there]


def _told_of(profile: Profile, finding: Finding) -> Finding:
    """Return an inherited finding with a note that says whose it is."""
    notes = (f"as `{profile.name}` has it", *finding.diagnostic.notes)
    return replace(finding, diagnostic=replace(finding.diagnostic, notes=notes))


def _still_found(study: Study, found: Collection[Finding]) -> set[Identity]:
    """Return which findings are made also of another profile."""
    wanted = frozenset(one.identity for one in found)
    narrow = replace(study, wanted=wanted, hints=tuple(one.case for one in found if one.case is not None))
    checks = PLAY_CHECKS | DEAL_CHECKS
    return set(wanted) & {
        finding.identity for code in {code for code, *_ in wanted} for finding in checks[code](narrow)
    }


def _under_every_choice(study: Study, found: list[Finding]) -> list[Finding]:
    """Leave out what another choice of an option takes away: the profile needs it for that choice.

    Of what another choice takes away than the file itself makes, only what its parent says anyway is left out.
    """
    known = {play_print(study.profile, study.rules)}
    chosen = study.by_option.keys() & study.own_choices.keys()
    found = _standing(study, found, study.by_option.keys() - chosen, known)
    standing = _standing(study, found, chosen, known)
    settled = [one for one in found if one not in standing]
    parent = study.parent_so_chosen
    if settled and parent is not None and study.family is not None:
        above = Study(parent, Family(study.family.files[1:]), effort=study.effort, alone=study.alone)
        there = _still_found(above, settled)
        settled = [one for one in settled if one.identity not in there]
    elif parent is None:
        settled = []
    return [one for one in found if one in standing or one in settled]


def _standing(study: Study, found: list[Finding], options: Collection[str], known: set[Hashable]) -> list[Finding]:
    """Return what is found also with any other choice of these options; `known` are the rules looked at before."""
    for option in sorted(options) if found else ():
        for other in study.by_option[option]:
            plays = play_print(other.profile, other.rules)
            if plays not in known:
                known.add(plays)
                there = _still_found(Study(other.profile, study.family, effort=study.effort, alone=study.alone), found)
                found = [one for one in found if one.identity in there]
    return found
