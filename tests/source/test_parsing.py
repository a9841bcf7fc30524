from __future__ import annotations

import re
import sys
import time
import tracemalloc
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from basra_rules.errors import Diagnostic, DiagnosticsError, SourceFile, render_diagnostic
from basra_rules.source import loaders, parsing
from basra_rules.source.loaders import PythonLoader
from basra_rules.source.nodes import ListNode, MapNode, Node, ScalarNode, Style
from basra_rules.source.parsing import DEPTH_LIMIT, MOST_FAULTS, read_nodes

if TYPE_CHECKING:
    from collections.abc import Iterator

SLOWNESS = 1 if sys.gettrace() is None else 10  # under a coverage tool, for example
both_parsers = pytest.mark.usefixtures("parser")
LIBYAML = loaders.LOADER


def _read(text: str) -> Node:
    return read_nodes(SourceFile("house.yaml", text))


def _map(text: str) -> MapNode:
    node = _read(text)
    assert isinstance(node, MapNode)
    return node


def _scalar(text: str, key: str = "a") -> ScalarNode:
    node = _map(text).get(key)
    assert isinstance(node, ScalarNode)
    return node


def _faults(text: str) -> tuple[Diagnostic, ...]:
    with pytest.raises(DiagnosticsError) as caught:
        _read(text)
    return caught.value.diagnostics


def _fault(text: str) -> Diagnostic:
    (diagnostic,) = _faults(text)
    return diagnostic


def _place(diagnostic: Diagnostic) -> tuple[int, int, str]:
    span = diagnostic.span
    assert span is not None
    return span.line, span.column, span.text


def _scalars(node: Node) -> Iterator[ScalarNode]:
    if isinstance(node, ScalarNode):
        yield node
        return
    children = node.items if isinstance(node, ListNode) else [half for e in node for half in (e.key, e.value)]
    for child in children:
        yield from _scalars(child)


@both_parsers
def test_a_profile_becomes_nodes_with_their_places() -> None:
    text = "# house\nname: teta\nbonuses:\n  seven: {points: 10, when: 'card is 7♦'}\nlist: [a, b]\nother:\n- 1\n- 2\n"
    root = _map(text)
    assert root.keys == ("name", "bonuses", "list", "other")
    places = [(node.text, node.span.line, node.span.column) for node in _scalars(root)]
    assert places == [
        ("name", 2, 1),
        ("teta", 2, 7),
        ("bonuses", 3, 1),
        ("seven", 4, 3),
        ("points", 4, 11),
        ("10", 4, 19),
        ("when", 4, 23),
        ("card is 7♦", 4, 29),
        ("list", 5, 1),
        ("a", 5, 8),
        ("b", 5, 11),
        ("other", 6, 1),
        ("1", 7, 3),
        ("2", 8, 3),
    ]


@both_parsers
@pytest.mark.parametrize("key", ["bonuses", "inline", "block", "items"])
def test_lists_and_mappings_span_what_they_hold_and_no_more(key: str) -> None:
    texts = {
        "bonuses": "a: 1\n  b: [2]",
        "inline": "{a: 1,\n b: 2}",
        "block": "a: |\n    x",
        "items": "- 1\n- 2",
    }
    text = (
        f"bonuses:\n  {texts['bonuses']}\n\n# c\ninline: {texts['inline']}\n"
        f"block:\n  {texts['block']}\n\nitems:\n{texts['items']}\n\n"
    )
    node = _map(text).get(key)
    assert node is not None
    assert node.span.text == texts[key]


@both_parsers
@pytest.mark.parametrize(
    "before", ["", "x: é\n", "x: 😀😀\n", "x: تيتا\r\n", "# 😀\r", "x: 漢字 ♦\ufe0f\r\n\r\n", "\n\n"]
)
def test_places_count_characters_whatever_stands_before(before: str) -> None:
    text = before + 'a: card is 7♦\nb: "7♦"\n'
    assert _scalar(text, "a").span.text == "card is 7♦"
    assert _scalar(text, "b").span.text == '"7♦"'
    assert _scalar(text, "b").span_of(0, 2).text == "7♦"


