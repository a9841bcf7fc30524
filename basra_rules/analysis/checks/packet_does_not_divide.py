"""A packet that does not divide the deck."""

from __future__ import annotations

from math import lcm
from typing import TYPE_CHECKING

from basra_rules.analysis.findings import Finding, warn
from basra_rules.cards import CARDS
from basra_rules.errors import one_of
from basra_rules.profile.vocabulary import Refill

if TYPE_CHECKING:
    from collections.abc import Iterator

    from basra_rules.analysis.study import Study
    from basra_rules.rules.model import Rules

CODE = "packet-does-not-divide"


def check(study: Study) -> Iterator[Finding]:
    """Yield a finding where the last packet is smaller than the others, or cards can't be shared at all."""
    rules = study.rules
    told = {players: line for players in rules.seats.players if (line := _told(rules, players))}
    if told:
        cards = rules.deck.bit_count() - rules.dealing.floor
        message = f"{cards} cards can't be dealt in packets of {rules.dealing.packet} to every number of players"
        span = study.profile.span("dealing.packet")
        found = warn(CODE, message, span, "the last packet is another", *told.values(), *_way_out(rules))
        yield Finding(found, "dealing.packet", " ".join(map(str, told)))


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
    after = "1 packet" if rounds == 1 else f"{rounds} packets"
    return f"with {players} players, after {after} of {dealing.packet}, {shared}{rest}"


def _way_out(rules: Rules) -> Iterator[str]:
    """Yield which packets come out even, or where none does, how many cards would."""
    dealing, players = rules.dealing, rules.seats.players
    cards = rules.deck.bit_count() - dealing.floor
    even = [size for size in range(1, cards + 1) if all(cards % (number * size) == 0 for number in players)]
    if even and dealing.refill is not Refill.AFTER_PLAY:
        yield f"packets of {one_of(tuple(map(str, even)))} come out even"
        return
    step = lcm(*(number * (1 if dealing.refill is Refill.AFTER_PLAY else dealing.packet) for number in players))
    counts = (rounds * step + dealing.floor for rounds in (cards // step, cards // step + 1) if rounds)
    fitting = [f"{count}" for count in counts if count <= len(CARDS)]
    if fitting:
        yield f"a deck of {one_of(fitting)} cards would come out even"


def _cards(number: int) -> str:
    return "1 card" if number == 1 else f"{number} cards"
