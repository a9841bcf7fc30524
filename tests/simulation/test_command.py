"""`basra simulate` from the outside."""

from __future__ import annotations

import json
import re
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import pytest

from basra_rules.cli.simulation_text import render_report
from basra_rules.profile.loading import load_profile
from basra_rules.rules.compiling import compile_rules
from basra_rules.simulation.comparing import Comparison
from basra_rules.simulation.simulating import Crew, Request
from basra_rules.simulation.statistics import summarise
from tests.cli.running import basra
from tests.simulation.games import shipped
from tests.validating import findings

if TYPE_CHECKING:
    from pathlib import Path

FIXED_KEYS = {
    "deals",
    "plays",
    "seconds",
    "cpu_seconds",
    "startup_seconds",
    "deals_per_second",
    "mean_points",
    "checksum",
}


def simulated(*arguments: str) -> dict[str, Any]:
    done = basra("simulate", *arguments, "--format", "json")
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_the_result_as_json_has_the_fixed_keys() -> None:
    found = simulated("egyptian", "--deals", "60", "--seed", "7", "--players", "4", "--policy", "greedy")
    assert found.keys() >= FIXED_KEYS
    assert (found["deals"], found["plays"]) == (60, 60 * 48)
    assert len(found["mean_points"]) == 2
    assert found["startup_seconds"] > 0
    assert found["deals_per_second"] > 0


def test_threads_change_no_number() -> None:
    arguments = ("egyptian", "--deals", "700", "--option", "groups=maximal")
    one, two = simulated(*arguments), simulated(*arguments, "--threads", "2")
    for key in ("deals", "plays", "mean_points", "checksum", "sources"):
        assert one[key] == two[key]


def test_matches_are_played_to_their_target() -> None:
    found = simulated("egyptian", "--matches", "20", "--policy", "greedy")
    assert found["matches"]["played"] == 20
    assert found["deals"] >= 40


def test_the_text_tells_who_wins_and_where_the_points_come_from() -> None:
    done = basra("simulate", "egyptian", "--deals", "50")
    assert done.returncode == 0, done.stderr
    for words in ("side 0", "whoever leads", "majority goes to nobody", "seven_of_diamonds", "points of a side"):
        assert words in done.stdout


def test_a_comparison_shows_paired_differences() -> None:
    found = simulated("egyptian", "--deals", "50", "--compare", "egyptian", "--compare-option", "lone_jack=double")
    assert len(found["compared"]["difference"]) == 2
    assert basra("simulate", "egyptian", "--deals", "50", "--compare", "bastra").stdout.count("difference") == 1


def test_until_stops_once_it_is_precise() -> None:
    found = simulated("egyptian", "--until", "1", "--policy", "greedy")
    assert found["deals"] == 16_384
    assert found["until"]["reached"]


def test_until_says_where_the_deals_did_not_suffice() -> None:
    done = basra("simulate", "egyptian", "--deals", "50", "--until", "0.5", "--format", "json")
    assert "`--until 0.5` is not reached: the widest interval is ± " in done.stderr
    until = json.loads(done.stdout)["until"]
    assert (until["interval"], until["reached"]) == (0.5, False)
    assert until["widest"] > 0.5


def test_the_result_as_json_names_the_games_and_holds_every_figure() -> None:
    found = simulated("egyptian", "--deals", "60", "--compare", "egyptian", "--compare-option", "lone_jack=double")
    assert (found["profile"], found["options"]) == ("egyptian", {})
    assert found["compared"]["options"] == {"lone_jack": "double"}
    for figures in (found, found["compared"]):
        assert sum(figures["mean_cards"]) == pytest.approx(52)
        assert sum(one["times"] for one in figures["histogram"]) == 120
        assert figures["ties"].keys() == {"value", "low", "high"}
        assert figures["nobody"]["majority"]["high"] > figures["nobody"]["majority"]["value"]
    assert found["compared"]["changed"].keys() == {"value", "low", "high"}


@pytest.mark.parametrize(
    "arguments",
    [
        ("--deals", "20", "--compare", "bastra", "--until", "1"),
        ("--matches", "2"),
        ("--deals", "1", "--option", "groups=maximal"),
    ],
)
def test_the_json_is_as_its_schema_says(arguments: tuple[str, ...], tmp_path: Path) -> None:
    schema, report = tmp_path / "schema.json", tmp_path / "report.json"
    schema.write_text(basra("schema", "simulation-report").stdout, encoding="utf-8")
    report.write_text(json.dumps(simulated("egyptian", *arguments)), encoding="utf-8")
    assert findings(schema, [report]) == {}


