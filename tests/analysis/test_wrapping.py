from __future__ import annotations

import pytest

from basra_rules.analysis.snippets import quoted
from basra_rules.analysis.wrapping import folded, wrap_line
from basra_rules.errors import SourceFile
from basra_rules.source.nodes import MapNode, Node, ScalarNode
from basra_rules.source.parsing import read_nodes

LONG = "nothing checks whether all of `sweep and count == 1 and card is J` is needed, or one part is enough (a.yaml:4)"


def test_a_line_that_fits_or_goes_to_no_terminal_stays() -> None:
    assert wrap_line(LONG, None) == [LONG]
    assert wrap_line(LONG, len(LONG)) == [LONG]


@pytest.mark.parametrize("width", [40, 80, 100])
def test_what_goes_on_is_indented_deeper(width: int) -> None:
    first, *rest = wrap_line("  " + LONG, width)
    assert rest
    assert first.startswith("  n")
    assert all(line.startswith("      ") and line[6] != " " for line in rest)
    assert max(map(len, (first, *rest))) <= width
    assert " ".join((first, *rest)).split() == LONG.split()


def test_a_word_is_never_broken_however_narrow_the_terminal() -> None:
    assert wrap_line("a " + 50 * "x", 10) == ["a", "    " + 50 * "x"]


@pytest.mark.parametrize(
    "line",
    [
        f"name: {quoted(LONG)}",
        f"name: {quoted('`a` ' + LONG)}",
        f"name: {quoted(LONG + ': # of ' + LONG)}",
        "plays: [" + ", ".join(['"9♦ x A♦ 8♦ 9♥"', "8♣"] * 12) + "]",
        "expect: {bonuses: [" + ", ".join(["seven_of_diamonds"] * 8) + "], legal: [" + '"3♣ 5♦", ' * 20 + '""]}',
        "captured: " + "10♦ " * 40 + "8♠",
    ],
)
def test_yaml_says_the_same_in_several_lines(line: str) -> None:
    text = folded(line)
    assert len(text.splitlines()) > 1
    assert max(map(len, text.splitlines())) <= 76
    again, before = (plain(read_nodes(SourceFile("some.yaml", one))) for one in (text, line))
    assert again == before


def plain(node: Node) -> object:
    """Return what a node says."""
    if isinstance(node, ScalarNode):
        return node.text
    return (
        {entry.key.text: plain(entry.value) for entry in node} if isinstance(node, MapNode) else list(map(plain, node))
    )
