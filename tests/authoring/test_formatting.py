"""The formatter: one order and spelling, comments at their place, the same meaning, and nothing left to do."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from random import Random
from textwrap import dedent

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from basra_rules.analysis.fingerprint import fingerprint
from basra_rules.authoring.canonical import profile_keys
from basra_rules.authoring.formatting import format_text
from basra_rules.authoring.layout_reading import read_layout
from basra_rules.authoring.meaning import profile_meaning
from basra_rules.errors import DiagnosticsError, SourceFile, UsageError
from basra_rules.profile.family import family_of
from basra_rules.profile.loading import given_choices, resolve_profile
from basra_rules.profile.models import FILE_KEYS as OWN_KEYS
from basra_rules.profile.models import Profile
from basra_rules.profile.options import choice_name, choices_of, option_node
from basra_rules.rules.compiling import compile_rules
from basra_rules.scenarios.model import Scenario
from basra_rules.scenarios.reading import FILE_KEYS, scenarios_of
from basra_rules.source.nodes import MapNode
from basra_rules.source.parsing import read_nodes
from tests.authoring.scribbling import Scribbler
from tests.profile.writing import child

ROOT = Path(__file__).resolve().parent.parent.parent
PROFILES = sorted(
    [*ROOT.glob("profiles/*.yaml"), *ROOT.glob("profiles/family/*.yaml"), *ROOT.glob("docs/examples/*.yaml")]
)
PROFILES = [path for path in PROFILES if "scenarios" not in path.name]
SCENARIOS = sorted([*ROOT.glob("profiles/**/scenarios/*.yaml"), *ROOT.glob("docs/examples/*.scenarios.yaml")])
SHORT = [path for path in SCENARIOS if path.stat().st_size < 30_000]


PENS = st.integers(0, 2**32).map(Random)  # shrinking tells nothing about a whole file


def formatted(text: str, path: Path = Path("house.yaml")) -> str:
    return format_text(SourceFile(path.name, text), path)


def house(text: str) -> str:
    """Return a house rule's file with these keys, formatted, without its head."""
    return formatted(f"format: 1\nname: house\nextends: egyptian\n{dedent(text)}").partition("extends: egyptian\n")[2]


