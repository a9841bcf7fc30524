"""Edits of a text, and where the nodes of the new text stood in the old one."""

from __future__ import annotations

import pytest

from basra_rules.errors import Edit, InvariantError, SourceFile, Span
from basra_rules.source.editing import apply_edits
from basra_rules.source.nodes import MapNode, ScalarNode, scalar_from_text
from basra_rules.source.parsing import read_nodes
from basra_rules.source.text_edits import put_in_brackets

OLD = SourceFile("house.yaml", "name: teta\nworth: 10  # points\nwhen: >-\n  sweep\n  and count == 1\n")


def edit(start: str, text: str, length: int | None = None) -> Edit:
    at = OLD.text.index(start)
    return Edit(Span(OLD, at, at + (len(start) if length is None else length)), text)


def test_edits_are_made_and_the_rest_stays() -> None:
    edited = apply_edits(OLD, [edit("when", "if"), edit("worth", "points"), edit("name", "# mine\n", 0)])
    assert edited.source.text.startswith("# mine\nname: teta\npoints: 10  # points\nif: >-")


def test_nodes_of_the_new_text_point_into_the_old_one() -> None:
    edited = apply_edits(OLD, [edit("worth", "points"), edit("name", "# mine\n", 0)])
    located = edited.locate(read_nodes(edited.source))
    assert isinstance(located, MapNode)
    for key, old in (("name", "name"), ("points", "worth")):
        entry = located.entry(key)
        assert entry is not None
        assert entry.key.span.source is OLD
        assert entry.key.span.text == old
    value = located.get("points")
    assert value is not None
    assert (value.span.text, value.span.line) == ("10", 2)


def test_every_character_of_a_folded_text_keeps_its_place() -> None:
    edited = apply_edits(OLD, [edit("name", "# a line more\n", 0)])
    located = edited.locate(read_nodes(edited.source))
    assert isinstance(located, MapNode)
    when = located.get("when")
    assert isinstance(when, ScalarNode)
    place = when.span_of(when.text.index("count"), when.text.index("count") + 5)
    assert (place.text, place.line, place.column) == ("count", 5, 7)


def test_an_edit_named_twice_is_made_once() -> None:
    assert apply_edits(OLD, [edit("worth", "points")] * 2).source.text.count("points") == 2


def test_edits_that_overlap_are_a_fault_of_the_program() -> None:
    with pytest.raises(InvariantError):
        apply_edits(OLD, [edit("worth", "points"), edit("orth", "x")])


def test_without_edits_nothing_changes() -> None:
    edited = apply_edits(OLD, [])
    assert edited.source.text == OLD.text
    assert edited.locate(read_nodes(edited.source)) == read_nodes(OLD)


def test_a_range_up_to_a_number_of_thousands_of_digits_is_no_list_of_numbers() -> None:
    assert [len(one.edits) for one in put_in_brackets(scalar_from_text(f"2-{'9' * 5000}"))] == [1]
    assert len(put_in_brackets(scalar_from_text("2-4"))) == 2
