"""Where two profiles part in dealing: the same cards dealt by both, for each rule that differs a deal that shows it.

What a rule does is told by exchanging it alone: a deal shows it that lies otherwise, or is played out otherwise,
with the other's rule in its place.  Where the decks differ, the same cards lie in the same order on both stocks, and
those that only one deck has lie below them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING, TypeAlias

from basra_rules.analysis.count_parting import CountParting
from basra_rules.analysis.exchanging import DEALING, DECK, HIDDEN, LEFTOVER, PLAYERS, SIDES, exchanged
from basra_rules.analysis.openings import (
    Opening,
    facts_of,
    opening_scenario,
    openings,
    redeal_openings,
    start,
)
from basra_rules.cards import cards_of, format_cards, format_play
from basra_rules.engine.captures import find_captures
from basra_rules.engine.deal import play, table_of
from basra_rules.engine.legality import refuse
from basra_rules.engine.match import next_dealer
from basra_rules.engine.scoring import score_deal
from basra_rules.engine.state import Action
from basra_rules.errors import UsageError
from basra_rules.exact import counted, format_number

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from basra_rules.cards import CardSet
    from basra_rules.engine.state import DealState
    from basra_rules.rules.model import Rules

_STOCKS = 24
_PLAYED_STOCKS = 4
_NAMES = {
    "dealing.redeal": "a stock is dealt that the rules may deal again",
    SIDES: "four play",
}
_SHOWN = "the same stock is dealt"
_PLAYED = "the same deal is played"


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal and its first plays, as each of two rule sets has them."""

    openings: tuple[Opening, Opening]
    plays: tuple[tuple[Action, ...], tuple[Action, ...]]


Sides: TypeAlias = "tuple[Rules, Rules]"


def deal_partings(one: Rules, other: Rules, rules: Sequence[str]) -> Iterator[CountParting]:
    """Yield deals that lie or go otherwise, one for each of the rules in question that can show in a deal."""
    both = one, other
    shown: dict[Deal, list[str]] = {}
    for rule in rules:
        if rule.startswith(DEALING) or rule in {SIDES, LEFTOVER}:
            found = _find(both, rule)
            if found is not None:
                shown.setdefault(found, []).append(rule)
    yield from (_told(both, deal, tuple(found)) for deal, found in shown.items())
    if DECK in rules:
        yield _decks(both)
    if PLAYERS in rules:
        yield from _players(both)


def _find(both: Sides, rule: str) -> Deal | None:
    changed = exchanged(both[0], both[1], rule), exchanged(both[1], both[0], rule)
    for pair in _pairs(both, changed, _STOCKS):
        if _parts(both, changed, pair, [start(*one) for one in zip(both, pair, strict=True)]):
            return Deal(pair, ((), ()))
    for pair in _pairs(both, changed, _PLAYED_STOCKS):
        found = _find_played(both, changed, pair, rule)
        if found is not None:
            return found
    return None


def _parts(both: Sides, changed: Sides, pair: tuple[Opening, Opening], states: Sequence[DealState | None]) -> bool:
    """Tell whether a deal lies otherwise before anybody plays, and would by the rule in question alone."""
    if None in states or _facts(both[0], states[0]) == _facts(both[1], states[1]):
        return False
    there = (start(*one) for one in zip(changed, pair, strict=True))
    return any(
        state is not None and _facts(mine, states[side]) != _facts(theirs, state)
        for side, (mine, theirs, state) in enumerate(zip(both, changed, there, strict=True))
    )


def _facts(rules: Rules, state: DealState | None) -> object:
    return None if state is None else facts_of(rules, state)


# What is dealt


def _pairs(both: Sides, changed: Sides, stocks: int) -> Iterator[tuple[Opening, Opening]]:
    """Yield the same deals for both rule sets, first those that one of them may deal again; sides that differ first."""
    allowed = [players for players in both[0].seats.players if players in both[1].seats.players]
    if any(mine.seats != theirs.seats for mine, theirs in zip(both, changed, strict=True)):
        allowed = [players for players in allowed if both[0].seats.sides(players) != both[1].seats.sides(players)]
    deck = both[0].deck & both[1].deck
    asked = [replace(rules, deck=deck, seats=replace(rules.seats, players=tuple(allowed))) for rules in both]
    found = chain(redeal_openings(asked[0], asked[1]), *zip(*(openings(rules, stocks) for rules in asked), strict=True))
    for opening in found:
        mine, theirs = (
            replace(opening, stock=(*opening.stock, *cards_of(rules.deck & ~deck)), places=opening.places)
            for rules in both
        )
        yield mine, theirs


