"""Two bonuses that score the same play."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from basra_rules.analysis.findings import Finding, warn, witness
from basra_rules.analysis.reaching import smallness
from basra_rules.engine.bonuses import score_bonuses
from basra_rules.source.nodes import MapNode
from basra_rules.source.text_edits import add_entry

if TYPE_CHECKING:
    from collections.abc import Iterator

    from basra_rules.analysis.situations import Case
    from basra_rules.analysis.study import Study
    from basra_rules.errors import Fix

CODE = "same-play-twice"


def check(study: Study) -> Iterator[Finding]:
    """Yield a finding for each pair of bonuses that add up on some play."""
    for (one, other), case in sorted(_pairs(study).items()):
        message = f"`{one}` and `{other}` score the same play, and add up"
        label = f"where only one should score, write `instead_of: {one}` here"
        span = study.profile.origins.key_span(f"bonuses.{other}")
        notes = witness(study, case, f"scores {one} and {other}")
        found = warn(CODE, message, span, label, *notes).mended_by(_instead_of(study, other, one))
        yield Finding(found, f"bonuses.{other}", one)


def _instead_of(study: Study, bonus: str, other: str) -> Fix | None:
    """Return the fix by which a bonus scores instead of another."""
    entry = study.profile.origins.entry(f"bonuses.{bonus}")
    if entry is None or not isinstance(entry.value, MapNode) or entry.value.get("instead_of"):
        return None
    text = f"instead_of: {other}"
    return add_entry(entry.value, text, f"add `{text}`", after=entry.value.keys[-1], certain=False)


def _pairs(study: Study) -> dict[tuple[str, str], Case]:
    """Return the bonuses that score together, each pair with the smallest play; one play is enough where asked for."""
    wanted = None if study.wanted is None else {(said, key) for code, key, said in study.wanted if code == CODE}
    found: dict[tuple[str, str], Case] = {}
    for card in study.scoring_cards(at_least=2):
        for case in study.captures_by([card]):
            scored = [one.bonus for one in score_bonuses(study.rules, case.table, case.action)]
            for one, other in combinations(scored, 2):
                pair = (one.name, other.name)
                found[pair] = min(case, found.get(pair, case), key=smallness)
        if wanted is not None and wanted <= {(one, f"bonuses.{other}") for one, other in found}:
            break
    return found
