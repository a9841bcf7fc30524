from __future__ import annotations

import pytest

from basra_rules.errors import Diagnostic, DiagnosticsError, SourceFile, render_diagnostic
from basra_rules.source.parsing import read_nodes

pytestmark = pytest.mark.usefixtures("parser")


def _slip(text: str) -> Diagnostic:
    with pytest.raises(DiagnosticsError) as caught:
        read_nodes(SourceFile("house.yaml", text))
    (diagnostic,) = caught.value.diagnostics
    return diagnostic


_SECOND_KEY = "a second key goes on a line of its own, indented more, or into { }; a text goes into quotes"
# The text; line, column and what is marked; the message; label and help.
SLIPS = [
    ("bonuses:\n\tbasra:\n\t\tpoints: 10\n", (2, 1, "\t"), "a tab stands where YAML takes only spaces", "write spaces"),
    ("bonuses:\n  basra:\n\tpoints: 10\n", (3, 1, "\t"), "a tab stands where YAML takes only spaces", "write spaces"),
    ("bonuses:\n  basra:\n  \tpoints: 10\n", (3, 3, "\t"), "a tab stands where YAML takes only spaces", "write spaces"),
    ('name: "teta\nextends: egyptian\n', (1, 7, '"'), "this quote is never closed", "opened here"),
    (
        'bonuses:\n  seven:\n    when: "card is 7♦ and sum <= 10\n    points: "10"\n  x: 2\n',
        (3, 11, '"'),
        "this quote is closed only on line 4",
        "is a closing quote missing on this line?",
    ),
    ("name: 'teta\nextends: egyptian\n", (1, 7, "'"), "this quote is never closed", "opened here"),
    (
        "name: 'teta's game'\nextends: egyptian\n",
        (1, 13, "s"),
        "the quoted text ends before this",
        "in single quotes, an apostrophe is written ''",
    ),
    ('plays: ["8♥ x 3♣", 9♥\nexpect:\n  floor: K♠\n', (1, 8, "["), "`[` is never closed", "no `]` follows"),
    (
        "bonuses: {seven: {when: card is 7♦, points: 10}\nscoring: {a: 1}\n",
        (1, 10, "{"),
        "`{` is never closed",
        "no `}` follows",
    ),
    ("bonuses: {seven: {when: card is 7♦, points: 10}\n", (1, 10, "{"), "`{` is never closed", "no `}` follows"),
    ('plays: ["8♥ x 3♣" "9♥"]\n', (1, 19, '"9♥"'), "a comma is missing before this", ""),
    ("a: {b: 1 c: 2}\n", (1, 10, "c"), "a comma or a colon is missing before this", "or all of the text needs quotes"),
    ("a: [1, 2}\n", (1, 9, "}"), "`}` can't close `[`, opened at 1:4", "expected `]`"),
    ("a: 1]\nb: ]\n", (2, 4, "]"), "`]` closes nothing", ""),
    ("a: {b: 1}}\nc: 2\n", (1, 10, "}"), "`}` closes nothing", ""),
    (
        "name: x\npoints:10\nextends: egyptian\n",
        (2, 7, ":"),
        "a space is missing after this colon",
        "write `points: 10`",
    ),
    ("points:10\nextends: egyptian\n", (1, 7, ":"), "a space is missing after this colon", "write `points: 10`"),
    ("a:\n  b:1\n  c: 2\n", (2, 4, ":"), "a space is missing after this colon", "write `b: 1`"),
    (
        "name: x\nextends egyptian\nb: 1\n",
        (2, 1, "extends egyptian"),
        "a colon is missing on this line",
        "expected `key: value`",
    ),
    ("name: x\npoints = 10\nb: 1\n", (2, 8, "="), "a key ends with a colon", "write `points: 10`"),
    (
        "name: x\nnote: basra: the best\n",
        (2, 12, ":"),
        "a colon with a space behind it can't stand inside a text",
        f'{_SECOND_KEY} / `note: {{basra: the best}}`, or for a text `note: "basra: the best"`',
    ),
    (
        "match: target: 5\n",
        (1, 14, ":"),
        "a colon with a space behind it can't stand inside a text",
        f'{_SECOND_KEY} / `match: {{target: 5}}`, or for a text `match: "target: 5"`',
    ),
    (
        "title: Basra: the game\n",
        (1, 13, ":"),
        "a colon with a space behind it can't stand inside a text",
        'put all of the text in quotes / title: "Basra: the game"',
    ),
    (
        "note: see here:\nb: 1\n",
        (1, 15, ":"),
        "a colon with a space behind it can't stand inside a text",
        'put all of the text in quotes / note: "see here:"',
    ),
    ("name: @teta\n", (1, 7, "@"), "a text can't start with `@`", "put it in quotes"),
    ("name: `teta`\n", (1, 7, "`"), "a text can't start with a backtick", "put it in quotes"),
    ("name: %x\n", (1, 7, "%"), "a text can't start with `%`", "put it in quotes"),
    ("%foo\nname: x\n", (1, 1, "%"), "`%` has a meaning in YAML", "a text that starts with it needs quotes"),
    ("a: 1\n%foo: 2\n", (2, 1, "%"), "`%` has a meaning in YAML", "a text that starts with it needs quotes"),
    (
        "bonuses:\n    basra:\n        points: 10\n   jack: 1\n",
        (4, 4, "jack"),
        "this line is indented by 3, and goes with no line above",
        "lines above are indented by 0, 4 or 8",
    ),
    (
        "bonuses:\n    basra: 1\n  jack: 1\n",
        (3, 3, "jack"),
        "this line is indented by 2, and goes with no line above",
        "lines above are indented by 0 or 4",
    ),
    (
        "name: x\n  extends: egyptian\n",
        (2, 3, "extends"),
        "this line is indented like a part of `name`, which has its value already",
        "indent it by 0",
    ),
    (
        "bonuses:\n  a: 1\n    b: 2\n",
        (3, 5, "b"),
        "this line is indented like a part of `a`, which has its value already",
        "indent it by 2",
    ),
    (
        "plays: - 8♥\n",
        (1, 8, "-"),
        "a list can't start on the line of its key",
        "write `key: [one, two]`, or each item on a line of its own",
    ),
    (
        "plays: a\n- b\n",
        (2, 1, "-"),
        "a list item stands where a key is expected",
        "`plays` above has its value already",
    ),
    ("a: 1\n- b\n", (2, 1, "-"), "a list item stands where a key is expected", "`a` above has its value already"),
    ("- a\nb: 1\n", (2, 1, "b"), "a key stands among the items of a list", "start it with `- `, or indent it"),
    ('name: "C:\\dir"\n', (1, 10, "\\d"), "`\\d` is no escape", "in double quotes, a backslash is written twice"),
    ('name: "\\u26"\n', (1, 8, "\\u26"), "`\\u` needs 4 hexadecimal digits", ""),
    ('name: "\\ud83d\\ude00"\n', (1, 8, "\\ud83d"), "`\\ud83d` is no character", "write the character itself"),
    (
        "name: x\n<<<<<<< HEAD\nb: 1\n=======\nb: 2\n>>>>>>> x\n",
        (2, 1, "<<<<<<<"),
        "a conflict of versions was left here",
        "keep one side, delete the markers",
    ),
    ("// comment\nname: x\n", (1, 1, "//"), "a comment starts with `#`", ""),
    ("name: x\n// comment\nb: 1\n", (2, 1, "//"), "a comment starts with `#`", ""),
    (
        "name: “x: y”\n",
        (1, 9, ":"),
        "a colon with a space behind it can't stand inside a text",
        'put all of the text in quotes / name: "“x: y”"',
    ),
    (
        'when: "sum" <= 10\n',
        (1, 13, "<="),
        "the quoted text ended before this, and the value with it",
        "put all of the value in quotes, or nothing of it / `when: sum <= 10`, or for a text `when: '\"sum\" <= 10'`",
    ),
    ('"a" b: 1\n', (1, 1, '"a" b: 1'), "a colon is missing on this line", "expected `key: value`"),
    (
        "when: [a] and b\n",
        (1, 11, "and"),
        "the brackets ended before this, and the value with it",
        'put all of the value in quotes / when: "[a] and b"',
    ),
    ("when: >= 10\n", (1, 7, ">"), "`>` begins a block of lines", "a text that starts with it needs quotes"),
    ("when: > 10\n", (1, 7, ">"), "`>` begins a block of lines", "a text that starts with it needs quotes"),
    ("when: || x\n", (1, 7, "|"), "`|` begins a block of lines", "a text that starts with it needs quotes"),
    ("when: && x\n", (1, 7, "&"), "`&` has a meaning in YAML", "a text that starts with it needs quotes"),
    ("when: * 2\n", (1, 7, "*"), "`*` has a meaning in YAML", "a text that starts with it needs quotes"),
    (
        "name: x\npoints：10\nb: 1\n",
        (2, 1, "points："),
        "U+FF1A FULLWIDTH COLON is no colon to YAML",
        "write `:` and a space",
    ),
    ('a: "b"\n"c"\n', (2, 1, '"c"'), "a colon is missing on this line", "expected `key: value`"),
    ("a: , b\n", (1, 4, ","), "a text can't start with `,`", "put it in quotes"),
    ("a: ? b\n", (1, 4, "?"), "a text can't start with `?`", "put it in quotes"),
    (
        "a: -\n",
        (1, 4, "-"),
        "a list can't start on the line of its key",
        "write `key: [one, two]`, or each item on a line of its own",
    ),
    ("--- a: b\n", (1, 6, ":"), "this is not YAML here", "a text with signs in it needs quotes"),
    ("a:\xa01\nb: 2\n", (1, 3, "\xa0"), "U+00A0 NO-BREAK SPACE follows the colon", "write an ordinary space"),
    (
        "a: |\n    x\n  y\nb: 1\n",
        (3, 3, "y"),
        "this line is indented by 2, and goes with no line above",
        "lines above are indented by 0 or 4",
    ),
    (
        "a: |\n      \n  y\nb: 1\n",
        (3, 3, "y"),
        "this line is indented by 2, and goes with no line above",
        "lines above are indented by 0",
    ),
    ("a b\nc: d\n", (1, 1, "a b"), "a colon is missing on this line", "expected `key: value`"),
    ('"a\nb": d\n', (1, 1, '"'), "this quote is closed only on line 2", "is a closing quote missing on this line?"),
    ('{"a": 1,,}\n', (1, 9, ","), "a value is missing before this comma", ""),
    ('{"a" 1}', (1, 6, "1"), "a comma or a colon is missing before this", "or all of the text needs quotes"),
    ("-\ta\n", (1, 2, "\t"), "a tab stands where YAML takes only spaces", "write spaces"),
    ("a: 1\n...\nb: 2\n", (2, 1, "..."), "`...` ends the file, and more follows", "delete this line"),
    (
        'plays: ["8♥ x 3♣, "9♥"]\n',
        (1, 20, '9♥"'),
        "the quoted text ends before this",
        'is a closing quote missing? inside, " is written \\"',
    ),
    (
        'name: "say "hi" now"\n',
        (1, 13, 'hi"'),
        "the quoted text ends before this",
        'is a closing quote missing? inside, " is written \\"',
    ),
    (
        "bonus:\n  when: |\n  sum > 3\n  points: 1\n",
        (3, 3, "sum > 3"),
        "this line is not indented more than `when`, to which it seems to belong",
        "indent it more",
    ),
    (
        "bonus:\n  when:\n  sum > 3\n  points: 1\n",
        (3, 3, "sum > 3"),
        "this line is not indented more than `when`, to which it seems to belong",
        "indent it more",
    ),
    ("plays: [\n  8♥\n  9♥: x\n]\n", (3, 3, "9♥"), "a comma is missing before this", "or all of the text needs quotes"),
    (
        "b: {when: card is {J, Q}, points: 10}\n",
        (1, 19, "{"),
        "a comma or a colon is missing before this",
        "or all of the text needs quotes",
    ),
    ("b: [when:]\n", (1, 9, ":"), "a space is missing after this colon", "or the text needs quotes"),
    ("b: {when:, c: 1}\n", (1, 9, ":"), "a space is missing after this colon", "or the text needs quotes"),
    ('a: "b\n---\nc"\n', (1, 4, '"'), "this quote is never closed", "opened here"),
    ("a: &é b\n", (1, 4, "&"), "`&` has a meaning in YAML", "a text that starts with it needs quotes"),
    (
        "a:\n  - b\n c: d\n",
        (3, 2, "c"),
        "this line is indented by 1, and goes with no line above",
        "lines above are indented by 0 or 2",
    ),
    ('a: "\\UFFFFFFFF"\n', (1, 5, "\\UFFFFFFFF"), "`\\UFFFFFFFF` is no character", "write the character itself"),
    ('a: "\\q"\n', (1, 5, "\\q"), "`\\q` is no escape", "in double quotes, a backslash is written twice"),
    (
        "name:: teta\nb: c: d\n",
        (2, 5, ":"),
        "a colon with a space behind it can't stand inside a text",
        f'{_SECOND_KEY} / `b: {{c: d}}`, or for a text `b: "c: d"`',
    ),
    ("a: '\n", (1, 4, "'"), "this quote is never closed", "opened here"),
    ('a: "\\', (1, 4, '"'), "this quote is never closed", "opened here"),
    ("a:\n  -\tb: 1\n    c: 2\n", (2, 4, "\t"), "a tab stands where YAML takes only spaces", "write spaces"),
    ("a: |\n\tb\n", (2, 1, "\t"), "a tab stands where YAML takes only spaces", "write spaces"),
    ("a:\n  b\n\tc\n", (3, 1, "\t"), "a tab stands where YAML takes only spaces", "write spaces"),
    ("readings:\n  -key: capture\n    note: x\n", (2, 3, "-"), "a space is missing after this dash", ""),
    ("a: b\n... \nc\n", (2, 1, "..."), "`...` ends the file, and more follows", "delete this line"),
]


