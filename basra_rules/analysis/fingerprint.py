"""What of compiled rules can make a difference, in a form that compares: equal prints, equal games.

Names, labels, the order in which rules stand, how a pattern is spelled and whatever can't be reached (rules
about cards that are not in the deck, ways to take what is taken anyway) leave no trace.  Different prints may
still mean the same game; that is for enumeration to find out.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import fields, is_dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from basra_rules.analysis.floors import sum_of
from basra_rules.analysis.trees import conditions_of
from basra_rules.cards import cards_of
from basra_rules.expression.features import names_used
from basra_rules.expression.printing import print_expression
from basra_rules.expression.vocabulary import TABLE_PREFIX
from basra_rules.profile.vocabulary import IfNobody, Obligation

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Mapping

    from basra_rules.cards import Card, CardSet
    from basra_rules.expression.tree import Condition, NumberTree
    from basra_rules.profile.models import Profile
    from basra_rules.rules.model import Award, Bonus, Rules, Ways

Print: TypeAlias = "Hashable"
ByCard: TypeAlias = "frozenset[tuple[Card, Print]]"

PLAY_AREAS = ("capture", "bonuses")


def fingerprint(rules: Rules) -> Mapping[str, Print]:
    """Return the print of each rule area."""
    deck = cards_of(rules.deck)
    return {
        "seats": print_of_seats(rules),
        "deck": (rules.deck, tuple(rules.tables.values[card] for card in deck)),
        "dealing": print_of_dealing(rules),
        "capture": (*_capture(rules), tuple(captures_with(rules, card) for card in deck)),
        "bonuses": tuple(bonuses_with(rules, card) for card in deck),
        "scoring": print_of_scoring(rules),
        "match": print_of_match(rules),
    }


def play_print(profile: Profile, rules: Rules) -> Print:
    """Return the print of all from which it follows what is captured and which bonuses score, those off included.

    The obligation to capture is no part of it: it decides which cards may trail.  Of a bonus that is always worth
    the same it only counts whether it is worth anything.
    """
    bonuses = tuple(tuple(map(_worth_one, by_card)) for by_card in rules.bonuses)
    free = replace(rules, capture=replace(rules.capture, obligation=Obligation.NONE), bonuses=bonuses)
    areas = fingerprint(free)
    conditions = tuple((key, print_expression(tree)) for key, tree in conditions_of(profile))
    return areas["deck"], *(areas[area] for area in PLAY_AREAS), conditions


def _worth_one(bonus: Bonus) -> Bonus:
    return bonus if callable(bonus.points) else replace(bonus, points=int(bool(bonus.points)))


def print_of_seats(rules: Rules) -> Print:
    """Return the print of who plays."""
    seats = rules.seats
    return frozenset(seats.players), seats.partners and 4 in seats.players, seats.direction


def print_of_dealing(rules: Rules) -> Print:
    """Return the print of how it is dealt."""
    dealing = rules.dealing
    off = (dealing.keep_off & rules.deck, dealing.keep_off_top & rules.deck) if dealing.floor else (0, 0)
    redeal = ((cards & rules.deck, count) for cards, count in dealing.redeal)
    told = {
        "keep_off": off[0],
        "keep_off_top": off[1],
        "kept_off_go": dealing.kept_off_go if any(off) else None,
        "remainder": dealing.remainder if has_remainder(rules) else None,
        "redeal": frozenset(one for one in redeal if one[1] <= min(one[0].bit_count(), dealing.floor)),
    }
    return _values(dealing, told)


def has_remainder(rules: Rules) -> bool:
    """Tell whether, with some number of players, cards are left that can't be shared out."""
    cards = rules.deck.bit_count() - rules.dealing.floor
    return any(cards % players for players in rules.seats.players)


def print_of_scoring(rules: Rules) -> Print:
    """Return the print of what is counted after a deal."""
    deck = rules.deck
    awards = (
        (one.counts & deck, one.at_least, one.points, one.if_nobody) for one in rules.scoring.awards if _acts(one)
    )
    return tuple(rules.scoring.cards[card] for card in cards_of(deck)), _counted(awards), rules.scoring.leftover


def _acts(award: Award) -> bool:
    """Tell whether an award gives anything; or makes a deal void, which one worth nothing may do too."""
    return bool(award.points) or award.if_nobody is IfNobody.REPLAY


def print_of_match(rules: Rules) -> Print:
    """Return the print of when a match ends."""
    return _values(rules.match, {"clauses": None})


def _values(part: object, told: Mapping[str, Print]) -> Print:
    """Return the values of a part of the rules by name, some of them told otherwise."""
    assert is_dataclass(part)
    return tuple((field.name, told.get(field.name, getattr(part, field.name))) for field in fields(part))


def _counted(prints: Iterable[Print]) -> Print:
    return frozenset(Counter(prints).items())


# Captures


