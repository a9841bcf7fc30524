"""What a profile's author is told who wrote almost the right thing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.profile.writing import child, only_fault, write

if TYPE_CHECKING:
    from pathlib import Path

# The text; the code; what the help says.
HINTS = [
    ("match: {target: 100,5}", "null", "decimals have a point"),
    ("deck: {without: K, Q}", "null", "patterns are joined by `or`"),
    ("bonuses: {x: {when: card is any of (7, 8), points: 1}}", "null", "put a text with a comma in quotes"),
    ("match: {target: , tie: draw}", "null", "its inherited value stays"),
    ("options: {groups: , target: {about: x}}", "null", "list it under `remove`: `remove: [options.groups]`"),
    ('match: {target: "101"}', "wrong-type", "write it without quotes: `101`"),
    ('seats: {players: ["2"]}', "wrong-type", "write it without quotes: `2`"),
    ("match: {target: 1_000}", "wrong-type", "write the digits alone: `1000`"),
    ("match: {target: 1 000}", "wrong-type", "write the digits alone: `1000`"),
    ("match: {target: many}", "wrong-type", ""),
    ('readings:\n  - match.target: "x"', "unknown-key", "it needs at least `{key: match.target, status: …}`"),
    ("readings: [{match.target: x, status: house}]", "unknown-key", "`{key: match.target, status: …}`"),
    ("readings:\n  - bonuses:\n      note: x", "unknown-key", "`{key: bonuses, status: …}`"),
    ("match:\n  target:5", "wrong-type", "a space is missing after the colon: `target: 5`"),
]


@pytest.mark.parametrize(("text", "code", "help_text"), HINTS)
def test_what_is_almost_right_is_answered_with_what_is(text: str, code: str, help_text: str, tmp_path: Path) -> None:
    fault = only_fault(write(tmp_path, child(text)))
    assert fault.code == code
    assert help_text in fault.help
    assert bool(fault.help) == bool(help_text)


def test_the_only_format_is_named_as_it_is(tmp_path: Path) -> None:
    fault = only_fault(write(tmp_path, 'format: "1"\nname: house\nextends: egyptian\n'))
    assert (fault.message, fault.help) == ("expected 1, found the text `1`", "write it without quotes: `1`")
