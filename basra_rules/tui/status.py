"""What lies open, in words: floor, stock, captured cards, scores."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra_rules.cards import format_cards
from basra_rules.engine.state import Side
from basra_rules.exact import format_number
from basra_rules.tui.wording import count_of

if TYPE_CHECKING:
    from basra_rules.engine.state import View
    from basra_rules.tui.screen import Story
    from basra_rules.tui.wording import Names


def tell_heading(story: Story) -> str:
    """Return what is always in sight: profile, deal, target, seed."""
    rules = story.rules
    target = f"target {format_number(story.match.target)}" if story.match else ""
    parts = [tell_profile(rules.title, rules.name), f"deal {story.deal}", target, f"seed {story.seed}"]
    return " · ".join(part for part in parts if part)


def tell_profile(title: str, name: str) -> str:
    """Return "Basra at home (teta)"."""
    return name if title == name else f"{title} ({name})"


def tell_running_scores(story: Story, view: View) -> str:
    """Return the scores, and what bonuses of this deal will add to them."""
    scores = story.match.scores if story.match else (0,) * view.sides
    parts = []
    for name, score, bonus in zip(story.names.sides, scores, view.points, strict=True):
        coming = f" (+{format_number(bonus)} in this deal)" if bonus else ""
        parts.append(f"{name} {format_number(score)}{coming}")
    return ", ".join(parts)


def tell_games(story: Story) -> tuple[str, ...]:
    """Return how many games each side has won, where a match takes several."""
    if story.match is None or story.rules.match.games_to_win == 1:
        return ()
    pairs = zip(story.names.sides, story.match.games, strict=True)
    return (", ".join(f"{name} {won}" for name, won in pairs),)


def tell_captured(view: View, names: Names) -> str:
    """Return how many cards each side has captured."""
    return ", ".join(f"{name} {count}" for name, count in zip(names.sides, view.captured_counts, strict=True))


def tell_shown(view: View, names: Names) -> str:
    """Return the cards that lie face up because they scored a bonus, or nothing."""
    sides = [(names.side(Side(side)), cards) for side, cards in enumerate(view.shown) if cards]
    return ", ".join(f"{name} {format_cards(cards)}" for name, cards in sides)


def describe_floor(view: View) -> str:
    """Return the floor's cards, the top of a pile last."""
    hidden = sum(card is None for card in view.floor)
    open_cards = format_cards(card for card in view.floor if card is not None)
    parts = [f"{hidden} face down" if hidden else "", open_cards]
    return ", ".join(part for part in parts if part) or "no cards"


def tell_stock(view: View) -> str:
    """Return how many cards are left to be dealt."""
    return f"{count_of(view.stock_count, 'card')} left" if view.stock_count else "empty: these are the last cards"
