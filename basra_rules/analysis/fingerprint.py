"""What of a profile's rules can make a difference, in a form that compares: equal prints, equal games.

Names, labels, the order in which rules stand, how a pattern or a condition is spelled and whatever can't be
reached (rules about cards that are not in the deck, groups where no way takes any) leave no trace.  Different
prints may still mean the same game; that is for enumeration to find out.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

from basra_rules.analysis.trees import conditions_of
from basra_rules.cards import cards_of
from basra_rules.expression.compiling import compile_amount, compile_condition, compile_pattern
from basra_rules.expression.features import names_used
from basra_rules.expression.printing import print_expression
from basra_rules.expression.vocabulary import TABLE_PREFIX
from basra_rules.profile.vocabulary import Obligation

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Mapping

    from basra_rules.cards import Card
    from basra_rules.expression.tree import Condition, NumberTree
    from basra_rules.profile.models import Bonus, Profile, Way
    from basra_rules.rules.model import Rules

Print: TypeAlias = "Hashable"

PLAY_AREAS = ("capture", "bonuses")


def fingerprint(profile: Profile, rules: Rules) -> Mapping[str, Print]:
    """Return the print of each rule area."""
    ways = tuple(print_of_way(profile, rules, name) for name in profile.capture.ways)
    bonuses = tuple(print_of_bonus(profile, rules, name) for name in profile.bonuses)
    return {
        "seats": _seats(rules),
        "deck": (rules.deck, tuple(rules.tables.values[card] for card in cards_of(rules.deck))),
        "dealing": _dealing(rules),
        "capture": (*_capture(rules), frozenset(way for way in ways if way)),
        "bonuses": _counted(bonus for bonus in bonuses if bonus),
        "scoring": _scoring(rules),
        "match": _values(rules.match, {}),
    }


def play_print(profile: Profile, rules: Rules) -> Print:
    """Return the print of all that captures and bonuses follow from, rules that are off included.

    The obligation to capture is no part of it: it decides which cards may trail.
    """
    free = replace(rules, capture=replace(rules.capture, obligation=Obligation.NONE))
    areas = fingerprint(profile, free)
    conditions = tuple((key, print_expression(tree)) for key, tree in conditions_of(profile))
    return areas["deck"], *(areas[area] for area in PLAY_AREAS), conditions


def _counted(prints: Iterator[Print]) -> Print:
    listed = list(prints)
    return frozenset((one, listed.count(one)) for one in listed)


def _seats(rules: Rules) -> Print:
    seats = rules.seats
    return frozenset(seats.players), seats.partners and 4 in seats.players, seats.direction


def _dealing(rules: Rules) -> Print:
    dealing = rules.dealing
    off = (dealing.keep_off & rules.deck, dealing.keep_off_top & rules.deck) if dealing.floor else (0, 0)
    told = {"keep_off": off[0], "keep_off_top": off[1], "kept_off_go": dealing.kept_off_go if any(off) else None}
    return _values(dealing, told)


def _values(part: object, told: Mapping[str, Print]) -> Print:
    """Return the values of a part of the rules by name, some of them told otherwise."""
    assert is_dataclass(part)
    return tuple((field.name, told.get(field.name, getattr(part, field.name))) for field in fields(part))


def _capture(rules: Rules) -> tuple[Print, ...]:
    capture = rules.capture
    grouping = any(capture.ways[card].groupings for card in cards_of(rules.deck))
    return capture.pile, capture.obligation, capture.groups if grouping else None


def _scoring(rules: Rules) -> Print:
    awards = (
        (award.counts & rules.deck, award.at_least, award.points, award.if_nobody)
        for award in rules.scoring.awards
        if award.points
    )
    points = tuple(rules.scoring.cards[card] for card in cards_of(rules.deck))
    return points, _counted(awards), rules.scoring.leftover


def print_of_way(profile: Profile, rules: Rules, name: str) -> Print:
    """Return what a way does, card by card; empty where it never does anything."""
    way = profile.capture.ways.get(name)
    if way is None:
        return frozenset()
    entries = ((card, _way_with(way, rules, card)) for card in cards_of(rules.deck))
    return frozenset((card, entry) for card, entry in entries if entry is not None)


def _way_with(way: Way, rules: Rules, card: Card) -> Print | None:
    if not compile_pattern(way.played.tree, rules.tables, card) >> card & 1:
        return None
    when = _condition(way.when.tree, rules, card) if way.when is not None else True
    if when is False:
        return None
    if way.takes is not None:
        cards = compile_pattern(way.takes.tree, rules.tables, card) & rules.deck & ~(1 << card)
        return (cards, way.takes_one, when) if cards else None
    assert way.groups_of is not None
    total = compile_amount(way.groups_of.tree, rules.tables, card)
    return ("groups", total, way.smallest_group, way.one_group, when)


def print_of_bonuses_with(profile: Profile, rules: Rules, card: Card) -> Print:
    """Return what all bonuses together do when one card is played."""
    told = ((bonus.instead_of, _bonus_with(bonus, rules, card)) for bonus in profile.bonuses.values())
    scoring = [(instead_of, entry) for instead_of, entry in told if entry is not None]
    names = tuple(profile.bonuses) if any(instead_of for instead_of, _ in scoring) else ()
    return _counted(iter(scoring)), names


def print_of_bonus(profile: Profile, rules: Rules, name: str) -> Print:
    """Return what a bonus does, card by card; empty where it never scores."""
    bonus = profile.bonuses.get(name)
    if bonus is None:
        return frozenset()
    entries = ((card, _bonus_with(bonus, rules, card)) for card in cards_of(rules.deck))
    scored = frozenset((card, entry) for card, entry in entries if entry is not None)
    replaced = profile.bonuses.get(bonus.instead_of) if bonus.instead_of else None
    if scored and replaced is not None:
        return scored, print_expression(replaced.when.tree), print_expression(replaced.points.tree)
    return scored


def _bonus_with(bonus: Bonus, rules: Rules, card: Card) -> Print | None:
    when = _condition(bonus.when.tree, rules, card)
    points = compile_amount(bonus.points.tree, rules.tables, card)
    if when is False or points == 0:
        return None
    return when, _words(bonus.points.tree, rules, card) if callable(points) else points


def _condition(tree: Condition, rules: Rules, card: Card) -> Print:
    settled = compile_condition(tree, rules.tables, card)
    return settled if isinstance(settled, bool) else _words(tree, rules, card)


def _words(tree: Condition | NumberTree, rules: Rules, card: Card) -> Print:
    """Return the words of an expression, and what the named tables in it say of the card."""
    named = sorted(name for name in names_used(tree) if name.startswith(TABLE_PREFIX))
    tables = (rules.tables.tables.get(name.removeprefix(TABLE_PREFIX)) for name in named)
    return print_expression(tree), tuple(table[card] for table in tables if table is not None)
