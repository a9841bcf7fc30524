"""Which sets a card may capture: everyday cases, and all of them against trying everything."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from basra_rules.cards import CARDS, Rank, Suit, cards_of_rank, cards_of_suit, format_cards, parse_card
from basra_rules.engine.captures import can_capture, find_captures, is_capture, make_offer, nth_capture
from basra_rules.engine.state import Table
from basra_rules.errors import UsageError
from basra_rules.profile.vocabulary import Groups
from tests.engine.brute_force import all_subsets, every_capture, in_order
from tests.engine.hand_made import (
    EGYPTIAN,
    PASUR,
    PILE,
    PIPS,
    RUSSIAN,
    Game,
    cards,
    grouping,
    pick,
    same_rank,
    table,
    ways,
    whole,
)

if TYPE_CHECKING:
    from basra_rules.cards import Card, CardSet
    from basra_rules.rules.model import Rules, Ways


def captured(rules: Rules, floor: str, card: str) -> list[str]:
    """Return the legal sets in their order, as text."""
    return [format_cards(taken) for taken in find_captures(rules, table(floor), parse_card(card)).sets]


EGYPTIAN_RULES = EGYPTIAN.rules()


@pytest.mark.parametrize(
    ("floor", "card", "expected"),
    [
        ("3♣ 5♦ K♠", "8♥", ["3♣ 5♦"]),
        ("8♣ 3♣ 5♦", "8♥", ["3♣ 5♦ 8♣", "8♣"]),
        ("K♠ Q♠", "K♥", ["K♠"]),
        ("K♠ K♦ Q♠", "K♥", ["K♦ K♠"]),
        ("3♣ 4♦", "8♥", []),
        ("", "J♥", []),
        ("K♠ 2♣ J♦", "J♥", ["2♣ J♦ K♠"]),
        ("K♠ 2♣ J♦", "7♦", ["2♣ J♦ K♠"]),
        ("J♦ 2♣", "2♥", ["2♣"]),
        ("A♣ 2♣ 3♣ 4♦", "5♥", ["A♣ 4♦ 2♣ 3♣"]),
    ],
)
def test_a_card_takes_its_equals_and_the_groups_it_chooses(floor: str, card: str, expected: list[str]) -> None:
    found = captured(EGYPTIAN_RULES, floor, card)
    wanted = [format_cards(cards(text)) for text in expected]
    assert found[: len(wanted)] == wanted
    assert bool(found) == bool(wanted)


def test_overlapping_sums_are_the_players_choice() -> None:
    assert captured(EGYPTIAN_RULES, "3♣ 5♦ 5♠", "8♥") == ["3♣ 5♦", "3♣ 5♠"]


def test_a_set_that_parts_in_several_ways_counts_once() -> None:
    found = find_captures(EGYPTIAN_RULES, table("A♣ A♦ 4♣ 4♦"), parse_card("5♥"))
    assert len(found.sets) == found.total == 5


def test_most_cards_come_first_then_the_highest_values_then_the_order_of_the_deck() -> None:
    assert captured(EGYPTIAN_RULES, "9♣ A♦ 8♠ 2♥ 2♣", "10♥") == [
        "A♦ 2♣ 8♠ 9♣",
        "A♦ 2♥ 8♠ 9♣",
        "A♦ 9♣",
        "2♣ 8♠",
        "2♥ 8♠",
    ]


def test_a_jack_counts_eleven_where_the_rules_say_so() -> None:
    assert captured(RUSSIAN.rules(), "4♣ 7♠ J♦", "J♥") == ["4♣ 7♠ J♦", "J♦"]


def test_a_card_with_no_way_takes_nothing() -> None:
    assert captured(RUSSIAN.rules(), "Q♣ 2♣", "Q♥") == []
    assert not can_capture(RUSSIAN.rules(), table("Q♣ 2♣"), parse_card("Q♥"))


def test_a_single_group_that_makes_eleven_with_the_card() -> None:
    assert captured(PASUR.rules(), "5♣ 2♣ 3♦ 5♠", "6♥") == ["2♣ 3♦", "5♣", "5♠"]


def test_one_of_several_equals_is_the_players_choice() -> None:
    assert captured(PASUR.rules(), "K♣ K♦ Q♠", "K♥") == ["K♣", "K♦"]


def test_a_pattern_takes_all_that_it_matches() -> None:
    assert captured(PASUR.rules(), "K♣ 2♦ J♠", "J♥") == ["2♦ J♠"]


def test_only_the_top_of_a_pile_matches_and_all_of_it_is_taken() -> None:
    rules = PILE.rules()
    assert captured(rules, "8♣ 2♦ 4♠", "4♥") == ["2♦ 4♠ 8♣"]
    assert captured(rules, "8♣ 4♠ 2♦", "4♥") == []
    assert captured(rules, "8♣ 4♠ 2♦", "J♥") == ["2♦ 4♠ 8♣"]


def test_face_down_cards_are_not_named_but_may_be_where_all_is_taken() -> None:
    rules, pile = PILE.rules(), table("8♣ 2♦ 4♠", hidden=2)
    assert find_captures(rules, pile, parse_card("4♥")).sets == (cards("4♠"),)
    assert is_capture(rules, pile, parse_card("4♥"), cards("4♠"))
    assert is_capture(rules, pile, parse_card("4♥"), cards("8♣ 2♦ 4♠"))
    assert not is_capture(rules, pile, parse_card("4♥"), cards("2♦ 4♠"))


def test_face_down_cards_take_no_part_in_sums_and_matches() -> None:
    floor = table("8♣ 3♣ 5♦ 2♠", hidden=2)
    assert find_captures(EGYPTIAN_RULES, floor, parse_card("8♥")).sets == ()
    assert find_captures(EGYPTIAN_RULES, floor, parse_card("7♥")).sets == (cards("5♦ 2♠"),)


def test_a_total_of_nothing_or_less_makes_no_group() -> None:
    for total in (0, -3):
        made = ways(groupings=(grouping(total, 1),))
        rules = Game(ways=lambda _, made=made: made).rules()  # type: ignore[misc]
        assert find_captures(rules, table("A♣ 2♣ 3♣"), parse_card("8♥")).total == 0


def test_halves_add_up() -> None:
    values = tuple(Fraction(25, 2) if card.rank is Rank.JACK else PIPS[card] for card in CARDS)
    made = ways(groupings=(grouping(Fraction(29, 2)),))
    rules = Game(ways=lambda _: made, values=values).rules()
    assert captured(rules, "J♣ 2♦ 2♣ A♠", "8♥") == ["2♣ J♣", "2♦ J♣"]


def test_a_way_whose_condition_fails_does_not_apply() -> None:
    made = ways((whole(cards("2♣"), when=lambda asked: asked.previous_trailed), whole(cards("3♣"))))
    rules = Game(ways=lambda _: made, conditional=True).rules()
    assert captured(rules, "2♣ 3♣", "8♥") == ["3♣"]


def test_several_groupings_may_be_used_together() -> None:
    made = ways(groupings=(grouping(5), grouping(7, single=True)))
    rules = Game(ways=lambda _: made).rules()
    assert captured(rules, "A♣ 4♦ 6♣ A♠ 6♠", "9♥")[0] == "A♣ A♠ 4♦ 6♣"
    assert not is_capture(rules, table("A♣ 6♦ 6♣ A♠"), parse_card("9♥"), cards("A♣ 6♦ 6♣ A♠"))


def test_a_single_group_is_not_taken_twice_though_the_sum_would_do() -> None:
    made = ways(groupings=(grouping(10, 5), grouping(5, single=True)))
    rules = Game(ways=lambda _: made).rules()
    floor, card = table("A♣ 2♣ 3♣ 4♣"), parse_card("9♥")
    assert not make_offer(rules, floor, card).is_legal(cards("A♣ 2♣ 3♣ 4♣"))
    assert make_offer(rules, floor, card).is_legal(cards("A♣ 4♣"))
    assert find_captures(rules, floor, card).sets == (cards("A♣ 4♣"), cards("2♣ 3♣"))


def test_a_larger_set_may_pick_another_card() -> None:
    made = ways(picks=(pick(cards_of_suit(Suit.SPADES)),), groupings=(grouping(5, 1),))
    rules = Game(ways=lambda _: made, groups=Groups.MAXIMAL).rules()
    floor, card = table("5♠ 9♠"), parse_card("2♥")
    assert find_captures(rules, floor, card).sets == (cards("5♠ 9♠"),)
    assert make_offer(rules, floor, card).larger(cards("5♠")) == cards("5♠ 9♠")


def test_picks_take_one_card_each_in_turn() -> None:
    made = ways(picks=(pick(cards("2♣ 2♦")), pick(cards("2♦ 2♥"))))
    rules = Game(ways=lambda _: made).rules()
    assert set(captured(rules, "2♣ 2♦ 2♥ 9♠", "8♥")) == {"2♣ 2♦", "2♣ 2♥", "2♦ 2♥"}
    assert captured(rules, "2♦", "8♥") == ["2♦"]


def test_asking_for_a_capture_that_is_not_there_is_an_error() -> None:
    with pytest.raises(UsageError, match="has 1 captures here; there is no number 1"):
        nth_capture(EGYPTIAN_RULES, table("3♣ 5♦"), parse_card("8♥"), 1)


def test_maximal_sets_are_those_that_no_other_contains() -> None:
    rules = replace(EGYPTIAN, groups=Groups.MAXIMAL).rules()
    assert captured(rules, "8♣ 3♣ 5♦", "8♥") == ["3♣ 5♦ 8♣"]
    assert captured(rules, "3♣ 5♦ 5♠", "8♥") == ["3♣ 5♦", "3♣ 5♠"]


def test_a_larger_set_need_not_contain_the_groups_of_the_smaller() -> None:
    rules = replace(EGYPTIAN, groups=Groups.MAXIMAL).rules()
    floor = table("8♣ A♣ A♦ 9♣ 9♦ 2♠")
    assert not is_capture(rules, floor, parse_card("10♥"), cards("8♣ A♣ A♦"))
    assert find_captures(rules, floor, parse_card("10♥")).sets == (cards("8♣ A♣ A♦ 9♣ 9♦ 2♠"),)


# Everything against trying everything

VALUES = {
    "pips": PIPS,
    "jacks": tuple(Fraction(25, 2) if card.rank is Rank.JACK else PIPS[card] for card in CARDS),
    "ones": (1,) * 52,
    "few": tuple((1, 2, 3, Fraction(3, 2), None)[card % 5] for card in CARDS),
    "large": tuple((1_000_000, 2_000_000, 500_000)[card % 3] for card in CARDS),
}
TAKEN = st.sampled_from(
    [
        *map(cards_of_rank, (Rank.ACE, Rank.TWO, Rank.EIGHT, Rank.KING)),
        cards_of_suit(Suit.SPADES),
        cards_of_rank(Rank.QUEEN) | cards_of_rank(Rank.KING),
        cards("A♣ 2♦ 3♥ 4♠ 5♣ 6♦ 7♥ 8♠"),
    ]
)
TOTALS = st.sampled_from([-1, 0, 1, 3, 5, 7, 8, 9, 10, 11, 13, Fraction(5, 2), Fraction(29, 2), 3_000_000])
GROUPINGS = st.builds(
    lambda total, smallest, single: grouping(total, smallest, single=single),
    TOTALS,
    st.sampled_from([1, 2, 2, 3]),
    st.booleans(),
)
WAYS = st.builds(
    ways,
    st.lists(st.builds(whole, TAKEN), max_size=2).map(tuple),
    st.lists(st.builds(pick, TAKEN), max_size=3).map(tuple),
    st.lists(GROUPINGS, max_size=3).map(tuple),
)
FLOORS = st.lists(st.sampled_from(CARDS[:32] + CARDS[44:51]), unique=True, max_size=9).map(tuple)


@settings(max_examples=300, deadline=None)
@given(made=WAYS, values=st.sampled_from(sorted(VALUES)), groups=st.sampled_from(Groups), floor=FLOORS)
def test_legal_sets_are_those_that_trying_everything_finds(
    made: Ways, values: str, groups: Groups, floor: tuple[Card, ...]
) -> None:
    card = CARDS[51]
    rules = Game(ways=lambda _: made, values=VALUES[values], groups=groups).rules()
    expected = every_capture(rules, floor, card)
    check_listing(rules, Table(floor), card, expected)
    check_membership(rules, Table(floor), card, expected)


def check_listing(rules: Rules, floor: Table, card: Card, expected: set[CardSet]) -> None:
    found = find_captures(rules, floor, card, cap=1000)
    assert found.exact
    assert found.total == len(found.sets) == len(expected)
    assert set(found.sets) == expected
    assert [nth_capture(rules, floor, card, number) for number in range(found.total)] == list(found.sets)
    assert find_captures(rules, floor, card, cap=3).sets == found.sets[:3]
    assert can_capture(rules, floor, card) == bool(expected)


def check_membership(rules: Rules, floor: Table, card: Card, expected: set[CardSet]) -> None:
    offer = make_offer(rules, floor, card)
    for subset in all_subsets(floor.floor):
        legal = offer.is_legal(subset) and not (offer.layout.maximal and offer.larger(subset))
        assert legal == is_capture(rules, floor, card, subset) == (subset in expected)


@settings(max_examples=150, deadline=None)
@given(floor=FLOORS, played=st.sampled_from(CARDS), maximal=st.booleans())
def test_the_order_is_fixed(floor: tuple[Card, ...], played: Card, maximal: bool) -> None:
    rules = replace(EGYPTIAN, groups=Groups.MAXIMAL if maximal else Groups.CHOSEN).rules()
    open_floor = tuple(card for card in floor if card != played)
    found = find_captures(rules, Table(open_floor), played, cap=1000).sets
    assert list(found) == in_order(rules, every_capture(rules, open_floor, played))


@settings(max_examples=60, deadline=None)
@given(floor=FLOORS, played=st.sampled_from(CARDS[:40]))
def test_the_order_on_the_floor_does_not_matter(floor: tuple[Card, ...], played: Card) -> None:
    open_floor = tuple(card for card in floor if card != played)
    found = find_captures(EGYPTIAN_RULES, Table(open_floor), played)
    assert find_captures(EGYPTIAN_RULES, Table(open_floor[::-1]), played) == found
    assert all(taken & same_rank(played) == same_rank(played) & sum(1 << c for c in open_floor) for taken in found.sets)
