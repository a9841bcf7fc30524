"""Rules made by hand: the engine is tested without profiles, expressions and their compilers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

from basra_rules.cards import (
    CARDS,
    FULL_DECK,
    RANKS,
    Card,
    CardSet,
    Rank,
    card_set,
    cards_of_rank,
    parse_card,
    parse_cards,
)
from basra_rules.engine.state import Previous, Table
from basra_rules.errors import SourceFile, Span
from basra_rules.expression.situation import DeckTables, Situation, deck_tables
from basra_rules.expression.tree import Condition, Flag
from basra_rules.profile.vocabulary import (
    Direction,
    Groups,
    IfNobody,
    KeptOff,
    Leader,
    Leftover,
    NextDealer,
    Obligation,
    Refill,
    Remainder,
    TiePolicy,
)
from basra_rules.rules.model import (
    Amount,
    Award,
    Bonus,
    Capture,
    Clause,
    Dealing,
    Grouping,
    MatchRules,
    Pick,
    Rules,
    Scoring,
    Seats,
    Test,
    Ways,
    Whole,
)

if TYPE_CHECKING:
    from basra_rules.exact import Number

WaysOf: TypeAlias = Callable[[Card], Ways]
BonusesOf: TypeAlias = Callable[[Card], tuple[Bonus, ...]]

ANYTHING: Condition = Flag("sweep", Span(SourceFile("hand made", "sweep"), 0, 5))
SEVEN_OF_DIAMONDS = parse_card("7♦")
PIPS: tuple[Number | None, ...] = tuple(
    RANKS.index(card.rank) + 1 if card.rank not in (Rank.JACK, Rank.QUEEN, Rank.KING) else None for card in CARDS
)


def clause(key: str) -> Clause:
    """Return a rule of that key."""
    return Clause(key, key)


def cards(text: str) -> CardSet:
    """Return the set that `text` names."""
    return card_set(parse_cards(text))


def table(floor: str, hand: str = "", **others: object) -> Table:
    """Return a table with that floor and that hand."""
    return replace(Table(parse_cards(floor), hand=cards(hand)), **others)  # type: ignore[arg-type]


def same_rank(card: Card) -> CardSet:
    """Return the cards of the rank of `card`."""
    return cards_of_rank(card.rank)


def whole(taken: CardSet, name: str = "match", when: Test | None = None) -> Whole:
    """Return a way that takes all of `taken`."""
    return Whole(taken, when, clause(f"capture.ways.{name}"))


def pick(taken: CardSet, name: str = "one", when: Test | None = None) -> Pick:
    """Return a way that takes one of `taken`."""
    return Pick(taken, when, clause(f"capture.ways.{name}"))


def grouping(total: Number, smallest: int = 2, *, single: bool = False, name: str = "sum") -> Grouping:
    """Return a way that takes groups of `total`."""
    return Grouping(total, smallest, single, None, clause(f"capture.ways.{name}"))


def ways(wholes: tuple[Whole, ...] = (), picks: tuple[Pick, ...] = (), groupings: tuple[Grouping, ...] = ()) -> Ways:
    """Return ways of those kinds."""
    return Ways(wholes, picks, groupings)


def bonus(
    name: str, when: Test | None, points: Number | Amount = 10, *, instead_of: str | None = None, index: int = 0
) -> Bonus:
    """Return a bonus."""
    return Bonus(name, name.replace("_", " "), index, when, points, instead_of, ANYTHING, clause(f"bonuses.{name}"))


def award(points: Number = 30, if_nobody: IfNobody = IfNobody.CARRY, **others: object) -> Award:
    """Return an award for the most cards."""
    made = Award("majority", "majority", FULL_DECK, None, points, if_nobody, clause("scoring.awards.majority"))
    return replace(made, **others)  # type: ignore[arg-type]


# Ways and bonuses of the usual games


def basra_ways(card: Card, *, sweepers: CardSet) -> Ways:
    """Return match, sums and sweepers."""
    value = PIPS[card]
    wholes: tuple[Whole, ...] = (whole(FULL_DECK, "sweep"),) if sweepers >> card & 1 else ()
    if card.rank is not Rank.JACK:
        wholes += (whole(same_rank(card)),)
    return ways(wholes, groupings=() if value is None else (grouping(value),))


def is_sweep(situation: Situation) -> bool:
    """Tell whether the floor was not empty and all of it is taken."""
    return bool(situation.floor) and situation.captured == situation.floor


def captured_sum(situation: Situation) -> Number | None:
    """Return what the captured cards come to, or None where one has no value."""
    total: Number = 0
    for card in CARDS:
        if situation.captured >> card & 1:
            value = PIPS[card]
            if value is None:
                return None
            total += value
    return total


def egyptian_bonuses(card: Card) -> tuple[Bonus, ...]:
    """Return 10 for a sweep, for 7♦ up to a total of 10, for a jack never."""
    if card.rank is Rank.JACK:
        return ()
    if card == SEVEN_OF_DIAMONDS:
        return (bonus("seven_of_diamonds", lambda asked: (captured_sum(asked) or 99) <= 10),)
    return (bonus("basra", is_sweep),)


USUAL_POINTS: tuple[Number, ...] = tuple(
    int(card.rank in (Rank.ACE, Rank.JACK)) + 2 * (str(card) == "2♣") + 3 * (str(card) == "10♦") for card in CARDS
)
USUAL_DEALING = Dealing(
    packet=4,
    singly=False,
    floor=4,
    hidden=0,
    keep_off=cards("J♣ J♦ J♥ J♠ 7♦"),
    keep_off_top=0,
    kept_off_go=KeptOff.INSIDE_STOCK,
    refill=Refill.EMPTY_HANDS,
    leader=Leader.AFTER_DEALER,
    next_dealer=NextDealer.AFTER_DEALER,
    remainder=Remainder.LAST_CAPTURER,
)


USUAL_MATCH = MatchRules(101, TiePolicy.ANOTHER_DEAL, 0)


@dataclass(frozen=True, slots=True)
class Game:
    """What rules are made of, with what is usual."""

    ways: WaysOf
    bonuses: BonusesOf = lambda _: ()
    dealing: Dealing = USUAL_DEALING
    deck: CardSet = FULL_DECK
    values: tuple[Number | None, ...] = PIPS
    players: tuple[int, ...] = (2, 3, 4)
    partners: bool = True
    obligation: Obligation = Obligation.PLAYED_CARD
    groups: Groups = Groups.CHOSEN
    pile: bool = False
    conditional: bool = False
    awards: tuple[Award, ...] = (award(),)
    leftover: Leftover = Leftover.LAST_CAPTURER
    match: MatchRules = USUAL_MATCH

    def rules(self) -> Rules:
        """Return the rules."""
        return Rules(
            name="hand-made",
            title="Hand-made",
            seats=Seats(self.players, self.partners, Direction.CLOCKWISE),
            deck=self.deck,
            tables=self._tables(),
            dealing=self.dealing,
            capture=Capture(
                self.pile,
                self.obligation,
                self.groups,
                tuple(self.ways(card) for card in CARDS),
                self.conditional,
                clause("capture.obligation"),
                clause("capture.groups"),
            ),
            bonuses=tuple(self.bonuses(card) for card in CARDS),
            scoring=Scoring(USUAL_POINTS, self.awards, self.leftover),
            match=self.match,
        )

    def _tables(self) -> DeckTables:
        return deck_tables(self.values)


JACKS = cards_of_rank(Rank.JACK)
EGYPTIAN = Game(ways=lambda card: basra_ways(card, sweepers=JACKS | 1 << SEVEN_OF_DIAMONDS), bonuses=egyptian_bonuses)
BASTRA = Game(
    ways=lambda card: basra_ways(card, sweepers=JACKS),
    bonuses=lambda card: () if card.rank is Rank.JACK else (bonus("basra", is_sweep),),
    dealing=replace(USUAL_DEALING, packet=6, singly=True, keep_off=JACKS, kept_off_go=KeptOff.BOTTOM),
    awards=(award(3, IfNobody.EACH),),
)


def _russian_ways(card: Card) -> Ways:
    value = RUSSIAN_VALUES[card]
    if card == SEVEN_OF_DIAMONDS:
        return ways((whole(FULL_DECK, "sweep"),))
    if card.rank is Rank.KING:
        return ways((whole(cards_of_rank(Rank.QUEEN), "queens"),))
    wholes = (whole(cards_of_rank(Rank.KING), "kings"),) if card.rank is Rank.SEVEN else ()
    return ways() if value is None else ways((*wholes, whole(same_rank(card))), groupings=(grouping(value),))


RUSSIAN_VALUES = tuple(11 if card.rank is Rank.JACK else PIPS[card] for card in CARDS)
RUSSIAN = Game(
    ways=_russian_ways,
    bonuses=lambda card: (bonus("basra", is_sweep),) if card == SEVEN_OF_DIAMONDS else (),
    dealing=replace(USUAL_DEALING, floor=0, keep_off=0, refill=Refill.AFTER_PLAY, leader=Leader.DEALER),
    values=RUSSIAN_VALUES,
    obligation=Obligation.NONE,
    awards=(award(30, IfNobody.REPLAY, at_least=27),),
)


def _pile_ways(card: Card) -> Ways:
    if card.rank is Rank.JACK:
        return ways((whole(FULL_DECK, "sweep"),))
    return ways(
        (whole(FULL_DECK, when=lambda asked: asked.top is not None and bool(same_rank(card) >> asked.top & 1)),)
    )


PILE = Game(
    ways=_pile_ways,
    bonuses=lambda _: (bonus("pisti", lambda asked: is_sweep(asked) and asked.captured.bit_count() == 1, index=0),),
    dealing=replace(USUAL_DEALING, hidden=3, keep_off=0, keep_off_top=JACKS),
    values=(None,) * 52,
    pile=True,
    conditional=True,
    awards=(award(3, IfNobody.NOBODY),),
)


def _pasur_ways(card: Card) -> Ways:
    value = PIPS[card]
    if card.rank is Rank.JACK:
        return ways((whole(FULL_DECK & ~cards_of_rank(Rank.QUEEN) & ~cards_of_rank(Rank.KING), "jack"),))
    if value is None:
        return ways(picks=(pick(same_rank(card), "courts"),))
    return ways(groupings=(grouping(11 - value, 1, single=True, name="eleven"),))


PASUR = Game(
    ways=_pasur_ways,
    bonuses=lambda card: () if card.rank is Rank.JACK else (bonus("sur", is_sweep, 5),),
    partners=False,
    awards=(
        award(7, IfNobody.NOBODY, name="clubs", counts=cards("A♣ 2♣ 3♣ 4♣ 5♣ 6♣ 7♣ 8♣ 9♣ 10♣ J♣ Q♣ K♣"), at_least=7),
    ),
)

NO_HISTORY = Previous()