@both_parsers
@pytest.mark.parametrize(
    ("written", "text", "style"),
    [
        ("x y", "x y", Style.PLAIN),
        ("x\n  y", "x y", Style.PLAIN),
        ("x # c", "x", Style.PLAIN),
        ("x#c", "x#c", Style.PLAIN),
        ("''", "", Style.QUOTED),
        ("'it''s'", "it's", Style.QUOTED),
        (r'"\u2666\x41\t\"\\"', '♦A\t"\\', Style.QUOTED),
        ("|\n  x\n   y\n", "x\n y\n", Style.BLOCK),
        (">-\n  x\n  y\n", "x y", Style.BLOCK),
        ("what? x", "what? x", Style.PLAIN),
        ("x\ty", "x\ty", Style.PLAIN),
        ("\tx\t", "x", Style.PLAIN),
    ],
)
def test_scalars_keep_their_text_and_style(written: str, text: str, style: Style) -> None:
    node = _scalar(f"a: {written}\n")
    assert (node.text, node.style) == (text, style)


@both_parsers
@pytest.mark.parametrize("text", ["a:\nb: 1", "a: \nb: 1", "{a: , b: 1}", "{a, b: 1}", "a: # c\nb: 1"])
def test_a_value_left_out_is_null_right_behind_its_key(text: str) -> None:
    node = _scalar(text)
    assert node.value is None
    assert node.span.start == node.span.end
    assert node.span.line == 1


@both_parsers
def test_json_is_read() -> None:
    root = _map('{"profile": "egyptian", "scenarios": [{"floor": "3\\u2663", "expect": {"points": 0, "legal": []}}]}')
    assert [node.text for node in _scalars(root)] == [
        "profile",
        "egyptian",
        "scenarios",
        "floor",
        "3♣",
        "expect",
        "points",
        "0",
        "legal",
    ]


@both_parsers
@pytest.mark.parametrize(
    "text", ["---\na: 1\n", "--- # c\na: 1\n...\n", "%YAML 1.2\n---\na: 1", "a: 1\n...", "\n\n a: 1"]
)
def test_one_document_with_marks_around_it_is_one_document(text: str) -> None:
    assert _scalar(text).value == 1


@both_parsers
@pytest.mark.parametrize(
    "text", ["", "\n", "# only a comment\n", "---\n", "--- # c\n...\n", "  \n\n", "&x", "%YAML 1.2\n---\n"]
)
def test_a_file_that_says_nothing_is_refused(text: str) -> None:
    diagnostic = _fault(text)
    assert (diagnostic.code, diagnostic.message) == ("empty-file", "the file says nothing")


def test_the_excerpt_of_an_empty_file_is_empty() -> None:
    assert (
        render_diagnostic(_fault(""))
        == "error[empty-file]: the file says nothing\n --> house.yaml:1:1\n  |\n1 |\n  | ^"
    )


@both_parsers
@pytest.mark.parametrize(
    ("text", "line"),
    [("a: 1\n---\nb: 2\n", 2), ("---\na: 1\n---\n", 3), ("a: 1\n...\n---\nb: 2", 3)],
)
def test_a_second_document_is_refused_where_it_starts(text: str, line: int) -> None:
    diagnostic = _fault(text)
    assert diagnostic.code == "several-documents"
    assert _place(diagnostic) == (line, 1, "---")


@both_parsers
@pytest.mark.parametrize(
    ("text", "tag", "column"),
    [
        ("a: !sweep", "!sweep", 4),
        ("a: ! x", "!", 4),
        ("a: !!int 7", "!!int", 4),
        ("a: !!python/object/apply:os.system [x]", "!!python/object/apply:os.system", 4),
        ("a: &b !c d", "!c", 7),
        ("a: !c &b d", "!c", 4),
        ("a: [!c, d]", "!c", 5),
        ("a: !<tag:x> {b: c}", "!<tag:x>", 4),
        ("!a b: c", "!a", 1),
    ],
)
def test_tags_are_refused_where_they_stand(text: str, tag: str, column: int) -> None:
    diagnostic = _fault(text)
    assert diagnostic.code == "tag"
    assert _place(diagnostic) == (1, column, tag)
    assert diagnostic.message == f"`{tag}` is a YAML tag, and tags are refused"


