"""`new`, `fmt`, `show --effective` and `why`, called as their users call them."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from basra_rules.cli import asking
from basra_rules.cli.asking import ask_for_draft
from tests.cli.running import basra
from tests.profile.writing import child, write

if TYPE_CHECKING:
    from pathlib import Path

UNTIDY = "format: 1\nname: house\nmatch: {target: 151}  # long\nextends: egyptian\nscoring: {cards: {2C: 5}}\n"
TIDY = "format: 1\nname: house\nextends: egyptian\nscoring: {cards: {2♣: 5}}\nmatch: {target: 151}  # long\n"


def test_fmt_writes_what_is_not_as_it_should_be(tmp_path: Path) -> None:
    path = write(tmp_path, UNTIDY)
    done = basra("fmt", "house.yaml", cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "formatted house.yaml\n", "")
    assert path.read_text(encoding="utf-8") == TIDY
    again = basra("fmt", "house.yaml", cwd=tmp_path)
    assert (again.returncode, again.stdout) == (0, "")


def test_fmt_check_and_diff_write_nothing(tmp_path: Path) -> None:
    path = write(tmp_path, UNTIDY)
    write(tmp_path, TIDY, "tidy.yaml")
    checked = basra("fmt", "--check", "house.yaml", "tidy.yaml", cwd=tmp_path)
    assert (checked.returncode, checked.stdout) == (1, "would format house.yaml\n")
    shown = basra("fmt", "--diff", "house.yaml", "tidy.yaml", cwd=tmp_path)
    assert shown.returncode == 1
    assert "-scoring: {cards: {2C: 5}}\n" in shown.stdout
    assert "+scoring: {cards: {2♣: 5}}\n" in shown.stdout
    assert path.read_text(encoding="utf-8") == UNTIDY
    assert basra("fmt", "--check", "tidy.yaml", cwd=tmp_path).returncode == 0


def test_fmt_shows_a_missing_line_end(tmp_path: Path) -> None:
    write(tmp_path, TIDY.rstrip("\n"))
    shown = basra("fmt", "--diff", "house.yaml", cwd=tmp_path)
    assert shown.returncode == 1
    assert "\\ No newline at end of file" in shown.stdout


def test_fmt_leaves_a_file_with_errors_alone_and_formats_the_others(tmp_path: Path) -> None:
    bad = write(tmp_path, UNTIDY.replace("target", "tragte"), "bad.yaml")
    good = write(tmp_path, UNTIDY, "good.yaml")
    before = bad.read_bytes()
    done = basra("fmt", "bad.yaml", "nowhere.yaml", "good.yaml", cwd=tmp_path)
    assert done.returncode == 2
    assert "error[unknown-key]" in done.stderr
    assert "error[unreadable-file]" in done.stderr
    assert done.stdout == "formatted good.yaml\n"
    assert bad.read_bytes() == before
    assert good.read_text(encoding="utf-8") == TIDY


SCENARIO = '- floor: 7D\n  name: x\n  plays: ["7♣ x 7♦"]\n  expect: {takes: 7♦}\n'


def test_fmt_formats_what_comes_in_to_what_goes_out(tmp_path: Path) -> None:
    done = basra("fmt", "-", cwd=tmp_path, stdin=UNTIDY)
    assert (done.returncode, done.stdout, done.stderr) == (0, TIDY, "")
    assert basra("fmt", "-", cwd=tmp_path, stdin=TIDY).stdout == TIDY
    scenarios = basra("fmt", "-", cwd=tmp_path, stdin=f"scenarios:\n{SCENARIO}")
    assert scenarios.stdout.startswith("scenarios:\n  - name: x\n    floor: 7♦\n")
    assert not list(tmp_path.iterdir())


def test_fmt_checks_and_shows_what_comes_in(tmp_path: Path) -> None:
    checked = basra("fmt", "-", "--check", cwd=tmp_path, stdin=UNTIDY)
    assert (checked.returncode, checked.stdout) == (1, "would format standard input\n")
    shown = basra("fmt", "-", "--diff", cwd=tmp_path, stdin=UNTIDY)
    assert (shown.returncode, shown.stdout.splitlines()[0]) == (1, "--- standard input")
    assert "+scoring: {cards: {2♣: 5}}\n" in shown.stdout
    tidy = basra("fmt", "-", "--check", cwd=tmp_path, stdin=TIDY)
    assert (tidy.returncode, tidy.stdout) == (0, "")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "`standard input` is neither a profile nor scenarios"),
        ("jobs: {}\n", "`standard input` is neither a profile nor scenarios"),
        (UNTIDY.replace("target", "tragte"), "--> standard input:3:9"),
        (SCENARIO, "expected `scenarios:` above the list"),
    ],
)
def test_fmt_lets_nothing_out_where_it_can_not_format_what_comes_in(tmp_path: Path, text: str, told: str) -> None:
    done = basra("fmt", "-", cwd=tmp_path, stdin=text)
    assert (done.returncode, done.stdout) == (2, "")
    assert told in done.stderr


def test_fmt_looks_for_a_parent_of_what_comes_in_from_the_folder_where_it_runs(tmp_path: Path) -> None:
    write(tmp_path, TIDY, "parent.yaml")
    done = basra("fmt", "-", cwd=tmp_path, stdin="format: 1\nname: x\nextends: parent.yaml\ntitle: 'X'\n")
    assert (done.returncode, done.stderr) == (0, "")


def test_fmt_keeps_line_ends_and_leaves_json_alone(tmp_path: Path) -> None:
    path = tmp_path / "house.yaml"
    path.write_bytes(UNTIDY.replace("\n", "\r\n").encode())
    data = tmp_path / "x.scenarios.json"
    data.write_text('{"scenarios": []}', encoding="utf-8")
    done = basra("fmt", "house.yaml", "x.scenarios.json", cwd=tmp_path)
    assert done.returncode == 0
    assert "as JSON" in done.stderr
    assert path.read_bytes() == TIDY.replace("\n", "\r\n").encode()
    assert data.read_text(encoding="utf-8") == '{"scenarios": []}'


def test_show_effective_prints_a_file_that_is_checked_without_findings(tmp_path: Path) -> None:
    done = basra("show", "jordanian-court", "--effective", "--option", "target=151")
    assert (done.returncode, done.stderr) == (0, "")
    path = write(tmp_path, done.stdout, "alone.yaml")
    checked = basra("check", str(path))
    assert (checked.returncode, checked.stderr) == (0, "")
    assert basra("why", str(path), "match.target").stdout.startswith("match.target: 151\n")
    assert basra("fmt", "--check", str(path)).returncode == 0


def test_why_tells_the_story_of_a_key(tmp_path: Path) -> None:
    write(tmp_path, child("bonuses: {basra: {points: 20}}"))
    done = basra("why", "house.yaml", "bonuses.basra.points", cwd=tmp_path)
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert lines[:2] == ["bonuses.basra.points: 20", "  written at house.yaml:4"]
    assert re.fullmatch(r"  replaces 10 \(profiles/egyptian\.yaml:\d+\)", lines[2])
    assert any(line.startswith("  bonuses.basra – attested, S0 §4") for line in lines)
    assert any("so it does not speak of the value in force" in line for line in lines)


def test_why_of_a_part_has_a_line_for_each_value() -> None:
    lines = basra("why", "egyptian", "match", "--option", "target=121").stdout.splitlines()
    assert lines[0] == "match:"
    assert re.match(r"  target: 121 +# written at .+, the choice 121 of target \(--option\); replaces 101", lines[1])
    assert lines[2].startswith("  tie: another_deal")


def test_why_answers_programs_in_json() -> None:
    told = json.loads(basra("why", "egyptian", "match.target", "--format", "json", "--option", "target=121").stdout)
    (value,) = told["values"]
    assert (value["value"], value["default"]) == ("121", False)
    assert value["choice"] == {"option": "target", "choice": "121", "by": "--option"}
    assert value["replaced"][0]["value"] == "101"
    assert value["replaced"][0]["place"]["file"] == "profiles/egyptian.yaml"
    assert told["options"][0]["choices"] == ["101", "121"]
    assert told["readings"][0]["sources"] == ["S0: strict Egyptian profile (Russian)"]


def test_why_of_a_removed_key_and_of_a_default() -> None:
    assert basra("why", "lebanese", "options.tie").stdout.startswith(
        "options.tie is removed at profiles/lebanese.yaml:"
    )
    assert "default: no file says it" in basra("why", "egyptian", "capture.floor").stdout


def test_why_of_an_unknown_key_names_the_nearest() -> None:
    done = basra("why", "egyptian", "bonuses.bsra")
    assert done.returncode == 2
    assert "did you mean `basra`?" in done.stderr


def test_new_writes_a_pair_that_is_sound(tmp_path: Path) -> None:
    done = basra("new", "teta", "--from", "lebanese", "--title", "Teta's Basra", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "basra check teta.yaml" in done.stdout
    assert basra("check", "teta.yaml", cwd=tmp_path).returncode == 0
    assert basra("fmt", "--check", "teta.yaml", "teta.scenarios.yaml", cwd=tmp_path).returncode == 0
    again = basra("new", "teta", "--from", "egyptian", cwd=tmp_path)
    assert again.returncode == 2
    assert "is there already" in again.stderr


def test_new_makes_the_choices_that_are_given(tmp_path: Path) -> None:
    options = ("--option", "target=121", "--option", "groups=chosen")  # the second is in force anyway
    assert basra("new", "ours", "--from", "egyptian", *options, "--folder", "house", cwd=tmp_path).returncode == 0
    text = (tmp_path / "house" / "ours.yaml").read_text(encoding="utf-8")
    assert "\nchoose:\n  target: 121\n  #groups: maximal " in text


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("new",), "expected a name and a parent"),
        (("new", "ours"), "expected a name and a parent"),
        (("new", "ours", "--from", "leban"), "did you mean `lebanese`?"),
        (("new", "Our House", "--from", "lebanese"), "perhaps `our-house`"),
        (("new", "ours", "--from", "lebanese", "--title", "  "), "the title is blank"),
        (("new", "-i", "--title", "  "), "the title is blank"),
        (("new", "o" * 300, "--from", "lebanese"), "has 300 characters, where 50 are allowed"),
        (("new", "ours", "--from", "lebanese", "--folder", "o" * 300), "file name too long"),
        (("new", "ours", "--from", "lebanese", "--option", "sides=x"), "expected `partners` or `solo`"),
    ],
)
def test_new_refuses_before_anything_is_written(tmp_path: Path, arguments: tuple[str, ...], told: str) -> None:
    done = basra(*arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert told in done.stderr
    assert not list(tmp_path.iterdir())


ANSWERS = """\
Teta's game
egyptian
teta
99
leban
egyptian
back
1
Teta's
2
maximal
foo
7

