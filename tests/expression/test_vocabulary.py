"""The table of names: whole, without doubles, and in step with grammar, checker and compiler."""

from __future__ import annotations

import re

import pytest

from basra_rules.cards import CARDS
from basra_rules.expression.checking import Scope, check_amount, check_condition, check_pattern
from basra_rules.expression.compiling import compile_amount, compile_condition, compile_pattern
from basra_rules.expression.parsing import parse_amount, parse_condition, parse_pattern
from basra_rules.expression.situation import deck_tables
from basra_rules.expression.tree import Quantifier, SingleCard, Subject
from basra_rules.expression.vocabulary import NAMES, Kind, Name, find, names_of
from basra_rules.resources import grammar_text
from basra_rules.source.nodes import scalar_from_text

DECK = deck_tables((1,) * 52)


def names(*kinds: Kind) -> set[str]:
    return {entry.name for entry in NAMES if entry.kind in kinds}


def test_the_keywords_of_the_grammar_are_those_of_the_table() -> None:
    without_comments = re.sub(r"//.*", "", grammar_text())
    in_grammar = set(re.findall(r'"([a-z]+)"', without_comments))
    assert in_grammar == names(Kind.KEYWORD, Kind.QUANTIFIER)


def test_the_words_of_the_tree_are_those_of_the_table() -> None:
    assert set(Quantifier) == names(Kind.QUANTIFIER)
    assert set(SingleCard) == names(Kind.ONE_CARD)
    assert set(Subject) == names(Kind.CARDS)


def test_no_name_stands_twice_with_one_kind() -> None:
    assert len({(entry.name, entry.kind) for entry in NAMES}) == len(NAMES)


@pytest.mark.parametrize("entry", NAMES, ids=lambda entry: f"{entry.name} ({entry.kind})")
def test_every_name_has_a_meaning_in_one_line(entry: Name) -> None:
    assert re.fullmatch(r"[a-z][^\n.]{5,110}", entry.meaning)


def usable_text(entry: Name) -> str:
    """Return a condition that uses the name as what it is."""
    return {
        Kind.TRUTH: entry.name,
        Kind.NUMBER: f"equal_groups({entry.name} > 1)" if entry.within else f"{entry.name} > 1",
        Kind.PATTERN: f"card is {entry.name}",
        Kind.ONE_CARD: f"{entry.name} is J",
        Kind.CARDS: f"all {entry.name} is J",
        Kind.QUANTIFIER: f"{entry.name} captured is J",
        Kind.FUNCTION: f"{entry.name}(groups > 1)",
        Kind.KEYWORD: "card is J and not sweep or numeric",
    }[entry.kind]


@pytest.mark.parametrize("entry", NAMES, ids=lambda entry: f"{entry.name} ({entry.kind})")
def test_every_name_can_be_parsed_checked_and_compiled(entry: Name) -> None:
    tree = parse_condition(scalar_from_text(usable_text(entry)))
    assert check_condition(tree, Scope.PLAY) == ()
    assert callable(test := compile_condition(tree, DECK, CARDS[0])) or test in (True, False)


@pytest.mark.parametrize("entry", names_of(Kind.PATTERN), ids=lambda entry: entry.name)
def test_every_pattern_can_stand_alone(entry: Name) -> None:
    tree = parse_pattern(scalar_from_text(entry.name))
    assert check_pattern(tree, Scope.CARD) == ()
    assert compile_pattern(tree, DECK, CARDS[0]) in range(1 << 52)


@pytest.mark.parametrize("entry", names_of(Kind.NUMBER), ids=lambda entry: entry.name)
def test_every_number_can_stand_alone(entry: Name) -> None:
    tree = parse_amount(scalar_from_text(entry.name))
    assert check_amount(tree, Scope.PLAY) == ()
    assert callable(value := compile_amount(tree, DECK, CARDS[0])) or value == 1


def test_names_can_be_found_by_kind() -> None:
    pattern, truth = find("numeric", Kind.PATTERN), find("numeric", Kind.TRUTH)
    assert pattern is not None
    assert truth is not None
    assert (pattern.scope, truth.scope) == (Scope.CARD, Scope.PLAY)
    assert find("numerc") is None
    assert find("sum", Kind.TRUTH) is None


def test_words_that_people_say_instead_are_no_names_themselves() -> None:
    for entry in NAMES:
        for word in entry.also:
            assert find(word, entry.kind) is None or entry.within, word
