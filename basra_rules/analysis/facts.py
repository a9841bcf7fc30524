"""Plain questions about dealing, counting and winning, and what rules answer to them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

from basra_rules.cards import CARDS, RANKS, card_set, cards_of, format_cards, is_card, parse_card
from basra_rules.engine.scoring import Tally, score_tallies
from basra_rules.exact import exact, format_number, parse_place, parse_shown
from basra_rules.profile.vocabulary import IfNobody, KeptOff, Leader, Leftover, Obligation, Refill, Sides, TiePolicy

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from enum import StrEnum

    from basra_rules.cards import Card
    from basra_rules.engine.state import DealResult
    from basra_rules.exact import Number
    from basra_rules.rules.model import Rules


_TEDIOUS = 1
"""How hard it is to name a whole list: nearly anything else is asked rather."""
CANNOT_HAPPEN = "that can't happen: there is no such card, or no such play"
MOOT = frozenset({"that does not matter here", "four can't play", "none lie there", "none does", CANNOT_HAPPEN})
"""Answers of rules under which a question asks for nothing."""
_RISES = "the target rises by {}"


def _number(text: str) -> str | None:
    number = parse_shown(text)
    return None if number is None else format_number(number)


def _filled(form: str, text: str) -> str | None:
    number = _number(text)
    return None if number is None else form.format(number)


def _several_numbers(text: str) -> str | None:
    numbers = sorted({parse_place(word) or 0 for word in re.findall(r"\d+", text)})
    return " or ".join(map(str, numbers)) if numbers and numbers[0] else None


@dataclass(frozen=True)
class FactQuestion:
    """A question about dealing, counting or winning.

    `keys` of a profile may decide it, each alone; `words` are those that a key may say which says no number.
    `label` says in a few words what it is about, where tables often have rules of their own.  `own` is how a number
    that is told becomes an answer, and `wanted_number` says which number that is.
    """

    text: str
    read: Callable[[Rules], str]
    effort: float = 0.1
    keys: tuple[str, ...] = ()
    words: type[StrEnum] | None = None
    label: str = ""
    wanted_number: str = ""
    own: Callable[[str], str | None] = field(default=_number, repr=False)

    @property
    def played(self) -> None:
        """Return no card: it is about no play."""
        return

    @property
    def topic(self) -> str:
        """Return what it is about: nothing else."""
        return self.text

    @property
    def subject(self) -> str:
        """Return what it is about: nothing else."""
        return self.text

    @property
    def wanted(self) -> str:
        """Return that a number is expected, where it is one."""
        return self.wanted_number or ("a number" if self.keys and self.words is None else "")

    def answer(self, rules: Rules) -> str:
        """Return what the rules answer."""
        return self.read(rules)

    def parse_answer(self, text: str) -> str | None:
        """Return what is told in the words in which rules answer."""
        return self.own(text) if self.wanted else None


@cache
def facts() -> tuple[FactQuestion, ...]:
    """Return all plain questions: first those on what tables have rules of their own for, the commonest first."""
    return (*_common(), *_rarer())


def house_facts() -> tuple[FactQuestion, ...]:
    """Return the questions on what tables have rules of their own for, the commonest first."""
    return tuple(one for one in facts() if one.label)


def _common() -> Iterator[FactQuestion]:
    yield FactQuestion(
        "How many points end the match?",
        lambda rules: format_number(rules.match.target),
        keys=("match.target",),
        label="points that end the match",
    )
    yield FactQuestion(
        "How many cards does a player get at a time?",
        lambda rules: str(rules.dealing.packet),
        keys=("dealing.packet",),
        label="cards that a player gets at a time",
    )
    yield FactQuestion(
        "How many may play?", _players, 0.15, ("seats.players",), label="how many may play", own=_several_numbers
    )
    text = "Four play: who plays together?"
    yield FactQuestion(text, _sides, 0.15, ("seats.sides",), Sides, "who plays together when four play")
    yield from _common_scores()
    text = "A card in your hand could capture: may you play another one instead, that captures nothing?"
    label = "playing another card instead of one that could capture"
    yield FactQuestion(text, _obligation, 0.15, ("capture.obligation",), Obligation, label)
    text = "Who gets the cards left on the floor at the end of a deal?"
    label = "who gets the cards left on the floor at the end"
    yield FactQuestion(text, _leftover, 0.15, ("scoring.leftover",), Leftover, label)
    yield FactQuestion(
        "Two sides reach the points that end the match in the same deal, with equally many points: what happens?",
        _match_tie,
        keys=("match.tie",),
        words=TiePolicy,
        label="equally many points at the end of the match",
        wanted_number="by how many points the target rises, a number",
        own=lambda text: _filled(_RISES, text),
    )
    yield from _dealing_facts()


def _common_scores() -> Iterator[FactQuestion]:
    text = "One side has clearly the most cards of a deal: how much more does it score for that?"
    yield FactQuestion(text, _majority, keys=("scoring.awards.*.points",), label="points for the most cards")
    yield FactQuestion(
        "Both sides have equally many cards: what becomes of the points for the most cards?",
        _tie,
        keys=("scoring.awards.*.if_nobody",),
        words=IfNobody,
        label="equally many cards on both sides",
    )
    yield FactQuestion(
        "What do the captured cards count when a deal is scored?",
        _worths,
        _TEDIOUS,
        ("scoring.cards",),
        label="what captured cards count",
        wanted_number="all cards that count, such as `A 1, 10♦ 3`",
        own=_told_worths,
    )


def _dealing_facts() -> Iterator[FactQuestion]:
    text = "How many cards lie on the floor at the start?"
    label = "cards on the floor at the start"
    yield FactQuestion(text, lambda rules: str(rules.dealing.floor), keys=("dealing.floor",), label=label)
    text, label = "When do players get more cards?", "when players get more cards"
    yield FactQuestion(text, _refill, 0.1, ("dealing.refill",), Refill, label)
    text, label = "Which cards may not lie on the floor at the start?", "cards that may not lie there at the start"
    yield FactQuestion(text, _kept_off, label=label)
    text, label = "How many cards of the floor lie face down at the start?", "cards that lie face down there"
    yield FactQuestion(text, _hidden, 0.2, ("dealing.hidden",), label=label)
    text, label = "Who plays first in a deal?", "who plays first in a deal"
    yield FactQuestion(text, _leader, 0.2, ("dealing.leader",), Leader, label)
    text, label = "How many matches must be won to win the whole game?", "matches that win the whole game"
    yield FactQuestion(text, lambda rules: str(rules.match.games_to_win), 0.2, ("match.games_to_win",), label=label)


def _rarer() -> Iterator[FactQuestion]:
    yield FactQuestion("With which cards do you play?", _deck)
    text = "A card turns up there that may not lie on the floor at the start: where does it go?"
    yield FactQuestion(text, _kept_off_go, 0.15, ("dealing.kept_off_go",), KeptOff)
    for name in ("A♣", "J♣", "2♣", "2♥", "10♦", "10♥", "5♥"):
        yield _worth(name)


def _worth(name: str) -> FactQuestion:
    card = parse_card(name)
    text = f"What does a captured {name} count when a deal is scored?"
    return FactQuestion(
        text,
        lambda rules: format_number(rules.scoring.cards[card]),
        0.12,
        (f"scoring.cards.{name}", f"scoring.cards.{card.rank}"),
    )


def _worths(rules: Rules) -> str:
    return _listed({card: rules.scoring.cards[card] for card in cards_of(rules.deck)})


def _listed(worths: Mapping[Card, Number]) -> str:
    """Return what cards count, a rank in one where all its cards count alike; those that count nothing are left out."""
    told: list[str] = []
    for rank in RANKS:
        of_rank = {card: worth for card, worth in worths.items() if card.rank == rank}
        alike = len(set(of_rank.values())) == 1
        named = [(rank, next(iter(of_rank.values())))] if alike else [(str(card), of_rank[card]) for card in of_rank]
        told += [f"{name} {format_number(worth)}" for name, worth in named if worth]
    return ", ".join(told) or "nothing"


def told_worths(text: str) -> dict[str, Number] | None:
    """Return what cards are told to count, by card or rank; None where that can't be read."""
    found: dict[str, Number] = {}
    for part in re.split(r"[,;]", text):
        name, _, said = part.strip().partition(" ")
        number = parse_shown(said.strip())
        name = name.upper() if name.upper() in RANKS else str(parse_card(name)) if is_card(name) else ""
        if number is None or not name:
            return None
        found[name] = number
    return found


