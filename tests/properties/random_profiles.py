"""Profiles made at random from the vocabulary of the schema, complete and consistent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import yaml
from hypothesis import strategies as st

from basra_rules.profile.vocabulary import (
    Direction,
    Groups,
    IfNobody,
    KeptOff,
    Leader,
    Leftover,
    NextDealer,
    Obligation,
    Refill,
    Remainder,
    Sides,
)

if TYPE_CHECKING:
    from enum import StrEnum

PATTERNS = ("J", "7♦", "J or 7♦", "Q or K", "numeric", "♣", "not J", "any", "A or 2", "not numeric", "10♦ or 5")
CONDITIONS = (
    "sweep",
    "sweep and card is not J",
    "card is 7♦ and numeric and sum <= 10",
    "count == 1 and all captured is card.rank",
    "previous.trailed and previous.floor_count == 1",
    "equal_groups(groups >= 2 and total < 10)",
    "last_card",
    "floor.count > 4 or any captured is ♦",
    "not numeric",
    "1 < sum < 9",
)
WHENS = ("floor.count == 1", "floor.numeric", "not previous.trailed", "any floor is J", "floor.sum <= 12")
AMOUNTS = ("10", "2 * card.worth", "count", "sum - 3", "0.5 * count")


def _words(vocabulary: type[StrEnum]) -> st.SearchStrategy[str]:
    return st.sampled_from([str(word) for word in vocabulary])


@st.composite
def _ways(draw: st.DrawFn) -> dict[str, Any]:
    ways: dict[str, Any] = {}
    for number in range(draw(st.integers(1, 4))):
        way: dict[str, Any] = {"played": draw(st.sampled_from(PATTERNS))}
        if draw(st.booleans()):
            way["takes"] = draw(st.sampled_from(("floor", "card.rank", *PATTERNS)))
            way["how_many"] = draw(st.sampled_from(("all", "one")))
        else:
            way["groups_of"] = draw(st.sampled_from(("card.value", "11 - card.value", "10", "card.value + 2")))
            way["smallest"] = draw(st.integers(1, 3))
            way["sets"] = draw(st.sampled_from(("any", "one")))
        if draw(st.integers(0, 3)) == 0:
            way["when"] = draw(st.sampled_from(WHENS))
        ways[f"way{number}"] = way
    return ways


@st.composite
def _bonuses(draw: st.DrawFn) -> dict[str, Any]:
    count = draw(st.integers(0, 3))
    bonuses: dict[str, Any] = {
        f"bonus{number}": {"when": draw(st.sampled_from(CONDITIONS)), "points": draw(st.sampled_from(AMOUNTS))}
        for number in range(count)
    }
    if count >= 2 and draw(st.booleans()):
        bonuses["bonus0"]["instead_of"] = "bonus1"
    return bonuses


@st.composite
def _awards(draw: st.DrawFn) -> dict[str, Any]:
    return {
        f"award{number}": {
            "counts": draw(st.sampled_from(PATTERNS)),
            "at_least": draw(st.sampled_from(("most", 7, 27))),
            "points": draw(st.sampled_from((1, 3, 30, 2.5))),
            "if_nobody": draw(_words(IfNobody)),
        }
        for number in range(draw(st.integers(0, 2)))
    }


@st.composite
def profile_texts(draw: st.DrawFn) -> str:
    """Return the text of a complete profile; most, not all, are consistent."""
    values = st.fixed_dictionaries({"A": st.sampled_from((1, 11, 0.5))}, optional={"J": st.just(11), "7♦": st.just(10)})
    document = {
        "format": 1,
        "name": "random",
        "seats": {
            "players": draw(st.lists(st.integers(2, 4), min_size=1, max_size=3, unique=True)),
            "sides": draw(_words(Sides)),
            "direction": draw(_words(Direction)),
        },
        "deck": {
            "without": draw(st.sampled_from(("none", "K or Q", "♠", "2"))),
            "capture_values": draw(values),
            "tables": {"worth": {"from": "capture_values", "J": 12.5}},
        },
        "dealing": {
            "packet": draw(st.integers(1, 7)),
            "singly": draw(st.booleans()),
            "floor": draw(st.integers(0, 6)),
            "keep_off_floor": draw(st.sampled_from(("none", "J", "J or 7♦"))),
            "kept_off_go": draw(_words(KeptOff)),
            "refill": draw(_words(Refill)),
            "leader": draw(_words(Leader)),
            "next_dealer": draw(_words(NextDealer)),
            "remainder": draw(st.sampled_from([str(one) for one in Remainder if one is not Remainder.REFUSE])),
        },
        "capture": {
            "obligation": draw(_words(Obligation)),
            "groups": draw(_words(Groups)),
            "ways": draw(_ways()),
        },
        "bonuses": draw(_bonuses()),
        "scoring": {
            "cards": {"A": 1, "numeric": "card.value", "10♦": 3},
            "awards": draw(_awards()),
            "leftover": draw(_words(Leftover)),
        },
        "match": {"target": 50, "tie": draw(st.sampled_from(("another_deal", "draw")))},
    }
    return yaml.safe_dump(document, allow_unicode=True, sort_keys=False)
