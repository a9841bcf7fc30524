"""Views made by hand, and the shipped rules, for tests of players."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from basra_rules import resources
from basra_rules.cards import card_set, parse_cards
from basra_rules.engine.state import Previous, Seat, View
from basra_rules.profile.loading import load_profile
from basra_rules.rules.compiling import compile_rules

if TYPE_CHECKING:
    from basra_rules.rules.model import Rules


@cache
def shipped(name: str = resources.DEFAULT_PROFILE, **options: str) -> Rules:
    """Return the rules of a shipped profile."""
    return compile_rules(load_profile(name, options))


def see(floor: str, hand: str, seen: str = "", previous: Previous | None = None) -> View:
    """Return what seat 0 of two sees; `seen` are further cards that have lain open."""
    open_cards = parse_cards(floor)
    held = card_set(parse_cards(hand))
    return View(
        seat=Seat(0),
        players=2,
        sides=2,
        dealer=Seat(1),
        turn=Seat(0),
        hand=held,
        hand_counts=(held.bit_count(), 4),
        floor=open_cards,
        stock_count=24,
        captured_counts=(0, 0),
        points=(0, 0),
        shown=(0, 0),
        previous=previous or Previous(),
        last_play=None,
        last_capturer=None,
        seen=held | card_set(open_cards) | card_set(parse_cards(seen)),
        over=False,
    )
