"""A justification that is not needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra_rules.analysis.findings import Finding, warn
from basra_rules.errors import did_you_mean
from basra_rules.source.nodes import MapNode

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from basra_rules.analysis.study import Study

CODE = "unused-allow"


def check_allowed(study: Study, found: Collection[str], codes: Collection[str]) -> Iterator[Finding]:
    """Yield a finding for each entry of `allow` that names no check, or one that finds nothing here."""
    if study.family is None:
        return
    allow = study.family.files[0].document.get("allow")
    for entry in allow if isinstance(allow, MapNode) else ():
        code = entry.key.text
        if code not in codes:
            label = did_you_mean(code, codes)
            yield Finding(warn(CODE, f"`allow` names no check: `{code}`", entry.key.span, label), "allow", code)
        elif code not in found:
            message = f"`allow` justifies `{code}`, which is not found here"
            yield Finding(warn(CODE, message, entry.key.span, "delete it"), "allow", code)
