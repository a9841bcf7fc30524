"""A condition that always holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra_rules.analysis.findings import Finding, warn, witness
from basra_rules.analysis.trees import WAYS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from basra_rules.analysis.study import Study

CODE = "always-holds"


def check(study: Study) -> Iterator[Finding]:
    """Yield a finding for each condition that every play makes true."""
    for judged in study.judged:
        if judged.seen and not judged.can_be(False):
            what = "every play of such a card" if judged.key.startswith(WAYS) else "every capture"
            message = f"the condition of `{judged.rule}` always holds"
            notes = witness(study, judged.find(True), "one of all")
            diagnostic = warn(CODE, message, judged.tree.span, f"{what} makes this true", *notes)
            yield Finding(diagnostic, judged.key)
