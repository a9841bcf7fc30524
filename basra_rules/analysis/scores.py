"""Scenarios of scoring a deal, and of the end of a match, made up for a purpose."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from basra_rules.analysis.snippets import quoted
from basra_rules.analysis.wrapping import folded
from basra_rules.cards import card_set, cards_of, format_cards
from basra_rules.engine.match import add_deal, start_match
from basra_rules.engine.scoring import Tally, score_tallies
from basra_rules.engine.state import DealResult, Seat
from basra_rules.exact import plain_number
from basra_rules.profile.vocabulary import Leftover

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from basra_rules.cards import Card, CardSet
    from basra_rules.engine.state import MatchState
    from basra_rules.exact import Number
    from basra_rules.rules.model import Award, Rules


def counts_all(rules: Rules, award: Award) -> bool:
    """Tell whether an award counts every card of the deck, so that it does not matter which ones a side has."""
    return not rules.deck & ~award.counts


def tallies_for(rules: Rules, award: Award, shares: Sequence[int]) -> tuple[Tally, ...]:
    """Return what sides bring to the count that have so many each of the cards an award counts, and no others."""
    if counts_all(rules, award):
        return tuple(Tally(share) for share in shares)
    return shared_out(cards_of(award.counts & rules.deck), shares)


def shares_of(rules: Rules, award: Award, sides: int) -> Iterator[tuple[int, ...]]:
    """Yield how the cards that an award counts may be shared among sides at the end of a deal.

    First between two of them, then with equal highest numbers, and last, where cards may go to nobody, with some left.
    """
    counted = (award.counts & rules.deck).bit_count()
    for first in range(counted // 2, counted + 1):
        yield first, counted - first, *(0,) * (sides - 2)
    if sides > 2:
        for best in range(counted // 2, (counted - 1) // sides, -1):
            yield best, *_evenly(counted - best, sides - 1, best)
    if rules.scoring.leftover is Leftover.NOBODY:
        best = counted // sides
        yield (best,) * sides
        yield counted // 2, counted // 2, *(0,) * (sides - 2)


def _evenly(cards: int, sides: int, most: int) -> tuple[int, ...]:
    """Return cards shared with the first sides, as many as possible up to `most` each."""
    shares = []
    for _ in range(sides):
        shares.append(min(cards, most))
        cards -= shares[-1]
    return tuple(shares)


def with_rest(rules: Rules, award: Award, tallies: Sequence[Tally]) -> tuple[Tally, ...]:
    """Return what sides bring where the first of them also has every card that an award does not count."""
    rest = rules.deck & ~award.counts
    first = tallies[0]
    return replace(first, cards=first.cards + rest.bit_count(), known=first.known | rest), *tallies[1:]


def shared_out(cards: Sequence[Card], shares: Sequence[int]) -> tuple[Tally, ...]:
    """Return what sides bring to the count among whom these cards are shared, so many to each."""
    left = list(cards)
    tallies = []
    for share in shares:
        taken, left = left[:share], left[share:]
        tallies.append(Tally(share, card_set(taken)))
    return tuple(tallies)


def can_be_captured(deck: CardSet, tallies: Sequence[Tally]) -> bool:
    """Tell whether sides may bring this to the count: every card is there once, and no more are than the deck has."""
    known = 0
    for tally in tallies:
        if tally.known & known or tally.cards < tally.known.bit_count():
            return False
        known |= tally.known
    return not known & ~deck and sum(tally.cards for tally in tallies) <= deck.bit_count()


def score_scenario(rules: Rules, award: Award, shares: Sequence[int], name: str) -> str:
    """Return a scenario in which sides have so many of the cards that an award counts."""
    return tally_scenario(rules, tallies_for(rules, award, shares), name)


def tally_scenario(
    rules: Rules, tallies: Sequence[Tally], name: str, carry: Number = 0, more: Sequence[str] = ()
) -> str:
    """Return a scenario of scoring what sides bring, with what the rules make of it, and `more` that it expects."""
    result = score_with(rules, tallies, carry)
    points = ", ".join(plain_number(one) for one in result.points)
    expected = ["void: true"] if result.void else [f"points: [{points}]", f"carry: {plain_number(sum(result.carries))}"]
    lines = [
        f"- name: {quoted(name)}",
        "  score:",
        *([f"    carry: {plain_number(carry)}"] if carry else []),
        "    sides:",
        *(f"      - {_side(tally)}" for tally in tallies),
        f"  expect: {{{', '.join((*expected, *more))}}}",
    ]
    return "\n".join(map(folded, lines))


def score_with(rules: Rules, tallies: Sequence[Tally], carry: Number = 0) -> DealResult:
    """Return what a deal comes to where the first award is worth so much besides."""
    carries = (carry, *[0] * (len(rules.scoring.awards) - 1)) if rules.scoring.awards else ()
    return score_tallies(rules, tallies, carries)


def _side(tally: Tally) -> str:
    held = f', with: "{format_cards(tally.known)}"' if tally.known else ""
    bonuses = f", bonuses: {plain_number(tally.bonuses)}" if tally.bonuses else ""
    return f"{{cards: {tally.cards}{held}{bonuses}}}"


def match_scenario(rules: Rules, sides: int, deals: Sequence[tuple[Number, ...]], name: str) -> str:
    """Return a scenario of a match, up to the deal that ends it, with what the rules make of it."""
    made: list[tuple[Number, ...]] = []
    match = play_deals(rules, sides, made)
    for points in deals:
        if not match.over:
            made.append(points)
            match = play_deals(rules, sides, made)
    listed = ", ".join("[" + ", ".join(map(plain_number, points)) + "]" for points in made)
    winner = f", winner: {'null' if match.winner is None else match.winner}" if match.over else ""
    lines = (
        f"- name: {quoted(name)}",
        f"  match: {{deals: [{listed}]}}",
        f"  expect: {{over: {str(match.over).lower()}{winner}}}",
    )
    return "\n".join(map(folded, lines))


def play_deals(rules: Rules, sides: int, deals: Sequence[tuple[Number, ...]]) -> MatchState:
    """Return the match after deals with these points, or when it is over before."""
    players = next(number for number in rules.seats.players if rules.seats.sides(number) == sides)
    match = start_match(rules, players, Seat(0))
    carries = tuple(0 for _ in rules.scoring.awards)
    for points in deals:
        if not match.over:
            match = add_deal(rules, match, DealResult(points, points, (0,) * sides, (), carries, void=False))
    return match