@pytest.mark.parametrize(("text", "place", "message", "advice"), SLIPS)
def test_a_slip_is_answered_where_it_was_made(
    text: str, place: tuple[int, int, str], message: str, advice: str
) -> None:
    diagnostic = _slip(text)
    assert diagnostic.code == "yaml-syntax"
    assert diagnostic.span is not None
    assert (diagnostic.span.line, diagnostic.span.column, diagnostic.span.text) == place
    assert diagnostic.message == message
    assert " / ".join(filter(None, (diagnostic.label, diagnostic.help))) == advice


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_a_slip_is_found_whatever_ends_the_lines(ending: str) -> None:
    diagnostic = _slip("name: x\n# c\n\nnote: A: b\n".replace("\n", ending))
    assert diagnostic.help == 'note: "A: b"'
    assert str(diagnostic.span) == "house.yaml:4:8"


def test_curly_quotes_on_the_line_are_mentioned() -> None:
    assert _slip("name: “x: y”").notes == ("curly quotes are letters to YAML; the quotes that count are \" and '",)
    assert _slip("name: x: y").notes == ()


def test_a_missing_comma_far_below_its_bracket_names_the_bracket() -> None:
    assert _slip("plays: [\n  8♥\n  9♥: x\n]").notes == ("inside the `[` on line 1",)