@both_parsers
def test_every_repeated_key_is_reported_with_the_place_of_the_first() -> None:
    diagnostics = _faults("a: 1\nb: {c: 1, 'c': 2, \"c\": 3}\na: 2\n")
    assert [(one.code, _place(one), one.notes) for one in diagnostics] == [
        ("repeated-key", (2, 11, "'c'"), ("the first `c` stands at house.yaml:2:5",)),
        ("repeated-key", (2, 19, '"c"'), ("the first `c` stands at house.yaml:2:5",)),
        ("repeated-key", (3, 1, "a"), ("the first `a` stands at house.yaml:1:1",)),
    ]
    assert diagnostics[2].message == "the key `a` stands here twice"


@both_parsers
def test_the_same_key_in_two_mappings_is_no_fault() -> None:
    assert _map("a: {c: 1}\nb: {c: 2}\n").keys == ("a", "b")


@both_parsers
@pytest.mark.parametrize(
    ("text", "place", "what"),
    [
        ("a: {{x}}", (1, 5, "{x}"), "a mapping"),
        ("? [a, b]\n: c", (1, 3, "[a, b]"), "a list"),
        ("{a: 1, [b]: c}", (1, 8, "[b]"), "a list"),
        ("? {a: b}\n: c", (1, 3, "{a: b}"), "a mapping"),
    ],
)
def test_a_key_that_is_no_scalar_is_refused(text: str, place: tuple[int, int, str], what: str) -> None:
    diagnostic = _fault(text)
    assert (diagnostic.code, diagnostic.message) == ("key-not-scalar", f"{what} can't be a key")
    assert _place(diagnostic) == place


@both_parsers
def test_the_merge_key_of_yaml_is_answered_with_extends() -> None:
    diagnostic = _fault("base: &base {a: 1}\nb:\n  <<: *base\n  c: 1\n")
    assert diagnostic.code == "merge-key"
    assert _place(diagnostic) == (3, 3, "<<")
    assert "`extends`" in diagnostic.help


@both_parsers
@pytest.mark.parametrize(
    ("text", "column"), [(": 1", 1), ("b: 1\n: 2", 1), ("{: 1}", 2), ("{a: 1, : 2}", 8), ("b: {: 1}", 5)]
)
def test_an_empty_key_is_refused(text: str, column: int) -> None:
    diagnostic = _fault(text)
    assert (diagnostic.code, diagnostic.message) == ("yaml-syntax", "a key is missing before the colon")
    assert _place(diagnostic)[1:] == (column, ":")


@both_parsers
def test_a_quoted_empty_key_is_a_key() -> None:
    assert _map("'': 1").keys == ("",)


@both_parsers
def test_faults_of_several_kinds_are_collected_in_reading_order() -> None:
    diagnostics = _faults("a: !x 1\na: 2\n{b}: 3\nc: *nowhere\n<<: d\n")
    assert [one.code for one in diagnostics] == ["tag", "repeated-key", "key-not-scalar", "unknown-alias", "merge-key"]


@both_parsers
def test_no_more_faults_are_collected_than_people_read() -> None:
    assert len(_faults("a: 1\n" * 1000)) == MOST_FAULTS


@both_parsers
def test_a_modest_alias_repeats_its_node() -> None:
    root = _map("a: &start {players: 2}\nb: *start\nc: [*start, *start]\n")
    assert root.get("b") is root.get("a")
    assert root.get("c") == ListNode((root.entries[0].value,) * 2, root.span)


