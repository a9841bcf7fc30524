"""A naive reading of every profile: the rules in plain Python, by brute force, without a look at the engine.

`Reading` says what holds everywhere, each class after it what one profile's section of the rules says, and
"as bastra" there is `Bastra` as the base class here.  G1 to G14 are the decisions in docs/sources.md, S0 to S4 its
sources.  `OPTIONS` repeats its last table: the first choice of each is the default.
"""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar, NamedTuple

from tests.naive.plain_cards import SEVEN_OF_DIAMONDS, full_deck, pips, rank, splits, subsets

Points = int | Fraction
Options = dict[str, tuple[str, ...]]


class History(NamedTuple):
    """The play before: did it trail, and how many cards were on the floor before it?"""

    trailed: bool = False
    floor_count: int = 0


class Score(NamedTuple):
    """What a deal comes to: all points a side, those of the majority, the carry; is it void?"""

    points: list[Points]
    majority: list[int]
    carry: int
    void: bool


class Reading:
    """What holds everywhere, and the choices of options."""

    NAME: ClassVar[str]
    PLAYERS: ClassVar[tuple[int, ...]]
    OPTIONS: ClassVar[Options]
    DECK: ClassVar[list[str]] = full_deck()
    SINGLY: ClassVar[bool] = False  # are packets dealt card by card?
    FLOOR = 4  # cards on the opening floor
    BURIES = False  # do cards kept off the floor go to places inside the stock (else to its bottom)?
    DRAWS = False  # does a player draw a card after every play?
    DEALER_LEADS = False
    CARRIES = False  # can a tie for the majority hand its points on?

    def __init__(self, **chosen: str) -> None:
        self.chosen = {name: choices[0] for name, choices in self.OPTIONS.items()} | chosen

    # What a card may take

    def value(self, card: str) -> int:
        return pips(card)

    def takes_the_floor(self, card: str, floor: list[str]) -> bool:
        raise NotImplementedError

    def equals(self, card: str, floor: list[str]) -> set[str]:
        wanted = rank(card)
        return {other for other in floor if rank(other) == wanted}

    def may_take(self, card: str, floor: list[str], taken: frozenset[str]) -> bool:
        """G1: all equals and any disjoint groups of two or more that total the card's value; at least one card."""
        if not taken:
            return False
        if self.takes_the_floor(card, floor):
            return taken == set(floor)
        equals = self.equals(card, floor)
        if not equals <= taken:
            return False
        values = [self.value(other) for other in taken - equals]
        if not values:
            return True
        total = self.value(card)  # cards without a value are in no sum (G8)
        return total > 0 and min(values) > 0 and sum(values) % total == 0 and splits(values, total, 2)

    def captured_sets(self, card: str, floor: list[str]) -> list[frozenset[str]]:
        """All sets that the card may take, found by asking about every subset of the floor."""
        if self.takes_the_floor(card, floor):
            return [frozenset(floor)] if floor else []
        if len(floor) > 9:  # too many subsets: leave out what is neither an equal nor small enough for a sum
            floor = [o for o in floor if o in self.equals(card, floor) or 0 < self.value(o) < self.value(card)]
        return [taken for taken in subsets(floor) if self.may_take(card, floor, taken)]

    def may_trail(self, sets: list[frozenset[str]], floor: list[str], hand: list[str]) -> bool:  # noqa: ARG002
        """G2: any card of the hand may be played, but one that can capture (any of `sets`) must."""
        return not sets

    # What it earns

    def bonus(self, card: str, floor: list[str], taken: frozenset[str], before: History) -> Points:
        raise NotImplementedError

    def card_points(self, card: str) -> int:
        """Everywhere but S1: each A 1, each J 1, 2♣ 2, 10♦ 3."""
        return {"2♣": 2, "10♦": 3}.get(card, 1 if rank(card) in "AJ" else 0)

    def majority(self, counts: list[int], carry: int) -> tuple[list[int], int, bool]:
        """What each side gets, what is carried on, and whether the deal is void."""
        raise NotImplementedError

    def score(self, counts: list[int], known: list[set[str]], bonuses: list[Points], carry: int) -> Score:
        """Count a deal: `counts` cards a side, `known` those of them that can matter."""
        majority, carry, void = self.majority(counts, carry)
        if void:
            return Score([0] * len(counts), majority, carry, void)
        cards = [sum(map(self.card_points, captured)) for captured in known]
        return Score([sum(parts) for parts in zip(cards, bonuses, majority, strict=True)], majority, carry, void)

    # How it is dealt, and how it ends

    def packet(self) -> int:
        return 4

    def kept_off(self, card: str) -> bool:
        raise NotImplementedError

    def sides(self, players: int) -> list[int]:
        """The side of each seat: four sit as opposite partners."""
        return [0, 1, 0, 1] if players == 4 else list(range(players))

    def target(self) -> int:
        return int(self.chosen["target"])

    def tie(self) -> str:
        """G13: highest wins; tied highest: the tie rule, another deal unless an option says otherwise."""
        return self.chosen.get("tie", "another_deal")


