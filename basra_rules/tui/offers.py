"""What each card of a hand can do now: asked of the engine, put into words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from basra_rules.cards import cards_of
from basra_rules.engine.bonuses import score_bonuses
from basra_rules.engine.captures import find_captures
from basra_rules.engine.legality import refuse
from basra_rules.engine.state import Action
from basra_rules.engine.table import floor_cards, hidden_cards, taken_cards
from basra_rules.exact import format_number
from basra_rules.expression.features import names_used
from basra_rules.tui.ink import shorten
from basra_rules.tui.wording import count_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from basra_rules.cards import Card, CardSet
    from basra_rules.engine.bonuses import Scored
    from basra_rules.engine.state import Illegal, Table
    from basra_rules.exact import Number
    from basra_rules.rules.model import Rules

SEARCHED = 200
"""How many captures of a card are weighed, the biggest first."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing that a card can do, what it scores at once and what the cards are worth when counted.

    `face_down` cards that nobody can name come along with a sweep.
    """

    action: Action
    sweep: bool
    face_down: int
    scored: tuple[Scored, ...]
    card_points: Number

    @property
    def points(self) -> Number:
        """Return the bonus points."""
        return sum(one.points for one in self.scored)


@dataclass(frozen=True, slots=True)
class Offer:
    """A card of the hand and its choices, captures first, the biggest before the others.

    `total` counts all its captures, also those beyond the ones in `choices`; without any choice the
    rules refuse the card, and `refusal` says why.
    """

    card: Card
    choices: tuple[Choice, ...]
    total: int
    refusal: Illegal | None


def make_offers(rules: Rules, table: Table) -> tuple[Offer, ...]:
    """Return what each card of the hand offers, in the order of the deck."""
    return tuple(_make_offer(rules, table, card) for card in cards_of(table.hand))


def _make_offer(rules: Rules, table: Table, card: Card) -> Offer:
    captures = find_captures(rules, table, card, cap=SEARCHED)
    choices = [weigh(rules, table, Action(card, captured)) for captured in captures.sets]
    choices.sort(key=lambda choice: (-choice.action.captured.bit_count(), -choice.points, -choice.card_points))
    trailing = refuse(rules, table, Action(card))
    if trailing is None:
        choices.append(weigh(rules, table, Action(card)))
    return Offer(card, tuple(choices), captures.total, None if choices else trailing)


def weigh(rules: Rules, table: Table, action: Action) -> Choice:
    """Return what a legal `action` brings."""
    if not action.captured:
        return Choice(action, sweep=False, face_down=0, scored=(), card_points=0)
    won = cards_of(action.captured | 1 << action.card)
    worth = sum(rules.scoring.cards[card] for card in won)
    taken = taken_cards(table, action.captured)
    face_down = (taken & hidden_cards(table)).bit_count()
    scored = score_bonuses(rules, table, action)
    if face_down:
        # the cards that stand in for them say nothing: what depends on which they are is told when they turn up
        scored = tuple(one for one in scored if not names_used(one.bonus.condition) & _OF_WHICH_CARDS)
    return Choice(action, taken == floor_cards(table), face_down, scored, worth)


_OF_WHICH_CARDS = {"captured", "floor", "numeric", "sum", "floor.numeric", "floor.sum", "equal_groups"}


MOST_LISTED = 9
MOST_SWEPT = 6
"""How many captured cards are named on one line."""


def describe_choice(choice: Choice) -> str:
    """Return "takes 3♣ 5♦ · +10 basra · cards worth 3", or that it trails."""
    if not choice.action.captured:
        return "trails"
    parts = [describe_taking(choice.action.captured, sweep=choice.sweep, face_down=choice.face_down)]
    parts += describe_scored(choice.scored)
    if choice.card_points:
        parts.append(f"cards worth {format_number(choice.card_points)}")
    return " · ".join(parts)


def describe_taking(captured: CardSet, *, sweep: bool, face_down: int = 0) -> str:
    """Return "takes 3♣ 5♦", or that it takes the whole floor."""
    cards = cards_of(captured)
    if sweep and len(cards) > MOST_SWEPT:
        return f"takes the whole floor ({count_of(len(cards) + face_down, 'card')})"
    hidden = f" and {face_down} face down" if face_down else ""
    taken = "takes " + shorten(map(str, cards), MOST_LISTED) + hidden
    return f"{taken}, the whole floor" if sweep else taken


def describe_scored(scored: Iterable[Scored]) -> list[str]:
    """Return "+10 basra" for each bonus."""
    return [f"+{format_number(one.points)} {one.bonus.label}" for one in scored]


def describe_offer(offer: Offer) -> str:
    """Return what the card takes at its best, and how much choice there is besides."""
    if not offer.choices:
        return f"can't be played now: {offer.refusal.message if offer.refusal else 'the rules refuse it'}"
    best = describe_choice(offer.choices[0])
    if not offer.total:
        return "takes nothing, trails"
    others = offer.total - 1
    extra = [count_of(others, "other capture")] if others else []
    if not offer.choices[-1].action.captured:
        extra.append("trails")
    return f"{best} (or {' or '.join(extra)})" if extra else best
