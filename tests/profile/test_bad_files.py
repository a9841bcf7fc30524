"""Every way in which a profile's file can be wrong: code, place, and what was expected."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from basra_rules.errors import render_diagnostic
from basra_rules.profile.loading import check_profile, load_profile
from tests.profile.writing import child, only_fault, write

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True)
class Bad:
    """A file, and what must be said of it: code, the text under the caret, and a part of the whole message."""

    title: str
    text: str
    code: str
    caret: str
    says: str


CASES = [
    Bad("unknown key", child("dealing: {paket: 6}"), "unknown-key", "paket", "did you mean `packet`?"),
    Bad("unknown area", child("bonusses: {}"), "unknown-key", "bonusses", "did you mean `bonuses`?"),
    Bad(
        "unknown key in a way",
        child("capture: {ways: {sum: {grops_of: 3}}}"),
        "unknown-key",
        "grops_of",
        "`groups_of`?",
    ),
    Bad("repeated key", child("match: {target: 1, target: 2}"), "repeated-key", "target", "target"),
    Bad(
        "repeated pattern by meaning",
        child("scoring: {cards: {2C: 1, 2♣: 2}}"),
        "repeated-key",
        "2♣",
        "means the same cards as `2C`",
    ),
    Bad("null", child("match: {target: }"), "null", "target", "its inherited value stays"),
    Bad("null word", child("match: {target: null}"), "null", "target", "has no value"),
    Bad("number for text", child("title: {a: 1}"), "wrong-type", "{a: 1}", "expected a text, found a mapping"),
    Bad("text for number", child("match: {target: many}"), "wrong-type", "many", "expected a number above 0"),
    Bad("zero target", child("match: {target: 0}"), "out-of-range", "0", "above 0"),
    Bad("packet too large", child("dealing: {packet: 27}"), "out-of-range", "27", "1 to 26"),
    Bad("packet as fraction", child("dealing: {packet: 4.5}"), "out-of-range", "4.5", "whole number"),
    Bad("exponent", child("match: {target: 1e3}"), "wrong-type", "1e3", "no exponent"),
    Bad("hexadecimal", child("match: {target: 0x65}"), "wrong-type", "0x65", "no exponent"),
    Bad("ten digits", child("match: {target: 1234567890}"), "wrong-type", "1234567890", "9 digits"),
    Bad("word", child("capture: {obligation: played}"), "unknown-word", "played", "did you mean `played_card`?"),
    Bad("truth", child("dealing: {singly: yes}"), "wrong-type", "yes", "write `true`"),
    Bad("list for mapping", child("bonuses: [a]"), "wrong-type", "[a]", "expected a mapping, found a list"),
    Bad("mapping for list", child("seats: {players: 2}"), "wrong-type", "2", "expected a list"),
    Bad("no players", child("seats: {players: []}"), "empty", "players", "expected at least 1"),
    Bad("five players", child("seats: {players: [2, 5]}"), "out-of-range", "5", "2 to 4"),
    Bad("players twice", child("seats: {players: [2, 2]}"), "repeated-value", "2", "twice"),
    Bad("a name that is none", child("bonuses: {a.b: {when: sweep, points: 1}}"), "not-a-name", "a.b", "is no name"),
    Bad("unknown parent", child("", parent="egyptain"), "unknown-profile", "egyptain", "did you mean `egyptian`?"),
    Bad("remove nothing", child("remove: [options.tie]"), "unknown-path", "tie", "is not inherited"),
    Bad("remove misspelt", child("remove: [bonuses.basrah]"), "unknown-path", "basrah", "did you mean `basra`?"),
    Bad("remove is no list", child("remove: options.tie"), "wrong-type", "options.tie", "brackets"),
    Bad("unknown option chosen", child("choose: {targt: 121}"), "unknown-option", "targt", "did you mean `target`?"),
    Bad("unknown choice", child("choose: {target: 111}"), "unknown-choice", "111", "expected `101` or `121`"),
    Bad("missing key of a bonus", child("bonuses: {new: {points: 1}}"), "missing-key", "new", "lacks `when`"),
    Bad(
        "way that takes nothing",
        child("capture: {ways: {x: {played: 3}}}"),
        "missing-key",
        "x",
        "`takes` or `groups_of`",
    ),
    Bad(
        "way with both",
        child("capture: {ways: {x: {played: 3, takes: 4, groups_of: 7}}}"),
        "conflict",
        "groups_of",
        "either `takes` or `groups_of`",
    ),
    Bad(
        "how many of groups",
        child("capture: {ways: {sum: {how_many: one}}}"),
        "conflict",
        "how_many",
        "belongs to `takes`",
    ),
    Bad(
        "unknown bonus", child("bonuses: {basra: {instead_of: loan_jack}}"), "unknown-name", "loan_jack", "`lone_jack`?"
    ),
    Bad("itself instead", child("bonuses: {basra: {instead_of: basra}}"), "conflict", "basra", "circle"),
    Bad("deck too small", child("dealing: {packet: 13}"), "deck-too-small", "13", "56 cards are needed"),
    Bad(
        "keep-off leaves too few",
        child("dealing: {keep_off_floor: not (A or 2)}"),
        "floor-out-of-reach",
        "not (A or 2)",
        "8 are left",
    ),
    Bad(
        "keep off nobody knows where",
        child("dealing: {floor: 4, keep_off_floor: J}", parent="russian"),
        "missing-key",
        "J",
        "kept_off_go",
    ),
    Bad("hidden without a pile", child("dealing: {hidden: 2}"), "conflict", "2", "a pile"),
    Bad("everything hidden", child("dealing: {hidden: 4}", parent="pisti"), "out-of-range", "4", "the last lies open"),
    Bad("groups on a pile", child("capture: {floor: pile}"), "conflict", "pile", "a pile has no groups"),
    Bad("reserved table", child("deck: {tables: {value: {A: 1}}}"), "reserved-name", "value", "another name"),
    Bad("capture value zero", child("deck: {capture_values: {A: 0}}"), "out-of-range", "0", "above 0"),
    Bad("numeric by numeric", child("deck: {capture_values: {numeric: 3}}"), "conflict", "numeric", "depends on"),
    Bad("two values", child("deck: {capture_values: {A or J: 1, J or Q: 2}}"), "conflict", "J or Q", "J♣ has two"),
    Bad("syntax in a condition", child("bonuses: {basra: {when: sweep and}}"), "expression-syntax", "", "expected"),
    Bad(
        "unknown name in quotes",
        child('bonuses: {basra: {when: "sweep and numerc"}}'),
        "unknown-name",
        "numerc",
        "did you mean `numeric`?",
    ),
    Bad(
        "unknown name in a block",
        child(
            """
            bonuses:
              basra:
                when: >-
                  sweep
                  and numerc
            """
        ),
        "unknown-name",
        "numerc",
        "did you mean `numeric`?",
    ),
    Bad(
        "a number for a condition",
        child("bonuses: {basra: {when: sum + 1}}"),
        "expression-type",
        "sum + 1",
        "condition",
    ),
    Bad("unknown table", child("bonuses: {basra: {points: 2 * card.wrth}}"), "unknown-name", "card.wrth", "wrth"),
    Bad(
        "a rank of nothing",
        child("deck: {without: card.rank}"),
        "name-out-of-scope",
        "card.rank",
        "no card is being played",
    ),
    Bad("card.sum in a way", child("capture: {ways: {sum: {when: sum > 3}}}"), "name-out-of-scope", "sum", "captured"),
    Bad(
        "unknown path of an option",
        child("options: {x: {about: y, sets: match.targt, choices: [1]}}"),
        "unknown-key",
        "targt",
        "`target`?",
    ),
    Bad(
        "an option with a bad choice",
        child("options: {x: {about: y, sets: match.target, choices: [101, ten]}}"),
        "wrong-type",
        "ten",
        "choice `ten`",
    ),
    Bad(
        "an option of values for nothing",
        child("options: {x: {about: y, choices: [1, 2]}}"),
        "missing-key",
        "x",
        "sets",
    ),
    Bad(
        "an option without choices",
        child("options: {x: {about: y, sets: match.target, choices: []}}"),
        "empty",
        "[]",
        "at least one",
    ),
    Bad(
        "a choice twice",
        child("options: {x: {about: y, sets: match.target, choices: [101, '101']}}"),
        "repeated-key",
        "'101'",
        "twice",
    ),
    Bad(
        "uneven choices",
        child("options: {x: {about: y, choices: {a: {match: {target: 5}}, b: {match: {tie: draw}}}}}"),
        "uneven-choices",
        "b",
        "do not settle the same keys",
    ),
    Bad("extend without a number", child("match: {tie: extend}"), "wrong-type", "extend", "{extend: 20}"),
    Bad(
        "a reading of nothing",
        child("readings: [{key: bonuses.bsra, status: house}]"),
        "unknown-path",
        "bonuses.bsra",
        "`basra`?",
    ),
    Bad("a needed key removed", child("remove: [match.target]"), "missing-key", "match.target", "is removed, but"),
    Bad("a needed area removed", child("remove: [match]"), "missing-key", "match", "is removed, but"),
    Bad(
        "no way left",
        child(
            "remove: [capture.ways.sweep, capture.ways.match, capture.ways.courts, capture.ways.sum]\noptions: {court_match: {sets: capture.groups, choices: [chosen, maximal]}}\nreadings: []"
        ),
        "empty",
        "capture.ways.sum",
        "nothing is left in `ways`",
    ),
    Bad("no cards left", child("deck: {without: any}"), "deck-too-small", "any", "the deck has 0 cards"),
    Bad("only bad players", child("seats: {players: [9]}"), "out-of-range", "9", "2 to 4"),
    Bad(
        "a parent that is no file",
        child("", parent="egyptian.yaml"),
        "unreadable-parent",
        "egyptian.yaml",
        "did you mean the shipped profile `egyptian`?",
    ),
    Bad("a parent that is a folder", child("", parent="./"), "unreadable-parent", "./", "can't be used"),
    Bad(
        "the top of a floor that is no pile",
        child("bonuses: {x: {when: floor.top is A, points: 5}}"),
        "name-out-of-scope",
        "floor.top is A",
        "no pile",
    ),
    Bad("groups of nothing", child("capture: {ways: {sum: {groups_of: 0}}}"), "out-of-range", "0", "above 0"),
    Bad(
        "an option that renames",
        child("options: {x: {about: y, sets: name, choices: [a, b]}}"),
        "unknown-key",
        "name",
        "can't change `name`",
    ),
    Bad(
        "an option that extends",
        child("options: {x: {about: y, choices: {a: {}, b: {extends: bastra}}}}"),
        "unknown-key",
        "extends",
        "can't change `extends`",
    ),
    Bad(
        "a source that is not listed",
        child("readings: [{key: match, status: house, source: S9}]"),
        "unknown-source",
        "S9",
        "`sources`",
    ),
    Bad("a newer format", "format: 2\nname: house\nextends: egyptian\n", "newer-format", "2", "newer version"),
    Bad("no format", "name: house\nextends: egyptian\n", "missing-key", "", "lacks `format`"),
    Bad("no name", "format: 1\nextends: egyptian\n", "missing-key", "", "lacks `name`"),
    Bad("nothing inherited", "format: 1\nname: house\n", "missing-key", "", "extends no other"),
    Bad(
        "extends misspelt",
        "format: 1\nname: house\nextend: egyptian\n",
        "unknown-key",
        "extend",
        "did you mean `extends`?",
    ),
    Bad("a list", "- format\n", "wrong-type", "", "a profile is a mapping"),
    Bad("a YAML slip", "format: 1\nname: [house\n", "yaml-syntax", "", ""),
    Bad("a tag", child("match: {target: !!int 5}"), "tag", "", ""),
    Bad("right-to-left override", child("title: a\u202eb"), "invisible-character", "\u202e", "U+202E"),
    Bad(
        "zero width space in a condition",
        child("bonuses: {basra: {when: sweep\u200b}}"),
        "invisible-character",
        "\u200b",
        "U+200B",
    ),
]


@pytest.mark.parametrize("bad", CASES, ids=[case.title for case in CASES])
def test_a_faulty_file_gives_one_clear_diagnostic(bad: Bad, tmp_path: Path) -> None:
    path = write(tmp_path, bad.text)
    fault = only_fault(path)
    rendered = render_diagnostic(fault)
    assert fault.code == bad.code, rendered
    assert fault.span is not None
    assert bad.says in rendered
    if bad.caret:
        assert fault.span.text == bad.caret, rendered
    assert f"{path}:{fault.span.line}:{fault.span.column}" in rendered
    assert "^" in rendered


def test_several_faults_come_in_reading_order_each_once(tmp_path: Path) -> None:
    path = write(tmp_path, child("match: {target: x}\ndealing: {paket: 1}\nbonuses: {basra: {when: nope}}\n"))
    codes = [one.code for one in check_profile(path)]
    assert codes == ["wrong-type", "unknown-key", "unknown-name"]


def test_a_fault_in_a_parent_says_who_inherits_it(tmp_path: Path) -> None:
    write(tmp_path, child("match: {target: x}"), "parent.yaml")
    path = write(tmp_path, child("", parent="./parent.yaml"), "kids.yaml")
    rendered = render_diagnostic(only_fault(path))
    assert "parent.yaml:4:" in rendered
    assert f"inherited by: {path}" in rendered


def test_profiles_that_extend_each_other_are_refused(tmp_path: Path) -> None:
    write(tmp_path, child("", parent="b.yaml"), "a.yaml")
    path = write(tmp_path, child("", parent="a.yaml"), "b.yaml")
    fault = only_fault(path)
    assert fault.code == "inheritance-cycle"
    assert "a.yaml" in fault.notes[0]
    assert "b.yaml" in fault.notes[0]


def test_a_profile_that_extends_itself_is_refused(tmp_path: Path) -> None:
    assert only_fault(write(tmp_path, child("", parent="house.yaml"))).code == "inheritance-cycle"


def test_a_missing_parent_file_is_named_at_the_child(tmp_path: Path) -> None:
    path = write(tmp_path, child("", parent="./nowhere.yaml"))
    rendered = render_diagnostic(only_fault(path))
    assert "nowhere.yaml" in rendered


def test_an_unknown_option_of_the_caller_is_shown_as_it_was_given() -> None:
    (fault,) = check_profile("egyptian", {"targt": 121})
    rendered = render_diagnostic(fault)
    assert "--option:1:1" in rendered
    assert "targt=121" in rendered
    assert "did you mean `target`?" in rendered


def test_an_unknown_profile_lists_those_that_exist() -> None:
    (fault,) = check_profile("lebanse")
    rendered = render_diagnostic(fault)
    assert "did you mean `lebanese`?" in rendered
    assert "`bastra`" in rendered


def test_what_is_in_order_loads() -> None:
    assert check_profile("egyptian") == ()
    assert load_profile("egyptian").name == "egyptian"
