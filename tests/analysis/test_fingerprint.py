"""What makes two profiles the same rules: every key that can change a game leaves a trace in the print."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from basra_rules.analysis.edits import Edit, edited, value_at
from basra_rules.analysis.fingerprint import fingerprint
from basra_rules.analysis.runs import Ruleset
from basra_rules.errors import SourceFile
from basra_rules.profile import vocabulary
from basra_rules.profile.differences import RULE_AREAS
from basra_rules.profile.family import family_of
from basra_rules.profile.loading import resolve_profile
from basra_rules.profile.schema import known_keys
from basra_rules.rules.compiling import compile_rules
from basra_rules.source.json_nodes import as_node
from basra_rules.source.nodes import MapNode, Node

if TYPE_CHECKING:
    from collections.abc import Iterator

    from basra_rules.profile.schema import Path as Key

BASES = (
    """
format: 1
name: spread
extends: egyptian
dealing: {redeal: {J: 2}, hidden: 0}
deck: {tables: {worth: {K: 3}}}
capture:
  floor: spread
  ways:
    some: {played: Q, when: floor.count > 2, takes: J, how_many: all}
    sum: {when: floor.count > 0, smallest: 2, sets: any}
bonuses: {extra: {label: extra, when: card is K, points: card.worth, instead_of: basra}}
scoring: {awards: {majority: {label: most cards}}}
match: {games_to_win: 2}
""",
    """
format: 1
name: piled
extends: pisti
dealing: {hidden: 3, keep_off_floor: {top: J}, kept_off_go: bottom}
match: {tie: {extend: 20}}
""",
    """
format: 1
name: open
extends: pisti
deck: {without: 2♠}
dealing: {hidden: 0, keep_off_floor: J}
capture: {floor: pile, ways: {match: {when: floor.count > 0}}}
""",
)
ANY_NAME = "*"
SAID_ONLY = {"label"}
"""What players read, and no game depends on."""

WORDS = [
    word.value
    for one in vars(vocabulary).values()
    if isinstance(one, type) and issubclass(one, StrEnum)
    for word in one
]
VALUES = [
    *WORDS,
    *(True, False, "most", "J", "K", "none", "Q or 7♦", "count > 3", "floor.count > 3", "lone_jack"),
    *(1, 2, 3, 4, 5, 6, 13, 51),
    [2],
    {"top": "Q"},
    {"extend": 30},
    {"K": 2},
    {"worth": {"K": 7}},
]


def rule_keys(path: Key) -> Iterator[Key]:
    """Yield every key of the schema at which a value stands; what is named by authors is `*`."""
    if not known_keys(path) and known_keys((*path, ANY_NAME)):
        yield from rule_keys((*path, ANY_NAME))
        return
    for key in known_keys(path):
        yield from rule_keys((*path, key))
    if path[-1] not in (*RULE_AREAS, ANY_NAME):  # a mapping with fixed keys may be a value, too: `tie`
        yield path


def places(tree: Node, key: Key, path: Key = ()) -> Iterator[Key]:
    """Yield where a document writes a key of the schema."""
    if not key:
        yield path
    elif isinstance(tree, MapNode):
        for entry in tree:
            if key[0] in (ANY_NAME, entry.key.text):
                yield from places(entry.value, key[1:], (*path, entry.key.text))


def base(text: str) -> Ruleset:
    profile = resolve_profile(family_of(Path("base.yaml"), SourceFile("base.yaml", text)))
    return Ruleset(profile, compile_rules(profile))


RULESETS = [base(text) for text in BASES]
KEYS = list(dict.fromkeys(key for area in RULE_AREAS for key in rule_keys((area,)) if len(key) > 1))


def changes(ruleset: Ruleset, key: Key) -> Iterator[Ruleset]:
    """Yield valid rules that say something else at a key."""
    tree = ruleset.profile.origins.tree
    for place in places(tree, key):
        old = value_at(tree, place)
        for value in VALUES:
            changed = edited(ruleset, Edit(place, old, as_node(value, "changed")))
            if changed is not None:
                yield changed


@pytest.mark.parametrize("key", KEYS, ids=".".join)
def test_a_key_that_can_change_a_game_changes_the_print(key: Key) -> None:
    written = [one for one in RULESETS if next(places(one.profile.origins.tree, key), None)]
    assert written, f"a rule file above must say {'.'.join(key)}"
    other = (one for ruleset in written for one in changes(ruleset, key) if print_of(one) != print_of(ruleset))
    assert (next(other, None) is None) is (key[-1] in SAID_ONLY)


def print_of(ruleset: Ruleset) -> object:
    return fingerprint(ruleset.rules)
