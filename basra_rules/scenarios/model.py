"""The scenario file: its keys, what they may say, and what they mean (format: docs/scenarios.md)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated

from pydantic import BeforeValidator, Field, ValidationInfo

from basra_rules.cards import Card, CardSet, card_set, is_surely_meant, parse_cards, parse_play, spell_cards
from basra_rules.errors import Diagnostic, Fix, NotationError, delete, write
from basra_rules.exact import Number, parse_number
from basra_rules.profile.fields import (
    Area,
    Items,
    Named,
    Notation,
    Points,
    Read,
    Text,
    Truth,
    fault,
    items,
    number,
    whole,
    whole_number,
    wrong_type,
)
from basra_rules.source.nodes import ListNode, MapNode, Node, ScalarNode

if TYPE_CHECKING:
    from collections.abc import Sequence

Cards = tuple[Card, ...]


def _cards(node: object, _: ValidationInfo) -> Cards:
    """Read a set of cards: a text with spaces, or a list of texts."""
    if isinstance(node, ListNode):
        return _all_different(node)
    assert isinstance(node, ScalarNode | MapNode)
    return _cards_in(node)


def _all_different(listed: ListNode) -> Cards:
    """Return the cards of a list of texts, each of them once."""
    cards: list[Card] = []
    for item in listed:
        for card in _cards_in(item):
            if card in cards:
                raise fault([Diagnostic("card-twice", f"{card} stands there twice", item.span)])
            cards.append(card)
    return tuple(cards)


def _cards_in(node: Node) -> Cards:
    if not isinstance(node, ScalarNode) or node.kind in ("null", "truth") or node.text.casefold() in _NO_CARDS:
        raise wrong_type(node, "cards, such as `3♣ 5♦`", 'no cards at all are `""`', _no_cards(node))
    try:
        return parse_cards(node.text)
    except NotationError as error:
        raise fault([notation_fault(node, error)]) from None


_NO_CARDS = frozenset({"none", "empty", "nothing", "-", "–"})


def _no_cards(node: Node) -> Fix | None:
    """Return the fix that writes that there are no cards; certain where a word says so."""
    if not isinstance(node, ScalarNode) or node.kind == "truth":
        return None
    return write(node.span, '""' if node.span.text else ' ""', certain=node.kind == "text")


def notation_fault(node: ScalarNode, error: NotationError) -> Diagnostic:
    """Return the fault of a text that names no card, placed in the file."""
    code = "card-twice" if "twice" in error.message else "notation"
    fault = Diagnostic(code, error.message, node.span_of(error.start, max(error.end, error.start + 1)), error.label)
    if error.left_out:
        return fault.mended_by(delete(node.all_of(error.start, error.end), certain=True))
    sure = is_surely_meant(error.text[error.start : error.end])
    meant = write(node.all_of(error.start, error.end), error.meant, certain=sure) if error.meant else None
    return fault.mended_by(meant)


def _card_sets(node: object, info: ValidationInfo) -> tuple[CardSet, ...]:
    if isinstance(node, ScalarNode) and node.kind == "truth":
        raise wrong_type(node, "a list of sets of cards", "that the rules refuse the play is `illegal: true`")
    return tuple(card_set(_cards(item, info)) for item in items(node))


def _hands(node: object, info: ValidationInfo) -> tuple[Cards, ...]:
    return tuple(_cards(item, info) for item in items(node))


def _play(node: object, _: ValidationInfo) -> tuple[Card, CardSet]:
    if not isinstance(node, ScalarNode):
        assert isinstance(node, ListNode | MapNode)
        raise wrong_type(node, "a play, such as `8♥ x 3♣ 5♦`")
    try:
        return parse_play(node.text)
    except NotationError as error:
        raise fault([notation_fault(node, error)]) from None


def _points(node: object, _: ValidationInfo) -> Number | tuple[Number, ...]:
    return tuple(number(item) for item in node) if isinstance(node, ListNode) else number(node)


def _winner(node: object, _: ValidationInfo) -> int | None:
    if isinstance(node, ScalarNode) and node.kind == "null":
        return None
    expected = "a side (0 to 3), or null for a draw"
    if isinstance(node, ScalarNode) and node.text.casefold() in _DRAWS:
        raise wrong_type(node, expected, "a draw is `null`", write(node.span, "null", certain=True))
    return whole(node, 0, 3, expected)


_DRAWS = frozenset({"draw", "drawn", "tie", "tied", "none", "nobody"})


def _deals(node: object) -> tuple[Node, ...]:
    """Read the deals of a match, a list of lists; one deal alone is easily written as a list of numbers."""
    deals = items(node)
    if deals and isinstance(node, ListNode) and all(isinstance(deal, ScalarNode) for deal in deals):
        fix = _list_of_deals(node, [deal.text for deal in deals if isinstance(deal, ScalarNode)])
        raise wrong_type(node, "a list of deals, each a list", "a deal has a number a side: `[[60, 58]]`", fix)
    return deals


def _list_of_deals(node: ListNode, texts: Sequence[str]) -> Fix | None:
    """Return the fix for the points of one deal, or for those of several that are written `60-58`."""
    pairs = [_PAIR.fullmatch(text) for text in texts]
    if all(pairs):
        return write(node.span, f"[{', '.join(f'[{one[1]}, {one[2]}]' for one in pairs if one)}]", certain=True)
    sure = all(parse_number(text) is not None for text in texts)
    return write(node.span, f"[{node.span.text}]", certain=True) if sure and node.span.text.startswith("[") else None


_PAIR = re.compile(r"([0-9]+)\s*[-:–/]\s*([0-9]+)")
_CARDS_SCHEMA = {"type": ["string", "array"], "items": {"type": "string"}}
_LIST_SCHEMA = {"type": "array", "items": _CARDS_SCHEMA}
_IN_CARDS = Notation(spell_cards, parse_cards)
CardsText = Annotated[Cards, Read(_cards, _CARDS_SCHEMA, "cards"), _IN_CARDS]
CardSets = Annotated[tuple[CardSet, ...], Read(_card_sets, _LIST_SCHEMA, "list of sets of cards"), _IN_CARDS]
HandsText = Annotated[tuple[Cards, ...], Read(_hands, _LIST_SCHEMA, "list of cards, one for each"), _IN_CARDS]
PlayText = Annotated[tuple[Card, CardSet], Read(_play, {"type": "string"}, "play"), Notation(spell_cards, parse_play)]
SeatNumber = Annotated[int, whole_number(0, 3)]
PointsText = Annotated[
    Number | tuple[Number, ...], Read(_points, {"type": ["number", "array"]}, "number, or a list of them")
]
Winner = Annotated[int | None, Read(_winner, {"type": ["integer", "null"]}, "side, or null")]
Count = Annotated[int, whole_number(0, 52)]


def _choice(node: object, _: ValidationInfo) -> ScalarNode:
    if not isinstance(node, ScalarNode) or node.kind == "null":
        assert isinstance(node, ScalarNode | ListNode | MapNode)
        raise wrong_type(node, "a choice of the option")
    return node


ChoiceText = Annotated[ScalarNode, Read(_choice, {"type": ["string", "number"]}, "choice")]


class Opening(Area):
    """A deal from its start."""

    players: Annotated[int, whole_number(2, 4)] = Field(default=2, description="how many seats there are")
    dealer: SeatNumber = Field(default=0, description="the seat that deals")
    places: Annotated[tuple[Count, ...], Items] = Field(
        default=(), description="for each card kept off the floor, how many stock cards lie above it when it goes back"
    )
    stock: CardsText = Field(description="the whole deck, from the top")


class SideCount(Area):
    """What one side captured in a deal."""

    cards: Count = Field(description="how many cards it captured in all")
    with_: CardsText = Field(default=(), alias="with", description="those of them that matter")
    bonuses: Points = Field(default=0, description="bonus points scored in play")


class Score(Area):
    """A finished deal, to be scored."""

    carry: Points = Field(default=0, description="what the next majority is worth besides")
    sides: Annotated[tuple[SideCount, ...], Items] = Field(description="what each side captured", min_length=2)


class MatchDeals(Area):
    """The points of a match, deal by deal."""

    deals: Annotated[
        tuple[Annotated[tuple[Points, ...], Items], ...],
        BeforeValidator(_deals),
    ] = Field(description="the points of each deal, one number a side", min_length=1)


class Expect(Area):
    """What must hold; what is left out is not checked."""

    illegal: Truth = Field(default=False, description="whether the rules refuse the last play")
    legal: CardSets | None = Field(
        default=None, description='all legal captured sets of the last played card; "" among them: it may also trail'
    )
    takes: CardsText | None = Field(default=None, description='what the last play took; "": it trailed')
    hands: HandsText | None = Field(default=None, description="the hands, by seat")
    floor: CardsText | None = Field(default=None, description="the floor afterwards")
    leader: SeatNumber | None = Field(default=None, description="the seat that leads the deal")
    turn: SeatNumber | None = Field(default=None, description="the seat to play now")
    packets: Annotated[tuple[Count, ...], Items] | None = Field(
        default=None, description="the packets dealt to each seat so far"
    )
    captured: HandsText | None = Field(default=None, description="captured cards, by side")
    leftover: CardsText | None = Field(default=None, description="the cards given away at the end of the deal")
    points: PointsText | None = Field(
        default=None, description="bonus points of the last play; of a deal, its points, one number a side"
    )
    bonuses: Annotated[tuple[Text, ...], Items] | None = Field(
        default=None, description="names of the bonuses that the last play scored"
    )
    next_dealer: SeatNumber | None = Field(default=None, description="the seat that deals next")
    carry: Points | None = Field(default=None, description="what the next majority is worth besides")
    void: Truth | None = Field(default=None, description="whether the deal is void and replayed")
    over: Truth | None = Field(default=None, description="whether the match is over")
    winner: Winner = Field(default=None, description="the side that wins; null is a draw")


class Scenario(Area):
    """One situation with what the rules must make of it."""

    name: Text = Field(description="what the scenario shows, a sentence")
    source: Text | None = Field(default=None, description="where the rule is written")
    options: Annotated[dict[str, ChoiceText], Named] = Field(
        default_factory=dict, description="choices of the profile's options"
    )
    floor: CardsText | None = Field(default=None, description="the floor before the first play")
    hand: CardsText | None = Field(default=None, description="the rest of the hand at the last play")
    opening: Opening | None = Field(default=None, description="a deal from its start")
    plays: Annotated[tuple[PlayText, ...], Items] | None = Field(default=None, description="the plays, in order")
    last_card: Truth = Field(default=False, description="whether the last play is made with the last card of the deal")
    score: Score | None = Field(default=None, description="a finished deal, to be scored")
    match: MatchDeals | None = Field(default=None, description="the points of a match, deal by deal")
    expect: Expect = Field(description="what must hold")
