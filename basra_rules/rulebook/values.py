"""What each card is worth in sums and in named tables, told in as few words as it takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra_rules.cards import RANKS, cards_of_rank, iterate
from basra_rules.exact import format_number
from basra_rules.expression.features import names_used
from basra_rules.expression.vocabulary import EQUAL_GROUPS, TABLE_PREFIX
from basra_rules.rulebook.patterns import Form

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from basra_rules.cards import CardSet, Rank
    from basra_rules.exact import Number
    from basra_rules.expression.tree import Tree
    from basra_rules.profile.models import Profile
    from basra_rules.rulebook.document import Statement
    from basra_rules.rulebook.teller import Teller

_ADD_UP = frozenset({"numeric", "sum", "floor.sum", "floor.numeric", "card.value", EQUAL_GROUPS})


def tell_values(teller: Teller) -> Iterator[Statement]:
    """Yield which cards can be added up, and with which values.  Source: key `deck.capture_values`."""
    voice, tables = teller.voice, teller.rules.tables
    key = "deck.capture_values"
    if not _adds_up(teller.profile):
        yield teller.statement(voice.gettext("Nothing is added up in this game."), key)
        return
    numeric = tables.numeric & teller.rules.deck
    # L10n: {values} is a list such as "aces count 1; cards from 2 to 10 count the number on them". Other rules speak
    # L10n: of these cards as "number cards".
    listed = voice.gettext(
        "Number cards, those that can be added up, are these: {values}.",
        values=_list_values(teller, tables.values, numeric),
    )
    others = teller.rules.deck & ~numeric
    if others:
        # L10n: {cards} has the form "many": "Jacks, queens and kings have no value and are never part of a sum."
        none = voice.gettext(
            "{cards} have no value and are never part of a sum.", cards=teller.patterns.cards(others, Form.MANY)
        )
        listed += " " + none[:1].upper() + none[1:]
    yield teller.statement(listed, key)


def tell_tables(teller: Teller) -> Iterator[Statement]:
    """Yield what further numbers cards have, where a rule reads them.  Source: key `deck.tables`."""
    used = {name for tree in _trees(teller.profile) for name in names_used(tree)}
    for name in teller.profile.deck.tables:
        if f"{TABLE_PREFIX}{name}" not in used:
            continue
        yield teller.statement(_table(teller, name), f"deck.tables.{name}")


def _table(teller: Teller, name: str) -> str:
    voice, values = teller.voice, teller.rules.tables.tables[name]
    table, listed = voice.text_of_profile("table", name), _list_worth(teller, values)
    for_cards = any(f"{TABLE_PREFIX}{name}" in names_used(tree) for tree in _trees_of_count(teller.profile))
    if for_cards:
        # L10n: {table} is the name of a further number of cards, such as “worth”; {values} is a list such as
        # L10n: "number cards count their value in sums; jacks count 12½".
        return voice.gettext(
            "Some rules use another number of a card, its “{table}”: {values}.", table=table, values=listed
        )
    # L10n: As the shorter sentence, where only points scored in play use it.
    return voice.gettext(
        "Some points scored at once depend on another number of a card, its “{table}”: {values}.",
        table=table,
        values=listed,
    )


def _list_worth(teller: Teller, values: Sequence[Number | None]) -> str:
    """Return the values of a table; where all number cards have the one that they have in sums, that is said."""
    voice, tables, deck = teller.voice, teller.rules.tables, teller.rules.deck
    counting = sum(1 << card for card in iterate(deck) if values[card])
    numeric = tables.numeric & deck
    listed: list[str] = []
    if numeric and all(values[card] == tables.values[card] for card in iterate(numeric)):
        listed.append(voice.gettext("number cards count their value in sums"))
        counting &= ~numeric
    if counting:
        listed.append(_list_values(teller, values, counting))
    if any(not values[card] for card in iterate(deck)):
        listed.append(voice.gettext("all other cards count 0"))
    return voice.series(listed)


def _adds_up(profile: Profile) -> bool:
    """Tell whether any rule looks at capture values."""
    if any(way.groups_of is not None for way in profile.capture.ways.values()):
        return True
    return any(_ADD_UP & names_used(tree) for tree in _trees(profile))


def _trees(profile: Profile) -> Iterator[Tree]:
    """Yield every expression of a profile that may read a card's numbers."""
    for way in profile.capture.ways.values():
        fields = (way.played, way.when, way.takes, way.groups_of)
        yield from (field.tree for field in fields if field is not None)
    for bonus in profile.bonuses.values():
        yield from (bonus.when.tree, bonus.points.tree)
    yield from _trees_of_count(profile)


def _trees_of_count(profile: Profile) -> Iterator[Tree]:
    """Yield those that are read after a deal."""
    for entry in profile.scoring.cards:
        yield from (entry.pattern.tree, entry.amount.tree)
    yield from (award.counts.tree for award in profile.scoring.awards.values())


def _list_values(teller: Teller, values: Sequence[Number | None], cards: CardSet) -> str:
    """Return the values of `cards`: those with the number on them together, then the others by value."""
    voice = teller.voice
    pips = [rank for rank in RANKS if rank.isdigit() and _of_rank(values, rank, cards) == int(rank)]
    of_pips = sum(cards_of_rank(rank) for rank in pips)
    by_value: dict[Number, CardSet] = {}
    for card in iterate(cards & ~of_pips):
        by_value[values[card] or 0] = by_value.get(values[card] or 0, 0) | 1 << card
    listed = {worth: _count(teller, worth, value) for value, worth in by_value.items()}
    if pips:
        listed[of_pips & cards] = _pips(teller, pips)
    return voice.series([listed[worth] for worth in sorted(listed, key=lambda worth: worth & -worth)])


def _count(teller: Teller, cards: CardSet, value: Number) -> str:
    """Return "aces count 1"."""
    of = teller.patterns.cards(cards, Form.MANY)
    # L10n: {cards} has the form "many": "aces count 1", "jacks count 12½".
    return teller.voice.gettext("{cards} count {value}", cards=of, value=format_number(value))


def _pips(teller: Teller, ranks: Sequence[Rank]) -> str:
    """Return "cards from 2 to 10 count the number on them"."""
    voice = teller.voice
    places = [RANKS.index(rank) for rank in ranks]
    if len(places) > 2 and places == list(range(places[0], places[-1] + 1)):
        # L10n: {low} and {high} are digits.
        return voice.gettext(
            "cards from {low} to {high} count the number on them", low=str(ranks[0]), high=str(ranks[-1])
        )
    named = voice.every([teller.patterns.rank(rank, Form.MANY) for rank in ranks])
    # L10n: {cards} has the form "many": "twos and threes count the number on them".
    return voice.gettext("{cards} count the number on them", cards=named)


def _of_rank(values: Sequence[Number | None], rank: Rank, cards: CardSet) -> Number | None:
    """Return the one value that all cards of a rank have; None where they differ or are not among `cards`."""
    of_rank = cards & cards_of_rank(rank)
    found = {values[card] for card in iterate(of_rank)}
    return found.pop() if len(found) == 1 else None
