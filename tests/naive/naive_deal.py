"""A whole deal and a whole match, followed card by card as the written rules tells them.

Seats are numbered in turn order, so "the dealer's right, anticlockwise" and "the dealer's left, clockwise" are both
the next seat.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.naive.readings import History, Points, Reading

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence


class NaiveDeal:
    """One deal; `places`: how many cards of the stock lie above each card that is buried in it."""

    def __init__(self, reading: Reading, players: int, dealer: int, stock: Sequence[str]) -> None:
        self.reading, self.players = reading, players
        self.stock = list(stock)
        self.order = [(dealer + step) % players for step in range(1, players + 1)]  # in which packets go round
        self.side_of = reading.sides(players)
        sides = max(self.side_of) + 1
        self.hands: list[list[str]] = [[] for _ in range(players)]
        self.captured: list[set[str]] = [set() for _ in range(sides)]
        self.points: list[Points] = [0] * sides
        self.shown: list[set[str]] = [set() for _ in range(sides)]
        self.packets: list[int] = []
        self.before = History()
        self.last_capturer: int | None = None
        self.leftover: set[str] = set()
        self.nobodys: set[str] = set()
        self.over = False
        self.turn = dealer if reading.DEALER_LEADS else self.order[0]

        self.deal_packet()
        self.floor: list[str] = []
        self.kept_off: list[str] = []
        while len(self.floor) < reading.FLOOR:  # G9: replaced again and again until the floor is valid
            card = self.stock.pop(0)
            (self.kept_off if reading.kept_off(card) else self.floor).append(card)
        if not reading.BURIES:
            self.stock += self.kept_off

    def random_places(self, chance: random.Random) -> list[int]:
        """Pick a place for every card to bury, never the top (G9)."""
        count = len(self.kept_off) if self.reading.BURIES else 0
        return [chance.randint(1, len(self.stock) + already) for already in range(count)]

    def bury(self, places: list[int]) -> None:
        if self.reading.BURIES:
            for number, card in enumerate(self.kept_off):
                self.stock.insert(places[number] if places else len(self.stock), card)

    def deal_packet(self) -> None:
        share = min(self.reading.packet(), len(self.stock) // self.players)  # G7: an equal share of what is left
        turns = [seat for _ in range(share) for seat in self.order]
        if not self.reading.SINGLY:
            turns = [seat for seat in self.order for _ in range(share)]
        for seat in turns:
            self.hands[seat].append(self.stock.pop(0))
        if share:
            self.packets.append(share)

    def random_play(self, chance: random.Random, trailing: float) -> tuple[str, frozenset[str]]:
        """Pick a card and a set that it may take; where it may also trail, it does so with the chance `trailing`."""
        hand = self.hands[self.turn]
        for card in chance.sample(hand, len(hand)):
            sets = self.reading.captured_sets(card, self.floor) if trailing < 1 else []
            may_trail = self.reading.may_trail(sets, self.floor, hand)
            if sets and not (may_trail and chance.random() < trailing):
                return card, chance.choice(sets)
            if may_trail:
                return card, frozenset()
        raise AssertionError("no card of a hand may be played")

    def play(self, card: str, taken: frozenset[str]) -> Points:
        """Play a card and return what it scored at once."""
        seat, side = self.turn, self.side_of[self.turn]
        before = History(trailed=not taken, floor_count=len(self.floor))
        bonus: Points = 0
        self.hands[seat].remove(card)
        if taken:
            bonus = self.reading.bonus(card, self.floor, taken, self.before)
            self.floor = [other for other in self.floor if other not in taken]
            self.captured[side] |= taken | {card}
            self.last_capturer = seat
        else:
            self.floor.append(card)
        self.points[side] += bonus
        if bonus:
            self.shown[side].add(card)
        self.before = before
        self.turn = (seat + 1) % self.players
        if self.reading.DRAWS and self.stock:
            self.hands[seat].append(self.stock.pop(0))
        if not any(self.hands):
            if len(self.stock) >= self.players:
                self.deal_packet()  # none to the floor
            else:
                self.end()
        return bonus

    def end(self) -> None:
        """The floor, and cards that could not be shared (G7), go to the last capturer, or to nobody (G6)."""
        left = {*self.floor, *self.stock}
        if self.last_capturer is None:
            self.nobodys = left
        else:
            self.leftover = left
            self.captured[self.side_of[self.last_capturer]] |= left
        self.floor, self.stock, self.over = [], [], True


class NaiveMatch:
    """Scores, and when they end the match."""

    def __init__(self, reading: Reading, players: int, dealer: int) -> None:
        self.reading, self.players, self.dealer = reading, players, dealer
        self.scores: list[Points] = [0] * (max(reading.sides(players)) + 1)
        self.target: Points = reading.target()
        self.over = False
        self.winner: int | None = None

    def add(self, points: list[Points], *, void: bool) -> None:
        if void:  # replayed, by the same dealer
            return
        self.dealer = (self.dealer + 1) % self.players
        self.scores = [score + more for score, more in zip(self.scores, points, strict=True)]
        best = max(self.scores)
        if best < self.target:
            return
        leaders = [side for side, score in enumerate(self.scores) if score == best]
        tie = self.reading.tie()
        if len(leaders) == 1:  # several at the target: the highest wins (G13)
            self.over, self.winner = True, leaders[0]
        elif tie == "draw":
            self.over = True
        elif tie.startswith("extend_"):
            while self.target <= best:  # it rises until it is above the tied score
                self.target += int(tie.removeprefix("extend_"))