def lone_jack(card: str, floor: list[str]) -> bool:
    return rank(card) == "J" and len(floor) == 1 and rank(floor[0]) == "J"


def most(counts: list[int]) -> list[int]:
    """The sides that have the most cards."""
    return [side for side, count in enumerate(counts) if count == max(counts)]


class Egyptian(Reading):
    NAME = "egyptian"
    PLAYERS = (2, 4)  # S0 §1; three are refused
    OPTIONS: ClassVar[Options] = {
        "target": ("101", "121"),
        "groups": ("chosen", "maximal"),
        "court_match": ("all", "one"),
        "lone_jack": ("none", "double", "triple"),
    }
    BURIES = True  # S0 §2: inside the remaining stock
    CARRIES = True

    def kept_off(self, card: str) -> bool:
        return rank(card) == "J" or card == SEVEN_OF_DIAMONDS

    def takes_the_floor(self, card: str, floor: list[str]) -> bool:  # noqa: ARG002
        return rank(card) == "J" or card == SEVEN_OF_DIAMONDS  # also when it holds but one jack (G8)

    def may_take(self, card: str, floor: list[str], taken: frozenset[str]) -> bool:
        if self.chosen["court_match"] == "one" and rank(card) in "QK":  # G3, else: one king, which the player picks
            return len(taken) == 1 and taken <= self.equals(card, floor)
        return super().may_take(card, floor, taken)

    def captured_sets(self, card: str, floor: list[str]) -> list[frozenset[str]]:
        sets = super().captured_sets(card, floor)
        if self.chosen["groups"] == "maximal":  # G1, else: only sets that no other legal set contains
            return [taken for taken in sets if not any(taken < other for other in sets)]
        return sets

    def bonus(self, card: str, floor: list[str], taken: frozenset[str], before: History) -> Points:  # noqa: ARG002
        if not floor or taken != set(floor):
            return 0
        if rank(card) == "J":
            return {"none": 0, "double": 20, "triple": 30}[self.chosen["lone_jack"]] if lone_jack(card, floor) else 0
        if card == SEVEN_OF_DIAMONDS:  # numeric and at most 10, and nothing else helps it (G12)
            return 10 if all(pips(c) for c in taken) and sum(map(pips, taken)) <= 10 else 0
        return 10

    def majority(self, counts: list[int], carry: int) -> tuple[list[int], int, bool]:
        if max(counts) >= 27:
            return [30 + carry if count >= 27 else 0 for count in counts], 0, False
        return [0] * len(counts), carry + 30, False  # S0 §5: 26-26 is carried, again and again


class Bastra(Reading):
    NAME = "bastra"
    PLAYERS = (2, 3, 4)
    OPTIONS: ClassVar[Options] = {
        "sides": ("partners", "solo"),
        "obligation": ("played_card", "hand"),
        "tie": ("another_deal", "draw", "extend_20", "extend_30", "extend_50"),
    }
    SINGLY = True  # S2: one card at a time from the dealer's left

    def kept_off(self, card: str) -> bool:
        return rank(card) == "J"

    def sides(self, players: int) -> list[int]:
        return list(range(players)) if self.chosen["sides"] == "solo" else super().sides(players)

    def takes_the_floor(self, card: str, floor: list[str]) -> bool:  # noqa: ARG002
        return rank(card) == "J"  # the 7♦ is an ordinary seven

    def may_trail(self, sets: list[frozenset[str]], floor: list[str], hand: list[str]) -> bool:
        if self.chosen["obligation"] == "hand":  # "add a card if you cannot fish any", read as the whole hand
            return not any(self.captured_sets(held, floor) for held in hand)
        return not sets

    def bonus(self, card: str, floor: list[str], taken: frozenset[str], before: History) -> Points:  # noqa: ARG002
        return 10 if floor and taken == set(floor) and rank(card) != "J" else 0

    def majority(self, counts: list[int], carry: int) -> tuple[list[int], int, bool]:
        leaders = most(counts)  # three players: the plurality; tied leaders each get 3 (G14)
        return [3 if side in leaders else 0 for side in range(len(counts))], carry, False

    def target(self) -> int:
        return 100


def without(parent: Options, *removed: str) -> Options:
    return {name: choices for name, choices in parent.items() if name not in removed}


