"""The pages a person may ask for: how to type, the rules in force, the scores; and the one shown at the start."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra_rules.exact import format_number
from basra_rules.tui.commands import HELP, RULES, SCORE
from basra_rules.tui.ink import wrap
from basra_rules.tui.status import tell_captured, tell_games, tell_profile, tell_running_scores, tell_shown
from basra_rules.tui.wording import listed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from basra_rules.engine.state import View
    from basra_rules.rules.model import Rules
    from basra_rules.tui.in_force import RulesInForce
    from basra_rules.tui.screen import Story


HELP_LINES = (
    "Beside each card of your hand stands what it takes from the floor and scores.",
    "A card that takes nothing trails: it stays on the floor.",
    "  1            plays the first card; where it can take in several ways it asks",
    "  8h           plays a card by its name; suits are typed c d h s",
    "  8h x 3c 5d   plays a card and says what it takes",
    "  ?            why each card takes nothing or scores no bonus, by which rule",
    "  ? 8h         the same of one card; ? 8h x 3c 5d of one capture",
    "  rules        the rules in force, each with its file and line",
    "  score        the scores, and who has captured how much",
    "  quit         ends the match; so do ctrl-C and ctrl-D",
    "  Enter        shows the table again",
)


USUAL_WIDTH, USUAL_HEIGHT = 80, 24


def introduce(story: Story, in_force: RulesInForce) -> tuple[str, ...]:
    """Return what is said before the first deal: no more than a terminal of the usual size shows at once."""
    more = f"`{RULES}` tells all" if story.names.you is not None else f"`basra show {story.rules.name}` tells all"
    return _cut(tuple(_tell_game(story, in_force)), USUAL_HEIGHT - 2, more)


def _cut(lines: Sequence[str], most: int, more: str) -> tuple[str, ...]:
    """Return as many lines as fill `most` lines of the usual width, and how many are left out."""
    used = 0
    for number, line in enumerate(lines):
        used += len(wrap(line, USUAL_WIDTH))
        if used > most - (number + 1 < len(lines)):
            return *lines[:number], f"  and {len(lines) - number} more; {more}"
    return tuple(lines)


def _tell_game(story: Story, in_force: RulesInForce) -> Iterator[str]:
    rules = story.rules
    yield f"{tell_profile(rules.title, rules.name)} · {_seating(story)} · seed {story.seed}"
    yield _tell_aim(rules)
    yield from _tell_rules(in_force)


def _tell_aim(rules: Rules) -> str:
    games = rules.match.games_to_win
    target = f"the first to reach {format_number(rules.match.target)} at the end of a deal wins"
    return target if games == 1 else f"{target} a game, and the first to win {games} games wins the match"


def _seating(story: Story) -> str:
    names = story.names
    versus = " against ".join(names.sides) if len(names.sides) == 2 else listed(names.sides)
    return f"{len(names.seats)} players, {story.rules.seats.direction}: {versus}"


def _tell_rules(in_force: RulesInForce) -> Iterator[str]:
    for option in in_force.options:
        yield f"option {option.name} = {option.choice} ({option.about})"
    if in_force.differences:
        yield f"differences from {in_force.default}, the default:"
        yield from (f"  {difference}" for difference in in_force.differences)
    else:
        yield f"these are the rules of {in_force.default}, the default, with nothing changed"


def find_page(page: str, story: Story, view: View, in_force: RulesInForce) -> tuple[str, ...]:
    """Return the lines of a page."""
    pages: Mapping[str, Iterator[str]] = {
        HELP: iter(HELP_LINES),
        RULES: _rules_page(story, in_force),
        SCORE: _score_page(story, view),
    }
    return tuple(pages[page])


def _score_page(story: Story, view: View) -> Iterator[str]:
    yield f"scores: {tell_running_scores(story, view)}"
    yield f"captured: {tell_captured(view, story.names)}"
    shown = tell_shown(view, story.names)
    if shown:
        yield f"bonus cards: {shown}"
    yield from (f"games won: {games}" for games in tell_games(story))
    yield f"the scores count at the end of the deal; the target is {_target(story)}"
    if story.match:
        for award, carry in zip(story.rules.scoring.awards, story.match.carries, strict=True):
            if carry:
                yield f"{award.label}: {format_number(carry)} carried from before"


def _target(story: Story) -> str:
    return format_number(story.match.target if story.match else story.rules.match.target)


def _rules_page(story: Story, in_force: RulesInForce) -> Iterator[str]:
    yield from _tell_game(story, in_force)
    yield "the rules in force, each with its place:"
    yield from in_force.rules
    if in_force.unwritten:
        yield f"written nowhere, and so as always: {', '.join(in_force.unwritten)}"
