"""A match: deals added up until a side reaches the target."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra_rules.engine.state import MatchState, Seat, Side
from basra_rules.errors import UsageError
from basra_rules.exact import exact
from basra_rules.profile.vocabulary import NextDealer, TiePolicy

if TYPE_CHECKING:
    from basra_rules.engine.state import DealResult
    from basra_rules.exact import Number
    from basra_rules.rules.model import Rules


def check_players(rules: Rules, players: int) -> None:
    """Raise `UsageError` unless the rules allow so many players.

    Source: `seats.players`.
    """
    allowed = [str(number) for number in rules.seats.players]
    if players not in rules.seats.players:
        listed = allowed[0] if len(allowed) == 1 else ", ".join(allowed[:-1]) + " or " + allowed[-1]
        raise UsageError(f"{rules.title or rules.name} is for {listed} players, not for {players}")


def start_match(rules: Rules, players: int, dealer: Seat) -> MatchState:
    """Return a match before its first deal, which `dealer` deals.

    Raises:
        UsageError: the rules don't allow so many players, or there is no such seat.
    """
    check_players(rules, players)
    check_seat(players, dealer)
    return MatchState(
        players=players,
        scores=(0,) * rules.seats.sides(players),
        carries=(0,) * len(rules.scoring.awards),
        target=rules.match.target,
        deals=0,
        dealer=dealer,
        over=False,
        winner=None,
        games=(0,) * rules.seats.sides(players),
    )


def check_seat(players: int, seat: int) -> None:
    """Raise `UsageError` unless there is such a seat among `players`."""
    if not 0 <= seat < players:
        raise UsageError(f"there is no seat {seat}: {players} players have the seats 0 to {players - 1}")


def next_dealer(rules: Rules, players: int, dealer: Seat, *, void: bool) -> Seat:
    """Return who deals next; a void deal is dealt again by the same dealer.

    Source: `dealing.next_dealer`; S1 for the void deal.
    """
    if void or rules.dealing.next_dealer is NextDealer.SAME:
        return dealer
    return Seat((dealer + 1) % players)


def add_deal(rules: Rules, match: MatchState, result: DealResult) -> MatchState:
    """Return the match with a deal counted; a void deal changes nothing and is not counted.

    The deal is counted in full before anybody wins.  A carry that is still pending at the end lapses.
    Where a match takes several games, the next one starts from 0.

    Source: G11, G13, `match.target`, `match.tie`, `match.games_to_win`.

    Raises:
        UsageError: the match is over.
    """
    if match.over:
        raise UsageError("the match is over: no further deal can be counted")
    if result.void:
        return match
    scores = tuple(exact(score + points) for score, points in zip(match.scores, result.points, strict=True))
    target, decided, winner = _decide(rules, scores, match.target)
    games = tuple(won + (side == winner) for side, won in enumerate(match.games))
    over = decided and (rules.match.games_to_win == 1 or max(games) >= rules.match.games_to_win)
    next_game = decided and not over
    return MatchState(
        players=match.players,
        scores=(0,) * len(scores) if next_game else scores,
        carries=(0,) * len(result.carries) if next_game else result.carries,
        target=rules.match.target if next_game else target,
        deals=match.deals + 1,
        dealer=next_dealer(rules, match.players, match.dealer, void=False),
        over=over,
        winner=winner if over else None,
        games=games,
    )


def _decide(rules: Rules, scores: tuple[Number, ...], target: Number) -> tuple[Number, bool, Side | None]:
    """Return the target from now on, whether the match is over, and who has won it."""
    best = max(scores)
    if best < target:
        return target, False, None
    if scores.count(best) == 1:
        return target, True, Side(scores.index(best))
    match rules.match.tie:
        case TiePolicy.DRAW:
            return target, True, None
        case TiePolicy.EXTEND:
            extend = rules.match.extend
            return exact(target + ((best - target) // extend + 1) * extend), False, None
        case TiePolicy.ANOTHER_DEAL:
            return target, False, None
