"""What findings say: where to look, and what to do."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from basra_rules.analysis.linting import lint_profile
from basra_rules.profile.family import read_family
from basra_rules.profile.loading import resolve_profile

if TYPE_CHECKING:
    from basra_rules.errors import Diagnostic

OPTION = "options: {target: {about: how long, sets: match.target, choices: [5, 101]}}"
AT_ONCE = f"{OPTION}\nseats: {{players: [2, 3]}}\nscoring: {{awards: {{majority: {{points: 16, if_nobody: each}}}}}}"


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def find(code: str, said: str, parent: str = "egyptian") -> list[Diagnostic]:
    """Return the findings of a code about a house that says this."""
    family = read_family(write("house", said, parent))
    return [one for one in lint_profile(resolve_profile(family), family) if one.code == code]


def write(name: str, said: str, parent: str = "egyptian") -> Path:
    path = Path(f"{name}.yaml")
    path.write_text(f"format: 1\nname: {name}\nextends: {parent}\n{said}\n", encoding="utf-8")
    return path


def test_a_target_that_the_file_chooses_is_told_with_its_line() -> None:
    (own,) = find("target-reached-at-once", f"{AT_ONCE}\nchoose:\n  target: 5")
    assert own.notes[0] == "chosen at house.yaml:8: `choose: {target: 5}`"
    write("above", AT_ONCE)
    (inherited,) = find("target-reached-at-once", "choose:\n  target: 5", "./above.yaml")
    assert inherited.span is not None
    assert inherited.span.source.name == "above.yaml"
    assert "chosen at house.yaml:5: `choose: {target: 5}`" in inherited.notes


def test_a_target_that_the_file_writes_is_chosen_nowhere() -> None:
    (found,) = find("target-reached-at-once", "match: {target: 1}")
    assert not [note for note in found.notes if "chosen" in note]


def test_points_that_no_decimal_writes_are_told_by_what_they_exceed() -> None:
    (found,) = find("target-reached-at-once", f"{AT_ONCE}\nchoose: {{target: 5}}")
    halves, thirds = found.notes[1:]
    assert halves.endswith("29 points to 2 sides, so one of them has 14½ or more")
    assert thirds.endswith("29 points to 3 sides, so one of them has more than 9")


def test_a_file_whose_bonus_is_worth_nothing_is_told_so_where_it_stands() -> None:
    table = "deck: {tables: {w: {J: 3, Q: 3, K: 3}}}"
    bonus = "bonuses: {t: {when: card is (J or Q or K) and sweep, points: card.w - 3}}"
    (found,) = find("changes-nothing", f"{table}\n{bonus}")
    assert found.span is not None
    assert (found.span.text, found.span.line) == ("t", 5)
    assert found.notes[0].endswith("for it: `deck.tables`, `bonuses.t`")
    assert found.notes[1].startswith("`bonuses.t` gives 0 points")


def test_a_file_that_says_nothing_of_the_rules_is_pointed_at_by_its_parent() -> None:
    (found,) = find("changes-nothing", "title: House")
    assert found.span is not None
    assert (found.span.text, found.notes) == ("egyptian", ("every rule is the same, and so are the options",))


@pytest.mark.parametrize(
    "said",
    ["match: {target: 101}", "choose: {target: 101}", "bonuses: {basra: {when: card is not (7♦ or J) and sweep}}"],
)
def test_what_is_said_already_may_be_deleted(said: str) -> None:
    (found,) = find("override-equal", said)
    assert found.label.endswith("it may be deleted")
