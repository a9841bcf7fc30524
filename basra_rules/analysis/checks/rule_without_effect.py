"""Something that is said and makes no difference."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra_rules.analysis.edits import Edit, value_at
from basra_rules.analysis.findings import Finding, warn
from basra_rules.analysis.fixes import delete_value
from basra_rules.analysis.trees import play_trees
from basra_rules.analysis.trials import makes_no_difference, own_entries
from basra_rules.expression.features import names_used
from basra_rules.expression.vocabulary import TABLE_PREFIX
from basra_rules.profile.differences import flow_text
from basra_rules.source.nodes import MapNode, ScalarNode

if TYPE_CHECKING:
    from collections.abc import Iterator

    from basra_rules.analysis.study import Study
    from basra_rules.analysis.trials import Path
    from basra_rules.profile.models import Profile
    from basra_rules.source.nodes import Node

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

_TABLES = ("deck", "tables")
_SAYS_NOTHING = ("none", "0")


def check(study: Study) -> Iterator[Finding]:
    """Yield a finding for each entry of the file without which every game would be the same."""
    told: list[Path] = []
    for path, entry in own_entries(study):
        if not _may_be_left_out(path) or any(path[: len(one)] == one for one in told):
            continue
        overridden = study.parent and value_at(study.parent.origins.tree, path)
        if _says_nothing(entry.value, within=bool(overridden)):
            continue
        if makes_no_difference(study, Edit(path, entry.value, None)):
            told.append(path)
            key = ".".join(path)
            message = f"`{key}: {flow_text(entry.value)}` makes no difference"
            if overridden:  # without the line, what is inherited would be in force again
                gone = f"the inherited `{flow_text(overridden)}` is gone, and nothing stands in its place"
                yield Finding(warn(CODE, message, entry.key.span, "as good as nothing", gone), key)
                continue
            notes = ("no deal is dealt, played or scored otherwise without it", *_unread(study, path))
            found = warn(CODE, message, entry.key.span, "the game is the same without it", *notes)
            yield Finding(found.mended_by(delete_value(study, entry.value.span, certain=False)), key)


def _says_nothing(value: Node, *, within: bool) -> bool:
    """Tell whether a value says itself that there is nothing; or, with `within`, whether one of several does."""
    if within and isinstance(value, MapNode):
        return any(_says_nothing(entry.value, within=True) for entry in value)
    return isinstance(value, ScalarNode) and value.text in _SAYS_NOTHING


def _unread(study: Study, path: Path) -> Iterator[str]:
    """Yield a note where nothing looks at the numbers of a table, and what is looked at."""
    if path[:2] != _TABLES:
        return
    read = sorted(name for name in _names_read(study.profile) if name.startswith(TABLE_PREFIX))
    if f"{TABLE_PREFIX}{path[2]}" not in read:
        other = f"; `{read[0]}` is read" if len(read) == 1 else ""
        yield f"no expression reads `{TABLE_PREFIX}{path[2]}`{other}"


def _names_read(profile: Profile) -> frozenset[str]:
    trees = (*play_trees(profile), *(entry.amount.tree for entry in profile.scoring.cards))
    return frozenset[str]().union(*map(names_used, trees))


def _may_be_left_out(path: Path) -> bool:
    return any(
        len(path) == len(one) and all(mark in ("*", part) for part, mark in zip(path, one, strict=True))
        for one in _MAY_BE_LEFT_OUT
    )