@pytest.mark.skipif(find_spec("numba") is None, reason="numba is not installed")
def test_it_says_that_it_compiles_and_that_the_code_cannot_be_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    done = basra("simulate", "egyptian", "--deals", "2")
    assert done.returncode == 0
    assert done.stderr.count("note: compiling first") == 1
    assert done.stderr.count("can't be kept in") == 1


@pytest.mark.skipif(find_spec("matplotlib") is None, reason="matplotlib is not installed")
def test_the_result_is_printed_though_the_picture_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "picture.svg").symlink_to(tmp_path / "nowhere" / "picture.svg")
    done = basra("simulate", "egyptian", "--deals", "5", "--plot", str(tmp_path / "picture.svg"))
    assert done.returncode == 2
    assert "points a deal" in done.stdout
    assert f"`--plot {tmp_path / 'picture.svg'}`: No such file" in done.stderr


def test_one_deal_has_no_interval() -> None:
    assert simulated("egyptian", "--deals", "1")["interval"] == [None, None]
    done = basra("simulate", "egyptian", "--deals", "1")
    assert "1 deal," in done.stdout
    assert "± –" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("egyptian", "--players", "3"), "for 2 or 4 players, not for 3"),
        (("egyptian", "--deals", "1", "--matches", "1"), "exclude each other"),
        (("egyptian", "--compare-option", "groups=maximal"), "needs `--compare`"),
        (("egyptian", "--matches", "1", "--compare", "bastra"), "looks at deals"),
        (("egyptian", "--plot", "picture.doc"), "the name ends in none of"),
        (("egyptian", "--plot", "no/such/folder/picture.png"), "there is no folder `no/such/folder`"),
        (("egyptian", "--until", "0"), "expected a number greater than 0"),
        (("egyptian", "--until", "nan"), "expected a number greater than 0"),
        (("egyptian", "--players", "0"), "--players"),
        (("egyptian", "--seed", str(1 << 62)), "--seed"),
        (("egyptian", "--cluster", "foo"), "expected the address of a scheduler"),
        (("egyptian", "--cluster", ""), "expected the address of a scheduler"),
        (("egyptian", "--cluster", "http://x:99"), "expected the address of a scheduler"),
        (("egyptian", "--compare", "egyptian", "--compare-option", "foo=1"), "--> --compare-option:1:1"),
        (("nowhere",), "nowhere"),
    ],
)
def test_what_cannot_be_simulated_is_answered_in_a_line(arguments: tuple[str, ...], message: str) -> None:
    done = basra("simulate", *arguments)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_no_line_is_wider_than_the_terminal_and_no_numbers_run_together(tmp_path: Path) -> None:
    house = tmp_path / "house.yaml"
    house.write_text(
        "format: 1\nname: house\nextends: egyptian\nbonuses: {basra: {points: 1000000}}\n", encoding="utf-8"
    )
    rules, other = compile_rules(load_profile(house)), shipped("egyptian")
    comparison = Comparison(rules, other, Request(2, 300), Crew())
    for _ in comparison.advance(300):
        pass
    one, two = map(summarise, comparison.simulations)
    for width in (60, 80, 120):
        text = render_report("house", one, "", (other.title, two, comparison.difference()), width)
        assert max(map(len, text.splitlines())) <= width
        assert not re.search(r"\d[±+]|\.\d+\.", text)


@pytest.mark.skipif(find_spec("numba") is not None, reason="numba is installed")
def test_without_numba_it_says_so_once() -> None:
    assert basra("simulate", "egyptian", "--deals", "5").stderr.count("numba is not installed") == 1


@pytest.mark.skipif(find_spec("matplotlib") is None, reason="matplotlib is not installed")
def test_a_plot_is_drawn(tmp_path: Path) -> None:
    picture = tmp_path / "picture.svg"
    done = basra("simulate", "egyptian", "--matches", "5", "--plot", str(picture))
    assert done.returncode == 0, done.stderr
    assert "<svg" in picture.read_text(encoding="utf-8")


@pytest.mark.skipif(find_spec("matplotlib") is None, reason="matplotlib is not installed")
def test_a_plot_of_a_comparison_shows_both(tmp_path: Path) -> None:
    picture = tmp_path / "picture.svg"
    assert basra("simulate", "egyptian", "--deals", "5", "--compare", "bastra", "--plot", str(picture)).returncode == 0
    drawn = picture.read_text(encoding="utf-8")
    assert "<!-- Egyptian Basra -->" in drawn
    assert "<!-- Bastra of Cyprus -->" in drawn
