"""`basra simulate` from the outside."""

from __future__ import annotations

import json
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import pytest

from tests.cli.running import basra

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
    assert basra("simulate", "egyptian", "--deals", "50", "--compare", "bastra").stdout.count("difference") == 2


def test_until_stops_once_it_is_precise() -> None:
    assert simulated("egyptian", "--deals", "16400", "--until", "5", "--policy", "greedy")["deals"] == 16_384


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("egyptian", "--players", "3"), "for 2 or 4 players, not for 3"),
        (("egyptian", "--deals", "1", "--matches", "1"), "exclude each other"),
        (("egyptian", "--compare-option", "groups=maximal"), "needs `--compare`"),
        (("egyptian", "--matches", "1", "--compare", "bastra"), "looks at deals"),
        (("egyptian", "--plot", "picture.doc"), "the name ends in none of"),
        (("nowhere",), "nowhere"),
    ],
)
def test_what_cannot_be_simulated_is_answered_in_a_line(arguments: tuple[str, ...], message: str) -> None:
    done = basra("simulate", *arguments)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(find_spec("numba") is not None, reason="numba is installed")
def test_without_numba_it_says_so_once() -> None:
    assert basra("simulate", "egyptian", "--deals", "5").stderr.count("numba is not installed") == 1


@pytest.mark.skipif(find_spec("matplotlib") is None, reason="matplotlib is not installed")
def test_a_plot_is_drawn(tmp_path: Path) -> None:
    picture = tmp_path / "picture.svg"
    done = basra("simulate", "egyptian", "--matches", "5", "--plot", str(picture))
    assert done.returncode == 0, done.stderr
    assert "<svg" in picture.read_text(encoding="utf-8")
