"""Whether anything would be otherwise if a file said something else: tried with every choice of its options."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra_rules.analysis.contrast import is_proved_one_game
from basra_rules.analysis.edits import edited
from basra_rules.analysis.runs import Ruleset
from basra_rules.analysis.situations import domain_of
from basra_rules.source.nodes import MapNode

if TYPE_CHECKING:
    from collections.abc import Iterator

    from basra_rules.analysis.edits import Edit
    from basra_rules.analysis.study import Study
    from basra_rules.source.nodes import Entry

Path = tuple[str, ...]


def makes_no_difference(study: Study, edit: Edit) -> bool:
    """Tell whether it is proved that a change makes no difference, whatever is chosen.

    A choice under which the change can't be made, as the value is another there, does not count.
    """
    base = Ruleset(study.profile, study.rules)
    for ruleset in (base, *study.alternatives):
        if ruleset is not base and edit.apply(ruleset.profile.origins.tree) is None:
            continue
        changed = edited(ruleset, edit)
        if changed is None or not is_proved_one_game(domain_of(ruleset, changed, effort=study.effort)):
            return False
    return True


def own_entries(study: Study) -> Iterator[tuple[Path, Entry]]:
    """Yield what the profile's own file says that is in effect, each entry after the mapping it stands in.

    What a choice of an option says is left out.
    """
    own = study.profile.origins.files[0]
    for path, entry in _entries(study.profile.origins.tree, ()):
        if entry.value.span.source == own and ".".join(path) not in study.profile.origins.by_choice:
            yield path, entry


def _entries(node: MapNode, above: Path) -> Iterator[tuple[Path, Entry]]:
    for entry in node:
        here = (*above, entry.key.text)
        yield here, entry
        if isinstance(entry.value, MapNode):
            yield from _entries(entry.value, here)
