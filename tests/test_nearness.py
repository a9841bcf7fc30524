"""The name that was meant: the nearest one, and never one that means the opposite."""

from __future__ import annotations

import pytest

from basra_rules.expression.vocabulary import NAMES
from basra_rules.nearness import affirmed, is_opposite, is_surely, nearest
from basra_rules.profile.models import Profile
from basra_rules.profile.schema import areas_with, known_keys

VOCABULARY = tuple(dict.fromkeys(entry.name for entry in NAMES))
KEYS = tuple(dict.fromkeys(key for area in ("dealing", "capture", "scoring", "match") for key in known_keys((area,))))


@pytest.mark.parametrize("prefix", ["not_", "not", "non_", "non-", "no_", "un", "never_"])
@pytest.mark.parametrize("known", [VOCABULARY, KEYS], ids=["vocabulary", "keys"])
def test_a_denied_name_never_means_the_name(prefix: str, known: tuple[str, ...]) -> None:
    for name in known:
        assert nearest(prefix + name, known) != name or name.startswith("no"), name


@pytest.mark.parametrize(
    ("written", "known"),
    [
        ("keep_on_floor", ("keep_off_floor", "floor")),
        ("at_most", ("at_least", "most")),
        ("first_card", VOCABULARY),
        ("previous.untrailed", VOCABULARY),
        ("floor.non_numeric", VOCABULARY),
        ("nor", VOCABULARY),
        ("uncaptured", VOCABULARY),
        ("games_to_lose", ("games_to_win",)),
        ("with", ("without",)),
        ("clockwise", ("anticlockwise",)),
        ("keepOnFloor", ("keep_off_floor",)),
    ],
)
def test_the_opposite_is_never_suggested(written: str, known: tuple[str, ...]) -> None:
    assert nearest(written, known) in (None, "most")


@pytest.mark.parametrize(
    ("written", "meant", "known"),
    [
        ("counterclockwise", "anticlockwise", ("clockwise", "anticlockwise")),
        ("anti-clockwise", "anticlockwise", ("clockwise", "anticlockwise")),
        ("keepoff_floor", "keep_off_floor", KEYS),
        ("captures", "captured", VOCABULARY),
        ("lastcard", "last_card", VOCABULARY),
        ("previous.trailled", "previous.trailed", VOCABULARY),
        ("notes", "note", ("note", "name")),
        ("unknow", "unknown", ("unknown", "known")),
    ],
)
def test_a_slip_is_answered_as_ever(written: str, meant: str, known: tuple[str, ...]) -> None:
    assert nearest(written, known) == meant


def test_what_makes_a_name_an_opposite() -> None:
    assert is_opposite("not_last", "last")
    assert not is_opposite("last", "last")
    assert list(affirmed("floor.non_numeric")) == ["floor.numeric"]
    assert not is_surely("unsure", "sure", ("sure",))


def test_a_key_of_the_models_is_nearest_to_itself() -> None:
    assert areas_with("keep_off_floor", Profile) == ("dealing",)
    assert all(nearest(key, KEYS) == key for key in KEYS)
