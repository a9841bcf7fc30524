"""A justification that is not needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra_rules.analysis.checks import changes_nothing
from basra_rules.analysis.findings import Finding, warn_of_allow
from basra_rules.source.nodes import MapNode
from basra_rules.source.text_edits import delete_path

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from basra_rules.analysis.study import Study

CODE = "unused-allow"
_IN_ADVANCE = frozenset({changes_nothing.CODE})
"""What may be justified before or after it is found: a file just started, or one that is there for its name."""


def check_allowed(study: Study, found: Collection[str], codes: Collection[str]) -> Iterator[Finding]:
    """Yield a finding for each entry of `allow` that finds nothing here; what is no check is another's to tell."""
    document = study.family.files[0].document if study.family else None
    entry = document.entry("allow") if document else None
    if document is None or entry is None or not isinstance(entry.value, MapNode):
        return
    for allowed in entry.value:
        code = allowed.key.text
        if code in codes and code not in found and code not in _IN_ADVANCE:
            message = f"`allow` justifies `{code}`, which is not found here"
            fix = delete_path(document, (entry, allowed), f"delete `allow.{code}`", certain=True)
            yield Finding(warn_of_allow(CODE, message, allowed.key.span, "delete it").mended_by(fix), "allow", code)
