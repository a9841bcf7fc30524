"""Every key of the schema, every word of its vocabularies and every expression has its sentence."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import TYPE_CHECKING, Any, get_args, get_origin

import pytest

from basra_rules.expression import tree, vocabulary
from basra_rules.expression.parsing import parse_amount, parse_condition, parse_pattern
from basra_rules.expression.tree import Comparison, Operator
from basra_rules.profile import vocabulary as words
from basra_rules.profile.describing import areas_of
from basra_rules.profile.loading import load_profile
from basra_rules.profile.models import Profile
from basra_rules.rulebook.patterns import Form
from basra_rules.rulebook.teller import Teller, make_teller
from basra_rules.rulebook.text_pages import render_text
from basra_rules.rulebook.voice import Language, Voice
from basra_rules.source.nodes import scalar_from_text
from tests.rulebook.wide_profile import NOT_TOLD, VALUES, WIDE, changed, told

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from basra_rules.profile.fields import Area


def _keys(area: type[Area], path: str = "") -> Iterator[str]:
    """Yield every key that may be written below `path`; what an author names is NAME."""
    for name, field in area.model_fields.items():
        here = f"{path}{name}"
        inner = areas_of(field.annotation)
        if not inner or area is not Profile or get_origin(field.annotation) is dict:
            yield here
        for one in inner:
            between = ".NAME." if get_origin(field.annotation) in (dict, tuple) else "."
            yield from _keys(one, f"{here}{between}")


KEYS = tuple(dict.fromkeys(_keys(Profile)))
_IN_PARTS = {"readings", "options", "dealing.keep_off_floor", "match.tie"}
"""Told by what is below them."""


def test_every_key_is_asked_for() -> None:
    assert {*KEYS} - {*NOT_TOLD} - _IN_PARTS == {*VALUES} - _IN_PARTS


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("key", VALUES)
def test_a_key_that_says_something_else_is_told_otherwise(key: str, language: Language, tmp_path: Path) -> None:
    texts = [render_text(told(tmp_path, changed(key, value), language), 100) for value in VALUES[key]]
    assert len(set(texts)) == len(texts)


def _vocabulary_of(annotation: Any) -> set[str]:
    if isinstance(annotation, type) and issubclass(annotation, StrEnum):
        return {word.value for word in annotation}
    return {word for part in get_args(annotation) for word in _vocabulary_of(part)}


def _word_keys(area: type[Area], path: str = "") -> Iterator[tuple[str, set[str]]]:
    for name, field in area.model_fields.items():
        inner = areas_of(field.annotation)
        if _vocabulary_of(field.annotation):
            yield f"{path}{name}", _vocabulary_of(field.annotation)
        between = ".NAME." if get_origin(field.annotation) in (dict, tuple) else "."
        for one in inner:
            yield from _word_keys(one, f"{path}{name}{between}")


def test_every_word_is_asked_for() -> None:
    for key, vocabulary_of_key in _word_keys(Profile):
        asked = {value if isinstance(value, str) else next(iter(value)) for value in VALUES[key]}
        assert asked == vocabulary_of_key, key


def test_every_vocabulary_belongs_to_a_key() -> None:
    listed = {one for one in vars(words).values() if isinstance(one, type) and issubclass(one, StrEnum)} - {StrEnum}
    told_of = [found for _, found in _word_keys(Profile)]
    assert all({word.value for word in one} in told_of for one in listed)


def test_every_statement_of_a_key_names_it(tmp_path: Path) -> None:
    rulebook = told(tmp_path, WIDE, Language.ENGLISH)
    named = {key for statement in rulebook.statements for key in statement.keys}
    every = {key for key in VALUES if key not in _IN_PARTS and not key.endswith((".top", ".extend"))}
    missing = {key for key in every if not any(_fits(key, one) for one in named)}
    assert missing <= {"title", "sources", "capture.ways", "bonuses", "scoring.awards"}


def _fits(key: str, told_key: str) -> bool:
    return re.match(re.escape(key).replace("NAME", r"[\w.]+") + r"(\.|$)", told_key) is not None


# Expressions

CONDITIONS = (
    "sweep",
    "numeric",
    "floor.numeric",
    "previous.trailed",
    "last_card",
    "card is J",
    "card is not J",
    "card is (J or 7♦)",
    "card is ♣",
    "card is numeric",
    "card is none",
    "card is (card.rank and ♣)",
    "floor.top is J",
    "floor.top is card.rank",
    "not floor.top is J",
    "all captured is J",
    "any captured is J",
    "all floor is J",
    "any floor is J",
    "all captured is not J",
    "any captured is not J",
    "count == 1 and all captured is J",
    "floor.count == 1 and all floor is J",
    *(f"sum {sign} 7" for sign in Comparison),
    *(f"{name} {sign} 3" for name in ("count", "floor.count", "previous.floor_count") for sign in ("==", "<=", ">=")),
    "count != 3",
    "1 < sum < 20",
    "sum == card.value",
    "floor.sum == card.value",
    "sum == card.worth",
    "sum == -card.value",
    *(f"sum == count {operator} floor.count" for operator in Operator),
    "sum == 2 * count",
    "equal_groups(groups == 2)",
    "equal_groups(groups <= 2)",
    "equal_groups(groups >= 2)",
    "equal_groups(total == 2)",
    "sweep or numeric",
    "sweep and numeric",
    "sweep and (numeric or last_card)",
    "(sweep or numeric) and (last_card or previous.trailed)",
    "sweep or (numeric and (last_card or previous.trailed))",
)


def _parts(part: Any) -> Iterator[Any]:
    yield part
    for name in getattr(part, "__dataclass_fields__", {}):
        value = getattr(part, name)
        for one in value if isinstance(value, tuple) else (value,):
            if hasattr(one, "span"):
                yield from _parts(one)


def test_every_construct_and_every_name_is_asked_for() -> None:
    seen = [part for text in CONDITIONS for part in _parts(parse_condition(scalar_from_text(text)))]
    constructs = {*get_args(tree.Condition), *get_args(tree.NumberTree), *get_args(tree.Pattern)}
    assert constructs - {type(part) for part in seen} <= {tree.NotPattern}
    text = " ".join(CONDITIONS)
    assert {one.name for one in vocabulary.NAMES if not re.search(rf"(?<![\w.]){re.escape(one.name)}\b", text)} == set()


@pytest.fixture(params=Language)
def teller(request: pytest.FixtureRequest) -> Teller:
    return make_teller(load_profile("palestinian"), Voice(request.param))


def _said(teller: Teller, text: str) -> str:
    return teller.with_condition(lambda words: words, parse_condition(scalar_from_text(text))).words


def test_conditions_that_differ_are_told_differently(teller: Teller) -> None:
    both = [*CONDITIONS, *(f"not ({text})" for text in CONDITIONS)]
    same = {("not (card is J)", "card is not J"), ("not (card is not J)", "card is J")}
    said: dict[str, str] = {}
    for text in both:
        other = said.setdefault(_said(teller, text), text)
        assert other == text or (text, other) in same | _EQUAL, f"{text} and {other} are told alike"


_EQUAL = {
    ("not (any captured is J)", "all captured is not J"),
    ("not (all captured is J)", "any captured is not J"),
    ("not (all captured is not J)", "any captured is J"),
    ("not (any captured is not J)", "all captured is J"),
    ("not (not floor.top is J)", "floor.top is J"),
    ("not (floor.top is J)", "not floor.top is J"),
    ("not (sum == 7)", "sum != 7"),
    ("not (sum != 7)", "sum == 7"),
    ("not (sum < 7)", "sum >= 7"),
    ("not (sum >= 7)", "sum < 7"),
    ("not (sum > 7)", "sum <= 7"),
    ("not (sum <= 7)", "sum > 7"),
    ("not (count == 3)", "count != 3"),
    ("not (count != 3)", "count == 3"),
}


@pytest.mark.parametrize("form", Form)
def test_patterns_that_differ_are_told_differently(teller: Teller, form: Form) -> None:
    ranks = [str(rank) for rank in ("A", *range(2, 11), "J", "Q", "K")]
    texts = [
        *ranks,
        "♣",
        "♦",
        "♥",
        "♠",
        "7♦",
        "numeric",
        "any",
        "none",
        "card.rank",
        "not J",
        "J or 7♦",
        "card.rank and ♣",
    ]
    said = [teller.cards(parse_pattern(scalar_from_text(text)), form) for text in texts]
    assert len(set(said)) == len(texts)


def test_numbers_that_differ_are_told_differently(teller: Teller) -> None:
    texts = ["1", "2", "12.5", "sum", "count", "floor.sum", "floor.count", "card.value", "card.worth"]
    texts += [
        "previous.floor_count",
        "2 * sum",
        "3 * sum",
        "sum + 1",
        "sum - 1",
        "-sum",
        "2 * (sum + 1)",
        "2 * sum + 1",
    ]
    trees = [parse_amount(scalar_from_text(text)) for text in texts]
    for amounts in (teller.amounts, teller.counted_amounts):
        assert len({amounts.points(one) for one in trees}) == len(texts)
