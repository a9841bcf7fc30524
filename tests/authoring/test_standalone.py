"""`show --effective`: one file that says by itself what a family says together, and whose options still work."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent
from typing import TYPE_CHECKING

import pytest

from basra_rules import resources
from basra_rules.analysis.fingerprint import fingerprint
from basra_rules.authoring.formatting import format_text
from basra_rules.authoring.standalone import write_standalone
from basra_rules.errors import SourceFile
from basra_rules.profile.family import Family, family_of, read_family
from basra_rules.profile.loading import given_choices, resolve_profile
from basra_rules.profile.options import choices_of, option_node
from basra_rules.profile.readings import source_of
from basra_rules.rules.compiling import compile_rules

if TYPE_CHECKING:
    from basra_rules.profile.models import Profile

ROOT = Path(__file__).resolve().parent.parent.parent
EXAMPLES = sorted(str(path) for path in ROOT.glob("docs/examples/*.yaml") if "scenarios" not in path.name)
FORMS = [*resources.profile_names(), *EXAMPLES]


def alone(family: Family, options: dict[str, str] | None = None) -> Family:
    """Return the family of the file that says the same by itself."""
    text = write_standalone(family, given_choices(options or {}))
    return family_of(Path("alone.yaml"), SourceFile("alone.yaml", text))


def single_choices(family: Family) -> list[dict[str, str]]:
    """Return no choice, and each choice of each option."""
    profile = resolve_profile(family)
    nodes = {name: option_node(profile.origins.tree, name) for name in profile.options}
    return [{}, *({name: choice} for name, node in nodes.items() if node for choice in choices_of(node))]


def resolved(family: Family, options: dict[str, str]) -> Profile:
    return resolve_profile(family, given_choices(options))


def effect(profile: Profile) -> object:
    """Return all that a player or a judge gets to see of a profile."""
    keys = [f"bonuses.{name}.points" for name in profile.bonuses] + [
        f"capture.ways.{way}" for way in profile.capture.ways
    ]
    keys += [
        "match.target",
        "match.tie",
        "scoring.leftover",
        "dealing.packet",
        *(f"bonuses.{one}" for one in profile.bonuses),
    ]
    cited = {key: source_of(profile, key) for key in keys}
    choices = {name: made.choice for name, made in profile.origins.choices.items()}
    labels = {name: bonus.label for name, bonus in profile.bonuses.items()}
    about = {name: option.about for name, option in profile.options.items()}
    told = (profile.name, profile.title, profile.sources, labels, about)
    return fingerprint(compile_rules(profile)), told, cited, choices


@pytest.mark.parametrize("name", FORMS, ids=lambda name: Path(name).stem)
def test_the_file_leads_to_the_same_under_every_choice(name: str) -> None:
    family = read_family(name)
    other = alone(family)
    assert len(other.files) == 1
    every = single_choices(family)
    for options in every if name in resources.profile_names() else every[:3]:
        assert effect(resolved(other, options)) == effect(resolved(family, options)), options


@pytest.mark.parametrize("name", resources.profile_names())
def test_a_choice_made_is_in_force_and_the_others_can_still_be_made(name: str) -> None:
    family = read_family(name)
    every = single_choices(family)
    last = {next(iter(options)): options for options in every[1:]}  # one choice an option
    for options in last.values():
        other = alone(family, options)
        for more in (every[0], every[1]):
            assert effect(resolved(other, more)) == effect(resolved(family, options | more)), (options, more)


@pytest.mark.parametrize("name", FORMS, ids=lambda name: Path(name).stem)
def test_writing_it_out_again_gives_the_same_rules_and_it_is_formatted(name: str) -> None:
    text = write_standalone(read_family(name))
    assert format_text(SourceFile("alone.yaml", text), Path("alone.yaml")) == text
    once = family_of(Path("alone.yaml"), SourceFile("alone.yaml", text))
    assert effect(resolve_profile(alone(once))) == effect(resolve_profile(once))


PARENT = """\
format: 1
name: parent
extends: egyptian
options:
  mood:
    about: how we play today
    choices:
      calm: {}
      wild:
        bonuses: {basra: {points: 30}, lone_jack: {points: 50}}
        match: {target: 300}
      short:
        bonuses: {basra: {points: 5}, lone_jack: {points: 5}}
        match: {target: 50}
"""


def family(folder: Path, own: str, parent: str) -> Family:
    """Return the family of a child and its parent, written to a folder."""
    (folder / "parent.yaml").write_text(dedent(PARENT) + dedent(parent), encoding="utf-8")
    (folder / "child.yaml").write_text(
        "format: 1\nname: child\nextends: ./parent.yaml\n" + dedent(own), encoding="utf-8"
    )
    return read_family(folder / "child.yaml")


@pytest.mark.parametrize(
    ("own", "parent"),
    [
        ("title: Child", ""),
        ("title: Child", "choose: {mood: wild}"),
        ("choose: {mood: short}", "choose: {mood: wild}"),
        ("bonuses: {basra: {points: 77}}", "choose: {mood: wild}"),
        ("bonuses: {basra: {points: 77}, lone_jack: {points: 7}}\nmatch: {target: 99}", "choose: {mood: wild}"),
        ("remove: [options.mood]", "choose: {mood: wild}"),
        ("choose: {target: 121}", "choose: {mood: short}"),
        ("choose: {mood: wild}\nscoring: {awards: {majority: {points: 3}}}", ""),
    ],
    ids=[
        "none",
        "the parent's",
        "both",
        "overridden in part",
        "overridden",
        "option gone",
        "two options",
        "the child's",
    ],
)
def test_choices_of_the_family_lead_to_the_same(tmp_path: Path, own: str, parent: str) -> None:
    whole = family(tmp_path, own, parent)
    every = [options for options in single_choices(whole) if not options or options.keys() <= {"mood", "target"}]
    for options in every:
        other = alone(whole, options)
        for more in every:
            expected = fingerprint(compile_rules(resolved(whole, options | more)))
            assert fingerprint(compile_rules(resolved(other, more))) == expected, (options, more)


def test_a_choice_that_still_stands_is_made_by_the_file(tmp_path: Path) -> None:
    text = write_standalone(family(tmp_path, "title: Child", "choose: {mood: wild}"))
    assert "\nchoose:\n  mood: wild\n" in text
    assert "points: 10}" in text


def test_a_choice_that_was_overridden_in_part_becomes_values(tmp_path: Path) -> None:
    whole = family(tmp_path, "bonuses: {basra: {points: 77}}", "choose: {mood: wild}")
    text = write_standalone(whole)
    assert "choose:" not in text
    assert resolve_profile(alone(whole)).bonuses["lone_jack"].points.node.text == "50"


def test_it_says_where_each_part_was_written() -> None:
    text = write_standalone(read_family("lebanese"))
    assert "extends:" not in text
    assert "\n# profiles/bastra.yaml:" in text
    line = next(line for line in text.splitlines() if line.startswith("  singly:"))
    assert "# profiles/bastra.yaml:" in line


def test_readings_of_replaced_values_are_left_out(tmp_path: Path) -> None:
    own = "match: {target: 151}\nbonuses: {basra: {when: sweep}}"
    profile = resolve_profile(alone(family(tmp_path, own, "")))
    keys = [reading.key for reading in profile.readings]
    assert "match" not in keys
    assert "match.tie" in keys
    assert "bonuses.basra.when" not in keys
    assert source_of(profile, "match.target") == ""
    assert source_of(profile, "match.tie") == "S0 §6"