@both_parsers
@pytest.mark.parametrize("between", [" ", "\n  ", "  # c\n  # d\n\n  ", "\t", "\r\n "])
@pytest.mark.parametrize(
    ("written", "text"),
    [("x y", "x y"), ("'x'", "x"), ('"\\x41"', "A"), ("|-\n   x", "x"), ("[x]", None), ("{x: y}", None)],
)
def test_an_anchor_is_no_part_of_what_it_names(between: str, written: str, text: str | None) -> None:
    node = _map(f"a: &anchor{between}{written}\nb: 1").get("a")
    assert node is not None
    assert node.span.text == written
    if text is not None:
        assert isinstance(node, ScalarNode)
        assert node.text == text
        assert node.span_of(0, 1).text in ("x", "\\")


@both_parsers
def test_an_anchor_names_nothing_too() -> None:
    root = _map("a: &x\nb: *x\nc: [&y , *y]\n")
    assert [node.text for node in _scalars(root)] == ["a", "", "b", "", "c", "", ""]


@both_parsers
def test_an_alias_may_be_a_key() -> None:
    assert _map("a: &x y\n*x : 1\n").keys == ("a", "y")


@both_parsers
@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("a: *b", "a text that starts with `*` needs quotes"),
        ("a: &bonus 1\nb: *bonsu", "did you mean `*bonus`?"),
        ("a: *b\nb: &b 1", "a text that starts with `*` needs quotes"),
    ],
)
def test_an_alias_without_an_anchor_before_it_is_refused(text: str, label: str) -> None:
    diagnostic = _fault(text)
    assert (diagnostic.code, diagnostic.label) == ("unknown-alias", label)


@both_parsers
def test_an_anchor_that_stands_twice_is_refused() -> None:
    diagnostic = _fault("a: &x 1\nb: &x 2\n")
    assert diagnostic.code == "repeated-anchor"
    assert _place(diagnostic) == (2, 4, "&x")


@both_parsers
@pytest.mark.parametrize("text", ["&a [*a]", "a: &a {b: *a}", "a: &a [b, [c, {d: *a}]]", "&a {*a : b}"])
def test_a_node_that_repeats_itself_is_refused(text: str) -> None:
    diagnostic = _fault(text)
    assert (diagnostic.code, diagnostic.message) == ("alias-bomb", "`*a` repeats what it stands in, without end")


def _bomb(levels: int, width: int) -> str:
    lines = ["a0: &a0 [lol, lol, lol]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * width)}]" for n in range(1, levels + 1)]
    return "\n".join(lines)


@both_parsers
@pytest.mark.parametrize(("levels", "width"), [(9, 9), (20, 2), (4, 20), (1, 10_000)])
def test_an_alias_bomb_is_refused_at_once(levels: int, width: int) -> None:
    started = time.process_time()
    assert _fault(_bomb(levels, width)).code == "alias-bomb"
    assert time.process_time() - started < 1 * SLOWNESS


@both_parsers
@pytest.mark.parametrize("long", ["&x " + "y" * 5000, "&x |\n  " + "y" * 5000, "&x [" + "y, " * 2000 + "]"])
def test_repeated_text_counts_by_its_length(long: str) -> None:
    assert _fault(f"a: {long}\nb: [" + "*x, " * 200 + "]").code == "alias-bomb"


@both_parsers
def test_a_long_scenario_file_may_repeat_a_stock_as_often_as_it_has_scenarios() -> None:
    stock = "A♠ " * 52
    scenario = (
        "- name: one of many scenarios, each of them with a description of its own, so that it is as long as most\n"
    )
    items = "".join(f"{scenario}  opening: *start\n" for _ in range(3000))
    root = _map(f"start: &start {{stock: {stock}}}\nscenarios:\n{items}" + "# a comment of some length\n" * 10_000)
    scenarios = root.get("scenarios")
    assert isinstance(scenarios, ListNode)
    assert len(scenarios) == 3000


@both_parsers
@pytest.mark.parametrize(
    "text",
    ["[" * DEPTH_LIMIT + "]" * DEPTH_LIMIT, "- " * DEPTH_LIMIT + "x", "{a: " * DEPTH_LIMIT + "x" + "}" * DEPTH_LIMIT],
)
def test_nesting_is_fine_up_to_the_limit(text: str) -> None:
    depth = 0
    node = _read(text)
    while not isinstance(node, ScalarNode):
        depth += 1
        children = [entry.value for entry in node] if isinstance(node, MapNode) else list(node)
        if not children:
            break
        node = children[0]
    assert depth == DEPTH_LIMIT


