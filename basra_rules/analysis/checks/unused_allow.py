"""A justification that is not needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra_rules.analysis.choices import CALLER
from basra_rules.analysis.findings import Finding, warn_of_allow
from basra_rules.source.nodes import MapNode
from basra_rules.source.text_edits import delete_path

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from basra_rules.analysis.study import Study

CODE = "unused-allow"


def check_allowed(study: Study, found: Collection[str], codes: Collection[str]) -> Iterator[Finding]:
    """Yield a finding for each entry of `allow` that finds nothing here; what is no check is another's to tell.

    Under a caller's choices there may be less to find than without.
    """
    is_as_written = all(one.by != CALLER for one in study.profile.origins.made)
    document = study.family.files[0].document if study.family and is_as_written else None
    entry = document.entry("allow") if document else None
    if document is None or entry is None or not isinstance(entry.value, MapNode):
        return
    for allowed in entry.value:
        code = allowed.key.text
        if code in codes and code not in found:
            message = f"`allow` justifies `{code}`, which is not found here"
            fix = delete_path(document, (entry, allowed), f"delete `allow.{code}`", certain=True)
            yield Finding(warn_of_allow(CODE, message, allowed.key.span, "delete it").mended_by(fix), "allow", code)
