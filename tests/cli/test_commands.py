"""The commands, called as written in the design: output, exit codes, no traceback whatever is asked."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from basra_rules.version import __version__
from tests.cli.running import basra
from tests.profile.writing import child, write

GOOD = """
scenarios:
  - name: good
    floor: 3♣ 5♦ K♠
    plays: ["8♥ x 3♣ 5♦"]
    expect: {points: 0}
"""
BAD = """
  - name: bad
    floor: 3♣ 5♦
    plays: ["8♥ x 3♣ 5♦"]
    expect: {points: 0}
"""
BROKEN = """
  - name: broken
    floor: 3♣ 3♣
    plays: ["8♥"]
    expect: {points: 0}
"""


def test_the_version_is_printed() -> None:
    done = basra("--version")
    assert (done.returncode, done.stdout) == (0, f"basra {__version__}\n")


def test_profiles_are_listed_the_default_first() -> None:
    done = basra("profiles")
    assert done.returncode == 0
    assert done.stdout.splitlines()[0].startswith("egyptian")
    assert "lebanese" in done.stdout


def test_profiles_as_json_name_their_parents() -> None:
    rows = json.loads(basra("profiles", "--format", "json").stdout)
    assert {row["name"]: row["extends"] for row in rows}["lebanese"] == "bastra"


def test_judge_answers_what_is_legal_and_what_it_scores() -> None:
    done = basra("judge", "egyptian", "--floor", "3♣ 5♦ K♠", "--play", "8♥", "--format", "json")
    answer = json.loads(done.stdout)
    assert done.returncode == 0
    assert answer["legal"] == [{"takes": "3♣ 5♦", "points": 0, "bonuses": []}]
    assert (answer["total"], answer["truncated"], answer["trail"]) == (1, False, False)


def test_judge_names_the_deciding_rule_its_parts_and_its_source() -> None:
    done = basra("judge", "egyptian", "--floor", "7♣ 7♥", "--play", "7♦")
    assert done.returncode == 0
    assert "rule `bonuses.seven_of_diamonds` (profiles/egyptian.yaml:" in done.stdout
    assert "source S0 §4" in done.stdout
    assert "sum <= 10" in done.stdout


def test_judge_refuses_a_capture_with_exit_code_one() -> None:
    done = basra("judge", "egyptian", "--floor", "8♣ 3♣ 5♦", "--play", "8♥", "--take", "3♣ 5♦")
    assert done.returncode == 1
    assert "refused" in done.stdout
    assert "capture.ways.match" in done.stdout


def test_judge_accepts_a_legal_capture() -> None:
    done = basra("judge", "egyptian", "--floor", "3♣ 5♦", "--play", "8♥", "--take", "3♣ 5♦", "--format", "json")
    answer = json.loads(done.stdout)
    assert done.returncode == 0
    assert (answer["refused"], answer["points"], answer["bonuses"]) == (False, 10, ["basra"])


def test_judge_knows_what_was_played_before() -> None:
    arguments = ("judge", "lebanese", "--floor", "3♣", "--play", "7♥", "--format", "json")
    with_history = json.loads(basra(*arguments, "--before", "4♦").stdout)
    assert with_history["legal"] == [{"takes": "3♣ 4♦", "points": 10, "bonuses": ["lone_and_trailed"]}]
    without = json.loads(basra("judge", "lebanese", "--floor", "3♣ 4♦", "--play", "7♥", "--format", "json").stdout)
    assert without["legal"] == [{"takes": "3♣ 4♦", "points": 0, "bonuses": []}]


def test_judge_knows_the_last_card_of_a_deal() -> None:
    arguments = ("judge", "pisti", "--floor", "7♣", "--play", "7♦")
    assert "1. 7♣: 10 (pişti)" in basra(*arguments).stdout
    last = basra(*arguments, "--last-card").stdout
    assert "play   7♦, the last card of the deal" in last
    assert "1. 7♣: no bonus" in last
    refused = basra(*arguments, "--last-card", "--hand", "8♦")
    assert refused.returncode == 2
    assert "no card is left after the last card of a deal" in refused.stderr


def test_judge_tells_bonuses_of_one_label_apart(tmp_path: Path) -> None:
    path = tmp_path / "house.yaml"
    red = "bonuses: {red: {label: basra, when: sweep and card is 8♥, points: 5}}"
    path.write_text(f"format: 1\nname: house\nextends: egyptian\n{red}\n", encoding="utf-8")
    done = basra("judge", str(path), "--floor", "8♣", "--play", "8♥")
    assert "1. 8♣: 10 (basra) + 5 (basra: red)" in done.stdout


def test_mutate_tells_the_first_survivors_and_with_all_every_one(tmp_path: Path) -> None:
    path = tmp_path / "house.yaml"
    path.write_text("format: 1\nname: house\nextends: russian\n", encoding="utf-8")
    some = basra("mutate", str(path), "--size", "1")
    every = basra("mutate", str(path), "--size", "1", "--all")
    assert (some.returncode, every.returncode) == (1, 1)
    assert some.stdout.count("nothing checks") == 20
    assert "more: `--all` shows every one" in some.stdout
    assert every.stdout.count("nothing checks") == int(every.stdout.split()[0]) > 20


def test_judge_answers_at_once_with_forty_numerals_on_the_floor() -> None:
    floor = " ".join(f"{rank}{suit}" for rank in ("A", *range(2, 10)) for suit in "CDHS") + " TC TD TH"
    answer = json.loads(basra("judge", "egyptian", "--floor", floor, "--play", "TS", "--format", "json").stdout)
    assert answer["truncated"]
    assert len(answer["legal"]) == 100
    assert answer["total"] > 10**9


def test_an_option_changes_the_answer() -> None:
    arguments = (
        "judge",
        "egyptian",
        "--floor",
        "J♣",
        "--play",
        "J♥",
        "--option",
        "lone_jack=triple",
        "--format",
        "json",
    )
    assert json.loads(basra(*arguments).stdout)["legal"] == [{"takes": "J♣", "points": 30, "bonuses": ["lone_jack"]}]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("judge", "egyptian", "--floor", "3♣ 1♦", "--play", "8♥"), "`1♦` is no card"),
        (("judge", "egyptian", "--floor", "3♣ 3♣", "--play", "8♥"), "twice"),
        (("judge", "egyptian", "--floor", "8♥", "--play", "8♥"), "in two places"),
        (("judge", "egyptian", "--floor", "8♣", "--play", "9♥", "--before", "8♥"), "impossible"),
        (("judge", "egiptian", "--floor", "8♣", "--play", "9♥"), "did you mean `egyptian`?"),
        (("judge", "egyptian", "--floor", "8♣", "--play", "9♥", "--option", "x"), "NAME=CHOICE"),
        (("judge", "egyptian", "--floor", "8♣", "--play", "9♥", "--option", "target=7"), "expected `101` or `121`"),
        (("show", "nowhere.yaml"), "nowhere.yaml"),
        (("show", "/"), "/"),
        (("check", "nowhere.yaml"), "nowhere.yaml"),
        (("check", "egyptian", "nowhere.yaml"), "nowhere.yaml"),
        (("play", "egyptian", "--players", "3", "--bots-only"), "3"),
        (("frobnicate",), "frobnicate"),
    ],
)
def test_what_cannot_be_done_is_said_with_exit_code_two(arguments: tuple[str, ...], says: str) -> None:
    done = basra(*arguments)
    told = done.stdout + done.stderr
    assert done.returncode == 2, told
    assert says in told
    assert "Traceback" not in told


def test_check_runs_the_reference_scenarios() -> None:
    done = basra("check", "lebanese")
    assert done.returncode == 0, done.stdout
    assert "0 failed, 0 could not run" in done.stdout


def test_check_as_json_counts_and_lists(tmp_path: Path) -> None:
    path = tmp_path / "some.yaml"
    path.write_text(GOOD + BAD + BROKEN, encoding="utf-8")
    done = basra("check", "egyptian", str(path), "--format", "json")
    report = json.loads(done.stdout)
    assert done.returncode == 1
    assert (report["passed"], report["failed"], report["errors"]) == (1, 1, 1)
    assert [(one["name"], one["status"]) for one in report["scenarios"]] == [
        ("good", "passed"),
        ("bad", "failed"),
        ("broken", "error"),
    ]
    assert report["diagnostics"] == []
    assert "expected  0" in report["scenarios"][1]["message"]
    assert "stands there twice" in report["scenarios"][2]["message"]


def test_check_of_an_invalid_profile_exits_with_two(tmp_path: Path) -> None:
    done = basra("check", str(write(tmp_path, child("match: {taget: 5}"))), "--format", "json")
    report = json.loads(done.stdout)
    assert done.returncode == 2
    assert [(one["code"], one["line"], one["column"]) for one in report["diagnostics"]] == [("unknown-key", 4, 9)]


def test_check_takes_options_and_scenarios_own_win(tmp_path: Path) -> None:
    path = tmp_path / "some.yaml"
    path.write_text(
        "options: {lone_jack: double}\nscenarios:\n"
        '  - {name: a, floor: J♣, plays: ["J♥ x J♣"], expect: {points: 30}}\n'
        '  - {name: b, options: {lone_jack: none}, floor: J♣, plays: ["J♥ x J♣"], expect: {points: 0}}\n',
        encoding="utf-8",
    )
    assert basra("check", "egyptian", str(path), "--option", "lone_jack=triple").returncode == 0
    assert basra("check", "egyptian", str(path)).returncode == 1


def test_choices_of_a_file_that_the_profile_lacks_are_told_once(tmp_path: Path) -> None:
    path = tmp_path / "some.yaml"
    path.write_text("options: {targt: 1}\nprofile: lebanse\n" + GOOD.lstrip(), encoding="utf-8")
    done = basra("check", "egyptian", str(path), "--format", "json")
    assert done.returncode == 2
    assert [one["code"] for one in json.loads(done.stdout)["diagnostics"]] == ["unknown-option", "unknown-profile"]


def test_judge_says_that_only_one_of_several_is_taken() -> None:
    out = basra("judge", "egyptian", "--floor", "K♠ K♣", "--play", "K♦", "--option", "court_match=one").stdout
    assert "takes one of K♣ K♠" in out
    assert "finds no group that totals 9" in basra("judge", "egyptian", "--floor", "5♠ K♣", "--play", "9♦").stdout


def test_check_as_junit_is_xml_with_a_case_each(tmp_path: Path) -> None:
    path = tmp_path / "some.yaml"
    path.write_text(GOOD + BAD + BROKEN, encoding="utf-8")
    root = ElementTree.fromstring(basra("check", "egyptian", str(path), "--format", "junit").stdout)  # noqa: S314
    assert [case.get("name") for case in root.iter("testcase")] == ["good", "bad", "broken"]
    assert len(list(root.iter("failure"))) == 1
    assert len(list(root.iter("error"))) == 1


def test_check_as_sarif_places_each_finding(tmp_path: Path) -> None:
    path = tmp_path / "some.yaml"
    path.write_text(GOOD + BAD, encoding="utf-8")
    log = json.loads(basra("check", "egyptian", str(path), "--format", "sarif").stdout)
    (result,) = log["runs"][0]["results"]
    assert result["ruleId"] == "scenario-failed"
    assert result["locations"][0]["physicalLocation"]["region"]["startLine"] == 11


def test_check_for_github_annotates_lines(tmp_path: Path) -> None:
    path = tmp_path / "some.yaml"
    path.write_text(GOOD + BAD, encoding="utf-8")
    out = basra("check", "egyptian", str(path), "--format", "github").stdout
    assert f"::error file={path},line=11," in out


def test_a_house_rule_of_five_lines_plays_checks_and_shows(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        """\
        format: 1
        name: teta
        extends: egyptian
        bonuses:
          seven_of_diamonds: {when: card is 7♦ and numeric and sum <= 12}
        """,
        "teta.yaml",
    )
    (tmp_path / "teta.scenarios.yaml").write_text(
        'scenarios:\n  - {name: twelve, floor: 5♣ 7♠, plays: ["7♦ x 5♣ 7♠"], expect: {points: 10}}\n', encoding="utf-8"
    )
    shown = basra("show", path.name, cwd=tmp_path)
    assert shown.returncode == 0
    assert "teta.yaml:5; was card is 7♦ and numeric and sum <= 10 (profiles/egyptian.yaml:" in shown.stdout
    checked = basra("check", path.name, cwd=tmp_path)
    assert checked.returncode == 0
    assert "1 passed" in checked.stdout
    played = basra("play", path.name, "--bots-only", "--seed", "1", cwd=tmp_path)
    assert played.returncode == 0
    assert "sum <= 12" in played.stdout


def test_show_tells_places_options_readings_and_budget() -> None:
    out = basra("show", "egyptian", "--option", "target=121").stdout
    assert "profiles/egyptian.yaml" in out
    assert "target: 101 | [121] (chosen by --option)" in out
    assert "bonuses.seven_of_diamonds – attested, S0 §4" in out
    assert "budget of a deal for 2 or 4 players: 43 points" in out


def test_bots_play_a_match_where_there_is_no_terminal() -> None:
    done = basra("--seed", "5")
    assert done.returncode == 0, done.stderr
    again = basra("play", "--seed", "5")
    assert again.stdout == done.stdout


def test_a_profile_alone_is_played() -> None:
    done = basra("lebanese", "--seed", "5", "--bots-only")
    assert done.returncode == 0, done.stderr
    assert done.stdout == basra("play", "lebanese", "--seed", "5", "--bots-only").stdout


def test_output_that_cannot_be_written_is_said_in_a_line() -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = basra("show", "egyptian", stdout=full)
    assert done.returncode == 2
    assert done.stderr == "error: the output can't be written: No space left on device\n"


def test_the_end_of_input_ends_a_match_kindly() -> None:
    done = basra("play", "--plain", "--seed", "5", stdin="1\n")
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr


def test_check_warns_of_a_mistake_of_meaning_with_a_witness(tmp_path: Path) -> None:
    path = write(tmp_path, child("bonuses: {basra: {when: sweep and sum > 400}}"))
    done = basra("check", str(path))
    assert done.returncode == 1
    assert "warning[never-holds]" in done.stdout
    assert "valid, " in done.stdout
    scenarios = tmp_path / "some.yaml"
    scenarios.write_text(GOOD, encoding="utf-8")
    assert "warning" not in basra("check", str(path), str(scenarios)).stdout


def test_what_is_meant_so_is_justified_in_the_file(tmp_path: Path) -> None:
    text = "bonuses: {basra: {when: sweep and sum > 400}}\nallow: {never-holds: it is off this year}"
    assert basra("check", str(write(tmp_path, child(text)))).returncode == 0


def test_coverage_of_a_shipped_profile_is_complete() -> None:
    done = basra("check", "lebanese", "--coverage")
    assert done.returncode == 0
    assert "(100 %)" in done.stdout.splitlines()[-1]


def test_a_code_is_explained() -> None:
    assert "never-holds" in basra("explain", "never-holds").stdout
    assert basra("explain", "nver-holds").returncode == 2


def test_two_profiles_are_compared() -> None:
    same = basra("diff", "palestinian", "jordanian")
    assert same.returncode == 0
    assert "proved equal" in same.stdout
    other = basra("diff", "egyptian", "lebanese", "--deals", "50")
    assert other.returncode == 0
    assert "lone_and_trailed" in other.stdout
