"""Whatever stands in a file, and wherever the cursor is: every question is answered, quickly, and none crashes."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from basra_rules.lsp.outline import LONGEST_TEXT, Branch, Leaf, outline, walk
from basra_rules.lsp.symbols import Symbol, symbols
from tests.cli.running import ROOT
from tests.lsp.open_files import CHILD, CURSOR, NOWHERE, Opened, child, opened

WORDS = [
    "a",
    "bonuses",
    "when",
    "sweep and ",
    "card is 7♦",
    "- ",
    "  ",
    "\n",
    "\n  ",
    "\n    ",
    ": ",
    ":",
    ", ",
    "{",
    "}",
]
WORDS += [
    "[",
    "]",
    "'",
    '"',
    "#",
    " # ",
    "|",
    ">-",
    "&x",
    "*x",
    "!t",
    "?",
    "---\n",
    "\t",
    "\r\n",
    "é",
    "🂡",
    "\u2028",
    "\x00",
]
TEXTS = st.lists(st.sampled_from(WORDS), max_size=40).map("".join)
PROFILE = (ROOT / "profiles" / "egyptian.yaml").read_text(encoding="utf-8")


def ask_everything(here: Opened) -> None:
    here.offers()
    here.hover()
    here.definition()
    for symbol in symbols(here.background):
        hold_symbol(symbol, len(here.background.document.text))


def hold_symbol(symbol: Symbol, length: int) -> None:
    assert symbol.name
    assert 0 <= symbol.start <= symbol.name_end <= symbol.end <= length
    for part in symbol.parts:
        assert symbol.start <= part.start
        assert part.end <= symbol.end
        hold_symbol(part, length)


@given(TEXTS, st.integers(0, 80), st.booleans())
@settings(deadline=None)
def test_no_text_is_too_odd(text: str, at: int, is_profile: bool) -> None:
    at = min(at, len(text))
    with_cursor = text[:at] + CURSOR + text[at:]
    path = NOWHERE if is_profile else NOWHERE.with_name("house.scenarios.yaml")
    ask_everything(opened((CHILD if is_profile else "") + with_cursor, path))


@given(st.integers(0, len(PROFILE)), st.integers(0, len(PROFILE)))
@settings(deadline=None)
def test_a_profile_may_be_cut_anywhere(start: int, end: int) -> None:
    start, end = sorted((start, end))
    ask_everything(opened(PROFILE[:start] + CURSOR + PROFILE[end:]))


@given(TEXTS)
def test_an_outline_stays_within_its_text(text: str) -> None:
    for branch, _ in walk(outline(text)):
        hold_branch(branch, len(text))


def hold_branch(branch: Branch, length: int) -> None:
    starts = [entry.start for entry in branch.entries]
    assert starts == sorted(starts)
    for entry in branch.entries:
        assert 0 <= entry.start <= entry.key_end <= length
        assert entry.end <= length
        if isinstance(entry.value, Leaf):
            assert entry.key_end <= entry.value.start <= entry.value.end <= length


@pytest.mark.parametrize(
    "text",
    ["- " * 20_000, "{" * 20_000, "[" * 20_000, "a: {b: " * 10_000, " a:\n" * 20_000, '"' * 20_000, "a: |\n" * 9_999],
)
def test_no_nesting_is_too_deep(text: str) -> None:
    here = child(text + CURSOR)
    started = time.perf_counter()
    here.offers()
    here.hover()
    assert time.perf_counter() - started < 20


def test_deep_indentation_is_followed_as_far_as_it_makes_sense() -> None:
    text = "".join(f"{' ' * depth}a:\n" for depth in range(2000))
    assert sum(1 for _ in walk(outline(text))) < 100


def test_a_text_that_is_too_long_has_no_outline() -> None:
    assert outline("a: 1\n" + " " * LONGEST_TEXT).entries == []
    ask_everything(opened(CHILD + "#" * (2 * LONGEST_TEXT)))


def test_the_parts_of_a_profile_are_listed() -> None:
    here = child("bonuses:\n  mine: {when: sweep, points: 1}\nmatch: {target: 5}\n")
    found = {symbol.name: [part.name for part in symbol.parts] for symbol in symbols(here.background)}
    assert found == {"format": [], "name": [], "extends": [], "bonuses": ["mine"], "match": ["target"]}


def test_scenarios_are_listed_by_their_names() -> None:
    text = "scenarios:\n  - name: first\n    floor: 3♣\n  - floor: 5♣\n"
    found = symbols(opened(text, NOWHERE.with_name("house.scenarios.yaml")).background)
    assert [symbol.name for symbol in found] == ["first", "scenario 2"]


def test_a_file_of_another_program_has_no_parts() -> None:
    assert symbols(opened("services: {web: 1}").background) == ()
