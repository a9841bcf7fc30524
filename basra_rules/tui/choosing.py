"""The numbered list of what one card can take, and the answer to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra_rules.cards import card_set, parse_cards
from basra_rules.engine.state import Action
from basra_rules.errors import NotationError
from basra_rules.exact import parse_place
from basra_rules.tui.commands import NotUnderstood, tidy
from basra_rules.tui.offers import describe_choice
from basra_rules.tui.wording import count_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from basra_rules.cards import CardSet
    from basra_rules.tui.offers import Choice, Offer

MOST_CHOICES = 9


def list_choices(offer: Offer) -> tuple[str, ...]:
    """Return the choices by number, the biggest captures first, and how many more there are."""
    return tuple(_list(offer))


def _list(offer: Offer) -> Iterator[str]:
    for number, choice in enumerate(shown_choices(offer), 1):
        yield f"  {number}: {offer.card} {describe_choice(choice)}"
    hidden = offer.total - sum(bool(choice.action.captured) for choice in shown_choices(offer))
    if hidden:
        yield f"  of {offer.total} captures; for one of the other {hidden} type its cards: 3c 5d"
    yield f"  type a number from 1 to {len(shown_choices(offer))}, or Enter for another card"


def shown_choices(offer: Offer) -> tuple[Choice, ...]:
    """Return the choices that get a number: the first few captures, and trailing where it is allowed."""
    captures = tuple(choice for choice in offer.choices if choice.action.captured)
    return captures[:MOST_CHOICES] + offer.choices[len(captures) :]


def parse_choice(line: str, offer: Offer, hand: CardSet) -> Action | NotUnderstood | None:
    """Return what was chosen by number or by the cards to take; None where the line is neither.

    The name of a card in the hand is no card to take.
    """
    text = tidy(line)
    if text.isdecimal():
        return _numbered(parse_place(text), shown_choices(offer))
    cards = text.removeprefix("x ").removeprefix("X ")
    try:
        taken = card_set(parse_cards(cards))
    except NotationError:
        return None
    return Action(offer.card, taken) if taken and not taken & hand else None


def _numbered(number: int | None, choices: tuple[Choice, ...]) -> Action | NotUnderstood:
    if number is not None and 1 <= number <= len(choices):
        return choices[number - 1].action
    return NotUnderstood(f"there are {count_of(len(choices), 'choice')}, from 1 to {len(choices)}")
