"""Whether a play is allowed, and if not, why not: the reason, a sentence, the rule and the cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra_rules.cards import cards_of, format_cards, iterate
from basra_rules.engine.captures import can_capture, find_captures, is_capture
from basra_rules.engine.refusing import explain_refusal
from basra_rules.engine.state import Illegal, Refusal
from basra_rules.engine.table import BITS, named_cards
from basra_rules.profile.vocabulary import Obligation

if TYPE_CHECKING:
    from basra_rules.cards import Card, CardSet
    from basra_rules.engine.state import Action, TableLike
    from basra_rules.rules.model import Rules


def may_trail(rules: Rules, table: TableLike, card: Card) -> bool:
    """Tell whether `card` may be played without capturing.

    Source: G2, `capture.obligation`; on an empty floor any card may.
    """
    if not table.floor:
        return True
    match rules.capture.obligation:
        case Obligation.PLAYED_CARD:
            return not can_capture(rules, table, card)
        case Obligation.NONE:
            return True
        case Obligation.HAND:
            return not _capturing_cards(rules, table, card)


def _capturing_cards(rules: Rules, table: TableLike, card: Card) -> CardSet:
    """Return those cards of the hand, `card` among them, that can capture."""
    hand = table.hand | BITS[card]
    return sum(BITS[one] for one in iterate(hand) if can_capture(rules, table, one))


def refuse(rules: Rules, table: TableLike, action: Action) -> Illegal | None:
    """Return why the rules refuse a play, or None where they allow it.

    A table without a hand stands for any hand that has the card.

    Source: `capture`.
    """
    card, hand, captured = action.card, table.hand, action.captured
    if hand and not hand & BITS[card]:
        return Illegal(Refusal.NOT_IN_HAND, f"{card} is not in the hand", where=BITS[card])
    if captured:
        if is_capture(rules, table, card, captured):
            return None
        return explain_refusal(rules, table, card, named_cards(table, captured))
    return None if may_trail(rules, table, card) else _must_capture(rules, table, card)


def _must_capture(rules: Rules, table: TableLike, card: Card) -> Illegal:
    rule = rules.capture.obligation_clause
    able = _capturing_cards(rules, table, card)
    if able & BITS[card]:
        example = find_captures(rules, table, card, cap=1).sets[0]
        message = f"{card} must capture if it can: {format_cards(example)}"
        return Illegal(Refusal.MUST_CAPTURE, message, rule, example)
    other = cards_of(able)[0]
    example = find_captures(rules, table, other, cap=1).sets[0]
    message = f"another card of the hand can capture: {other} takes {format_cards(example)}"
    return Illegal(Refusal.HAND_MUST_CAPTURE, message, rule, able)