def _told_worths(text: str) -> str | None:
    found = {} if text == "nothing" else told_worths(text)
    if found is None:
        return None
    return _listed({card: found.get(str(card), found.get(card.rank, 0)) for card in CARDS})


def _refill(rules: Rules) -> str:
    return "after each play, one" if rules.dealing.refill is Refill.AFTER_PLAY else "when all hands are empty"


def _deck(rules: Rules) -> str:
    missing = sorted({card.rank for card in cards_of(card_set(CARDS) & ~rules.deck)})
    return f"{rules.deck.bit_count()} cards" + (f", without {' and '.join(missing)}" if missing else "")


def _players(rules: Rules) -> str:
    return " or ".join(map(str, sorted(rules.seats.players)))


def _sides(rules: Rules) -> str:
    if max(rules.seats.players) < 4:
        return "four can't play"
    return "those who sit opposite each other" if rules.seats.partners else "nobody: each plays alone"


def _obligation(rules: Rules) -> str:
    return "no" if rules.capture.obligation is Obligation.HAND else "yes"


def _kept_off_go(rules: Rules) -> str:
    dealing = rules.dealing
    if not dealing.floor or not (dealing.keep_off | dealing.keep_off_top) & rules.deck:
        return "there is no such card"
    return "below the stock" if dealing.kept_off_go is KeptOff.BOTTOM else "somewhere inside the stock"


