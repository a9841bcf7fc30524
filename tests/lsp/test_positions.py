"""Lines and columns as the protocol counts them, in the units of each encoding."""

from __future__ import annotations

import pytest
from lsprotocol.types import Position, PositionEncodingKind

from basra_rules.errors import SourceFile, Span
from basra_rules.lsp.positions import Ruler

SOURCE = SourceFile("a.yaml", "a: 7♦\r\nb: 🂡 c\rd: é\n")
PLACES = [
    # character, line, and the column in units of 8, 16 and 32 bits
    (0, 0, 0, 0, 0),
    (5, 0, 7, 5, 5),
    (7, 1, 0, 0, 0),
    (10, 1, 3, 3, 3),
    (11, 1, 7, 5, 4),
    (13, 1, 9, 7, 6),
    (14, 2, 0, 0, 0),
    (18, 2, 5, 4, 4),
    (19, 3, 0, 0, 0),
]
ENCODINGS = [PositionEncodingKind.Utf8, PositionEncodingKind.Utf16, PositionEncodingKind.Utf32]


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_character_has_one_position_and_the_other_way_round(
    place: tuple[int, ...], encoding: PositionEncodingKind
) -> None:
    at, line, *columns = place
    ruler = Ruler(encoding)
    position = Position(line, columns[ENCODINGS.index(encoding)])
    assert ruler.position(SOURCE, at) == position
    assert ruler.character(SOURCE, position) == at


@pytest.mark.parametrize(("position", "at"), [((0, 99), 5), ((1, 4), 11), ((9, 0), 19), ((3, 5), 19)], ids=str)
def test_a_position_that_is_none_is_the_nearest_that_is(position: tuple[int, int], at: int) -> None:
    assert Ruler().character(SOURCE, Position(*position)) == at


def test_a_span_has_a_range() -> None:
    where = Ruler().range(Span(SOURCE, 10, 13))
    assert (where.start, where.end) == (Position(1, 3), Position(1, 7))


def test_half_a_character_is_measured_too() -> None:
    source = SourceFile("a.yaml", "a: \ud83c b")
    assert [Ruler(encoding).position(source, 5).character for encoding in ENCODINGS] == [7, 5, 5]
