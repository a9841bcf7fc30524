"""A child that changes nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra_rules.analysis.findings import Finding, warn
from basra_rules.analysis.fingerprint import fingerprint
from basra_rules.analysis.study import Study
from basra_rules.profile.differences import flow_text, group_differences
from basra_rules.profile.family import Family

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from basra_rules.profile.models import Profile
    from basra_rules.profile.schema import Path

CODE = "changes-nothing"


def check(study: Study) -> Iterator[Finding]:
    """Yield a finding where a profile plays exactly as its parent, and offers the same options."""
    parent = study.parent
    if parent is not None and _options(study.profile) == _options(parent) and _is_same(study, parent):
        message = f"`{study.profile.name}` is played exactly as `{parent.name}`"
        said = [one.path for area in group_differences(study.profile, parent).values() for one in area]
        span, label = study.file_span("extends"), "this child changes nothing"
        for path in said:
            key = study.profile.origins.key_span(".".join(path))
            if key is not None:
                span, label = key, "this changes nothing"
        yield Finding(warn(CODE, message, span, label, *_reasons(study, said)), "extends")


def _reasons(study: Study, said: Sequence[Path]) -> Iterator[str]:
    """Yield what the file does say of the rules, and why nothing comes of it."""
    if not said:
        yield "every rule is the same, and so are the options"
        return
    keys = ", ".join(f"`{'.'.join(path)}`" for path in said)
    yield f"this is all that it says of the rules, and no game is played otherwise for it: {keys}"
    scoring = {bonus.name for bonuses in study.rules.bonuses for bonus in bonuses}
    for name in dict.fromkeys(path[1] for path in said if path[0] == "bonuses"):
        if name in study.profile.bonuses and name not in scoring:
            yield f"`bonuses.{name}` gives 0 points, whatever card captures: see its `points`"


def _is_same(study: Study, parent: Profile) -> bool:
    """Tell whether all is as in the parent, whatever is chosen."""
    assert study.family is not None
    above = Study(parent, Family(study.family.files[1:]), effort=study.effort)
    mine, theirs = ([one.rules, *(other.rules for other in one.alternatives)] for one in (study, above))
    return list(map(fingerprint, mine)) == list(map(fingerprint, theirs))


def _options(profile: Profile) -> str:
    entry = profile.origins.entry("options")
    return flow_text(entry.value) if entry else ""
