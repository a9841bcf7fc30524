"""Where one is in a text that is just being typed: the path, key or value, and what is there of it."""

from __future__ import annotations

import pytest

from basra_rules.lsp.place import Place, place_at

PLACES = [
    # at the start of a line
    ("▮", "key", "", ""),
    ("for▮", "key", "", "for"),
    ("format: 1\n▮", "key", "", ""),
    ("dealing:\n  ▮", "key", "dealing", ""),
    ("dealing:\n  ▮\nmatch: 1", "key", "dealing", ""),
    ("dealing:\n  packet: 4\n  ▮\nmatch: 1", "key", "dealing", ""),
    ("dealing:\n  packet: 4\n▮", "key", "", ""),
    ("dealing:\n  pa▮\nmatch: 1", "key", "dealing", "pa"),
    ("dealing:\n  pack▮et: 4", "key", "dealing", "packet"),
    ("bonuses:\n  a:\n    ▮\n  b: {}", "key", "bonuses.a", ""),
    ("bonuses:\n  a:\n    points: 1\n  ▮\nmatch: 1", "key", "bonuses", ""),
    ("bonuses:\n    a: {}\n  ▮", "key", "", ""),
    # behind a colon
    ("extends: ▮\nname: x", "value", "extends", ""),
    ("extends: egy▮\n", "value", "extends", "egy"),
    ("dealing:\n  packet: ▮\n  floor: 4", "value", "dealing.packet", ""),
    ("title: 'a b▮'", "value", "title", "'a b'"),
    # expressions over several lines
    ("bonuses:\n  a:\n    when: sweep and ca▮\n    points: 1", "value", "bonuses.a.when", "sweep and ca"),
    ("bonuses:\n  a:\n    when: sweep and ▮", "value", "bonuses.a.when", "sweep and "),
    ("bonuses:\n  a:\n    when: >-\n      sweep\n      ca▮\n    points: 1", "value", "bonuses.a.when", None),
    ("bonuses:\n  a:\n    when: sweep\n      and ca▮", "value", "bonuses.a.when", "sweep\n      and ca"),
    # between brackets, closed or not
    ("dealing: {▮}", "key", "dealing", ""),
    ("dealing: {packet: 4, ▮}", "key", "dealing", ""),
    ("dealing: {packet: 4, fl▮", "key", "dealing", "fl"),
    ("dealing: {packet: ▮", "value", "dealing.packet", ""),
    ("dealing: {packet: 4▮, floor: 4}", "value", "dealing.packet", "4"),
    ("dealing: {packet: 4,\n  fl▮}", "key", "dealing", "fl"),
    ("dealing: {packet: 4\nmatch: {ta▮", "key", "match", "ta"),
    ("capture: {ways: {sweep: {pl▮}}}", "key", "capture.ways.sweep", "pl"),
    ("bonuses: {a: {when: sweep and ▮}}", "value", "bonuses.a.when", "sweep and "),
    # lists
    ("remove: [options.ti▮]", "value", "remove.0", "options.ti"),
    ("remove: [a, ▮", "value", "remove.1", ""),
    ("remove:\n  - op▮\n", "value", "remove.0", "op"),
    ("remove:\n  - options.tie\n  - ▮", "key", "remove.1", ""),
    ("scenarios:\n  - ▮", "key", "scenarios.0", ""),
    ("scenarios:\n- name: x\n  ▮", "key", "scenarios.0", ""),
    ("scenarios:\n  - name: x\n  - name: y\n    fl▮", "key", "scenarios.1", "fl"),
    ("scenarios:\n  - name: x\n    expect: {points: 1, ▮}\n", "key", "scenarios.0.expect", ""),
    ('scenarios:\n  - plays: ["8♥ x ▮"]\n', "value", "scenarios.0.plays.0", '"8♥ x "'),
    # what is odd
    ("a: {b: 1}}}\nc: ▮", "value", "c", ""),
    ("a: \"b\nc: ▮", "value", "c", ""),
    ("\ta: 1\nb: ▮", "value", "b", ""),
    ("a: 1\r\nb:\r\n  c: ▮\r\n", "value", "b.c", ""),
    ("---\na: ▮", "value", "a", ""),
    ("🂡: {a: 1, b▮", "key", "🂡", "b"),
]  # fmt: skip


def _place(text: str) -> Place | None:
    return place_at(text.replace("▮", ""), text.index("▮"))


@pytest.mark.parametrize(("text", "what", "path", "typed"), PLACES, ids=[text for text, *_ in PLACES])
def test_it_is_found_where_one_is(text: str, what: str, path: str, typed: str | None) -> None:
    place = _place(text)
    assert place is not None
    assert ("key" if place.is_key else "value", ".".join(place.path)) == (what, path)
    assert typed is None or place.text == typed


@pytest.mark.parametrize("text", ["a: 1 # b▮", "# ▮", "a: {b: 1} # c: ▮", "a: 1\n  # ▮\nb: 2"])
def test_inside_a_comment_one_is_nowhere(text: str) -> None:
    assert _place(text) is None


def test_a_hash_inside_a_text_starts_no_comment() -> None:
    place = _place("title: 'a # b▮'")
    assert place is not None
    assert place.path == ("title",)


def test_the_keys_beside_are_known() -> None:
    place = _place("dealing:\n  packet: 4\n  ▮\n  floor: 4\nmatch: {}")
    assert place is not None
    assert place.siblings == ("packet", "floor")


def test_a_key_knows_whether_it_has_its_colon() -> None:
    with_colon, without = _place("na▮me: x"), _place("na▮me")
    assert with_colon is not None
    assert without is not None
    assert (with_colon.has_colon, without.has_colon) == (True, False)