doubel
double
ten
5

maybe
yes
"""


def test_new_asks_until_every_answer_can_be_used(tmp_path: Path) -> None:
    done = basra("new", "--interactive", cwd=tmp_path, stdin=ANSWERS)
    assert (done.returncode, done.stderr) == (0, "")
    for told in (
        "perhaps `tetas-game`",
        "none of 1 to 15",
        "unknown profile `leban`: did you mean `lebanese`?",
        "(groups): a number or a name",
        "`doubel` is none of 1 to 3, and none of their names; did you mean `double`?",
        "`ten` is no number",
        "yes or no?",
    ):
        assert told in done.stdout
    text = (tmp_path / "teta.yaml").read_text(encoding="utf-8")
    assert "\ntitle: Teta's\nextends: egyptian\n" in text
    assert "\nbonuses:\n  basra: {points: 5}\n" in text
    assert "\nchoose:\n  target: 121\n  groups: maximal\n  lone_jack: double\n" in text
    assert basra("check", "teta.yaml", cwd=tmp_path).returncode == 0


def test_a_number_of_thousands_of_digits_is_none_of_them(tmp_path: Path) -> None:
    many = "9" * 5000
    done = basra("new", "-i", cwd=tmp_path, stdin=f"teta\n{many}\n1\nTeta\n{many}\n")
    assert (done.returncode, done.stderr) == (1, "Nothing was written.\n")
    assert "none of 1 to 15" in done.stdout
    assert "is none of 1 to 2" in done.stdout


def test_who_goes_back_finds_what_was_said_before(tmp_path: Path) -> None:
    said = "teta\n1\nTeta Zahra\n2\nmaximal\nback\nback\nback\nback\n" + "\n" * 5
    done = basra("new", "-i", cwd=tmp_path, stdin=said + "\n" * 3 + "yes\n")
    assert "What do players call it? [Teta Zahra]" in done.stdout
    assert "path of a file. [1]" in done.stdout
    assert "2  [121]" in done.stdout
    text = (tmp_path / "teta.yaml").read_text(encoding="utf-8")
    assert "\ntitle: Teta Zahra\nextends: egyptian\n" in text
    assert "\nchoose:\n  target: 121\n  groups: maximal\n" in text


def test_of_another_parent_nothing_is_known_yet(tmp_path: Path) -> None:
    said = "teta\negyptian\nTeta Zahra\n121\nback\nback\nback\nbastra\n" + "\n" * 30
    done = basra("new", "-i", cwd=tmp_path, stdin=said)
    assert done.returncode == 0, done.stderr
    text = (tmp_path / "teta.yaml").read_text(encoding="utf-8")
    assert "\ntitle: Teta Zahra\nextends: bastra\n" in text


@pytest.mark.parametrize("said", ["", "quit\n", "teta\n1\n", "teta\n1\nTeta\n2\nq\n", "teta\n1\n\n\n\n\n\n\n\nno\n"])
def test_who_leaves_early_leaves_nothing_behind(tmp_path: Path, said: str) -> None:
    done = basra("new", "-i", cwd=tmp_path, stdin=said)
    assert done.returncode == 1
    assert done.stderr == "Nothing was written.\n"
    assert not list(tmp_path.iterdir())


def test_what_is_given_is_not_asked(tmp_path: Path) -> None:
    given = ("new", "teta", "--from", "lebanese", "--title", "Teta", "--option", "sides=solo", "-i")
    done = basra(*given, cwd=tmp_path, stdin="\n\n\nyes\n")
    assert done.returncode == 0
    assert "What is it called" not in done.stdout
    assert "how four play" not in done.stdout
    assert "\nchoose:\n  sides: solo\n" in (tmp_path / "teta.yaml").read_text(encoding="utf-8")


def test_an_interrupted_question_is_the_end_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(asking, "input", interrupted, raising=False)
    with pytest.raises(KeyboardInterrupt):
        ask_for_draft({}, tmp_path)
    assert not list(tmp_path.iterdir())
