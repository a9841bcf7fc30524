"""Random situations, stocks, counts and scores, with a liking for what is rare in play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.naive.plain_cards import SEVEN_OF_DIAMONDS, pips, rank
from tests.naive.readings import History, Points, Reading

if TYPE_CHECKING:
    import random


@dataclass(frozen=True)
class Situation:
    floor: list[str]
    card: str
    hand: list[str]
    before: History
    last_card: bool


def random_situation(chance: random.Random, reading: Reading) -> Situation:
    deck = chance.sample(reading.DECK, len(reading.DECK))
    count = chance.randint(0, 8)
    kind = chance.randrange(10)
    if kind < 3:  # small numbers, which make many sums
        deck.sort(key=lambda c: not 0 < pips(c) <= chance.choice((3, 5, 7)))
    elif kind == 3:  # courts and tens
        deck.sort(key=lambda c: rank(c) not in "10JQK")
    elif kind == 4:  # a short floor
        count = chance.choice((1, 1, 1, 2))
    elif kind == 5:  # few ranks
        chosen = chance.sample(sorted({rank(c) for c in deck}), 4)
        deck.sort(key=lambda c: rank(c) not in chosen)
    elif kind == 6:  # a lone jack, or a lone 7♦
        count = chance.choice((1, 1, 2))
        first = chance.choice(("J♣", "J♥", SEVEN_OF_DIAMONDS))
        deck.sort(key=lambda c: c != first)
    floor, rest = deck[:count], deck[count:]
    liked = chance.choice(("J", "7", "7♦", "10", "9", "8", "K", "Q", "", "", "", "", "equal", "equal", "sum", "sum"))
    if liked == "equal":
        cards = [c for c in rest if rank(c) in map(rank, floor)]
    elif liked == "sum":
        cards = [c for c in rest if 0 < sum(map(pips, floor)) == pips(c) or sum(map(pips, floor)) == 2 * pips(c) > 0]
    else:
        cards = [c for c in rest if liked in (rank(c), c)]
    card = chance.choice(cards or rest)
    rest.remove(card)
    chance.shuffle(rest)
    before = random_history(chance, count)
    return Situation(floor, card, [card, *rest[: chance.randint(0, 5)]], before, chance.random() < 0.1)


def random_history(chance: random.Random, floor_count: int) -> History:
    """What can have gone before `floor_count` cards lie there: a trail of one, a capture of some, or nothing."""
    trailed = History(trailed=True, floor_count=floor_count - 1)
    captured = History(trailed=False, floor_count=floor_count + chance.randint(1, 4))
    return chance.choice((trailed, captured, History()) if floor_count else (captured, History()))


def random_stock(chance: random.Random, reading: Reading, players: int) -> list[str]:
    """A shuffled deck; now and then with cards that are kept off where the floor is dealt from."""
    stock = chance.sample(reading.DECK, len(reading.DECK))
    if chance.random() < 0.3:
        kept_off = [c for c in stock if reading.kept_off(c)]
        moved = kept_off[: chance.randint(0, len(kept_off))]
        stock = [c for c in stock if c not in moved]
        for card in moved:
            at = players * reading.packet() + chance.randint(0, 5)
            stock.insert(at, card)
    return stock


def random_counts(chance: random.Random, reading: Reading, sides: int) -> list[int]:
    """How many cards each side captured; often as many as another side, never more than the deck has."""
    whole = len(reading.DECK)
    if chance.random() < 0.4 and whole % sides == 0:
        return [whole // sides] * sides
    if sides > 2 and chance.random() < 0.5:  # two lead together
        third = chance.randint(0, whole // sides - 1)
        counts = [third] * (sides - 2) + [0, 0]
        rest = whole - sum(counts)
        counts[-2:] = [rest // 2, rest // 2]
        counts[0] += rest % 2
        return chance.sample(counts, sides)
    if sides == 2 and chance.random() < 0.5:
        more = whole // 2 + 1
        return chance.sample([more, whole - more], 2)
    cuts = sorted(chance.randint(0, whole) for _ in range(sides - 1))
    return [high - low for low, high in zip([0, *cuts], [*cuts, whole], strict=True)]


def random_points(chance: random.Random, sides: int) -> list[Points]:
    """What a deal comes to, so coarse that ties are frequent."""
    if chance.random() < 0.3:
        return [chance.choice((0, 10, 25, 40, 60))] * sides
    return [10 * chance.randint(0, 6) for _ in range(sides)]
