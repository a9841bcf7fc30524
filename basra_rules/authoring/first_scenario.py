"""The first scenario of a new file: a capture that holds whatever is chosen, to be followed by others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra_rules.cards import CARDS, RANKS, Card, Rank, card_set, format_play
from basra_rules.engine.captures import is_capture
from basra_rules.engine.state import Table
from basra_rules.profile.loading import resolve_profile
from basra_rules.profile.options import Choice, choices_of, option_node
from basra_rules.rules.compiling import compile_rules
from basra_rules.scenarios.model import Expect
from basra_rules.scenarios.reading import KINDS
from basra_rules.source.nodes import scalar_from_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from basra_rules.profile.family import Family
    from basra_rules.profile.models import Profile
    from basra_rules.rules.model import Rules

_SIMPLE = RANKS.index(Rank.FIVE)


def first_scenario(family: Family, profile: Profile) -> list[str]:
    """Return the lines of a scenario of one play, which holds under every choice of the profile's options."""
    every = tuple(_every_choice(family, profile))
    cards = sorted(CARDS, key=lambda card: (abs(RANKS.index(card.rank) - _SIMPLE), card))
    for played in cards:
        for lying in cards:
            if played.suit != lying.suit and all(_takes(rules, played, lying) for rules in every):
                return _taking(played, lying)
    return _staying(next(card for card in cards if all(rules.deck >> card & 1 for rules in every)))


def _every_choice(family: Family, profile: Profile) -> Iterator[Rules]:
    """Yield the rules as they are, and with each choice of each option."""
    yield compile_rules(profile)
    for name in profile.options:
        node = option_node(profile.origins.tree, name)
        for choice in choices_of(node) if node else ():
            made = Choice(scalar_from_text(name), scalar_from_text(choice), name)
            yield compile_rules(resolve_profile(family, (made,)))


def _takes(rules: Rules, played: Card, lying: Card) -> bool:
    both = card_set((played, lying))
    return rules.deck & both == both and is_capture(rules, Table((lying,)), played, card_set((lying,)))


def _taking(played: Card, lying: Card) -> list[str]:
    return [
        f"- name: the {played} takes the {lying} that lies alone",
        f"  floor: {lying}",
        f'  plays: ["{format_play(played, card_set((lying,)))}"]',
        f'  expect: {{takes: {lying}, floor: ""}}',
    ]


def _staying(played: Card) -> list[str]:
    return [
        f"- name: the {played} stays on an empty floor",
        '  floor: ""',
        f"  plays: [{played}]",
        f'  expect: {{takes: "", floor: {played}}}',
    ]


def expectations() -> list[str]:
    """Return what a scenario of one play may expect, each with its meaning."""
    allowed = KINDS["floor"][1]
    return [f"{key}: {field.description}" for key, field in Expect.model_fields.items() if key in allowed]
