"""The engine agrees with the naive readings of the written rules: situations, whole deals, counts and match ends.

Every profile is tried as it is, with every other choice of each of its options, and with the last choice of all of
them.  `BASRA_THOROUGH=10` tries ten times as much.  A failure prints a record from which the case can be set up again.
"""

from __future__ import annotations

import os
import random
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, NamedTuple, NoReturn

import pytest

from basra_rules.cards import CARDS, CardSet, cards_of
from basra_rules.engine.bonuses import score_bonuses
from basra_rules.engine.captures import find_captures, is_capture
from basra_rules.engine.deal import play, start_deal
from basra_rules.engine.legality import may_trail, refuse
from basra_rules.engine.match import add_deal, next_dealer, start_match
from basra_rules.engine.scoring import Tally, score_deal, score_tallies
from basra_rules.engine.state import Action, DealState, Previous, Seat, Table
from basra_rules.errors import BasraError, ProfileError
from basra_rules.profile.loading import load_profile
from basra_rules.resources import profile_names
from basra_rules.rules.compiling import compile_rules
from tests.naive.naive_deal import NaiveDeal, NaiveMatch
from tests.naive.readings import ALL_OPTIONS, READINGS, Points, Reading
from tests.naive.situations import Situation, random_counts, random_points, random_situation, random_stock

if TYPE_CHECKING:
    from collections.abc import Iterable

    from basra_rules.rules.model import Rules

THOROUGH = int(os.environ.get("BASRA_THOROUGH", "1"))
SITUATIONS, DEALS, COUNTS, MATCHES = 1500, 180, 100, 40
"""How many are tried of each with a profile's defaults; all its other choices together get as many again."""
CARD = {str(card): card for card in CARDS}


class Case(NamedTuple):
    """A profile and what was chosen of its options; `share` of the numbers above is tried."""

    profile: str
    chosen: tuple[tuple[str, str], ...]
    share: float

    @property
    def name(self) -> str:
        return " ".join((self.profile, *map("=".join, self.chosen)))

    def reading(self) -> Reading:
        return READINGS[self.profile](**dict(self.chosen))

    def rules(self) -> Rules:
        return compiled(self.profile, self.chosen)

    def chance(self) -> random.Random:
        return random.Random(self.name)

    def times(self, number: int) -> range:
        return range(max(1, round(number * self.share * THOROUGH)))


@cache
def compiled(profile: str, chosen: tuple[tuple[str, str], ...]) -> Rules:
    return compile_rules(load_profile(profile, dict(chosen)))


def all_cases() -> list[Case]:
    cases = []
    for name, reading in READINGS.items():
        others = [(option, choice) for option, choices in reading.OPTIONS.items() for choice in choices[1:]]
        cases.append(Case(name, (), 1))
        cases += [Case(name, (other,), 1 / len(others)) for other in others]
        cases.append(Case(name, tuple((option, choices[-1]) for option, choices in reading.OPTIONS.items()), 0.2))
    return cases


every_case = pytest.mark.parametrize("case", all_cases(), ids=lambda case: case.name)
every_profile = pytest.mark.parametrize("profile", READINGS)


def bits(cards: Iterable[str]) -> CardSet:
    return sum(1 << CARD[card] for card in cards)


def names(cards: CardSet) -> str:
    return " ".join(map(str, cards_of(cards)))


def table(situation: Situation) -> Table:
    return Table(
        floor=tuple(CARD[card] for card in situation.floor),
        previous=Previous(situation.before.trailed, situation.before.floor_count),
        hand=bits(situation.hand),
        last_card=situation.last_card,
    )


def disagree(case: Case, setting: dict[str, object], expected: object, actual: object) -> NoReturn:
    """Fail with a record from which the case can be set up again."""
    parts = {"profile": case.profile, "options": dict(case.chosen), **setting, "expected": expected, "actual": actual}
    pytest.fail("\n".join(["", *(f"{name}: {part}" for name, part in parts.items())]), pytrace=False)


def told(situation: Situation) -> dict[str, object]:
    return {
        "floor": " ".join(situation.floor),
        "play": situation.card,
        "hand": " ".join(situation.hand),
        "history": situation.before,
        "last_card": situation.last_card,
    }


Judged = tuple[Situation, list[frozenset[str]], bool]


@cache
def judged(case: Case) -> list[Judged]:
    """Random situations, with the captured sets and the leave to trail that the naive reading sees in them."""
    chance, reading = case.chance(), case.reading()
    found = []
    for _ in case.times(SITUATIONS):
        situation = random_situation(chance, reading)
        sets = reading.captured_sets(situation.card, situation.floor)
        found.append((situation, sets, reading.may_trail(sets, situation.floor, situation.hand)))
    return found


# Situations


@every_case
def test_a_card_may_take_exactly_the_sets_that_brute_force_finds(case: Case) -> None:
    rules = case.rules()
    for situation, sets, _ in judged(case):
        found = find_captures(rules, table(situation), CARD[situation.card], cap=1000)
        expected, actual = sorted(map(bits, sets)), sorted(found.sets)
        if (actual, found.total, found.exact) != (expected, len(expected), True):
            disagree(case, told(situation), list(map(names, expected)), (found.total, list(map(names, actual))))


