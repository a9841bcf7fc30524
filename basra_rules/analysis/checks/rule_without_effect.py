"""Something that is said and makes no difference."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra_rules.analysis.edits import Edit
from basra_rules.analysis.findings import Finding, warn
from basra_rules.analysis.fixes import delete_value
from basra_rules.analysis.trials import makes_no_difference, own_entries
from basra_rules.profile.differences import flow_text
from basra_rules.source.nodes import ScalarNode

if TYPE_CHECKING:
    from collections.abc import Iterator

    from basra_rules.analysis.study import Study
    from basra_rules.analysis.trials import Path

CODE = "rule-without-effect"

_MAY_BE_LEFT_OUT: tuple[Path, ...] = (
    ("dealing", "keep_off_floor"),
    ("dealing", "hidden"),
    ("dealing", "redeal", "*"),
    ("deck", "capture_values", "*"),
    ("deck", "tables", "*"),
    ("deck", "tables", "*", "*"),
    ("bonuses", "*", "instead_of"),
    ("scoring", "cards", "*"),
    ("scoring", "awards", "*"),
)
"""What a file need not say; ways and bonuses have checks of their own."""

_SAYS_NOTHING = ("none", "0")


def check(study: Study) -> Iterator[Finding]:
    """Yield a finding for each entry of the file without which every game would be the same."""
    told: list[Path] = []
    for path, entry in own_entries(study):
        is_idle = isinstance(entry.value, ScalarNode) and entry.value.text in _SAYS_NOTHING
        if is_idle or not _may_be_left_out(path) or any(path[: len(one)] == one for one in told):
            continue
        if makes_no_difference(study, Edit(path, entry.value, None)):
            told.append(path)
            key = ".".join(path)
            message = f"`{key}: {flow_text(entry.value)}` makes no difference"
            note = "no deal is dealt, played or scored otherwise without it"
            found = warn(CODE, message, entry.key.span, "the game is the same without it", note)
            yield Finding(found.mended_by(delete_value(study, entry.value.span, certain=False)), key)


def _may_be_left_out(path: Path) -> bool:
    return any(
        len(path) == len(one) and all(mark in ("*", part) for part, mark in zip(path, one, strict=True))
        for one in _MAY_BE_LEFT_OUT
    )
