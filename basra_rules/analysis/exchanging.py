"""One rule of a rule set exchanged for another's: so it is told what a rule that differs does by itself."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from basra_rules.profile.differences import group_differences

if TYPE_CHECKING:
    from basra_rules.profile.models import Profile
    from basra_rules.profile.schema import Path
    from basra_rules.rules.model import Award, Rules

SIDES = "seats.sides"
PLAYERS = "seats.players"
DECK = "deck.without"
CARDS = "scoring.cards"
LEFTOVER = "scoring.leftover"
AWARDS = "scoring.awards."
DEALING = "dealing."
HIDDEN = "dealing.hidden"
MATCH = "match."

_FIELDS = {
    SIDES: ("partners",),
    "dealing.keep_off_floor": ("keep_off", "keep_off_top"),
    CARDS: ("cards",),
    "match.tie": ("tie", "extend"),
}
"""The fields of compiled rules behind a key, where they are not called as it is."""
_DEPTHS = {("capture", "ways"): 3, ("scoring", "awards"): 3, ("deck", "tables"): 3}


def differing_rules(one: Profile, other: Profile) -> tuple[str, ...]:
    """Return the keys of the rules in which two profiles differ: a whole bonus, way, award or table is one rule."""
    found = (difference.path for area in group_differences(one, other).values() for difference in area)
    return tuple(dict.fromkeys(map(_rule_of, found)))


def _rule_of(path: Path) -> str:
    return ".".join(path[: _DEPTHS.get((path[0], path[1]) if len(path) > 1 else (path[0], ""), 2)])


def exchanged(rules: Rules, other: Rules, rule: str) -> Rules:
    """Return the rules with one of another's: of seats, dealing, scoring or the match."""
    if rule.startswith(AWARDS):
        return replace(rules, scoring=replace(rules.scoring, awards=_awards(rules, other, rule.removeprefix(AWARDS))))
    area, _, key = rule.partition(".")
    mine, theirs = getattr(rules, area), getattr(other, area)
    values = {field: getattr(theirs, field) for field in _FIELDS.get(rule, (key,))}
    return replace(rules, **{area: replace(mine, **values)})


def _awards(rules: Rules, other: Rules, name: str) -> tuple[Award, ...]:
    """Return the awards with another's of that name, or without it where the other has none."""
    found = tuple(award for award in other.scoring.awards if award.name == name)
    mine = rules.scoring.awards
    places = [place for place, award in enumerate(mine) if award.name == name] or [len(mine)]
    return (*mine[: places[0]], *found, *mine[places[0] + 1 :])
