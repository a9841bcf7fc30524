"""A worked count of a deal: cards shared out so that all that scores is told of, and counted by the engine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from basra_rules.cards import RANKS, SUITS, cards_of_rank, cards_of_suit, format_cards, iterate
from basra_rules.engine.scoring import Tally, score_tallies
from basra_rules.exact import format_number
from basra_rules.rulebook.document import Statement
from basra_rules.rulebook.voice import calculation

if TYPE_CHECKING:
    from collections.abc import Iterator

    from basra_rules.cards import Card, CardSet, Rank
    from basra_rules.engine.state import DealResult
    from basra_rules.exact import Number
    from basra_rules.rulebook.teller import Teller
    from basra_rules.rules.model import Rules

_MOST_NAMED = 24
"""So many cards that score can be named one by one; where there are more, sides have whole ranks."""
_AHEAD = 3
"""How many cards more than half of them the first side has captured."""


@dataclass(frozen=True, slots=True)
class Share:
    """What one side has captured: the cards that matter, by name or by rank."""

    tally: Tally
    named: tuple[Card, ...] = ()
    ranks: tuple[Rank, ...] = ()


def tell_count(teller: Teller, in_play: Number) -> Iterator[Statement]:
    """Yield one count of a finished deal, if anything scores then; `in_play` is what the first side scored before."""
    shares = share_out(teller.rules, in_play)
    result = score_tallies(teller.rules, [share.tally for share in shares], [0] * len(teller.rules.scoring.awards))
    if result.void or not any((*result.cards, *(sum(award.points) for award in result.awards))):
        return
    told = [_side(teller, place, share, result) for place, share in enumerate(shares)]
    yield Statement(" ".join(told))


# Sharing out


def share_out(rules: Rules, in_play: Number) -> list[Share]:
    """Return what each side has captured, all cards of the deck together."""
    sides = rules.seats.sides(rules.seats.players[0])
    counting = _counting(rules)
    shares = _by_rank(rules, sides) if counting.bit_count() > _MOST_NAMED else _by_card(rules, sides, counting)
    first = Tally(shares[0].tally.cards, shares[0].tally.known, in_play)
    return [Share(first, shares[0].named, shares[0].ranks), *shares[1:]]


def _counting(rules: Rules) -> CardSet:
    """Return the cards that score, or that an award for a kind of card counts."""
    counting = sum(1 << card for card in iterate(rules.deck) if rules.scoring.cards[card])
    for award in rules.scoring.awards:
        if rules.deck & ~award.counts:
            counting |= award.counts & rules.deck
    return counting


def _by_card(rules: Rules, sides: int, counting: CardSet) -> list[Share]:
    """Deal the cards that count round, suit by suit."""
    order = [card for suit in SUITS for card in iterate(counting & cards_of_suit(suit))]
    sizes = _sizes(rules, sides)
    hands = [order[side::sides] for side in range(sides)]
    return [
        Share(Tally(size, sum(1 << card for card in hand)), tuple(hand))
        for size, hand in zip(sizes, hands, strict=True)
    ]


def _sizes(rules: Rules, sides: int) -> list[int]:
    """Return how many cards each side has: the first enough for what goes to the most, or to so many, cards."""
    deck = rules.deck.bit_count()
    asked = [award.at_least or 0 for award in rules.scoring.awards if not rules.deck & ~award.counts]
    first = min(deck, max([deck // 2 + _AHEAD, *asked])) if sides > 1 else deck
    each, over = divmod(deck - first, max(sides - 1, 1))
    return [first, *(each + (side < over) for side in range(sides - 1))]


def _by_rank(rules: Rules, sides: int) -> list[Share]:
    """Deal whole ranks round."""
    ranks = [rank for rank in RANKS if rules.deck & cards_of_rank(rank)]
    shares = []
    for side in range(sides):
        of_side = ranks[side::sides]
        cards = rules.deck & sum(cards_of_rank(rank) for rank in of_side)
        shares.append(Share(Tally(cards.bit_count(), cards), ranks=tuple(of_side)))
    return shares


# Telling


def _side(teller: Teller, place: int, share: Share, result: DealResult) -> str:
    say = teller.voice
    # L10n: A finished deal is counted. {count} is how many cards a side has captured.
    cards = say.ngettext("{count} card", "{count} cards", share.tally.cards)
    if share.named:
        # L10n: {count} is such as "29 cards"; {cards} are one or more of them.
        cards = say.gettext("{count}, among them {cards}", count=cards, cards=format_cards(share.named))
    if share.ranks:
        # L10n: {count} is such as "28 cards"; {ranks} is a list of the signs of ranks: "28 cards (A, 3, 5 and K of all
        # L10n: suits)".
        cards = say.gettext(
            "{count} ({ranks} of all suits)", count=cards, ranks=say.every([str(rank) for rank in share.ranks])
        )
    if share.tally.bonuses:
        # L10n: {cards} is such as "29 cards, among them A♠"; {points} is such as "10 points", scored in play.
        cards = say.gettext("{cards}, and {points} from the play", cards=cards, points=say.points(share.tally.bonuses))
    # L10n: {number} is 1, 2, …; {cards} is such as "29 cards, among them A♠"; {points} is such as "31 points", or
    # L10n: "1 + 30 = 31 points".
    return say.gettext(
        "Side {number} has captured {cards}: {points}.",
        number=place + 1,
        cards=cards,
        points=_added_up(teller, place, result),
    )


def _added_up(teller: Teller, place: int, result: DealResult) -> str:
    """Return what a side scores: its cards' points, each award and what it scored in play, added up."""
    parts = [result.cards[place], *(award.points[place] for award in result.awards), result.bonuses[place]]
    points = teller.voice.points(result.points[place])
    scored = [format_number(part) for part in parts if part]
    return f"{calculation(scored)}\N{NO-BREAK SPACE}= {points}" if len(scored) > 1 else points
