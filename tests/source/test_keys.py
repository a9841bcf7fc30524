from __future__ import annotations

import pytest

from basra_rules.errors import Diagnostic, DiagnosticsError, SourceFile
from basra_rules.source.keys import comma_hint, hint_glued
from basra_rules.source.nodes import MapNode, scalar_from_text
from basra_rules.source.parsing import read_nodes

pytestmark = pytest.mark.usefixtures("parser")


def _map(text: str) -> MapNode:
    node = read_nodes(SourceFile("house.yaml", text))
    assert isinstance(node, MapNode)
    return node


def _fault(text: str) -> Diagnostic:
    with pytest.raises(DiagnosticsError) as caught:
        _map(text)
    (only,) = caught.value.diagnostics
    return only


# The text; line and column; what to write.
GLUED = [
    ("match:{target: 5}\nname: x\n", (1, 6), "write `match: {target: 5}`"),
    ("remove:[a: b]\n", (1, 7), "write `remove: [a: b]`"),
    ("match: {target:5}\n", (1, 15), "write `target: 5`"),
    ("match: {target:5, tie: draw}\n", (1, 15), "write `target: 5`"),
    ("a:b: 1\n", (1, 2), "write `a: b`"),
]


@pytest.mark.parametrize(("text", "place", "label"), GLUED)
def test_a_key_that_swallowed_a_colon_lacks_a_space(text: str, place: tuple[int, int], label: str) -> None:
    fault = _fault(text)
    assert fault.span is not None
    assert (fault.code, fault.message) == ("yaml-syntax", "a space is missing after this colon")
    assert (fault.span.line, fault.span.column, fault.span.text) == (*place, ":")
    assert fault.label == label


def test_a_key_in_quotes_may_hold_a_colon() -> None:
    assert _map("'a:b': 1\n\"c: d\": 2\n").keys == ("a:b", "c: d")


@pytest.mark.parametrize("space", "\u00a0\u1680\u2003\u2009\u202f\u205f\u3000")
@pytest.mark.parametrize(
    "text",
    [
        "match:~{target: 5}\n",
        "match~: 5\n",
        "a: {~target: 5}\n",
        "target: ~5\n",
        "a: {target: 5~}\n",
        "a: [J,~7]\n",
        "match:\n~target: 5\n  tie: draw\n",
        "match:\n  ~target: 5\n  tie: draw\n",
    ],
)
def test_a_space_that_is_none_is_named_outside_of_quotes(text: str, space: str) -> None:
    fault = _fault(text.replace("~", space))
    assert fault.code == "invisible-character"
    assert f"U+{ord(space):04X}" in fault.message
    assert fault.span is not None
    assert fault.span.text == space


def test_a_space_that_is_none_harms_no_text_in_quotes_in_the_middle_or_in_a_comment() -> None:
    root = _map("a: 'b\u00a0'\nb: c\u00a0d\n'e\u00a0': 1  #\u00a0f\n")
    assert root.keys == ("a", "b", "e\u00a0")


# The text; the key that has no value; the hint.
ALONE = [
    ("a: {target: 100,5}", "5", "decimals have a point"),
    ("a: {without: K, Q}", "Q", "patterns are joined by `or`"),
    ("a: {when: card is any of (7, 8), points: 10}", "8)", "put a text with a comma in quotes"),
    ("a: {when: sweep,\n   numeric }", "numeric", "a comma starts a new key"),
    ("a: {target}", "target", "a key needs a colon and a value: `target: …`"),
    ("{target, b: 1}", "target", "a key needs a colon and a value: `target: …`"),
]


@pytest.mark.parametrize(("text", "key", "hint"), ALONE)
def test_a_key_alone_between_brackets_is_explained(text: str, key: str, hint: str) -> None:
    root = _map(text)
    inner = root.get("a")
    entry = (inner if isinstance(inner, MapNode) and "a" in root.keys else root).entry(key)
    assert entry is not None
    assert entry.stands_alone
    assert hint in comma_hint(entry)


@pytest.mark.parametrize(
    "text", ["k:", "k: ~", "k: null", "{k: , a: 1}", "{k: }", "{k: ''}", "k: [a, b]", "{k: 1, a: 2}", "{k: {a: 1}}"]
)
def test_no_other_key_stands_alone(text: str) -> None:
    entry = _map(text).entry("k")
    assert entry is not None
    assert not entry.stands_alone
    assert comma_hint(entry) == ""


def test_a_text_that_was_meant_as_a_key_and_its_value_is_recognised() -> None:
    assert hint_glued(scalar_from_text("target:5")) == "a space is missing after the colon: `target: 5`"
    for text in ("target", "target: 5", "basra, the best:x", "target:\u00a05"):
        assert hint_glued(scalar_from_text(text)) == ""
