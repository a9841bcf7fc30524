"""What a house usually plays otherwise: lines for a new file, made from the rules in force.

Each says something that is not so yet.  Of one key there may be several, the likeliest first: not every value goes
with the other rules.  Keys that an option settles are left to it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from basra_rules.authoring.explaining import settling_options
from basra_rules.authoring.layout import Scalar
from basra_rules.authoring.layout_writing import flow_text, is_plain
from basra_rules.exact import plain_number
from basra_rules.expression.tree import Literal
from basra_rules.profile.options import choices_of, option_node
from basra_rules.profile.vocabulary import Direction, Obligation, Sides, TiePolicy

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from enum import StrEnum

    from basra_rules.exact import Number
    from basra_rules.profile.expression_fields import AmountField
    from basra_rules.profile.models import Profile
    from basra_rules.profile.schema import Path

HIGHER_TARGET = 50
"""By how many points a suggested target is higher."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A key with another value than it has, as YAML, and what is said of it."""

    path: Path
    value: str
    note: str

    def line(self, depth: int = 0) -> str:
        """Return the line that makes the change: for the top of a file, or `depth` keys inside it."""
        first, *others = self.path[depth:]
        value = self.value
        for key in reversed(others):
            value = f"{{{key}: {value}}}"
        return f"{first}: {value}"


def suggest(profile: Profile) -> tuple[Suggestion, ...]:
    """Return what may be changed, in the order of a file; the choices of the options come last."""
    changes = (*_seats(profile), *_capture(profile), *_bonuses(profile), *_scoring(profile), *_match(profile))
    free = (one for one in changes if not any(settling_options(profile, ".".join(one.path))))
    return (*free, *_choices(profile))


def _seats(profile: Profile) -> Iterator[Suggestion]:
    if 4 in profile.seats.players:
        yield from _words(("seats", "sides"), Sides, profile.seats.sides)
    yield from _words(("seats", "direction"), Direction, profile.seats.direction)


def _capture(profile: Profile) -> Iterator[Suggestion]:
    yield from _words(("capture", "obligation"), Obligation, profile.capture.obligation)


def _bonuses(profile: Profile) -> Iterator[Suggestion]:
    for name, bonus in profile.bonuses.items():
        value = _number(bonus.points)
        if value:
            yield _doubled(("bonuses", name, "points"), value, "")


def _scoring(profile: Profile) -> Iterator[Suggestion]:
    for entry in profile.scoring.cards:
        value = _number(entry.amount)
        if value:
            what = f"points of captured cards: {entry.pattern.node.text}"
            yield _doubled(("scoring", "cards", _as_key(entry.pattern.node.text)), value, what)
            break
    for name, award in profile.scoring.awards.items():
        yield _doubled(("scoring", "awards", name, "points"), award.points, "")


def _match(profile: Profile) -> Iterator[Suggestion]:
    match = profile.match
    target = plain_number(match.target + HIGHER_TARGET)
    yield Suggestion(("match", "target"), target, f"now {plain_number(match.target)}")
    if match.games_to_win == 1:
        yield Suggestion(("match", "games_to_win"), "2", "now 1; with 2, who first wins two games wins the match")
    yield from _words(("match", "tie"), TiePolicy, match.tie_policy)


def _choices(profile: Profile) -> Iterator[Suggestion]:
    for name, option in profile.options.items():
        node = option_node(profile.origins.tree, name)
        choices = tuple(choices_of(node)) if node else ()
        made = profile.origins.choices[name].choice
        for other in choices:
            if other != made:
                yield Suggestion(("choose", name), as_value(other), f"{option.about}: {_listed(choices, made)}")


def _words(path: Path, vocabulary: type[StrEnum], now: StrEnum) -> Iterator[Suggestion]:
    """Yield a suggestion for every other word that needs nothing beside it."""
    words = [word for word in vocabulary if word is not TiePolicy.EXTEND]
    for word in words:
        if word is not now:
            yield Suggestion(path, word.value, _listed(words, now))


def _listed(choices: Iterable[str], now: str) -> str:
    """Return choices with the one in force in brackets."""
    return " | ".join(f"[{choice}]" if choice == now else choice for choice in choices)


def _doubled(path: Path, now: Number, what: str) -> Suggestion:
    return Suggestion(path, plain_number(2 * now), f"{what + '; ' if what else ''}now {plain_number(now)}")


def _number(amount: AmountField) -> Number | None:
    """Return the number that a field is, or None where it is an expression."""
    return amount.tree.value if isinstance(amount.tree, Literal) else None


def as_value(text: str) -> str:
    """Return a text as a value in brackets: in quotes, where it needs them."""
    return flow_text(Scalar(text, "" if is_plain(text, in_flow=True, as_key=False) else '"'))


def _as_key(text: str) -> str:
    return flow_text(Scalar(text, "" if is_plain(text, in_flow=True, as_key=True) else '"'))