# What is played


def _find_played(both: Sides, changed: Sides, pair: tuple[Opening, Opening], rule: str) -> Deal | None:
    """Return the shortest beginning of a deal after which the rule in question shows."""
    for side in (0, 1):
        told = (both[side], both[1 - side], changed[side])
        found = _walk(told, (pair[side], pair[1 - side], pair[side]), rule)
        if found is not None:
            return Deal(pair, found if side == 0 else (found[1], found[0]))
    return None


def _walk(
    told: tuple[Rules, Rules, Rules], pair: Sequence[Opening], rule: str
) -> tuple[tuple[Action, ...], tuple[Action, ...]] | None:
    """Play a deal in step by a rule set, the other, and the first with a rule of the other; stop where the rule shows.

    Where the other can't go on in step, it is played by itself.
    """
    states = [start(*one) for one in zip(told, pair, strict=True)]
    made: list[Action] = []
    while states[0] is not None and states[2] is not None and not states[0].over:
        if rule == HIDDEN and states[1] is not None and (action := _refused_once(told, states)):
            return (*made, action), (*made, action)
        action = _choose(told, states, len(made))
        if action is None:
            return None
        made.append(action)
        states = [_after(rules, state, action) for rules, state in zip(told, states, strict=True)]
        here, there, changed = (_facts(rules, state) for rules, state in zip(told, states, strict=True))
        if here not in (changed, there):
            return tuple(made), tuple(made) if there is not None else _alone(told[1], pair[1], len(made))
        if here != changed:
            return None
    return None


def _choose(told: Sequence[Rules], states: Sequence[DealState | None], number: int) -> Action | None:
    """Return a play that all allow whose deal goes on, a capture before a trail; else one that the first allows."""
    state = states[0]
    assert state is not None
    hand = cards_of(state.hands[state.turn])
    turned = hand[number % len(hand) :] + hand[: number % len(hand)]
    sets = [(card, find_captures(told[0], table_of(state), card, cap=20).sets) for card in turned]
    captures = [Action(card, captured) for card, some in sets for captured in some]
    possible = [one for one in (*captures, *map(Action, turned)) if refuse(told[0], table_of(state), one) is None]
    agreed = (one for one in possible if all(map(lambda rules, at: _after(rules, at, one), told[1:], states[1:])))
    return next(agreed, possible[0] if possible else None)


def _after(rules: Rules, state: DealState | None, action: Action) -> DealState | None:
    if state is None or state.over or not state.hands[state.turn] >> action.card & 1:
        return None
    if refuse(rules, table_of(state), action) is not None:
        return None
    return play(rules, state, action).state


def _alone(rules: Rules, opening: Opening, number: int) -> tuple[Action, ...]:
    """Return at most so many plays of a deal by one rule set alone."""
    state, made = start(rules, opening), list[Action]()
    while state is not None and not state.over and len(made) < number:
        action = _choose((rules,), (state,), len(made))
        if action is None:
            break
        made.append(action)
        state = play(rules, state, action).state
    return tuple(made)


def _refused_once(told: Sequence[Rules], states: Sequence[DealState | None]) -> Action | None:
    """Return a capture that one of two rule sets allows and the other refuses, as cards of the floor lie face down."""
    here, there = states[:2]
    assert here is not None
    if there is None or there.over or here.turn != there.turn or here.hands != there.hands:
        return None
    for card in cards_of(here.hands[here.turn]):
        for rules, state in zip(told[:2], (here, there), strict=True):
            for captured in find_captures(rules, table_of(state), card, cap=20).sets:
                action = Action(card, captured)
                if captured & ~(here.face_up & there.face_up):
                    continue
                verdicts = [
                    refuse(one, table_of(at), action) is None for one, at in zip(told, (here, there), strict=False)
                ]
                if verdicts[0] != verdicts[1]:
                    return action
    return None


# In words


def _told(both: Sides, deal: Deal, rules: tuple[str, ...]) -> CountParting:
    opening = deal.openings[0]
    plays = max(map(len, deal.plays))
    name = _NAMES.get(rules[0], _PLAYED if plays else _SHOWN)
    what = f"{name}: {opening.players} players, seat {opening.dealer} deals"
    if plays:
        what += f"; after {counted(plays, 'play')}" + (", others by each" if len(set(deal.plays)) > 1 else "")
    title = f"{what} ({', '.join(rules)})"
    ways = list(zip(both, deal.openings, deal.plays, strict=True))
    scenarios = [_scenario(*way, title) for way in ways]
    one, other = _differing_words([dict(_words(*way)) for way in ways], [_captured(*way) for way in ways])
    return CountParting(rules, what, one, other, (scenarios[0], scenarios[1]))


