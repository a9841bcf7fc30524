"""A match at the terminal, from the introduction to the farewell."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random, SystemRandom
from typing import TYPE_CHECKING

from basra_rules.engine.match import check_players
from basra_rules.engine.state import Seat
from basra_rules.players.greedy_player import GreedyPlayer
from basra_rules.players.match_loop import play_match
from basra_rules.players.policy import Policy
from basra_rules.players.random_player import RandomPlayer
from basra_rules.rules.compiling import compile_rules
from basra_rules.tui.in_force import RulesInForce, rules_in_force
from basra_rules.tui.keyboard_player import KeyboardPlayer
from basra_rules.tui.opening import Manner, choose_letters, open_screen
from basra_rules.tui.pages import introduce
from basra_rules.tui.screen import MatchLeft, Story
from basra_rules.tui.telling import tell_scores
from basra_rules.tui.wording import name_seats

if TYPE_CHECKING:
    from collections.abc import Sequence

    from basra_rules.players.player import Player
    from basra_rules.profile.models import Profile
    from basra_rules.tui.ink import Letters
    from basra_rules.tui.screen import Screen

YOUR_SEAT = Seat(0)
_SEEDS = 1_000_000


@dataclass(frozen=True, slots=True)
class Wishes:
    """How a match is to be played; None leaves it to the rules, or to chance."""

    players: int | None
    seed: int | None
    policy: Policy
    manner: Manner
    letters: Letters


def sit_down(profile: Profile, wishes: Wishes) -> None:
    """Play a match of `profile` in this terminal.

    Raises:
        UsageError: the rules are not for that many players.
    """
    rules = compile_rules(profile)
    players = rules.seats.players[0] if wishes.players is None else wishes.players
    check_players(rules, players)
    seed = SystemRandom().randrange(_SEEDS) if wishes.seed is None else wishes.seed
    watching = wishes.manner is Manner.WATCHING
    story = Story(rules, name_seats(rules, players, None if watching else YOUR_SEAT), seed)
    screen = open_screen(story, wishes.manner, choose_letters(wishes.letters))
    in_force = rules_in_force(profile)
    seats = seat_bots(wishes.policy, players, seed)
    if not watching:
        seats[YOUR_SEAT] = KeyboardPlayer(screen, story, in_force)
    run_match(seats, screen, story, in_force)


def seat_bots(policy: Policy, seats: int, seed: int) -> list[Player]:
    """Return a bot for every seat; chance, where they use it, comes from the match's seed."""
    if policy is Policy.GREEDY:
        return [GreedyPlayer() for _ in range(seats)]
    return [RandomPlayer(Random(f"{seed} seat {seat}")) for seat in range(seats)]


def run_match(players: Sequence[Player], screen: Screen, story: Story, in_force: RulesInForce) -> None:
    """Play a match to its end, or until the person leaves; every way out is a kind one."""
    try:
        screen.say(introduce(story, in_force))
        screen.pause("Enter to begin:")
        for happening in play_match(story.rules, players, story.seed):
            screen.show(happening)
    except MatchLeft as reason:
        screen.say(farewell(story, str(reason)))
    except KeyboardInterrupt:
        screen.say(farewell(story, "interrupted"))


def farewell(story: Story, reason: str) -> tuple[str, ...]:
    """Return the last words of a match that was not played to its end."""
    again = f"the same cards are dealt again by --seed {story.seed}"
    if story.match is None:
        return "", f"{reason}: the match ends before it began", again
    scores = tell_scores(story.match.scores, story.names)
    return "", f"{reason}: the match ends here, in deal {story.deal}; scores: {scores}", again