def _kept_off(rules: Rules) -> str:
    if not rules.dealing.floor:
        return "none lie there"
    dealing = rules.dealing
    everywhere = format_cards(dealing.keep_off & rules.deck)
    top = format_cards(dealing.keep_off_top & rules.deck)
    return everywhere or (f"{top} on top" if top else "any may")


def _hidden(rules: Rules) -> str:
    return str(rules.dealing.hidden) if rules.dealing.hidden else "none does"


def _leader(rules: Rules) -> str:
    return "the dealer" if rules.dealing.leader is Leader.DEALER else "who sits after the dealer"


def _counted(rules: Rules, first: int) -> DealResult:
    half = cards_of(rules.deck)
    known = card_set(half[::2]) if first * 2 == len(half) else 0
    tallies = (Tally(first, known), Tally(len(half) - first, rules.deck & ~known if known else 0))
    return score_tallies(rules, tallies, (0,) * len(rules.scoring.awards))


def _majority(rules: Rules) -> str:
    result = _counted(rules, rules.deck.bit_count() - 6)
    points = exact(result.points[0] - result.points[1])
    return format_number(points) if points else "nothing"


def _tie(rules: Rules) -> str:
    result = _counted(rules, rules.deck.bit_count() // 2)
    if result.void:
        return "the deal is played again"
    awarded = [exact(sum(award.points[side] for award in result.awards)) for side in range(2)]
    carried = exact(sum(result.carries))
    if carried:
        return f"they wait for the next deal ({format_number(carried)})"
    if not any(awarded):
        return "nobody gets any"
    if awarded[0] == awarded[1]:
        return f"each side gets {format_number(awarded[0])}"
    return "that does not matter here"


def _match_tie(rules: Rules) -> str:
    match rules.match.tie:
        case TiePolicy.DRAW:
            return "it is a draw"
        case TiePolicy.EXTEND:
            return _RISES.format(format_number(rules.match.extend))
        case TiePolicy.ANOTHER_DEAL:
            return "another deal decides"


def _leftover(rules: Rules) -> str:
    return {
        Leftover.LAST_CAPTURER: "who captured last",
        Leftover.DEALER: "the dealer",
        Leftover.NOBODY: "nobody",
    }[rules.scoring.leftover]
