"""A card that nothing can capture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra_rules.analysis.findings import Finding, as_note, warn
from basra_rules.analysis.floors import Supply
from basra_rules.analysis.groups import takable
from basra_rules.analysis.reaching import representatives
from basra_rules.cards import RANKS, cards_of, cards_of_rank, format_cards

if TYPE_CHECKING:
    from collections.abc import Iterator

    from basra_rules.analysis.study import Study
    from basra_rules.cards import CardSet

CODE = "uncapturable-card"


def check(study: Study) -> Iterator[Finding]:
    """Yield a finding for the cards that no other card can take from any floor."""
    domain = study.domain
    never = domain.rules[0].deck
    for card in representatives(domain):
        never &= ~takable(study.rules, card)
        # the class of the card played: its other cards, played instead, may take it
        alike = domain.classes[domain.place[card]]
        if alike.bit_count() > 1 and takable(study.rules, card) & alike:
            never &= ~alike
    if never:
        message = f"nothing can capture {_described(never, study.rules.deck)}"
        label = "no way takes such a card, alone or in a group"
        span = study.profile.origins.key_span("capture.ways")
        yield Finding(warn(CODE, message, span, label, as_note(_scenario(study, never))), "capture.ways", message)


def _described(cards: CardSet, deck: CardSet) -> str:
    """Return the cards as ranks where all of a rank are meant."""
    words = []
    for rank in RANKS:
        some = cards & cards_of_rank(rank)
        if some:
            words.append(f"any {rank}" if some == deck & cards_of_rank(rank) else format_cards(some))
    return ", ".join(words)


def _scenario(study: Study, never: CardSet) -> str:
    """Return a scenario in which a card lies alone, and one like it, or else the lowest, takes nothing."""
    card = cards_of(never)[0]
    supply = Supply(study.domain.classes, 1 << card)
    played = supply.next_card(study.domain.place[card]) or supply.lowest(1)[0]
    return (
        f"- name: {played} can't take {card}, and nothing can\n  floor: {card}\n  plays: [{played}]\n"
        "  expect: {legal: []}"
    )