def _scenario(rules: Rules, opening: Opening, plays: tuple[Action, ...], title: str) -> str | None:
    """Return a deal as a scenario; None where the rules refuse to deal it."""
    try:
        return opening_scenario(rules, opening, plays, title)
    except UsageError:
        return None


def _differing_words(words: Sequence[Mapping[str, str]], captured: Sequence[tuple[CardSet, ...]]) -> tuple[str, str]:
    """Return what there is to tell of each of two deals and not of the other, and who has other cards."""
    told: list[str] = []
    for side in (0, 1):
        mine, theirs = words[side], words[1 - side]
        found = [text for key, text in mine.items() if theirs.get(key) != text]
        if "refused" not in {*mine, *theirs} and len(captured[0]) == len(captured[1]):
            more = (cards & ~there for cards, there in zip(captured[side], captured[1 - side], strict=True))
            found += [
                f"side {place} has captured {format_cards(cards_of(one))}" for place, one in enumerate(more) if one
            ]
        told.append(", ".join(found) or "nothing more")
    return told[0], told[1]


def _captured(rules: Rules, opening: Opening, plays: Sequence[Action]) -> tuple[CardSet, ...]:
    """Return what each side has captured after some plays."""
    state = start(rules, opening)
    if state is None:
        return ()
    for action in plays:
        after = _after(rules, state, action)
        if after is None:
            break
        state = after
    return state.captured


def _words(rules: Rules, opening: Opening, plays: Sequence[Action]) -> Iterator[tuple[str, str]]:
    """Yield what there is to tell of a deal after some plays, each thing under a name."""
    state = start(rules, opening)
    if state is None:
        yield "refused", "these cards can't be dealt to so many players"
        return
    leader = state.turn
    for action in plays:
        refusal = refuse(rules, table_of(state), action)
        if refusal is not None:
            yield "refused", f"{format_play(action.card, action.captured)} is refused: {refusal.message}"
            return
        state = play(rules, state, action).state
    if state.over and state.void:
        yield "void", "void, dealt again"
        return
    if plays:
        yield "play", f"{format_play(plays[-1].card, plays[-1].captured)}"
    yield "floor", f"floor {format_cards(state.floor) or 'empty'}"
    yield "hands", "hands " + "; ".join(format_cards(hand) or "none" for hand in state.hands)
    if not plays:
        yield "leader", f"seat {leader} leads"
    if not plays and len(state.captured) != len(state.hands):
        yield "sides", f"{len(state.captured)} sides, who sit opposite each other"
    elif not plays:
        yield "sides", "everybody alone"
    if state.over:
        result = score_deal(rules, state, (0,) * len(rules.scoring.awards))
        yield "points", "points " + " – ".join(map(format_number, result.points))
        yield "dealer", f"seat {next_dealer(rules, state.players, state.dealer, void=result.void)} deals next"


# Decks, and who may play


def _decks(both: Sides) -> CountParting:
    """Return that the decks differ: a shuffled stock of each."""
    scenarios, words = [], []
    what = "the deck"
    for rules, other in zip(both, reversed(both), strict=True):
        opening = next(openings(rules, 1))
        scenarios.append(_scenario(rules, opening, (), "the whole deck is dealt"))
        more = format_cards(cards_of(rules.deck & ~other.deck))
        words.append(counted(rules.deck.bit_count(), "card") + (f", with {more}" if more else ""))
    return CountParting((DECK,), what, words[0], words[1], (scenarios[0], scenarios[1]))


def _players(both: Sides) -> Iterator[CountParting]:
    """Yield a number of players that only one of the rule sets allows."""
    for side, rules in enumerate(both):
        for players in rules.seats.players:
            if players in both[1 - side].seats.players:
                continue
            alone = replace(rules, seats=replace(rules.seats, players=(players,)))
            what = f"{players} players sit down"
            scenario = _scenario(rules, next(openings(alone, 1)), (), what)
            words = ("they may play", "it is not for so many")
            told = words if side == 0 else words[::-1]
            scenarios = (scenario, None) if side == 0 else (None, scenario)
            yield CountParting((PLAYERS,), what, *told, scenarios)
            return
