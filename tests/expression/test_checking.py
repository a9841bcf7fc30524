"""Names that do not exist, and names that are not known where an expression stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from basra_rules.expression.checking import Scope, check_amount, check_condition, check_pattern
from basra_rules.expression.parsing import parse_amount, parse_condition, parse_pattern
from basra_rules.source.nodes import scalar_from_text

if TYPE_CHECKING:
    from basra_rules.errors import Diagnostic

TABLES = ("worth", "face")


def condition_faults(text: str, scope: Scope = Scope.PLAY) -> tuple[Diagnostic, ...]:
    return check_condition(parse_condition(scalar_from_text(text)), scope, TABLES)


def carets(faults: tuple[Diagnostic, ...]) -> list[str]:
    return [fault.span.text for fault in faults if fault.span]


@pytest.mark.parametrize(
    ("text", "caret", "label"),
    [
        ("numerc", "numerc", "did you mean `numeric`? (every captured card has a capture value)"),
        ("sweep and smu < 3", "smu", "did you mean `sum`? (the capture values of the captured cards together)"),
        ("length == 1", "length", "did you mean `count`? (how many cards are captured)"),
        ("captured.count == 1", "captured.count", "did you mean `count`? (how many cards are captured)"),
        ("basra", "basra", "did you mean `sweep`? (the floor was not empty and all of it is captured)"),
        ("card.worht > 2", "card.worht", "did you mean `card.worth`? (what the table `worth` gives the played card)"),
        ("face > 2", "face", "did you mean `card.face`? (what the table `face` gives the played card)"),
        ("all captured is numerc", "numerc", "did you mean `numeric`? (every card that has a capture value)"),
        ("card is (J or jocker)", "jocker", "expected `numeric`, `any`, `none` or `card.rank`"),
        ("equal_groups(group > 1)", "group", "did you mean `groups`? (how many groups there are)"),
        ("equal_groups(groups > -(2 * bar))", "bar", "expected `groups` or `total`"),
    ],
)
def test_an_unknown_name_is_answered_with_the_nearest_one(text: str, caret: str, label: str) -> None:
    (fault,) = condition_faults(text)
    assert (fault.code, fault.message, fault.label) == ("unknown-name", f"unknown name `{caret}`", label)
    assert carets((fault,)) == [caret]


def test_all_unknown_names_are_found_at_once_in_reading_order() -> None:
    faults = condition_faults("numerc and (smu + -cuont < 3 or not swep) and 1 < cont")
    assert carets(faults) == ["numerc", "smu", "cuont", "swep", "cont"]


def test_a_name_without_a_near_one_is_answered_with_those_that_would_do() -> None:
    (fault,) = condition_faults("3 < xyzzy")
    assert fault.label == (
        "expected a number, or `sum`, `count`, `floor.count`, `floor.sum`, `previous.floor_count`, `card.value`,"
        " `card.face` or `card.worth`"
    )


ON_CAPTURED = "which are not chosen yet when a way is tested"


@pytest.mark.parametrize(
    ("text", "message", "label"),
    [
        (
            "sum < 3",
            f"`sum` speaks of the captured cards, {ON_CAPTURED}",
            "did you mean `floor.sum`? (the capture values of the cards on the floor together)",
        ),
        (
            "numeric",
            f"`numeric` speaks of the captured cards, {ON_CAPTURED}",
            "did you mean `floor.numeric`? (every card on the floor has a capture value)",
        ),
        (
            "all captured is J",
            f"`captured` speaks of the captured cards, {ON_CAPTURED}",
            "did you mean `floor`? (the cards on the floor before the play)",
        ),
        (
            "sweep",
            f"`sweep` speaks of the captured cards, {ON_CAPTURED}",
            "expected something about the played card, the floor or the play before",
        ),
        (
            "equal_groups(groups > 1)",
            f"`equal_groups` speaks of the captured cards, {ON_CAPTURED}",
            "expected something about the played card, the floor or the play before",
        ),
        (
            "last_card",
            "`last_card` speaks of the end of the deal, and a way is tested on the floor and the play before",
            "expected something about the played card, the floor or the play before",
        ),
    ],
)
def test_a_way_is_told_why_it_cannot_ask_about_the_captured_cards(text: str, message: str, label: str) -> None:
    (fault,) = condition_faults(text, Scope.FLOOR)
    assert (fault.code, fault.message, fault.label) == ("name-out-of-scope", message, label)


FLOOR_TEXTS = [
    "floor.count == 1",
    "floor.sum > 2",
    "floor.numeric",
    "any floor is J",
    "floor.top is J",
    "previous.trailed",
    "previous.floor_count == 1",
]
CARD_TEXTS = ["card is J", "card is card.rank", "card.value > 2", "card.worth > 2"]
PLAY_TEXTS = ["sweep", "sum > 1", "count > 1", "any captured is J", "last_card", "equal_groups(total > 1)"]


@pytest.mark.parametrize("scope", Scope)
def test_each_scope_knows_what_it_sees_and_no_more(scope: Scope) -> None:
    known = {Scope.CARD: CARD_TEXTS, Scope.FLOOR: CARD_TEXTS + FLOOR_TEXTS}.get(scope)
    for text in CARD_TEXTS + FLOOR_TEXTS + PLAY_TEXTS:
        codes = [fault.code for fault in condition_faults(text, scope)]
        assert codes == ([] if known is None or text in known else ["name-out-of-scope"]), text


def test_a_number_of_a_card_sees_the_card_alone() -> None:
    tree = parse_amount(scalar_from_text("card.value + sum * card.worth - floor.sum + card.wrth"))
    faults = check_amount(tree, Scope.CARD, TABLES)
    assert [(fault.code, fault.message) for fault in faults] == [
        ("name-out-of-scope", "`sum` speaks of the captured cards, and here only the played card is known"),
        ("name-out-of-scope", "`floor.sum` speaks of the cards on the floor, and here only the played card is known"),
        ("unknown-name", "unknown name `card.wrth`"),
    ]


def test_a_deck_without_tables_knows_no_card_number_but_its_value() -> None:
    (fault,) = check_amount(parse_amount(scalar_from_text("card.worth")), Scope.CARD, ())
    assert (fault.code, fault.label) == ("unknown-name", "there is no table `worth` in `deck.tables`")


@pytest.mark.parametrize("text", ["groups > 1", "1 < total"])
def test_groups_and_their_total_are_known_inside_equal_groups_alone(text: str) -> None:
    (fault,) = condition_faults(text)
    name = "groups" if "groups" in text else "total"
    assert fault.code == "name-out-of-scope"
    assert fault.message == f"`{name}` is known only inside `equal_groups(…)`"
    assert condition_faults(f"equal_groups({text})") == ()


@pytest.mark.parametrize(
    ("inside", "caret", "message"),
    [
        ("sum < 10", "sum", "`sum` is not known inside `equal_groups(…)`"),
        ("groups > 1 and sweep", "sweep", "`sweep` is not known inside `equal_groups(…)`"),
        ("not card is J", "card is J", "inside `equal_groups(…)` only numbers are compared"),
        ("all captured is J", "all captured is J", "inside `equal_groups(…)` only numbers are compared"),
        (
            "equal_groups(groups > 1)",
            "equal_groups(groups > 1)",
            "inside `equal_groups(…)` only numbers are compared",
        ),
        ("card.value == total", "card.value", "`card.value` is not known inside `equal_groups(…)`"),
    ],
)
def test_inside_equal_groups_nothing_else_is_known(inside: str, caret: str, message: str) -> None:
    (fault,) = condition_faults(f"equal_groups({inside})")
    assert (fault.code, fault.message, carets((fault,))) == ("name-out-of-scope", message, [caret])


def test_the_played_cards_rank_is_unknown_where_no_card_is_played() -> None:
    tree = parse_pattern(scalar_from_text("J or not (card.rank and ♠)"))
    (fault,) = check_pattern(tree, None)
    assert fault.code == "name-out-of-scope"
    assert fault.message == "`card.rank` speaks of the played card, and here no card is being played"
    for scope in Scope:
        assert check_pattern(tree, scope) == ()
