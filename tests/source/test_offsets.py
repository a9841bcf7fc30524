from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from basra_rules.errors import DiagnosticsError, SourceFile
from basra_rules.source import loaders
from basra_rules.source.loaders import PythonLoader
from basra_rules.source.nodes import MapNode, ScalarNode
from basra_rules.source.offsets import Offsets
from basra_rules.source.parsing import read_nodes

LIBYAML = loaders.LOADER
ESCAPES = {"t": "\t", "n": "\n", '"': '"', "/": "/", "\\": "\\", "_": "\u00a0", " ": " ", "\t": "\t", "0": "\0"}


def _scalar(text: str) -> ScalarNode:
    root = read_nodes(SourceFile("house.yaml", text))
    assert isinstance(root, MapNode)
    node = root.get("k")
    assert isinstance(node, ScalarNode)
    return node


def _check(node: ScalarNode) -> None:
    """Hold the offsets of `node` against its source."""
    source = node.span.source.text
    places = (
        list(range(node.span.start, node.span.start + len(node.text))) if node.offsets is None else list(node.offsets)
    )
    assert len(places) == len(node.text)
    assert all(first < second for first, second in pairwise(places))
    for character, place in zip(node.text, places, strict=True):
        if source[place : place + 1] == "\\" and source[node.span.start] == '"':
            assert _decode(source[place : place + 10]) == character
        elif character in " \t\n":
            assert source[place : place + 1] in (" ", "\t", "\n", "\r", "")
        else:
            assert source[place] == character
        if character == "\n" and source[place : place + 1] not in ("\\", ""):
            assert source[place] in "\r\n"


def _decode(escape: str) -> str:
    width = {"x": 2, "u": 4, "U": 8}.get(escape[1])
    return ESCAPES[escape[1]] if width is None else chr(int(escape[2 : 2 + width], 16))


_WORDS = ["a", "♦", "b c", "  ", "\n  ", "\n\n  ", "\n    ", "\n \n  ", "x", "😀", "\t", "\r\n  ", "\n      ", "'"]
_words = st.lists(st.sampled_from(_WORDS), min_size=1, max_size=10).map("".join)
_escaped = st.sampled_from(
    ["\\n", '\\"', "\\\n   ", "\\\n\n  ", "\\x41", "\\u2666", "\\U0001F600", "\\\\", "\\ ", "\\\t"]
)
_plain = _words
_single = _words.map(lambda words: "'" + words.replace("'", "''") + "'")
_double = st.lists(_words | _escaped, max_size=8).map(lambda parts: '"' + "".join(parts) + '"')
_block = st.tuples(
    st.sampled_from("|>"),
    st.sampled_from(["", "-", "+", "2", "2-", "+2", "1", "4", "-1"]),
    st.sampled_from(["", " ", "  # c", "\t# c"]),
    st.sampled_from(["\n", "\n\n", "\n  \n", "\r\n"]),
    st.sampled_from(["  ", "    "]),
    _words,
    st.sampled_from(["", "\n", "\n\n", "\n\n\n   \n"]),
).map("".join)
_before = st.sampled_from(["", "é😀س: 1\n", "# ♦\r\n", "\n"])
_anchor = st.sampled_from(["", "&x ", "&x\n  ", "&x # c\n  "])
_after = st.sampled_from(["", "\nq: 2", "\n\n# c\nq: 2\n", "\r\nq: 2\r\n"])


@settings(max_examples=600, deadline=None)
@given(_before, _anchor, _plain | _single | _double | _block, _after, st.sampled_from([LIBYAML, PythonLoader]))
@example("", "", ">2\n\n     x\n  y\n  z\n\n\n  u\n", "", LIBYAML)
@example("", "", ">+\n\n  x\n\n   more\n  less\n\n", "\nq: 2", PythonLoader)
@example("", "", '"a \\\n\n  b\n  c  \n\n\n d\\x41"', "", LIBYAML)
@example("", "", "|2\n     \n  \n\n", "", LIBYAML)
@example("", "", ">2\n     \n  \n\n", "", LIBYAML)
def test_every_character_is_found_where_it_stands(
    before: str, anchor: str, written: str, after: str, loader: type
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(loaders, "LOADER", loader)
        try:
            node = _scalar(f"{before}k: {anchor}{written}{after}")
        except DiagnosticsError:
            return
    _check(node)


@pytest.mark.parametrize("parser", [LIBYAML, PythonLoader])
@pytest.mark.parametrize(
    "written",
    [
        "card is 7♦ and sum <= 10",
        "'card is 7♦ and sum <= 10'",
        '"card is 7♦ and sum <= 10"',
        "card is 7♦\n  and sum <= 10",
        "'card is 7♦\n\n  and   sum <= 10'",
        '"card is\\t7\\u2666 \\\n  and sum <= 10"',
        "|\n  card is 7♦\n    and sum <= 10\n",
        "|4-\n      card is 7♦\n    and sum <= 10\n",
        "> # folded\n\n  card is 7♦\n  and sum <= 10\n",
        ">+\n    card is 7♦\n\n\n     and\n    sum <= 10\n\n",
        ">-\r\n  card is 7♦\r\n  and sum <= 10\r\n",
    ],
)
def test_a_fault_in_an_expression_points_into_the_file(
    written: str, parser: type, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loaders, "LOADER", parser)
    node = _scalar(f"😀: تيتا\nk: {written}")
    _check(node)
    at = node.text.index("sum")
    assert node.span_of(at, at + 3).text == "sum"
    at = node.text.index("7")
    assert node.span_of(at, at + 1).text == "7"
    assert node.span_of(at + 1, at + 2).text in ("♦", "\\")


def test_a_folded_break_stands_at_the_break() -> None:
    node = _scalar("k: a\n    b\n\n    c")
    assert node.text == "a b\nc"
    assert [node.span_of(at, at + 1).line for at in range(5)] == [1, 1, 2, 3, 4]


def test_a_newline_of_a_block_stands_at_the_end_of_its_line() -> None:
    node = _scalar("k: |\n  ab\n\n  c\n")
    assert node.text == "ab\n\nc\n"
    assert node.offsets is not None
    assert list(node.offsets) == [7, 8, 9, 10, 13, 14]


def test_text_that_stands_in_the_file_as_it_is_needs_no_offsets() -> None:
    assert _scalar("k: card is 7♦").offsets is None
    assert _scalar("k: 'card is 7♦'").offsets == range(4, 14)


def test_offsets_are_a_sequence() -> None:
    offsets = Offsets('"\\n\\n"', 0, 6, "\n\n")
    assert len(offsets) == 2
    assert (offsets[0], offsets[-1], offsets[0:2]) == (1, 3, (1, 3))
    assert list(offsets) == [1, 3]
    with pytest.raises(IndexError):
        offsets[2]