class EgyptianWiki(Bastra):
    NAME = "egyptian-wiki"
    OPTIONS: ClassVar[Options] = {
        **without(Bastra.OPTIONS, "tie"),
        "target": ("101", "121"),
        "lone_jack": ("double", "triple"),
        "opening_seven": ("allowed", "kept_off"),
    }
    CARRIES = True

    def kept_off(self, card: str) -> bool:
        seven = card == SEVEN_OF_DIAMONDS and self.chosen["opening_seven"] == "kept_off"
        return seven or rank(card) == "J"

    def takes_the_floor(self, card: str, floor: list[str]) -> bool:  # noqa: ARG002
        return rank(card) == "J" or card == SEVEN_OF_DIAMONDS

    def bonus(self, card: str, floor: list[str], taken: frozenset[str], before: History) -> Points:  # noqa: ARG002
        if not floor or taken != set(floor):
            return 0
        if rank(card) == "J":
            return self.for_a_lone_jack() if lone_jack(card, floor) else 0
        if card == SEVEN_OF_DIAMONDS:
            return 10 if self.seven_scores([pips(c) for c in taken], {rank(c) for c in taken}) else 0
        return 10

    def for_a_lone_jack(self) -> int:
        return {"double": 20, "triple": 30}[self.chosen["lone_jack"]]

    def seven_scores(self, values: list[int], ranks: set[str]) -> bool:  # noqa: ARG002
        return 0 not in values and sum(values) <= 10

    def majority(self, counts: list[int], carry: int) -> tuple[list[int], int, bool]:
        leaders = most(counts)
        if len(leaders) > 1:  # G14: among three as among two
            return [0] * len(counts), carry + 30, False
        return [30 + carry if side in leaders else 0 for side in range(len(counts))], 0, False

    def target(self) -> int:
        return int(self.chosen["target"])


class Yemeni(EgyptianWiki):
    NAME = "yemeni"
    OPTIONS = without(EgyptianWiki.OPTIONS, "lone_jack")

    def for_a_lone_jack(self) -> int:
        return 20

    def seven_scores(self, values: list[int], ranks: set[str]) -> bool:
        if ranks <= {"10", "Q", "K"}:  # only tens, queens and kings, in any mixture
            return True
        if 0 in values:
            return False
        if sum(values) < 10:  # 10 does not count
            return True
        # two or more groups of one common total below 10: A 2 7 8 is 9 + 9, 5 5 is 5 + 5
        return any(sum(values) >= 2 * total and splits(values, total, 1) for total in range(1, 10))


class Ethiopian(EgyptianWiki):
    NAME = "ethiopian"
    OPTIONS = without(EgyptianWiki.OPTIONS, "lone_jack", "target")
    CARRIES = False

    def takes_the_floor(self, card: str, floor: list[str]) -> bool:
        wild = floor == [SEVEN_OF_DIAMONDS]  # a lone 7♦: any card but a jack takes it for a basra, a jack as always
        return wild or super().takes_the_floor(card, floor)

    def for_a_lone_jack(self) -> int:
        return 0

    def seven_scores(self, values: list[int], ranks: set[str]) -> bool:  # noqa: ARG002
        # one or more groups of one common total up to 10: 10 4 6, A 2 7 8
        return 0 not in values and any(splits(values, total, 1) for total in range(1, 11))

    def majority(self, counts: list[int], carry: int) -> tuple[list[int], int, bool]:
        return three_or_nobody(counts), carry, False

    def target(self) -> int:
        return 52


def three_or_nobody(counts: list[int]) -> list[int]:
    """Majority 3; in a tie nobody gets it and nothing is carried."""
    leaders = most(counts)
    return [3 if leaders == [side] else 0 for side in range(len(counts))]


class LebaneseAshush(Bastra):
    NAME = "lebanese-ashush"
    OPTIONS: ClassVar[Options] = {**without(Bastra.OPTIONS, "tie"), "packet": ("6", "4")}

    def packet(self) -> int:
        return int(self.chosen["packet"])

    def bonus(self, card: str, floor: list[str], taken: frozenset[str], before: History) -> Points:  # noqa: ARG002
        return 10 if len(floor) == 1 and taken == set(floor) and rank(card) == rank(floor[0]) else 0

    def majority(self, counts: list[int], carry: int) -> tuple[list[int], int, bool]:
        return three_or_nobody(counts), carry, False

    def target(self) -> int:
        return 101


