"""Who plays, how they sit, and with which cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra_rules.profile.vocabulary import Direction, Sides
from basra_rules.rulebook.patterns import Form
from basra_rules.rulebook.values import tell_tables, tell_values

if TYPE_CHECKING:
    from collections.abc import Iterator

    from basra_rules.rulebook.document import Statement
    from basra_rules.rulebook.teller import Teller


def tell_players(teller: Teller) -> Iterator[Statement]:
    """Yield who plays.  Source: key `seats`."""
    voice, seats = teller.voice, teller.profile.seats
    # L10n: {numbers} is such as "2 or 4", never 1.
    how_many = voice.gettext("For {numbers} players.", numbers=voice.some([str(one) for one in seats.players]))
    yield teller.statement(how_many, "seats.players")
    if max(seats.players) == 4:
        sides = _sides(teller)[seats.sides]
        if seats.sides is Sides.PARTNERS and min(seats.players) < 4:
            sides += " " + voice.gettext("With fewer players each plays alone.")
        yield teller.statement(sides, "seats.sides")
    yield teller.statement(_direction(teller)[seats.direction], "seats.direction")


def _sides(teller: Teller) -> dict[Sides, str]:
    say = teller.voice
    return {
        Sides.PARTNERS: say.gettext(
            "Four play as partners: the two who sit opposite each other put their captured cards together and count "
            "their points together."
        ),
        Sides.SOLO: say.gettext("Everybody plays alone, also when there are four."),
    }


def _direction(teller: Teller) -> dict[Direction, str]:
    say = teller.voice
    return {
        Direction.CLOCKWISE: say.gettext("Turns go round clockwise: after each player comes the one to the left."),
        Direction.ANTICLOCKWISE: say.gettext(
            "Turns go round anticlockwise: after each player comes the one to the right."
        ),
    }


def tell_cards(teller: Teller) -> Iterator[Statement]:
    """Yield which cards are played with, and what they are worth in sums.  Source: key `deck`."""
    voice = teller.voice
    count = teller.rules.deck.bit_count()
    if count == 52:
        text = voice.gettext("Played with a deck of 52 cards, without jokers.")
    else:
        without = teller.cards(teller.profile.deck.without.tree, Form.OF)
        # L10n: {cards} has the form "of": "Played with 44 cards: the deck of 52 without kings and queens."
        text = voice.ngettext(
            "Played with {count} card: the deck of 52 without {cards}.",
            "Played with {count} cards: the deck of 52 without {cards}.",
            count,
            cards=without,
        )
    yield teller.statement(text, "deck.without")
    yield from tell_values(teller)
    yield from tell_tables(teller)