def _capture(rules: Rules) -> tuple[Print, ...]:
    capture = rules.capture
    chosen = any(capture.ways[card].groupings or capture.ways[card].picks for card in cards_of(rules.deck))
    return capture.pile, capture.obligation, capture.groups if chosen else None


def captures_with(rules: Rules, card: Card) -> Print:
    """Return what a card takes by all its ways together."""
    ways = rules.capture.ways[card]
    left = rules.deck & ~(1 << card)
    taken = left & sum_of(way.cards for way in ways.wholes if way.when is None)
    left &= ~taken
    wholes = frozenset(one for _, one in _wholes(ways, rules, card, left) if one[1] is not None)
    # of two picks alike each takes a card, and of two ways alike to take a single group each takes one
    picks = _counted(one for _, one in _picks(ways, rules, card, left))
    groups = Counter(one for _, one in _groupings(ways, rules, card) if left & rules.tables.numeric)
    return taken, wholes, picks, frozenset((one, number if one[2] else 1) for one, number in groups.items())


def print_of_way(rules: Rules, key: str) -> ByCard:
    """Return what the way at `key` does, card by card; empty where it never does anything."""
    found: set[tuple[Card, Print]] = set()
    for card in cards_of(rules.deck):
        ways, others = rules.capture.ways[card], rules.deck & ~(1 << card)
        every = (
            *_wholes(ways, rules, card, others),
            *_picks(ways, rules, card, others),
            *_groupings(ways, rules, card),
        )
        found |= {(card, one) for written, one in every if written == key}
    return frozenset(found)


def _wholes(ways: Ways, rules: Rules, card: Card, cards: CardSet) -> Iterator[tuple[str, tuple[CardSet, Print]]]:
    for way in ways.wholes:
        if way.cards & cards:
            yield way.clause.key, (way.cards & cards, _condition(way.when, way.when_tree, rules, card))


def _picks(ways: Ways, rules: Rules, card: Card, cards: CardSet) -> Iterator[tuple[str, Print]]:
    for way in ways.picks:
        if way.cards & cards:
            yield way.clause.key, ("one", way.cards & cards, _condition(way.when, way.when_tree, rules, card))


def _groupings(ways: Ways, rules: Rules, card: Card) -> Iterator[tuple[str, tuple[Print, int, bool, Print]]]:
    for way in ways.groupings:
        when = _condition(way.when, way.when_tree, rules, card)
        yield way.clause.key, (way.total, way.smallest, way.single, when)


# Bonuses


def bonuses_with(rules: Rules, card: Card) -> Print:
    """Return what all bonuses together score when a card is played; their names only where one stands for another."""
    bonuses = rules.bonuses[card]
    names = {bonus.name for bonus in bonuses}
    if any(bonus.instead_of in names for bonus in bonuses):
        return named_bonuses_with(rules, card)
    return _counted(entry_of_bonus(bonus, rules, card) for bonus in bonuses)


def named_bonuses_with(rules: Rules, card: Card) -> frozenset[Print]:
    """Return what each bonus scores when a card is played, and instead of which other."""
    return frozenset(
        (bonus.name, bonus.instead_of, entry_of_bonus(bonus, rules, card)) for bonus in rules.bonuses[card]
    )


def print_of_bonus(rules: Rules, name: str) -> ByCard:
    """Return what a bonus does, card by card, with what it replaces; empty where it never scores."""
    entries = ((card, _chain(rules, card, name)) for card in cards_of(rules.deck))
    return frozenset((card, entry) for card, entry in entries if entry is not None)


def _chain(rules: Rules, card: Card, name: str | None) -> Print | None:
    bonus = next((one for one in rules.bonuses[card] if one.name == name), None)
    return None if bonus is None else (entry_of_bonus(bonus, rules, card), _chain(rules, card, bonus.instead_of))


def entry_of_bonus(bonus: Bonus, rules: Rules, card: Card) -> Print:
    """Return when a bonus scores where a card is played, and what."""
    points: Print = bonus.points
    if callable(points):
        assert bonus.points_tree is not None
        points = _words(bonus.points_tree, rules, card)
    return _condition(bonus.when, bonus.condition, rules, card), points


def _condition(when: object, tree: Condition | None, rules: Rules, card: Card) -> Print | None:
    """Return a condition's words, None where it always holds."""
    return None if when is None or tree is None else _words(tree, rules, card)


def _words(tree: Condition | NumberTree, rules: Rules, card: Card) -> Print:
    """Return the words of an expression, and what the named tables in it say of the card."""
    words, named = _words_and_tables(tree)
    tables = (rules.tables.tables.get(name) for name in named)
    return words, tuple(table[card] for table in tables if table is not None)


@lru_cache(maxsize=1024)
def _words_and_tables(tree: Condition | NumberTree) -> tuple[str, tuple[str, ...]]:
    """Return the words of an expression, and the named tables that it speaks of."""
    named = (name for name in names_used(tree) if name.startswith(TABLE_PREFIX))
    return print_expression(tree), tuple(sorted(name.removeprefix(TABLE_PREFIX) for name in named))
