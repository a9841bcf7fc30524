"""A child that changes nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra_rules.analysis.findings import Finding, warn
from basra_rules.analysis.fingerprint import fingerprint
from basra_rules.analysis.study import Study
from basra_rules.profile.differences import flow_text
from basra_rules.profile.family import Family

if TYPE_CHECKING:
    from collections.abc import Iterator

    from basra_rules.profile.models import Profile

CODE = "changes-nothing"


def check(study: Study) -> Iterator[Finding]:
    """Yield a finding where a profile plays exactly as its parent, and offers the same options."""
    parent = study.parent
    if parent is not None and _options(study.profile) == _options(parent) and _is_same(study, parent):
        message = f"`{study.profile.name}` is played exactly as `{parent.name}`"
        span = study.file_span("extends")
        note = "every rule is the same, and so are the options"
        yield Finding(warn(CODE, message, span, "this child changes nothing", note), "extends")


def _is_same(study: Study, parent: Profile) -> bool:
    """Tell whether all is as in the parent, whatever is chosen."""
    assert study.family is not None
    above = Study(parent, Family(study.family.files[1:]), effort=study.effort)
    mine, theirs = ([one.rules, *(other.rules for other in one.alternatives)] for one in (study, above))
    return list(map(fingerprint, mine)) == list(map(fingerprint, theirs))


def _options(profile: Profile) -> str:
    entry = profile.origins.entry("options")
    return flow_text(entry.value) if entry else ""
