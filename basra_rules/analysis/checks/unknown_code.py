"""A justification that names no check."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra_rules.analysis.diagnostic_pages import codes as known_codes
from basra_rules.analysis.findings import Finding, warn_of_allow
from basra_rules.errors import name_meant
from basra_rules.source.nodes import MapNode
from basra_rules.source.text_edits import delete_path

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from basra_rules.analysis.study import Study
    from basra_rules.errors import Diagnostic
    from basra_rules.source.nodes import ScalarNode

CODE = "unknown-code"


def check_codes(study: Study, codes: Collection[str]) -> Iterator[Finding]:
    """Yield a finding for each entry of `allow` that names no check."""
    document = study.family.files[0].document if study.family else None
    allow = document.entry("allow") if document else None
    if document is None or allow is None or not isinstance(allow.value, MapNode):
        return
    for entry in allow.value:
        if entry.key.text in known_codes() and entry.key.text not in codes:
            message = f"`{entry.key.text}` is an error, and `allow` justifies findings"
            fix = delete_path(document, (allow, entry), f"delete `allow.{entry.key.text}`", certain=True)
            found = warn_of_allow(CODE, message, entry.key.span, "mend it, and delete this").mended_by(fix)
            yield Finding(found, "allow", entry.key.text)
        elif entry.key.text not in codes:
            yield Finding(_unknown(entry.key, codes), "allow", entry.key.text)


def _unknown(key: ScalarNode, codes: Collection[str]) -> Diagnostic:
    meant = name_meant(key.text_span, key.text, codes)
    message = f"`allow` names no check: `{key.text}`"
    return warn_of_allow(CODE, message, key.span, meant.label).mended_by(*meant.fixes)
