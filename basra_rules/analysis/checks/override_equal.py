"""An override equal to what it overrides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra_rules.analysis.findings import Finding, warn
from basra_rules.profile.differences import RULE_AREAS, flow_text
from basra_rules.profile.options import choice_name
from basra_rules.source.nodes import MapNode, Node, ScalarNode

if TYPE_CHECKING:
    from collections.abc import Iterator

    from basra_rules.analysis.study import Study
    from basra_rules.source.nodes import Entry

CODE = "override-equal"
_AREAS = (*RULE_AREAS, "options")


def check(study: Study) -> Iterator[Finding]:
    """Yield a finding for each value of the file that says what is inherited anyway."""
    own = study.profile.origins.files[0]
    for path, entry in _entries(study.profile.origins.tree):
        if not entry.overridden or path.split(".")[0] not in _AREAS or path in study.profile.origins.by_choice:
            continue
        old, new = entry.overridden[-1], entry.value
        if new.span.source == own and old.span.source != own and _same(old, new):
            message = f"`{path}` is `{flow_text(new)}` already"
            note = f"inherited from {old.span.source.name}:{old.span.line}"
            yield Finding(warn(CODE, message, new.span, "equal to what it overrides", note), path)


def _entries(node: MapNode, path: str = "") -> Iterator[tuple[str, Entry]]:
    for entry in node:
        here = f"{path}.{entry.key.text}" if path else entry.key.text
        yield here, entry
        if isinstance(entry.value, MapNode):
            yield from _entries(entry.value, here)


def _same(old: Node, new: Node) -> bool:
    if isinstance(old, ScalarNode) and isinstance(new, ScalarNode):
        return _words(old) == _words(new)
    return type(old) is type(new) and flow_text(old) == flow_text(new)


def _words(node: ScalarNode) -> str:
    return " ".join(choice_name(node.text).split())
