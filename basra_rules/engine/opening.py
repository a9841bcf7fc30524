"""The opening of a deal: what must be in order beforehand, packets, the floor, cards kept off it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from basra_rules.cards import card_set, format_cards
from basra_rules.engine.match import check_players, check_seat
from basra_rules.engine.table import BITS
from basra_rules.errors import UsageError
from basra_rules.profile.vocabulary import KeptOff, Refill, Remainder

if TYPE_CHECKING:
    from collections.abc import Sequence

    from basra_rules.cards import Card, CardSet
    from basra_rules.rules.model import Dealing, Rules


class OpeningFloor(NamedTuple):
    """The floor as laid, the cards kept off it in the order met, and what is left of the stock."""

    floor: tuple[Card, ...]
    kept_off: tuple[Card, ...]
    stock: tuple[Card, ...]


def check_opening(rules: Rules, players: int, dealer: int, stock: Sequence[Card]) -> None:
    """Raise `UsageError` unless so many can be dealt from this stock.

    Source: `seats.players`, `deck`, `dealing`.
    """
    check_players(rules, players)
    check_seat(players, dealer)
    _check_stock(rules, stock)
    dealing = rules.dealing
    needed = players * dealing.packet + dealing.floor
    if needed > len(stock):
        raise UsageError(f"{players} packets of {dealing.packet} and {dealing.floor} floor cards need {needed} cards")
    over = (len(stock) - dealing.floor) % players
    if over and dealing.remainder is Remainder.REFUSE and dealing.refill is Refill.EMPTY_HANDS:
        raise UsageError(f"{len(stock) - dealing.floor} cards can't be shared equally by {players} players")


def _check_stock(rules: Rules, stock: Sequence[Card]) -> None:
    if len(stock) == rules.deck.bit_count() and card_set(stock) == rules.deck:
        return
    repeated = [card for card, times in Counter(stock).items() if times > 1]
    problems = {
        "lacks": rules.deck & ~card_set(stock),
        "repeats": card_set(repeated),
        "has cards that are not in the deck:": card_set(stock) & ~rules.deck,
    }
    for verb, cards in problems.items():
        if cards:
            raise UsageError(f"the stock {verb} {format_cards(cards)}; it is the whole deck, in order from the top")


def deal_packets(
    dealing: Dealing, players: int, dealer: int, size: int, stock: Sequence[Card]
) -> tuple[tuple[CardSet, ...], tuple[Card, ...]]:
    """Return what each seat gets, the seat after the dealer first, and what is left of the stock.

    Source: `dealing.packet`, `dealing.singly`.
    """
    dealt = stock[: size * players]
    packets = [0] * players
    for turn in range(players):
        own = dealt[turn::players] if dealing.singly else dealt[turn * size : (turn + 1) * size]
        packets[(dealer + 1 + turn) % players] = card_set(own)
    return tuple(packets), tuple(stock[size * players :])


def must_redeal(dealing: Dealing, stock: Sequence[Card]) -> bool:
    """Tell whether the floor as first dealt makes the deal void.

    Source: `dealing.redeal`.
    """
    floor = card_set(stock[: dealing.floor])
    return any((floor & cards).bit_count() >= count for cards, count in dealing.redeal)


def lay_floor(dealing: Dealing, stock: Sequence[Card]) -> OpeningFloor:
    """Return the opening floor; a card that may not lie there is set aside and replaced from the top.

    Source: G9, `dealing.floor`, `dealing.keep_off_floor`.
    """
    floor: list[Card] = []
    kept_off: list[Card] = []
    left = list(reversed(stock))
    while len(floor) < dealing.floor:
        if not left:
            raise UsageError(f"no {dealing.floor} cards of the stock may lie on the opening floor")
        card = left.pop()
        is_top = len(floor) == dealing.floor - 1
        barred = dealing.keep_off | dealing.keep_off_top if is_top else dealing.keep_off
        (kept_off if barred & BITS[card] else floor).append(card)
    return OpeningFloor(tuple(floor), tuple(kept_off), tuple(reversed(left)))


def put_back(dealing: Dealing, opening: OpeningFloor, places: Sequence[int]) -> tuple[Card, ...]:
    """Return the stock with the kept-off cards put back, each in the order met, but never on top.

    `places` says for each how many stock cards lie above it; where it says nothing, all of them.

    Source: G9, `dealing.kept_off_go`.
    """
    stock = list(opening.stock)
    buries = dealing.kept_off_go is KeptOff.INSIDE_STOCK
    for number, card in enumerate(opening.kept_off):
        place = places[number] if buries and number < len(places) else len(stock)
        if not min(1, len(stock)) <= place <= len(stock):
            raise UsageError(f"{card} can't go below {place} stock cards: choose from 1 to {len(stock)}")
        stock.insert(place, card)
    return tuple(stock)