@both_parsers
@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("[" * (DEPTH_LIMIT + 1), DEPTH_LIMIT + 1),
        ("[" * 10_000, DEPTH_LIMIT + 1),
        ("{" * 10_000, DEPTH_LIMIT + 1),
        ("- " * 10_000, 2 * DEPTH_LIMIT + 1),
        ("{a: " * 10_000, 4 * DEPTH_LIMIT + 1),
        ("a: " + "[ " * 10_000, 3 + 2 * DEPTH_LIMIT - 1),
        ("? " * 10_000, 2 * DEPTH_LIMIT + 1),
    ],
)
def test_deeper_nesting_is_refused_at_once_where_it_becomes_too_deep(text: str, column: int) -> None:
    started = time.process_time()
    diagnostic = _fault(text)
    assert time.process_time() - started < 1 * SLOWNESS
    assert (diagnostic.code, _place(diagnostic)[:2]) == ("too-deep", (1, column))


@both_parsers
def test_nesting_through_aliases_counts() -> None:
    half = DEPTH_LIMIT // 2
    text = "a: &a " + "[" * half + "x" + "]" * half + "\nb: " + "[" * half + "*a" + "]" * half
    diagnostic = _fault(text)  # the mapping, and twice half the limit
    assert (diagnostic.code, _place(diagnostic)[2]) == ("too-deep", "*")
    assert isinstance(_read(text.replace("b: [", "b: ").replace("*a]", "*a")), MapNode)


def test_a_file_with_too_many_values_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parsing, "EVENT_LIMIT", 100)
    assert isinstance(_read("[" + "a, " * 90 + "]"), ListNode)
    diagnostic = _fault("[" + "a, " * 101 + "]")
    assert (diagnostic.code, diagnostic.message) == ("too-large", "the file holds more than 100 values")


@both_parsers
def test_an_invisible_character_is_refused_before_anything_is_parsed() -> None:
    assert [one.code for one in _faults("a: [\u200b\n")] == ["invisible-character"]


@both_parsers
@pytest.mark.parametrize(
    ("written", "name"),
    [
        (r"a\u202eb", "U+202E RIGHT-TO-LEFT OVERRIDE"),
        (r"a\x1b[31m", "U+001B ESCAPE"),
        (r"a\eb", "U+001B ESCAPE"),
        (r"a\0b", "U+0000 NULL"),
        (r"a\Nb", "U+0085 NEXT LINE"),
        (r"a\Lb", "U+2028 LINE SEPARATOR"),
    ],
)
def test_an_escape_that_writes_an_invisible_character_is_refused(written: str, name: str) -> None:
    diagnostic = _fault(f'a: "{written}"')
    assert diagnostic.code == "invisible-character"
    assert diagnostic.message == f"this escape writes an invisible character: {name}"
    assert _place(diagnostic)[:2] == (1, 6)


@both_parsers
@pytest.mark.parametrize("written", [r"a\tb", r"a\nb", r"a\_b", r"7♦\ufe0f", r"7\u2666\ufe0f", r"a\/b"])
def test_other_escapes_are_fine(written: str) -> None:
    assert len(_scalar(f'a: "{written}"').text) == 3


def test_the_collector_is_left_as_it_was() -> None:
    import gc  # noqa: PLC0415

    for was_enabled in (False, True):
        (gc.enable if was_enabled else gc.disable)()
        try:
            _read("a: 1")
            with pytest.raises(DiagnosticsError):
                _read("a: [")
            assert gc.isenabled() is was_enabled
        finally:
            gc.enable()


