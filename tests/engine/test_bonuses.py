"""What a play scores at once."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from basra_rules.cards import parse_card, parse_play
from basra_rules.engine.bonuses import score_bonuses, situation
from basra_rules.engine.state import Action, Previous, Table
from basra_rules.profile.vocabulary import Obligation
from tests.engine.hand_made import EGYPTIAN, PILE, Game, bonus, cards, table, ways, whole

if TYPE_CHECKING:
    from basra_rules.rules.model import Bonus, Rules


def scored(rules: Rules, at: Table, play: str) -> dict[str, object]:
    """Return the points of each bonus that scores."""
    card, captured = parse_play(play)
    return {one.bonus.name: one.points for one in score_bonuses(rules, at, Action(card, captured))}


def with_bonuses(*bonuses: Bonus) -> Rules:
    """Return rules by which every card takes the floor and can score `bonuses`."""
    made = ways((whole(cards("2♣ 2♦ 2♥")),))
    return Game(ways=lambda _: made, bonuses=lambda _: bonuses, obligation=Obligation.NONE).rules()


EGYPTIAN_RULES = EGYPTIAN.rules()


def test_a_sweep_scores() -> None:
    assert scored(EGYPTIAN_RULES, table("3♣ 5♦"), "8♥ x 3♣ 5♦") == {"basra": 10}


def test_a_card_that_stays_prevents_the_sweep() -> None:
    assert scored(EGYPTIAN_RULES, table("3♣ 5♦ K♠"), "8♥ x 3♣ 5♦") == {}


def test_a_jack_never_scores_here() -> None:
    assert scored(EGYPTIAN_RULES, table("3♣ 5♦"), "J♥ x 3♣ 5♦") == {}


def test_seven_of_diamonds_scores_up_to_ten() -> None:
    assert scored(EGYPTIAN_RULES, table("3♣ 7♣"), "7♦ x 3♣ 7♣") == {"seven_of_diamonds": 10}
    assert scored(EGYPTIAN_RULES, table("7♣ 7♥"), "7♦ x 7♣ 7♥") == {}
    assert scored(EGYPTIAN_RULES, table("K♣"), "7♦ x K♣") == {}


def test_a_trail_scores_nothing() -> None:
    rules = with_bonuses(bonus("always", None))
    assert scored(rules, table("2♣"), "8♥") == {}
    assert scored(rules, table("2♣"), "8♥ x 2♣") == {"always": 10}


def test_all_that_hold_add_up_in_the_order_of_the_profile() -> None:
    rules = with_bonuses(bonus("first", None, 1), bonus("second", lambda _: False, 2), bonus("third", None, 4))
    assert list(scored(rules, table("2♣"), "8♥ x 2♣").items()) == [("first", 1), ("third", 4)]


def test_one_that_scores_instead_of_another_replaces_it() -> None:
    rules = with_bonuses(bonus("small", None, 1), bonus("large", None, 5, instead_of="small"))
    assert scored(rules, table("2♣"), "8♥ x 2♣") == {"large": 5}


def test_one_that_does_not_hold_replaces_nothing() -> None:
    rules = with_bonuses(bonus("small", None, 1), bonus("large", lambda _: False, 5, instead_of="small"))
    assert scored(rules, table("2♣"), "8♥ x 2♣") == {"small": 1}


def test_one_that_is_off_replaces_nothing() -> None:
    rules = with_bonuses(bonus("small", None, 1), bonus("large", None, 0, instead_of="small"))
    assert scored(rules, table("2♣"), "8♥ x 2♣") == {"small": 1}


def test_one_that_is_replaced_itself_replaces_nothing() -> None:
    rules = with_bonuses(
        bonus("small", None, 1),
        bonus("middle", None, 3, instead_of="small"),
        bonus("large", None, 5, instead_of="middle"),
    )
    assert scored(rules, table("2♣"), "8♥ x 2♣") == {"small": 1, "large": 5}


def test_points_may_be_worked_out_and_stay_exact() -> None:
    rules = with_bonuses(
        bonus("count", None, lambda asked: Fraction(25, 2) * asked.captured.bit_count()),
        bonus("none", None, lambda _: 0),
    )
    points = scored(rules, table("2♣ 2♦"), "8♥ x 2♣ 2♦")
    assert points == {"count": 25}
    assert type(points["count"]) is int


def test_a_situation_tells_of_the_floor_its_top_and_the_play_before() -> None:
    at = table("3♣ 5♦ 2♥", hand="8♥ 2♣", previous=Previous(trailed=True, floor_count=2))
    asked = situation(at, Action(parse_card("8♥"), cards("3♣ 5♦")))
    assert (asked.card, asked.captured, asked.floor) == (parse_card("8♥"), cards("3♣ 5♦"), cards("3♣ 5♦ 2♥"))
    assert (asked.top, asked.previous_trailed, asked.previous_floor_count) == (parse_card("2♥"), True, 2)


def test_the_last_card_is_the_last_of_the_hand_where_no_other_is_left() -> None:
    play = Action(parse_card("8♥"))
    assert situation(table("", hand="8♥", last_card=True), play).last_card
    assert not situation(table("", hand="8♥ 2♣", last_card=True), play).last_card
    assert not situation(table("", hand="8♥"), play).last_card


def test_cards_that_lie_face_down_are_taken_and_counted_with_the_open_ones() -> None:
    rules, pile = PILE.rules(), table("8♣ 2♦ 3♥ 4♠", hidden=3)
    assert scored(rules, pile, "4♥ x 4♠") == {}
    assert situation(pile, Action(parse_card("4♥"), cards("4♠"))).captured == cards("8♣ 2♦ 3♥ 4♠")
    assert scored(rules, table("4♠"), "4♥ x 4♠") == {"pisti": 10}
