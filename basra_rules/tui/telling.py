"""What happens in a match, in sentences: plays, packets, counted deals, the end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from basra_rules.cards import format_cards
from basra_rules.engine.state import BonusScored, Captured, Dealt, Drawn, LeftoverTaken, Trailed
from basra_rules.exact import format_number
from basra_rules.profile.vocabulary import KeptOff
from basra_rules.tui.offers import describe_taking
from basra_rules.tui.wording import count_of, listed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from basra_rules.engine.state import AwardResult, Event, MatchState
    from basra_rules.exact import Number
    from basra_rules.players.match_loop import DealEnded, DealStarted, MatchEnded, Played
    from basra_rules.rules.model import Award, Rules
    from basra_rules.tui.wording import Names


def describe_play(played: Played) -> str:
    """Return "8♥ takes 3♣ 5♦ · +10 basra" or "8♥ trails"; cards that lay face down are counted, not named."""
    named = played.play.action.captured
    parts: list[str] = []
    for event in played.events:
        match event:
            case Trailed(_, card):
                parts.append(f"{card} trails")
            case Captured(_, card, cards, sweep):
                face_down = (cards & ~named).bit_count()
                parts.append(f"{card} {describe_taking(named, sweep=sweep, face_down=face_down)}")
            case BonusScored(_, _, label, points):
                parts.append(f"+{format_number(points)} {label}")
            case _:
                pass
    return " · ".join(parts)


def tell_aftermath(events: Iterable[Event], names: Names) -> tuple[str, ...]:
    """Return what followed a play: cards drawn, new packets, cards left over."""
    told = (_tell_event(event, names) for event in events)
    return tuple(line for line in told if line)


def _tell_event(event: Event, names: Names) -> str:
    match event:
        case Drawn(seat, card) if seat == names.you:
            return f"you draw {card}"
        case Dealt(packets):
            return f"new cards, {packets[0].bit_count()} to each seat"
        case LeftoverTaken(side, cards):
            to = "nobody" if side is None else names.side(side)
            return f"left over: {format_cards(cards)}, to {to}"
        case _:
            return ""


def tell_start(started: DealStarted, rules: Rules, names: Names) -> tuple[str, ...]:
    """Return how a deal begins: dealer, leader, what had to leave the floor."""
    state = started.state
    lines = [f"deal {started.number}: dealer {names.seat(state.dealer)}, {names.seat(state.turn)} to lead"]
    kept_off = [card for event in started.events if isinstance(event, Dealt) for card in event.kept_off]
    if kept_off:
        lines.append(_tell_kept_off(format_cards(kept_off), rules))
    if state.void:
        lines.append(f"such a floor makes the deal void: {format_cards(state.floor)}")
    return tuple(lines)


def _tell_kept_off(cards: str, rules: Rules) -> str:
    where = "the bottom of the stock" if rules.dealing.kept_off_go is KeptOff.BOTTOM else "a place inside the stock"
    return f"kept off the opening floor: {cards}, put back to {where}"


# Counting a deal


@dataclass(frozen=True, slots=True)
class CountRow:
    """One line of the count: what was counted, and what it gave each side."""

    label: str
    cells: tuple[str, ...]
    is_sum: bool = False


def count_rows(ended: DealEnded, rules: Rules) -> tuple[CountRow, ...]:
    """Return the count of a deal, source by source, then its sum and the scores reached; of a void deal the scores."""
    result = ended.result
    scores = CountRow(f"score, of {format_number(ended.before.target)}", _numbers(_reached(ended)), is_sum=True)
    if result.void:
        return (scores,)
    return (
        CountRow("card points", _numbers(result.cards)),
        CountRow("bonuses", _numbers(result.bonuses)),
        *(_award_row(award, given, carried) for award, given, carried in _awards(ended, rules)),
        CountRow("this deal", _numbers(result.points), is_sum=True),
        scores,
    )


def _reached(ended: DealEnded) -> tuple[Number, ...]:
    """Return the scores with this deal, also where the next game then starts from 0."""
    pairs = zip(ended.before.scores, ended.result.points, strict=True)
    return tuple(score + points for score, points in pairs)


def _awards(ended: DealEnded, rules: Rules) -> list[tuple[Award, AwardResult, Number]]:
    return list(zip(rules.scoring.awards, ended.result.awards, ended.before.carries, strict=True))


def _award_row(award: Award, given: AwardResult, carried: Number) -> CountRow:
    carry = f" and {format_number(carried)} carried" if carried else ""
    cells = tuple(
        f"{format_number(points)} ({count_of(counted, 'card')})"
        for points, counted in zip(given.points, given.counted, strict=True)
    )
    return CountRow(f"{award.label} ({format_number(award.points)}{carry})", cells)


def _numbers(numbers: Iterable[Number]) -> tuple[str, ...]:
    return tuple(map(format_number, numbers))


def tell_count(ended: DealEnded, rules: Rules, names: Names) -> tuple[str, ...]:
    """Return what the count leads to beyond points: a void deal, carries, a higher target, a game won."""
    if ended.result.void:
        return ("the deal is void: it scores nothing and is played again",)
    if ended.match.over:
        return ()
    carries = zip(rules.scoring.awards, ended.match.carries, strict=True)
    lines = [
        f"{award.label}: {format_number(carry)} is carried to the next who wins it" for award, carry in carries if carry
    ]
    if ended.match.scores != _reached(ended):
        lines += _tell_game(ended, rules, names)
    elif ended.match.target != ended.before.target:
        lines.append(f"the highest scores are equal: the target rises to {format_number(ended.match.target)}")
    elif max(ended.match.scores) >= ended.match.target:
        lines.append("the highest scores are equal: another deal decides")
    return tuple(lines)


def _tell_game(ended: DealEnded, rules: Rules, names: Names) -> Iterator[str]:
    """Yield that a game of the match is over, by whom it was won, and what of a carry lapses with it."""
    before, match = ended.before.games, ended.match.games
    winners = [name for name, was, won in zip(names.sides, before, match, strict=True) if won > was]
    yield f"{winners[0]} {_wins(winners[0])} this game" if winners else "this game is a draw"
    yield from _tell_lapses(rules, ended.result.carries)
    yield f"games won: {tell_scores(match, names)}; the next game starts from 0"


def _wins(winner: str) -> str:
    return "win" if winner.startswith("you") or " + " in winner else "wins"


def _tell_lapses(rules: Rules, carries: Sequence[Number]) -> Iterator[str]:
    for award, carry in zip(rules.scoring.awards, carries, strict=True):
        if carry:
            yield f"{award.label}: the {format_number(carry)} still carried lapses"


# The end


def tell_end(ended: MatchEnded, rules: Rules, names: Names) -> tuple[str, ...]:
    """Return who won, or that nobody did, and what became of a carry."""
    match = ended.match
    games = [f"games won: {tell_scores(match.games, names)}"] if rules.match.games_to_win > 1 else []
    return (
        _verdict(match, names),
        f"final scores: {tell_scores(match.scores, names)}",
        *games,
        *_tell_lapses(rules, ended.lapsed),
    )


def _verdict(match: MatchState, names: Names) -> str:
    if match.winner is not None:
        winner = names.side(match.winner)
        return f"{winner} {_wins(winner)} the match after {count_of(match.deals, 'deal')}"
    if match.over:
        highest = max(match.scores)
        tied = tuple(name for name, score in zip(names.sides, match.scores, strict=True) if score == highest)
        return f"the match is a draw between {listed(tied)}"
    return f"nobody has won after {count_of(match.deals, 'deal')}: these rules may never reach their target"


def tell_scores(scores: Sequence[Number], names: Names) -> str:
    """Return "you 43, opponent 28"."""
    pairs = zip(names.sides, scores, strict=True)
    return ", ".join(f"{name} {format_number(score)}" for name, score in pairs)