def _scenarios(count: int) -> str:
    scenario = (
        "  - name: the king stays, so no basra number {}\n    source: S0 §8\n    floor: 3♣ 5♦ K♠\n"
        '    plays: ["8♥ x 3♣ 5♦", "9♥ x 4♣ 5♦"]\n    expect:\n      legal: ["3♣ 5♦", ""]\n      takes: 3♣ 5♦\n'
        "      floor: K♠\n      points: 0\n      bonuses: []\n"
    )
    return "profile: egyptian\nscenarios:\n" + "".join(scenario.format(number) for number in range(count))


def test_ten_thousand_scenarios_are_read_in_seconds() -> None:
    text = _scenarios(10_000)
    started = time.process_time()
    scenarios = _map(text).get("scenarios")
    assert time.process_time() - started < 6 * SLOWNESS  # about one second on the machine this was written on
    assert isinstance(scenarios, ListNode)
    assert len(scenarios) == 10_000


@pytest.mark.parametrize(
    "text",
    [
        'a: "' + "x" * 1_000_000,
        'a: "' + "\\n" * 500_000,
        "a b\n" * 250_000 + "x: 1",
        "a:\n    b: 1\n" + "#\n" * 400_000 + "  x: 1",
        "&x\n" + "# c\n" * 250_000 + "[a",
        "a: " + "[ " * 500_000,
        "- " * 500_000,
        "a: 'x\n" + "\n" * 900_000,
    ],
)
def test_a_megabyte_of_nonsense_is_refused_in_bounded_time_and_memory(text: str) -> None:
    started = time.process_time()
    assert _fault(text)
    assert time.process_time() - started < 2 * SLOWNESS
    tracemalloc.start()
    try:
        assert _fault(text)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 60_000_000


# What the parser in Python and libyaml make of the same text.

_TEXTS = [
    "a",
    "1",
    "x y",
    "♦",
    "😀",
    "س",
    "\\n",
    "\\",
    "\\x41",
    "=",
    "%",
    "@",
    "a:",
    "b: ",
    "key: ",
    "when: ",
    ": ",
    "<<: ",
]
_BLANKS = [" ", "\n", "\n  ", "\n    ", "\r\n", "\t", "\\\n", " #"]
_SIGNS = ['"', "'", "''", "[", "]", "{", "}", ", ", "- ", "-", "? ", "?", "&x ", "*x", "!t ", "---\n", "...\n"]
_BLOCKS = ["|", "|\n", "|-\n  ", ">\n  ", ">+\n", "> # c\n", "|2\n"]
_PIECES = st.sampled_from([*_TEXTS, *_BLANKS, *_BLANKS, *_SIGNS, *_BLOCKS])


def _outcome(text: str, loader: type) -> object:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(loaders, "LOADER", loader)
        try:
            return _shape(_read(text))
        except DiagnosticsError as error:
            codes = {one.code for one in error.diagnostics}
            return "no YAML" if "yaml-syntax" in codes else codes


def _shape(node: Node) -> object:
    place = (node.span.start, node.span.end)
    if isinstance(node, ScalarNode):
        return (*place, node.text, node.style, None if node.offsets is None else list(node.offsets))
    if isinstance(node, ListNode):
        return (*place, [_shape(item) for item in node])
    return (*place, [(_shape(entry.key), _shape(entry.value)) for entry in node])


@settings(max_examples=400, deadline=None)
@given(st.lists(_PIECES, min_size=1, max_size=12).map("".join))
def test_both_parsers_read_the_same(text: str) -> None:
    assert _outcome(text, PythonLoader) == _outcome(text, LIBYAML)


@settings(max_examples=300, deadline=None)
@given(st.text(st.characters(codec="utf-8"), max_size=60) | st.lists(_PIECES, max_size=20).map("".join))
def test_any_text_is_read_or_refused_with_places_inside_it(text: str) -> None:
    try:
        _read(text)
    except DiagnosticsError as error:
        for diagnostic in error.diagnostics:
            assert diagnostic.span is not None
            assert 0 <= diagnostic.span.start <= diagnostic.span.end <= len(text)
            assert not re.search(r"\A[A-Z]|\.\Z", diagnostic.message.replace("U+", "u+"))
