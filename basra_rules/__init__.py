"""Basra and its relatives: rules as data, one engine.

    >>> import basra_rules
    >>> profile = basra_rules.load_profile("egyptian", {"target": 121})
    >>> rules = basra_rules.compile_rules(profile)
    >>> table = basra_rules.Table(basra_rules.parse_cards("3♣ 5♦ K♠"))
    >>> captures = basra_rules.find_captures(rules, table, basra_rules.parse_card("8♥"))
    >>> [basra_rules.format_cards(cards) for cards in captures.sets]
    ['3♣ 5♦']

The names are imported when they are first used: `basra --version` needs none of what is behind them.
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False  # importing `typing` would take longer than all the rest here
if TYPE_CHECKING:
    from basra_rules.cards import format_cards, parse_card, parse_cards
    from basra_rules.engine.captures import find_captures
    from basra_rules.engine.deal import play, start_deal
    from basra_rules.engine.legality import refuse
    from basra_rules.engine.match import add_deal, start_match
    from basra_rules.engine.scoring import score_deal
    from basra_rules.engine.state import Action, IllegalAction, Table
    from basra_rules.engine.view import view
    from basra_rules.errors import BasraError, ProfileError
    from basra_rules.profile.loading import load_profile
    from basra_rules.rules.compiling import compile_rules

_HOMES = {
    "Action": "engine.state",
    "BasraError": "errors",
    "IllegalAction": "engine.state",
    "ProfileError": "errors",
    "Table": "engine.state",
    "add_deal": "engine.match",
    "compile_rules": "rules.compiling",
    "find_captures": "engine.captures",
    "format_cards": "cards",
    "load_profile": "profile.loading",
    "parse_card": "cards",
    "parse_cards": "cards",
    "play": "engine.deal",
    "refuse": "engine.legality",
    "score_deal": "engine.scoring",
    "start_deal": "engine.deal",
    "start_match": "engine.match",
    "view": "engine.view",
}

__all__ = [
    "Action",
    "BasraError",
    "IllegalAction",
    "ProfileError",
    "Table",
    "add_deal",
    "compile_rules",
    "find_captures",
    "format_cards",
    "load_profile",
    "parse_card",
    "parse_cards",
    "play",
    "refuse",
    "score_deal",
    "start_deal",
    "start_match",
    "view",
]


def __getattr__(name: str) -> object:
    """Import a public name when it is first asked for."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
