"""Values of JSON as nodes, and back."""

from __future__ import annotations

import json

import pytest

from basra_rules.source.json_nodes import Digits, Json, as_json, as_node
from basra_rules.source.nodes import ListNode, MapNode, ScalarNode

VALUES: list[Json] = [
    None,
    True,
    False,
    0,
    -12.5,
    "",
    "7",
    "no",
    "null",
    "3♣ 5♦",
    "a: [b]",
    [],
    {},
    {"a": [1, {"b": None}], "7": "x"},
]


@pytest.mark.parametrize("value", VALUES, ids=json.dumps)
def test_a_value_comes_back_as_it_was(value: Json) -> None:
    assert as_json(as_node(value, "test")) == value


def test_what_is_text_in_json_is_text_also_where_yaml_would_see_something_else() -> None:
    for text in ("7", "true", "null", ""):
        node = as_node(text, "test")
        assert isinstance(node, ScalarNode)
        assert node.kind == "text"


def test_digits_are_numbers_by_the_rules_of_files() -> None:
    for digits, kind in (("10", "number"), ("12.500", "number"), ("1e3", "text"), ("12345678901", "text")):
        node = as_node(Digits(digits), "test")
        assert isinstance(node, ScalarNode)
        assert node.kind == kind


def test_every_node_stands_in_a_text_of_that_name() -> None:
    node = as_node({"plays": ["8♥ x 3♣"]}, "answer")
    assert isinstance(node, MapNode)
    plays = node.get("plays")
    assert isinstance(plays, ListNode)
    assert str(plays.items[0].span) == "answer:1:1"
    assert plays.items[0].span.text == "8♥ x 3♣"
    assert plays.span.text == '["8♥ x 3♣"]'