@pytest.mark.parametrize("path", [*PROFILES, *SCENARIOS], ids=lambda path: path.stem)
def test_what_is_shipped_is_formatted(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert formatted(text, path) == text


# Order


def test_keys_come_in_the_order_of_the_models() -> None:
    written = house("match: {tie: draw, target: 151}\nbonuses:\n  basra:\n    points: 5\n    when: sweep\n")
    assert written == "bonuses:\n  basra:\n    when: sweep\n    points: 5\nmatch: {target: 151, tie: draw}\n"


def test_every_key_of_a_file_has_its_place() -> None:
    assert set(profile_keys()) == {*Profile.model_fields, *OWN_KEYS}
    assert profile_keys().index("extends") == profile_keys().index("title") + 1


def test_names_that_the_author_chose_stay_in_his_order() -> None:
    text = "bonuses:\n  zebra: {when: sweep, points: 1}\n  ape: {when: numeric, points: 1}\n"
    assert house(text) == text


def test_a_patch_of_an_option_is_in_order_too() -> None:
    patches = "{match: {target: 5}, dealing: {packet: 6}}, b: {match: {target: 6}, dealing: {packet: 4}}"
    settled = "{dealing: {packet: 6}, match: {target: 5}}, b: {dealing: {packet: 4}, match: {target: 6}}"
    text = f"options:\n  o:\n    choices: {{a: {patches}}}\n    about: x\n"
    assert house(text) == f"options:\n  o:\n    about: x\n    choices: {{a: {settled}}}\n"


def test_a_patch_removes_before_it_changes() -> None:
    patch = "{scoring: {cards: {2: 2}}, remove: [scoring.cards.2♣]}"
    text = f"options:\n  o: {{about: x, choices: {{a: {{}}, b: {patch}}}}}\n"
    assert "b: {remove: [scoring.cards.2♣], scoring: {cards: {2: 2}}}" in house(text)


def test_a_file_that_repeats_itself_by_aliases_keeps_its_order() -> None:
    text = "match: &m {target: 151, tie: draw}\nbonuses:\n  b: &b {points: 1, when: sweep}\n  c: *b\n"
    assert house(text) == text


# Spelling


@pytest.mark.parametrize(
    ("written", "spelled"),
    [
        ("scoring: {cards: {2C: 5, '10D': 1}}", "scoring: {cards: {2♣: 5, 10♦: 1}}"),
        ("bonuses: {basra: {when: 'sum≤10'}}", "bonuses: {basra: {when: sum <= 10}}"),
        ('bonuses: {basra: {points: "2 * sum"}}', "bonuses: {basra: {points: 2 * sum}}"),
        ("bonuses: {basra: {label: 'basra'}}", "bonuses: {basra: {label: basra}}"),
        ("bonuses: {basra: {label: 'my basra'}}", 'bonuses: {basra: {label: "my basra"}}'),
        ("dealing: {keep_off_floor: {top: 'JD'}}", "dealing: {keep_off_floor: {top: J♦}}"),
        ("match:    {  target:  151 , }", "match: {target: 151}"),
    ],
)
def test_text_has_one_spelling(written: str, spelled: str) -> None:
    assert house(written) == f"{spelled}\n"


@pytest.mark.parametrize(
    "text",
    [
        "match: {target: 007.50}",
        "match: {target: 0151}",
        'sources: {a: "no"}',
        'sources: {a: "1e3"}',
        'sources: {a: "7.5"}',
        'sources: {a: "two words"}',
        "sources: {a: two words}",
        "sources: {a: 'say \"no\"'}",
        'sources: {"no": b}',
        "options: {packet: {about: x, sets: dealing.packet, choices: [4, 06]}}",
    ],
)
def test_what_other_readers_might_take_otherwise_stays_as_it_is(text: str) -> None:
    assert house(text) == f"{text}\n"


def test_blocks_of_lines_keep_their_lines() -> None:
    text = "bonuses:\n  basra:\n    when: >-\n      sweep and card is not J\n        and sum <= 10\n"
    assert house(text.replace("J\n", "(J)\n").replace("<=", "≤")) == text


def test_scenarios_are_formatted_too() -> None:
    written = '"scenarios": [{"name": "a b", "plays": ["8S x 8H"], "floor": ["8H"],\n'
    written += ' "expect": {"points": 0, "takes": "8H"}}]'
    assert formatted(written, Path("x.scenarios.yaml")) == dedent("""\
        scenarios:
          - {name: "a b", floor: [8♥], plays: ["8♠ x 8♥"], expect: {takes: 8♥, points: 0}}
        """)


def test_brackets_over_several_lines_are_joined_where_they_fit_and_filled_where_not() -> None:
    assert house("match: {target: 151,\n  tie: draw}") == "match: {target: 151, tie: draw}\n"
    names = ", ".join(f"a{number:03}" for number in range(60))
    text = f"sources: {{a: b}}\nreadings:\n  - {{key: match, status: house,\n others: [a,\n {names}]}}"
    lines = house(text).splitlines()
    assert len(lines) > 3
    assert max(map(len, lines)) <= 120


# Comments


COMMENTED = """\
# The head of the file.

# about the format
format: 1
name: house # ours
extends: egyptian
match: {target: 151}   # long
# before the bonuses
bonuses:   # all of them
    # before basra

    # still before basra
    basra: # one
      points: 5
      # end of basra
    lone_jack: {points: 1, # in brackets
      label: x}
    # end of bonuses
# before the deal
dealing: {packet: 6}
# the end
"""


def test_comments_keep_their_place() -> None:
    assert formatted(COMMENTED) == dedent("""\
        # The head of the file.

        # about the format
        format: 1
        name: house # ours
        extends: egyptian
        # before the deal
        dealing: {packet: 6}
        # before the bonuses
        bonuses:   # all of them
          # before basra

          # still before basra
          basra:   # one
            points: 5
            # end of basra
          lone_jack:
            label: x
            points: 1              # in brackets
          # end of bonuses
        match: {target: 151}   # long
        # the end
        """)


def test_aligned_values_stay_aligned_and_stray_blanks_go() -> None:
    aligned = "sources:\n  a:     one\n  bcd:   two\n  e:     three\n"
    assert house(aligned) == "sources:\n  a:   one\n  bcd: two\n  e:   three\n"
    assert house("sources:\n  a:  one\n  bcd:     two\n") == "sources:\n  a: one\n  bcd: two\n"


# What is refused


def test_a_file_with_errors_is_refused_with_them() -> None:
    with pytest.raises(DiagnosticsError) as raised:
        house("match: {tragte: 151}")
    assert raised.value.diagnostics[0].code == "unknown-key"


def test_a_scenario_with_a_fault_is_refused_with_it() -> None:
    with pytest.raises(DiagnosticsError):
        formatted("scenarios:\n  - {name: x, floor: 8H, plays: [9], expect: {points: 0}}\n", Path("x.scenarios.yaml"))


def test_a_file_is_left_alone_where_its_comments_would_be_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("basra_rules.authoring.layout_writing._with_note", lambda line, _: line)
    with pytest.raises(UsageError, match=r"left as it stands: line 4 has a comment that can't be kept there; move it"):
        house("match: {target: 151} # a comment")


@pytest.mark.parametrize(
    ("text", "tidy"),
    [
        ("match: {target: 151}\n...\n# the end", "match: {target: 151}\n\n# the end\n"),
        ("match: {target: 151}\n... # the end", "match: {target: 151}\n# the end\n"),
        ("match:\n  target: 151\n  # more\n...\n\n# the\n# end", "match:\n  target: 151\n  # more\n\n# the\n# end\n"),
        ("match: {target: 151}\n...", "match: {target: 151}\n"),
    ],
)
def test_a_comment_below_the_mark_of_the_end_is_kept(text: str, tidy: str) -> None:
    assert house(text) == tidy


def test_a_list_without_scenarios_above_it_is_told_as_one_of_scenarios() -> None:
    item = '- name: x\n  floor: 7♦\n  plays: ["7♣ x 7♦"]\n  expect: {takes: 7♦}\n'
    for path in (Path("x.scenarios.yaml"), Path("x.yaml")):
        with pytest.raises(DiagnosticsError, match="a scenario file is a mapping with `scenarios`"):
            formatted(item, path)


@pytest.mark.parametrize(
    ("text", "tidy"),
    [
        ("match\t: {target: 151}", "match: {target: 151}"),
        ("match:\t{target:\t151\t}\t# a\tnote", "match: {target: 151}  # a\tnote"),
        ("match:\n  target:\t151\t\n\t\n", "match:\n  target: 151"),
        ("seats:\n  players:\n  - 2\t\n  - 4\t# two sides\n", "seats:\n  players:\n    - 2\n    - 4  # two sides"),
        ("title: a\tb", 'title: "a\\tb"'),
        ('title: "a\tb"', 'title: "a\\tb"'),
        ("title: a\n \t b", "title: a\n  b"),
        ("title: >-\t# how it is called\n  ours", "title: >- # how it is called\n  ours"),
        ("bonuses: {basra: {when: sweep\tand card is not\t(J or 7♦)\tand\tnumeric}}", None),
        ("match: {target: &t\t151}", None),
    ],
)
def test_tabs_inside_lines_keep_what_they_mean(text: str, tidy: str | None) -> None:
    tabbed, spaced = child(text), child(text.replace("\t", " ") if tidy is None else tidy)
    written = formatted(tabbed)
    assert written == formatted(spaced)
    assert "\t" not in written.partition("#")[0]
    meanings = [profile_meaning(read_nodes(SourceFile("house.yaml", one))) for one in (tabbed, written)]
    assert meanings[0] == meanings[1]


# Whatever the author did


@settings(deadline=None)
@given(st.sampled_from(PROFILES), PENS)
def test_a_careless_authors_profile_keeps_its_meaning_and_its_comments(path: Path, pen: Random) -> None:
    document = read_nodes(SourceFile(path.name, path.read_text(encoding="utf-8")))
    written = Scribbler(pen).document(document)
    tidy = formatted(written, path)
    assert formatted(tidy, path) == tidy
    assert effect(tidy, path) == shipped_effect(path)
    assert_comments_kept(written, tidy)


@settings(deadline=None, max_examples=30)
@given(st.sampled_from(SHORT), PENS)
def test_a_careless_authors_scenarios_keep_their_meaning_and_their_comments(path: Path, pen: Random) -> None:
    text = path.read_text(encoding="utf-8")
    written = Scribbler(pen, Scenario, tuple(FILE_KEYS)).document(read_nodes(SourceFile(path.name, text)))
    tidy = formatted(written, path)
    assert formatted(tidy, path) == tidy
    assert situations(tidy, path) == situations(text, path)
    assert_comments_kept(written, tidy)


def assert_comments_kept(written: str, tidy: str) -> None:
    """Check that every comment is there, and those about a key at that key."""
    assert sorted(read_layout(tidy).comments) == sorted(read_layout(written).comments)
    lines = tidy.splitlines()
    for number, line in enumerate(lines):
        told = re.fullmatch(r" *# before (?P<key>.+) \d+", line)
        is_head = all(not one.strip() or one.startswith("#") for one in lines[:number])
        if told and told["key"] != "an item" and not is_head:
            below = next(one for one in lines[number + 1 :] if one.strip() and not one.strip().startswith("#"))
            assert re.match(rf"[ -]*[\"']?{re.escape(told['key'])}[\"']?:", below), (line, below)


@cache
def shipped_effect(path: Path) -> object:
    return effect(path.read_text(encoding="utf-8"), path)


def effect(text: str, path: Path) -> object:
    """Return all that a profile's text leads to, under every choice."""
    family = family_of(path, SourceFile(path.name, text))
    profile = resolve_profile(family)
    tree = profile.origins.tree
    every = [
        {},
        *({name: choice} for name in profile.options for choice in choices_of(option_node(tree, name) or tree)),
    ]
    prints = [fingerprint(compile_rules(resolve_profile(family, given_choices(options)))) for options in every]
    told = (profile.name, profile.title, profile.sources, profile.readings, profile.origins.allow)
    names = (tuple(profile.bonuses), tuple(profile.capture.ways), tuple(profile.scoring.awards), tuple(profile.options))
    labels = tuple(bonus.label for bonus in profile.bonuses.values())
    return prints, told, names, labels, every


def situations(text: str, path: Path) -> object:
    """Return what a text of scenarios says."""
    file = scenarios_of(path, SourceFile(path.name, text))
    read = [one.scenario for one in file.scenarios]
    assert all(read)
    said = [one.model_copy(update={"options": {}}) for one in read if one is not None]
    chosen = [[(made.option.text, choice_name(made.choice.text)) for made in one.choices()] for one in file.scenarios]
    assert isinstance(read_nodes(SourceFile("", text)), MapNode)
    return said, chosen, file.profile and file.profile.text