@every_case
def test_any_other_set_is_refused_and_none_of_those(case: Case) -> None:
    rules, chance = case.rules(), case.chance()
    for situation, sets, _ in judged(case):
        tried = {frozenset(c for c in situation.floor if chance.random() < 0.6) for _ in range(4)} - {frozenset()}
        tried |= set(chance.sample(sets, min(2, len(sets))))
        for taken in tried:
            action, expected = Action(CARD[situation.card], bits(taken)), taken in sets
            actual = is_capture(rules, table(situation), action.card, action.captured)
            refusal = refuse(rules, table(situation), action)
            if (actual, refusal is None) != (expected, expected):
                disagree(case, told(situation) | {"takes": " ".join(taken)}, expected, (actual, refusal))


@every_case
def test_a_card_may_trail_where_the_obligation_leaves_it_free(case: Case) -> None:
    rules = case.rules()
    for situation, _, expected in judged(case):
        card = CARD[situation.card]
        actual = may_trail(rules, table(situation), card)
        refusal = refuse(rules, table(situation), Action(card))
        if (actual, refusal is None) != (expected, expected):
            disagree(case, told(situation), expected, (actual, refusal))


@every_case
def test_a_play_earns_the_bonus_points_of_the_naive_reading(case: Case) -> None:
    rules, reading, chance = case.rules(), case.reading(), case.chance()
    for situation, sets, _ in judged(case):
        whole = frozenset(situation.floor)
        some = [frozenset[str](), *chance.sample(sets, min(3, len(sets))), *([whole] if whole in sets else [])]
        for taken in some:
            expected = reading.bonus(situation.card, situation.floor, taken, situation.before) if taken else 0
            scored = score_bonuses(rules, table(situation), Action(CARD[situation.card], bits(taken)))
            if sum(one.points for one in scored) != expected or bool(scored) != bool(expected):
                disagree(case, told(situation) | {"takes": " ".join(taken)}, expected, scored)


# Deals


def seen_naively(deal: NaiveDeal) -> dict[str, object]:
    return {
        "hands": tuple(map(bits, deal.hands)),
        "floor": bits(deal.floor),
        "stock": tuple(CARD[card] for card in deal.stock),
        "captured": tuple(map(bits, deal.captured)),
        "points": tuple(deal.points),
        "shown": tuple(map(bits, deal.shown)),
        "previous": Previous(*deal.before),
        "last_capturer": deal.last_capturer,
        "packets": tuple(deal.packets),
        "leftover": bits(deal.leftover),
        "out_of_play": bits(deal.nobodys),
        "over": deal.over,
        "turn": None if deal.over else deal.turn,
    }


def seen_by_the_engine(state: DealState) -> dict[str, object]:
    return {
        "hands": state.hands,
        "floor": sum(1 << card for card in state.floor),
        "stock": state.stock,
        "captured": state.captured,
        "points": state.points,
        "shown": state.shown,
        "previous": state.previous,
        "last_capturer": state.last_capturer,
        "packets": state.packets,
        "leftover": state.leftover,
        "out_of_play": state.out_of_play,
        "over": state.over,
        "turn": None if state.over else state.turn,
    }


def follow_a_deal(case: Case, players: int, chance: random.Random, trailing: float) -> tuple[NaiveDeal, DealState]:
    """Play one deal at random in both, and compare them after every play."""
    reading, rules = case.reading(), case.rules()
    dealer = chance.randrange(players)
    stock = random_stock(chance, reading, players)
    naive = NaiveDeal(reading, players, dealer, stock)
    places = naive.random_places(chance) if chance.random() < 0.8 else []
    naive.bury(places)
    state = start_deal(rules, players, Seat(dealer), tuple(CARD[card] for card in stock), tuple(places)).state
    plays: list[str] = []
    while True:
        expected, actual = seen_naively(naive), seen_by_the_engine(state)
        if expected != actual:
            wrong = [part for part, value in expected.items() if value != actual[part]]
            opening = {"players": players, "dealer": dealer, "stock": " ".join(stock), "places": places, "plays": plays}
            wanted, got = ({part: parts[part] for part in wrong} for parts in (expected, actual))
            disagree(case, opening, wanted, got)
        if naive.over:
            return naive, state
        card, taken = naive.random_play(chance, trailing)
        plays.append(f"{card} x {' '.join(sorted(taken))}" if taken else card)
        naive.play(card, taken)
        state = play(rules, state, Action(CARD[card], bits(taken))).state


def compare_scores(case: Case, deal: NaiveDeal, state: DealState, carry: int) -> None:
    expected = deal.reading.score(list(map(len, deal.captured)), deal.captured, deal.points, carry)
    result = score_deal(case.rules(), state, (carry,))
    actual = (list(result.points), list(result.awards[0].points), result.carries[0], result.void)
    if actual != tuple(expected):
        captured = [" ".join(sorted(cards)) for cards in deal.captured]
        disagree(case, {"captured": captured, "bonuses": deal.points, "carry": carry}, expected, result)


