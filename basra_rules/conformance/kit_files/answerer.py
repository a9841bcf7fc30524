"""An example of a program that answers: captures under simple rules, and `unsupported` for the rest.

It needs Python alone, and shows what a program of your own has to do.  Try it in the kit's folder:

    basra conform . -- python3 answerer.py
"""

from __future__ import annotations

import json
import sys
from itertools import combinations
from typing import Any

ANSWERS = {"legal", "illegal", "takes", "floor"}


class Unsupported(Exception):  # noqa: N818 - it is an answer
    """The request asks for something that this program does not know."""


def main() -> None:
    """Answer every line with a line, until there are no more."""
    sys.stdin.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    for line in sys.stdin:
        request = json.loads(line)
        try:
            said = answer(request)
        except Unsupported as reason:
            said = {"unsupported": str(reason)}
        sys.stdout.write(json.dumps({"id": request["id"], **said}) + "\n")
        sys.stdout.flush()  # or the runner would wait for a line that lies in a buffer


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """Return what there is to say to a request, without its number."""
    if request["type"] == "hello":
        return {"protocol": 1, "program": "example answerer 1"}
    scenario = request["scenario"]
    if scenario["kind"] != "floor":
        raise Unsupported(f"scenarios of the kind {scenario['kind']}")
    found = last_play(request["rules"], scenario)
    said = {"answers": {key: found[key] for key in request["wanted"] if key in found}}
    others = [key for key in request["wanted"] if key not in ANSWERS]
    return {**said, "unsupported": others} if others else said


def last_play(rules: dict[str, Any], scenario: dict[str, Any]) -> dict[str, Any]:
    """Return what may be taken with the last card, and what came of the play."""
    *before, last = scenario["plays"]
    floor = scenario["floor"]
    for play in before:
        floor = after(floor, play)
    legal = legal_sets(rules, last["card"], floor)
    if legal and rules["capture"]["obligation"] == "none":
        legal.add(frozenset())
    illegal = frozenset(last["takes"]) not in (legal or {frozenset()})
    found: dict[str, Any] = {"legal": [sorted(one) for one in legal], "illegal": illegal}
    if not illegal:
        found |= {"takes": last["takes"], "floor": after(floor, last)}
    return found


def after(floor: list[str], play: dict[str, Any]) -> list[str]:
    """Return the floor that a play leaves."""
    if play["takes"]:
        return [card for card in floor if card not in play["takes"]]
    return [*floor, play["card"]]


def legal_sets(rules: dict[str, Any], card: str, floor: list[str]) -> set[frozenset[str]]:
    """Return every set of floor cards that `card` may capture."""
    capture = rules["capture"]
    if capture["floor"] != "spread" or capture.get("groups") == "maximal" or capture["obligation"] == "hand":
        raise Unsupported("piles, maximal groups and the obligation of a whole hand")
    values = capture_values(rules)
    whole: frozenset[str] = frozenset()
    with_groups = False
    for way in capture["ways"].values():
        if "when" in way or way.get("how_many", "all") != "all" or way.get("groups_of", "card.value") != "card.value":
            raise Unsupported("conditions and choices of a way")
        if matches(way["played"], card, card, values):
            with_groups = with_groups or "groups_of" in way
            if "takes" in way:
                whole |= {one for one in floor if matches(way["takes"], one, card, values)}
    found = {whole | groups for groups in disjoint_groups(floor, whole, values, values.get(rank(card)))}
    return (found if with_groups else {whole}) - {frozenset()}


def disjoint_groups(
    floor: list[str], taken: frozenset[str], values: dict[str, float], total: float | None
) -> set[frozenset[str]]:
    """Return the unions of disjoint groups of two or more cards, each of which comes to `total`."""
    rest = [card for card in floor if card not in taken and rank(card) in values]
    groups = [
        frozenset(group)
        for size in range(2, len(rest) + 1)
        for group in combinations(rest, size)
        if sum(values[rank(card)] for card in group) == total
    ]
    unions: set[frozenset[str]] = {frozenset()}
    for group in groups:
        unions |= {union | group for union in unions if not union & group}
    return unions


def capture_values(rules: dict[str, Any]) -> dict[str, float]:
    """Return the capture value of every rank that has one: 2 to 10 their pips, and what the rules add."""
    added: dict[str, float] = rules["deck"]["capture_values"]
    if not all(pattern in RANKS for pattern in added):
        raise Unsupported("capture values of single cards")
    return {str(number): number for number in range(2, 11)} | added


RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


def rank(card: str) -> str:
    """Return a card's name without its suit."""
    return card[:-1]


def matches(pattern: str | int, card: str, played: str, values: dict[str, float]) -> bool:
    """Tell whether a pattern means `card`; patterns are alternatives joined by `or`."""
    for word in str(pattern).split(" or "):
        if word in ("floor", "any") or word == card or word == rank(card):
            return True
        if (word == "numeric" and rank(card) in values) or (word == "card.rank" and rank(card) == rank(played)):
            return True
        if word not in (*RANKS, "numeric", "card.rank", "none") and not (word[:-1] in RANKS and word[-1] in "♣♦♥♠"):
            raise Unsupported(f"the pattern {pattern}")
    return False


if __name__ == "__main__":
    main()