class Lebanese(LebaneseAshush):
    NAME = "lebanese"
    OPTIONS = without(LebaneseAshush.OPTIONS, "packet")

    def packet(self) -> int:
        return 6

    def bonus(self, card: str, floor: list[str], taken: frozenset[str], before: History) -> Points:
        # also case (2): the card before was trailed on a single card, and both are now taken by their sum
        added = before == History(trailed=True, floor_count=1) and len(floor) == 2 and taken == set(floor)
        if added and all(pips(c) for c in floor) and pips(card) == sum(map(pips, floor)):
            return 10
        return super().bonus(card, floor, taken, before)


class Palestinian(Bastra):
    NAME = "palestinian"
    OPTIONS: ClassVar[Options] = {**Bastra.OPTIONS, "packet": ("4", "5"), "target": ("101", "151")}
    DECK: ClassVar[list[str]] = [c for c in full_deck() if rank(c) not in "QK"]

    def packet(self) -> int:
        return int(self.chosen["packet"])

    def face_value(self, card: str) -> Points:
        return pips(card)

    def bonus(self, card: str, floor: list[str], taken: frozenset[str], before: History) -> Points:  # noqa: ARG002
        if not floor or taken != set(floor) or (rank(card) == "J" and not lone_jack(card, floor)):
            return 0
        return 2 * self.face_value(card)  # of the capturing card: 7 gives 14; a jack on a lone jack 0 here

    def majority(self, counts: list[int], carry: int) -> tuple[list[int], int, bool]:
        return three_or_nobody(counts), carry, False

    def target(self) -> int:
        return int(self.chosen["target"])


class Jordanian(Palestinian):
    NAME = "jordanian"  # variant A: no difference


class JordanianCourt(Palestinian):
    NAME = "jordanian-court"
    DECK = full_deck()

    def face_value(self, card: str) -> Points:
        return 10 if rank(card) in "QK" else pips(card)  # for the bonus only


class Syrian(Palestinian):
    NAME = "syrian"
    OPTIONS: ClassVar[Options] = {**Palestinian.OPTIONS, "packet": ("4", "6")}
    DECK = full_deck()

    def face_value(self, card: str) -> Points:
        worth: dict[str, Points] = {"Q": 3, "K": 4, "J": Fraction(25, 2)}
        return worth.get(rank(card), pips(card))


class SyrianHomsi(Palestinian):
    NAME = "syrian-homsi"

    def face_value(self, card: str) -> Points:
        return Fraction(25, 2) if rank(card) == "J" else pips(card)


class Russian(Reading):
    NAME = "russian"
    PLAYERS = (2, 4)
    OPTIONS: ClassVar[Options] = {
        "premiums": ("one_card", "every_suit"),
        "card_points": ("literal", "premiums_only"),
    }
    FLOOR = 0
    DRAWS = True
    DEALER_LEADS = True

    def kept_off(self, card: str) -> bool:  # noqa: ARG002 - there is no floor at the start
        return False

    def value(self, card: str) -> int:
        return 11 if rank(card) == "J" else pips(card)

    def takes_the_floor(self, card: str, floor: list[str]) -> bool:  # noqa: ARG002
        return card == SEVEN_OF_DIAMONDS

    def equals(self, card: str, floor: list[str]) -> set[str]:
        taken = {"Q": "", "K": "Q", "7": "7 K"}.get(rank(card), rank(card)).split()
        return {other for other in floor if rank(other) in taken}

    def may_trail(self, sets: list[frozenset[str]], floor: list[str], hand: list[str]) -> bool:  # noqa: ARG002
        return True  # capturing is optional

    def bonus(self, card: str, floor: list[str], taken: frozenset[str], before: History) -> Points:  # noqa: ARG002
        return 10 if card == SEVEN_OF_DIAMONDS and taken else 0  # that alone is a basra

    def card_points(self, card: str) -> int:
        premium = {"2": 2, "10": 3}.get(rank(card), 0)
        if self.chosen["premiums"] == "one_card" and card not in ("2♣", "10♦"):
            premium = 0
        return premium if self.chosen["card_points"] == "premiums_only" else premium + self.value(card)

    def majority(self, counts: list[int], carry: int) -> tuple[list[int], int, bool]:
        return [30 if count >= 27 else 0 for count in counts], carry, counts == [26, 26]

    def target(self) -> int:
        return 101


READINGS: dict[str, type[Reading]] = {
    reading.NAME: reading
    for reading in (
        Egyptian,
        Bastra,
        EgyptianWiki,
        Yemeni,
        Ethiopian,
        Lebanese,
        LebaneseAshush,
        Palestinian,
        Jordanian,
        JordanianCourt,
        Syrian,
        SyrianHomsi,
        Russian,
    )
}
ALL_OPTIONS = sorted({name for reading in READINGS.values() for name in reading.OPTIONS})