@pytest.mark.parametrize(
    ("value", "quoted"),
    [
        ("A: b", '"A: b"'),
        ("A: b # comment", '"A: b"'),
        ('say "a": b', "'say \"a\": b'"),
        ('it\'s "a": b', '"it\'s \\"a\\": b"'),
    ],
)
def test_the_advice_quotes_what_was_written(value: str, quoted: str) -> None:
    advice = _slip(f"note: {value}\n").help
    assert advice == f"note: {quoted}"
    assert read_nodes(SourceFile("house.yaml", advice))


def test_a_slip_is_shown_with_caret_and_advice() -> None:
    assert render_diagnostic(_slip("name: teta\nnote: Basra: the best\n")) == (
        "error[yaml-syntax]: a colon with a space behind it can't stand inside a text\n"
        " --> house.yaml:2:12\n"
        "  |\n"
        "2 | note: Basra: the best\n"
        "  |            ^ put all of the text in quotes\n"
        '  = help: note: "Basra: the best"'
    )


def test_a_faulty_line_below_thousands_of_others_is_explained() -> None:
    assert _slip("a:\n" + "    b: 1\n#\n" + "#\n" * 5000 + "  c: 1").label == "lines above are indented by 0 or 4"


def test_a_quote_that_ends_in_a_later_line_leaves_other_slips_alone() -> None:
    assert _slip("a: 'b\n  c'\nd: e: f").message.startswith("a colon with a space")
