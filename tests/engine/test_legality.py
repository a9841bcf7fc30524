"""What the rules refuse, and how they say why."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from basra_rules.cards import Rank, cards_of_rank, parse_card, parse_play
from basra_rules.engine.legality import may_trail, refuse
from basra_rules.engine.state import Action, Refusal
from basra_rules.profile.vocabulary import Groups, Obligation
from tests.engine.hand_made import EGYPTIAN, PASUR, PILE, RUSSIAN, Game, cards, grouping, pick, table, ways, whole

if TYPE_CHECKING:
    from basra_rules.rules.model import Rules

EGYPTIAN_RULES = EGYPTIAN.rules()
MAXIMAL_RULES = replace(EGYPTIAN, groups=Groups.MAXIMAL).rules()
HAND_RULES = replace(EGYPTIAN, obligation=Obligation.HAND).rules()
BOTH_GROUPS = Game(ways=lambda _: ways(groupings=(grouping(10), grouping(5)))).rules()
PICK_NUMERIC = Game(ways=lambda _: ways(picks=(pick(cards("2♣ 2♦")), pick(cards("2♦ 2♥"))))).rules()
TRIPLES = Game(ways=lambda _: ways(groupings=(grouping(9, 3),))).rules()
PATTERN = Game(ways=lambda _: ways((whole(cards("A♣ 2♦ K♠"), "odd"),))).rules()


@pytest.mark.parametrize(
    ("rules", "floor", "play", "reason", "message", "where"),
    [
        (EGYPTIAN_RULES, "8♣ 3♣ 5♦", "8♥ x 3♣ 5♦", "leaves_behind", "8♥ takes every eight: 8♣ is left behind", "8♣"),
        (
            EGYPTIAN_RULES,
            "8♣ 8♦ 3♣ 5♦",
            "8♥ x 3♣ 5♦",
            "leaves_behind",
            "8♥ takes every eight: 8♣ 8♦ are left behind",
            "8♣ 8♦",
        ),
        (EGYPTIAN_RULES, "8♣ K♦", "J♥ x 8♣", "leaves_behind", "J♥ takes the whole floor: K♦ is left behind", "K♦"),
        (PATTERN, "A♣ K♠ 9♣", "8♥ x A♣", "leaves_behind", "8♥ takes all of A♣ K♠: K♠ is left behind", "K♠"),
        (EGYPTIAN_RULES, "3♣ 4♦", "8♥ x 3♣ 4♦", "no_such_groups", "3♣ 4♦ is 7, not 8", "3♣ 4♦"),
        (EGYPTIAN_RULES, "8♣ 3♣ 4♦", "8♥ x 8♣ 3♣ 4♦", "no_such_groups", "3♣ 4♦ is 7, not 8", "3♣ 4♦"),
        (
            EGYPTIAN_RULES,
            "6♣ 6♦ 4♠",
            "8♥ x 6♣ 6♦ 4♠",
            "no_such_groups",
            "4♠ 6♣ 6♦ is 16, but does not part into groups of 8",
            "6♣ 6♦ 4♠",
        ),
        (
            EGYPTIAN_RULES,
            "7♣ A♣",
            "8♥ x 7♣",
            "no_such_groups",
            "7♣ is too little: a group has at least 2 cards",
            "7♣",
        ),
        (
            TRIPLES,
            "5♣ 4♣",
            "8♥ x 5♣ 4♣",
            "no_such_groups",
            "4♣ 5♣ is too little: a group has at least 3 cards",
            "5♣ 4♣",
        ),
        (BOTH_GROUPS, "5♣ 4♣", "8♥ x 5♣ 4♣", "no_such_groups", "4♣ 5♣ is 9, not 10 or 5", "5♣ 4♣"),
        (
            PASUR.rules(),
            "5♣ 5♦",
            "6♥ x 5♣ 5♦",
            "no_such_groups",
            "5♣ 5♦ is 10, and only one group of 5 may be taken",
            "5♣ 5♦",
        ),
        (EGYPTIAN_RULES, "9♣ 3♣", "8♥ x 9♣", "cannot_capture", "8♥ can take nothing on this floor", "9♣"),
        (EGYPTIAN_RULES, "9♣ 8♣", "8♥ x 8♣ 9♣", "not_capturable", "8♥ can't take 9♣", "9♣"),
        (RUSSIAN.rules(), "Q♣ 3♣", "Q♥ x Q♣", "cannot_capture", "Q♥ can take nothing on this floor", "Q♣"),
        (PASUR.rules(), "K♣ K♦", "K♥ x K♣ K♦", "takes_one", "K♥ takes one of K♣ K♦, and no more", "K♣ K♦"),
        (PICK_NUMERIC, "2♣ 2♦ 2♥", "8♥ x 2♥", "takes_one", "8♥ takes one of 2♣ 2♦, and no more", "2♣ 2♦"),
        (PICK_NUMERIC, "2♣ 2♦ 2♥", "8♥ x 2♦", "takes_one", "8♥ takes one of 2♣ 2♦ and one of 2♦ 2♥", "2♦"),
        (EGYPTIAN_RULES, "8♣", "8♥ x 8♦", "not_on_floor", "8♦ is not on the floor", "8♦"),
        (
            MAXIMAL_RULES,
            "8♣ 3♣ 5♦",
            "8♥ x 8♣",
            "not_maximal",
            "as much as goes together must be taken: also 3♣ 5♦",
            "3♣ 5♦",
        ),
        (EGYPTIAN_RULES, "8♣ K♦", "K♠", "must_capture", "K♠ must capture if it can: K♦", "K♦"),
        (EGYPTIAN_RULES, "3♣ 5♦", "8♥", "must_capture", "8♥ must capture if it can: 3♣ 5♦", "3♣ 5♦"),
    ],
)
def test_a_refusal_names_its_reason_in_a_sentence_with_the_cards(
    *, rules: Rules, floor: str, play: str, reason: str, message: str, where: str
) -> None:
    card, captured = parse_play(play)
    illegal = refuse(rules, table(floor), Action(card, captured))
    assert illegal is not None
    assert (illegal.reason, illegal.message, illegal.where) == (Refusal(reason), message, cards(where))


@pytest.mark.parametrize(
    ("floor", "play", "key"),
    [
        ("8♣ 3♣ 5♦", "8♥ x 3♣ 5♦", "capture.ways.match"),
        ("8♣ K♦", "J♥ x 8♣", "capture.ways.sweep"),
        ("3♣ 4♦", "8♥ x 3♣ 4♦", "capture.ways.sum"),
        ("9♣ 8♣", "8♥ x 8♣ 9♣", "capture.ways.match"),
        ("8♣", "8♥", "capture.obligation"),
    ],
)
def test_a_refusal_names_the_rule_that_decides(floor: str, play: str, key: str) -> None:
    card, captured = parse_play(play)
    illegal = refuse(EGYPTIAN_RULES, table(floor), Action(card, captured))
    assert illegal is not None
    assert illegal.rule is not None
    assert illegal.rule.key == key


def test_groups_rule_decides_where_more_must_be_taken() -> None:
    illegal = refuse(MAXIMAL_RULES, table("8♣ 3♣ 5♦"), Action(parse_card("8♥"), cards("8♣")))
    assert illegal is not None
    assert illegal.rule == MAXIMAL_RULES.capture.groups_clause


@pytest.mark.parametrize("play", ["8♥ x 8♣", "8♥ x 8♣ 3♣ 5♦", "2♥", "K♥"])
def test_a_legal_play_is_not_refused(play: str) -> None:
    card, captured = parse_play(play)
    assert refuse(EGYPTIAN_RULES, table("8♣ 3♣ 5♦"), Action(card, captured)) is None


def test_only_cards_of_the_hand_can_be_played() -> None:
    illegal = refuse(EGYPTIAN_RULES, table("8♣", hand="2♥ 3♥"), Action(parse_card("8♥"), cards("8♣")))
    assert illegal is not None
    assert (illegal.reason, illegal.message) == (Refusal.NOT_IN_HAND, "8♥ is not in the hand")


def test_any_card_trails_on_an_empty_floor() -> None:
    for obligation in Obligation:
        rules = replace(EGYPTIAN, obligation=obligation).rules()
        assert may_trail(rules, table("", hand="J♥ 7♦"), parse_card("J♥"))


def test_a_card_that_takes_nothing_trails_though_another_could_capture() -> None:
    assert may_trail(EGYPTIAN_RULES, table("8♣", hand="8♥ 2♥"), parse_card("2♥"))
    assert not may_trail(EGYPTIAN_RULES, table("8♣", hand="8♥ 2♥"), parse_card("8♥"))


def test_where_the_hand_must_capture_no_other_card_may_trail() -> None:
    floor = table("8♣ 9♣", hand="8♥ 2♥ 9♥")
    assert not may_trail(HAND_RULES, floor, parse_card("2♥"))
    illegal = refuse(HAND_RULES, floor, Action(parse_card("2♥")))
    assert illegal is not None
    assert illegal.reason is Refusal.HAND_MUST_CAPTURE
    assert illegal.message == "another card of the hand can capture: 8♥ takes 8♣"
    assert illegal.where == cards("8♥ 9♥")
    assert illegal.rule == HAND_RULES.capture.obligation_clause


def test_where_the_hand_must_capture_a_hand_that_cannot_trails() -> None:
    assert may_trail(HAND_RULES, table("8♣", hand="4♥ 2♥"), parse_card("2♥"))
    assert refuse(HAND_RULES, table("8♣", hand="8♥ 2♥"), Action(parse_card("8♥"), cards("8♣"))) is None


def test_where_capturing_is_optional_a_card_may_stay() -> None:
    rules = RUSSIAN.rules()
    assert refuse(rules, table("8♣"), Action(parse_card("8♥"))) is None
    assert refuse(rules, table("8♣ K♣"), Action(parse_card("7♦"))) is None


def test_face_down_cards_can_not_be_named_one_by_one() -> None:
    illegal = refuse(PILE.rules(), table("8♣ 2♦ 4♠", hidden=2), Action(parse_card("4♥"), cards("4♠ 2♦")))
    assert illegal is not None
    assert illegal.reason is Refusal.NOT_ON_FLOOR
    assert illegal.message == "2♦ is not among the open cards"
    unseen = refuse(PILE.rules(), table("8♣ 2♦ 4♠", hidden=2), Action(parse_card("4♥"), cards("4♠ 3♦")))
    assert unseen is not None
    assert unseen.message == "3♦ is not among the open cards"


def test_cards_that_only_go_together_with_others_are_refused_together() -> None:
    both = Game(ways=lambda _: ways(picks=(pick(cards_of_rank(Rank.TWO)), pick(cards("2♣"))))).rules()
    illegal = refuse(both, table("2♣ 2♦ 2♥"), Action(parse_card("8♥"), cards("2♦ 2♥")))
    assert illegal is not None
    assert illegal.reason is Refusal.TAKES_ONE
