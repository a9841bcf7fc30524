"""Questions about how a table plays, concrete enough to be answered by anybody, and what rules answer to them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, Protocol

from basra_rules.cards import Card, card_set, cards_of, format_cards, parse_cards
from basra_rules.engine.bonuses import score_bonuses
from basra_rules.engine.captures import find_captures
from basra_rules.engine.legality import may_trail, refuse
from basra_rules.engine.scoring import Tally, score_tallies
from basra_rules.engine.state import Action, Table
from basra_rules.exact import exact, format_number
from basra_rules.profile.vocabulary import Leftover, Refill, TiePolicy
from basra_rules.scenarios.plays import after

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from basra_rules.engine.state import DealResult
    from basra_rules.rules.model import Rules

_ON_FLOOR = "A♣ 2♣ 3♣ 5♣ 5♦ 7♣ 7♦ 8♣ 10♣ 10♥ J♣ J♦ Q♣ Q♦ K♣ K♦"
_PLAYED = "A♠ 4♠ 5♠ 7♠ 7♦ 8♠ 10♠ J♠ Q♠ K♠"
_SUMS_AFTER_A_TRAIL = (("3♣", "5♣", "8♠"), ("2♣", "5♣", "7♠"))
CANNOT_HAPPEN = "that can't happen: there is no such card, or no such play"


class Question(Protocol):
    """Something to ask a table."""

    @property
    def text(self) -> str:
        """Return the question in words."""
        ...

    @property
    def effort(self) -> float:
        """Return how hard it is to answer: the plainest have 0."""
        ...

    def answer(self, rules: Rules) -> str:
        """Return what the rules answer, in words; equal words are equal answers."""
        ...


@dataclass(frozen=True)
class PlayQuestion:
    """A card played on a floor, perhaps after another card was put there: what does it take, what does it score?"""

    floor: tuple[Card, ...]
    card: Card
    trailed: Card | None = None

    @property
    def text(self) -> str:
        """Return the position in play language."""
        lying = f"On the floor: {format_cards(self.floor)}."
        before = f" Somebody puts {self.trailed} there and takes nothing." if self.trailed is not None else ""
        return f"{lying}{before} You play {self.card}: what does it take, and does it score at once?"

    @property
    def effort(self) -> float:
        """Return the number of cards, in tenths; a play before counts more."""
        return len(self.floor) / 10 + (0.15 if self.trailed is not None else 0)

    def answer(self, rules: Rules) -> str:
        """Return what may be taken, and what each capture scores at once."""
        cards = (*self.floor, self.card, *(() if self.trailed is None else (self.trailed,)))
        if card_set(cards) & ~rules.deck:
            return CANNOT_HAPPEN
        table = Table(self.floor)
        if self.trailed is not None:
            action = Action(self.trailed)
            if refuse(rules, table, action) is not None:
                return CANNOT_HAPPEN
            table = after(table, action)
        return _verdict(rules, table, self.card)


def _verdict(rules: Rules, table: Table, card: Card) -> str:
    sets = find_captures(rules, table, card).sets
    if not sets:
        return "it takes nothing and stays there"
    said = [_capture(rules, table, Action(card, captured)) for captured in sets]
    if may_trail(rules, table, card):
        said.append("or stays there")
    return "it takes " + "; or ".join(said).replace("; or or", "; or")


def _capture(rules: Rules, table: Table, action: Action) -> str:
    points = exact(sum(one.points for one in score_bonuses(rules, table, action)))
    scored = f"scores {format_number(points)}" if points else "scores nothing at once"
    return f"{format_cards(action.captured)} and {scored}"


@dataclass(frozen=True)
class FactQuestion:
    """A question about dealing, counting or winning."""

    text: str
    read: Callable[[Rules], str]
    effort: float = 0.1

    def answer(self, rules: Rules) -> str:
        """Return what the rules answer."""
        return self.read(rules)


@cache
def every_question() -> tuple[Question, ...]:
    """Return all questions that may be asked, the plainest first."""
    questions: list[Question] = [*_plays(), *_facts()]
    return tuple(sorted(questions, key=lambda one: one.effort))


def _plays() -> Iterator[PlayQuestion]:
    lying, played = parse_cards(_ON_FLOOR), parse_cards(_PLAYED)
    for number in (1, 2):
        for floor in combinations(lying, number):
            for card in played:
                if card not in floor:
                    yield PlayQuestion(floor, card)
    for first, second, card in (map(_card, cards) for cards in _SUMS_AFTER_A_TRAIL):
        yield PlayQuestion((first,), card, second)


def _card(text: str) -> Card:
    return parse_cards(text)[0]


def _facts() -> Iterator[FactQuestion]:
    yield FactQuestion("How many cards does a player get at a time?", lambda rules: str(rules.dealing.packet))
    yield FactQuestion("How many cards lie on the floor at the start?", lambda rules: str(rules.dealing.floor))
    yield FactQuestion("When do players get more cards?", _refill)
    yield FactQuestion("With which cards do you play?", _deck)
    yield FactQuestion("How many may play?", _players, 0.15)
    yield FactQuestion("Which cards may not lie on the floor at the start?", _kept_off)
    yield FactQuestion(
        "One side has clearly the most cards of a deal: how much more does it score for that?", _majority
    )
    yield FactQuestion("Both sides have equally many cards: what becomes of the points for the most cards?", _tie)
    for name in ("A♣", "J♣", "2♣", "2♥", "10♦", "10♥", "5♥"):
        yield _worth(name)
    yield FactQuestion("How many points end the match?", lambda rules: format_number(rules.match.target))
    yield FactQuestion("Two reach that together with equally many points: what happens?", _match_tie)
    yield FactQuestion("Who gets the cards left on the floor at the end of a deal?", _leftover, 0.15)


def _worth(name: str) -> FactQuestion:
    card = _card(name)
    text = f"What does a captured {name} count when a deal is scored?"
    return FactQuestion(text, lambda rules: format_number(rules.scoring.cards[card]), 0.12)


def _refill(rules: Rules) -> str:
    return "after each play, one" if rules.dealing.refill is Refill.AFTER_PLAY else "when all hands are empty"


def _deck(rules: Rules) -> str:
    missing = sorted({card.rank for card in cards_of((1 << 52) - 1 & ~rules.deck)})
    return f"{rules.deck.bit_count()} cards" + (f", without {' and '.join(missing)}" if missing else "")


def _players(rules: Rules) -> str:
    return " or ".join(map(str, sorted(rules.seats.players)))


def _kept_off(rules: Rules) -> str:
    if not rules.dealing.floor:
        return "none lie there"
    dealing = rules.dealing
    everywhere = format_cards(dealing.keep_off & rules.deck)
    top = format_cards(dealing.keep_off_top & rules.deck)
    return everywhere or (f"{top} on top" if top else "any may")


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
            return f"the target rises by {format_number(rules.match.extend)}"
        case TiePolicy.ANOTHER_DEAL:
            return "another deal decides"


def _leftover(rules: Rules) -> str:
    return {
        Leftover.LAST_CAPTURER: "who captured last",
        Leftover.DEALER: "the dealer",
        Leftover.NOBODY: "nobody",
    }[rules.scoring.leftover]
