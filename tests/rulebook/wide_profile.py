"""A profile in which every key of the schema says something, and what else each of them might say."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING, Any

import yaml

from basra_rules.profile.family import read_family
from basra_rules.rulebook.telling import tell_rules
from basra_rules.rulebook.voice import Voice

if TYPE_CHECKING:
    from pathlib import Path

    from basra_rules.rulebook.document import Rulebook
    from basra_rules.rulebook.voice import Language

WIDE: dict[str, Any] = {
    "format": 1,
    "name": "wide",
    "title": "Wide Basra",
    "sources": {"H1": "an aunt"},
    "seats": {"players": [2, 3, 4], "sides": "partners", "direction": "clockwise"},
    "deck": {
        "without": "K or Q",
        "capture_values": {"A": 1},
        "tables": {"worth": {"from": "capture_values", "J": 12.5}},
    },
    "dealing": {
        "packet": 4,
        "singly": True,
        "floor": 4,
        "hidden": 0,
        "keep_off_floor": "J",
        "kept_off_go": "bottom",
        "redeal": {"J": 3},
        "refill": "empty_hands",
        "leader": "after_dealer",
        "next_dealer": "after_dealer",
        "remainder": "last_capturer",
    },
    "capture": {
        "floor": "spread",
        "obligation": "played_card",
        "groups": "chosen",
        "ways": {
            "sweep": {"played": "J", "when": "floor.count > 1", "takes": "any", "how_many": "all"},
            "sum": {"played": "numeric", "groups_of": "card.value", "smallest": 2, "sets": "any"},
        },
    },
    "bonuses": {
        "basra": {"label": "basra", "when": "sweep", "points": "2 * card.worth", "instead_of": "little"},
        "little": {"when": "sweep and count == 1", "points": 5},
    },
    "scoring": {
        "cards": {"A": 1, "10♦": 3},
        "awards": {
            "majority": {
                "label": "most cards",
                "counts": "any",
                "at_least": "most",
                "points": 3,
                "if_nobody": "nobody",
            },
            "clubs": {"counts": "♣", "at_least": 7, "points": 7, "if_nobody": "nobody"},
        },
        "leftover": "last_capturer",
    },
    "match": {"target": 101, "games_to_win": 1, "tie": "another_deal"},
    "options": {
        "target": {"about": "points that end it", "sets": "match.target", "choices": [101, 151]},
        "groups": {
            "about": "which groups",
            "choices": {"free": {}, "all": {"capture": {"groups": "maximal"}}},
        },
    },
    "readings": [
        {"key": "match.target", "status": "attested", "source": "H1", "note": "so said my aunt", "others": ["fifty"]},
    ],
}

VALUES: dict[str, list[Any]] = {
    "title": ["Wide Basra", "Narrow Basra"],
    "sources": [{"H1": "an aunt"}, {"H1": "an uncle"}],
    "seats.players": [[2, 3, 4], [2, 4], [4]],
    "seats.sides": ["partners", "solo"],
    "seats.direction": ["clockwise", "anticlockwise"],
    "deck.without": ["K or Q", "none", "2", "♠"],
    "deck.capture_values": [{"A": 1}, {"A": 11}, {"J": 11}, {"7♦": 10}, {}],
    "deck.tables": [{"worth": {"J": 12.5}}, {"worth": {"J": 12}}, {"worth": {"from": "capture_values"}}],
    "dealing.packet": [4, 5, 1],
    "dealing.singly": [True, False],
    "dealing.floor": [4, 3, 1],
    "dealing.hidden": [1, 2, 0],
    "dealing.keep_off_floor": ["J", "J or 7♦", "none", {"top": "J"}],
    "dealing.keep_off_floor.top": [{"top": "J"}, {"top": "7♦"}],
    "dealing.kept_off_go": ["bottom", "inside_stock"],
    "dealing.redeal": [{"J": 3}, {"J": 1}, {"7": 3}, {}],
    "dealing.refill": ["empty_hands", "after_play"],
    "dealing.leader": ["after_dealer", "dealer"],
    "dealing.next_dealer": ["after_dealer", "same"],
    "dealing.remainder": ["last_capturer", "dealer", "out_of_play", "refuse"],
    "capture.floor": ["spread", "pile"],
    "capture.obligation": ["none", "played_card", "hand"],
    "capture.groups": ["chosen", "maximal"],
    "capture.ways": [WIDE["capture"]["ways"], {"sweep": WIDE["capture"]["ways"]["sweep"]}],
    "capture.ways.NAME.played": ["J", "7♦", "not J"],
    "capture.ways.NAME.when": ["floor.count > 1", "floor.numeric", None],
    "capture.ways.NAME.takes": ["any", "card.rank", "7", "not J"],
    "capture.ways.NAME.how_many": ["all", "one"],
    "capture.ways.NAME.groups_of": ["card.value", "10", "11 - card.value"],
    "capture.ways.NAME.smallest": [1, 2, 3],
    "capture.ways.NAME.sets": ["any", "one"],
    "bonuses": [WIDE["bonuses"], {}],
    "bonuses.NAME.label": ["basra", "sur"],
    "bonuses.NAME.when": ["sweep", "numeric"],
    "bonuses.NAME.points": [10, 1, 12.5, "2 * card.worth", "count", 0],
    "bonuses.NAME.instead_of": ["little", None],
    "scoring.cards": [{"A": 1}, {"A": 2}, {"2♣": 2}, {"numeric": "card.value"}, {"numeric": "card.worth"}],
    "scoring.awards": [WIDE["scoring"]["awards"], {}],
    "scoring.awards.NAME.label": ["most cards", "heap"],
    "scoring.awards.NAME.counts": ["any", "♣"],
    "scoring.awards.NAME.at_least": ["most", 27, 1],
    "scoring.awards.NAME.points": [3, 30, 2.5],
    "scoring.awards.NAME.if_nobody": ["nobody", "each", "carry", "replay"],
    "scoring.leftover": ["last_capturer", "dealer", "nobody"],
    "match.target": [101, 52],
    "match.games_to_win": [1, 2],
    "match.tie": ["another_deal", "draw", {"extend": 20}],
    "match.tie.extend": [{"extend": 20}, {"extend": 30}],
    "options.NAME.about": ["points that end it", "how far"],
    "options.NAME.sets": ["match.target", "scoring.awards.majority.points"],
    "options.NAME.choices": [[101, 151], [101, 121]],
    "readings.NAME.key": ["match.target", "deck.without"],
    "readings.NAME.status": ["attested", "inferred", "disputed", "house"],
    "readings.NAME.source": ["H1", None],
    "readings.NAME.note": ["so said my aunt", "so said my uncle", None],
    "readings.NAME.others": [["fifty"], []],
}
"""For every key values that must be told differently; None leaves it out.  NAME is the first of its kind."""

NOT_TOLD = {
    "format": "a number for the program",
    "name": "told only where there is no title",
}
_NO_GROUPS = {"sweep": {"played": "J", "takes": "any"}}
SIMPLER: dict[str, dict[str, Any]] = {
    "dealing.floor": {"dealing.redeal": {}, "dealing.keep_off_floor": "none"},
    "dealing.hidden": {"capture.ways": _NO_GROUPS, "capture.floor": "pile"},
    "dealing.keep_off_floor": {"capture.ways": _NO_GROUPS, "capture.floor": "pile"},
    "dealing.keep_off_floor.top": {"capture.ways": _NO_GROUPS, "capture.floor": "pile"},
    "capture.floor": {"capture.ways": _NO_GROUPS},
    "capture.ways.NAME.how_many": {"capture.ways.sweep.takes": "7"},
}
"""What must be otherwise first, so that a key can say all it might say."""

_FIRST = {"ways": "sweep", "bonuses": "basra", "awards": "majority", "options": "target"}
_GROUPS = {"groups_of", "smallest", "sets"}


def path_of(key: str) -> list[str | int]:
    """Return where the first thing with this key stands in the wide profile."""
    parts: list[str | int] = [*key.split(".")]
    for place, part in enumerate(parts):
        if part == "NAME":
            kind = str(parts[place - 1])
            parts[place] = 0 if kind == "readings" else _FIRST[kind]
    if parts[-1] in _GROUPS and parts[0] == "capture":
        parts[-2] = "sum"
    return parts[:-1] if key.endswith((".top", ".extend")) else parts


def changed(key: str, value: Any) -> dict[str, Any]:
    """Return the wide profile with another value under `key`."""
    document = deepcopy(WIDE)
    for other, simpler in SIMPLER.get(key, {}).items():
        _put(document, path_of(other), simpler)
    _put(document, path_of(key), value)
    return document


def _put(document: dict[str, Any], path: list[str | int], value: Any) -> None:
    around: Any = document
    for part in path[:-1]:
        around = around[part]
    if value is None:
        del around[path[-1]]
    else:
        around[path[-1]] = value


def told(folder: Path, document: dict[str, Any], language: Language) -> Rulebook:
    """Return the rulebook of a document."""
    path = folder / "wide.yaml"
    path.write_text(yaml.safe_dump(document, allow_unicode=True, sort_keys=False), encoding="utf-8")
    return tell_rules(read_family(path), {}, Voice(language))