def random_carry(case: Case, chance: random.Random) -> int:
    return 30 * chance.randint(0, 3) if case.reading().CARRIES else 0


@every_case
def test_whole_deals_go_the_same_way_and_score_the_same(case: Case) -> None:
    chance = case.chance()
    players = case.reading().PLAYERS
    for number in case.times(DEALS):
        deal, state = follow_a_deal(case, players[number % len(players)], chance, chance.choice((0, 0.1, 0.3)))
        compare_scores(case, deal, state, random_carry(case, chance))


@every_profile
def test_every_number_of_players_can_play_and_no_other(profile: str) -> None:
    case, chance = Case(profile, (), 1), random.Random(profile)
    stock = tuple(CARD[card] for card in case.reading().DECK)
    for players in range(1, 6):
        if players in case.reading().PLAYERS:
            follow_a_deal(case, players, chance, 0.3)
            continue
        with pytest.raises(BasraError):
            start_deal(case.rules(), players, Seat(0), stock)
        with pytest.raises(BasraError):
            start_match(case.rules(), players, Seat(0))


def test_nobody_gets_what_is_left_where_nobody_ever_captured() -> None:
    case, chance = Case("russian", (), 1), random.Random("russian")
    for players in case.reading().PLAYERS:
        deal, state = follow_a_deal(case, players, chance, trailing=1)
        assert len(deal.nobodys) == 52
        assert state.last_capturer is None


@every_profile
def test_the_next_dealer_is_the_next_seat_but_a_void_deal_is_dealt_again_by_the_same(profile: str) -> None:
    case = Case(profile, (), 1)
    for players in case.reading().PLAYERS:
        for dealer in range(players):
            after = next_dealer(case.rules(), players, Seat(dealer), void=False)
            again = next_dealer(case.rules(), players, Seat(dealer), void=True)
            assert (after, again) == ((dealer + 1) % players, dealer)


# Counting


@every_case
def test_counts_of_cards_come_to_the_same_points_majority_and_carry(case: Case) -> None:
    chance, reading, rules = case.chance(), case.reading(), case.rules()
    for number in case.times(COUNTS):
        players = reading.PLAYERS[number % len(reading.PLAYERS)]
        counts = random_counts(chance, reading, max(reading.sides(players)) + 1)
        cards = chance.sample(reading.DECK, len(reading.DECK))
        listed = [{cards.pop() for _ in range(count)} for count in counts]
        if chance.random() < 0.5:  # cards that are not listed score nothing
            listed = [{card for card in captured if chance.random() < 0.5} for captured in listed]
        bonuses: list[Points] = [chance.choice((0, 10, 20, 34)) for _ in counts]
        carry = random_carry(case, chance)
        expected = reading.score(counts, listed, bonuses, carry)
        tallies = [Tally(*one) for one in zip(counts, map(bits, listed), bonuses, strict=True)]
        result = score_tallies(rules, tuple(tallies), (carry,))
        actual = (list(result.points), list(result.awards[0].points), result.carries[0], result.void)
        if actual != tuple(expected):
            setting = {"counts": counts, "known": listed, "bonuses": bonuses, "carry": carry}
            disagree(case, setting, expected, result)


# Matches


@every_case
def test_matches_end_with_the_same_deal_and_winner(case: Case) -> None:
    chance, reading, rules = case.chance(), case.reading(), case.rules()
    for number in case.times(MATCHES):
        players = reading.PLAYERS[number % len(reading.PLAYERS)]
        dealer = chance.randrange(players)
        naive, match = NaiveMatch(reading, players, dealer), start_match(rules, players, Seat(dealer))
        sides = len(naive.scores)
        blank = score_tallies(rules, tuple(Tally(*one) for one in [(40, 0, 0), *[(0, 0, 0)] * (sides - 1)]), (0,))
        deals: list[object] = []
        while not naive.over and len(deals) < 100:
            void = chance.random() < 0.1
            points: list[Points] = [0] * sides if void else random_points(chance, sides)
            deals.append("void" if void else points)
            naive.add(points, void=void)
            match = add_deal(rules, match, replace(blank, points=tuple(points), void=void))
            expected = (tuple(naive.scores), naive.target, naive.over, naive.winner)
            actual = (match.scores, match.target, match.over, match.winner)
            if actual != expected or (not match.over and match.dealer != naive.dealer):
                disagree(case, {"players": players, "deals": deals}, (expected, naive.dealer), match)


# The readings themselves


def test_every_naive_reading_is_of_a_shipped_profile() -> None:
    assert set(READINGS) <= set(profile_names())


@every_profile
def test_a_profile_has_the_options_of_its_reading_and_no_others(profile: str) -> None:
    for option in ALL_OPTIONS:
        choices = READINGS[profile].OPTIONS.get(option, ())
        for choice in choices:
            load_profile(profile, {option: choice})
        with pytest.raises(ProfileError):
            load_profile(profile, {option: "never"})
        if not choices:
            for other in (reading.OPTIONS.get(option, ()) for reading in READINGS.values()):
                for choice in other[:1]:
                    with pytest.raises(ProfileError):
                        load_profile(profile, {option: choice})
