"""A packet that does not divide the deck."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra_rules.analysis.findings import Finding, warn
from basra_rules.profile.vocabulary import Refill

if TYPE_CHECKING:
    from collections.abc import Iterator

    from basra_rules.analysis.study import Study
    from basra_rules.rules.model import Rules

CODE = "packet-does-not-divide"


def check(study: Study) -> Iterator[Finding]:
    """Yield a finding where the last packet is smaller than the others, or cards can't be shared at all."""
    rules = study.rules
    told = [line for players in rules.seats.players if (line := _told(rules, players))]
    if told:
        cards = rules.deck.bit_count() - rules.dealing.floor
        message = f"{cards} cards can't be dealt in packets of {rules.dealing.packet} to every number of players"
        span = study.profile.span("dealing.packet")
        yield Finding(warn(CODE, message, span, "the last packet is another", *told), "dealing.packet")


def _told(rules: Rules, players: int) -> str:
    """Return what becomes of the last cards among so many players; nothing where every packet is full."""
    dealing = rules.dealing
    cards = rules.deck.bit_count() - dealing.floor
    over = cards % players
    if dealing.refill is Refill.AFTER_PLAY:
        return f"with {players} players {_cards(over)} can't be drawn by all alike" if over else ""
    rounds, left = divmod(cards, players * dealing.packet)
    if not left:
        return ""
    last = left // players
    shared = f"the last packet has {_cards(last)}" if last else "there is no further packet"
    rest = f", and {_cards(over)} can't be shared" if over else ""
    return f"with {players} players, after {rounds} packets of {dealing.packet}, {shared}{rest}"


def _cards(number: int) -> str:
    return "1 card" if number == 1 else f"{number} cards"
